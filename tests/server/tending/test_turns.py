"""Who is told of a turn, when, and how often."""

from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest

from bangbox.server.lobby.subscribing import subscribe
from bangbox.server.match.clocks import Clock
from bangbox.server.protocol import ClockSetup, PushMessage
from bangbox.server.push.courier import Courier, Letter
from bangbox.server.push.keys import kept_keys
from bangbox.server.tending.turns import DAY_MS, HOUR_MS, Turns, message
from tests.server.house import PEOPLE, House, opened
from tests.server.push.service import Browser


class Pushing:
    """A house whose push messages are only written down."""

    def __init__(self, house: House, folder: Path) -> None:
        self.house, hall = house, house.hall
        hall.push = self.courier = Courier(hall.store, hall.settings, hall.metrics, kept_keys(folder), house.clock)
        self.turns = Turns(hall, hall.push)

    async def subscribe(self, who: str, name: str = "phone") -> None:
        language = "de" if who == "b" else "en"
        await subscribe(self.house.hall, PEOPLE[who], Browser("http://127.0.0.1:9", who + name, language).subscription)

    async def told(self, seconds: float = 40) -> list[tuple[str, PushMessage]]:
        """Time passes; who is told what by then."""
        found: list[tuple[str, PushMessage]] = []
        while seconds > 0:
            await self.house.wait(5)
            await self.house.sweep.beat()
            await self.turns.look()
            seconds -= 5
        letters = self.courier._letters
        while not letters.empty():
            letter: Letter = letters.get_nowait()
            found.append((letter.endpoint.rpartition("/")[2], msgspec.json.decode(letter.message, type=PushMessage)))
        return found


@pytest.fixture
async def pushing(tmp_path: Path) -> AsyncIterator[Pushing]:
    async with opened(tmp_path, push_anywhere=True) as house:
        yield Pushing(house, tmp_path)


async def test_whoever_is_not_there_is_told_once_in_their_language(pushing: Pushing) -> None:
    await pushing.subscribe("b")
    room = await pushing.house.table(options={"first": 0})
    assert await pushing.told() == [], "it is Ann's turn, and she has not subscribed"
    await pushing.house.move_somehow(room)
    assert await pushing.told(20) == [], "Bob may only be opening his page anew"
    ((who, said),) = await pushing.told()
    assert who == "bphone" and said.match == room.id
    assert said.title.endswith(": du bist dran") and said.text == "Mit Ann"
    assert await pushing.told(600) == [], "once is enough"


async def test_after_the_next_turn_they_are_told_again(pushing: Pushing) -> None:
    await pushing.subscribe("b")
    await pushing.subscribe("b", "desk")
    room = await pushing.house.table(options={"first": 0})
    await pushing.house.move_somehow(room)
    assert sorted(who for who, _ in await pushing.told()) == ["bdesk", "bphone"], "on every device"
    for _ in range(2):
        await pushing.house.move_somehow(room)
    assert len(await pushing.told()) == 2


async def test_whoever_has_the_match_open_is_not_told(pushing: Pushing) -> None:
    await pushing.subscribe("b")
    room = await pushing.house.table(options={"first": 0})
    watching = pushing.house.watch(room, "b")
    await pushing.house.move_somehow(room)
    assert await pushing.told(300) == []
    room.feed.leave(watching)
    assert await pushing.told(300) == [], "Bob has seen that it is his turn"


async def test_a_page_that_closed_before_the_move_does_not_count(pushing: Pushing) -> None:
    await pushing.subscribe("b")
    room = await pushing.house.table(options={"first": 0})
    watching = pushing.house.watch(room, "b")
    await pushing.told(60)
    room.feed.leave(watching)
    pushing.house.clock.forward(20)
    await pushing.house.move_somehow(room)
    assert len(await pushing.told()) == 1


async def test_nobody_is_told_of_a_match_that_is_over_or_waits_for_a_bot(pushing: Pushing) -> None:
    await pushing.subscribe("a")
    over = await pushing.house.table(options={"first": 0})
    await pushing.house.play_out(over)
    assert await pushing.told() == []


async def test_what_happened_while_the_server_was_away_is_told_at_its_next_start(pushing: Pushing) -> None:
    await pushing.subscribe("b")
    room = await pushing.house.table(options={"first": 0})
    await pushing.house.move_somehow(room)
    await pushing.house.hall.common.summaries.write()
    pushing.house.clock.forward(600)
    pushing.turns = Turns(pushing.house.hall, pushing.courier)
    assert [who for who, _ in await pushing.told(10)] == ["bphone"]


async def test_the_message_says_how_long_there_is_and_nothing_of_the_game(pushing: Pushing) -> None:
    setup = ClockSetup(kind="days", seconds=3 * 86_400)
    room = await pushing.house.table(options={"first": 0}, clock=setup)
    match = room.match
    now = match.events[-1].time
    assert message(match, 0, "en", now).text == "With Bob. 3 days are left for this move."
    assert message(match, 0, "en", now + 2 * DAY_MS + HOUR_MS).text == "With Bob. 23 hours are left for this move."
    assert message(match, 0, "de", now + 3 * DAY_MS - HOUR_MS).text == "Mit Bob. Für diesen Zug ist noch 1 Stunde Zeit."
    match.clock = Clock(ClockSetup(), 2)
    assert message(match, 0, "en", now).text == "With Bob"
    alone = await pushing.house.table("aa", options={"first": 0})
    alone.match.seats[1].name = ""
    assert message(alone.match, 0, "en", now).text == "Your move is awaited."
    three = await pushing.house.table("abc", "brains", options={"players": 3})
    assert message(three.match, 2, "en", now).text == "With Ann and Bob"
