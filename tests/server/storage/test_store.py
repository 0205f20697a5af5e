"""Both databases do the same: transactions all or nothing, conflicts, failures that are told."""

import asyncio

import pytest

from bangbox.server.storage.queries import ADD_EVENT, ADD_GUEST, EVENTS, GUEST, RENAME_GUEST
from bangbox.server.storage.rows import EventRow, event_values, read_event
from bangbox.server.storage.statements import Write
from bangbox.server.storage.store import Conflict, StorageError, Store


def guest(name: str) -> Write:
    return Write(ADD_GUEST, {"id": name, "name": name, "kind": "guest", "created": 1})


async def test_events_come_back_as_they_went_in(store: Store) -> None:
    events = [
        EventRow(1, 5, "set-up", None, None, "a; b", {"actions": [1, 2], "k": 0, "draws": [[6, 0, 1], [6, 5, 6]]}),
        EventRow(2, 6, "choice", 3, 2**53 - 1, "c4+e4 ä", None),
    ]
    await store.commit([Write(ADD_EVENT, event_values("m", event)) for event in events], "m", 2)
    assert [read_event(row) for row in await store.read(EVENTS, match="m", first=1)] == events


async def test_a_number_is_given_once(store: Store) -> None:
    await store.commit([Write(ADD_EVENT, event_values("m", EventRow(1, 5, "choice")))])
    with pytest.raises(Conflict):
        await store.commit([guest("x"), Write(ADD_EVENT, event_values("m", EventRow(1, 6, "choice")))])
    assert await store.read(GUEST, guest="x") == [], "all or nothing"


async def test_what_must_change_something_and_does_not_voids_the_transaction(store: Store) -> None:
    with pytest.raises(Conflict):
        await store.commit([guest("y"), Write(RENAME_GUEST, {"guest": "nobody", "new_name": "z"}, must=True)])
    assert await store.read(GUEST, guest="y") == []


async def test_one_conflict_among_many_transactions_spoils_no_other(store: Store) -> None:
    await store.commit([guest("n7")])
    outcomes = await asyncio.gather(*(store.commit([guest(f"n{i}")]) for i in range(40)), return_exceptions=True)
    assert [i for i, outcome in enumerate(outcomes) if isinstance(outcome, Conflict)] == [7]
    assert [i for i in range(40) if await store.read(GUEST, guest=f"n{i}")] == list(range(40))
    assert not store.failing, "a conflict is no failure"


@pytest.mark.parametrize("spoilt", [set[int](), {0}, {63, 64, 65}, {86}])
async def test_events_written_together_are_all_there_but_those_in_conflict(store: Store, spoilt: set[int]) -> None:
    """87 of them are written by several statements; whoever comes with one of them gets in or not with it."""

    def event(place: int, time: int) -> Write:
        return Write(ADD_EVENT, event_values(f"m{place % 10}", EventRow(place, time, "choice", name=f"move {place}")))

    for place in spoilt:
        await store.commit([event(place, 1)])
    together = [store.commit([event(place, 2), guest(f"g{place}")]) for place in range(87)]
    outcomes = await asyncio.gather(*together, return_exceptions=True)
    assert {place for place, outcome in enumerate(outcomes) if outcome is not None} == spoilt
    assert all(isinstance(outcomes[place], Conflict) for place in spoilt)
    assert {place for place in range(87) if not await store.read(GUEST, guest=f"g{place}")} == spoilt
    for match in range(10):
        found = [read_event(row) for row in await store.read(EVENTS, match=f"m{match}", first=0)]
        expected = [(place, 1 if place in spoilt else 2, f"move {place}") for place in range(match, 87, 10)]
        assert [(row.number, row.time, row.name) for row in found] == expected


async def test_what_cannot_be_written_at_all_is_told_and_the_writers_go_on(store: Store) -> None:
    for place in range(4):  # more often than there are writers
        huge = Write(ADD_GUEST, {"id": "x", "name": "x", "kind": "guest", "created": 2**70})
        with pytest.raises((StorageError, OverflowError)):
            await asyncio.wait_for(store.commit([huge]), 10)
        await asyncio.wait_for(store.commit([guest(f"g{place}")]), 10)


async def test_whoever_gives_up_waiting_spoils_nothing(store: Store) -> None:
    gone = asyncio.create_task(store.commit([guest("gone")]))
    await asyncio.sleep(0)
    gone.cancel()
    await store.commit([guest("stays")])
    assert await store.read(GUEST, guest="stays")
