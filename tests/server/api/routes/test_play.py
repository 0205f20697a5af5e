"""Playing over REST: people and bots, secrets, forms and throws, replays, previews, hints, the record."""

import random

import pytest

from bangbox.core.matches.match import MatchRecord
from bangbox.core.matches.verifying import verify
from bangbox.server.storage.store import StorageError
from tests.server.api.asking import asker
from tests.server.guests import Guest, Refused, play_on, refusal, some_move
from tests.server.house import House


@pytest.mark.parametrize(("game", "seats"), [("tictactoe", "mb"), ("magpie", "mbb"), ("brains", "mbbb")])
def test_a_match_against_bots_ends_and_its_record_verifies(ann: Guest, game: str, seats: str) -> None:
    options = {} if game == "tictactoe" else {"players": len(seats)}
    match = ann.table(game, seats, options=options)["id"]
    assert ann.http.get(f"/api/matches/{match}/record").status_code == 409
    shown = play_on(ann, match)
    record = MatchRecord.read(ann.get(f"/api/matches/{match}/record"))
    verdict = verify(record)
    assert verdict.good, verdict.wrong
    assert len(record.events) == shown["now"]["number"]
    if game == "magpie":
        assert verdict.throws_simulated == verdict.throws > 0


def test_a_decision_of_another_seat_within_a_turn_reaches_the_right_player(ann: Guest, bob: Guest) -> None:
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


def test_an_end_by_the_rules_says_how_it_came(ann: Guest) -> None:
    """What the game says then; after a resignation the position asks for nothing, and nobody is asked."""
    played = ann.table("tictactoe", "mh")["id"]
    assert play_on(ann, played)["now"]["prompt"]["key"].startswith("prompt.")
    given_up = ann.table("tictactoe", "mh")["id"]
    ann.post(f"/api/matches/{given_up}/resign", seat=0)
    assert ann.snapshot(given_up)["now"]["prompt"] is None


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
    ("move", "status", "code"),
    [
        ({"seat": 0, "number": 1, "name": "z9"}, 422, "illegal"),
        ({"seat": 0, "number": 1, "choice": -1}, 422, "illegal"),
        ({"seat": 0, "number": 1, "form": "flick", "values": {"angle": 3}}, 422, "illegal"),
        ({"seat": 0, "number": 1, "form": "flick", "values": {"self": 3}}, 422, "illegal"),
        ({"seat": 0, "number": 1}, 422, "move"),
        ({"seat": 0, "number": 7, "name": "a1"}, 422, "number"),
        ({"seat": 1, "number": 1, "name": "a1"}, 403, "not_your_seat"),
    ],
)
def test_bad_moves_are_explained_and_change_nothing(ann: Guest, move: dict[str, object], status: int, code: str) -> None:
    match = ann.table("tictactoe", "mb")["id"]
    with pytest.raises(Refused) as refused:
        ann.post(f"/api/matches/{match}/move", **move)
    problem = refused.value.body
    assert (refused.value.status, problem["code"]) == (status, code)
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


def test_replay_by_number_of_event(ann: Guest) -> None:
    match = ann.table("tictactoe", "mh")["id"]
    for number, square in enumerate(["a1", "b1", "a2"], start=1):
        ann.move(match, (number - 1) % 2, number, name=square)
    moment = ann.get(f"/api/matches/{match}/at/3")
    assert moment["now"]["view"]["board"] == [1, 0, 0, 2, 0, 0, 0, 0, 0]
    assert moment["event"]["name"] == "b1"
    assert moment["last"] == 4
    for text, status in (("9", 404), ("0", 404), ("³", 422), ("1e3", 422), ("9" * 10, 422)):
        assert ann.http.get(f"/api/matches/{match}/at/{text}").status_code == status, text
    assert [event["name"] for event in ann.get(f"/api/matches/{match}/log", **{"from": 2, "to": 3})] == ["a1", "b1"]
    assert ann.get(f"/api/matches/{match}/log", **{"from": 9}) == []


