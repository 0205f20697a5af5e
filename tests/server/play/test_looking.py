"""Looking ahead changes nothing: previews, why something is forbidden, hints."""

import asyncio

import msgspec
import pytest

from bangbox.games.bigbrainbang.inputs import Throw
from bangbox.server.errors import Refusal
from bangbox.server.play import looking
from bangbox.server.play.looking import Latest, hint, why_not
from bangbox.server.play.room import Room
from bangbox.server.protocol import Attempt, Move, Preview
from bangbox.server.workers import jobs
from bangbox.server.workers.jobs import Advice, advise
from bangbox.server.workers.pool import WorkFailed
from tests.server.house import House, for_ever


async def preview(room: Room, guest: str, asked: Move) -> Preview:
    """What is shown while the match has not gone on."""
    shown = await looking.preview(room, guest, asked)
    assert shown
    return shown


async def foresee(house: House, latest: Latest, room: Room, asked: Move) -> Preview:
    shown = await looking.foresee(house.crew, latest, room, "ann", asked)
    assert shown
    return shown


async def test_a_preview_shows_what_would_follow_and_changes_nothing(house: House) -> None:
    room = await house.table()
    shown = await preview(room, "ann", Move(answers=1, seat=0, name="b2"))
    assert (shown.stopped, shown.view.board[4], room.match.last) == ("decision", 1, 1)
    await house.agrees(room)


async def test_a_preview_stops_before_chance_a_secret_and_the_end(house: House) -> None:
    brains = await house.table("abc", "brains", options={"players": 3, "first": 0})
    stopped = {
        (await preview(brains, "ann", Move(answers=1, seat=0, action=action))).stopped for action in brains.match.pos.choices()
    }
    assert "chance" in stopped
    magpie = await house.table("abc", "magpie", options={"players": 3})
    toss = magpie.match.pos.choices()[0]
    assert (await preview(magpie, "ann", Move(answers=1, seat=0, action=toss))).stopped == "secret"
    room = await house.table()
    await house.play(room, "a1", "b1", "a2", "b2")
    assert (await preview(room, "ann", Move(answers=5, seat=0, name="a3"))).stopped == "over"


async def test_once_the_match_has_gone_on_nothing_is_looked_at(house: House) -> None:
    """Who points at a choice as the match goes on or ends has made no mistake: that is no refusal."""
    room = await house.table()
    asked = Move(answers=1, seat=0, name="b2")
    await house.play(room, "a1")
    assert await looking.preview(room, "ann", asked) is None
    assert await looking.foresee(house.crew, Latest(), room, "ann", asked) is None
    await house.play(room, "b1", "a2", "c1", "a3")
    assert room.match.result is not None
    assert await looking.preview(room, "ann", asked) is None


async def test_a_box_that_does_not_fit_leads_to_nothing(house: House) -> None:
    """Only by asking can a page find out; numbers that no box can have are a mistake all the same."""
    position = "box 0 2 3,3 16,14,10 - -,-/-,- rk0 - - - - - cheap"
    room = await house.table("ab", "bigbrainbang", options={"players": 2, "throws": "cheap"}, position=position)

    def box(**values: int) -> Move:
        return Move(answers=room.match.last, seat=0, form="lying", values=values)

    assert await looking.preview(room, "ann", box(x=300, y=0, angle=0)) is None
    assert await looking.preview(room, "ann", box(x=0, y=0, angle=0))
    with pytest.raises(Refusal, match="z"):
        await looking.preview(room, "ann", Move(answers=room.match.last, seat=0, form="z", values={}))


async def test_only_ones_own_possible_moves_are_shown(house: House) -> None:
    room = await house.table()
    for guest, asked, code in [
        ("bob", Move(answers=1, seat=0, name="a1"), "not_your_seat"),
        ("bob", Move(answers=1, seat=1, name="a1"), "not_your_turn"),
        ("ann", Move(answers=1, seat=0, name="z9"), "illegal"),
    ]:
        with pytest.raises(Refusal) as refused:
            await preview(room, guest, asked)
        assert refused.value.problem.code == code


async def test_why_not(house: House) -> None:
    room = await house.table()
    await house.play(room, "a1")
    assert (await why_not(room, "bob", Attempt(seat=1, attempt="a1"))).rule == "T2"
    assert (await why_not(room, "bob", Attempt(seat=1, attempt="a2"))).rule is None
    with pytest.raises(Refusal, match="not this seat's turn"):
        await why_not(room, "ann", Attempt(seat=0, attempt="a2"))


