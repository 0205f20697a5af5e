"""Playing a match over REST and WebSocket, with people, bots, secrets, forms, throws and several seats in one turn."""

import random

import pytest

from bangbox.core.matches.match import MatchRecord
from bangbox.core.matches.verifying import verify
from tests.server.guests import Guest, Json, Live, Refused, play_on, some_move
from tests.server.processes import Server


def test_games_are_described(ann: Guest) -> None:
    shelf = {game["id"]: game for game in ann.get("/api/games")}
    assert set(shelf) == {"tictactoe", "magpie", "brains", "robbery"}
    assert shelf["magpie"]["secrets"]
    assert shelf["magpie"]["throws"]
    assert shelf["tictactoe"]["options"][0] == {
        "name": "first", "kind": "choice", "default": 0, "low": None, "high": None, "values": [0, 1, "random"],
    }  # fmt: skip
    assert shelf["brains"]["levels"] == ["random", "easy", "medium", "hard"]
    assert ann.get("/api/games/brains/messages/en")["option.first"]
    assert "**M1**" in ann.get("/api/games/brains/rules/en")
    assert ann.post("/api/games/brains/seats", options={"players": 5})["players"] == 5


def test_nothing_is_drawn_before_every_seat_has_contributed(ann: Guest) -> None:
    table = ann.post("/api/matches", game="tictactoe", seats=[{"kind": "me"}, {"kind": "here", "name": "Cid"}])
    assert (table["status"], table["mine"]) == ("waiting", [0, 1])
    assert len(table["dice"]["commitment"]) == 64
    ann.post(f"/api/matches/{table['id']}/contribute", seat=0, contribution="ab" * 16)
    assert ann.get(f"/api/matches/{table['id']}")["status"] == "waiting"
    running = ann.post(f"/api/matches/{table['id']}/contribute", seat=1, contribution="cd" * 16)
    assert running["status"] == "running"
    assert running["dice"]["contributions"] == ["ab" * 16, "cd" * 16]
    assert running["dice"]["secret"] is None
    with pytest.raises(Refused) as refused:
        ann.post(f"/api/matches/{table['id']}/contribute", seat=1, contribution="ef" * 16)
    assert refused.value.status == 409


def test_a_match_of_two_people_over_websocket(ann: Guest, bob: Guest) -> None:
    match = ann.table("tictactoe", "mo", public=True)["id"]
    assert match in [line["id"] for line in bob.get("/api/matches", show="open")]
    assert bob.join(match)["status"] == "running"
    with ann.live(match) as first, bob.live(match) as second:
        assert first.receive()["now"]["choices"]
        assert second.receive()["now"]["choices"] == []
        sockets, number = [first, second], 1
        for turn, square in enumerate(["a1", "b1", "a2", "b2", "a3"]):
            sockets[turn % 2].send("move", seat=turn % 2, number=number, name=square, ask=turn)
            for socket in sockets:
                told = socket.wait_for("events")
                assert told["events"][0]["name"] == square
                assert told["events"][0]["label"] == {"key": "mark", "args": {"square": square}}
            assert sockets[turn % 2].wait_for("accepted") == {"type": "accepted", "number": number + 1, "ask": turn}
            number = told["now"]["number"]
        assert [event["kind"] for event in told["events"]] == ["choice", "end"]
        assert told["now"]["winners"] == [0]
    over = bob.get(f"/api/matches/{match}")
    assert over["result"] == {"reason": "rules", "winners": [0], "scores": [1, 0], "seat": None}
    assert over["dice"]["secret"]


@pytest.mark.parametrize(("game", "seats"), [("tictactoe", "mb"), ("magpie", "mbb"), ("brains", "mbbb")])
def test_a_match_against_bots_ends_and_its_record_verifies(ann: Guest, game: str, seats: str) -> None:
    options = {} if game == "tictactoe" else {"players": len(seats)}
    match = ann.table(game, seats, options=options)["id"]
    with pytest.raises(Refused):
        ann.get(f"/api/matches/{match}/record")
    shown = play_on(ann, match)
    record = MatchRecord.read(ann.get(f"/api/matches/{match}/record"))
    verdict = verify(record)
    assert verdict.good, verdict.wrong
    assert len(record.events) == shown["now"]["number"]
    if game == "magpie":
        assert verdict.throws_simulated == verdict.throws > 0


def test_two_seats_at_one_screen_follow_the_turn(ann: Guest) -> None:
    match = ann.table("tictactoe", "mh")["id"]
    with ann.live(match) as live:
        shown = live.receive()
        for number, square in enumerate(["a1", "b2"], start=1):
            live.send("move", seat=shown["seat"], number=number, name=square)
            shown = live.wait_for("events")
        assert shown["seat"] == 0
        live.send("look", seat=1)
        assert live.wait_for("snapshot")["seat"] == 1


