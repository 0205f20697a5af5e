"""What is on the wire: names that clients know stay, whatever they are called in Python."""

import msgspec
import pytest

from bangbox.core.messages import About, Message
from bangbox.server.api.typescript import structs
from bangbox.server.protocol import Accepted, Choice, FromClient, Look, Move, Ping, Say, Situation, TakeBackOffer


def test_every_struct_says_what_it_is() -> None:
    for struct in structs():
        assert struct.__doc__, struct


def test_names_on_the_wire() -> None:
    choice = Choice(action=4, name="b2", label=Message("mark"), about=About([], [], "mark", "T1"))
    assert msgspec.to_builtins(choice)["number"] == 4
    move = msgspec.json.decode(b'{"type":"move","number":7,"seat":1,"choice":4}', type=FromClient)
    assert move == Move(answers=7, seat=1, action=4)
    fields = {field.name: field.encode_name for field in msgspec.structs.fields(Situation)}
    assert {name: sent for name, sent in fields.items() if name != sent} == {"take_back": "undo"}
    assert TakeBackOffer(number=1, free=True).free


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"type":"ping"}', Ping()),
        ('{"type":"ping","ask":3}', Ping(ask=3)),
        ('{"type":"look","seat":1}', Look(seat=1)),
        ('{"type":"say","phrase":"thanks"}', Say(phrase="thanks")),
        ('{"type":"move","number":1,"seat":0,"form":"f","values":{"x":5}}', Move(answers=1, seat=0, form="f", values={"x": 5})),
    ],
)
def test_messages_of_clients(text: str, message: FromClient) -> None:
    assert msgspec.json.decode(text, type=FromClient) == message


@pytest.mark.parametrize("text", ['{"type":"move","seat":0}', '{"type":"magic"}', '{"type":"ping","x":1}', '{"ask":1}', "[]"])
def test_what_is_no_message(text: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(text, type=FromClient)


def test_messages_of_the_server_say_what_they_are() -> None:
    assert msgspec.json.encode(Accepted(number=2, ask=7)) == b'{"type":"accepted","number":2,"ask":7}'
