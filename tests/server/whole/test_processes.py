"""Several processes over one PostgreSQL: any of them serves any match, and the database may go away for a while."""

import contextlib
import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psutil
import pytest

from bangbox.core.dice import contribution_commitment
from bangbox.server.settings import Settings
from bangbox.server.storage.opening import migrate
from tests.server.guests import Guest, Json, Refused, play_on
from tests.server.processes import Postgres, Server


@pytest.fixture(scope="module")
def database(postgres: Postgres) -> str:
    found = postgres.new_database()
    migrate(Settings(database=found))
    return found


@pytest.fixture(scope="module")
def crew(tmp_path_factory: pytest.TempPathFactory, database: str) -> Iterator[Server]:
    """One address, two server processes behind it."""
    found = Server(tmp_path_factory.mktemp("crew"), only="tictactoe,magpie", database=database, workers=2).start()
    yield found
    found.stop()
    assert "Traceback" not in found.logged(), found.logged()


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory, database: str) -> Iterator[Server]:
    """A server on another address over the same database."""
    found = Server(tmp_path_factory.mktemp("other"), only="tictactoe,magpie", database=database).start()
    yield found
    found.stop()
    assert "Traceback" not in found.logged(), found.logged()


def on(server: Server, guest: Guest) -> Guest:
    """The same guest, asking another server."""
    twin = Guest(server, token=guest.http.cookies["bangbox"])
    twin.http.cookies.set("bangbox", guest.http.cookies["bangbox"])
    return twin


def children(server: Server) -> list[psutil.Process]:
    """The server processes that a parent runs and that are alive."""
    assert server.process is not None
    found = []
    for child in psutil.Process(server.process.pid).children():
        with contextlib.suppress(psutil.ZombieProcess, psutil.NoSuchProcess):  # died, and the parent has not looked yet
            if "spawn_main" in " ".join(child.cmdline()):
                found.append(child)
    return found


def wait_for(found: Guest, match: str, number: int) -> Json:
    """The snapshot once an event has arrived there."""
    deadline = time.monotonic() + 20
    while (shown := found.snapshot(match))["now"]["number"] < number:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    return shown


def test_events_cross_from_one_process_to_another(crew: Server, other: Server) -> None:
    with Guest(crew, "Ann") as ann, Guest(other, "Bob") as bob:
        match = ann.table("tictactoe", "mo", public=True)["id"]
        assert bob.join(match)["status"] == "running"
        with bob.live(match) as live:
            shown = live.receive()
            wait_for(ann, match, 1)
            ann.move(match, 0, 1, name="b2")
            while shown["type"] != "events":
                shown = live.receive()
            assert shown["events"][0]["name"] == "b2"
            assert shown["now"]["choices"], "it is Bob's turn there"
            live.send("move", seat=1, number=2, name="a1")
            assert live.wait_for("accepted")["number"] == 3
        assert wait_for(ann, match, 3)["now"]["view"]["board"][0] == 2
        bob.post(f"/api/matches/{match}/chat", text="hello over there")
        deadline = time.monotonic() + 20
        while not any(note["text"] == "hello over there" for note in ann.snapshot(match)["notes"]):
            assert time.monotonic() < deadline


def test_two_processes_never_give_one_number_twice(crew: Server, other: Server) -> None:
    """The same move sent to both at once is made once; two different ones: one is accepted, the other stale."""
    with Guest(crew, "Ann") as ann, on(other, ann) as twin:
        match = ann.table("tictactoe", "mh")["id"]
        wait_for(twin, match, 1)
        number = 1
        for seat, (here, there) in enumerate([("a1", "a1"), ("b1", "b2"), ("c1", "c1")]):
            answers = []
            for guest, name in ((ann, here), (twin, there)):
                answer = guest.http.post(f"/api/matches/{match}/move", json={"seat": seat % 2, "number": number, "name": name})
                answers.append((answer.status_code, answer.json()))
            assert answers[0] == (200, {"type": "accepted", "number": number + 1, "ask": None})
            if here == there:
                assert answers[1] == answers[0]
            else:
                assert answers[1][0] == 409
                assert answers[1][1]["present"]["now"]["number"] == number + 1
            number += 1


def test_what_one_process_acknowledged_every_process_knows(crew: Server, other: Server) -> None:
    """No waiting for news: whoever asks another process next is answered by what was committed."""
    for _ in range(5):
        with Guest(crew, "Ann") as ann, Guest(other, "Bob") as bob, on(crew, bob) as bob_there, on(other, ann) as ann_there:
            match = ann.table("tictactoe", "mo", public=True)["id"]
            assert ann_there.get(f"/api/matches/{match}")["mine"] == [0]
            assert bob_there.get(f"/api/matches/{match}")["mine"] == []
            bob.join(match)
            with bob_there.live(match, seat=1) as live:  # a seat taken through the other process
                assert live.receive()["seat"] == 1
            assert ann_there.move(match, 0, 1, name="b2")["number"] == 2
            assert bob_there.move(match, 1, 2, name="a1")["number"] == 3
            ann_there.post(f"/api/matches/{match}/host", seat=1, action="mute")
            with pytest.raises(Refused, match="muted"):
                bob_there.post(f"/api/matches/{match}/chat", text="hello")
            bob_there.post(f"/api/matches/{match}/back", seat=1, number=2)
            assert ann.snapshot(match)["now"]["actor"] == 1
            bob.post(f"/api/matches/{match}/resign", seat=1)
            assert ann.get(f"/api/matches/{match}")["result"]["winners"] == [0]
            ann.post(f"/api/matches/{match}/offer", seat=0, kind="rematch")
            asked = bob.get(f"/api/matches/{match}")["offers"][0]
            bob.post(f"/api/matches/{match}/answer", seat=1, offer=asked["id"], agree=True)
            following = ann.get(f"/api/matches/{match}")["next"]
            assert following is not None
            assert ann.contribute(ann.get(f"/api/matches/{following}"))["players"][1]["contributed"]
            assert bob.contribute(bob.get(f"/api/matches/{following}"))["status"] == "running"
            assert ann.snapshot(following)["now"]["actor"] == 0


