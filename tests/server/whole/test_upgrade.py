"""Today's server on a database of every schema that there was: old matches are shown, and go on."""

from pathlib import Path

import pytest

from bangbox.server.storage.migrations import NEWEST
from tests.server.guests import Guest, play_on
from tests.server.processes import Server
from tests.server.whole.old import GAMES, restored

VERSIONS = [f"{number:04}" for number in range(1, int(NEWEST) + 1)]


@pytest.mark.parametrize("version", VERSIONS)
def test_an_old_database_is_opened_shown_and_played_on(version: str, folder: Path) -> None:
    """A file that is missing is made by `python -m tests.server.whole.old`."""
    token = restored(version, folder / "bangbox.sqlite")
    server = Server(folder, only=GAMES).start()
    try:
        with Guest(server, token=token) as ann:
            assert ann.get("/api/me")["name"] == "Ann"
            mine = {
                kind: {match["id"] for match in ann.get("/api/matches", show="mine") if match["status"] == kind}
                for kind in ("over", "running", "waiting")
            }
            assert [len(found) for found in mine.values()] == [2, 1, 1]
            for match in mine["over"]:
                shown = ann.snapshot(match)
                assert shown["now"]["actor"] == -2
                assert len(shown["log"]) >= 4 and all(event["label"] for event in shown["log"] if event["kind"] == "choice")
                assert ann.get(f"/api/matches/{match}")["result"]["reason"] in ("rules", "resign")
            (going,) = mine["running"]
            assert ann.snapshot(going)["now"]["view"]["board"][4] == 1
            assert play_on(ann, going)["now"]["actor"] == -2
            (waiting,) = mine["waiting"]
            with Guest(server, "Bob") as bob:
                bob.join(waiting, code=ann.post(f"/api/matches/{waiting}/invite")["code"])
            assert ann.get(f"/api/matches/{waiting}")["status"] == "running"
    finally:
        server.stop()
    assert "Traceback" not in server.logged(), server.logged()
