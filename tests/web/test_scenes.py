"""Nothing that happens is left out: the scenes that a page shows are the events that have one, each once and in order."""

import random
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

import bangbox
from tests.web.driver import bots, new_match, number, ready, snapshot
from tests.web.test_bigbrainbang import WITHOUT_WEBGL

Opener = Callable[..., Page]
# every scene that the stage plays, by the events it shows
WATCHED = """window.scenes = []; let shown; new MutationObserver(() => {
  const { scene, sceneEvents } = document.querySelector('.stage')?.dataset ?? {}
  if (scene && sceneEvents !== shown) window.scenes.push({ kind: scene, events: sceneEvents })
  shown = scene && sceneEvents
}).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-scene-events'] })"""
RUNS = {"go", "meet", "counter", "brake", "end"}
STAYS = {"stay.meet", "stay.counter"}  # nobody runs anywhere


def quarrel() -> str:
    """A position of seven in which seat 0 may pick a fight, with cars to come."""
    for seed in range(100):
        pos, chance = bangbox.game("robbery", players=7).start(seed=seed), random.Random(seed)
        for _ in range(400):
            if pos.over:
                break
            if pos.actor == 0 and any(pos.about(choice).effect == "fight" for choice in pos.choices()):
                return str(pos.text)
            pos.play(chance.choice(pos.choices()))
    raise AssertionError("nobody ever fights")


def on_the_table(event: dict[str, Any], _next: dict[str, Any] | None) -> bool:
    """Big Brain Bang: dice that come to rest, the Burner, fights; and whatever the others do."""
    effect = (event["about"] or {}).get("effect")
    if event["kind"] == "chance":
        return effect == "rest"
    return event["kind"] == "choice" and (event["seat"] != 0 or effect in {"burn", "attack", "fight"})


def on_the_train(event: dict[str, Any], following: dict[str, Any] | None) -> bool:
    """Robbery: runs that lead somewhere, cars coupled on, couplings tested, the Brake, fights from the challenge to the Heads."""
    about = event["about"] or {}
    effect, place = about.get("effect"), (about.get("places") or [""])[0]
    if event["kind"] == "chance":
        return effect == "car" or about.get("rule") in {"R11", "R18"}
    if event["kind"] != "choice":
        return False
    if about.get("rule") == "R21":  # the Heads are seen when the last one is given
        return ((following or {}).get("about") or {}).get("rule") != "R21"
    return (
        effect in {"fight", "hit", "ahead"}
        or (effect == "pass" and about["rule"] == "R19")
        or (effect in RUNS and event["label"]["key"] not in STAYS and len(place) == 3 and place[0].isdigit())
    )


def play_on(page: Page, chance: random.Random) -> None:
    """Chooses for us, at random, as often as it is our turn."""
    now = snapshot(page)["now"]
    match = page.url.rsplit("/", 1)[1]
    if now["choices"]:
        fights = [choice for choice in now["choices"] if choice["about"]["effect"] == "fight"]
        move = {"choice": chance.choice(fights or now["choices"])["number"]}
    elif not now["forms"]:
        return  # nothing was to be decided, so the page has chosen by itself meanwhile
    else:
        form = now["forms"][0]
        move = {"form": form["name"], "values": {one["name"]: one.get("default") or one["low"] for one in form["fields"]}}
    page.request.post(f"/api/matches/{match}/move", data={"number": now["number"], "seat": 0, **move})


def watch(page: Page, most: int) -> list[dict[str, Any]]:
    """Plays on until the page has shown so many events, or the match is over; then what has happened till there."""
    chance = random.Random(7)
    while number(page) < most and page.locator(".play").get_attribute("data-status") != "over":
        if page.locator(".play[data-open]").count():
            play_on(page, chance)
        page.wait_for_timeout(40)
    end = number(page)
    page.wait_for_function(
        "n => +document.querySelector('.play').dataset.number > n || !document.querySelector('[data-scene]')", arg=end
    )
    log = page.request.get(f"/api/matches/{page.url.rsplit('/', 1)[1]}/log").json()
    return [event for event in log if event["number"] <= end]


GAMES: list[Any] = [
    pytest.param("bigbrainbang", 4, {"players": 4, "throws": "cheap"}, on_the_table, 60, id="bigbrainbang-4"),
    pytest.param("robbery", 7, {"players": 7}, on_the_train, 80, id="robbery-7"),
]


