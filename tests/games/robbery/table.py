"""Positions of The Great Brain Robbery for tests, put together from the parts that matter."""

import bangbox
from bangbox.core.position import Position
from bangbox.games.robbery.rules.record import FACES

GAME = bangbox.game("robbery")
LOUNGE = "5y"  # six columns, no walls inside, icons on a2, a5, b4, c3
LIBRARIAN, PICKPOCKET, UPPER_HALF = 33, 24, 30  # two_draws, three_cards twice
NEW_TRAIN = "C:+/5y:++++"


def table(
    moment: str,
    seats: list[str],
    train: str = NEW_TRAIN,
    pack: str | None = None,
    discards: str = "-",
    clock: str = "r1f0s0c0e0",
    options: str = "-",
) -> Position:
    """A position; a car written without its icons (`1x`) has all its counters, and the pack holds every other car."""
    train = "/".join(car if ":" in car else f"{car}:{'+' * len(icons(car))}".rstrip(":") for car in train.split("/"))
    if pack is None:
        inside = {0 if car[0] in "CE" else int(car[0]) for car in train.split("/")}
        pack = ",".join(str(car) for car in range(8) if car not in inside) or "-"
    return GAME.position(f"{train} {pack} {'/'.join(seats)} {discards} - {clock} {moment} {options}")


def icons(car: str) -> list[int]:
    """The icons of a car by its name in a text."""
    return FACES["CE".index(car) if car in "CE" else 2 * int(car[0]) + "xy".index(car[1])].icons


def names(pos: Position) -> list[str]:
    """The names of all choices, or outcomes."""
    return [pos.name(action) for action in pos.choices()]


def play(pos: Position, *moves: str) -> Position:
    """Plays one name after the other."""
    for move in moves:
        pos.play(move)
    return pos


def phase(pos: Position) -> str:
    """The phase and whose turn it is, as the text has it."""
    return pos.text.split()[6].split(",")[0]


def seat(pos: Position, number: int) -> str:
    """A seat, as the text has it."""
    return pos.text.split()[2].split("/")[number]


def train(pos: Position) -> str:
    """The train, as the text has it."""
    return pos.text.split()[0]


def discards(pos: Position) -> list[int]:
    """The cards in the discards."""
    field = pos.text.split()[3]
    return [] if field == "-" else [int(card) for card in field.split(",")]


def everything_but(*cards: int) -> str:
    """Discards that leave only these cards (and what lies elsewhere in the position)."""
    return ",".join(str(card) for card in range(1, 65) if card not in cards)
