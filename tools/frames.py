"""Short recordings of the show, frame by frame, taken from the running app: docs/pictures/show-*.webp, or some of them by name.

python -m tools.frames                          those of docs/web.md
python -m tools.frames fight run --to /tmp/x    some, with a sheet of all frames beside each
BANGBOX_AT=http://127.0.0.1:8080 …              of a server that is running already

The page's clock stands still while a frame is taken, so that a recording is the same however slow the machine is.
"""

import argparse
import io
import random
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw
from playwright.sync_api import Browser, Page

import bangbox
from tools.browser import Look, chromium, wishing
from tools.pictures import NAMES, PICTURES, hinted, server

STEP = 100  # ms from frame to frame
WIDE = 480
MOST_BYTES = 200_000
REST = 6  # frames after the last scene
START = 1_800_000_000  # where the page's clock begins, in seconds
# animations of the page follow its clock, which goes only when it is told to
GO_ON = """ms => {
  window.shown ??= new WeakMap()
  for (const animation of document.getAnimations()) {
    const at = (window.shown.get(animation) ?? 0) + (window.shown.has(animation) ? ms : ms / 2)
    window.shown.set(animation, at)
    const end = animation.effect.getComputedTiming().endTime
    if (at >= end) animation.finish()
    else { animation.pause(); animation.currentTime = at }
  }
}"""


@dataclass
class Recording:
    """A move to be watched: the position it is made in, by seat 0, and what it is called (or how its name begins)."""

    name: str
    game: str
    seats: int
    move: str
    position: str | Callable[[], str]
    options: dict[str, Any] = field(default_factory=dict)
    #: frames at the most
    frames: int = 80
    size: tuple[int, int] = (1120, 760)
    look: Look = "light"
    webgl: bool = False
    whole: bool = False  # until a fight is over
    shown: bool = True  # in docs/web.md


CLASH = (
    "attack 0 5 0,0 15,11,9 S1:1a@1600,-1480,0/M1:1a@-2200,3700,0/M2:1a@9000,3700,0/*M3:1a@3400,4200,0/L1:1a@-400,8700,0 "
    "M1,-/S1,M2 kr0 - - - 0:S1.M2 - cheap"
)
TILES = (
    "S1:1a@9358,-6841,2473/S9:1b@21205,-6674,3006/S11:1a@20830,-3222,3185/M1:1b@3203,6949,121/M2:1b@-1230,8270,2567/"
    "M3:1a@11667,-6333,1044/M11:1b@17454,-4627,1302/L1:2a@-3813,-19692,171/L6:1b@-9499,23955,1321"
)
MEETING = "C:+/5y:++++ 1,2,3,4,6,7 5b3:2:20:12,30/5b3:1:40:5,9/5b3:1:33:2,48 - - r3f0s0c0e0 meet:0 -"
MOVING = "C:+/3x:++++/5y:++++ 1,2,4,6,7 0b2:2:17:2,48/3b2:1:40:5/5b3:1:33:9 - - r3f0s0c0e0 move:0,dice=0:13 -"
BRAKING = "E 2,3,4,6,7 0b3:6:31:-/0b2:1:40:5/0b1:1:33:9 - - r9f0s0c3e6 move:0,dice=0:35 -"


def reached(game: str, effect: str, **options: Any) -> Callable[[], str]:
    """A position of a random game, late enough, in which seat 0 can do something of this effect."""

    def find() -> str:
        for seed in range(200):
            pos, chance, made = bangbox.game(game, **options).start(seed=seed), random.Random(seed), 0
            while not pos.over:
                if pos.actor == 0 and made > 8 and any(pos.about(a).effect == effect for a in pos.choices()):
                    return str(pos.text)
                pos.play(chance.choice(pos.choices()))
                made += 1
        sys.exit(f"{game}: nobody ever comes to {effect}")

    return find


