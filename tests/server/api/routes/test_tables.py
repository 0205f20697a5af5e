"""Tables: inviting, joining, leaving, lists, chat, the host's orders, rematches, series, other devices."""

import pytest

from tests.server.guests import Guest, Refused, play_on
from tests.server.processes import Server


def refusal(guest: Guest, path: str, **body: object) -> str:
    """The code with which a request is refused."""
    with pytest.raises(Refused) as refused:
        guest.post(path, **body)
    code: str = refused.value.body["code"]
    return code


def test_somebody_new_has_no_name_yet(server: Server) -> None:
    with Guest(server, token="nonsense") as stranger:
        assert stranger.get("/api/me") is None
        assert refusal(stranger, "/api/matches", game="tictactoe", seats=[{"kind": "me"}, {"kind": "open"}]) == "who"


def test_names(ann: Guest) -> None:
    assert ann.post("/api/me", name="  Ann   of  York ")["name"] == "Ann of York"
    assert ann.get("/api/me")["name"] == "Ann of York"
    for bad in ("", "   ", "x" * 25, "a\nb" * 9, "<b>", "\u202eevil"):
        assert refusal(ann, "/api/me", name=bad) == "name"


def test_an_invitation_works_once(server: Server, ann: Guest, bob: Guest) -> None:
    match = ann.table("tictactoe", "mo")["id"]
    assert match not in [line["id"] for line in bob.get("/api/matches", show="open")]
    assert refusal(bob, f"/api/matches/{match}/join") == "code"
    assert refusal(bob, f"/api/matches/{match}/invite") == "not_host"
    invitation = ann.post(f"/api/matches/{match}/invite")
    assert invitation["path"] == f"/match/{match}#join={invitation['code']}"
    assert invitation["qr"].startswith("<svg")
    assert bob.join(match, code=invitation["code"])["status"] == "running"
    other = ann.table("tictactoe", "mo")["id"]
    with Guest(server, "Cid") as cid:
        assert refusal(cid, f"/api/matches/{other}/join", code=invitation["code"]) == "code"
        assert refusal(cid, f"/api/matches/{match}/join", code="nonsense") == "begun"


def test_a_link_moves_a_guest_to_another_device(server: Server, ann: Guest) -> None:
    match = ann.table("tictactoe", "mb")["id"]
    link = ann.post("/api/me/link")
    assert "#" in link["path"], "the code is in the fragment, which browsers do not send"
    with Guest(server, "Phone") as phone:
        assert phone.post("/api/me/enter", code=link["code"])["id"] == ann.me["id"]
        assert phone.get(f"/api/matches/{match}")["mine"] == [0]
        assert refusal(phone, "/api/me/enter", code=link["code"]) == "code"
    assert ann.get(f"/api/matches/{match}")["mine"] == [0], "the first device goes on working"


def test_sitting_down_and_leaving_again(server: Server, ann: Guest, bob: Guest) -> None:
    match = ann.table("magpie", "moo", public=True, options={"players": 3})["id"]
    bob.join(match, seat=2, name="Bobby")
    with Guest(server, "Cid") as cid:
        assert refusal(cid, f"/api/matches/{match}/join", seat=2) == "taken"
        assert refusal(cid, f"/api/matches/{match}/join", seat=7) == "taken"
    assert bob.get(f"/api/matches/{match}")["players"][2]["name"] == "Bobby"
    left = bob.post(f"/api/matches/{match}/leave")
    assert left["players"][2]["kind"] == "open"
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
    with pytest.raises(Refused):
        ann.get("/api/matches", show="everything")


