"""Matches of The Great Brain Robbery on its own board: by clicking, by dragging, by keyboard, and three people in one fight."""

import json
import random
import re
import tomllib
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

import bangbox
from tests.web.driver import DESKTOP, PHONE, bots, confirm, expect_end, gone_on, new_match, number, ready, snapshot
from tests.web.test_access import findings, tab_to, too_wide

Opener = Callable[..., Page]
SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
FOLDER = bangbox.game("robbery").kind.folder
LATE = json.loads((Path(__file__).parent / "late.json").read_text("utf-8"))["robbery"]
TOO_SMALL = """[...document.querySelectorAll('.stage button')].filter(one => !one.closest('[inert]'))
  .map(one => [one.dataset.place ?? one.textContent, one.getBoundingClientRect()])
  .filter(([, box]) => box.width < 43.9 || box.height < 43.9).map(([what, box]) => `${what}: ${box.width} x ${box.height}`)"""
OUT_OF_THE_PICTURE = """() => {
  const edge = document.querySelector('.finale .end').getBoundingClientRect()
  const places = [...document.querySelectorAll('.finale .place')].map(one => one.getBoundingClientRect())
  return [
    ...[...document.querySelectorAll('.finale .head')].map(one => one.getBoundingClientRect().top)
      .filter(top => top < edge.top).map(top => `a head at ${top}`),
    ...places.filter(({ width }) => Math.abs(width - places[0].width) > 1).map(({ width }) => `a step of ${width}`),
  ]
}"""
# the part of the stage that lies empty above the train
ABOVE_THE_TRAIN = """() => {
  const found = ['.stage', '.stage .train', '.stage .car'].map(one => document.querySelector(one))
  const [stage, train, car] = found.map(one => one.getBoundingClientRect())
  return (car.top - train.top) / stage.height
}"""
COVERED_PLATES = """() => {
  const box = one => one.getBoundingClientRect()
  const over = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
  const names = [...document.querySelectorAll('.stage .under .name, .stage .signs .chip, .stage .overview')].map(box)
  const plates = [...document.querySelectorAll('.stage .plate')]
  return plates.filter(one => names.some(name => over(box(one), name))).map(one => one.innerText)
}"""
# three on one space, each with a brain and two cards; seat 0 is about to pick a fight
MEETING = "C:+/5y:++++ 1,2,3,4,6,7 5b3:2:20:12,30/5b3:1:40:5,9/5b3:1:33:2,48 - - r3f0s0c0e0 meet:0 -"
# my dice show 3 and 1, the Head runs 4; the hand holds a sprinter (run 6) and somebody who would slow me down (run -1)
MOVING = "C:+/3x:++++/5y:++++ 1,2,4,6,7 0b2:2:17:2,48/3b2:1:40:5/5b3:1:33:9 - - r3f0s0c0e0 move:0,dice=0:13 -"
INSTALLING = "C:+/5y:++++ 1,2,3,4,6,7 5b3:6:-:31,46/0b2:1:40:5/0b3:1:33:9 - - r3f0s0c0e0 install:0 -"
POOR = "C:+/5y:++++ 1,2,3,4,6,7 5b3:0:-:31,46/0b2:1:40:5/0b3:1:33:9 - - r3f0s0c0e0 install:0 -"  # nothing can be paid for
LONG = "1y:++++/2y:++++/3y:++++/4y:++++/5y:++++/6y:++++/E 7 1b1:2:17:-/4b3:1:40:-/4b4:1:33:- - - r9f0s0c6e6 move:0,dice=0:13 -"
SPOILS = "C:+/5y:++++ 1,2,3,4,6,7 5b3:2:-:12,30/5b3:1:-:5,9/5b3:1:-:2,48 - - r3f0s0c0e0 spoils:0,pool=20.40.33 -"
# only the Engine is left and the Brake is near
BRAKING = "E 2,3,4,6,7 0b3:6:31:-/0b2:1:40:5/0b1:1:33:9 - - r9f0s0c3e6 move:0,dice=0:35 -"


