"""Reads the text of a position of Big Brain Bang and refuses what cannot be one."""

import re

from bangbox.core.errors import IllegalMove, TextError
from bangbox.core.record import Record

from ..data import COUNTS
from ..inputs import Box, Throw
from ..queries import broken_fact
from ..rules.packing import BOXES
from ..rules.record import (
    FIRST_SHAPE,
    FIRST_TILE,
    GONE,
    HALF_TABLE,
    HOME,
    IN_HAND,
    MAX_PLAYERS,
    NO_DIE,
    NO_TILE,
    NOBODY,
    ON_TABLE,
    PATIENCE,
    PAWN,
    PAWNS,
    PLACINGS,
    SIZE,
    SIZES,
    TAKE,
)
from .signs import DIE_LETTERS, PHASES, THROWS, TILE_NAMES, set_text

FIELDS = "phase seat turn tokens piles tiles pawns dice box flight die meeting broken throws".split()  # noqa: SIM905
NUMBER = "(-?[0-9]{1,5})"


def read(s: Record, line: str) -> None:
    """Fills a record from a position's text; what always holds must hold of it, too."""
    words = line.split(" ")
    if len(words) != len(FIELDS):
        raise TextError(f"{len(words)} fields; expected `{' '.join(FIELDS)}`")
    fields = dict(zip(FIELDS, words, strict=True))
    s.phase = place_of(fields["phase"], PHASES, "phase")
    s.throws = place_of(fields["throws"], THROWS, "throws")
    s.turns = number(fields["turn"], 0, PATIENCE, "turn")
    read_tokens(s, fields["tokens"])
    read_seats(s, fields["seat"])
    read_piles(s, fields["piles"])
    read_tiles(s, fields["tiles"])
    read_pawns(s, fields["pawns"])
    read_dice(s, fields["dice"])
    read_box(s, fields["box"])
    read_flight(s, fields["flight"])
    read_die(s, fields["die"])
    read_meeting(s, fields["meeting"])
    read_broken(s, fields["broken"])
    if fact := broken_fact(s):
        raise TextError(f"this cannot be a position: {fact}")


def number(word: str, low: int, high: int, what: str) -> int:
    """A number as we write it."""
    if not re.fullmatch("0|-?[1-9][0-9]{0,5}", word) or not low <= int(word) <= high:
        raise TextError(f"{what}: expected a number from {low} to {high}, not {word!r}")
    return int(word)


def place_of(word: str, words: list[str], what: str) -> int:
    """The place of a word in a list."""
    if word not in words:
        raise TextError(f"{what}: expected one of {', '.join(words)}, not {word!r}")
    return words.index(word)


def read_tokens(s: Record, word: str) -> None:
    tokens = word.split(",")
    if not 2 <= len(tokens) <= MAX_PLAYERS:
        raise TextError(f"tokens: expected 2 to {MAX_PLAYERS} numbers, one a seat, not {word!r}")
    s.players = len(tokens)
    for seat, token in enumerate(tokens):
        s.tokens[seat] = number(token, 0, 3, "tokens")


def read_seats(s: Record, word: str) -> None:
    seat, _, decider = word.partition(">")
    s.seat = number(seat, 0, s.players - 1, "seat")
    s.decider = number(decider, 0, s.players - 1, "seat") if ">" in word else s.seat
    if ">" in word and s.seat == s.decider:
        raise TextError(f"seat: expected another seat after `>`, not {word!r}")


def read_piles(s: Record, word: str) -> None:
    piles = word.split(",")
    if len(piles) != SIZES:
        raise TextError(f"piles: expected {SIZES} numbers (small, medium, large), not {word!r}")
    for size, pile in enumerate(piles):
        s.piles[size] = number(pile, 0, COUNTS[size], "piles")
        for tile in range(int(FIRST_TILE[size]), int(FIRST_TILE[size]) + COUNTS[size] - s.piles[size]):
            s.tiles[tile].state = GONE


def read_tiles(s: Record, word: str) -> None:
    s.fresh = NO_TILE
    last = -1
    for part in word.split("/") if word != "-" else []:
        found = re.fullmatch(rf"(\*?)([A-Z][0-9]{{1,2}}):([12])([ab])@{NUMBER},{NUMBER},{NUMBER}", part)
        tile = place_of(found[2], TILE_NAMES, "tiles") if found else -1
        if not found or tile <= last or s.tiles[tile].state != GONE:
            raise TextError(f"tiles: expected tiles that left their pile, in order, as in `S1:1a@-4020,1500,225`, not {part!r}")
        last = tile
        read_tile(s, tile, found)


