"""What only the host of a table may do."""

import pytest

from bangbox.server.errors import Refusal
from bangbox.server.lobby.hosting import order
from bangbox.server.lobby.talk import say
from bangbox.server.play.room import Room
from bangbox.server.protocol import HostOrder, Say
from tests.server.house import PEOPLE, House


async def tell(room: Room, who: str, action: str, seat: int) -> None:
    await order(room, PEOPLE[who], HostOrder(action=action, seat=seat))  # type: ignore[arg-type]


async def test_the_host_mutes_and_unmutes(house: House) -> None:
    room = await house.table()
    ann = house.watch(room, "a")
    await tell(room, "a", "mute", 1)
    assert ann.of("table")[-1]["table"]["players"][1]["muted"]
    with pytest.raises(Refusal, match="muted"):
        await say(house.hall, room, PEOPLE["b"], Say(text="hey"))
    await house.agrees(room)
    await tell(room, "a", "unmute", 1)
    assert (await say(house.hall, room, PEOPLE["b"], Say(text="thanks"))).text == "thanks"


async def test_before_the_start_a_removed_seat_is_open_again(house: House) -> None:
    room = await house.table("ab.", "magpie", options={"players": 3})
    await tell(room, "a", "remove", 1)
    assert room.match.seats[1].kind == "open"
    await house.agrees(room)


async def test_with_two_seats_removing_ends_the_match_and_nobody_wins(house: House) -> None:
    room = await house.table()
    await tell(room, "a", "remove", 1)
    assert room.match.result is not None
    assert (room.match.result.reason, room.match.result.winners, room.match.result.seat) == ("abandoned", [], 1)
    with pytest.raises(Refusal, match="over"):
        await tell(room, "a", "remove", 1)


async def test_with_more_seats_a_bot_plays_on_for_whoever_is_removed(house: House) -> None:
    room = await house.table("abc", "magpie", options={"players": 3})
    await tell(room, "a", "remove", 1)
    assert (room.match.forfeits, room.match.stand_ins, room.match.running) == ({1}, {1: "easy"}, True)
    with pytest.raises(Refusal, match="given up already"):
        await tell(room, "a", "remove", 1)


@pytest.mark.parametrize(
    ("who", "seat", "code"), [("b", 0, "not_host"), ("a", 0, "seat"), ("a", 2, "seat"), ("a", 9, "seat"), ("a", -1, "seat")]
)
async def test_others_have_nothing_to_say_and_hosts_not_about_everybody(house: House, who: str, seat: int, code: str) -> None:
    room = await house.table("ab*", "magpie", options={"players": 3})
    for action in ("mute", "unmute", "remove"):
        with pytest.raises(Refusal) as refused:
            await tell(room, who, action, seat)
        assert refused.value.problem.code == code