def space(page: Page, place: str) -> Any:
    """Something on the board that stands for a place."""
    return page.locator(f'.stage [data-place="{place}"]').first


def play(page: Page, choice: dict[str, Any]) -> None:
    """Taps what a choice names: a space, a card, a card and where it goes, or an answer."""
    places = choice["about"]["places"]
    for place in places[1:] if choice["about"]["effect"] == "give" or is_spoil(page, places) else places:
        space(page, place).click()


def play_any(page: Page, now: dict[str, Any], chance: random.Random) -> None:
    """One choice of several; where there is only one the page makes it by itself."""
    if len(now["choices"]) > 1:
        play(page, chance.choice(now["choices"]))


def is_spoil(page: Page, places: list[str]) -> bool:
    """A Head card of a fight that is thrown away: it is in the winner's hands already."""
    return len(places) == 2 and page.locator(".stage .fight[data-stage=spoils]").count() > 0


@SIZES
def test_a_match_of_robbery(opened: Opener, soak_count: Callable[[int, int], int], size: dict[str, Any]) -> None:
    """Running, fighting, installing and discarding, to the last round."""
    page = opened(**size)
    setup = {} if soak_count(0, 1) else {"position": LATE}
    page.goto(f"/match/{new_match(page, 'robbery', bots(2), options={'players': 3}, **setup)}")
    chance, steps = random.Random(3), 0
    while ready(page):
        since, now = number(page), snapshot(page)["now"]
        play_any(page, now, chance)
        confirm(page, since)
        assert too_wide(page) <= 0
        steps += 1
    expect_end(page)
    assert steps  # how many is the luck of the match


@SIZES
def test_the_brake_ends_it(opened: Opener, size: dict[str, Any]) -> None:
    """And on the podium nobody's crown reaches out of the picture, nor a long name into the next step."""
    page = opened(**size)
    page.goto(f"/match/{new_match(page, 'robbery', bots(2), options={'players': 3}, position=BRAKING)}")
    assert ready(page)
    brake = next(c for c in snapshot(page)["now"]["choices"] if c["about"]["effect"] == "end")
    expect(space(page, brake["about"]["places"][0])).to_have_attribute("aria-label", re.compile("the game ends"))
    since = number(page)
    play(page, brake)
    confirm(page, since)
    expect_end(page)
    expect(page.locator("[data-finale=done]")).to_be_visible()
    assert page.evaluate(OUT_OF_THE_PICTURE) == []


def test_the_train_stands_when_the_brake_has_ended_it(opened: Opener) -> None:
    page = opened(calm=False)
    page.goto(f"/match/{new_match(page, 'robbery', bots(2), options={'players': 3}, position=BRAKING)}")
    assert ready(page)
    hills = "() => document.querySelector('.scenery .near').getAnimations()[0].playState"
    assert page.evaluate(hills) == "running"
    play(page, next(c for c in snapshot(page)["now"]["choices"] if c["about"]["effect"] == "end"))
    page.locator(".ask .primary, .marquee.brake").first.wait_for()
    if page.locator(".ask").is_visible():
        page.locator(".ask .primary").click()
    page.locator(".marquee.brake").wait_for()
    assert page.evaluate(hills) == "paused"
    expect_end(page)
    assert page.evaluate(hills) == "paused"


def three(opened: Opener, position: str) -> list[Page]:
    """Ada, Bruno and Chiara, each in a browser of their own, at one table; Chiara on a phone."""
    pages = [opened(), opened(), opened(**PHONE)]
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    match = new_match(pages[0], "robbery", seats, options={"players": 3}, position=position)
    pages[0].goto(f"/match/{match}")
    for page, name in zip(pages[1:], ("Bruno", "Chiara"), strict=True):
        code = pages[0].request.post(f"/api/matches/{match}/invite", data={}).json()["code"]
        page.goto(f"/match/{match}#join={code}")
        page.get_by_label("Your name at the table").fill(name)
        page.get_by_role("button", name="Sit down").click()
    for page in pages:
        expect(page.locator(".stage .board")).to_be_visible()
    return pages


