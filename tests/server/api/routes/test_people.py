"""Who am I, over REST: guests, other devices, outsiders' bots."""

from pathlib import Path

import httpx

from tests.server.api.asking import asker
from tests.server.guests import Guest, refusal
from tests.server.house import House, opened
from tests.server.processes import Server


def test_somebody_new_has_no_name_yet(server: Server) -> None:
    with Guest(server, token="nonsense") as stranger:
        assert stranger.get("/api/me") is None
        assert refusal(stranger, "/api/matches", game="tictactoe", seats=[{"kind": "me"}, {"kind": "open"}]) == "who"


def test_a_guest_may_change_the_name(ann: Guest) -> None:
    assert ann.post("/api/me", name="  Ann   of  York ")["name"] == "Ann of York"
    assert ann.get("/api/me")["name"] == "Ann of York"
    assert refusal(ann, "/api/me", name="<b>") == "name"


def test_a_guests_cookie_is_out_of_reach_of_scripts_and_other_sites(server: Server) -> None:
    answer = httpx.post(f"{server.url}/api/me", json={"name": "Ann"})
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "secure" not in cookie, "there is no TLS here"
    assert len(answer.cookies["bangbox"]) >= 43, "256 random bits"


async def test_behind_tls_the_cookie_is_secure(tmp_path: Path) -> None:
    async with opened(tmp_path, address="https://games.example.org") as house, asker(house.hall) as stranger:
        answer = await stranger.http.post("/api/me", json={"name": "Ann"})
        assert "secure" in answer.headers["set-cookie"].lower()


def test_a_link_moves_a_guest_to_another_device(server: Server, ann: Guest) -> None:
    match = ann.table("tictactoe", "mb")["id"]
    link = ann.post("/api/me/link")
    assert link["path"] == f"/#device={link['code']}", "in the fragment, which browsers do not send"
    assert link["qr"].startswith("<svg")
    with Guest(server, "Phone") as phone:
        assert phone.post("/api/me/enter", code=link["code"])["id"] == ann.me["id"]
        assert phone.get(f"/api/matches/{match}")["mine"] == [0]
        assert refusal(phone, "/api/me/enter", code=link["code"]) == "code"
    assert ann.get(f"/api/matches/{match}")["mine"] == [0], "the first device goes on working"


async def test_new_guests_and_bots_of_an_address_are_limited(tmp_path: Path) -> None:
    async with opened(tmp_path, guests_per_hour=3) as house, asker(house.hall) as stranger:
        statuses = []
        for path in ("/api/bots", "/api/bots", "/api/me", "/api/bots"):
            stranger.http.cookies.clear()
            statuses.append((await stranger.post(path, name="Somebody"))[0])
        assert statuses == [200, 200, 200, 429]


async def test_a_bot_is_known_by_its_token(house: House) -> None:
    async with asker(house.hall) as stranger:
        _, made = await stranger.post("/api/bots", name="Thirty lines")
        _, me = await stranger.get("/api/me")
        assert me is None
        answer = await stranger.http.get("/api/me", headers={"Authorization": f"Bearer {made['token']}"})
        assert answer.json() == made["me"]
        assert made["me"]["kind"] == "bot"
