"""Reviews: made by workers when first asked for, kept, and only of what is over."""

import asyncio

import pytest

from bangbox.server.errors import Refusal
from bangbox.server.hall import BeingMade
from bangbox.server.lobby import reviewing
from bangbox.server.lobby.reviewing import reviewed
from bangbox.server.play.moves import resign
from bangbox.server.play.room import Room
from bangbox.server.workers.jobs import Part, review
from bangbox.server.workers.pool import WorkFailed
from bangbox.server.workers.queue import Job
from tests.server.house import House


async def over(house: House) -> Room:
    room = await house.table()
    await house.play(room, "a1", "b2", "a2", "c3", "a3")
    return room


async def test_a_review_is_made_once_and_kept(house: House) -> None:
    room = await over(house)
    first = await reviewed(house.hall, room, "ann")
    assert first.review is not None
    assert first.review.curve[-1].chances == [1, 0]
    jobs = [job.function for job in house.crew.jobs]
    assert set(jobs) == {review}, "workers made it"
    assert await reviewed(house.hall, room, "somebody else") == first
    assert [job.function for job in house.crew.jobs] == jobs, "nobody made it again"


async def test_a_running_match_is_not_reviewed(house: House) -> None:
    room = await house.table()
    await house.play(room, "a1")
    with pytest.raises(Refusal, match="when it is over"):
        await reviewed(house.hall, room, "ann")
    await resign(room, "bob", 1)
    found = await reviewed(house.hall, room, "ann")
    assert found.review is not None
    assert found.review.curve[-1].chances == [1, 0], "who gave up has lost"


async def test_who_asks_too_early_hears_how_far_it_is(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    room, go = await over(house), asyncio.Event()
    monkeypatch.setattr(reviewing, "WAIT", 0.01)
    parts = house.crew.do

    async def slowly(job: Job) -> Part:
        await asyncio.sleep(0.01)
        part: Part = parts(job)
        return part if go.is_set() else Part(part.notes, 0.5, None)

    house.crew.do = slowly
    found = await reviewed(house.hall, room, "ann")
    assert found.review is None
    while found.progress != 0.5:
        found = await reviewed(house.hall, room, "bob")
    assert len(house.hall.reviews) == 1, "both wait for the same"
    go.set()
    while found.review is None:
        found = await reviewed(house.hall, room, "ann")
    assert house.hall.reviews == {}


async def test_what_cannot_be_made_is_refused_and_can_be_tried_again(house: House) -> None:
    room, honest = await over(house), house.crew.do

    def fail(job: object) -> None:
        raise WorkFailed("3 workers died or hung")

    house.crew.do = fail
    with pytest.raises(Refusal, match="could not be made") as refused:
        await reviewed(house.hall, room, "ann")
    assert refused.value.status == 503
    house.crew.do = honest
    assert (await reviewed(house.hall, room, "ann")).review is not None


async def test_one_asker_has_two_made_at_a_time(house: House) -> None:
    room = await over(house)
    house.hall.reviews |= {"x": BeingMade("ann"), "y": BeingMade("ann")}
    with pytest.raises(Refusal, match="two reviews at a time"):
        await reviewed(house.hall, room, "ann")
    assert (await reviewed(house.hall, room, "bob")).review is not None