def test_three_browsers_in_a_fight(opened: Opener) -> None:
    """All three decide: one attacks, each plays a card, the winner rearranges the Heads."""
    pages = three(opened, MEETING)
    hands = [seen["hand"] for seen in (snapshot(page)["now"]["view"]["players"][i] for i, page in enumerate(pages))]
    keep_secrets(pages, hands)
    tap(pages[0], "fight")
    for page in pages:
        expect(page.locator(".fight .fighter")).to_have_count(3)
    decided = set()
    while (now := snapshot(pages[0])["now"])["view"]["phase"] == "brawl":
        actor = now["actor"]
        assert ready(pages[actor])
        tap(pages[actor], "pass" if actor in decided else f"card-{hands[actor][0]['number']}")
        decided.add(actor)
        for page in pages:
            gone_on(page, now["number"])
    assert decided == {0, 1, 2}
    for page in pages:
        expect(page.locator(".fight")).to_contain_text("wins the fight")
    winner = snapshot(pages[0])["now"]["actor"]
    rearrange(pages[winner], winner)
    for page in pages:
        expect(page.locator(".fight[data-stage=spoils]")).to_have_count(0)
    heads = [player["head"] for player in snapshot(pages[0])["now"]["view"]["players"]]
    assert sum(head is not None for head in heads) == 2


def keep_secrets(pages: list[Page], hands: list[list[dict[str, Any]]]) -> None:
    """Everybody has their own cards on the page, and nothing at all of the others' but backs."""
    for i, page in enumerate(pages):
        whole = page.content()
        for j, hand in enumerate(hands):
            for card in hand:
                assert page.locator(f'[data-place="card-{card["number"]}"]').count() == (i == j), (i, j, card)
                assert (names()[card["key"]] in whole) == (i == j), (i, j, card)


def names() -> dict[str, str]:
    """What the cards are called."""
    texts = tomllib.loads((FOLDER / "messages.en.toml").read_text("utf-8"))
    return {key.removeprefix("card."): escape(text, quote=False) for key, text in texts.items() if key.startswith("card.")}


def tap(page: Page, place: str) -> None:
    """Taps and, on the phone, says yes."""
    since = number(page)
    space(page, place).click()
    confirm(page, since)


def rearrange(page: Page, winner: int) -> None:
    """Three Head cards: one into the winner's Head by dragging, one to the next by tapping, the last is thrown away."""
    targets = [f"head-{winner}", f"head-{(winner + 1) % 3}", "discards"]
    for i, target in enumerate(targets):
        assert ready(page)
        since = number(page)
        if i == 0:
            page.locator(".fight .prize.first").drag_to(space(page, target))
        else:
            space(page, target).click()
        confirm(page, since)


def test_what_a_card_adds_is_shown_before_it_is_played(opened: Opener) -> None:
    """Pointing at a runner marks the spaces it would add; a space that only cards reach says which."""
    page = opened()
    page.goto(f"/match/{new_match(page, 'robbery', bots(2), options={'players': 3}, position=MOVING)}")
    assert ready(page)
    view = snapshot(page)["now"]["view"]
    left = view["move"]["left"]
    spaces = [found for car in view["cars"] for found in car["spaces"]]
    further = [found["place"] for found in spaces if left < found["steps"] <= left + 6]
    assert further
    assert page.locator(".space.now").count() == sum(found["steps"] <= left for found in spaces)
    expect(page.locator(".space.cards")).to_have_count(len(further))
    space(page, "card-2").hover()
    expect(page.locator(".space.more")).to_have_count(len(further))
    page.locator(".prompt").hover()
    expect(page.locator(".space.more")).to_have_count(0)
    space(page, further[-1]).click()
    expect(page.locator(".stage .panel")).to_contain_text("too far")
    since = number(page)
    page.locator(".stage .panel .buttons button").click()
    confirm(page, since)
    assert ready(page)
    assert snapshot(page)["now"]["view"]["move"]["left"] == left + 6
    expect(space(page, further[-1])).to_have_class(re.compile("now"))


