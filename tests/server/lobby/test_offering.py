"""What players ask of each other: taking back, a rematch, ending the match, a bot for a player who is gone."""

import pytest

from bangbox.core.matches.match import MatchRecord
from bangbox.core.matches.verifying import verify
from bangbox.server.errors import Refusal
from bangbox.server.lobby.offering import answer, ask, ask_back, come_back
from bangbox.server.match.record import record_text
from bangbox.server.play.moves import resign
from bangbox.server.play.room import Room
from bangbox.server.protocol import NewOffer, Offer, OfferAnswer, TakeBack
from tests.server.house import PEOPLE, House, for_ever

DAY = 86_400


def offers(room: Room) -> list[Offer]:
    return room.feed.table(None).offers


async def back(house: House, room: Room, who: str, seat: int, number: int) -> None:
    await ask_back(house.hall, room, PEOPLE[who], TakeBack(seat=seat, number=number))


async def offer(house: House, room: Room, who: str, seat: int, kind: str, about: int | None = None) -> None:
    await ask(house.hall, room, PEOPLE[who], NewOffer(seat=seat, kind=kind, about=about))  # type: ignore[arg-type]


async def reply(house: House, room: Room, who: str, seat: int, agree: bool = True) -> None:
    await answer(house.hall, room, PEOPLE[who], OfferAnswer(seat=seat, offer=offers(room)[-1].id, agree=agree))


# -- taking back


async def test_ones_own_choice_is_taken_back_at_once(house: House) -> None:
    room = await house.table()
    await house.play(room, "a1")
    await back(house, room, "a", 0, 1)
    assert (room.match.actor, [event.kind for event in room.match.events]) == (0, ["set-up", "choice", "back"])
    await house.play(room, "b2", "a1", "c1", "a3", "a2", "c2", "b1", "b3", "c3")
    assert verify(MatchRecord.read(record_text(room.match))).good
    await house.agrees(room)


async def test_anothers_choice_is_taken_back_by_consent(house: House) -> None:
    room = await house.table()
    await house.play(room, "a1", "b1")
    await back(house, room, "a", 0, 1)
    (asked,) = offers(room)
    assert (asked.kind, asked.number, asked.needed, room.match.last) == ("back", 1, [1], 3)
    await reply(house, room, "b", 1)
    assert (offers(room), room.match.actor) == ([], 0)
    assert room.match.pos.text == room.match.first().text
    await house.play(room, "a1")
    with pytest.raises(Refusal, match="nothing is taken back"):
        await back(house, room, "b", 1, 1)


async def test_a_move_ends_an_offered_take_back(house: House) -> None:
    room = await house.table()
    await house.play(room, "a1", "b1")
    await back(house, room, "a", 0, 1)
    asked = offers(room)[0]
    await house.play(room, "a2")
    with pytest.raises(Refusal, match="does not stand"):
        await answer(house.hall, room, PEOPLE["b"], OfferAnswer(seat=1, offer=asked.id, agree=True))


async def test_a_table_without_take_backs(house: House) -> None:
    room = await house.table("ab", take_backs=False)
    await house.play(room, "a1")
    with pytest.raises(Refusal, match="without take-backs"):
        await back(house, room, "a", 0, 1)


async def test_against_bots_nobody_has_to_agree(house: House) -> None:
    room = await house.table("a*")
    await house.play(room, "b2")
    await house.rest(room)
    await back(house, room, "a", 0, 1)
    assert (room.match.actor, offers(room)) == (0, [])


# -- ending


async def test_a_match_ends_when_all_agree_and_goes_on_when_one_declines(house: House) -> None:
    room = await house.table()
    await offer(house, room, "a", 0, "end")
    await reply(house, room, "b", 1, agree=False)
    assert offers(room) == []
    with pytest.raises(Refusal, match="does not stand"):
        await answer(house.hall, room, PEOPLE["b"], OfferAnswer(seat=1, offer=0, agree=True))
    await offer(house, room, "a", 0, "end")
    await offer(house, room, "b", 1, "end")  # asking for the same is agreeing
    assert room.match.result is not None
    assert (room.match.result.reason, room.match.result.winners) == ("agreed", [])


async def test_offers_to_all_cannot_leave_anybody_out(house: House) -> None:
    room = await house.table()
    with pytest.raises(Refusal, match="only replacing"):
        await offer(house, room, "a", 0, "end", about=1)
    await resign(room, "bob", 1)
    with pytest.raises(Refusal, match="only replacing"):
        await offer(house, room, "a", 0, "rematch", about=1)


