"""What matches wait for beside their players: bots, throws, clocks that fall, seats that are gone."""

import asyncio
import logging
from pathlib import Path
from typing import Any

import pytest

from bangbox.bots.levels import levels
from bangbox.server.lobby.offering import come_back
from bangbox.server.match.clocks import GRACE_MS
from bangbox.server.match.due import DAY_MS
from bangbox.server.play.moves import move, resign
from bangbox.server.play.room import Room
from bangbox.server.protocol import ClockSetup, Move
from bangbox.server.running.app import close
from bangbox.server.storage.store import Conflict, StorageError
from bangbox.server.tending import referee
from bangbox.server.workers import jobs
from bangbox.server.workers.jobs import first_choice, ponder, settle, take_turn
from bangbox.server.workers.pool import Workers, WorkFailed
from bangbox.server.workers.queue import Job
from tests.server.house import PATIENCE, PEOPLE, Crew, Failing, House, Never, for_ever, opened
from tests.server.workers.jobs import die_thinking

MINUTE = ClockSetup(kind="game", seconds=60)


def reason(room: Room) -> str | None:
    """Why a match has ended."""
    return room.match.result.reason if room.match.result else None


# -- bots and throws


async def test_a_bot_answers_at_once(house: House) -> None:
    room = await house.table("a*")
    ann = house.watch(room, "a")
    await house.play(room, "b2")
    assert ann.of("events")[-1]["now"]["thinking"]
    await house.rest(room)
    event = room.match.events[2]
    assert (event.kind, event.seat, room.match.actor) == ("choice", 1, 0)
    assert event.data is not None
    assert (event.data["bot"], event.data["simulations"] > 0, "cut" in event.data) == ("easy", True, False)
    assert not ann.of("events")[-1]["now"]["thinking"]
    await house.agrees(room)