def test_a_decision_of_another_seat_within_a_turn_reaches_the_right_player(server: Server, ann: Guest, bob: Guest) -> None:
    match = ann.table("magpie", "mob", public=True, options={"players": 3})["id"]
    bob.join(match)
    guests, dice, asked = [ann, bob], random.Random(5), set()
    for _ in range(400):
        seats = [(guest, seat, guest.snapshot(match)["now"]) for seat, guest in enumerate(guests)]
        if seats[0][2]["actor"] == -2:
            break
        for guest, seat, now in seats:
            assert bool(now["choices"] or now["forms"]) == (now["actor"] == seat)
            if now["actor"] == seat:
                asked.add((seat, now["prompt"]["key"]))
                guest.move(match, seat, now["number"], **some_move(now, dice))
                break
    assert len({prompt for _, prompt in asked}) > 1
    assert {seat for seat, _ in asked} == {0, 1}


def test_moves_are_answered_by_number(ann: Guest) -> None:
    match = ann.table("tictactoe", "mh")["id"]
    first = ann.move(match, 0, 1, name="b2")
    assert first["number"] == 2
    assert ann.move(match, 0, 1, name="b2") == first, "a repeat of one's own committed move is accepted"
    with pytest.raises(Refused) as stale:
        ann.move(match, 0, 1, name="a1")
    assert stale.value.status == 409
    assert stale.value.body["problem"]["code"] == "stale"
    assert stale.value.body["present"]["now"]["number"] == 2


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ({"seat": 0, "number": 1, "name": "z9"}, "illegal"),
        ({"seat": 0, "number": 1, "choice": 99}, "illegal"),
        ({"seat": 0, "number": 1, "choice": -1}, "illegal"),
        ({"seat": 0, "number": 1, "form": "flick", "values": {"angle": 3}}, "illegal"),
        ({"seat": 0, "number": 1}, "move"),
        ({"seat": 0, "number": 1, "name": "a1", "choice": 0}, "move"),
        ({"seat": 0, "number": 7, "name": "a1"}, "number"),
        ({"seat": 1, "number": 1, "name": "a1"}, "not_your_seat"),
        ({"seat": 5, "number": 1, "name": "a1"}, "not_your_seat"),
    ],
)
def test_bad_moves_are_explained_and_change_nothing(ann: Guest, move: dict[str, object], code: str) -> None:
    match = ann.table("tictactoe", "mb")["id"]
    with pytest.raises(Refused) as refused:
        ann.post(f"/api/matches/{match}/move", **move)
    problem = refused.value.body
    assert problem["code"] == code
    assert problem["text"]
    assert ann.snapshot(match)["now"]["number"] == 1


def test_an_illegal_move_names_its_rule(ann: Guest) -> None:
    match = ann.table("tictactoe", "mh")["id"]
    ann.move(match, 0, 1, name="a1")
    with pytest.raises(Refused) as refused:
        ann.move(match, 1, 2, name="a1")
    assert refused.value.body["rule"] == "T2"
    assert ann.post(f"/api/matches/{match}/why-not", seat=1, attempt="a1") == {"rule": "T2"}
    assert ann.post(f"/api/matches/{match}/why-not", seat=1, attempt="a2") == {"rule": None}


def test_a_socket_that_comes_back_gets_what_it_missed(ann: Guest) -> None:
    match = ann.table("tictactoe", "mh")["id"]
    ann.move(match, 0, 1, name="a1")
    ann.move(match, 1, 2, name="b1")
    with ann.live(match, number=2) as live:
        missed = live.receive()
        assert missed["type"] == "events"
        assert [event["number"] for event in missed["events"]] == [3]
    with ann.live(match, number=99) as live:
        assert live.receive()["type"] == "snapshot"


def told_at_first(live: Live) -> list[Json]:
    """Everything that a socket is told when it is opened."""
    live.send("ping")
    found: list[Json] = []
    while not found or found[-1]["type"] != "pong":
        found.append(live.receive())
    return found[:-1]


def test_whoever_comes_back_gets_the_table_and_the_talk(ann: Guest, bob: Guest) -> None:
    match = ann.table("tictactoe", "mh", public=True)["id"]
    for text in ("one", "two", "three"):
        ann.post(f"/api/matches/{match}/chat", text=text)
    notes = ann.snapshot(match)["notes"]
    assert [note["text"] for note in notes] == ["one", "two", "three"]
    for guest, mine in ((ann, [0, 1]), (bob, [])):
        for known, missed in (({}, notes), ({"note": notes[0]["number"]}, notes[1:])):
            with guest.live(match, number=1, **known) as live:
                events, table, talk = told_at_first(live)
                assert (events["type"], events["events"]) == ("events", [])
                assert (table["type"], table["table"]["mine"]) == ("table", mine)
                assert bool(table["table"]["watchers"]) == (guest is bob)
                assert talk == {"type": "notes", "notes": missed}
        with guest.live(match, number=1, note=notes[-1]["number"]) as live:
            assert [message["type"] for message in told_at_first(live)] == ["events", "table"]
        with guest.live(match, note=0) as live:
            assert told_at_first(live)[0]["notes"] == notes, "a snapshot has them all"