def read_tile(s: Record, tile: int, found: re.Match[str]) -> None:
    placing = 2 * (int(found[3]) - 1) + "ab".index(found[4])
    if placing >= PLACINGS[SIZE[tile]]:
        raise TextError(f"tiles: {found[2]} has no hole {found[3]}")
    if found[1]:
        if s.fresh != NO_TILE:
            raise TextError("tiles: only one tile can be new")
        s.fresh = tile
    half = int(HALF_TABLE[int(s.players > 2)])
    t = s.tiles[tile]
    t.state = ON_TABLE
    t.shape = int(FIRST_SHAPE[SIZE[tile]]) + placing
    t.x, t.y = number(found[5], -half, half, "tiles"), number(found[6], -half, half, "tiles")
    t.angle = number(found[7], 0, 3599, "tiles")


def read_set(word: str, what: str) -> int:
    """A set of tiles from their names."""
    tiles = 0
    for tile in word.split("."):
        tiles |= 1 << place_of(tile, TILE_NAMES, what)
    if set_text(tiles) != word:
        raise TextError(f"{what}: expected tiles in order, as in `S1.M3`, not {word!r}")
    return tiles


def read_pawns(s: Record, word: str) -> None:
    for seat in range(MAX_PLAYERS):
        for p in range(PAWNS):
            s.pawns[seat, p] = HOME
    seats = word.split("/")
    if len(seats) != s.players or any(pair.count(",") != PAWNS - 1 for pair in seats):
        raise TextError(f"pawns: expected two for each of {s.players} seats, as in `S1,-/-,-`, not {word!r}")
    for seat, pair in enumerate(seats):
        for p, pawn in enumerate(pair.split(",")):
            if pawn.startswith("!"):
                s.pawns[seat, p] = IN_HAND
                s.must[seat, p] = read_set(pawn[1:], "pawns")
            elif pawn != "-":
                s.pawns[seat, p] = place_of(pawn, TILE_NAMES, "pawns")
        if not PAWN <= s.phase <= TAKE:  # pawns are alike, so they may be written in any order
            s.pawns[seat, 0], s.pawns[seat, 1] = sorted([s.pawns[seat, 0], s.pawns[seat, 1]])


def read_dice(s: Record, word: str) -> None:
    found = re.fullmatch(f"([{DIE_LETTERS}]{{0,2}})([012])([bB]?)(!{{0,2}})", word)
    if not found:
        raise TextError(f"dice: expected the chosen dice and how many are thrown, as in `rk1` or `0b`, not {word!r}")
    for i in range(2):
        s.dice[i] = DIE_LETTERS.index(found[1][i]) if i < len(found[1]) else NO_DIE
    s.thrown = int(found[2])
    s.burned, s.burning, s.misfires = bool(found[3]), found[3] == "B", len(found[4])


def read_box(s: Record, word: str) -> None:
    if word == "-":
        return
    kind, *numbers = word.split(",")
    if len(numbers) != 3:
        raise TextError(f"box: expected `-`, or its kind, place and turn, as in `lying,0,0,45`, not {word!r}")
    x, y, angle = (number(n, -999, 999, "box") for n in numbers)
    try:
        Box(kind, x, y, angle).pack()
    except IllegalMove as error:
        raise TextError(f"box: {error}") from None
    s.box, s.box_x, s.box_y, s.box_angle = BOXES.index(kind), x, y, angle


def read_flight(s: Record, word: str) -> None:
    if (word == "-") == (PHASES[s.phase] == "flight"):
        raise TextError(f"flight: expected a throw while one is in the air, else `-`, not {word!r}")
    if word == "-":
        return
    numbers = word.split(",")
    if len(numbers) != len(Throw._fields):
        raise TextError(f"flight: expected {','.join(Throw._fields)}, not {word!r}")
    try:
        s.throw = Throw(*(number(n, -9999, 9999, "flight") for n in numbers)).pack()
    except IllegalMove as error:
        raise TextError(f"flight: {error}") from None


def read_die(s: Record, word: str) -> None:
    if (word == "-") == (PHASES[s.phase] in ("place", "burn")):
        raise TextError(f"die: expected its place while something is put over it, else `-`, not {word!r}")
    if word == "-":
        return
    found = re.fullmatch(f"{NUMBER},{NUMBER},{NUMBER}", word)
    if not found:
        raise TextError(f"die: expected its place and turn, as in `1200,-340,125`, not {word!r}")
    half = int(HALF_TABLE[int(s.players > 2)])
    s.die_x, s.die_y = number(found[1], -half, half, "die"), number(found[2], -half, half, "die")
    s.die_angle = number(found[3], 0, 899, "die")


def read_meeting(s: Record, word: str) -> None:
    s.helped = NOBODY
    helped, _, foes = word.partition(":")
    if word != "-" and helped:
        s.helped = number(helped, 0, s.players - 1, "meeting")
    if ":" in word:
        s.foes = read_set(foes, "meeting")


def read_broken(s: Record, word: str) -> None:
    if word == "-":
        return
    seats = word.split("/")
    if len(seats) != s.players or set(seats) == {"-"}:
        raise TextError(f"broken: expected `-`, or tiles for each of {s.players} seats, not {word!r}")
    for seat, tiles in enumerate(seats):
        s.broken[seat] = 0 if tiles == "-" else read_set(tiles, "broken")