async def test_a_hint_is_what_a_bot_would_do(house: House) -> None:
    room = await house.table()
    await house.play(room, "a1", "b1", "a2", "b2")
    found = await hint(house.crew, room, "ann", 0)
    assert (found.choices[0].name, found.answers) == ("a3", 5), "three in a row"
    assert [said.key for said in found.why] == ["why.points", "why.chances"]
    assert [job.function for job in house.crew.jobs] == [advise], "a worker was asked"


async def test_a_hint_knows_only_what_its_seat_knows(house: House) -> None:
    room = await house.table("abc", "magpie", options={"players": 3})
    await hint(house.crew, room, "ann", 0)
    assert house.crew.jobs[-1].arguments[0].text == room.match.pos.seen_by(0).text


async def test_a_bot_that_looked_at_nothing_else_still_has_an_idea(house: House) -> None:
    room = await house.table()
    house.crew.do = lambda job: Advice([4], [])
    found = await hint(house.crew, room, "ann", 0)
    assert [choice.name for choice in found.choices] == ["b2"]


async def test_hints_that_nobody_gives(house: House) -> None:
    room = await house.table("ab", hints=False)
    with pytest.raises(Refusal, match="without hints"):
        await hint(house.crew, room, "ann", 0)
    room = await house.table()
    with pytest.raises(Refusal, match="not this seat's turn"):
        await hint(house.crew, room, "bob", 1)

    def fail(job: object) -> None:
        raise WorkFailed("3 workers died or hung")

    house.crew.do = fail
    with pytest.raises(Refusal, match="no idea") as refused:
        await hint(house.crew, room, "ann", 0)
    assert refused.value.status == 503


AIM = "aim 0 2 3,3 16,14,10 - -,-/-,- rk0 {box} - - - - {throws}"
MIDDLE = Throw(350, 50, 0, 0, 120, 0)


async def aiming(house: House, box: str = "-", throws: str = "real") -> Room:
    """A table at which ann is about to throw."""
    options = {"players": 2, "throws": throws}
    return await house.table("ab", "bigbrainbang", options=options, position=AIM.format(box=box, throws=throws))


def throw(room: Room, thrown: Throw = MIDDLE) -> Move:
    return Move(answers=room.match.last, seat=0, action=thrown.pack())


async def test_a_throw_past_the_box_is_foreseen_by_physics(house: House) -> None:
    room = await aiming(house, box="standing,0,60,0")
    rough = await preview(room, "ann", throw(room))
    assert rough.rough
    assert rough.view.spread.thrown == 60
    found = await foresee(house, Latest(), room, throw(room))
    assert not found.rough
    assert [job.function for job in house.crew.jobs] == [jobs.foresee], "a worker was asked"
    assert 20 <= found.view.spread.thrown <= 100
    assert found.view.spread.astray == found.view.spread.thrown - len(found.view.spread.rests)
    assert msgspec.structs.replace(found.view, spread=None) == msgspec.structs.replace(rough.view, spread=None)


@pytest.mark.parametrize(
    ("throws", "thrown", "rough"),
    [("real", MIDDLE, False), ("real", Throw(350, 50, 0, 0, 190, 0), True), ("cheap", Throw(350, 50, 0, 0, 190, 0), False)],
    ids=["well inside", "over the far edge", "physics has no say"],
)
async def test_physics_is_asked_only_where_it_may_differ(house: House, throws: str, thrown: Throw, rough: bool) -> None:
    room = await aiming(house, throws=throws)
    assert (await preview(room, "ann", throw(room, thrown))).rough == rough
    if not rough:
        with pytest.raises(Refusal, match="all there is"):
            await foresee(house, Latest(), room, throw(room, thrown))


async def test_who_aims_elsewhere_drops_what_was_asked_before(house: House) -> None:
    room, latest = await aiming(house, box="standing,0,60,0"), Latest()
    house.crew.do = for_ever
    first = asyncio.ensure_future(foresee(house, latest, room, throw(room)))
    await asyncio.sleep(0.01)
    house.crew.do = lambda job: "seen"
    assert (await foresee(house, latest, room, throw(room, Throw(350, 50, 0, 0, 130, 0)))).view == "seen"
    with pytest.raises(Refusal, match="asked since"):
        await first


async def test_a_forecast_that_fails_is_refused(house: House) -> None:
    room = await aiming(house, box="standing,0,60,0")

    def fail(job: object) -> None:
        raise WorkFailed("3 workers died or hung")

    house.crew.do = fail
    with pytest.raises(Refusal, match="just now"):
        await foresee(house, Latest(), room, throw(room))
