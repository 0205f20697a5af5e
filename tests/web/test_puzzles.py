"""Puzzles of the day in a browser: solved on the real board, with stars, a link for others, and a history."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from bangbox.puzzles import FIRST_DAY, Puzzle, of_day, start
from tests.web.driver import PHONE, tap
from tests.web.test_access import findings

Opener = Callable[..., Page]


def found(game: str, fits: Callable[[Puzzle], bool]) -> tuple[str, Puzzle]:
    """The latest day with a puzzle of that kind."""
    day = datetime.now(UTC).date()
    while day >= FIRST_DAY:
        puzzle = of_day(game, day)
        assert puzzle is not None
        if fits(puzzle):
            return day.isoformat(), puzzle
        day -= timedelta(days=1)
    raise AssertionError("no puzzle of that kind yet")


def open_puzzle(page: Page, day: str, game: str) -> None:
    page.goto(f"/puzzle/{day}/{game}")
    page.wait_for_selector(".puzzle[data-open]")


def act(page: Page, name: str) -> None:
    """A fusion or an annihilation of Big×Bang, by tapping."""
    places = re.fullmatch(r"(\w+)[+x](\w+)", name)
    assert places
    for place in places.groups():
        tap(page, place)
    if page.locator(".ask").count():
        page.locator(".ask .primary").click()


def another(puzzle: Puzzle) -> str:
    """A move that is not the answer."""
    pos = start("bigxbang", puzzle)
    names = [pos.name(action) for action in pos.choices()]
    return next(name for name in names if re.fullmatch(r"\w+[+x]\w+", name) and name not in puzzle.finds[0].answers)


@pytest.mark.parametrize("size", [{}, PHONE], ids=["desktop", "phone"])
def test_a_choice_is_found_at_the_second_try_shared_and_remembered(opened: Opener, size: dict[str, object]) -> None:
    day, puzzle = found("bigxbang", lambda puzzle: len(puzzle.finds) == 1 and "pass" not in puzzle.finds[0].answers)
    page = opened(permissions=["clipboard-read", "clipboard-write"], **size)
    open_puzzle(page, day, "bigxbang")
    act(page, another(puzzle))
    expect(page.locator(".verdict")).to_contain_text("something better")
    expect(page.locator("[data-task]")).to_be_in_viewport()
    page.wait_for_selector(".puzzle[data-open]")
    act(page, puzzle.finds[0].answers[0])
    expect(page.locator(".verdict")).to_contain_text("Solved! ★★☆")
    expect(page.locator(".solution")).to_contain_text("of 100 matches from here are won")
    assert findings(page) == []
    page.get_by_role("button", name="Copy the result").click()
    shared = page.evaluate("navigator.clipboard.readText()")
    assert "★★☆" in shared
    address = shared.splitlines()[-1]
    assert address.endswith(f"/puzzle/{day}/bigxbang")
    page.goto("/me")
    history = page.locator("section[aria-labelledby=puzzles]")
    expect(history.get_by_role("link", name="Big×Bang")).to_contain_text("★★☆")

    other = opened()
    other.goto(address)  # works for anybody
    other.wait_for_selector(".puzzle[data-open]")
    expect(other.locator(".standing")).to_contain_text(re.compile(r"\d+ of \d+ who tried have solved it"))


def test_a_score_is_reached_and_failing_is_told_kindly(opened: Opener) -> None:
    day, puzzle = found("bigxbang", lambda puzzle: puzzle.goal == "light")
    page = opened()
    open_puzzle(page, day, "bigxbang")
    expect(page.locator(".targets")).to_contain_text("★★★ for 0 particles left")
    act(page, puzzle.line[0])
    page.wait_for_selector(".puzzle[data-open]")
    page.get_by_role("button", name="That is my solution").click()
    expect(page.locator(".verdict")).to_be_visible()
    expect(page.locator(".coach")).not_to_contain_text(re.compile(r"[-−]\d+ points"))
    page.get_by_role("button", name="Take back").click()
    for name in puzzle.line:
        page.wait_for_selector(".puzzle[data-open]")
        act(page, name)
        page.wait_for_function("n => document.querySelector('.puzzle[data-open]') || document.querySelector('.verdict')", arg=0)
    if not page.locator(".verdict").count():
        page.get_by_role("button", name="That is my solution").click()
    expect(page.locator(".verdict")).to_contain_text("★★★ 0 particles left")
    expect(page.locator(".standing")).to_contain_text("Everybody's best: 0 particles left")


def test_the_front_page_has_a_puzzle_of_every_game(opened: Opener) -> None:
    page = opened(locale="de")
    page.goto("/")
    card = page.locator("article[aria-labelledby=puzzle]")
    expect(card.get_by_role("link")).to_have_count(5)
    expect(card).to_contain_text("0 von 5 heute gelöst")
    card.get_by_role("link", name="Mmm… Brains!").click()
    page.wait_for_selector(".puzzle[data-open]")
    page.get_by_role("button", name="Hier aufhören").or_(page.get_by_role("button", name="Alle fünf noch einmal")).first.click()
    expect(page.locator(".verdict")).to_be_visible()
    page.goto("/")
    expect(card.get_by_role("link", name="Mmm… Brains!")).not_to_contain_text("neu")


@pytest.mark.parametrize("game", ["urknall", "robbery", "bigbrainbang"])
def test_a_solution_is_shown_step_by_step_with_why(opened: Opener, game: str) -> None:
    page = opened(locale="de")
    page.add_init_script("localStorage.setItem('bangbox.bigbrainbang.view', 'flat')")  # the deep view is painted slowly here
    day, _ = found(game, lambda _: True)
    page.request.post("/api/me", data={"name": "Ada"})
    page.request.post(f"/api/puzzles/{day}/{game}/solution")
    open_puzzle(page, day, game)
    page.get_by_role("button", name="Ansehen").click()
    expect(page.locator(".solution li .soft").first).to_be_visible()
    assert findings(page) == []


# the buttons of a board that do something now, and the head of the task, lie inside the screen
IN_VIEW = """() => { const within = node => { const box = node.getBoundingClientRect()
    return box.top >= 0 && box.left >= -1 && box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1 }
  const all = document.querySelectorAll('.stage :is(.primary, .buttons .button):not(:disabled)')
  const does = [...all].filter(node => node.checkVisibility())
  const told = [document.querySelector('.coach h1'), ...does].filter(node => !within(node)).map(node => node.textContent.trim())
  if (document.scrollingElement.scrollHeight > innerHeight + 1) told.push('the page is scrolled')
  if (document.querySelector('.puzzle .board').clientHeight < innerHeight / 2) told.push('the board is small')
  return told }"""


@pytest.mark.parametrize("size", [(390, 844), (390, 664), (360, 640)], ids=str)
def test_on_a_phone_the_task_and_what_is_to_be_done_are_in_view(opened: Opener, size: tuple[int, int]) -> None:
    page = opened(viewport={"width": size[0], "height": size[1]}, has_touch=True, is_mobile=True, locale="de")
    page.add_init_script("localStorage.setItem('bangbox.bigbrainbang.view', 'flat')")
    today = datetime.now(UTC).date().isoformat()
    for game in ("bigxbang", "brains", "urknall", "robbery", "bigbrainbang"):
        open_puzzle(page, today, game)
        assert page.evaluate(IN_VIEW) == [], game


def test_a_day_without_puzzles(opened: Opener, expected: list[str]) -> None:
    expected += ["404"]
    page = opened()
    page.goto("/puzzle/2020-01-01/brains")
    expect(page.get_by_role("alert")).to_contain_text("puzzles from")
