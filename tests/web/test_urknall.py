"""Matches of Urknall on its own board, by clicking only, at desktop and phone size."""

import random
import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import bangbox
from bangbox.core.rules import CHANCE
from tests.web.driver import DESKTOP, PHONE, bots, confirm, expect_end, gone_on, new_match, number, ready, snapshot, tap

Opener = Callable[..., Page]
SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
OPTIONS = {"players": 2, "black_hole": True}


@SIZES
def test_a_match_of_urknall(opened: Opener, soak_count: Callable[[int, int], int], size: dict[str, Any]) -> None:
    """Travelling, marking, combining and separating by tapping bodies and elements, until all markers are used."""
    page = opened(**size)
    setup = {} if soak_count(0, 1) else {"position": late_position(18)}
    page.goto(f"/match/{new_match(page, 'urknall', bots(1), options=OPTIONS, **setup)}")
    chance, steps = random.Random(2), 0
    while ready(page):
        since, now = number(page), snapshot(page)["now"]
        choose(page, chance.choice(now["choices"])["about"]["places"], by_finger=size is PHONE)
        confirm(page, since)
        steps += 1
    expect_end(page)
    assert steps  # how many is the luck of the match


def choose(page: Page, places: list[str], by_finger: bool) -> None:
    """Taps what a choice names: the comet, bodies, elements; a finger takes elements from the closer look."""
    if "comet" in places:
        tap(page, "comet")
    places = [place for place in places if place != "comet"]
    if by_finger and all(":" in place for place in places):
        return pick_below(page, places)
    seen: Counter[str] = Counter()
    for place in places:
        page.locator(f'.stage [data-place="{place}"]').nth(seen[place]).click()
        seen[place] += 1


def pick_below(page: Page, places: list[str]) -> None:
    """Takes hold of a body with a finger, then taps its elements where they are large."""
    body = places[0][0]
    page.locator(f'.stage [data-body="{body}"] .hit').first.tap()
    look = page.locator(".stage .look")
    expect(look).to_contain_text(re.compile(f"(Body|Körper) {body}"))
    seen: Counter[str] = Counter()
    for place in places:
        look.locator(f'button[data-place="{place}"]').nth(seen[place]).tap()
        seen[place] += 1


def late_position(left: int) -> str:
    """A position of a random game with about so many decisions to go."""
    pos, chance, texts = bangbox.game("urknall", **OPTIONS).start(seed=5), random.Random(5), []
    while not pos.over:
        if pos.actor != CHANCE:
            texts.append(pos.text)
        pos.play(chance.choice(pos.choices()))
    return texts[-left]


def test_what_a_body_is_worth_before_and_after(opened: Opener) -> None:
    """Tapping a body tells what it is worth to everybody; pointing at a choice tells what it will be worth."""
    page = opened()
    page.goto(f"/match/{new_match(page, 'urknall', bots(1), options=OPTIONS, position=late_position(18))}")
    assert ready(page)
    look = page.locator(".stage .look")
    expect(look).to_contain_text("Tap a body")
    page.locator(".stage [data-body]").first.hover()
    expect(look.locator(".worth li")).to_have_count(4)  # two players and their second colours


def test_an_impossible_tap_names_the_rule(opened: Opener) -> None:
    """At the start only bodies of one element can be tapped; the others answer with the rule."""
    page = opened()
    page.goto(f"/match/{new_match(page, 'urknall', bots(1), options={'players': 2, 'first': 0})}")
    assert ready(page)
    places = {place for choice in snapshot(page)["now"]["choices"] for place in choice["about"]["places"]}
    other = next(body["name"] for body in snapshot(page)["now"]["view"]["bodies"] if body["name"] not in places)
    tap(page, other)
    expect(page.get_by_text("U4").first).to_be_visible()


