"""Reads the deck (cards.toml) and the cars (cars.toml), checks them, and says what is wrong in which line."""

import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from bangbox.core.errors import BangboxError

FOLDER = Path(__file__).parent
BRAINS, CHEESES, CARDS = 48, 16, 64
CARS = 8  # car 0 is Caboose and Engine
ROWS, SHORTEST, LONGEST = 3, 5, 8
SPACES = ROWS * LONGEST  # a space is numbered column * 3 + row, column 0 at the rear
MIDDLE = 1
NO_POWER, TWO_DRAWS, THREE_CARDS = 0, 1, 2
BRAIN_LIMITS = {"cost": (0, 9), "hit": (-3, 9), "run": (-3, 9), "iq": (1, 999)}
CHEESE_LIMITS = {"cost": (0, 1), "hit": (0, 2), "run": (0, 2)}
POWERS = {"": NO_POWER, "two_draws": TWO_DRAWS, "three_cards": THREE_CARDS}
CABOOSE, ENGINE = 0, 1  # faces: twice the car's number, plus 1 for side y


class DataError(BangboxError):
    """Cards or cars that cannot be played with."""


class Card(NamedTuple):
    """A brain or a cheese (R1)."""

    key: str
    cost: int
    hit: int
    run: int
    iq: int
    power: int


class Face(NamedTuple):
    """One side of a car (R2): what stands on its spaces and which neighbours are open to each other."""

    key: str
    length: int
    icons: list[int]
    starts: list[int]
    brakes: list[int]
    along: list[int]  # spaces open to the one in front of them
    across: list[int]  # spaces open to the one below them
    drawing: list[str]


class Source:
    """A TOML file that knows its lines."""

    def __init__(self, path: Path) -> None:
        self.name = path.name
        self.lines = path.read_text(encoding="utf-8").splitlines()
        try:
            self.data: dict[str, Any] = tomllib.loads("\n".join(self.lines))
        except tomllib.TOMLDecodeError as error:
            raise DataError(f"{self.name}: {error}") from None

    def wrong(self, line: int, what: str) -> NoReturn:
        """Raises the error that names the line."""
        raise DataError(f"{self.name}, line {line}: {what}")

    def lines_with(self, key: str) -> list[int]:
        """The numbers of the lines in which a key is given a value."""
        given = re.compile(rf"^[^#]*\b{key}\s*=")
        return [number for number, line in enumerate(self.lines, 1) if given.match(line)]


# -- cards


def load_cards(path: Path = FOLDER / "cards.toml") -> list[Card]:
    """The deck: card n is entry n - 1."""
    source = Source(path)
    brains, cheeses = source.data.get("brains", []), source.data.get("cheeses", [])
    for kind, cards, wanted in (("brains", brains, BRAINS), ("cheeses", cheeses, CHEESES)):
        if len(cards) != wanted:
            raise DataError(f"{source.name}: there must be {wanted} {kind}, not {len(cards)}")
    lines = source.lines_with("key")
    if len(lines) != CARDS:
        raise DataError(f"{source.name}: every card needs a line of its own with its key; {len(lines)} lines have one")
    deck = []
    for number, entry in enumerate(brains + cheeses):
        deck.append(_card(source, lines[number], entry, is_brain=number < BRAINS))
    _check_deck(source, lines, deck)
    return deck


def _card(source: Source, line: int, entry: dict[str, Any], is_brain: bool) -> Card:
    """One card with its figures in range."""
    limits = BRAIN_LIMITS if is_brain else CHEESE_LIMITS
    for name in entry:
        if name not in limits and name != "key" and not (name == "power" and is_brain):
            source.wrong(line, f"a {'brain' if is_brain else 'cheese'} has no {name!r}; it has key, {', '.join(limits)}")
    for name, (low, high) in limits.items():
        value = entry.get(name)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            source.wrong(line, f"{name} must be a whole number from {low} to {high}, not {value!r}")
    key = entry.get("key")
    if not isinstance(key, str) or not re.fullmatch(r"[a-z][a-z0-9_]*", key):
        source.wrong(line, f"key must be small letters, digits and _, not {key!r}")
    power = entry.get("power", "")
    if power not in POWERS:
        source.wrong(line, f"power must be {' or '.join(filter(None, POWERS))}, not {power!r}")
    return Card(key, entry["cost"], entry["hit"], entry["run"], entry.get("iq", 0), POWERS[power])


