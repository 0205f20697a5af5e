"""Hidden information, end to end: before the end nothing that a seat receives depends on what it may not know."""

import json
import random
import re
from collections.abc import Callable
from typing import Any

import pytest

import bangbox
from bangbox.core.matches.match import MatchRecord
from bangbox.core.position import SPECTATOR, Position
from bangbox.core.rules import CHANCE
from bangbox.server.showing.scene import choices_of, situation_of
from tests.server.guests import Guest, Json, some_move
from tests.server.processes import Server

Count = Callable[[int, int], int]


def plain(value: Any) -> Any:
    """As it looks on the wire."""
    import msgspec

    return json.loads(msgspec.json.encode(value))


def worlds(game: str, seed: int, viewer: int) -> tuple[Position, Position] | None:
    """Two positions that look the same to a viewer and differ in what it may not know; None if the game got no secret there."""
    pos = bangbox.game(game, players=3).start(seed=seed)
    dice = random.Random(seed)
    for _ in range(dice.randrange(12)):
        if pos.over or pos.actor == CHANCE:
            break
        choices = pos.choices()
        pos.play(dice.choice(choices) if choices else pos.pack("flick", angle=0, strength=40))
    rng = bangbox.core.dice.SeededDice(seed).rng
    for _ in range(30):
        other = pos.seen_by(None if viewer == SPECTATOR else viewer).guessed(rng)
        if other.text != pos.text and not pos.over and pos.actor >= 0:
            return pos.game.position(pos.text), pos.game.position(other.text)
    return None


def received(guest: Guest, match: str, seat: int | None) -> str:
    """Everything that a seat (or a spectator) can get, with names of matches, times and numbers drawn for the dice left out."""
    query = {} if seat is None else {"seat": seat}
    parts = [
        guest.get(f"/api/matches/{match}"),
        guest.snapshot(match, **query),
        guest.get(f"/api/matches/{match}/at/1", **query),
        guest.get(f"/api/matches/{match}/log", **query),
    ]
    with guest.live(match, **query) as live:
        parts.append(live.receive())
    with guest.http.stream("GET", f"/api/matches/{match}/stream", params=query) as stream:
        parts.append(json.loads(next(stream.iter_lines())))
    if seat is not None and parts[1]["now"]["actor"] == seat:
        now = parts[1]["now"]
        for choice in now["choices"]:
            parts.append(guest.post(f"/api/matches/{match}/preview", seat=seat, number=1, choice=choice["number"]))
        parts.append(guest.http.post(f"/api/matches/{match}/move", json={"seat": seat, "number": 1, "name": "nonsense"}).json())
        parts.append(guest.http.post(f"/api/matches/{match}/why-not", json={"seat": seat, "attempt": "nonsense"}).json())
    text = json.dumps(parts).replace(match, "MATCH")
    text = re.sub(r'"(time|created|started|changed|left_ms|watchers)": \d+', r'"\1": 0', text)
    return re.sub(r'"[0-9a-f]{32,64}"', '"…"', text)


@pytest.mark.parametrize("game", ["magpie", "robbery"])
def test_two_worlds_that_a_seat_cannot_tell_apart_look_the_same_to_it(
    ann: Guest, bob: Guest, game: str, soak_count: Count
) -> None:
    compared = 0
    for seed in range(soak_count(8, 200)):
        viewer = (SPECTATOR, 0, 1, 2)[seed % 4]
        pair = worlds(game, seed, viewer)
        if pair is None:
            continue
        seen = []
        for pos in pair:
            # The host holds the other seats; the viewer's own is held by somebody who only knows what it is sent.
            seats = ["me" if seat != viewer else "open" for seat in range(3)]
            match = ann.table(game, [{"kind": kind} for kind in seats], options=pos.game.options, position=pos.text, public=True)[
                "id"
            ]
            if viewer != SPECTATOR:
                bob.join(match)
            seen.append(received(bob, match, None if viewer == SPECTATOR else viewer))
        assert seen[0] == seen[1], f"{pair[0].text} and {pair[1].text} for seat {viewer}"
        compared += 1
    assert compared >= 2


def test_what_a_seat_is_sent_follows_from_what_it_may_know(server: Server, ann: Guest, bob: Guest, soak_count: Count) -> None:
    """Every message of whole matches is what the concealed position gives, computed here from the record published afterwards."""
    for seed in range(soak_count(2, 40)):
        match = ann.table("magpie", "mob", public=True, options={"players": 3})["id"]
        bob.join(match)
        kept: dict[int | None, list[Json]] = {0: [], 1: [], None: []}
        with Guest(server, "Eve") as eve, ann.live(match) as a, bob.live(match) as b, eve.live(match) as e:
            sockets = {0: a, 1: b, None: e}
            dice = random.Random(seed)
            over = False
            while not over:
                for viewer, socket in sockets.items():
                    shown = socket.wait_for("snapshot", "events")
                    kept[viewer].append(shown)
                    now = shown["now"]
                    over = over or now["actor"] == -2
                    if viewer is not None and now["actor"] == viewer:
                        socket.send("move", seat=viewer, number=now["number"], **some_move(now, dice))
        check_against_record(MatchRecord.read(ann.get(f"/api/matches/{match}/record")), kept)


def check_against_record(record: MatchRecord, kept: dict[int | None, list[Json]]) -> None:
    """Compares what was sent with what the concealed positions give."""
    positions = {event.number: before.copy() for event, before in record.steps()}
    secrets = 0
    for viewer, messages in kept.items():
        for message in messages:
            number = message["now"]["number"]
            if message["now"]["actor"] == -2:
                continue
            after = positions[number + 1]
            seen = after.seen_by(viewer)
            wanted = plain(situation_of(seen, after.actor, number))
            wanted["choices"] = plain(choices_of(seen, seen.choices()))
            wanted["forms"] = plain(seen.ranges())
            for field in ("view", "choices", "forms", "tally", "scores", "prompt", "topic", "actor"):
                assert message["now"][field] == wanted[field], (viewer, number, field)
            for event in message["events"] if "events" in message else message["log"]:
                if event["kind"] not in ("choice", "chance"):
                    continue
                line, before = record.events[event["number"] - 1], positions[event["number"]]
                assert isinstance(line.action, int)
                shown = before.action_seen_by(viewer, line.action)
                assert event["action"] == shown
                assert event["name"] == before.seen_by(viewer).name(shown)
                if shown != line.action:
                    secrets += 1
                    assert event["data"] is None
                    assert [draw["total"] for draw in event["draws"]] == [None]
    assert secrets > 0


def test_the_record_is_kept_back_until_the_end(ann: Guest, bob: Guest) -> None:
    match = ann.table("magpie", "mbb", public=True, options={"players": 3})["id"]
    for guest in (ann, bob):
        assert guest.http.get(f"/api/matches/{match}/record").status_code == 409
        assert guest.get(f"/api/matches/{match}")["dice"]["secret"] is None
