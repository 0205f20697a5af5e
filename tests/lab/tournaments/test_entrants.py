"""Bots of one's own: a file, a function, a program over HTTP. They see what their seat may know; their mistakes are told."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

import bangbox
from bangbox.core.dice import SeededDice
from bangbox.core.errors import BangboxError, OptionError
from bangbox.core.position import Position
from bangbox.lab.tournaments.entrants import player, sources
from bangbox.lab.tournaments.pairings import Fixture, Pairing
from bangbox.lab.tournaments.playing import play

SEEN: list[Position] = []


def first_free(pos: Position, seed: int) -> int:
    """A player who takes the first choice there is."""
    SEEN.append(pos)
    return pos.choices()[0]


def file_bot(folder: Path, text: str) -> str:
    path = folder / "mybot.py"
    path.write_text(text, "utf-8")
    return str(path)


class FirstChoice(BaseHTTPRequestHandler):
    """A whole bot: the first choice, or every form with its lowest values."""

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        answer = {"choice": asked["choices"][0]} if asked["choices"] else first_form(asked)
        if self.path != "/":
            answer = {"choice": "castles"}
        body = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""


def first_form(asked: dict) -> dict:  # type: ignore[type-arg]
    form = asked["forms"][0]
    return {"form": form["name"], "values": {field["name"]: field["low"] for field in form["fields"]}}


@pytest.fixture
def address() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), FirstChoice) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


def test_a_file_plays_as_the_function_in_it(tmp_path: Path) -> None:
    own = file_bot(
        tmp_path, "import random\nfrom helper import pick\ndef choose(pos):\n    return pos.name(pick(pos.choices()))\n"
    )
    (tmp_path / "helper.py").write_text("pick = min\n", "utf-8")
    texts = sources([own, "easy"])
    assert list(texts) == [own]
    once = play(Fixture(Pairing("tictactoe", own, "easy", 2), 3, 0, sources=texts))
    again = play(Fixture(Pairing("tictactoe", f"{__name__}:first_free", "easy", 2), 3, 0))
    assert once.without_times() == again.without_times(), "it also takes the first choice"


def test_a_program_answers_over_http(address: str) -> None:
    once = play(Fixture(Pairing("tictactoe", address, "easy", 2), 3, 0))
    again = play(Fixture(Pairing("tictactoe", f"{__name__}:first_free", "easy", 2), 3, 0))
    assert once.without_times() == again.without_times()
    throw, dice = bangbox.game("magpie").start(seed=1), SeededDice(1)
    while throw.choices() or not throw.ranges():
        throw.play(throw.pick(dice.rng))
    assert throw.is_legal(player("magpie", address)(throw, 1)), "a form with values is an answer, too"


def test_nobody_is_shown_more_than_the_seat_may_know() -> None:
    SEEN.clear()
    play(Fixture(Pairing("magpie", f"{__name__}:first_free", "random", 2), 3, 0))
    assert SEEN
    assert all(pos.seat == pos.actor for pos in SEEN), "where there are secrets, the seat's own view"
    SEEN.clear()
    play(Fixture(Pairing("tictactoe", f"{__name__}:first_free", "random", 2), 3, 0))
    assert all(pos.dice is None for pos in SEEN), "the dice stay with the tournament"


@pytest.mark.parametrize(("text", "word"), [
    ("def choose(pos) return 1", "cannot be loaded: SyntaxError"),
    ("def pick(pos): return 1", "no function choose"),
    ("def choose(pos): return 1 / 0", "ZeroDivisionError"),
    ("def choose(pos): return 'castles'", "castles"),
    ("def choose(pos): return 99", "99 is no choice here"),
    ("def choose(pos): return None", "None is no choice here"),
])  # fmt: skip
def test_what_is_wrong_with_a_file_is_told(tmp_path: Path, text: str, word: str) -> None:
    own = file_bot(tmp_path, text)
    with pytest.raises(BangboxError, match=word):
        play(Fixture(Pairing("tictactoe", own, "easy", 2), 3, 0, sources=sources([own])))


def test_what_is_wrong_with_an_answer_is_told(address: str) -> None:
    with pytest.raises(BangboxError, match=r"answered .*castles"):
        play(Fixture(Pairing("tictactoe", address + "else", "easy", 2), 3, 0))
    with pytest.raises(BangboxError, match="does not answer"):
        play(Fixture(Pairing("tictactoe", "http://127.0.0.1:1/", "easy", 2), 3, 0))


@pytest.mark.parametrize("who", ["godlike", "no.such.module:player", f"{__name__}:missing"])
def test_whoever_does_not_exist_is_refused(who: str) -> None:
    with pytest.raises(OptionError, match=r"no level|no function"):
        player("tictactoe", who)
    with pytest.raises(OptionError, match="cannot read the bot"):
        sources(["./no-such-bot.py"])