@pytest.mark.parametrize(
    ("setup", "code"),
    [
        ({"game": "chess", "seats": []}, "unknown_game"),
        ({"game": "tictactoe", "seats": [{"kind": "me"}]}, "seats"),
        ({"game": "tictactoe", "seats": [{"kind": "me"}, {"kind": "bot", "level": "divine"}]}, "level"),
        ({"game": "tictactoe", "options": {"first": 7}, "seats": []}, "options"),
        ({"game": "tictactoe", "options": {"blind": True}, "seats": []}, "options"),
        ({"game": "magpie", "options": {"players": 99}, "seats": []}, "options"),
        ({"game": "tictactoe", "seats": [{"kind": "me"}] * 2, "clock": {"kind": "move", "seconds": 0}}, "clock"),
        ({"game": "tictactoe", "seats": [{"kind": "me"}] * 2, "series": 99}, "series"),
        ({"game": "tictactoe", "seats": [{"kind": "me"}] * 2, "position": "nonsense"}, "options"),
        ({"game": "tictactoe", "seats": [{"kind": "me"}] * 2, "position": "xxx/oo./... 0"}, "position"),
        ({"game": "tictactoe", "seats": [{"kind": "me"}] * 2, "colour": "red"}, "request"),
        ({"game": "tictactoe", "seats": [{"kind": "dragon"}] * 2}, "request"),
    ],
)
def test_what_cannot_be_set_up_is_explained(ann: Guest, setup: dict[str, object], code: str) -> None:
    assert refusal(ann, "/api/matches", **setup) == code


def test_chat(server: Server, ann: Guest, bob: Guest) -> None:
    match = ann.table("tictactoe", "mo", public=True)["id"]
    bob.join(match)
    with ann.live(match) as live:
        live.receive()
        bob.post(f"/api/matches/{match}/chat", text="  Good   luck! ")
        note = live.wait_for("notes")["notes"][0]
        assert (note["kind"], note["name"], note["text"]) == ("chat", "Bob", "Good luck!")
        live.send("say", phrase="thanks")
        assert live.wait_for("notes")["notes"][0]["kind"] == "phrase"
    assert refusal(bob, f"/api/matches/{match}/chat", text="x" * 301) == "text"
    assert refusal(bob, f"/api/matches/{match}/chat", phrase="curse") == "phrase"
    with Guest(server, "Cid") as cid:
        assert refusal(cid, f"/api/matches/{match}/chat", text="hi") == "not_seated"
    codes = [refusal(bob, f"/api/matches/{match}/chat", text="spam") for _ in range(1) if _flood(bob, match)]
    assert codes == ["slow_down"]
    shown = ann.snapshot(match)["notes"]
    assert [note["kind"] for note in shown][:3] == ["joined", "chat", "phrase"]


def _flood(guest: Guest, match: str) -> bool:
    """Talks until told to slow down."""
    for _ in range(20):
        if guest.http.post(f"/api/matches/{match}/chat", json={"text": "spam"}).status_code == 429:
            return True
    return False


def test_the_host_mutes_and_removes(ann: Guest, bob: Guest) -> None:
    match = ann.table("tictactoe", "mo", public=True)["id"]
    bob.join(match)
    assert refusal(bob, f"/api/matches/{match}/host", action="mute", seat=0) == "not_host"
    assert ann.post(f"/api/matches/{match}/host", action="mute", seat=1)["players"][1]["muted"]
    assert refusal(bob, f"/api/matches/{match}/chat", text="hey") == "muted"
    ann.post(f"/api/matches/{match}/host", action="unmute", seat=1)
    bob.post(f"/api/matches/{match}/chat", text="thanks")
    removed = ann.post(f"/api/matches/{match}/host", action="remove", seat=1)
    assert removed["result"] == {"reason": "abandoned", "winners": [], "scores": [0, 0], "seat": 1}, "nobody wins by that"


def test_offers_to_all_cannot_leave_anybody_out(ann: Guest, bob: Guest) -> None:
    match = ann.table("tictactoe", "mo", public=True)["id"]
    bob.join(match)
    assert refusal(ann, f"/api/matches/{match}/offer", seat=0, kind="end", about=1) == "about"
    assert ann.get(f"/api/matches/{match}")["status"] == "running"
    bob.post(f"/api/matches/{match}/resign", seat=1)
    assert refusal(ann, f"/api/matches/{match}/offer", seat=0, kind="rematch", about=1) == "about"
    assert ann.get(f"/api/matches/{match}")["next"] is None


def test_a_host_without_a_seat_finds_the_table_again(ann: Guest, bob: Guest) -> None:
    match = ann.table("tictactoe", "bb")["id"]
    assert match in [line["id"] for line in ann.get("/api/matches", show="mine")]
    assert match not in [line["id"] for line in bob.get("/api/matches", show="mine")]


def test_lists_are_of_games_that_exist(ann: Guest) -> None:
    answer = ann.http.get("/api/matches", params={"show": "open", "game": "no%"})
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown_game")
    assert ann.get("/api/matches", show="open", game="") == ann.get("/api/matches", show="open")


