"""The lobby and tables over REST."""

import pytest

from tests.server.api.asking import asker
from tests.server.guests import Guest, Refused, play_on, refusal
from tests.server.house import House
from tests.server.processes import Server


def test_a_table_from_its_set_up_to_its_first_event(ann: Guest) -> None:
    table = ann.post("/api/matches", game="tictactoe", seats=[{"kind": "me"}, {"kind": "here", "name": "Cid"}])
    assert (table["status"], table["mine"], table["host"]) == ("waiting", [0, 1], True)
    assert len(table["dice"]["commitment"]) == 64
    ann.post(f"/api/matches/{table['id']}/contribute", seat=0, contribution="ab" * 16)
    assert ann.get(f"/api/matches/{table['id']}")["status"] == "waiting"
    running = ann.post(f"/api/matches/{table['id']}/contribute", seat=1, contribution="cd" * 16)
    assert running["status"] == "running"
    assert running["dice"]["contributions"] == ["ab" * 16, "cd" * 16]
    assert running["dice"]["secret"] is None
    assert refusal(ann, f"/api/matches/{table['id']}/contribute", seat=1, contribution="ef" * 16) == "begun"


@pytest.mark.parametrize(
    ("setup", "status", "code"),
    [
        ({"game": "chess", "seats": []}, 404, "unknown_game"),
        ({"game": "tictactoe", "seats": [{"kind": "me"}]}, 422, "seats"),
        ({"game": "tictactoe", "seats": [{"kind": "me"}] * 2, "options": {"name": 1}}, 422, "options"),
        ({"game": "tictactoe", "seats": [{"kind": "me"}] * 2, "colour": "red"}, 400, "request"),
        ({"game": "tictactoe", "seats": [{"kind": "dragon"}] * 2}, 400, "request"),
    ],
)
async def test_what_cannot_be_set_up_is_explained(house: House, setup: dict[str, object], status: int, code: str) -> None:
    async with asker(house.hall, "Ann") as ann:
        found, problem = await ann.post("/api/matches", **setup)
        assert (found, problem["code"]) == (status, code)


def test_an_invitation_works_once(server: Server, ann: Guest, bob: Guest) -> None:
    match = ann.table("tictactoe", "mo")["id"]
    assert match not in [line["id"] for line in bob.get("/api/matches", show="open")]
    assert refusal(bob, f"/api/matches/{match}/join") == "code"
    assert refusal(bob, f"/api/matches/{match}/invite") == "not_host"
    invitation = ann.post(f"/api/matches/{match}/invite")
    assert bob.get(f"/api/spoken/{invitation['words'].replace('-', ' ')}") == {"path": invitation["path"]}
    with pytest.raises(Refused):
        bob.get("/api/spoken/blue-nonsense-42")
    assert invitation["path"] == f"/match/{match}#join={invitation['code']}"
    assert invitation["qr"].startswith("<svg")
    assert bob.join(match, code=invitation["code"], name="Bobby")["players"][1]["name"] == "Bobby"
    other = ann.table("tictactoe", "mo")["id"]
    with Guest(server, "Cid") as cid:
        assert refusal(cid, f"/api/matches/{other}/join", code=invitation["code"]) == "code"
        assert refusal(cid, f"/api/matches/{match}/join", code="nonsense") == "begun"


def test_leaving_and_the_hosts_orders(ann: Guest, bob: Guest) -> None:
    match = ann.table("magpie", "moo", public=True, options={"players": 3})["id"]
    assert bob.join(match, seat=2)["mine"] == [2]
    assert bob.post(f"/api/matches/{match}/leave")["players"][2]["kind"] == "open"
    bob.join(match)
    assert ann.post(f"/api/matches/{match}/host", action="mute", seat=1)["players"][1]["muted"]
    assert refusal(bob, f"/api/matches/{match}/host", action="mute", seat=0) == "not_host"
    ann.post(f"/api/matches/{match}/leave")
    closed = bob.get(f"/api/matches/{match}")
    assert (closed["status"], closed["result"]["reason"]) == ("over", "aborted")
    assert closed["dice"]["secret"], "the secret of an aborted match is published too"


def test_lists(ann: Guest, bob: Guest) -> None:
    waiting = ann.table("tictactoe", "mo", public=True)["id"]
    running = ann.table("tictactoe", "mh", public=True)["id"]
    over = ann.table("tictactoe", "mh", public=True)["id"]
    play_on(ann, over)
    shown = {show: {line["id"]: line for line in ann.get("/api/matches", show=show)} for show in ("open", "running", "finished")}
    assert waiting in shown["open"]
    assert running in shown["running"]
    assert over in shown["finished"]
    assert shown["finished"][over]["result"]["reason"] == "rules"
    mine = {line["id"]: line for line in ann.get("/api/matches", show="mine")}
    assert {waiting, running, over} <= set(mine)
    assert (mine[running]["my_turn"], mine[running]["my_seats"]) == (True, [0, 1])
    assert ann.get("/api/matches", show="mine", game="magpie") == []
    assert ann.get("/api/matches", show="mine", before=mine[waiting]["changed"]) == []
    assert ann.get("/api/matches", show="open", game="") == ann.get("/api/matches", show="open")
    assert ann.http.get("/api/matches", params={"show": "everything"}).status_code == 422


def test_a_host_without_a_seat_finds_the_table_again(ann: Guest, bob: Guest) -> None:
    match = ann.table("tictactoe", "bb")["id"]
    assert match in [line["id"] for line in ann.get("/api/matches", show="mine")]
    assert match not in [line["id"] for line in bob.get("/api/matches", show="mine")]
