"""The fair dice before the start: every seat commits to its number, then all show them; who cheats cannot steer."""

import itertools
import secrets
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bangbox.core.dice import FairDice, commitment, contribution_commitment
from bangbox.core.matches.match import MatchRecord
from bangbox.core.matches.verifying import verify
from tests.server.guests import Guest, Json, Refused
from tests.server.processes import Server

WANTED = [5, 5]  # two sixes


def refusal(guest: Guest, match: str, **share: object) -> str:
    """The code with which a share in the dice is refused."""
    with pytest.raises(Refused) as refused:
        guest.post(f"/api/matches/{match}/contribute", **share)
    code: str = refused.value.body["code"]
    return code


def commit(guest: Guest, match: str, seat: int, number: str) -> Json:
    """Commits to a number."""
    found: Json = guest.post(f"/api/matches/{match}/contribute", seat=seat, commitment=contribution_commitment(number))
    return found


def show(guest: Guest, match: str, seat: int, number: str) -> Json:
    """Shows a number."""
    found: Json = guest.post(f"/api/matches/{match}/contribute", seat=seat, contribution=number)
    return found


def new_table(ann: Guest, game: str, seats: list[Json], **setup: object) -> str:
    """A table to whose dice nobody has contributed yet."""
    return str(ann.post("/api/matches", game=game, seats=seats, public=True, **setup)["id"])


@pytest.fixture
def numbers() -> list[str]:
    return [secrets.token_hex(32), secrets.token_hex(32)]


@pytest.fixture
def match(ann: Guest, bob: Guest, numbers: list[str]) -> str:
    """A table for two at which both have committed to their numbers."""
    found = new_table(ann, "magpie", [{"kind": "me"}, {"kind": "open"}], options={"players": 2})
    commit(ann, found, 0, numbers[0])
    bob.post(f"/api/matches/{found}/join", commitment=contribution_commitment(numbers[1]))
    return found


def secret_of(server: Server, match: str) -> bytes:
    """What the operator of a server knows."""
    with closing(sqlite3.connect(server.folder / "bangbox.sqlite")) as database:
        found: bytes = database.execute("SELECT secret FROM matches WHERE id = ?", [match]).fetchone()[0]
    return found


def steered(server: Server, match: str, others: list[str]) -> str:
    """The number of a last player to whom the operator tells the secret: with it the first dice show what is wanted."""
    secret = secret_of(server, match)
    for attempt in itertools.count():
        dice = FairDice(secret, match, [*others, f"{attempt:032x}"])
        if [dice.below(6) for _ in WANTED] == WANTED:
            return f"{attempt:032x}"
    raise AssertionError


def test_numbers_are_shown_when_all_have_committed(ann: Guest, bob: Guest, numbers: list[str]) -> None:
    match = new_table(ann, "magpie", [{"kind": "me"}, {"kind": "open"}], options={"players": 2})
    table = commit(ann, match, 0, numbers[0])
    assert table["dice"]["commitments"] == [contribution_commitment(numbers[0]), None]
    assert table["dice"]["contributions"] == [None, None]
    assert refusal(ann, match, seat=0, contribution=numbers[0]) == "early", "a seat is free"
    bob.post(f"/api/matches/{match}/join")
    assert refusal(ann, match, seat=0, contribution=numbers[0]) == "early", "Bob has not committed"
    commit(bob, match, 1, numbers[1])
    assert show(ann, match, 0, numbers[0])["dice"]["contributions"] == [numbers[0], None]
    begun = show(bob, match, 1, numbers[1])
    assert (begun["status"], begun["dice"]["contributions"]) == ("running", numbers)
    assert begun["dice"]["commitments"] == [contribution_commitment(number) for number in numbers]
    assert show(bob, match, 1, numbers[1])["status"] == "running", "saying it twice is harmless"
    assert commit(bob, match, 1, numbers[1])["status"] == "running"


def test_a_bot_of_the_server_commits_at_once_and_shows_its_number_last(ann: Guest) -> None:
    match = new_table(ann, "magpie", [{"kind": "me"}, {"kind": "bot", "level": "random"}], options={"players": 2})
    number = secrets.token_hex(32)
    waiting = commit(ann, match, 0, number)["dice"]
    assert waiting["commitments"][1]
    assert waiting["contributions"] == [None, None]
    begun = show(ann, match, 0, number)["dice"]
    assert contribution_commitment(begun["contributions"][1]) == waiting["commitments"][1]


def test_who_has_committed_cannot_steer_even_if_the_operator_helps(
    server: Server, ann: Guest, bob: Guest, match: str, numbers: list[str]
) -> None:
    show(ann, match, 0, numbers[0])
    wanted = steered(server, match, numbers[:1])
    assert refusal(bob, match, seat=1, contribution=wanted) == "commitment"
    assert refusal(bob, match, seat=1, commitment=contribution_commitment(wanted)) == "committed"
    begun = show(bob, match, 1, numbers[1])
    assert begun["dice"]["contributions"] == numbers