ALL = [
    Recording("fight", "robbery", 3, "fight", MEETING, {"players": 3}, frames=95, whole=True),
    Recording("run", "robbery", 3, "go 5b3|meet 5b3|go 3b5|go 3a1", MOVING, {"players": 3}),
    Recording(
        "burner",
        "bigbrainbang",
        2,
        "burner",
        f"burn 0 30 2,2 1,1,1 {TILES} S1,-/M2,L1 0B - - 12000,-3000,100 - - cheap",
        {"throws": "cheap"},
        webgl=True,
    ),
    Recording("merge", "urknall", 3, "*combine", reached("urknall", "combine", players=3), {"players": 3}, frames=24),
    Recording("fusion", "bigxbang", 2, "*fuse", reached("bigxbang", "fuse", short=True), {"short": True}),
    Recording(
        "annihilation", "bigxbang", 2, "*annihilate", reached("bigxbang", "annihilate", short=True), {"short": True}, shown=False
    ),
    Recording("clash", "bigbrainbang", 2, "attack M2", CLASH, {"players": 2, "throws": "cheap"}, shown=False),
    Recording("brake", "robbery", 3, "*end", BRAKING, {"players": 3}, shown=False),
    Recording("serving", "brains", 3, "colour r", "1 80 5,5,10 r,y,g 0 3 51415", {"players": 3}, shown=False),
    Recording("revenge", "brains", 3, "colour r", "1 6 35,32,27 r,y,g 0 3 51415", {"players": 3}, shown=False),
    Recording(
        "throw",
        "bigbrainbang",
        2,
        "throw",
        f"aim 0 30 3,2 1,1,1 {TILES} S1,-/M2,L1 rk0 - - - - - real",
        {"throws": "real"},
        webgl=True,
        shown=False,
    ),
    Recording("split", "urknall", 3, "*separate", reached("urknall", "separate", players=3), {"players": 3}, shown=False),
]


def chosen(page: Page, match: str, wanted: str) -> str:
    """The name of the choice to be watched."""
    now = page.request.get(f"/api/matches/{match}/snapshot?seat=0").json()["now"]
    if wanted == "throw":
        return "throw 350 60 0 0 130 0"
    listed = now["choices"]
    if wanted.startswith("*"):
        found = [choice["name"] for choice in listed if choice["about"]["effect"] == wanted[1:]]
    elif wanted == "burner":
        found = [max(listed, key=lambda choice: len(choice["about"]["pieces"]))["name"]]
    else:
        found = [choice["name"] for name in wanted.split("|") for choice in listed if choice["name"].startswith(name)]
    if not found:
        sys.exit(f"nothing like {wanted}: {', '.join(choice['name'] for choice in listed[:40])}")
    return str(found[0])


def record(browser: Browser, address: str, wished: Recording) -> list[Image.Image]:
    """Opens the match, makes the move and looks on until nothing happens any more."""
    wide, high = wished.size
    context = browser.new_context(base_url=address, color_scheme=wished.look, viewport={"width": wide, "height": high})
    page = context.new_page()
    page.request.post("/api/me", data={"name": "Ada"})
    page.add_init_script(wishing(tours=[wished.game]))
    seats = [{"kind": "me"}, *({"kind": "bot", "level": "easy", "name": name} for name in NAMES[: wished.seats - 1])]
    position = wished.position if isinstance(wished.position, str) else wished.position()
    answer = page.request.post(
        "/api/matches", data={"game": wished.game, "seats": seats, "options": wished.options, "position": position}
    )
    if not answer.ok:
        sys.exit(f"{wished.name}: {answer.text()}")
    match = answer.json()["id"]
    page.clock.install(time=START)
    page.goto(f"/match/{match}")
    page.wait_for_selector(".play[data-open], .play[data-number]")
    time.sleep(3 if wished.webgl else 1)
    page.clock.pause_at(START + 60)
    move(page, match, chosen(page, match, wished.move))
    frames = watched(page, match, wished)
    context.close()
    return frames


