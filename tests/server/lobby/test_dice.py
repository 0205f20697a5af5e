"""The fair dice before the start: every seat commits to its number, then all show them; who cheats cannot steer."""

import itertools
from pathlib import Path

import pytest

from bangbox.core.dice import FairDice, contribution_commitment
from bangbox.core.matches.match import MatchRecord
from bangbox.core.matches.verifying import verify
from bangbox.server.errors import Refusal
from bangbox.server.lobby.hosting import order
from bangbox.server.lobby.lists import listed
from bangbox.server.lobby.seats import contribute, join, leave
from bangbox.server.lobby.setup import create
from bangbox.server.match.record import record_text
from bangbox.server.play.moves import resign
from bangbox.server.play.room import Room
from bangbox.server.protocol import Contribution, DiceInfo, HostOrder, Join, Me, NewMatch, SeatSetup
from tests.server.house import PEOPLE, House, opened

ANN, BOB, CID = (PEOPLE[sign] for sign in "abc")
NUMBERS = ["0a" * 32, "0b" * 32]
WANTED = [5, 5]  # two sixes


async def new_table(house: House, seats: str = "a.") -> Room:
    """A table of Ann's to whose dice nobody but bots has contributed yet."""
    kinds = {"a": SeatSetup(kind="me"), ".": SeatSetup(kind="open"), "*": SeatSetup(kind="bot", level="easy")}
    setup = NewMatch(game="magpie", seats=[kinds[sign] for sign in seats], public=True, options={"players": len(seats)})
    return await create(house.hall, ANN, setup)


async def committed_table(house: House) -> Room:
    """A table at which Ann and Bob have committed to their numbers."""
    room = await new_table(house)
    await commit(room, ANN, 0)
    await join(house.hall, BOB, room, Join(commitment=contribution_commitment(NUMBERS[1])))
    return room


async def commit(room: Room, me: Me, seat: int, number: str = "") -> None:
    promised = contribution_commitment(number or NUMBERS[seat])
    await contribute(me, room, Contribution(seat=seat, commitment=promised))


async def show(room: Room, me: Me, seat: int, number: str = "") -> None:
    await contribute(me, room, Contribution(seat=seat, contribution=number or NUMBERS[seat]))


async def refusal(room: Room, me: Me, seat: int, **share: str) -> str:
    """The code with which a share in the dice is refused."""
    with pytest.raises(Refusal) as refused:
        await contribute(me, room, Contribution(seat=seat, **share))
    return refused.value.problem.code


def dice(room: Room) -> DiceInfo:
    """What everybody sees of the dice."""
    return room.feed.table(None).dice


def steered(room: Room, others: list[str]) -> str:
    """The number of a last player whom the operator tells the secret: with it the first dice show what is wanted."""
    for attempt in itertools.count():
        found = FairDice(room.match.row.secret, room.id, [*others, f"{attempt:032x}"])
        if [found.below(6) for _ in WANTED] == WANTED:
            return f"{attempt:032x}"
    raise AssertionError


async def test_numbers_are_shown_when_all_have_committed(house: House) -> None:
    room = await new_table(house)
    await commit(room, ANN, 0)
    assert dice(room).commitments == [contribution_commitment(NUMBERS[0]), None]
    assert await refusal(room, ANN, 0, contribution=NUMBERS[0]) == "early", "a seat is free"
    await join(house.hall, BOB, room, Join())
    assert await refusal(room, ANN, 0, contribution=NUMBERS[0]) == "early", "Bob has not committed"
    assert dice(room).contributions == [None, None]
    ann = house.watch(room, "a")
    await commit(room, BOB, 1)
    told = ann.of("table")[-1]["table"]["dice"]
    assert told["commitments"] == [contribution_commitment(number) for number in NUMBERS], "now Ann may show hers"
    await show(room, ANN, 0)
    assert dice(room).contributions == [NUMBERS[0], None]
    assert not room.match.running
    await show(room, BOB, 1)
    assert room.match.running
    assert dice(room).contributions == NUMBERS
    await show(room, BOB, 1)  # said again, after a lost answer
    await commit(room, BOB, 1)
    await house.agrees(room)


async def test_a_bot_commits_at_once_and_shows_its_number_last(house: House) -> None:
    room = await new_table(house, "a*")
    promised = dice(room).commitments[1]
    await commit(room, ANN, 0)
    assert dice(room).contributions == [None, None]
    await show(room, ANN, 0)
    assert contribution_commitment(dice(room).contributions[1] or "") == promised


async def test_who_has_committed_cannot_steer_even_with_the_operators_help(house: House) -> None:
    room = await committed_table(house)
    await show(room, ANN, 0)
    wanted = steered(room, NUMBERS[:1])
    assert await refusal(room, BOB, 1, contribution=wanted) == "commitment"
    assert await refusal(room, BOB, 1, commitment=contribution_commitment(wanted)) == "committed"
    await show(room, BOB, 1)
    assert dice(room).contributions == NUMBERS


async def test_who_leaves_after_having_seen_a_number_closes_the_table(house: House) -> None:
    """Otherwise Bob could sit down again with a number that suits Ann's."""
    room = await committed_table(house)
    await show(room, ANN, 0)
    await leave(BOB, room)
    assert room.match.result is not None
    assert (room.match.result.reason, room.match.result.seat) == ("aborted", 1)
    assert [note.kind for note in room.notes] == ["joined", "left"]
    with pytest.raises(Refusal, match="closed"):
        await join(house.hall, CID, room, Join())
    await house.agrees(room)