def test_who_leaves_after_having_seen_a_number_closes_the_table(ann: Guest, bob: Guest, match: str, numbers: list[str]) -> None:
    """Otherwise Bob could sit down again with a number that suits Ann's."""
    show(ann, match, 0, numbers[0])
    closed = bob.post(f"/api/matches/{match}/leave")
    assert (closed["status"], closed["result"]["reason"], closed["result"]["seat"]) == ("over", "aborted", 1)
    assert commitment(bytes.fromhex(closed["dice"]["secret"])) == closed["dice"]["commitment"]
    assert match in [line["id"] for line in ann.get("/api/matches", show="aborted")]
    assert match in [line["id"] for line in ann.get("/api/matches", show="mine")]
    assert match not in [line["id"] for line in ann.get("/api/matches", show="finished")]
    record = MatchRecord.read(ann.get(f"/api/matches/{match}/record"))
    assert (record.contributions, record.events[-1].seat) == ([numbers[0], ""], 1), "what was shown, and who went"
    verdict = verify(record)
    assert (verdict.good, verdict.ended, verdict.draws) == (True, "aborted", 0), verdict.wrong


def test_whom_the_host_removes_then_closes_the_table_too(ann: Guest, bob: Guest, match: str) -> None:
    closed = ann.post(f"/api/matches/{match}/host", action="remove", seat=1)
    assert (closed["status"], closed["result"]["reason"], closed["result"]["seat"]) == ("over", "aborted", 1)


def test_before_all_have_committed_anybody_may_go_or_choose_another_number(ann: Guest, bob: Guest, numbers: list[str]) -> None:
    match = new_table(ann, "magpie", [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}], options={"players": 3})
    commit(ann, match, 0, "0" * 64)
    table = commit(ann, match, 0, numbers[0])
    assert table["dice"]["commitments"][0] == contribution_commitment(numbers[0]), "from another browser, say"
    bob.post(f"/api/matches/{match}/join", commitment=contribution_commitment(numbers[1]))
    left = bob.post(f"/api/matches/{match}/leave")
    assert (left["status"], left["dice"]["commitments"][1]) == ("waiting", None)


def test_who_shows_a_number_without_commitment_can_be_steered_by_the_last(server: Server, ann: Guest, bob: Guest) -> None:
    """The short way of simple clients, as docs/dice.md says. It protects who takes it only as the last one."""
    match = new_table(ann, "magpie", [{"kind": "me"}, {"kind": "open"}], options={"players": 2})
    show(ann, match, 0, "ab" * 16)
    wanted = steered(server, match, ["ab" * 16])
    bob.post(f"/api/matches/{match}/join", contribution=wanted)
    bob.post(f"/api/matches/{match}/resign", seat=1)
    record = MatchRecord.read(ann.get(f"/api/matches/{match}/record"))
    dice = FairDice(bytes.fromhex(record.secret), match, record.contributions)
    assert [dice.below(6) for _ in WANTED] == WANTED
    assert (verify(record).good, verify(record).committed) == (True, []), "and the record says that nobody had committed"


def test_a_number_without_commitment_does_no_harm_to_who_has_committed(ann: Guest, bob: Guest, numbers: list[str]) -> None:
    match = new_table(ann, "magpie", [{"kind": "me"}, {"kind": "open"}], options={"players": 2})
    commit(ann, match, 0, numbers[0])
    bob.post(f"/api/matches/{match}/join", contribution=numbers[1])
    assert refusal(bob, match, seat=1, contribution="ab" * 16) == "contributed", "fixed before Ann shows hers"
    begun = show(ann, match, 0, numbers[0])
    assert begun["status"] == "running"
    bob.post(f"/api/matches/{match}/resign", seat=1)
    verdict = verify(MatchRecord.read(ann.get(f"/api/matches/{match}/record")))
    assert (verdict.good, verdict.committed, verdict.ended) == (True, [0], "resign"), verdict.wrong


@pytest.mark.parametrize(
    ("share", "code"),
    [
        ({}, "share"),
        ({"commitment": "ab" * 32, "contribution": "ab" * 16}, "share"),
        ({"commitment": "ab" * 31}, "share"),
        ({"commitment": "AB" * 32}, "share"),
        ({"contribution": "ab" * 7}, "contribution"),
        ({"contribution": "xy" * 16}, "contribution"),
        ({"contribution": 7}, "request"),
    ],
)
def test_what_is_no_share_is_refused_and_changes_nothing(ann: Guest, bob: Guest, share: Json, code: str) -> None:
    match = new_table(ann, "magpie", [{"kind": "me"}, {"kind": "open"}], options={"players": 2})
    assert refusal(ann, match, seat=0, **share) == code
    table = ann.get(f"/api/matches/{match}")
    assert (table["dice"]["commitments"], table["dice"]["contributions"]) == ([None, None], [None, None])
    if share:
        with pytest.raises(Refused) as refused:
            bob.post(f"/api/matches/{match}/join", **share)
        assert refused.value.body["code"] == code
    assert refusal(bob, match, seat=0, contribution="ab" * 16) == "not_your_seat"


def test_commitments_survive_a_restart_and_old_tables_begin_as_they_were(folder: Path, numbers: list[str]) -> None:
    server = Server(folder, only="magpie").start()
    with Guest(server, "Ann") as ann:
        seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
        new, old = (new_table(ann, "magpie", seats, options={"players": 2}) for _ in range(2))
        commit(ann, new, 0, numbers[0])
        server.stop()
        with closing(sqlite3.connect(folder / "bangbox.sqlite")) as database:  # bots of old servers showed their numbers at once
            database.execute("UPDATE seats SET commitment = NULL WHERE match = ?", [old])
            database.commit()
        server.start()
        assert show(ann, new, 0, numbers[0])["status"] == "running"
        assert ann.get(f"/api/matches/{old}")["dice"]["contributions"][1], "shown already"
        commit(ann, old, 0, numbers[1])
        assert show(ann, old, 0, numbers[1])["status"] == "running"
    server.stop()
