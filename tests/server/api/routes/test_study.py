"""Positions without a table: what follows from a choice, as a seat may see it; throws are thrown, nonsense is refused."""

from typing import Any

import pytest

import bangbox
from tests.server.guests import Guest, Refused


def study(ann: Guest, game: str, position: str, seat: int = 0, *names: str, **more: Any) -> Any:
    return ann.post(f"/api/games/{game}/study", position=position, seat=seat, steps=[{"name": name} for name in names], **more)


def test_a_position_is_shown_with_what_can_be_done(ann: Guest) -> None:
    start = bangbox.game("tictactoe").start(seed=1)
    shown = study(ann, "tictactoe", start.text)
    assert shown["position"] == start.text
    assert [choice["name"] for choice in shown["now"]["choices"]] == [start.name(action) for action in start.choices()]
    assert (shown["events"], shown["stopped"]) == ([], "decision")
    assert study(ann, "tictactoe", start.text, 1)["now"]["choices"] == []


def test_steps_are_played_one_after_another(ann: Guest) -> None:
    start = bangbox.game("tictactoe").start(seed=1)
    names = [start.name(action) for action in start.choices()][:3]
    after = start.copy()
    for name in names:
        after.play(name)
    shown = study(ann, "tictactoe", start.text, 0, *names)
    assert shown["position"] == after.text
    assert [(event["kind"], event["seat"], event["name"]) for event in shown["events"]] == [
        ("choice", place % 2, name) for place, name in enumerate(names)
    ]


def test_dice_fall_as_they_are_told(ann: Guest) -> None:
    pos = bangbox.game("brains", players=3).start(dice=None)
    outcome = pos.name(pos.choices()[0])
    shown = study(ann, "brains", pos.text, 0, outcome)
    assert (shown["events"][0]["kind"], shown["events"][0]["name"], shown["stopped"]) == ("chance", outcome, "chance")
    assert shown["options"]["players"] == 3


def a_throw() -> Any:
    """A position of the game of every mechanism in which physics has to decide."""
    for seed in range(200):
        pos = bangbox.game("magpie").start(seed=seed)
        while not pos.over:
            if forms := pos.ranges():
                form = forms[0]
                return pos, {"form": form.name, "values": {field.name: field.default for field in form.fields}}
            pos.play(pos.choices()[seed % len(pos.choices())])
    raise AssertionError("nothing was thrown")


def test_a_throw_is_really_thrown(ann: Guest) -> None:
    pos, throw = a_throw()
    asked = {"position": pos.text, "seat": pos.actor, "steps": [throw]}
    assert ann.post("/api/games/magpie/study", **asked)["stopped"] == "chance"
    shown = ann.post("/api/games/magpie/study", **asked, settle=True)
    assert [event["kind"] for event in shown["events"]] == ["choice", "chance"]
    assert shown["position"] != pos.text


def test_a_seat_does_not_see_what_it_may_not_know(ann: Guest) -> None:
    pos = bangbox.game("magpie", players=3).start(seed=3)
    views = [study(ann, "magpie", pos.text, seat)["now"]["view"] for seat in range(pos.players)]
    assert len({str(view) for view in views}) == pos.players


def test_why_not(ann: Guest) -> None:
    start = bangbox.game("tictactoe").start(seed=1)
    taken = start.name(start.choices()[4])
    position = start.copy().play(taken).text
    assert ann.post("/api/games/tictactoe/why-not", position=position, seat=1, attempt=taken)["rule"] == start.why_not("nowhere")
    with pytest.raises(Refused) as refused:
        ann.post("/api/games/tictactoe/why-not", position=position, seat=0, attempt=taken)
    assert refused.value.body["code"] == "not_your_turn"


@pytest.mark.parametrize(
    ("game", "asked", "code"),
    [
        ("tictactoe", {"position": "nonsense", "seat": 0}, "request"),
        ("tictactoe", {"seat": 0}, "request"),
        ("tictactoe", {"position": "", "seat": 7}, "seat"),
        ("tictactoe", {"position": "", "seat": 0, "steps": [{"name": "zz"}]}, "illegal"),
        ("tictactoe", {"position": "", "seat": 0, "steps": [{}]}, "move"),
        ("tictactoe", {"position": "", "seat": 0, "steps": [{"name": "a1"}] * 61}, "request"),
        ("chess", {"position": "", "seat": 0}, "unknown_game"),
    ],
)
def test_nonsense_is_refused(ann: Guest, game: str, asked: dict[str, Any], code: str) -> None:
    if asked.get("position") == "":
        asked = asked | {"position": bangbox.game("tictactoe").start(seed=1).text}
    with pytest.raises(Refused) as refused:
        ann.post(f"/api/games/{game}/study", **asked)
    assert refused.value.body["code"] == code
    assert refused.value.status < 500