LIKE_A_SEAT = """() => {
  // a shape as the points of its frame that it fills
  const filled = shape => {
    const { x, y, width, height } = shape.getBBox()
    const steps = Array.from({ length: 24 }, (_, i) => (i + 0.5) / 24)
    return steps.flatMap(right => steps.map(down => shape.isPointInFill(new DOMPoint(x + right * width, y + down * height))))
  }
  const alike = (one, other) => one.filter((on, i) => on && other[i]).length / one.filter((on, i) => on || other[i]).length
  const seats = [...document.querySelectorAll('.stage svg.sign path')].map(filled)
  const elements = ['r', 'g', 'b'].map(colour => filled(document.querySelector(`.drawn g.${colour} .body`)))
  return [seats.length, Math.max(...elements.flatMap(element => [...seats, ...elements].filter(other => other !== element)
    .map(other => alike(element, other))))]
}"""


def test_no_element_has_a_sign_like_a_seats(opened: Opener) -> None:
    """Outlines of the three colours are unlike each other and unlike those of all seats."""
    page = opened()
    page.goto(f"/match/{new_match(page, 'urknall', bots(3), options={'players': 4})}")
    assert ready(page)
    seats, alike = page.evaluate(LIKE_A_SEAT)
    assert seats == 4
    assert alike < 0.9


WHERE = """Object.fromEntries([...document.querySelectorAll('.stage [data-body]')]
  .map(one => [one.dataset.body, one.getAttribute('transform')]))"""


def sizes(page: Page) -> dict[str, int]:
    """The bodies that the server knows of, and how many elements each has."""
    return {body["name"]: len(body["elements"]) for body in snapshot(page)["now"]["view"]["bodies"]}


def changed_since(page: Page, since: int) -> set[str]:
    """The bodies that were joined or split after an event."""
    played = [event["name"].split() for event in snapshot(page)["log"] if event["number"] > since and event["name"]]
    return {word for words in played if {"join", "split"} & set(words) for word in words if len(word) == 1}


@SIZES
def test_no_body_moves_that_was_not_touched(opened: Opener, size: dict[str, Any]) -> None:
    """Whatever is played: bodies that were neither joined nor split are exactly where they were."""
    page = opened(**size)
    page.goto(f"/match/{new_match(page, 'urknall', bots(1), options=OPTIONS, position=late_position(24))}")
    chance, changed = random.Random(4), 0
    while ready(page) and changed < 4:
        since, now, before, where = number(page), snapshot(page)["now"], sizes(page), page.evaluate(WHERE)
        choose(page, chance.choice(now["choices"])["about"]["places"], by_finger=size is PHONE)
        confirm(page, since)
        if not ready(page):
            break
        after, there = sizes(page), page.evaluate(WHERE)
        touched = changed_since(page, since)  # a name that became free may be another body's by now
        untouched = [name for name, count in after.items() if before.get(name) == count and name not in touched]
        known = [name for name in untouched if name in where]
        assert {name: there[name] for name in known} == {name: where[name] for name in known}
        changed += before != after
    assert changed


def combining() -> str:
    """A position in which seat 0 has to combine bodies."""
    for seed in range(100):
        pos, chance = bangbox.game("urknall", players=3).start(seed=seed), random.Random(seed)
        while not pos.over:
            if pos.actor == 0 and len(pos.choices()) > 1 and pos.about(pos.choices()[0]).effect == "combine":
                return pos.text
            pos.play(chance.choice(pos.choices()))
    raise AssertionError("nobody ever has to combine")


def middle(page: Page, body: str) -> tuple[float, float]:
    """Where a body is on the screen."""
    box = page.locator(f'.stage [data-body="{body}"] .hit').first.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, body: str, to: tuple[float, float]) -> None:
    page.mouse.move(*middle(page, body))
    page.mouse.down()
    page.mouse.move(*to, steps=5)
    page.mouse.up()


def test_bodies_are_dragged_apart_and_onto_each_other(opened: Opener) -> None:
    """Put aside, a body stays there and nothing is chosen; let go on another, both are combined."""
    page = opened()
    page.goto(f"/match/{new_match(page, 'urknall', bots(2), options={'players': 3}, position=combining())}")
    assert ready(page)
    choice = next(c for c in snapshot(page)["now"]["choices"] if "comet" not in c["about"]["places"])
    one, other = choice["about"]["places"]
    since, where = number(page), page.evaluate(WHERE)
    x, y = middle(page, other)
    drag(page, other, (x + 12, y + 9))
    moved = {name for name, spot in page.evaluate(WHERE).items() if spot != where[name]}
    assert moved <= {other}
    assert number(page) == since
    drag(page, other, middle(page, one))
    gone_on(page, since)
    log = page.request.get(f"/api/matches/{page.url.rsplit('/', 1)[1]}/log").json()
    assert next(event["name"] for event in log if event["number"] == since + 1) == choice["name"]