@pytest.mark.parametrize(("game", "players", "options", "has_one", "few"), GAMES)
def test_as_many_scenes_as_events_that_have_one(
    opened: Opener,
    expected: list[str],
    soak_count: Callable[[int, int], int],
    soak_row: Callable[[str, int, str, float], None],
    game: str,
    players: int,
    options: dict[str, Any],
    has_one: Callable[[dict[str, Any], dict[str, Any] | None], bool],
    few: int,
) -> None:
    """At four times the speed, with bots that answer at once; with --soak whole matches."""
    expected.append(r"/preview")  # what the board asks about a moment that our move has ended
    expected.append(r"/move")  # where the board chooses by itself at the moment at which we do, one of both comes too late
    page = opened(calm=False, speed=4)
    page.add_init_script(WATCHED)
    page.add_init_script(WITHOUT_WEBGL)
    setup = {"position": quarrel()} if game == "robbery" and not soak_count(0, 1) else {}
    page.goto(f"/match/{new_match(page, game, bots(players - 1), options=options, **setup)}")
    page.wait_for_selector(".play[data-number]")
    begun, since = number(page), time.monotonic()
    happened = watch(page, soak_count(few, 100_000))
    shown = [int(n) for scene in page.evaluate("window.scenes") for n in scene["events"].split()]
    assert shown == sorted(set(shown)), "in order, each once"
    pairs = zip(happened, [*happened[1:], None], strict=True)
    shows = [event["number"] for event, following in pairs if event["number"] > begun and has_one(event, following)]
    wrong = set(shows) ^ {n for n in shown if n <= happened[-1]["number"]}
    assert not wrong, [(event["number"], event["name"], event["about"]) for event in happened if event["number"] in wrong]
    assert len(shows) >= 10
    what = f"scenes that the page shows of a whole match of {game} for {players}, and events that have one"
    soak_row(what, len(shows), f"one each, in order, of {len(happened):,} events", time.monotonic() - since)


def test_a_replay_plays_the_same_scenes_forward_back_and_again(opened: Opener) -> None:
    page = opened(calm=False, speed=4)
    seats = [{"kind": "me"}, {"kind": "here", "name": "Bruno"}]
    match = new_match(page, "bigxbang", seats, options={"short": True})
    page.goto(f"/match/{match}")
    assert ready(page)
    for seat in (0, 1, 0):
        now = page.request.get(f"/api/matches/{match}/snapshot?seat={seat}").json()["now"]
        move = {"number": now["number"], "seat": seat, "choice": now["choices"][0]["number"]}
        assert page.request.post(f"/api/matches/{match}/move", data=move).ok
    first = now["number"] - 1
    page.add_init_script(WATCHED)
    page.goto(f"/match/{match}/at/{first + 2}")
    page.wait_for_selector(".replay .stage .board")
    assert page.evaluate("window.scenes") == []
    shown = []
    clicks = [("One step back", 1), ("Watch that again", 1), ("One step on", 2), ("Watch that again", 2)]
    for button, moment in clicks:
        page.get_by_role("button", name=button).click()
        shown.append(str(first + moment))
        page.wait_for_function("n => window.scenes.length === n && !document.querySelector('[data-scene]')", arg=len(shown))
        assert [scene["events"] for scene in page.evaluate("window.scenes")] == shown
        assert int(page.get_by_label("Moment of the match").input_value()) == first + moment


CARBON = (  # one fusion away
    "n.p....../........../.........../..AATP....../............/.........../........../......... m 0 0,0,0,0 0,0,0,0 -"
)


def test_carbon_is_announced_beside_the_group_that_wins(opened: Opener) -> None:
    page = opened(speed=1)
    match = new_match(page, "bigxbang", bots(1), position=CARBON)
    page.goto(f"/match/{match}")
    assert ready(page)
    page.request.post(f"/api/matches/{match}/move", data={"number": snapshot(page)["now"]["number"], "seat": 0, "name": "d6+d5"})
    words = page.locator(".stage .sensation b").bounding_box()
    assert words
    for place in ("d3", "d4", "d5"):
        box = page.locator(f'.stage [data-place="{place}"] .hit').first.bounding_box()
        assert box
        assert box["y"] + box["height"] <= words["y"] or box["y"] >= words["y"] + words["height"]