def test_a_hint_is_marked_on_its_button_too(opened: Opener) -> None:
    page = opened()
    page.goto(f"/match/{new_match(page, 'robbery', bots(2), options={'players': 3}, position=INSTALLING)}")
    assert ready(page)
    nothing = next(choice for choice in snapshot(page)["now"]["choices"] if choice["name"] == "pass")

    def to_install_nothing(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json=answer.json() | {"choices": [answer.json()["choices"][0] | nothing]})

    page.route("**/hint", to_install_nothing)
    page.locator(".tools").get_by_role("button", name="Hint").click()
    expect(page.locator("button", has_text="Install nothing").locator("span")).to_have_text("1")


def test_nothing_moves_away_from_under_the_pointer(opened: Opener) -> None:
    """In a narrow window: a closer look at cards and Heads, with much to say or little, leaves everything where it is."""
    page = opened(viewport=PHONE["viewport"])
    page.goto(f"/match/{new_match(page, 'robbery', bots(2), options={'players': 3}, position=INSTALLING)}")
    assert ready(page)
    before = space(page, "discards").bounding_box()
    for place in ("card-31", "head-1", "card-46", "head-0"):
        space(page, place).hover()
        assert space(page, "discards").bounding_box() == before, place
    space(page, "card-31").click()
    expect(page.locator(".stage .panel .buttons button")).to_have_count(2)
    assert space(page, "discards").bounding_box() == before


@SIZES
def test_who_can_pay_for_no_card_is_not_asked(opened: Opener, size: dict[str, Any]) -> None:
    """The page goes on by itself, after it has said why."""
    page = opened(**size)
    page.goto(f"/match/{new_match(page, 'robbery', bots(2), options={'players': 3}, position=POOR)}")
    expect(page.get_by_text("It goes on by itself.")).to_be_visible()
    page.wait_for_function("() => +document.querySelector('.play').dataset.number > 1")
    log = page.request.get(f"/api/matches/{page.url.rsplit('/', 1)[1]}/log").json()
    assert next(event["name"] for event in log if event["kind"] == "choice") == "pass"


def test_a_line_of_the_log_shows_its_space(opened: Opener) -> None:
    """Its words name the car, and whoever points at it sees the space, however long the train is."""
    page = opened(viewport={"width": 900, "height": 800})
    page.goto(f"/match/{new_match(page, 'robbery', bots(2), options={'players': 3}, position=LONG)}")
    assert ready(page)
    since = number(page)
    play(page, next(choice for choice in snapshot(page)["now"]["choices"] if choice["about"]["effect"] == "go"))
    gone_on(page, since)
    assert ready(page)  # the train is seen where I am; the others are far from there and from the Brake
    line = page.locator(".log li", has_text=re.compile(r"^\W*Bot \d: (Run to|Stay on)")).last
    place, car = re.search(r"(?:Run to|Stay on) (\d[abc]\d) in the (\w+) car", line.inner_text()).groups()  # type: ignore[union-attr]
    assert f"{place[0]} The {car} car" in " ".join(page.locator(".stage .plate").all_inner_texts())
    line.hover()
    expect(page.locator(f'.stage [data-place="{place}"]')).to_be_in_viewport(ratio=1)
    expect(page.locator(f'.stage [data-place="{place}"] .name')).to_be_visible()


