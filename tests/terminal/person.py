"""People at a terminal for tests: one who types from a script, and one at a real pty."""

import contextlib
import io
import os
import pty
import random
import re
import select
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any, Self

from rich.console import Console

import bangbox
from bangbox.terminal.table import Table

WAIT = 120  # seconds for an answer on a busy machine; nothing is measured
AGAIN = 10  # seconds until a key that should have ended the program is pressed again
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b\][^\x07]*\x07")
LAUNCH = "import os; os.login_tty(0); from bangbox.cli import main; main()"


class Script(Console):
    """A console whose person types what a function of the table says; None leaves."""

    def __init__(self, says: Callable[[Table], str | None]) -> None:
        super().__init__(file=io.StringIO(), markup=False, emoji=False, highlight=False, width=100)
        self.says = says
        self.table: Table | None = None

    def input(self, *_: Any, **__: Any) -> str:
        """The next line."""
        assert self.table
        said = self.says(self.table)
        if said is None:
            raise EOFError
        return said


def played(game: bangbox.Game, says: Callable[[Table], str | None], seed: int = 1, language: str = "en", **more: Any) -> str:
    """All that the screen shows of a game."""
    console = Script(says)
    console.table = Table(game, more.get("seat", 0), "random", seed, language, more.get("name", ""), console)
    console.table.play()
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def lines(*typed: str) -> Callable[[Table], str | None]:
    """Types these lines and leaves."""
    left = iter(typed)
    return lambda table: next(left, None)


def anything(seed: int, most: int) -> Callable[[Table], str | None]:
    """Chooses at random, at most so many times."""
    lot, left = random.Random(seed), iter(range(most))

    def says(table: Table) -> str | None:
        if next(left, None) is None:
            return None
        count = len(table.pos.choices())
        return str(lot.randrange(count) + 1) if count else table.pos.ranges()[0].name

    return says


class Person:
    """Somebody at a real terminal: keys go in, what is seen comes out."""

    def __init__(self, *words: str) -> None:
        self.keys, theirs = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-c", LAUNCH, *words], stdin=theirs, stdout=theirs, stderr=theirs, env=os.environ | {"TERM": "xterm"}
        )
        os.close(theirs)
        self.seen = ""

    def read(self, until: Callable[[str], bool]) -> str:
        """What is shown until it is as expected, or the program has ended."""
        fresh, ends = b"", time.monotonic() + WAIT
        while time.monotonic() < ends:
            if select.select([self.keys], [], [], 1)[0]:
                try:
                    more = os.read(self.keys, 65536)
                except OSError:  # the other end is closed
                    more = b""
                if not more:
                    break
                fresh += more
            if until(ESCAPES.sub("", fresh.decode("utf-8", "replace"))):
                break
        else:
            raise AssertionError(f"no answer in {WAIT} s after {fresh[-500:]!r}")
        shown = ESCAPES.sub("", fresh.decode("utf-8", "replace"))
        self.seen += shown
        assert "Traceback" not in shown, shown
        return shown

    def asked(self) -> str:
        """What is shown up to the next prompt."""
        return self.read(lambda shown: shown.endswith("> "))

    def press(self, keys: bytes) -> None:
        """Presses keys."""
        os.write(self.keys, keys)

    def type(self, line: str) -> str:
        """Types a line; gives what is shown up to the next prompt."""
        self.press(f"{line}\n".encode())
        return self.asked()

    def leave(self, key: bytes) -> int:
        """Presses a key that ends the program, and again if it does not; gives its exit code.

        Python ignores an interrupt that strikes while an object is being destroyed: people press again.
        """
        again = time.monotonic()

        def ended(_: str) -> bool:
            nonlocal again
            if time.monotonic() >= again:
                again = time.monotonic() + AGAIN
                with contextlib.suppress(OSError):  # it has just ended
                    self.press(key)
            return False

        ended("")
        self.read(ended)
        return self.process.wait(WAIT)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.keys)
