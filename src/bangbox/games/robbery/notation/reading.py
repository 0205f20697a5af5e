"""Reads the text of a position of The Great Brain Robbery and refuses what cannot be one."""

import re
from typing import NoReturn

from bangbox.core.errors import TextError
from bangbox.core.record import Record
from bangbox.core.rules import plain

from .. import rules as compiled_rules
from ..data import CARDS, CARS, ROWS, SPACES
from ..rules import record as state
from ..rules.facts import FACTS
from ..rules.record import BEHIND, DISCARDED, FACES, HAND, HEAD, MAX_HAND, NOWHERE, PHASES, PILE, PLAYED, POOL
from .moments import wrong_moment

rules = plain(compiled_rules)

LIMITS = {"boost": (-20, 60), "steps": (1, 100), "added": (1, CARS), "draws": (1, 2), "passes": (1, 6)}
MOST_SHUFFLES = 42  # of at least 34 cards each: hands and Heads hold 30, and 100 rounds bring seven players 1,400 draws at most
FIELDS = ("train", "pack", "seats", "discards", "unseen older cards", "clock", "moment", "options")


def refuse(what: str, found: str, expected: str) -> NoReturn:
    """Raises the error that says what was wrong and what was expected."""
    raise TextError(f"{what} {found!r}: expected {expected}")


def number(text: str, low: int, high: int, what: str) -> int:
    """A whole number in a range."""
    if not re.fullmatch(r"-?[0-9]{1,4}", text) or not low <= int(text) <= high or str(int(text)) != text:
        refuse(what, text, f"a number from {low} to {high}")
    return int(text)


def items(text: str, sign: str = ",") -> list[str]:
    """A list that is written - when it is empty."""
    return [] if text == "-" else text.split(sign)


def read(s: Record, text: str) -> None:
    """Fills a zeroed record from a text."""
    parts = text.split()
    if len(parts) != len(FIELDS):
        raise TextError(f"a position has {len(FIELDS)} fields ({', '.join(FIELDS)}), not {len(parts)}")
    train, pack, seats, discards, older, clock, moment, options = parts
    read_options(s, options)
    read_clock(s, clock)
    read_train(s, train)
    for item in items(pack):
        s.pack |= 1 << number(item, 0, CARS - 1, "car in the pack")
    read_seats(s, seats.split("/"))
    for item in items(discards):
        lay(s, number(item, 1, CARDS, "discard"), DISCARDED)
    read_moment(s, moment)
    read_unseen(s, older)
    check(s)


def read_options(s: Record, text: str) -> None:
    """Options that are not as usual."""
    limits = {"long_train": 6, "late_engine": 20, "first": state.MAX_PLAYERS - 1}
    for item in items(text):
        key, _, value = item.partition("=")
        if item in ("recycle", "free_cheese"):
            setattr(s, item, 1)
        elif key in limits:
            amount = number(value, 0 if key == "first" else 1, limits[key], key)
            setattr(s, "starter" if key == "first" else key, amount + (key == "first"))
        else:
            refuse("option", item, "recycle, free_cheese, long_train=, late_engine= or first=")


def read_clock(s: Record, text: str) -> None:
    """Round, first seat, shuffles, the rounds of Caboose and Engine."""
    match = re.fullmatch(r"r(\d+)f(\d+)s(\d+)c(\d+)e(\d+)", text, re.ASCII)
    if not match:
        refuse("clock", text, "r, f, s, c and e, each with a number, as in r1f0s0c0e0")
    s.round, s.caboose_fell, s.engine_came = (number(match[k], 0, state.LAST_ROUND, "round") for k in (1, 4, 5))
    s.first, s.shuffles = number(match[2], 0, state.MAX_PLAYERS - 1, "first seat"), number(match[3], 0, MOST_SHUFFLES, "shuffles")


def face_number(text: str) -> int:
    """A car with the side that is up."""
    if text in ("C", "E"):
        return "CE".index(text)
    if not re.fullmatch("[1-7][xy]", text):
        refuse("car", text, "C, E, or a number from 1 to 7 with x or y")
    return 2 * int(text[0]) + "xy".index(text[1])


def read_train(s: Record, text: str) -> None:
    """The cars, the last one first, with their counters."""
    cars = text.split("/")
    if len(cars) > CARS:
        refuse("train", text, f"at most {CARS} cars")
    s.cars = len(cars)
    for spot, item in enumerate(cars):
        car, _, signs = item.partition(":")
        face = face_number(car)
        icons = FACES[face].icons
        if len(signs) != len(icons) or not set(signs) <= {"+", "-"}:
            refuse("car", item, f"{len(icons)} signs + or -, one for each icon of {car}")
        s.train[spot] = face
        s.counters[face >> 1] = sum(1 << icon for icon, sign in zip(icons, signs, strict=True) if sign == "+")


def place_number(text: str) -> int:
    """A place on the board."""
    if text in ("behind", "-"):
        return BEHIND if text == "behind" else NOWHERE
    if not re.fullmatch("[0-7][abc][1-8]", text):
        refuse("place", text, "car, row and column as in 3b2, behind, or -")
    return int(text[0]) * SPACES + (int(text[2]) - 1) * ROWS + "abc".index(text[1])


