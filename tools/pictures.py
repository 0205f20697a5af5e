"""The pictures of the README and docs/web.md, taken from the running app: `make pictures`, or some of them by name.

python -m tools.pictures                    all of docs/pictures/*.webp
python -m tools.pictures brains front       those whose names begin so
BANGBOX_AT=http://127.0.0.1:8080 …          of a server that is running already
"""

import io
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import APIRequestContext, Browser, Page

import bangbox
from tools.browser import Look, chromium, wishing

ROOT = Path(__file__).parents[1]
PICTURES = ROOT / "docs" / "pictures"
FIVE = "bigbrainbang,bigxbang,brains,robbery,urknall"
NAMES = ["Bruno", "Chiara", "Devi", "Emil"]
DESKTOP = {"viewport": {"width": 1280, "height": 800}, "device_scale_factor": 1.5}
TALL = {"viewport": {"width": 1280, "height": 1240}, "device_scale_factor": 1.25}
PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True}
MOST_BYTES = 300_000


@dataclass
class Game:
    """A game brought to a lively moment: so many choices by bots at home, then some at the table for the log."""

    id: str
    seats: int
    options: dict[str, Any]
    seed: int
    choices: int
    live: int = 3


@dataclass
class Picture:
    """A page in one size and look, after something was done on it."""

    name: str
    path: str = "/"
    game: Game | None = None
    size: dict[str, Any] = field(default_factory=lambda: DESKTOP)
    look: Look = "light"
    does: Callable[[Page, str], None] = lambda page, match: None


def hold(page: Page, match: str) -> None:
    """Takes hold of the stack that the bot would send, so that its lines of flight are seen."""
    best = hinted(page.request, match, 0)
    page.locator(f'.stage [data-place="{best["about"]["places"][0]}"]').first.click()


def point(page: Page, match: str) -> None:
    """Points at what the bot would choose in the list, so that the board shows what it leads to."""
    best = hinted(page.request, match, 0)
    page.locator("#tab-choices").click()
    page.locator(f'#panel [data-action="{best["number"]}"]').first.hover()
    page.wait_for_timeout(500)


def rules(page: Page, match: str) -> None:
    """Opens the rules where they matter."""
    page.locator(".tools button", has_text="Rules").click()
    page.locator("dialog[open] .rule.now").wait_for()


def finish(page: Page, match: str) -> None:
    """Plays what the bot would, to the end, and looks at the points."""
    table = page.locator(".play[data-open], .play[data-status=over]")
    while table.get_attribute("data-status") != "over":
        play_on(page, match, 1)
    page.locator("dialog[open] .tally").wait_for()
    page.wait_for_timeout(1000)  # what is played at the end has been seen


SKY = Game("bigxbang", 2, {"short": True}, seed=3, choices=14)
LATE = Game("bigxbang", 2, {"short": True}, seed=3, choices=24)
PLATES = Game("brains", 4, {"players": 4}, seed=11, choices=24)
WORLDS = Game("urknall", 3, {"players": 3, "black_hole": True}, seed=4, choices=30)
TRAIN = Game("robbery", 4, {"players": 4}, seed=6, choices=60)
HEAD = Game("bigbrainbang", 2, {"throws": "cheap"}, seed=2, choices=120)
# a few choices before their ends
ENDING = {
    "bigxbang": LATE,
    "brains": Game("brains", 4, {"players": 4}, seed=11, choices=112, live=0),
    "urknall": Game("urknall", 3, {"players": 3, "black_hole": True}, seed=4, choices=42, live=0),
    "robbery": Game("robbery", 4, {"players": 4}, seed=6, choices=186, live=0),
    "bigbrainbang": Game("bigbrainbang", 2, {"throws": "cheap"}, seed=2, choices=272, live=0),
}

ALL = [
    Picture("front", size=TALL),
    Picture("front-dark", size=TALL, look="dark"),
    Picture("front-phone", size=PHONE),
    Picture("set-up", "/new/brains"),
    Picture("bigxbang", game=SKY, does=hold),
    Picture("bigxbang-dark", game=SKY, look="dark", does=hold),
    Picture("bigxbang-phone", game=SKY, size=PHONE, does=hold),
    Picture("brains", game=PLATES),
    Picture("brains-phone", game=PLATES, size=PHONE, look="dark"),
    Picture("urknall", game=WORLDS),
    Picture("urknall-phone", game=WORLDS, size=PHONE, look="dark"),
    Picture("robbery", game=TRAIN),
    Picture("robbery-phone", game=TRAIN, size=PHONE),
    Picture("bigbrainbang", game=HEAD),
    Picture("bigbrainbang-phone", game=HEAD, size=PHONE, look="dark"),
    Picture("rules", game=SKY, does=rules),
    Picture("end", game=LATE, does=finish),
    *(Picture(f"{name}-end-phone", game=game, size=PHONE, does=finish) for name, game in ENDING.items()),
]


