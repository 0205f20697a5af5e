"""Take-backs, resigning, clocks, gone seats, stand-ins: what happens to a table when people change their minds or go."""

import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from bangbox.core.matches.match import MatchRecord
from bangbox.core.matches.verifying import verify
from bangbox.server.match.clocks import Clock
from bangbox.server.protocol import ClockSetup
from bangbox.server.storage.rows import EventRow
from tests.server.guests import Guest, Json, play_on
from tests.server.processes import Server
from tests.server.test_tables import refusal


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on which who is away for a second is gone, and that keeps no more than one match in memory without need."""
    found = Server(
        tmp_path_factory.mktemp("hasty"), only="tictactoe,magpie", away_seconds=0, gone_seconds=1, patience_days=3 / 86400,
        rooms=1,
    )  # fmt: skip
    yield found.start()
    found.stop()
    assert "Traceback" not in found.logged(), found.logged()


def wait_until(guest: Guest, match: str, seconds: float, **wanted: object) -> Json:
    """Looks at a table until it is as wanted."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        table: Json = guest.get(f"/api/matches/{match}")
        if all(table[name] == value for name, value in wanted.items()):
            return table
        time.sleep(0.1)
    raise AssertionError(f"never {wanted}: {table}")


# -- take-backs


def test_own_choices_are_taken_back_freely(ann: Guest, bob: Guest) -> None:
    match = ann.table("tictactoe", "mo", public=True)["id"]
    bob.join(match)
    ann.move(match, 0, 1, name="a1")
    assert ann.snapshot(match)["now"]["undo"] == {"number": 1, "free": True}
    ann.post(f"/api/matches/{match}/back", seat=0, number=1)
    now = ann.snapshot(match)["now"]
    assert (now["number"], now["actor"], now["view"]["board"][0]) == (3, 0, 0)
    assert [event["kind"] for event in ann.snapshot(match)["log"]] == ["set-up", "choice", "back"], "nothing is deleted"
    ann.move(match, 0, 3, name="b2")
    play_on_both(ann, bob, match)
    assert verify(MatchRecord.read(ann.get(f"/api/matches/{match}/record"))).good


def play_on_both(ann: Guest, bob: Guest, match: str) -> None:
    for _ in range(12):
        for guest, seat in ((ann, 0), (bob, 1)):
            now = guest.snapshot(match)["now"]
            if now["actor"] == seat:
                guest.move(match, seat, now["number"], choice=now["choices"][0]["number"])


def test_another_seats_choice_is_taken_back_by_consent(ann: Guest, bob: Guest) -> None:
    match = ann.table("tictactoe", "mo", public=True)["id"]
    bob.join(match)
    ann.move(match, 0, 1, name="a1")
    bob.move(match, 1, 2, name="b1")
    assert ann.snapshot(match)["now"]["undo"] == {"number": 1, "free": False}
    offer = ann.post(f"/api/matches/{match}/back", seat=0, number=1)["offers"][0]
    assert (offer["kind"], offer["number"], offer["needed"]) == ("back", 1, [1])
    bob.post(f"/api/matches/{match}/answer", seat=1, offer=offer["id"], agree=True)
    now = ann.snapshot(match)["now"]
    assert (now["actor"], now["view"]["board"]) == (0, [0] * 9)
    ann.move(match, 0, now["number"], name="a1")
    assert refusal(bob, f"/api/matches/{match}/back", seat=1, number=1) == "no_way_back", "nothing of one's own to undo"


def test_a_move_ends_an_offered_take_back(ann: Guest, bob: Guest) -> None:
    match = ann.table("tictactoe", "mo", public=True)["id"]
    bob.join(match)
    ann.move(match, 0, 1, name="a1")
    bob.move(match, 1, 2, name="b1")
    offer = ann.post(f"/api/matches/{match}/back", seat=0, number=1)["offers"][0]
    ann.move(match, 0, 3, name="a2")
    assert refusal(bob, f"/api/matches/{match}/answer", seat=1, offer=offer["id"], agree=True) == "no_offer"


def test_nothing_is_taken_back_across_chance_or_a_revelation(ann: Guest) -> None:
    match = ann.table("brains", "mhh", options={"players": 3, "first": 0})["id"]
    now = ann.snapshot(match)["now"]
    ann.move(match, 0, now["number"], choice=now["choices"][0]["number"])
    after = ann.snapshot(match, seat=0)
    if any(event["kind"] == "chance" for event in after["log"][1:]):
        assert after["now"]["undo"] is None
        assert refusal(ann, f"/api/matches/{match}/back", seat=0, number=1) == "no_way_back"
    match = ann.table("magpie", "mhh", options={"players": 3})["id"]
    now = ann.snapshot(match)["now"]
    toss = next(choice for choice in now["choices"] if choice["name"].startswith("toss"))
    ann.move(match, now["actor"], now["number"], choice=toss["number"])
    assert ann.snapshot(match, seat=now["actor"])["now"]["undo"] is None, "a tossed trinket has been seen"
    assert refusal(ann, f"/api/matches/{match}/back", seat=now["actor"], number=now["number"]) == "no_way_back"


