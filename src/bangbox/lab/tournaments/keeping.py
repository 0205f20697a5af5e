"""Where results are kept: a file with a line a match, so that a tournament goes on after whatever ended it."""

import hashlib
import os
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

import msgspec

from bangbox.core.errors import BangboxError
from bangbox.core.registry import kind
from bangbox.lab.tournaments.pairings import Pairing
from bangbox.lab.tournaments.playing import Played
from bangbox.system import lock


class Head(msgspec.Struct, frozen=True):
    """The first line: what makes matches those of this tournament. More games can be asked for later."""

    pairings: list[Pairing]
    seed: int
    versions: dict[str, str]  # of the rules, by game
    sources: dict[str, str]  # SHA-256 of the players that are files


def head(pairings: Sequence[Pairing], seed: int, sources: dict[str, str]) -> Head:
    """The first line for a tournament."""
    versions = {pairing.game: kind(pairing.game).version for pairing in pairings}
    return Head(list(pairings), seed, versions, {who: hashlib.sha256(text.encode()).hexdigest() for who, text in sources.items()})


class Results:
    """What has been played, in memory, and in a file and a folder of match records where these are wanted."""

    def __init__(self, head: Head, file: Path | None = None, records: Path | None = None) -> None:
        self.played: dict[int, Played] = {}  # by number
        self._records = records
        self._file: BinaryIO | None = None
        try:
            if records is not None:
                records.mkdir(parents=True, exist_ok=True)
            if file is not None:
                file.parent.mkdir(parents=True, exist_ok=True)
                self._file = file.open("a+b")
        except OSError as error:
            raise BangboxError(f"cannot write {error.filename}: {error.strerror}") from None
        if self._file is not None:
            try:
                self._take_up(file, self._file, head)
            except BangboxError:
                self._file.close()
                raise

    def _take_up(self, name: Path | None, file: BinaryIO, head: Head) -> None:
        """Reads what is there, cuts off a line that was not written to its end, and writes the first line of a new file."""
        try:
            lock(file)
        except OSError:
            raise BangboxError(f"another tournament is writing to {name}") from None
        file.seek(0)
        good = 0
        for number, line in enumerate(file):
            if not line.endswith(b"\n"):
                break
            try:
                if number == 0:
                    if msgspec.json.decode(line, type=Head) != head:
                        raise BangboxError(f"{name} holds another tournament (bots, options, seed or rules): name another file")
                else:
                    one = msgspec.json.decode(line, type=Played)
                    self.played[one.number] = one
            except msgspec.DecodeError as error:
                raise BangboxError(f"{name}, line {number + 1}: this is no result of a tournament: {error}") from None
            good += len(line)
        os.ftruncate(file.fileno(), good)
        if good == 0:
            self._write(head)

    def add(self, one: Played) -> None:
        """Keeps a match: its record first, so that whatever has a line has its record too."""
        if self._records is not None:
            place = self._records / f"{one.number:07d}.match"
            unfinished = place.with_suffix(".part")
            unfinished.write_text(one.record, "utf-8")
            unfinished.replace(place)
        one = msgspec.structs.replace(one, record="")
        self.played[one.number] = one
        self._write(one)

    def _write(self, line: msgspec.Struct) -> None:
        if self._file is not None:
            self._file.write(msgspec.json.encode(line) + b"\n")
            self._file.flush()

    def has(self, number: int) -> bool:
        """Whether a match need not be played any more."""
        return number in self.played and (self._records is None or (self._records / f"{number:07d}.match").exists())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None) -> None:
        if self._file is not None:
            self._file.close()
