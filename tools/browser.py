"""Debian's Chromium under Playwright, with the flags that make it quiet; the sizes and looks we judge pages in."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from playwright.sync_api import Browser, sync_playwright

SIZES = {"desktop": (1440, 900), "tablet": (1024, 768), "phone": (390, 844)}
Look = Literal["light", "dark"]
LOOKS: tuple[Look, ...] = ("light", "dark")
FLAGS = ["--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"]
WEBGL = ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]  # paints everything seven times slower


@contextmanager
def chromium(webgl: bool = False) -> Iterator[Browser]:
    """A headless browser, closed at the end. BANGBOX_CHROMIUM names another binary."""
    flags = FLAGS + (WEBGL if webgl else ["--disable-gpu"]) + ["--no-sandbox"] * (os.geteuid() == 0)
    with sync_playwright() as playwright:
        path = os.environ.get("BANGBOX_CHROMIUM", "/usr/bin/chromium")
        browser = playwright.chromium.launch(executable_path=path if os.path.exists(path) else None, args=flags)
        yield browser
        browser.close()