def watched(page: Page, match: str, wished: Recording) -> list[Image.Image]:
    """What is above and on the stage, a frame every STEP, from when the first scene begins until some after the last."""
    frames: list[Image.Image] = []
    stage = page.locator(".stage")
    upper, lower = page.locator(".prompt").first.bounding_box(), stage.bounding_box()
    assert upper
    assert lower
    x, y, wide, high = lower["x"], upper["y"], lower["width"], lower["y"] + lower["height"] - upper["y"]
    still = 0
    while len(frames) < wished.frames and begun(page, match, wished):
        playing = stage.get_attribute("data-scene") is not None
        still = 0 if playing else still + 1
        page.evaluate(GO_ON, STEP)
        if still < REST:
            taken = page.screenshot(clip={"x": x, "y": y, "width": wide, "height": high}, animations="allow")
            frames.append(Image.open(io.BytesIO(taken)).convert("RGB"))
        page.clock.run_for(STEP)
        time.sleep(0.03)  # what is asked of the server meanwhile
        if still == REST and not wished.whole:
            break
    return frames


def begun(page: Page, match: str, wished: Recording) -> bool:
    """Waits for the first scene, and for the next of a fight, in which the bot chooses for us too."""
    deadline = time.monotonic() + 6
    while page.locator(".stage[data-scene]").count() == 0 and time.monotonic() < deadline:
        if not wished.whole and page.evaluate("window.shown"):
            return True  # the last scene is over
        if page.locator(".play[data-open]").count():
            if page.locator(".stage .fight").count() == 0:
                return False
            move(page, match, hinted(page.request, match, 0)["number"])
        page.clock.run_for(STEP)
        time.sleep(0.05)
    return page.locator(".stage[data-scene]").count() > 0


def move(page: Page, match: str, choice: str | int) -> None:
    """Seat 0 chooses, by name or number."""
    since = page.request.get(f"/api/matches/{match}/snapshot?seat=0").json()["now"]["number"]
    chosen = {"name": choice} if isinstance(choice, str) else {"choice": choice}
    answer = page.request.post(f"/api/matches/{match}/move", data={"number": since, "seat": 0, **chosen})
    if not answer.ok:
        sys.exit(f"{choice}: {answer.text()}")


def write(frames: list[Image.Image], path: Path) -> int:
    """An animated picture below the limit, as good as it can be; its size."""
    small = [frame.resize((WIDE, round(frame.height * WIDE / frame.width)), Image.Resampling.LANCZOS) for frame in frames]
    for quality in (70, 55, 42, 30, 20):
        small[0].save(path, save_all=True, append_images=small[1:], duration=STEP, loop=0, quality=quality, method=4)
        if path.stat().st_size <= MOST_BYTES:
            break
    return path.stat().st_size


def sheet(frames: list[Image.Image], path: Path, every: int, columns: int = 4, wide: int = 480) -> None:
    """All frames side by side, each with its time."""
    some = frames[::every]
    high = round(frames[0].height * wide / frames[0].width)
    whole = Image.new("RGB", (columns * wide, -(-len(some) // columns) * high))
    for i, frame in enumerate(some):
        at = (i % columns * wide, i // columns * high)
        whole.paste(frame.resize((wide, high)), at)
        ImageDraw.Draw(whole).text((at[0] + 4, at[1] + 2), f"{i * every * STEP} ms", fill="red")
    whole.save(path)


def main() -> None:
    """Takes the recordings asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", choices=[[], *(one.name for one in ALL)], default=[])
    parser.add_argument("--to", type=Path, help="where to, with a sheet of the frames of each (default: docs/pictures, without)")
    parser.add_argument("--every", type=int, default=1, help="one frame of so many on the sheet")
    asked = parser.parse_args()
    folder = asked.to or PICTURES
    folder.mkdir(parents=True, exist_ok=True)
    wanted = [one for one in ALL if one.name in asked.names or (not asked.names and one.shown)]
    with server() as address:
        for webgl in sorted({one.webgl for one in wanted}):
            with chromium(webgl=webgl) as browser:
                for one in wanted:
                    if one.webgl == webgl:
                        frames = record(browser, address, one)
                        path = folder / f"show-{one.name}.webp"
                        size = write(frames, path)
                        print(f"{path}: {len(frames)} frames, {size / 1000:.0f} kB", flush=True)
                        if asked.to:
                            sheet(frames, path.with_suffix(".png"), asked.every)
                        if size > MOST_BYTES:
                            print(f"{path.name} is larger than {MOST_BYTES} bytes", file=sys.stderr)


if __name__ == "__main__":
    main()
