"""Debian's Chromium under Playwright, with the flags that make it quiet; the sizes and looks we judge pages in.

`python -m tools.browser` says loudly what `make test` leaves out where there is none.
"""

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal

from playwright.sync_api import Browser, sync_playwright

SIZES = {"desktop": (1440, 900), "tablet": (1024, 768), "phone": (390, 844)}
Look = Literal["light", "dark"]
LOOKS: tuple[Look, ...] = ("light", "dark")
FLAGS = ["--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"]
WEBGL = ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]  # paints everything seven times slower


NAMES = ("chromium", "chromium-browser", "google-chrome")


WITHOUT = "no Chromium on this machine: `make browser` installs it, BANGBOX_CHROMIUM names another one"


def found() -> str | None:
    """Where the browser is: the one that BANGBOX_CHROMIUM names, or one on the PATH."""
    return next(filter(None, map(shutil.which, (os.environ.get("BANGBOX_CHROMIUM", ""), *NAMES))), None)


def wishing(**wishes: Any) -> str:
    """A script for pages of somebody who has these settings (web/src/app/settings.svelte.ts) and has not changed them since."""
    return f"""try {{
        const kept = JSON.parse(localStorage.getItem('bangbox.settings') ?? '{{}}')
        localStorage.setItem('bangbox.settings', JSON.stringify({{ ...{json.dumps(wishes)}, ...kept }}))
    }} catch {{}}"""


@contextmanager
def chromium(webgl: bool = False) -> Iterator[Browser]:
    """A headless browser, closed at the end."""
    flags = FLAGS + (WEBGL if webgl else ["--disable-gpu"]) + ["--no-sandbox"] * (os.geteuid() == 0)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found(), args=flags)
        yield browser
        browser.close()


if __name__ == "__main__":
    if found() is None:
        print(f"\n!!!!!!!! NOT TESTED: the pages\n{WITHOUT}")