def test_against_bots_only_nobody_has_to_agree(ann: Guest) -> None:
    match = ann.table("tictactoe", "mb")["id"]
    ann.move(match, 0, 1, name="a1")
    wait_for_turn(ann, match)
    ann.post(f"/api/matches/{match}/back", seat=0, number=1)
    assert ann.snapshot(match)["now"]["view"]["board"] == [0] * 9


def wait_for_turn(guest: Guest, match: str, seat: int = 0) -> None:
    deadline = time.monotonic() + 30
    while guest.snapshot(match)["now"]["actor"] != seat:
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_a_table_without_take_backs(ann: Guest) -> None:
    match = ann.table("tictactoe", "mh", take_backs=False)["id"]
    ann.move(match, 0, 1, name="a1")
    assert ann.snapshot(match)["now"]["undo"] is None
    assert refusal(ann, f"/api/matches/{match}/back", seat=0, number=1) == "no_take_backs"


# -- resigning and clocks


def test_resigning_with_two_seats_loses(ann: Guest, bob: Guest) -> None:
    match = ann.table("tictactoe", "mo", public=True)["id"]
    bob.join(match)
    over = ann.post(f"/api/matches/{match}/resign", seat=0)
    assert over["result"] == {"reason": "resign", "winners": [1], "scores": [0, 0], "seat": 0}
    assert refusal(ann, f"/api/matches/{match}/move", seat=0, number=1, name="a1") in ("over", "stale")
    record = MatchRecord.read(ann.get(f"/api/matches/{match}/record"))
    assert record.result == "0 0, won by Bob (resign)"
    assert verify(record).good
    del record.events[-1]
    assert not verify(record).good, "cut off"


def test_resigning_with_more_seats_lets_the_easy_bot_play_on(ann: Guest, bob: Guest) -> None:
    match = ann.table("magpie", "mob", public=True, options={"players": 3})["id"]
    bob.join(match)
    table = ann.post(f"/api/matches/{match}/resign", seat=0)
    assert table["status"] == "running"
    assert (table["players"][0]["stand_in"], table["players"][0]["forfeit"]) == ("easy", True)
    assert refusal(ann, f"/api/matches/{match}/return", seat=0) == "forfeit"
    over = play_on(bob, match)
    assert 0 not in over["table"]["result"]["winners"], "who has resigned cannot win"


def test_a_clock_that_falls_loses(ann: Guest, bob: Guest) -> None:
    match = ann.table("tictactoe", "mo", public=True, clock={"kind": "move", "seconds": 1})["id"]
    bob.join(match)
    faces = ann.snapshot(match)["now"]["clocks"]
    assert [face["running"] for face in faces] == [True, False]
    assert 0 < faces[0]["left_ms"] <= 1000
    over = wait_until(ann, match, 10, status="over")
    assert over["result"] == {"reason": "timeout", "winners": [1], "scores": [0, 0], "seat": 0}


def test_a_clock_that_falls_with_more_seats_calls_the_bot(ann: Guest, bob: Guest) -> None:
    match = ann.table("magpie", "mob", public=True, options={"players": 3}, clock={"kind": "game", "seconds": 1})["id"]
    bob.join(match)
    over = wait_until(ann, match, 30, status="over")
    assert over["players"][0]["forfeit"]
    assert over["players"][1]["forfeit"]
    assert not {0, 1} & set(over["result"]["winners"])


def test_days_for_each_move_of_a_correspondence_game(ann: Guest, bob: Guest) -> None:
    day = 86_400
    match = ann.table("tictactoe", "mo", public=True, gone="clock", clock={"kind": "days", "seconds": 3 * day})["id"]
    bob.join(match)
    assert 3 * day - 60 < ann.snapshot(match)["now"]["clocks"][0]["left_ms"] / 1000 <= 3 * day
    clock = Clock(ClockSetup(kind="days", seconds=3 * day), 2)
    clock.fold(EventRow(1, 0, "set-up"), 0)
    assert clock.deadline == 3 * day * 1000
    clock.fold(EventRow(2, 2 * day * 1000, "choice", 0, 4), 1)
    clock.fold(EventRow(3, 4 * day * 1000, "choice", 1, 5), 0)
    assert clock.deadline == 7 * day * 1000, "every move has its days anew"


# -- gone