async def test_a_bots_haste_tells_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever it holds and however long that took: its answer leaves after a multiple of its pace, half a second."""
    waited = []

    async def sleep(seconds: float) -> None:
        waited.append(round(seconds, 3))

    async with opened(tmp_path, pace=1.0) as house:
        easy = levels("tictactoe").named("easy")
        monkeypatch.setattr("bangbox.server.tending.referee.asyncio.sleep", sleep)
        for took in (0, 30, 499, 500, 700):
            await house.referee._let_look(easy, house.hall.common.now() - took)
        monkeypatch.undo()
    assert waited == [0.5, 0.47, 0.001, 0.0, 0.3]


async def test_bots_let_people_look(tmp_path: Path) -> None:
    async with opened(tmp_path, pace=0.2) as house:
        room = await house.table("a*")
        began = asyncio.get_running_loop().time()
        await house.play(room, "b2")
        await house.rest(room)
        assert room.match.events[2].seat == 1
        assert asyncio.get_running_loop().time() - began >= 0.1


async def test_bots_wait_until_what_happened_is_seen(tmp_path: Path) -> None:
    """They have thought meanwhile, and answer as soon as the page says that it has shown everything."""
    async with opened(tmp_path, pace=0.01) as house:
        room = await house.table("a*")
        ann = house.watch(room, "a")
        room.feed.saw(ann, room.match.last)
        await house.play(room, "b2")
        while not house.crew.jobs:
            await asyncio.sleep(0)
        await asyncio.sleep(0.05)
        assert (room.match.last, room.match.actor) == (2, 1)
        room.feed.saw(ann, 2)
        await house.rest(room)
        assert room.match.events[2].seat == 1


async def test_a_bot_thinks_on_while_a_person_does(house: House) -> None:
    house.crew.count = 1  # one worker, which is free
    room = await house.table("a*")
    await house.play(room, "b2")
    await house.rest(room)
    assert [job.function for job in house.crew.jobs] == [take_turn, ponder]
    assert house.crew.jobs[1].arguments[0] == room.match.pos.seen_by(1)
    assert house.referee._pondering == {}


async def test_thinking_on_ends_when_the_person_has_moved(house: House) -> None:
    house.crew.count = 1
    house.crew.do = lambda job: for_ever(job) if job.function is ponder else job.function(*job.arguments, Never())
    room = await house.table("a*")
    await house.play(room, "b2")
    while room.id not in house.referee._pondering:
        await asyncio.sleep(0)
    pondering = house.referee._pondering[room.id]
    await house.play(room, room.match.pos.name(room.match.pos.choices()[0]))
    while not pondering.done():
        await asyncio.sleep(0)
    assert pondering.cancelled()


async def test_while_a_bot_lets_people_look_nobody_else_waits(tmp_path: Path) -> None:
    """Fifty seconds, in which its table can be played on, others play, and the server ends when it is told to."""
    async with opened(tmp_path, pace=100.0) as house:
        room, others, more = await house.table("a*"), await house.table(), await house.table("b*")
        await house.play(room, "b2")
        await house.play(more, "b2")
        jobs = room.job, more.job
        async with asyncio.timeout(PATIENCE):
            await asyncio.sleep(0.05)
            await house.play(others, "a1", "b1", "a2", "b2", "a3")
            await resign(room, "ann", 0)
            assert len(house.crew.jobs) == 2, "both have thought"
            assert (more.match.last, more.job) == (2, jobs[1])
            await close(house.hall)
        assert (reason(others), reason(room)) == ("rules", "resign")
        assert all(job is not None and job.done() for job in jobs)


async def test_bots_among_themselves_play_to_the_end(house: House) -> None:
    room = await house.table("a*")
    async with room.lock, room.writing():
        room.add("holder", 0, data={"level": "easy"})
    await house.rest(room)
    assert reason(room) == "rules"


async def test_a_bot_knows_only_what_its_seat_knows(house: House) -> None:
    room = await house.table("a**", "magpie", options={"players": 3})
    await house.play_out(room)
    for job in house.crew.jobs:
        if job.function is take_turn:
            seen = job.arguments[0]
            assert seen.text == seen.seen_by(seen.seat).text
            assert seen.seat in (1, 2)


async def test_a_throw_is_settled_by_a_worker(house: House) -> None:
    room = await house.table("abc", "magpie", options={"players": 3})
    while not room.match.pos.ranges():
        await house.move_somehow(room)
    await house.move(room, form="flick", values={"angle": 0, "strength": 40})
    await house.rest(room)
    throw = next(event for event in room.match.events if event.kind == "chance" and "flight" in (event.data or {}))
    assert [job.function for job in house.crew.jobs] == [settle]
    assert throw.data is not None
    assert throw.data["k"] < room.match.drawn


async def test_a_take_back_stops_whoever_thinks(house: House) -> None:
    room = await house.table("a*")
    thinking = asyncio.Event()

    async def think_long(job: Job) -> Any:
        thinking.set()
        await for_ever(job)

    house.crew.do = think_long
    await house.play(room, "b2")
    await asyncio.wait_for(thinking.wait(), PATIENCE)
    job = room.job
    assert job is not None
    async with room.lock:
        room.stop_work()
        async with room.writing():
            room.add("back", 0, 1)
    await asyncio.gather(job, return_exceptions=True)
    assert (job.cancelled(), room.match.actor, room.match.last) == (True, 0, 3)


async def test_what_was_thought_about_an_old_position_is_not_played(house: House) -> None:
    room = await house.table("a*")

    async def and_meanwhile(job: Job) -> Any:
        async with room.lock, room.writing():
            room.add("back", 0, 1)
        return Crew().do(job)

    house.crew.do = and_meanwhile
    await house.play(room, "b2")
    await house.rest(room)
    assert [event.kind for event in room.match.events] == ["set-up", "choice", "back"]


async def test_a_move_while_the_lease_is_given_back_is_answered_at_once(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not only when the sweep comes by."""
    room = await house.table("a*")

    async def release(match: str) -> None:
        if room.match.last == 3:
            await house.move_somehow(room)

    monkeypatch.setattr(house.hall.store, "release", release)
    await house.play(room, "b2")
    await house.rest(room)
    assert (room.match.last, room.match.actor) == (5, 0)