async def test_nobody_answers_for_another(house: House) -> None:
    room = await house.table("abc", "magpie", options={"players": 3})
    await offer(house, room, "a", 0, "end")
    for who, seat in (("b", 2), ("a", 0)):
        with pytest.raises(Refusal):
            await reply(house, room, who, seat)
    await reply(house, room, "b", 1)
    assert room.match.result is None
    await reply(house, room, "c", 2)
    assert room.match.result is not None


async def test_a_match_without_a_clock_is_ended_by_one_alone_in_the_end(house: House) -> None:
    early, late = await house.table(), await house.table()
    house.clock.forward(14 * DAY)
    await offer(house, early, "b", 1, "end")
    assert early.match.result is None
    house.clock.forward(1)
    await offer(house, late, "b", 1, "end")
    assert late.match.result is not None
    assert late.match.result.reason == "abandoned"


async def test_whoever_came_back_before_the_end_was_agreed_has_a_say(house: House) -> None:
    room = await house.table("abc", "magpie", options={"players": 3})
    async with room.lock, room.writing():
        room.add("holder", 2, data={"level": "easy"})
    await offer(house, room, "a", 0, "end")
    assert offers(room)[0].needed == [1]
    await come_back(room, PEOPLE["c"], 2)
    await reply(house, room, "b", 1)
    assert room.match.result is None


async def test_asking_is_limited_like_talking(house: House) -> None:
    room = await house.table()
    with pytest.raises(Refusal) as refused:
        for _ in range(20):
            await offer(house, room, "a", 0, "end")
            await reply(house, room, "b", 1, agree=False)
    assert refused.value.status == 429
    house.clock.forward(60)
    await offer(house, room, "a", 0, "end")


# -- a rematch


async def test_a_rematch_is_agreed_after_the_match_and_exactly_once(house: House) -> None:
    room = await house.table()
    with pytest.raises(Refusal, match="not over yet"):
        await offer(house, room, "a", 0, "rematch")
    await resign(room, "bob", 1)
    await offer(house, room, "a", 0, "rematch")
    assert (offers(room)[0].needed, room.match.row.next) == ([1], None), "also of those who gave up"
    await reply(house, room, "b", 1)
    assert room.match.row.next is not None
    following = await house.hall.rooms.get(room.match.row.next)
    assert [seat.name for seat in following.match.seats] == ["Bob", "Ann"]
    with pytest.raises(Refusal, match="next match already"):
        await offer(house, room, "a", 0, "rematch")


# -- gone players


async def test_the_others_vote_a_gone_player_out(house: House) -> None:
    room = await house.table("ab", gone="vote")
    house.watch(room, "b")
    with pytest.raises(Refusal, match="not gone"):
        await offer(house, room, "b", 1, "replace", about=0)
    house.clock.forward(91)
    await offer(house, room, "b", 1, "replace", about=0)
    assert room.match.stand_ins == {0: "easy"}
    await house.rest(room)
    assert room.match.last == 3, "the bot has moved"


async def test_where_only_the_clock_counts_nobody_is_voted_out(house: House) -> None:
    room = await house.table("ab", gone="clock")
    house.watch(room, "b")
    house.clock.forward(91)
    with pytest.raises(Refusal, match="only the clock"):
        await offer(house, room, "b", 1, "replace", about=0)


async def test_nobody_who_is_back_is_voted_out(house: House) -> None:
    room = await house.table("abc", "magpie", options={"players": 3})
    for who in ("b", "c"):
        house.watch(room, who)
    house.clock.forward(91)
    await offer(house, room, "b", 1, "replace", about=0)
    house.watch(room, "a")
    await reply(house, room, "c", 2)
    assert room.match.stand_ins == {}


async def test_whoever_comes_back_takes_the_seat_from_the_bot(house: House) -> None:
    room = await house.table("ab", gone="vote")
    await come_back(room, PEOPLE["a"], 0)
    assert room.match.last == 1, "there is nothing to take back"
    house.crew.do = for_ever
    house.watch(room, "b")
    house.clock.forward(91)
    await offer(house, room, "b", 1, "replace", about=0)
    with pytest.raises(Refusal, match="not yours"):
        await come_back(room, PEOPLE["b"], 0)
    await come_back(room, PEOPLE["a"], 0)
    assert room.match.stand_ins == {}


async def test_whoever_has_given_up_does_not_come_back(house: House) -> None:
    room = await house.table("ab*", "magpie", options={"players": 3})
    await resign(room, "ann", 0)
    with pytest.raises(Refusal, match="to the end"):
        await come_back(room, PEOPLE["a"], 0)
