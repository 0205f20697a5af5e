"""Push messages over HTTP, from a real server to a service on this machine."""

import time
from pathlib import Path

import pytest

from tests.server.guests import Guest, Refused
from tests.server.processes import Server
from tests.server.push.service import Browser, Service


def test_strangers_get_a_key_but_subscribe_to_nothing(server: Server, ann: Guest) -> None:
    key = ann.get("/api/push")["key"]
    assert len(key) == 87
    wanted = Browser("https://push.example.org").subscription
    body = {"endpoint": wanted.endpoint, "p256dh": wanted.p256dh, "auth": wanted.auth}
    ann.http.cookies.clear()
    with pytest.raises(Refused) as refused:
        ann.post("/api/me/push", **body)
    assert refused.value.status == 401


@pytest.mark.parametrize("endpoint", ["http://127.0.0.1:1/x", "https://127.0.0.1/x", "https://10.0.0.1/x", "https://localhost/x"])
def test_an_address_in_the_servers_own_network_is_refused(ann: Guest, endpoint: str) -> None:
    wanted = Browser("https://push.example.org").subscription
    with pytest.raises(Refused) as refused:
        ann.post("/api/me/push", endpoint=endpoint, p256dh=wanted.p256dh, auth=wanted.auth)
    assert (refused.value.status, refused.value.body["code"]) == (422, "push_endpoint")
    assert ann.post("/api/me/push/off", endpoint=endpoint) == {"devices": 0}


def test_whoever_left_is_told_and_the_keys_survive_a_restart(folder: Path, service: Service) -> None:
    server = Server(folder, only="tictactoe", away_seconds=1, push_anywhere="true").start()
    try:
        with Guest(server, "Ann") as ann, Guest(server, "Bob") as bob:
            key, browser = bob.get("/api/push")["key"], Browser(service.url, language="de")
            wanted = browser.subscription
            body = {"endpoint": wanted.endpoint, "p256dh": wanted.p256dh, "auth": wanted.auth, "language": "de"}
            assert bob.post("/api/me/push", **body) == {"devices": 1}
            match = ann.table("tictactoe", "mo", public=True)["id"]
            bob.join(match)
            _moved_to(bob, ann, match)
            (taken,) = service.wait(1)
            assert browser.read(taken) == {"match": match, "title": "Tic-tac-toe: du bist dran", "text": "Mit Ann"}
            server.stop()
            server.start()
            assert bob.get("/api/push")["key"] == key
            assert bob.post("/api/me/push/off", endpoint=wanted.endpoint) == {"devices": 0}
            for guest in (bob, ann):
                _move(guest, match)
            time.sleep(4)
            assert len(service.taken) == 1, "switched off"
    finally:
        server.stop()
    assert "Traceback" not in server.logged(), server.logged()


def _move(guest: Guest, match: str) -> None:
    shown = guest.snapshot(match)
    guest.move(match, shown["seat"], shown["now"]["number"], choice=shown["now"]["choices"][0]["number"])


def _moved_to(bob: Guest, ann: Guest, match: str) -> None:
    """Lets Ann move if it is not Bob's turn yet."""
    if ann.snapshot(match)["now"]["actor"] == ann.snapshot(match)["seat"]:
        _move(ann, match)
    assert bob.snapshot(match)["now"]["actor"] == bob.snapshot(match)["seat"]
