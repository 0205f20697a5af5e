"""Bots that play many matches over one stream are told when it is their move."""

from tests.server.house import House, Listener


def turns(listener: Listener) -> list[tuple[int, int, bool]]:
    """Seat, event and whether the match is over, of all that was told."""
    return [(message["seat"], message["number"], message["over"]) for message in listener.of("turn")]


async def test_whoever_has_to_move_is_told_and_at_the_end_everybody(house: House) -> None:
    room, feed = await house.table(), house.hall.common.turns
    ann, bob = Listener(house, room, "ann", None), Listener(house, room, "bob", None)
    for listener in (ann, bob):
        feed.enter(listener)
    await house.play(room, "a1", "b1", "a2", "b2", "a3")
    assert turns(ann) == [(0, 3, False), (0, 5, False), (0, 7, True)]
    assert turns(bob) == [(1, 2, False), (1, 4, False), (1, 7, True)]
    assert bob.of("turn")[0]["match"] == room.id
    feed.leave(bob)
    feed.leave(ann)


async def test_what_waits_already_is_known(house: House) -> None:
    room, other = await house.table(), await house.table("ba")
    await house.play(room, "a1")
    await house.hall.common.summaries.write()
    waiting = {turn.match: (turn.seat, turn.number) for turn in await house.hall.common.turns.waiting("bob")}
    assert waiting == {room.id: (1, 2), other.id: (0, 1)}
    assert await house.hall.common.turns.waiting("cid") == []


async def test_news_of_a_match_that_is_not_open_here_is_told_once(house: House) -> None:
    room, feed = await house.table(), house.hall.common.turns
    await house.play(room, "a1")
    await house.hall.common.summaries.write()
    house.hall.rooms.drop(room)
    bob = Listener(house, room, "bob", None)
    feed.enter(bob)
    for _ in range(2):
        await house.hall.rooms.hear([(room.id, 2)])
    assert turns(bob) == [(1, 2, False)]


async def test_when_streams_are_ended_new_ones_end_at_once(house: House) -> None:
    room, feed = await house.table(), house.hall.common.turns
    bob, late = Listener(house, room, "bob", None), Listener(house, room, "bob", None)
    feed.enter(bob)
    feed.close()
    feed.enter(late)
    assert bob.closed
    assert late.closed
