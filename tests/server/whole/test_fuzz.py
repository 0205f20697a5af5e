"""Nonsense of every kind: no 5xx, no traceback, no state change, and the rules for connections are kept."""

import contextlib
import json
import random
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from hypothesis.strategies import SearchStrategy
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from websockets.exceptions import ConnectionClosed

from tests.server.guests import Guest, Json, Live
from tests.server.processes import Server

Count = Callable[[int, int], int]
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
LONGEST = 540.0  # seconds for all operations
WORDS = ["move", "look", "say", "ping", "type", "seat", "number", "choice", "name", "form", "values", "ask", "a1", "b2", ""]


def nonsense(dice: random.Random, depth: int = 0) -> object:
    """Any JSON value."""
    kind = dice.randrange(8 if depth < 3 else 6)
    if kind == 0:
        return dice.choice([0, 1, -1, 2, 2**31, -(2**63), 2**64, 10**30, dice.randrange(-5, 5)])
    if kind == 1:
        return dice.choice([0.5, -1e300, True, False, None])
    if kind < 5:
        return dice.choice([*WORDS, "\u202e", "\x00", "𝕏" * dice.randrange(50), "x" * dice.randrange(300)])
    if kind == 5:
        return dice.choice(WORDS)
    if kind == 6:
        return [nonsense(dice, depth + 1) for _ in range(dice.randrange(4))]
    return {str(dice.choice(WORDS)): nonsense(dice, depth + 1) for _ in range(dice.randrange(6))}


def move(**fields: object) -> str:
    return json.dumps({"type": "move", **fields})


def messages(dice: random.Random, number: int) -> Iterator[tuple[str, str | bytes]]:
    """Messages that must change nothing, by kind; the table is tic-tac-toe, the sender has seat 0, seat 1 is to move."""
    while True:
        yield "malformed", json.dumps(nonsense(dice))
        yield "malformed", move(seat=0, number=number, name="a1")[: dice.randrange(1, 40)]
        yield "malformed", json.dumps({"type": dice.choice(WORDS), **{dice.choice(WORDS): nonsense(dice) for _ in range(3)}})
        yield "binary", dice.randbytes(dice.randrange(100))
        yield "oversized", move(seat=0, number=number, name="x" * dice.randrange(17_000, 40_000))
        yield "stale", move(seat=0, number=dice.randrange(-3, number), choice=dice.randrange(1, 9))
        yield "early", move(seat=0, number=number + dice.randrange(1, 1000), choice=dice.randrange(9))
        yield "out of turn", move(seat=0, number=number, choice=dice.randrange(9))
        yield "out of turn", move(seat=0, number=number, form="flick", values={"angle": dice.randrange(-99, 99)})
        yield "other seat", move(seat=dice.choice([1, 2, -1, 99, 2**40]), number=number, choice=dice.randrange(9))
        yield "unknown field", move(seat=0, number=number, name="a1", colour="red")
        yield "other's view", json.dumps({"type": "look", "seat": dice.choice([1, 2, -1, 77])})


def state(guest: Guest, match: str) -> Json:
    shown = guest.snapshot(match)
    shown["table"]["watchers"] = 0
    for player in shown["table"]["players"]:
        player["presence"] = "here"
    return shown


def test_nonsense_over_the_socket_changes_nothing(
    server: Server, ann: Guest, bob: Guest, soak_count: Count, soak_row: Callable[[str, int, str, float], None]
) -> None:
    count, began, dice = soak_count(3_000, 100_000), time.monotonic(), random.Random(1)
    match = ann.table("tictactoe", "mo", public=True)["id"]
    bob.join(match)
    ann.move(match, 0, 1, name="b2")
    before = state(ann, match)
    flow, sent, closed = messages(dice, number=2), 0, 0
    while sent < count:
        with ann.live(match) as live:
            live.receive()
            try:
                for _ in range(dice.randrange(1, 200)):
                    sent += 1
                    send_and_check(live, *next(flow))
            except ConnectionClosed as end:
                assert end.rcvd is not None
                assert end.rcvd.code == 1008, end
                closed += 1
    assert state(ann, match) == before
    bob.move(match, 1, 2, name="a1")
    assert "Traceback" not in server.logged()
    soak_row("malformed, oversized, stale, out-of-turn and other-seat messages", count, "no state changed, no 5xx",
             time.monotonic() - began)  # fmt: skip