def test_postgres_is_never_asked_for_what_it_cannot_even_read(crew: Server) -> None:
    with Guest(crew, "Ann") as ann:
        for path in ("/api/matches/%00", "/api/matches/a%00b/snapshot", "/api/matches?show=open&game=%00"):
            assert ann.http.get(path).status_code == 404
        for path in ("/api/matches/%00/join", "/api/matches/%00/move"):
            assert ann.http.post(path, json={"seat": 0, "number": 1, "choice": 0} if "move" in path else {}).status_code == 404


def test_a_removed_guest_is_gone_everywhere(crew: Server, other: Server) -> None:
    with Guest(crew, "Ann") as ann, Guest(other, "Bob") as bob, on(crew, bob) as bob_there:
        match = ann.table("tictactoe", "mo", public=True)["id"]
        bob.post(f"/api/matches/{match}/join")
        ann.post(f"/api/matches/{match}/host", seat=1, action="remove")
        assert bob.get(f"/api/matches/{match}")["mine"] == []
        with pytest.raises(Refused, match="not_your_seat"):
            bob.post(f"/api/matches/{match}/contribute", seat=1, contribution="0" * 32)
        assert bob_there.join(match)["mine"] == [1]
        bob_there.post("/api/me", name="Robert")


def test_numbers_for_the_dice_are_committed_to_and_shown_through_different_processes(crew: Server, other: Server) -> None:
    numbers = ["0a" * 32, "0b" * 32]
    commitments = [contribution_commitment(number) for number in numbers]
    with Guest(crew, "Ann") as ann, Guest(other, "Bob") as bob:
        for leaves in (False, True):
            seats = [{"kind": "me"}, {"kind": "open"}]
            match = ann.post("/api/matches", game="magpie", options={"players": 2}, seats=seats, public=True)["id"]
            ann.post(f"/api/matches/{match}/contribute", seat=0, commitment=commitments[0])
            with ann.live(match) as live:
                live.receive()
                bob.post(f"/api/matches/{match}/join", commitment=commitments[1])
                while live.wait_for("table")["table"]["dice"]["commitments"] != commitments:
                    pass
            ann.post(f"/api/matches/{match}/contribute", seat=0, contribution=numbers[0])
            if leaves:  # having seen Ann's number, which came through the other process
                assert bob.post(f"/api/matches/{match}/leave")["result"]["reason"] == "aborted"
            else:
                assert bob.post(f"/api/matches/{match}/contribute", seat=1, contribution=numbers[1])["status"] == "running"


def test_guests_who_sit_down_at_once_get_different_seats(crew: Server, other: Server) -> None:
    with Guest(crew, "Ann") as ann, Guest(other, "Bob") as bob, Guest(crew, "Cem") as cem:
        for _ in range(5):
            match = ann.table("magpie", "moo", options={"players": 3}, public=True)["id"]
            for guest in (bob, cem):
                guest.get(f"/api/matches/{match}")
            with ThreadPoolExecutor(2) as both:
                tables = list(both.map(lambda guest, match=match: guest.join(match), (bob, cem)))
            assert sorted(table["mine"] for table in tables) == [[1], [2]]
            wait_for(ann, match, 1)


def test_a_killed_worker_process_is_replaced(crew: Server) -> None:
    with Guest(crew, "Ann") as ann:
        match = ann.table("magpie", "mbb", options={"players": 3})["id"]
        before = {child.pid for child in children(crew)}
        assert len(before) == 2
        os.kill(min(before), signal.SIGKILL)
        deadline = time.monotonic() + 60
        while len({child.pid for child in children(crew)} - {min(before)}) < 2:
            assert time.monotonic() < deadline
            time.sleep(0.1)
        crew.wait()
        with on(crew, ann) as again:
            assert again.snapshot(match)["now"]["number"] >= 1


def test_a_match_with_bots_goes_on_when_its_process_dies(other: Server, crew: Server) -> None:
    """The lease of the dead process lapses, and another one does the work."""
    with Guest(other, "Ann") as ann, on(crew, ann) as twin:
        match = ann.table("magpie", "mbb", options={"players": 3})["id"]
        other.kill()
        play_on(twin, match)
        assert twin.get(f"/api/matches/{match}")["result"]["reason"] == "rules"
    other.start()


def test_the_database_goes_away_and_comes_back(folder: Path) -> None:
    postgres = Postgres().start()
    try:
        database = postgres.new_database()
        migrate(Settings(database=database))
        server = Server(folder, only="tictactoe", database=database).start()
        with Guest(server, "Ann") as ann:
            match = ann.table("tictactoe", "mh")["id"]
            ann.move(match, 0, 1, name="a1")
            postgres.stop()
            answer = ann.http.post(f"/api/matches/{match}/move", json={"seat": 1, "number": 2, "name": "b1"})
            assert (answer.status_code, answer.json()["code"]) == (503, "database")
            assert ann.http.get("/healthz").status_code == 503
            postgres.run()
            server.wait()
            assert ann.snapshot(match)["now"]["number"] == 2, "what was not acknowledged was not made"
            deadline = time.monotonic() + 30
            while ann.http.post(f"/api/matches/{match}/move", json={"seat": 1, "number": 2, "name": "b1"}).status_code != 200:
                assert time.monotonic() < deadline
                time.sleep(0.1)
            assert ann.snapshot(match)["now"]["number"] == 3
        server.stop()
    finally:
        postgres.remove()
