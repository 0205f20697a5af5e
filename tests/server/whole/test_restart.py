"""A server that ends and comes back: people are told, matches go on, and nothing secret is left in its log."""

import json
import sqlite3
import time
from pathlib import Path

import psutil

from tests.server.guests import Guest, play_on, refusal
from tests.server.processes import Server


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


def test_logs_hold_no_secrets(folder: Path) -> None:
    """Whatever is done, no token, code, contribution or secret of dice is in the log; every line is a JSON object."""
    server = Server(folder, only="tictactoe", log="json").start()
    with Guest(server, "Ann") as ann, Guest(server, "Bob") as bob:
        match = ann.table("tictactoe", "mo")["id"]
        codes = [ann.post(f"/api/matches/{match}/invite")["code"], ann.post("/api/me/link")["code"]]
        bot = ann.post("/api/bots", name="Bot")["token"]
        bob.join(match, code=codes[0])
        assert refusal(bob, "/api/me/enter", code="wrong" + codes[1]) == "code"
        ann.http.post(f"/api/matches/{match}/move", content=b"{", headers={"Authorization": f"Bearer {bot}"})
        with ann.live(match) as live:
            live.send("move", seat=0, number=1, name=codes[1])
            live.wait_for("refused")
        ann.post(f"/api/matches/{match}/resign", seat=0)
        dice = ann.get(f"/api/matches/{match}")["dice"]
        tokens = [ann.http.cookies["bangbox"], bob.http.cookies["bangbox"], bot]
    server.stop()
    lines = [json.loads(line) for line in server.logged().splitlines()]
    assert {"rules ready", "listening", "match begun", "match over"} <= {line["what"] for line in lines}
    for secret in (*codes, *tokens, dice["secret"], *dice["contributions"]):
        assert secret not in server.logged()


def test_a_bots_move_comes_although_its_worker_was_killed(server: Server, ann: Guest) -> None:
    match = ann.table("tictactoe", [{"kind": "me"}, {"kind": "bot", "level": "hard"}])["id"]
    assert server.process is not None
    alive = [child for child in psutil.Process(server.process.pid).children() if child.status() != psutil.STATUS_ZOMBIE]
    children = [child for child in alive if "spawn_main" in " ".join(child.cmdline())]
    assert children
    ann.move(match, 0, 1, name="a1")
    for child in children:
        child.kill()
    deadline = time.monotonic() + 60
    while ann.snapshot(match)["now"]["number"] < 3:
        assert time.monotonic() < deadline
        time.sleep(0.05)