@pytest.mark.parametrize(("width", "height"), [(390, 844), (390, 664), (360, 640)])
def test_on_a_phone_the_train_and_the_cards_have_the_room(opened: Opener, width: int, height: int) -> None:
    """Little sky above the train; the plates of cars, with the number that names of spaces begin with, are uncovered."""
    page = opened(viewport={"width": width, "height": height}, has_touch=True, is_mobile=True)
    page.goto(f"/match/{new_match(page, 'robbery', bots(2), options={'players': 3}, position=MOVING)}")
    assert ready(page)
    expect(page.locator(".stage .plate").first).to_be_in_viewport(ratio=1)
    assert page.evaluate(ABOVE_THE_TRAIN) < 0.2
    assert page.evaluate(COVERED_PLATES) == []


def test_an_impossible_tap_names_the_rule(opened: Opener) -> None:
    """Too far away even with cards: the rule about steps."""
    page = opened()
    page.goto(f"/match/{new_match(page, 'robbery', bots(2), options={'players': 3}, position=MOVING)}")
    assert ready(page)
    space(page, "5b5").click()
    expect(page.get_by_text("R8").first).to_be_visible()


def test_installing_by_dragging(opened: Opener) -> None:
    """A card dragged into one's own Head is paid for and sits there."""
    page = opened()
    page.goto(f"/match/{new_match(page, 'robbery', bots(2), options={'players': 3}, position=INSTALLING)}")
    assert ready(page)
    since = number(page)
    space(page, "card-31").drag_to(space(page, "head-0"))
    confirm(page, since)
    me = snapshot(page)["now"]["view"]["players"][0]
    assert (me["head"]["number"], me["experience"]) == (31, 3)


def test_a_move_with_the_keyboard_alone(opened: Opener) -> None:
    """One Tab stop; arrows from space to space, Enter runs there."""
    page = opened()
    page.goto(f"/match/{new_match(page, 'robbery', bots(2), options={'players': 3}, position=MOVING)}")
    assert ready(page)
    assert page.locator(".stage button[tabindex='0']").count() == 1
    tab_to(page, ".stage .space")
    assert page.evaluate("document.activeElement.dataset.place") == "0b2"
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.place") == "0b3"
    since = number(page)
    page.keyboard.press("Enter")
    gone_on(page, since)
    assert snapshot(page)["now"]["view"]["players"][0]["place"] == "0b3"


@pytest.mark.parametrize(("look", "positions"), [("light", [MOVING, SPOILS]), ("dark", [MEETING, INSTALLING])])
def test_no_serious_findings_and_nothing_too_small(opened: Opener, look: str, positions: list[str]) -> None:
    """axe-core on the train, before a fight and among the spoils; on the phone everything is large enough for a finger."""
    page = opened(**PHONE, color_scheme=look)
    for position in positions:
        page.goto(f"/match/{new_match(page, 'robbery', bots(2), options={'players': 3}, position=position)}")
        assert ready(page)
        assert findings(page) == []
        assert too_wide(page) <= 0
        assert page.evaluate(TOO_SMALL) == []


# which spaces a pawn comes by: its feet, frame by frame, until it stands still where it goes
WATCH = """async ([pawn, goal]) => {
  const middles = [...document.querySelectorAll('.stage .space')].map(one => [one.dataset.place, one])
  const passed = []
  for (let still = 0; still < 15;) {
    const feet = document.querySelector(`.stage [data-pawn="${pawn}"] .runner`).getBoundingClientRect()
    const here = middles.find(([, one]) => {
      const box = one.getBoundingClientRect()
      return feet.left > box.left && feet.left < box.right && feet.top > box.top && feet.top < box.bottom
    })?.[0]
    if (here && here !== passed.at(-1)) passed.push(here)
    still = here === goal ? still + 1 : 0
    await new Promise(requestAnimationFrame)
  }
  return passed
}"""

