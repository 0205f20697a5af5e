"""The end of a match: why, what broke a tie, the last scene of each game, the curve, a line to share."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.games.bigbrainbang.tables import table, tile
from tests.web.driver import DESKTOP, PHONE, bots, new_match, number, ready, snapshot

Opener = Callable[..., Page]
NAMES = ["Ada", "Bo", "Cy", "Di", "Ed"]
LEVEL = table(
    "after", tile("L1", -250, 0), tile("S1", -290, -200), tile("M1", -240, -200),
    pawns="L1,-/M1,-", tokens="1,1", dice="rk2", turn=149,
).text  # fmt: skip
SKY = ".....P.../.........N/.........../............/.......D..n./.....N...../........../...p....t m 1 6,6,6,6 7,6,7,6 short"
SMALL = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
TRAIN = (
    "5y:----/1x:----/6x:------/E 3 6a2:11:47:-/5a3:10:-:-/0b1:12:-:-/6b1:10:42:-/6a2:8:-:- "
    "2,3,4,5,8,10,11,20,22,24,27,28,29,32,34,36,37,40,41,45,46,48,51,53,54,57,58,61,62,63 - r46f3s0c3e16 move:2,dice=2:25 -"
)
WORLDS = (
    "a:r1r5g0g0b1/b:g0b5b5/c:r0g4g4b5/d:r5g1b0/e:r0r0r5b0/f:r5g.g1b4/g:r0g1g4g4/h:r1r4b5/i:r1g0b1b1b1b4 "
    "00 1 change 1 bi 0,0,1,0 -"
)
ENDS: dict[str, tuple[dict[str, Any], str, str, str]] = {  # options, position, the last move, what the end says
    "bigxbang": ({"short": True}, SKY, "pass", "Both sides have passed"),
    "brains": ({"players": 3}, "2 90 9,1,x r,y,g 0 3 4*541", "colour y", "Ada still has 9 brains, and nobody else has any left."),
    "urknall": ({"players": 2}, WORLDS, "split a take r1", "Both have used their own markers."),
    "robbery": ({"players": 5}, TRAIN, "go 6c1", "The steam has run out. The best brain is"),
    "bigbrainbang": ({"throws": "cheap"}, LEVEL, "end", "with 6 points; the tie-break is small tiles, 1 to 0: Bo wins."),
}


def ended(page: Page, game: str) -> str:
    """Plays the last move of a match in front of the page; the match."""
    options, position, move, _ = ENDS[game]
    seats = [{"kind": "me"}, *({"kind": "here", "name": name} for name in NAMES[1 : options.get("players", 2)])]
    match = new_match(page, game, seats, options=options, position=position)
    page.goto(f"/match/{match}")
    page.wait_for_selector(".play[data-number]")
    seat, since = snapshot(page)["now"]["actor"], number(page)
    answer = page.request.post(f"/api/matches/{match}/move", data={"number": since, "seat": seat, "name": move})
    assert answer.ok, answer.text()
    page.locator("dialog[open] .tally").wait_for()
    return match


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("game", ENDS)
def test_the_end_says_why_and_counts(opened: Opener, game: str, size: dict[str, Any]) -> None:
    """Calm: the whole count is there at once, and nothing is wider than the window."""
    page = opened(**size)
    ended(page, game)
    dialog = page.locator("dialog[open]")
    expect(dialog.locator("[data-why]")).to_contain_text(ENDS[game][3])
    expect(dialog).to_have_accessible_description(dialog.locator("[data-why]").inner_text())
    expect(dialog.locator("[data-finale]")).to_have_attribute("data-finale", "done")
    expect(dialog.locator("[data-finale] svg").first).to_be_visible()
    wide = dialog.locator("[data-finale] *").evaluate_all("all => Math.max(...all.map(e => e.getBoundingClientRect().right))")
    assert wide <= size["viewport"]["width"] + 1
    shown = snapshot(page)
    for row, seat in zip(dialog.locator(".tally > li .sum").all_inner_texts(), places(shown), strict=True):
        assert int(row) == shown["now"]["scores"][seat]


@pytest.mark.parametrize("size", [DESKTOP, SMALL], ids=["desktop", "phone"])
@pytest.mark.parametrize("game", ENDS)
def test_what_can_be_done_next_is_in_view_at_once(opened: Opener, game: str, size: dict[str, Any]) -> None:
    """However much was counted, and with the longer words of German: play again, review, replay, share."""
    page = opened(**size, locale="de")
    ended(page, game)
    dialog = page.locator("dialog[open]")
    for name in ("Noch eine Partie", "Rückblick", "Nachspielen", "Teilen"):
        expect(dialog.locator(".button", has_text=re.compile(rf"^\W*{name}\W*$"))).to_be_in_viewport(ratio=1)
    inside = dialog.locator(".again").evaluate("row => row.scrollWidth - row.clientWidth")
    assert inside <= 0


def places(shown: dict[str, Any]) -> list[int]:
    """The winners first, then by points."""
    scores, winners = shown["now"]["scores"], shown["now"]["winners"]
    return sorted(range(len(scores)), key=lambda seat: (seat not in winners, -scores[seat], seat))


def test_bodies_are_counted_one_by_one_until_the_sum_is_right(opened: Opener) -> None:
    page = opened(calm=False)
    ended(page, "urknall")
    scene = page.locator("dialog[open] [data-finale]")
    expect(scene).to_have_attribute("data-finale", "counting")
    expect(scene.locator(".bodies svg.on").first).to_be_visible()
    assert scene.locator(".bodies svg.on").count() < scene.locator(".bodies > li").count()
    where = "all => all.map(one => [one.offsetLeft, one.offsetTop])"
    before = scene.locator(".bodies > li").evaluate_all(where)
    scene.locator(".scene").click()  # the rest at once
    expect(scene).to_have_attribute("data-finale", "done")
    assert scene.locator(".bodies > li").evaluate_all(where) == before, "nothing moves when something is counted"
    shown = snapshot(page)
    sums = [int(text) for text in scene.locator("ul:not(.bodies) b").all_inner_texts()]
    assert sums == [shown["now"]["scores"][seat] for seat in places(shown)]
    page.get_by_role("button", name="Watch the count again").click()
    expect(scene).to_have_attribute("data-finale", "counting")


def test_the_curve_is_made_when_it_is_asked_for_and_leads_into_the_replay(opened: Opener) -> None:
    page = opened(**PHONE)
    match = ended(page, "brains")
    page.get_by_role("button", name="Show how the chances went").click()
    curve = page.locator("dialog[open] [data-lookback=made]").get_by_role("slider")
    expect(curve).to_be_in_viewport(ratio=1)  # scrolled to, and what sticks to the lower edge is below it
    low, edge = (page.locator(found).bounding_box() for found in ("dialog[open] [data-lookback]", "dialog[open] .again"))
    assert low and edge and low["y"] + low["height"] <= edge["y"] + 1
    curve.focus()
    page.keyboard.press("Home")
    page.wait_for_url(f"**/match/{match}/at/*")


def test_an_end_is_shared_as_a_line_with_a_link(opened: Opener) -> None:
    page = opened(permissions=["clipboard-read", "clipboard-write"])
    match = ended(page, "brains")
    page.get_by_role("button", name="Share", exact=True).click()
    expect(page.get_by_text("Copied").first).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.splitlines()[0] == "Mmm… Brains!: Ada won (Ada 9, Bo 0, Cy 0)"
    assert copied.endswith(f"/match/{match}/replay")


def test_who_gives_up_ends_it_without_a_count(opened: Opener) -> None:
    page = opened()
    match = new_match(page, "bigxbang", [{"kind": "me"}, {"kind": "here", "name": "Bo"}], options={"short": True}, position=SKY)
    page.goto(f"/match/{match}")
    page.wait_for_selector(".play[data-number]")
    page.request.post(f"/api/matches/{match}/resign", data={"seat": 0})
    dialog = page.locator("dialog[open]")
    expect(dialog.locator("[data-why]")).to_have_text("Ada gave up.")
    expect(dialog.locator("[data-finale]")).to_have_count(0)


def test_who_gives_up_among_bots_is_told_before_and_after_that_nobody_wins(opened: Opener) -> None:
    page = opened()
    page.goto(f"/match/{new_match(page, 'brains', bots(2), options={'players': 3})}")
    ready(page)
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Give up").click()
    asked = page.locator("dialog[open]", has_text="Give up?")
    expect(asked).to_contain_text("the match ends at once, nobody wins")
    asked.get_by_role("button", name="Give up").click()
    expect(page.locator("dialog[open] [data-why]")).to_contain_text("You gave up, and only bots were left: nobody wins.")