@contextmanager
def server() -> Iterator[str]:
    """A server of our own on a free port; or the one that is running already."""
    if running := os.environ.get("BANGBOX_AT"):
        yield running
        return
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        settings = {"BANGBOX_DATA": folder, "BANGBOX_PORT": str(port), "BANGBOX_ONLY": FIVE, "BANGBOX_MATCHES_PER_GUEST": "100"}
        process = subprocess.Popen([sys.executable, "-m", "bangbox.server"], env=os.environ | settings, stderr=subprocess.DEVNULL)
        try:
            address = f"http://127.0.0.1:{port}"
            until_it_is_ready(address, process)
            yield address
        finally:
            process.terminate()
            process.wait()


def until_it_is_ready(address: str, process: "subprocess.Popen[bytes]", seconds: float = 240) -> None:
    """Waits; the first time the rules of all games are compiled."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and process.poll() is None:
        try:
            with urllib.request.urlopen(f"{address}/healthz", timeout=5):
                return
        except OSError:
            time.sleep(0.2)
    sys.exit("the server did not start; `bangbox serve` tells why")


def position(game: Game) -> str:
    """Where bots of the easy level are after so many choices, with seat 0 to choose."""
    pos, bot = bangbox.game(game.id, **game.options).start(seed=game.seed), bangbox.bot(game.id, "easy")
    made = 0
    while not pos.over and (made < game.choices or pos.actor != 0):
        pos.play(bot.choose(pos, seed=made))
        made += 1
    if pos.over:
        sys.exit(f"{game.id} is over before choice {game.choices}: take fewer, or another seed")
    return str(pos.text)


def hinted(request: APIRequestContext, match: str, seat: int) -> dict[str, Any]:
    """What the bot would do."""
    choices: list[dict[str, Any]] = request.post(f"/api/matches/{match}/hint", data={"seat": seat}).json()["choices"]
    return choices[0]


def table(request: APIRequestContext, game: Game) -> str:
    """A match at its lively moment; its name."""
    seats = [{"kind": "me"}, *({"kind": "bot", "level": "easy", "name": name} for name in NAMES[: game.seats - 1])]
    setup = {"game": game.id, "seats": seats, "options": game.options, "position": position(game)}
    answer = request.post("/api/matches", data=setup)
    if not answer.ok:
        sys.exit(f"{game.id}: {answer.text()}")
    return str(answer.json()["id"])


def play_on(page: Page, match: str, turns: int) -> None:
    """Some choices at the table, so that the log has lines."""
    for _ in range(turns):
        page.wait_for_selector(".play[data-open]")
        now = page.request.get(f"/api/matches/{match}/snapshot").json()["now"]
        best = hinted(page.request, match, 0)["number"]
        page.request.post(f"/api/matches/{match}/move", data={"number": now["number"], "seat": 0, "choice": best})
        page.wait_for_function("n => +document.querySelector('.play').dataset.number > n", arg=now["number"])
    page.wait_for_selector(".play[data-open], .play[data-status=over]")


def take(browser: Browser, address: str, picture: Picture) -> None:
    """Opens the page, does what is to be done, and writes the picture."""
    context = browser.new_context(base_url=address, color_scheme=picture.look, reduced_motion="reduce", **picture.size)
    page = context.new_page()
    page.request.post("/api/me", data={"name": "Ada"})
    page.add_init_script(wishing(tours=FIVE.split(",")))  # they are offered to newcomers only
    if picture.game:
        match = table(page.request, picture.game)
        page.goto(f"/match/{match}")
        play_on(page, match, picture.game.live)
        picture.does(page, match)
        page.wait_for_selector(".play .stage:not([data-scene])")  # what was just played has been shown
    else:
        page.goto(picture.path)
        page.wait_for_load_state("networkidle")
    page.wait_for_timeout(600)
    path = PICTURES / f"{picture.name}.webp"
    Image.open(io.BytesIO(page.screenshot())).save(path, quality=86, method=6)
    context.close()
    size = path.stat().st_size
    print(f"{path.relative_to(ROOT)}: {size / 1000:.0f} kB", flush=True)
    if size > MOST_BYTES:
        sys.exit(f"{path.name} is larger than {MOST_BYTES} bytes")


def main() -> None:
    """Takes all pictures, or those whose names begin as asked."""
    wanted = tuple(sys.argv[1:]) or ("",)
    PICTURES.mkdir(exist_ok=True)
    with server() as address, chromium(webgl=True) as browser:
        for picture in ALL:
            if picture.name.startswith(wanted):
                take(browser, address, picture)


if __name__ == "__main__":
    main()
