"""Origins, limits, headers, secrets in logs: who may do what, and how often."""

import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from bangbox.server.people import limits
from tests.server.guests import Guest, Refused
from tests.server.processes import Server
from tests.server.test_tables import refusal


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with narrow limits."""
    found = Server(
        tmp_path_factory.mktemp("strict"), only="tictactoe", messages_per_second=5, guests_per_hour=6, matches_per_guest=3,
        sockets_per_guest=2, away_seconds=1,
    )  # fmt: skip
    yield found.start()
    found.stop()


def test_pages_carry_strict_headers(server: Server) -> None:
    answer = httpx.get(f"{server.url}/")
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "frame-ancestors 'none'" in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert httpx.get(f"{server.url}/api/nothing").status_code == 404
    assert httpx.get(f"{server.url}/../../etc/passwd").status_code in (200, 503)
    assert "root:" not in httpx.get(f"{server.url}/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd").text


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/x%00y", (200, 503)),
        ("/" + 300 * "a", (200, 503)),
        ("/" + 3000 * "a/", (200, 503)),
        ("/assets/%00", (404,)),
        ("/assets/" + 400 * "b", (404,)),
        ("/api/%00", (404,)),
        ("/api/matches/%00", (404,)),
        ("/api/matches/a%00b/snapshot", (404,)),
        ("/api/matches?show=open&game=%00", (404,)),
    ],
)
def test_addresses_that_nothing_can_have_are_no_fault(server: Server, path: str, status: tuple[int, ...]) -> None:
    assert httpx.get(f"{server.url}{path}").status_code in status


def test_a_guests_cookie_is_out_of_reach_of_scripts_and_other_sites(server: Server) -> None:
    answer = httpx.post(f"{server.url}/api/me", json={"name": "Ann"})
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert len(answer.cookies["bangbox"]) >= 43, "256 random bits"


def test_another_sites_page_is_refused(ann: Guest) -> None:
    match = ann.table("tictactoe", "mb")["id"]
    foreign = {"Origin": "https://evil.example"}
    answer = ann.http.post(f"/api/matches/{match}/resign", json={"seat": 0}, headers=foreign)
    assert (answer.status_code, answer.json()["code"]) == (403, "origin")
    own = {"Origin": ann.server.url}
    assert ann.http.post("/api/me", json={"name": "Ann"}, headers=own).status_code == 200
    cookie = f"bangbox={ann.http.cookies['bangbox']}"
    address = ann.server.url.replace("http", "ws") + f"/api/matches/{match}/live"
    with pytest.raises(InvalidStatus), connect(address, additional_headers={"Cookie": cookie, **foreign}):
        pass
    with connect(address, additional_headers={"Cookie": cookie, **own}) as socket:
        assert json.loads(socket.recv())["type"] == "snapshot"


def test_a_seat_of_somebody_else_is_not_shown(ann: Guest, bob: Guest) -> None:
    match = ann.table("magpie", "mbb", public=True, options={"players": 3})["id"]
    with bob.live(match, seat=0) as live:
        assert live.receive()["problem"]["code"] == "not_your_seat"
        with pytest.raises(ConnectionClosed):
            live.receive()
    with ann.live("nosuchmatch") as live:
        assert live.receive()["problem"]["code"] == "unknown_match"


def test_requests_beyond_their_size_are_refused(ann: Guest) -> None:
    answer = ann.http.post("/api/me", content=b'{"name": "' + b"x" * 20_000 + b'"}')
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


def test_limits(strict: Server) -> None:
    with Guest(strict, "Ann") as ann, Guest(strict, "Bob") as bob:
        for _ in range(3):
            ann.table("tictactoe", "mb")
        assert refusal(ann, "/api/matches", game="tictactoe", seats=[{"kind": "me"}, {"kind": "open"}]) == "too_many"
        match = bob.table("tictactoe", "mb", public=True)["id"]
        with bob.live(match) as one, bob.live(match) as two:
            one.receive()
            two.receive()
            with bob.live(match) as three:
                assert three.receive()["problem"]["code"] == "sockets"
            codes = set()
            for _ in range(80):
                one.send("ping")
                answer = one.wait_for("pong", "refused")
                codes.add(answer["type"] if answer["type"] == "pong" else answer["problem"]["code"])
                if codes == {"pong", "slow_down"}:
                    break
            assert codes == {"pong", "slow_down"}
    with pytest.raises(Refused) as refused:
        for _ in range(8):
            with Guest(strict, "Cid"):
                pass
    assert refused.value.status == 429


def test_limits_are_remembered_for_those_who_came_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "KEPT", 4)
    slow, quick = limits.Buckets(0, 1), limits.Buckets(1e12, 1)
    for key in "abcdefgh":
        assert slow.take(key)
        assert quick.take(key)
    assert not slow.take("h")
    assert slow.take("a")  # forgotten long ago
    assert len(quick._known) <= 4


def test_logs_hold_no_secrets(tmp_path: Path) -> None:
    """Whatever is done, no token, code, contribution or secret of dice is in the log; every line is a JSON object."""
    server = Server(tmp_path, only="tictactoe", log="json").start()
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


def test_health_and_metrics(server: Server, ann: Guest) -> None:
    ann.move(ann.table("tictactoe", "mh")["id"], 0, 1, name="a1")
    assert httpx.get(f"{server.url}/healthz").text == "ok\n"
    numbers = dict(line.rsplit(" ", 1) for line in httpx.get(f"{server.url}/metrics").text.splitlines())
    assert int(numbers["bangbox_moves_total"]) > 0
    assert float(numbers["bangbox_commit_seconds_sum"]) > 0
    assert {"bangbox_matches", "bangbox_sockets", "bangbox_bot_queue"} <= set(numbers)
