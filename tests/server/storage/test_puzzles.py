"""The statements behind puzzles of the day, over both databases."""

from typing import Any

from bangbox.server.storage.puzzles import ADD_ATTEMPT, ATTEMPT, ATTEMPTS_OF, ATTEMPTS_OF_DAY, CHANGE_ATTEMPT, EVERYBODY
from bangbox.server.storage.statements import Write
from bangbox.server.storage.store import Store

DAY = "2026-11-15"


def attempt(guest: str, game: str = "brains", **other: Any) -> Write:
    row = {"tries": 1, "stars": 0, "score": None, "shown": 0, "began": 1, "solved": None} | other
    return Write(ADD_ATTEMPT, {"date": DAY, "game": game, "guest": guest, **row})


def change(before: int) -> Write:
    now = {"count": 2, "earned": 3, "points": 7, "looked": 0, "when": 9}
    return Write(CHANGE_ATTEMPT, {"day": DAY, "of": "brains", "who": "ann", "before": before, **now})


async def test_a_try_is_counted_once_even_if_two_arrive_together(store: Store) -> None:
    await store.commit([attempt("ann")])
    await store.commit([change(before=1)])
    await store.commit([change(before=1)])  # the same number of tries was counted from
    (row,) = await store.read(ATTEMPT, date=DAY, game="brains", guest="ann")
    assert (row["tries"], row["stars"], row["score"], row["solved"]) == (2, 3, 7, 9)


async def test_what_everybody_has_reached_is_counted_by_game(store: Store) -> None:
    await store.commit([attempt("ann", stars=3, solved=5, score=4), attempt("bob", stars=1, solved=6, score=9), attempt("cid")])
    await store.commit([attempt("ann", game="urknall")])
    found = {row["game"]: row for row in await store.read(EVERYBODY, date=DAY)}
    brains = found["brains"]
    assert (brains["players"], brains["solved"], int(brains["perfect"]), brains["best"]) == (3, 2, 1, 9)
    assert (found["urknall"]["players"], found["urknall"]["solved"]) == (1, 0)
    assert {row["game"] for row in await store.read(ATTEMPTS_OF_DAY, guest="ann", date=DAY)} == {"brains", "urknall"}
    assert len(await store.read(ATTEMPTS_OF, guest="bob")) == 1
