"""Pictures of a board in three sizes, light and dark, from a recorded game: tools.sample_views first, then this.

python -m tools.board_shots brains --frame 12 --to /tmp/shots
python -m tools.board_shots bigxbang-life --frame 3 --size phone --click "[data-place=c4]"
"""

import argparse
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tools.browser import LOOKS, SIZES, chromium

WEB = Path(__file__).parents[1] / "web"


@contextmanager
def workbench() -> Iterator[str]:
    """Vite's own server with the workbench page on a free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    vite = subprocess.Popen(
        ["node", "node_modules/vite/bin/vite.js", "--host", "127.0.0.1", "--port", str(port), "--strictPort"],
        cwd=WEB, stdout=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        for _ in range(100):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        yield f"http://127.0.0.1:{port}"
    finally:
        vite.terminate()
        vite.wait()


def main() -> None:
    """Takes the pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sample")
    parser.add_argument("--frame", type=int, action="append")
    parser.add_argument("--to", type=Path, default=Path("/tmp/shots"))
    parser.add_argument("--size", choices=SIZES, action="append")
    parser.add_argument("--look", choices=LOOKS, action="append")
    parser.add_argument("--generic", action="store_true")
    parser.add_argument("--click", action="append", default=[], help="a selector to click first")
    parser.add_argument("--hover", help="a selector to hover over in the end")
    parser.add_argument("--wait", type=int, default=600, help="milliseconds before the picture")
    asked = parser.parse_args()
    asked.to.mkdir(parents=True, exist_ok=True)
    with workbench() as address, chromium() as browser:
        for size in asked.size or SIZES:
            for look in asked.look or LOOKS:
                width, height = SIZES[size]
                page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=look)
                page.on("console", lambda said: print("console:", said.text) if said.type == "error" else None)
                page.on("pageerror", lambda error: print("error:", error))
                for frame in asked.frame or [0]:
                    page.goto(f"{address}/dev.html?sample={asked.sample}&frame={frame}" + ("&generic" if asked.generic else ""))
                    page.wait_for_selector(".stage > *", timeout=20_000)
                    for selector in asked.click:
                        page.click(selector)
                    if asked.hover:
                        page.hover(asked.hover)
                    page.wait_for_timeout(asked.wait)
                    path = asked.to / f"{asked.sample}-{frame}-{size}-{look}.png"
                    page.screenshot(path=path)
                    print(path)
                page.close()


if __name__ == "__main__":
    main()