# figures appear with a small leap, after which they stand
STANDS = """async (pawn) => {
  const top = () => document.querySelector(`.stage [data-pawn="${pawn}"] .runner`).getBoundingClientRect().top
  for (let was = NaN, still = 0; still < 10; still = top() === was ? still + 1 : 0) {
    was = top()
    await new Promise(requestAnimationFrame)
  }
}"""


def test_a_run_goes_the_way_of_the_rules(opened: Opener) -> None:
    """From space to space as the view tells it, neither through walls nor the other way first."""
    page = opened(calm=False)
    page.goto(f"/match/{new_match(page, 'robbery', bots(2), options={'players': 3}, position=MOVING)}")
    assert ready(page)
    now = snapshot(page)["now"]
    spaces = {found["place"]: found for car in now["view"]["cars"] for found in car["spaces"]}
    goals = [choice["about"]["places"][0] for choice in now["choices"] if choice["about"]["places"][0] in spaces]
    goal = max(goals, key=lambda place: (spaces[place]["steps"], place))
    way = [goal]
    while came := spaces[way[0]]["came"]:
        way.insert(0, came)
    page.evaluate(STANDS, 0)
    page.evaluate(f"() => {{ window.watched = ({WATCH})([0, '{goal}']) }}")  # not awaited here
    space(page, goal).click()
    passed = page.evaluate("window.watched")
    assert [place for i, place in enumerate(passed) if place not in passed[:i]] == way
    assert len(way) > 5


def test_spaces_have_the_names_that_the_log_speaks_of(opened: Opener) -> None:
    """On the space that one points at or has the focus on, and begun on the plate of its car."""
    page = opened()
    page.goto(f"/match/{new_match(page, 'robbery', bots(2), options={'players': 3}, position=MOVING)}")
    assert ready(page)
    goal = next(place for found in snapshot(page)["now"]["choices"] if len(place := found["about"]["places"][0]) == 3)
    name = page.locator(f'.stage [data-place="{goal}"] .name')
    expect(name).to_be_hidden()
    space(page, goal).hover()
    expect(name).to_be_visible()
    assert name.get_attribute("data-n") == goal
    page.mouse.move(0, 0)
    expect(name).to_be_hidden()
    space(page, goal).focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".stage .space:focus .name")).to_be_visible()
    numbers = page.locator(".stage .car .plate .number").all_inner_texts()
    assert numbers == [str(car["number"]) for car in snapshot(page)["now"]["view"]["cars"]]


# the rounds of a fight that were shown, in order; a busy machine may look too late
ROUNDS = """window.rounds = []; new MutationObserver(() => {
  const round = document.querySelector('.fight')?.dataset.round
  if (round && round !== window.rounds.at(-1)) window.rounds.push(round)
}).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-round'] })"""


def test_a_fight_is_one_scene_and_leaves(opened: Opener) -> None:
    """It says who attacks and that ties are the attacker's; when the Heads are given out, the train is back."""
    page = opened(calm=False)
    page.add_init_script(ROUNDS)
    page.goto(f"/match/{new_match(page, 'robbery', bots(2), options={'players': 3}, position=MEETING)}")
    assert ready(page)
    space(page, "fight").click()
    expect(page.locator(".fight h2")).to_have_text("Ada attacks Bot 1, Bot 2")
    expect(page.locator(".fight .terms")).to_contain_text("Ada attacks and wins a tie")
    page.wait_for_function("() => window.rounds.includes('dice')")
    assert page.evaluate("window.rounds.slice(0, 2)") == ["attack", "dice"]
    for _ in range(20):
        if not ready(page) or snapshot(page)["now"]["view"]["phase"] not in ("brawl", "spoils"):
            break
        since, now = number(page), snapshot(page)["now"]
        play(page, next((c for c in now["choices"] if c["name"] == "pass"), now["choices"][0]))
        confirm(page, since)
    expect(page.locator(".stage .fight")).to_have_count(0)