def send_and_check(live: Live, kind: str, message: str | bytes) -> None:
    """Every message is refused, and says why (nonsense may happen to be a ping or a look at the table)."""
    live.socket.send(message)
    answer = live.wait_for("refused", "pong", "snapshot", "accepted")
    if answer["type"] == "refused":
        assert answer["problem"]["code"] != "server", (kind, message)
        assert answer["problem"]["text"], (kind, message)
        if answer["problem"]["code"] == "stale":
            assert live.wait_for("snapshot")["now"]["number"] == 2
    elif answer["type"] == "accepted":
        assert (kind, json.loads(message)["choice"], answer["number"]) == ("stale", 4, 2), "a repeat of the move that was made"
    else:
        assert kind == "malformed", (kind, message, answer)


def test_a_frame_beyond_all_limits_closes_the_connection(ann: Guest) -> None:
    match = ann.table("tictactoe", "mb")["id"]
    with ann.live(match) as live:
        live.receive()
        live.socket.send("x" * 200_000)
        with pytest.raises(ConnectionClosed) as end:
            live.wait_for("refused")
        assert end.value.rcvd is not None
        assert end.value.rcvd.code == 1009


def test_a_number_that_is_only_a_digit_in_name_is_refused(ann: Guest) -> None:
    match = ann.table("tictactoe", "mh", public=True)["id"]
    for text in ("³", "--3", "-", "②"):
        assert ann.http.get(f"/api/matches/{match}/log", params={"from": text}).status_code == 422, text
        assert ann.http.get(f"/api/matches/{match}/at/{text}").status_code in (404, 422), text
    with ann.live(match, number="%C2%B3", seat="%C2%B2") as live:
        assert live.receive()["type"] == "snapshot"


def test_rest_stands_whatever_comes(
    server: Server, ann: Guest, soak_count: Count, soak_row: Callable[[str, int, str, float], None]
) -> None:
    """schemathesis over the OpenAPI description, with data that fits it and data that does not: every answer is as described.

    Streams, which never end, are left out.
    """
    began, called = time.monotonic(), 0
    over = ann.table("tictactoe", "mh", public=True)["id"]
    ann.post(f"/api/matches/{over}/resign", seat=0)
    schema = schemathesis.openapi.from_url(f"{server.url}/api/openapi.json").exclude(path_regex="stream$")
    cookie = dict(ann.http.cookies)
    for result in schema.get_all_operations():
        operation: Any = result.ok()  # type: ignore[union-attr]
        running = ann.table("tictactoe", "mh", public=True)["id"]
        waiting = ann.table("brains", "mob", public=True, options={"players": 3})["id"]
        for mode in GenerationMode:
            if time.monotonic() - began < LONGEST:
                strategy = operation.as_strategy(generation_mode=mode)
                called += try_operation(strategy, cookie, [running, waiting, over], soak_count(3, 150))
    assert called > 100
    assert "Traceback" not in server.logged()
    soak_row("requests of schemathesis over the OpenAPI, half of them malformed", called, "no 5xx, all answers as described",
             time.monotonic() - began)  # fmt: skip


def try_operation(strategy: SearchStrategy[Any], cookie: dict[str, str], matches: list[str], count: int) -> int:
    """Calls one operation with made-up arguments, mostly about a match that exists."""
    called = 0

    @settings(max_examples=count, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(case=strategy)
    def call(case: Any) -> None:
        nonlocal called
        if "id" in case.path_parameters and called % 4:
            case.path_parameters["id"] = matches[called % 4 - 1]
        case.call_and_validate(cookies=cookie, checks=CHECKS)
        called += 1

    # Where nothing about an operation can be malformed there is nothing to try.
    with contextlib.suppress(Unsatisfiable):
        call()
    return called
