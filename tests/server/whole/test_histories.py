"""The Great Brain Robbery over the server: histories that differ only in what a viewer may not know are served to it alike."""

import itertools
import json
import random
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import Any, NamedTuple

import pytest

import bangbox
from bangbox.core.dice import SeededDice
from bangbox.core.position import SPECTATOR, Position
from bangbox.core.rules import OVER
from tests.games.robbery.test_secrets import twin
from tests.server.guests import Guest, Json
from tests.server.processes import Server

MOVES = 50
SPENDING = ("discard", "install", "run", "hit")  # what costs a card
VIEWERS = [1, None]  # Bob's seat, and a spectator
FILE = "bangbox.sqlite"


class Tale(NamedTuple):
    """A match on the server and the truth about it."""

    match: str
    pos: Position


class Told(NamedTuple):
    """A server, who sits where, and for every viewer two matches that it cannot tell apart."""

    server: Server
    guests: dict[int, Guest]
    pairs: dict[int | None, tuple[Tale, Tale]]


def play(guests: dict[int, Guest], match: str, dice: random.Random) -> bool:
    """Plays random moves up to one with many choices; False if the match ends before, as one in forty does.

    Everybody keeps his cards: they are what is secret.
    """
    for number in itertools.count():
        actor = guests[0].snapshot(match, seat=0)["now"]["actor"]
        if actor == OVER:
            break
        now = guests[actor].snapshot(match, seat=actor)["now"]
        if number >= MOVES and len(now["choices"]) > 5:
            return True
        keeping = [choice for choice in now["choices"] if choice["name"].split()[0] not in SPENDING]
        guests[actor].move(match, actor, now["number"], choice=dice.choice(keeping or now["choices"])["number"])
    return False


def begun(ann: Guest, bob: Guest) -> Iterator[str]:
    """New matches."""
    while True:
        match = ann.table("robbery", "moh", public=True, options={"players": 3})["id"]
        bob.join(match)
        yield match


def told(row: Json) -> list[int]:
    """The actions of an event."""
    return json.loads(row["data"])["actions"] if row["kind"] == "set-up" else [row["action"]]


def retold(rows: list[Json], other: list[int]) -> tuple[list[Json], Position]:
    """The same events with other actions, their names and intervals as the rules give them; and where they lead."""
    pos, left, found = beginning(), iter(other), []
    for row in rows:
        actions = [next(left) for _ in told(row)]
        names, draws = [], []
        for action in actions:
            names.append(pos.name(action))
            if pos.actor < 0:
                place, weights = pos.choices().index(action), pos.weights()
                draws.append([sum(weights), sum(weights[:place]), sum(weights[: place + 1])])
            pos.play(action)
        data: Json = json.loads(row["data"]) if row["data"] else {}
        if row["kind"] == "set-up":
            data |= {"actions": actions, "draws": draws}
        elif row["kind"] == "chance":
            data |= {"T": draws[0][0], "interval": draws[0][1:]}
        one = None if row["kind"] == "set-up" else actions[0]
        found.append(row | {"action": one, "name": "; ".join(names), "data": json.dumps(data) if data else row["data"]})
    return found, pos


def beginning() -> Position:
    return bangbox.game("robbery", players=3).start(dice=None)


def add_twins(database: sqlite3.Connection, match: str, viewer: int | None) -> tuple[Tale, Tale]:
    """Puts two copies of a match into the database, the second with a history that the viewer cannot tell from the first."""
    rows = [dict(row) for row in database.execute("SELECT * FROM events WHERE match = ? ORDER BY number", [match])]
    actions = [action for row in rows for action in told(row)]
    seat = SPECTATOR if viewer is None else viewer
    guesses = [twin(beginning(), actions, seat, SeededDice(seed))[0] for seed in range(10)]
    other = max(guesses, key=lambda guess: sum(a != b for a, b in zip(actions, guess, strict=True)))
    assert other != actions
    return add_copy(database, match, f"one{seat + 1}", rows, actions), add_copy(database, match, f"two{seat + 1}", rows, other)


def add_copy(database: sqlite3.Connection, match: str, prefix: str, rows: list[Json], actions: list[int]) -> Tale:
    """Puts a copy of a match into the database with these actions for its own."""
    name = prefix + match[len(prefix) :]
    events, pos = retold(rows, actions)
    copies = {"events": events}
    for table in ("matches", "seats", "notes"):
        key = "id" if table == "matches" else "match"
        copies[table] = [dict(row) for row in database.execute(f"SELECT * FROM {table} WHERE {key} = ?", [match])]
    for table, found in copies.items():
        for row in found:
            row["id" if table == "matches" else "match"] = name
            columns, marks = ", ".join(f'"{column}"' for column in row), ", ".join("?" * len(row))
            database.execute(f"INSERT INTO {table} ({columns}) VALUES ({marks})", list(row.values()))
    return Tale(name, pos)