def test_replay_by_number_of_event(ann: Guest) -> None:
    match = ann.table("tictactoe", "mh")["id"]
    for number, square in enumerate(["a1", "b1", "a2"], start=1):
        ann.move(match, (number - 1) % 2, number, name=square)
    moment = ann.get(f"/api/matches/{match}/at/3")
    assert moment["now"]["view"]["board"] == [1, 0, 0, 2, 0, 0, 0, 0, 0]
    assert moment["event"]["name"] == "b1"
    assert moment["last"] == 4
    with pytest.raises(Refused) as refused:
        ann.get(f"/api/matches/{match}/at/9")
    assert refused.value.status == 404
    assert [event["name"] for event in ann.get(f"/api/matches/{match}/log", **{"from": 2, "to": 3})] == ["a1", "b1"]


def test_a_preview_changes_nothing_and_stops_before_chance(ann: Guest) -> None:
    match = ann.table("tictactoe", "mh")["id"]
    shown = ann.post(f"/api/matches/{match}/preview", seat=0, number=1, name="b2")
    assert shown["view"]["board"][4] == 1
    assert shown["stopped"] == "decision"
    assert ann.snapshot(match)["now"]["number"] == 1
    match = ann.table("brains", "mbb", options={"players": 3, "first": 0})["id"]
    now = ann.snapshot(match)["now"]
    stopped = {
        ann.post(f"/api/matches/{match}/preview", seat=0, number=now["number"], choice=choice["number"])["stopped"]
        for choice in now["choices"]
    }
    assert "chance" in stopped


def test_hints_come_from_a_bot(ann: Guest) -> None:
    match = ann.table("tictactoe", "mh")["id"]
    for number, square in enumerate(["a1", "b1", "a2", "b2"], start=1):
        ann.move(match, (number - 1) % 2, number, name=square)
    hint = ann.post(f"/api/matches/{match}/hint", seat=0)
    assert hint["choices"][0]["name"] == "a3", "three in a row"
    assert hint["answers"] == 5
    match = ann.table("tictactoe", "mb", hints=False)["id"]
    with pytest.raises(Refused):
        ann.post(f"/api/matches/{match}/hint", seat=0)


def test_a_spectator_sees_and_cannot_move(ann: Guest, bob: Guest) -> None:
    match = ann.table("tictactoe", "mb", public=True)["id"]
    shown = bob.snapshot(match)
    assert shown["seat"] is None
    assert shown["now"]["choices"] == []
    with pytest.raises(Refused) as refused:
        bob.move(match, 0, 1, name="a1")
    assert refused.value.status == 403
    with pytest.raises(Refused):
        bob.snapshot(match, seat=0)


def test_starting_from_a_position(ann: Guest) -> None:
    match = ann.table("tictactoe", "mh", position="xx./oo./... 0")["id"]
    shown = ann.move(match, 0, 1, name="a3")
    assert shown["number"] == 2
    assert ann.get(f"/api/matches/{match}")["result"]["winners"] == [0]
    assert verify(MatchRecord.read(ann.get(f"/api/matches/{match}/record"))).good


def test_dice_of_a_real_table_are_typed_in(ann: Guest) -> None:
    match = ann.table("tictactoe", "mh", options={"first": "random"}, dice="typed")["id"]
    now = ann.snapshot(match)["now"]
    assert now["actor"] == -1
    assert [outcome["name"] for outcome in now["outcomes"]] == ["first0", "first1"]
    typed = ann.move(match, 0, now["number"], name="first1")
    assert ann.move(match, 0, now["number"], name="first1") == typed, "whoever did not hear of it may say it again"
    with pytest.raises(Refused) as other:
        ann.move(match, 0, now["number"], name="first0")
    assert other.value.body["problem"]["code"] == "stale"
    assert ann.snapshot(match)["now"]["actor"] == 1
    play_on(ann, match)
    record = MatchRecord.read(ann.get(f"/api/matches/{match}/record"))
    assert record.dice == "typed"
    verdict = verify(record)
    assert (verdict.good, verdict.provable) == (True, False)
    with pytest.raises(Refused) as refused:
        ann.table("magpie", "mbb", options={"players": 3}, dice="typed")
    assert refused.value.body["code"] == "typed_dice"
    with pytest.raises(Refused) as lonely:  # nobody could type them in
        ann.table("tictactoe", "bb", options={"first": "random"}, dice="typed")
    assert lonely.value.body["code"] == "typed_dice"