def test_a_rematch_is_agreed_and_swaps_sides(ann: Guest, bob: Guest) -> None:
    match = ann.table("tictactoe", "mo", public=True)["id"]
    bob.join(match)
    assert refusal(ann, f"/api/matches/{match}/offer", seat=0, kind="rematch") == "running"
    bob.post(f"/api/matches/{match}/resign", seat=1)
    offered = ann.post(f"/api/matches/{match}/offer", seat=0, kind="rematch")
    assert offered["offers"][0]["needed"] == [1]
    assert offered["next"] is None
    agreed = bob.post(f"/api/matches/{match}/answer", seat=1, offer=offered["offers"][0]["id"], agree=True)
    following = ann.get(f"/api/matches/{agreed['next']}")
    assert (following["before"], following["status"]) == (match, "waiting")
    assert [player["name"] for player in following["players"]] == ["Bob", "Ann"]
    ann.contribute(following)
    assert bob.contribute(bob.get(f"/api/matches/{agreed['next']}"))["status"] == "running"
    assert refusal(ann, f"/api/matches/{match}/offer", seat=0, kind="rematch") == "next"


def test_declined_offers_are_gone(ann: Guest, bob: Guest) -> None:
    match = ann.table("tictactoe", "mo", public=True)["id"]
    bob.join(match)
    offer = ann.post(f"/api/matches/{match}/offer", seat=0, kind="end")["offers"][0]
    assert bob.post(f"/api/matches/{match}/answer", seat=1, offer=offer["id"], agree=False)["offers"] == []
    assert refusal(bob, f"/api/matches/{match}/answer", seat=1, offer=offer["id"], agree=True) == "no_offer"
    ann.post(f"/api/matches/{match}/offer", seat=0, kind="end")
    ended = bob.post(f"/api/matches/{match}/offer", seat=1, kind="end")
    assert ended["result"]["reason"] == "agreed"
    assert ended["result"]["winners"] == []


def test_a_series_adds_up_points_and_swaps_sides(ann: Guest) -> None:
    seats = [{"kind": "me", "name": "Ann"}, {"kind": "here", "name": "Cid"}]
    table = ann.table("tictactoe", seats, series=3, options={"first": "random"})
    matches, points, first = [], [0, 0], -1
    for place in range(3):
        matches.append(table["id"])
        standing = table["series"]
        assert (standing["length"], standing["played"], standing["names"]) == (3, place, ["Ann", "Cid"])
        assert standing["seats"] == [place % 2, (place + 1) % 2]
        assert standing["points"] == points
        assert [table["players"][seat]["name"] for seat in standing["seats"]] == ["Ann", "Cid"]
        if place > 0:
            assert table["options"]["first"] == first, "people move, the seat that begins stays"
        first = ann.snapshot(table["id"])["now"]["actor"]
        over = play_on(ann, table["id"], seed=place)
        for person, seat in enumerate(standing["seats"]):
            points[person] += over["now"]["scores"][seat]
        if place < 2:
            table = ann.contribute(ann.get(f"/api/matches/{_next(ann, table['id'])}"))
    last = ann.get(f"/api/matches/{matches[-1]}")
    assert last["next"] is None
    assert last["series"]["matches"] == matches
    assert last["series"]["points"] == points
    assert last["series"]["played"] == 3


def test_a_friend_comes_to_a_series_by_link(ann: Guest, bob: Guest) -> None:
    match = ann.table("tictactoe", "mo", series=2)["id"]
    table = bob.join(match, code=ann.post(f"/api/matches/{match}/invite")["code"], name="Bobby")
    assert table["status"] == "running"
    assert table["series"]["names"] == ["Ann", "Bobby"]
    bob.post(f"/api/matches/{match}/resign", seat=1)
    following = _next(bob, match)
    assert [player["name"] for player in bob.get(f"/api/matches/{following}")["players"]] == ["Bobby", "Ann"]
    standing = bob.get(f"/api/matches/{following}")["series"]
    assert (standing["names"], standing["points"], standing["played"]) == (["Ann", "Bobby"], [1, 0], 1)


def _next(guest: Guest, match: str) -> str:
    """The match that the server sets up after this one."""
    with guest.live(match) as live:
        while (shown := live.wait_for("snapshot", "table"))["table"]["next"] is None:
            pass
        following: str = shown["table"]["next"]
        return following