def _check_deck(source: Source, lines: list[int], deck: list[Card]) -> None:
    """What R1 asks of the deck as a whole."""
    keys: dict[str, int] = {}
    iqs: dict[int, int] = {}
    for line, card in zip(lines, deck, strict=True):
        if card.key in keys:
            source.wrong(line, f"key {card.key!r} was used in line {keys[card.key]} already")
        if card.iq and card.iq in iqs:
            source.wrong(line, f"IQ {card.iq} was used in line {iqs[card.iq]} already; all must differ")
        keys[card.key] = iqs[card.iq] = line
    powers = sum(card.power != NO_POWER for card in deck)
    if powers not in (2, 3):
        raise DataError(f"{source.name}: two or three brains have a power, not {powers}")
    if max(card.run for card in deck) < 4:
        raise DataError(f"{source.name}: some brain must have a run of 4 or more")


# -- cars


def load_faces(path: Path = FOLDER / "cars.toml") -> list[Face]:
    """All sixteen faces: Caboose, Engine, then sides x and y of cars 1 to 7."""
    source = Source(path)
    entries = list(_face_entries(source))
    lines = source.lines_with("drawing")
    if len(lines) != 2 * CARS:
        raise DataError(f"{source.name}: every face needs its drawing; {len(lines)} have one, {2 * CARS} are wanted")
    faces = []
    for number, (entry, line) in enumerate(zip(entries, lines, strict=True)):
        faces.append(Drawing(source, line, entry["drawing"]).face(entry["key"], number))
        if entry["key"] in [face.key for face in faces[:-1]]:
            source.wrong(line, f"two faces have the key {entry['key']!r}")
    return faces


def _face_entries(source: Source) -> Iterable[dict[str, str]]:
    """The faces in the order of the file, which is Caboose, Engine, cars."""
    if list(source.data) != ["caboose", "engine", "cars"]:
        raise DataError(f"{source.name}: give [caboose], [engine] and the [[cars]], in this order and nothing else")
    cars = source.data["cars"]
    if len(cars) != CARS - 1:
        raise DataError(f"{source.name}: there must be {CARS - 1} cars, not {len(cars)}")
    for number, car in enumerate(cars, 1):
        if list(car) != ["x", "y"]:
            raise DataError(f"{source.name}: car {number} needs [cars.x] and [cars.y], in this order and nothing else")
    entries = [source.data["caboose"], source.data["engine"], *(car[side] for car in cars for side in "xy")]
    for entry in entries:
        if set(entry) != {"key", "drawing"} or not all(isinstance(value, str) for value in entry.values()):
            raise DataError(f"{source.name}: a face has a key and a drawing, not {', '.join(map(str, entry))}")
    return entries