def test_a_gone_player_is_replaced_and_may_come_back(hasty: Server) -> None:
    with Guest(hasty, "Ann") as ann, Guest(hasty, "Bob") as bob:
        match = ann.table("tictactoe", "mo", public=True, gone="bot")["id"]
        bob.join(match)
        with bob.live(match) as live:
            deadline = time.monotonic() + 20
            while True:
                told = live.wait_for("events", "table")
                if told["type"] == "events" and told["events"][-1]["kind"] == "choice":
                    break
                assert time.monotonic() < deadline
        table = ann.get(f"/api/matches/{match}")
        assert table["players"][0]["stand_in"] == "easy"
        assert not table["players"][0]["forfeit"]
        back = ann.post(f"/api/matches/{match}/return", seat=0)
        assert back["players"][0]["stand_in"] is None


def test_the_others_vote_a_gone_player_out(hasty: Server) -> None:
    with Guest(hasty, "Ann") as ann, Guest(hasty, "Bob") as bob:
        match = ann.table("tictactoe", "mo", public=True, gone="vote")["id"]
        bob.join(match)
        assert refusal(bob, f"/api/matches/{match}/offer", seat=1, kind="replace", about=0) == "not_gone"
        time.sleep(1.3)
        with bob.live(match):
            table = bob.post(f"/api/matches/{match}/offer", seat=1, kind="replace", about=0)
        assert table["players"][0]["stand_in"] == "easy"


def test_a_match_without_a_clock_is_ended_by_the_others_in_the_end(hasty: Server) -> None:
    """With a patience of three seconds instead of a fortnight."""
    with Guest(hasty, "Ann") as ann, Guest(hasty, "Bob") as bob:
        match = ann.table("tictactoe", "mo", public=True)["id"]
        bob.join(match)
        assert refusal(bob, f"/api/matches/{match}/answer", seat=1, offer=0, agree=True) == "no_offer"
        time.sleep(3.1)
        ended = bob.post(f"/api/matches/{match}/offer", seat=1, kind="end")
        assert ended["result"]["reason"] == "abandoned"
        assert ended["dice"]["secret"]


def test_matches_that_nobody_watches_leave_memory_and_come_back(hasty: Server) -> None:
    with Guest(hasty, "Ann") as ann:
        matches = [ann.table("tictactoe", "mh")["id"] for _ in range(6)]
        for match in matches:
            ann.move(match, 0, 1, name="b2")
        with ThreadPoolExecutor(6) as all_at_once:
            for shown in all_at_once.map(ann.snapshot, matches * 4):
                assert shown["now"]["number"] == 2


def test_nobody_is_replaced_while_nobody_waits(hasty: Server) -> None:
    with Guest(hasty, "Ann") as ann:
        match = ann.table("tictactoe", "mb", gone="bot")["id"]
        time.sleep(2.5)
        assert ann.get(f"/api/matches/{match}")["players"][0]["stand_in"] is None


def test_a_restart_is_announced_and_survived(folder: Path) -> None:
    """Matches of the same rules go on; of other rules, finished ones are shown as they were and running ones end by update."""
    server = Server(folder, only="tictactoe").start()
    with Guest(server, "Ann") as ann:
        going, finished, outdated = (ann.table("tictactoe", "mh")["id"] for _ in range(3))
        ann.move(going, 0, 1, name="b2")
        ann.move(outdated, 0, 1, name="b2")
        last = play_on(ann, finished)
        with ann.live(going) as live:
            live.receive()
            server.stop()
            assert live.wait_for("goodbye")["again_ms"] > 0
        with sqlite3.connect(folder / "bangbox.sqlite") as database:
            database.execute("UPDATE matches SET version = '0-old' WHERE id IN (?, ?)", (finished, outdated))
        database.close()
        server.start()
        assert ann.get("/api/me")["name"] == "Ann"
        assert ann.snapshot(going)["now"]["view"]["board"][4] == 1
        shown = ann.snapshot(finished)
        assert not shown["table"]["replayable"]
        assert shown["now"]["view"] == last["now"]["view"]
        assert [event["label"] for event in shown["log"]] == [event["label"] for event in last["log"]]
        assert ann.get(f"/api/matches/{finished}/log", **{"from": 2, "to": 2})[0]["kind"] == "choice"
        assert ann.http.get(f"/api/matches/{finished}/at/2").status_code == 410
        ended = ann.get(f"/api/matches/{outdated}")
        assert (ended["status"], ended["result"]["reason"], ended["result"]["winners"]) == ("over", "update", [])
        assert [event["name"] for event in ann.snapshot(outdated)["log"]] == ["", "b2", ""]
    server.stop()
    assert "Traceback" not in server.logged(), server.logged()