@pytest.fixture(scope="module")
def tales(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Told]:
    """A server with a match of Ann (seats 0 and 2) and Bob (seat 1), and twins of it for either viewer."""
    server = Server(tmp_path_factory.mktemp("histories"), only="robbery").start()
    ann, bob = Guest(server, "Ann"), Guest(server, "Bob")
    try:
        guests = {0: ann, 1: bob, 2: ann}
        match = next(match for match in begun(ann, bob) if play(guests, match, random.Random(3)))
        bob.post(f"/api/matches/{match}/chat", text="what a train")
        server.stop()
        with closing(sqlite3.connect(server.folder / FILE)) as database:
            database.row_factory = sqlite3.Row
            found = {viewer: add_twins(database, match, viewer) for viewer in VIEWERS}
            database.commit()
        server.start()
        yield Told(server, guests, found)
    finally:
        ann.http.close()
        bob.http.close()
        server.stop()
    assert "Traceback" not in server.logged(), server.logged()


def served(guest: Guest, match: str, seat: int | None) -> Iterator[Any]:
    """Everything that a viewer can ask for."""
    query = {} if seat is None else {"seat": seat}
    path = f"/api/matches/{match}"
    present = guest.snapshot(match, **query)
    last = present["now"]["number"]
    yield from (present, guest.get(path), guest.get(f"{path}/log", **query), guest.http.get(f"{path}/record").text)
    yield from (guest.get(f"{path}/at/{number}", **query) for number in range(1, last + 1, 7))
    for show in ("open", "running", "finished", "mine"):
        yield [line for line in guest.get("/api/matches", show=show) if line["id"] == match]
    for since in ({}, {"number": last - 20}):
        with guest.live(match, **query, **since) as live:
            yield live.wait_for("snapshot", "events")
    with guest.http.stream("GET", f"{path}/stream", params=query) as stream:
        yield json.loads(next(stream.iter_lines()))
    if seat is not None:
        for choice in [choice["number"] for choice in present["now"]["choices"]] or [0]:
            yield guest.http.post(f"{path}/preview", json={"seat": seat, "number": last, "choice": choice}).text
        yield guest.http.post(f"{path}/move", json={"seat": seat, "number": last, "name": "nonsense"}).text
        yield guest.http.post(f"{path}/why-not", json={"seat": seat, "attempt": "install 1"}).text


def masked(messages: list[Any], match: str) -> list[str]:
    """As text, without the match's name, the time of day and who is connected."""
    texts = [json.dumps(message).replace(match, "MATCH") for message in messages]
    return [re.sub(r'"(time|changed|watchers|presence)": ("\w+"|\d+)', r'"\1": 0', text) for text in texts]


def difference(one: str, two: str) -> str:
    """Where two texts part."""
    place = next((place for place, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
    return f"{one[max(0, place - 200) : place + 100]}\n… instead of …\n{two[max(0, place - 200) : place + 100]}"


def alike(one: Position, two: Position, viewer: int | None, dice: random.Random) -> tuple[int, int] | None:
    """A choice in each of two worlds that look the same, also afterwards, and leave nothing to chance."""
    if one.actor < 0:
        return None
    for action in dice.sample(one.choices(), len(one.choices())):
        shown, after = one.action_seen_by(viewer, action), one.copy().play(action)
        for other in two.choices():
            then = two.copy().play(other)
            same = two.action_seen_by(viewer, other) == shown and then.actor == after.actor >= 0
            if same and after.seen_by(viewer).text == then.seen_by(viewer).text:
                return action, other
    return None


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_twin_is_served_alike(tales: Told, viewer: int | None) -> None:
    guests, pair, dice, made = tales.guests, tales.pairs[viewer], random.Random(1), 0
    with Guest(tales.server, "Eve") as eve:
        looker = eve if viewer is None else guests[viewer]
        query = {} if viewer is None else {"seat": viewer}
        one, two = (masked(list(served(looker, tale.match, viewer)), tale.match) for tale in pair)
        for here, there in zip(one, two, strict=True):
            assert here == there, difference(here, there)
        assert pair[0].pos.key != pair[1].pos.key
        with looker.live(pair[0].match, **query) as first, looker.live(pair[1].match, **query) as second:
            lives = (first, second)
            for live in lives:
                live.wait_for("snapshot")
            for _ in range(12):
                choice = alike(pair[0].pos, pair[1].pos, viewer, dice)
                if choice is None:
                    break
                heard = []
                for tale, live, action in zip(pair, lives, choice, strict=True):
                    number = guests[0].get(f"/api/matches/{tale.match}/log", seat=0)[-1]["number"]
                    guests[tale.pos.actor].move(tale.match, tale.pos.actor, number, choice=action)
                    tale.pos.play(action)
                    heard.append(masked([live.wait_for("events")], tale.match))
                assert heard[0] == heard[1]
                made += 1
            for tale in pair:
                guests[0].post(f"/api/matches/{tale.match}/chat", text="hm")
            assert len({*(masked([live.wait_for("notes")], tale.match)[0] for tale, live in zip(pair, lives, strict=True))}) == 1
    assert made > 0