class Drawing:
    """A face drawn in characters: seven lines, each space three signs wide, with a sign between two spaces."""

    def __init__(self, source: Source, line: int, text: str) -> None:
        self.source, self.line = source, line
        self.rows = text.rstrip("\n").split("\n")
        self.length = (len(self.rows[0]) - 1) // 4
        if not SHORTEST <= self.length <= LONGEST:
            self.wrong(0, f"a car is {SHORTEST} to {LONGEST} spaces long, not {self.length}")
        if len(self.rows) != 2 * ROWS + 1:
            self.wrong(0, f"a drawing has {2 * ROWS + 1} lines, not {len(self.rows)}")
        for row in range(2 * ROWS + 1):
            self._check_line(row)

    def wrong(self, row: int, what: str) -> NoReturn:
        """An error in a row of the drawing (the first stands in the line below its key)."""
        self.source.wrong(self.line + 1 + row, what)

    def _check_line(self, row: int) -> None:
        text, outer = self.rows[row], row in (0, 2 * ROWS)
        if len(text) != 4 * self.length + 1:
            self.wrong(row, f"this line has {len(text)} signs; the first line of the drawing has {4 * self.length + 1}")
        if row % 2 == 0:
            pieces = ["---"] if outer else ["---", "   "]
            for column in range(self.length):
                if text[4 * column] != "+" or text[4 * column + 1 : 4 * column + 4] not in pieces:
                    self.wrong(row, f"column {column + 1}: expected + and then {' or '.join(map(repr, pieces))}")
            return
        for column in range(1, self.length):
            if text[4 * column] not in "| ":
                self.wrong(row, f"between columns {column} and {column + 1}: expected | or a blank, not {text[4 * column]!r}")
        for column in range(self.length):
            sign = text[4 * column + 2]
            if sign not in " *B1234567" or text[4 * column + 1] + text[4 * column + 3] != "  ":
                self.wrong(row, f"column {column + 1}: expected one of *, B, 1 to 7 or nothing, in the middle of its space")

    def signs(self, wanted: str) -> list[int]:
        """The spaces with that sign, in reading order."""
        return [
            column * ROWS + row
            for row in range(ROWS)
            for column in range(self.length)
            if self.rows[2 * row + 1][4 * column + 2] == wanted
        ]

    def along(self) -> list[int]:
        """The spaces that are open to the next column."""
        columns = range(self.length - 1)
        return [c * ROWS + r for c in columns for r in range(ROWS) if self.rows[2 * r + 1][4 * c + 4] == " "]

    def across(self) -> list[int]:
        """The spaces that are open to the row below."""
        columns = range(self.length)
        return [c * ROWS + r for c in columns for r in range(ROWS - 1) if self.rows[2 * r + 2][4 * c + 2] == " "]

    def face(self, key: str, number: int) -> Face:
        """The face, if it is one as R2 wants it: its number tells Caboose and Engine from the others."""
        starts = [space for sign in "1234567" for space in self.signs(sign)]
        face = Face(key, self.length, self.signs("*"), starts, self.signs("B"), self.along(), self.across(), self.rows)
        self._check_ends(rear_open=number != CABOOSE, front_open=number != ENGINE)
        self._check_signs(face, number)
        self._check_reachable(face)
        return face

    def _check_ends(self, rear_open: bool, front_open: bool) -> None:
        for row in range(ROWS):
            text = self.rows[2 * row + 1]
            for end, sign, is_open in (("rear", text[0], rear_open), ("front", text[-1], front_open)):
                wanted = "=" if is_open and row == MIDDLE else "|"
                if sign != wanted:
                    self.wrong(2 * row + 1, f"the {end} must be {wanted!r} here, not {sign!r}; doors (=) are in the middle row")

    def _check_signs(self, face: Face, number: int) -> None:
        low, high = {CABOOSE: (0, 2), ENGINE: (0, 0)}.get(number, (4, 6))
        if not low <= len(face.icons) <= high:
            self.wrong(0, f"{face.key} must have {low} to {high} brain icons, not {len(face.icons)}")
        wanted = list("1234567") if number == CABOOSE else []
        if [sign for sign in "1234567" for _ in self.signs(sign)] != wanted:
            self.wrong(0, f"{face.key} must have {'each starting space 1 to 7 once' if wanted else 'no starting spaces'}")
        if len(face.brakes) != (2 if number == ENGINE else 0):
            self.wrong(0, f"{face.key} must have {'two Brakes' if number == ENGINE else 'no Brake'}, not {len(face.brakes)}")
        if any(space < (face.length - 2) * ROWS for space in face.brakes):
            self.wrong(0, "the Brakes must be in the last two columns, near the front")

    def _check_reachable(self, face: Face) -> None:
        found, edge = {MIDDLE}, [MIDDLE]  # whoever comes from behind enters in the middle of the first column (R13)
        while edge:
            space = edge.pop()
            near = [space + 3] * (space in face.along) + [space - 3] * (space - 3 in face.along)
            near += [space + 1] * (space in face.across) + [space - 1] * (space - 1 in face.across)
            edge += [other for other in near if other not in found]
            found.update(near)
        for space in range(face.length * ROWS):
            if space not in found:
                self.wrong(2 * (space % ROWS) + 1, f"column {space // ROWS + 1}: nobody can get to this space from the doors")