def test_a_finger_drags_a_body_and_does_not_scroll(opened: Opener) -> None:
    page = opened(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page.goto(f"/match/{new_match(page, 'urknall', bots(2), options={'players': 3}, position=combining())}")
    assert ready(page)
    one, other = next(c["about"]["places"] for c in snapshot(page)["now"]["choices"] if "comet" not in c["about"]["places"])
    (x, y), (to_x, to_y) = middle(page, other), middle(page, one)
    finger = page.context.new_cdp_session(page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for part in range(1, 11):
        spot = {"x": x + (to_x - x) * part / 10, "y": y + (to_y - y) * part / 10}
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [spot]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator(".ask")).to_be_visible()


def test_points_and_bodies_say_why(opened: Opener) -> None:
    """A tap on somebody's points lists what they are made of, and it adds up; a body says it too."""
    page = opened()
    page.goto(f"/match/{new_match(page, 'urknall', bots(1), options=OPTIONS, position=late_position(18))}")
    assert ready(page)
    view = snapshot(page)["now"]["view"]
    page.locator('.stage [data-place="seat-0"] button').click()
    why = page.locator(".stage .why.card")
    first = why.locator("ul").first.locator("b")
    assert sum(int(points) for points in first.all_text_contents()) == view["players"][0]["points"]
    page.keyboard.press("Escape")
    expect(why).to_have_count(0)
    body = max(view["bodies"], key=lambda found: len(found["scores"]))
    page.locator(f'.stage [data-body="{body["name"]}"] .hit').first.hover()
    expect(page.locator(".stage .look ul.why li")).to_have_count(len(body["scores"]))


def test_no_astronaut_stands_before_a_hint(opened: Opener) -> None:
    page = opened()
    page.goto(f"/match/{new_match(page, 'urknall', bots(1), options=OPTIONS, position=late_position(18))}")
    assert ready(page)
    page.locator(".tools").get_by_role("button", name="Hint").click()
    expect(page.locator(".stage .hint").first).to_be_visible()
    drawn = page.locator(".stage .drawn").evaluate(
        "sky => [...sky.querySelectorAll('.walker, .hint')].map(one => one.classList[0])"
    )
    assert "moves" in drawn, "somebody stands somewhere"
    assert drawn == sorted(drawn, reverse=True), "whoever is drawn later lies over what was drawn before"


@pytest.mark.parametrize("locale", ["en", "de"])
def test_on_a_phone_a_body_and_what_can_be_done_there_fit_their_card(opened: Opener, locale: str) -> None:
    page = opened(**PHONE, locale=locale)
    page.goto(f"/match/{new_match(page, 'urknall', bots(1), options=OPTIONS, position=travelling())}")
    assert ready(page)
    choices = snapshot(page)["now"]["choices"]
    bodies = Counter(
        choice["about"]["places"][0][0]
        for choice in choices
        if choice["about"]["effect"] == "travel" and "comet" not in choice["about"]["places"]
    )
    look = page.locator(".stage .look")
    assert max(bodies.values()) > 1
    for body, n in bodies.items():
        page.locator(f'.stage [data-body="{body}"] .hit').first.tap()
        expect(look.locator(".head strong")).to_contain_text(f" {body}")
        if n > 1:
            expect(look.locator(".actions .button")).to_have_count(n)
        assert look.evaluate("card => card.scrollHeight - card.clientHeight") <= 1, body
        page.keyboard.press("Escape")


def travelling() -> str:
    """A position of a random game in which seat 0 travels, with many markers on the bodies."""
    pos, chance = bangbox.game("urknall", **OPTIONS).start(seed=5), random.Random(5)
    found = ""
    while not pos.over:
        if pos.actor == 0 and pos.view(0).phase == "travel" and len(pos.choices()) > 8:
            found = pos.text
        pos.play(chance.choice(pos.choices()))
    return found
