"""Table talk."""

import pytest

from bangbox.server.errors import Refusal
from bangbox.server.lobby.talk import say
from bangbox.server.protocol import Say
from tests.server.house import PEOPLE, House


async def test_what_is_said_is_tidied_and_told_to_all(house: House) -> None:
    room = await house.table()
    ann, stranger = house.watch(room, "a"), house.watch(room)
    note = await say(house.hall, room, PEOPLE["b"], Say(text="  Good   luck! "))
    assert (note.kind, note.name, note.text) == ("chat", "Bob", "Good luck!")
    await say(house.hall, room, PEOPLE["a"], Say(phrase="thanks"))
    for listener in (ann, stranger):
        assert [message["notes"][0]["text"] for message in listener.of("notes")] == ["Good luck!", "thanks"]


@pytest.mark.parametrize(
    ("said", "code"),
    [
        (Say(text="x" * 301), "text"),
        (Say(text="  "), "text"),
        (Say(text="\u202eevil"), "text"),
        (Say(), "text"),
        (Say(phrase="curse"), "phrase"),
    ],
)
async def test_what_cannot_be_said(house: House, said: Say, code: str) -> None:
    room = await house.table()
    with pytest.raises(Refusal) as refused:
        await say(house.hall, room, PEOPLE["b"], said)
    assert refused.value.problem.code == code


async def test_only_those_at_the_table_talk(house: House) -> None:
    with pytest.raises(Refusal, match="only those at the table"):
        await say(house.hall, await house.table(), PEOPLE["c"], Say(text="hi"))


async def test_nobody_talks_too_fast(house: House) -> None:
    room = await house.table()
    with pytest.raises(Refusal) as refused:
        for _ in range(20):
            await say(house.hall, room, PEOPLE["b"], Say(text="spam"))
    assert refused.value.status == 429
    await say(house.hall, room, PEOPLE["a"], Say(text="please"))
    house.clock.forward(2)
    await say(house.hall, room, PEOPLE["b"], Say(text="sorry"))