def test_previews_hints_and_chat(ann: Guest) -> None:
    match = ann.table("tictactoe", "mh")["id"]
    shown = ann.post(f"/api/matches/{match}/preview", seat=0, number=1, name="b2")
    assert (shown["view"]["board"][4], shown["stopped"]) == (1, "decision")
    for number, square in enumerate(["a1", "b1", "a2", "b2"], start=1):
        ann.move(match, (number - 1) % 2, number, name=square)
    hint = ann.post(f"/api/matches/{match}/hint", seat=0)
    assert (hint["choices"][0]["name"], hint["answers"]) == ("a3", 5), "three in a row"
    assert ann.post(f"/api/matches/{match}/chat", text=" hm ")["text"] == "hm"


def test_taking_back_offers_and_resigning(ann: Guest, bob: Guest) -> None:
    match = ann.table("tictactoe", "mo", public=True)["id"]
    bob.join(match)
    ann.move(match, 0, 1, name="a1")
    assert ann.snapshot(match)["now"]["undo"] == {"number": 1, "free": True}
    ann.post(f"/api/matches/{match}/back", seat=0, number=1)
    assert [event["kind"] for event in ann.snapshot(match)["log"]] == ["set-up", "choice", "back"], "nothing is deleted"
    offer = ann.post(f"/api/matches/{match}/offer", seat=0, kind="end")["offers"][0]
    assert bob.post(f"/api/matches/{match}/answer", seat=1, offer=offer["id"], agree=False)["offers"] == []
    assert ann.post(f"/api/matches/{match}/return", seat=0)["players"][0]["stand_in"] is None
    over = ann.post(f"/api/matches/{match}/resign", seat=0)
    assert over["result"] == {"reason": "resign", "winners": [1], "scores": [0, 0], "seat": 0}
    assert refusal(ann, f"/api/matches/{match}/move", seat=0, number=3, name="a1") == "over"


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


def test_dice_of_a_real_table_are_typed_in(ann: Guest) -> None:
    match = ann.table("tictactoe", "mh", options={"first": "random"}, dice="typed")["id"]
    now = ann.snapshot(match)["now"]
    assert now["actor"] == -1
    assert [outcome["name"] for outcome in now["outcomes"]] == ["first0", "first1"]
    ann.move(match, 0, now["number"], name="first1")
    assert ann.snapshot(match)["now"]["actor"] == 1
    play_on(ann, match)
    record = MatchRecord.read(ann.get(f"/api/matches/{match}/record"))
    verdict = verify(record)
    assert (record.dice, verdict.good, verdict.provable) == ("typed", True, False)


# -- what is wrong with a match or with the database


async def test_a_match_that_cannot_be_played_is_shown_as_it_was(house: House) -> None:
    room, other = await house.table(), await house.table()
    await house.play(room, "b2", "a1")
    await house.hall.common.summaries.write()
    house.hall.rooms.drop(room)
    house.ask("UPDATE events SET action = 77 WHERE number = 3 AND match = ?", room.id)
    async with asker(house.hall) as stranger:
        status, shown = await stranger.get(f"/api/matches/{room.id}/snapshot")
        assert (status, shown["table"]["result"]["reason"], shown["table"]["replayable"]) == (200, "fault", False)
        assert [event["name"] for event in shown["log"]] == ["", "b2", "a1", ""]
        status, log = await stranger.get(f"/api/matches/{room.id}/log")
        assert (status, log) == (200, shown["log"])
        assert (await stranger.get(f"/api/matches/{room.id}/at/2"))[0] == 410
        assert (await stranger.get(f"/api/matches/{room.id}/record"))[0] == 200
        assert room.id in [line["id"] for line in (await stranger.get("/api/matches", show="finished"))[1]]
        assert (await stranger.get(f"/api/matches/{other.id}/snapshot"))[0] == 200
    await house.play(other, "b2")


async def test_a_move_that_cannot_be_written_is_answered_by_503(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    async with asker(house.hall, "Ann") as ann:
        _, table = await ann.post("/api/matches", game="tictactoe", seats=[{"kind": "me"}, {"kind": "here"}])
        for seat in range(2):
            await ann.post(f"/api/matches/{table['id']}/contribute", seat=seat, contribution="a" * 32)
        house.path.unlink()
        status, problem = await ann.post(f"/api/matches/{table['id']}/move", seat=0, number=1, name="b2")
        assert (status, problem["code"]) == (503, "database")
        with pytest.raises(StorageError, match="deleted"):
            await house.hall.store.commit([])