def lay(s: Record, card: int, where: int) -> None:
    """Puts a card somewhere, unless it lies elsewhere already."""
    if s.at[card] != PILE:
        raise TextError(f"card {card} is in two places")
    s.at[card] = where


def read_seats(s: Record, seats: list[str]) -> None:
    """Place, experience, Head and hand of each seat."""
    if not 3 <= len(seats) <= state.MAX_PLAYERS:
        refuse("seats", "/".join(seats), f"3 to {state.MAX_PLAYERS} of them, not {len(seats)}")
    s.players = len(seats)
    if s.starter > s.players:
        refuse("first", str(s.starter - 1), f"a seat from 0 to {s.players - 1}")
    for seat, text in enumerate(seats):
        parts = text.split(":")
        if len(parts) != 4:
            refuse("seat", text, "place:experience:head:hand")
        s.place[seat] = place_number(parts[0])
        s.experience[seat] = number(parts[1], 0, 9999, "experience")
        if parts[2] != "-":
            s.head[seat] = number(parts[2], 1, CARDS, "head")
            lay(s, s.head[seat], HEAD)
        read_hand(s, seat, items(parts[3]))


def read_hand(s: Record, seat: int, cards: list[str]) -> None:
    """Cards by number, each with its shuffle if that is not the last one."""
    if any(card.startswith("?") for card in cards):
        raise TextError("hand: a text with `?` is what one seat sees, not a whole position")
    if len(cards) > MAX_HAND:
        refuse("hand", ",".join(cards), f"at most {MAX_HAND} cards")
    held = []
    for item in cards:
        card, _, shuffle = item.partition("@")
        dated = number(shuffle, 0, s.shuffles - 1, "shuffle") if "@" in item else s.shuffles
        held.append((dated, number(card, 1, CARDS, "hand card")))
    s.hand_size[seat] = len(held)
    for slot, (dated, card_number) in enumerate(sorted(held)):
        s.dated[seat, slot], s.hand[seat, slot] = dated, card_number
        lay(s, card_number, HAND)
        s.since[card_number] = dated


def read_unseen(s: Record, older: str) -> None:
    """All other cards are unseen: from the last shuffle, unless the text says otherwise."""
    unseen = [card for card, at in enumerate(s.at) if at == PILE and card]
    for card in unseen if s.shuffles else ():
        s.since[card] = s.shuffles
    for item in items(older):
        text, _, shuffle = item.partition("@")
        which = number(text, 1, CARDS, "unseen card")
        if which not in unseen:
            raise TextError(f"card {which} is in two places")
        s.since[which] = number(shuffle, 0, s.shuffles - 1, "shuffle")


def read_moment(s: Record, text: str) -> None:
    """The phase, the seat on turn, and what the phase needs."""
    head, *rest = text.split(",")
    phase, _, turn = head.partition(":")
    if phase not in PHASES:
        refuse("phase", phase, "one of " + ", ".join(PHASES))
    s.phase = PHASES.index(phase)
    s.turn = s.asked = number(turn, 0, s.players - 1, "seat on turn")
    limits = LIMITS | {"asked": (0, s.players - 1)}
    for item in rest:
        key, _, value = item.partition("=")
        if key in limits:
            low, high = limits[key]
            setattr(s, key, number(value, low, high, key))
        elif key in ("dice", "played"):
            for part in value.split("/"):
                seat, _, what = part.partition(":")
                (read_dice if key == "dice" else read_played)(s, number(seat, 0, s.players - 1, f"seat of {key}"), what)
        elif key == "pool":
            read_pool(s, value.split("."))
        else:
            refuse("moment", item, ", ".join([*limits, "dice", "played", "pool"]) + " with a value")


def read_dice(s: Record, seat: int, pips: str) -> None:
    """One or two dice of a seat."""
    if not re.fullmatch("[1-6]{1,2}", pips) or list(pips) != sorted(pips):
        refuse("dice", pips, "one or two numbers from 1 to 6, the lower one first")
    s.dice[seat, 0] = int(pips[0])
    s.dice[seat, 1] = int(pips[1:] or 0)


def read_played(s: Record, seat: int, cards: str) -> None:
    """Cards a seat played in the fight."""
    for card in cards.split("."):
        lay(s, number(card, 1, CARDS, "card played"), PLAYED + seat)


def read_pool(s: Record, cards: list[str]) -> None:
    """Head cards that the winner has still to give."""
    if len(cards) > state.MAX_PLAYERS:
        refuse("pool", ".".join(cards), f"at most {state.MAX_PLAYERS} cards")
    for card in cards:
        s.pool[s.pool_size] = number(card, 1, CARDS, "card to give")
        lay(s, s.pool[s.pool_size], POOL)
        s.pool_size += 1


def check(s: Record) -> None:
    """Refuses what no game can have come to."""
    rules.derive(s)
    if broken := rules.invariant(s):
        raise TextError(f"no position of this game: {FACTS[broken]}")
    if wrong := wrong_moment(s):
        raise TextError(f"no position of this game: {wrong}")