async def test_what_another_process_does_is_left_to_it(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    room = await house.table("a*")

    async def taken(match: str, milliseconds: int) -> bool:
        return False

    monkeypatch.setattr(house.hall.store, "claim", taken)
    await house.play(room, "b2")
    await house.rest(room)
    assert (room.match.last, house.crew.jobs) == (2, [])


async def test_if_another_process_was_first_nothing_is_wrong(house: House, caplog: pytest.LogCaptureFixture) -> None:
    room = await house.table("a*")

    def first(job: Job) -> Any:
        raise Conflict

    house.crew.do = first
    with caplog.at_level(logging.INFO):
        await house.play(room, "b2")
        await house.rest(room)
    assert "another process was first" in caplog.text
    assert (reason(room), room.match.last) == (None, 2)


async def test_a_database_that_fails_ends_no_match(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    room = await house.table("a*")
    await house.hall.common.summaries.write()

    def and_now_it_fails(job: Job) -> Any:
        broken.setattr(house.hall.store, "commit", Failing(house.hall.store.commit, 1))
        return Crew().do(job)

    with monkeypatch.context() as broken:
        house.crew.do = and_now_it_fails
        await house.play(room, "b2")
        await house.rest(room)
    assert (reason(room), room.match.last) == (None, 2)
    house.crew.do = Crew().do
    await house.wait(30)
    await house.rest(room)
    assert room.match.last == 3, "the sweep has looked again"


# -- bots that fail


async def test_a_bot_that_fails_takes_its_first_choice_in_a_worker(house: House, caplog: pytest.LogCaptureFixture) -> None:
    room = await house.table("a*")

    def no_idea(job: Job) -> Any:
        if job.function is take_turn:
            raise WorkFailed("3 workers died or hung")
        return Crew().do(job)

    house.crew.do = no_idea
    await house.play(room, "b2")
    await house.rest(room)
    assert [job.function for job in house.crew.jobs] == [take_turn, first_choice]
    assert (room.match.events[2].name, room.match.events[2].data) == ("a1", {"bot": "easy", "simulations": 0, "cut": True})
    assert "its first choice is taken" in caplog.text


@pytest.mark.parametrize("failure", [WorkFailed("everything failed"), ZeroDivisionError("nobody has thought of this")])
async def test_if_that_fails_too_the_match_is_set_aside(house: House, failure: Exception) -> None:
    room, other = await house.table("a*"), await house.table("b*")
    ann = house.watch(room, "a")

    def nothing_works(job: Job) -> Any:
        raise failure

    with pytest.MonkeyPatch.context() as broken:
        broken.setattr(house.crew, "do", nothing_works)
        await house.play(room, "b2")
        await house.rest(room)
    assert ann.closed
    assert reason(await house.hall.rooms.get(room.id)) == "fault"
    await house.play(other, "b2")
    await house.rest(other)
    assert (reason(other), other.match.last) == (None, 3)


async def test_a_throw_that_nobody_can_settle_sets_its_match_aside(house: House) -> None:
    room = await house.table("abc", "magpie", options={"players": 3})
    while not room.match.pos.ranges():
        await house.move_somehow(room)

    def fail(job: Job) -> Any:
        raise WorkFailed("3 workers died or hung")

    house.crew.do = fail
    await house.move(room, form="flick", values={"angle": 0, "strength": 40})
    await house.rest(room)
    assert reason(await house.hall.rooms.get(room.id)) == "fault"


async def test_a_bot_whose_workers_die_still_moves_and_nothing_thinks_here(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """With real worker processes."""

    def never(*_: Any) -> Any:
        raise AssertionError("somebody thinks on the event loop")

    monkeypatch.setattr(jobs, "bot", never)  # in this process only
    monkeypatch.setattr(referee, "take_turn", die_thinking)
    crew = house.hall.workers = Workers(1)
    crew.start()
    try:
        room = await house.table("a*")
        await house.play(room, "b2")
        async with asyncio.timeout(120):
            while room.job is not None:
                await asyncio.gather(room.job, return_exceptions=True)
    finally:
        await crew.close()
    assert (room.match.last, room.match.events[2].name) == (3, "a1")
    assert crew.replaced == 3


# -- clocks


async def test_a_clock_that_falls_loses(house: House) -> None:
    room = await house.table("ab", clock=MINUTE)
    await house.wait(59)
    assert reason(room) is None
    await house.wait(1)
    assert room.match.result is not None
    assert (reason(room), room.match.result.winners, room.match.result.seat) == ("timeout", [1], 0)


async def test_with_more_seats_a_bot_plays_on_for_whoever_ran_out_of_time(house: House) -> None:
    room = await house.table("ab*", "magpie", options={"players": 3}, clock=MINUTE)
    await house.wait(60)
    assert (room.match.forfeits, room.match.stand_ins) == ({0}, {0: "easy"})
    await house.rest(room)
    assert room.match.person_to_act == 1
    await house.wait(60)
    await house.rest(room)
    assert room.match.forfeits == {0, 1}
    assert room.match.result is not None
    assert not {0, 1} & set(room.match.result.winners)


async def test_nobody_loses_by_an_outage(tmp_path: Path) -> None:
    """A server that was gone for longer than the clock of the player to act."""
    async with opened(tmp_path) as before:
        match = (await before.table("ab", clock=MINUTE)).id
    async with opened(tmp_path) as house:
        house.clock.forward(70)
        house.referee.started = house.clock()
        room = await house.hall.rooms.get(match)
        await house.sweep.sweep()
        assert reason(room) is None
        house.clock.forward(2)
        await house.play(room, "b2", "a1")
        assert room.match.clock.left[0] == GRACE_MS
        await house.wait(GRACE_MS / 1000 - 1)
        assert reason(room) is None
        await house.wait(1)
        assert reason(room) == "timeout", "from then on the clock runs as ever"


# -- gone


async def test_a_gone_player_is_replaced_and_may_come_back(house: House) -> None:
    room = await house.table("ab", gone="bot")
    bob = house.watch(room, "b")
    await house.wait(190)
    await house.rest(room)
    assert (room.match.stand_ins, room.match.forfeits) == ({0: "easy"}, set())
    assert [event["kind"] for message in bob.of("events") for event in message["events"]] == ["holder", "choice"]
    await come_back(room, PEOPLE["a"], 0)
    assert room.match.stand_ins == {}
    await house.move_somehow(room)
    assert room.match.person_to_act == 0


@pytest.mark.parametrize("rule", ["vote", "clock"])
async def test_where_the_table_wants_it_otherwise_nobody_is_replaced(house: House, rule: str) -> None:
    room = await house.table("ab", gone=rule)
    house.watch(room, "b")
    await house.wait(200)
    assert room.match.stand_ins == {}


async def test_nobody_is_replaced_while_nobody_waits(house: House) -> None:
    alone, both_gone, here = [await house.table(seats, gone="bot") for seats in ("a*", "ab", "ab")]
    for who in ("a", "b"):
        house.watch(here, who)
    await house.wait(200)
    assert [room.match.stand_ins for room in (alone, both_gone, here)] == [{}, {}, {}]


# -- tables that wait


async def test_a_table_that_nobody_comes_to_is_closed_in_the_end(house: House) -> None:
    room = await house.table("a.")
    house.clock.forward(14 * DAY_MS / 1000)
    await house.sweep.sweep()
    assert reason(room) is None
    house.clock.forward(1)
    await house.sweep.sweep()
    assert reason(room) == "aborted"


async def test_a_table_that_is_complete_after_all_begins(house: House) -> None:
    """As when two processes have seated the last two people at once."""
    room = await house.table("a.")
    house.ask("UPDATE seats SET kind = 'person', guest = 'bob', name = 'Bob', contribution = ? WHERE seat = 1", "b" * 32)
    house.ask("UPDATE matches SET due = ?", house.clock())
    house.hall.rooms.drop(room)
    await house.sweep.sweep()
    again = await house.hall.rooms.get(room.id)
    assert again.match.running
    await move(again, "ann", Move(answers=1, seat=0, name="b2"))


async def test_nothing_begins_while_the_server_is_closing(house: House) -> None:
    room = await house.table("a*")
    house.hall.closing = True
    await house.play(room, "b2")
    assert room.job is None


async def test_a_lease_that_cannot_be_prolonged_is_no_fault(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(referee, "LEASE_MS", 3)
    room, claims = await house.table("a*"), 0

    async def claim(match: str, milliseconds: int) -> bool:
        nonlocal claims
        claims += 1
        if claims > 1:
            raise StorageError("away")
        return True

    async def slowly(job: Job) -> Any:
        while claims < 3:
            await asyncio.sleep(0.001)
        return Crew().do(job)

    monkeypatch.setattr(house.hall.store, "claim", claim)
    house.crew.do = slowly
    await house.play(room, "b2")
    await house.rest(room)
    assert (room.match.last, house.hall.metrics.errors) == (3, 0)