async def test_a_closed_table_is_listed_and_its_record_tells_all(house: House) -> None:
    room = await committed_table(house)
    await show(room, ANN, 0)
    await leave(BOB, room)
    for me, shown, there in ((CID, "aborted", True), (ANN, "mine", True), (BOB, "mine", True), (CID, "finished", False)):
        assert (room.id in [line.id for line in await listed(house.hall, me, shown, None, 2**53)]) == there
    record = MatchRecord.read(record_text(room.match))
    assert bytes.fromhex(record.secret) == room.match.row.secret
    assert (record.contributions, record.events[-1].seat) == ([NUMBERS[0], ""], 1), "what was shown, and who went"
    verdict = verify(record)
    assert (verdict.good, verdict.ended, verdict.draws) == (True, "aborted", 0), verdict.wrong


async def test_whom_the_host_removes_then_closes_the_table_too(house: House) -> None:
    room = await committed_table(house)
    await order(room, ANN, HostOrder(action="remove", seat=1))
    assert room.match.result is not None
    assert (room.match.result.reason, room.match.result.seat) == ("aborted", 1)


async def test_the_host_who_closes_a_table_is_named(house: House) -> None:
    room = await committed_table(house)
    await leave(ANN, room)
    assert room.match.result is not None
    assert (room.match.result.reason, room.match.result.seat) == ("aborted", 0)


async def test_who_never_shows_a_number_lets_the_table_be_closed(house: House) -> None:
    room = await committed_table(house)
    await show(room, ANN, 0)
    house.clock.forward((house.hall.settings.patience_days + 1) * 86_400)
    await house.sweep.sweep()
    assert room.match.result is not None
    assert room.match.result.reason == "aborted"


async def test_before_all_have_committed_anybody_may_go_or_choose_another_number(house: House) -> None:
    room = await new_table(house, "a..")
    await commit(room, ANN, 0, "c" * 64)
    await commit(room, ANN, 0)
    assert dice(room).commitments[0] == contribution_commitment(NUMBERS[0]), "from another browser, say"
    await join(house.hall, BOB, room, Join(commitment=contribution_commitment(NUMBERS[1])))
    await leave(BOB, room)
    assert (room.match.result, dice(room).commitments[1]) == (None, None)
    await house.agrees(room)


async def test_who_shows_a_number_without_commitment_can_be_steered_by_the_last(house: House) -> None:
    """The short way of simple clients, as docs/dice.md says: it protects who takes it only as the last one."""
    room = await new_table(house)
    await show(room, ANN, 0)
    wanted = steered(room, NUMBERS[:1])
    await join(house.hall, BOB, room, Join(contribution=wanted))
    await resign(room, BOB.id, 1)
    record = MatchRecord.read(record_text(room.match))
    found = FairDice(bytes.fromhex(record.secret), room.id, record.contributions)
    assert [found.below(6) for _ in WANTED] == WANTED
    assert (verify(record).good, verify(record).committed) == (True, []), "and the record says that nobody had committed"


async def test_a_number_without_commitment_does_no_harm_to_who_has_committed(house: House) -> None:
    room = await new_table(house)
    await commit(room, ANN, 0)
    await join(house.hall, BOB, room, Join(contribution=NUMBERS[1]))
    assert await refusal(room, BOB, 1, contribution="c" * 32) == "contributed", "fixed before Ann shows hers"
    assert await refusal(room, BOB, 1, commitment="c" * 64) == "contributed"
    await show(room, ANN, 0)
    assert room.match.running
    await resign(room, BOB.id, 1)
    verdict = verify(MatchRecord.read(record_text(room.match)))
    assert (verdict.good, verdict.committed, verdict.ended) == (True, [0], "resign"), verdict.wrong


@pytest.mark.parametrize(
    ("share", "code"),
    [
        ({}, "share"),
        ({"commitment": "ab" * 32, "contribution": "ab" * 16}, "share"),
        ({"commitment": "ab" * 31}, "share"),
        ({"commitment": "AB" * 32}, "share"),
        ({"contribution": "ab" * 7}, "contribution"),
        ({"contribution": "xy" * 16}, "contribution"),
    ],
)
async def test_what_is_no_share_is_refused_and_changes_nothing(house: House, share: dict[str, str], code: str) -> None:
    room = await new_table(house)
    assert await refusal(room, ANN, 0, **share) == code
    if share:
        with pytest.raises(Refusal) as refused:
            await join(house.hall, BOB, room, Join(**share))  # type: ignore[arg-type]
        assert refused.value.problem.code == code
    assert (dice(room).commitments, dice(room).contributions) == ([None, None], [None, None])
    await house.agrees(room)


async def test_commitments_survive_a_restart_and_old_tables_begin_as_they_were(tmp_path: Path) -> None:
    async with opened(tmp_path) as house:
        new, old = await new_table(house, "a*"), await new_table(house, "a*")
        await commit(new, ANN, 0)
        # Bots of older servers had shown their numbers at once.
        house.ask("UPDATE seats SET commitment = NULL WHERE match = ? AND seat = 1", old.id)
    async with opened(tmp_path) as house:
        again, older = await house.hall.rooms.get(new.id), await house.hall.rooms.get(old.id)
        assert dice(older).contributions[1]
        await commit(older, ANN, 0)
        for room in (again, older):
            await show(room, ANN, 0)
            assert room.match.running
