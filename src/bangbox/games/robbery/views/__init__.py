"""What pages and terminals show of The Great Brain Robbery: train, pawns, Heads, fights, and hands as far as one may see them."""

import functools
from collections.abc import Mapping

import msgspec

from bangbox.core.contract import Seen
from bangbox.core.messages import Key, Message, Points
from bangbox.core.record import Record

from ..data import BRAINS, POWERS, ROWS, SPACES, Face
from ..notation import cards_at, face_name, place_name
from ..queries import dice_count, fighters, front_is_open, limit, steps_left, strength_of
from ..rules.record import (
    BEHIND,
    BRAWL,
    CHANCES,
    COUPLE,
    DECK,
    DICE,
    DISCARDED,
    END,
    FACES,
    LAST_ROUND,
    MOVE,
    PHASES,
    PLAYED,
    SPOILS,
    STEAM_ROUNDS,
)
from .refusals import why_not
from .telling import about, label, prompt, topic
from .train import front_place, open_sides, steps_to

__all__ = ["View", "about", "label", "prompt", "tally", "topic", "view", "why_not"]

FIGHTING = (DICE, BRAWL)
POWER_NAMES = {number: name for name, number in POWERS.items()}


class Card(msgspec.Struct, frozen=True):
    """A card one may see; its name is the message card.<key>, its joke quip.<key>."""

    number: int
    key: str
    kind: str  # "brain" or "cheese"
    cost: int
    hit: int
    run: int
    iq: int
    power: str  # "", "two_draws" or "three_cards"


class Space(msgspec.Struct, frozen=True):
    """One space of a car; row 0 is a, column 0 the one at the rear."""

    place: str
    row: int
    column: int
    open: str  # sides without a wall: n e s w (doors are not counted)
    sign: str  # "icon", "brake", the number of a starting space, or nothing
    counter: bool
    steps: int | None  # from the pawn that moves now
    pawns: list[int]


class Car(msgspec.Struct, frozen=True):
    """A car of the train; its name is the message car.<key>."""

    number: int
    face: str
    key: str
    length: int
    rear_door: bool
    front_door: bool
    spaces: list[Space]


class Player(msgspec.Struct, frozen=True):
    """A seat: what is public, and the hand as far as one may see it."""

    place: str
    experience: int
    head: Card | None
    hand: list[Card | None]  # None: a card's back
    drawn_after: list[int]  # for each hand card, the number of shuffles there had been
    hand_limit: int
    dice_count: int  # that it would roll now
    dice: list[int]
    played: list[Card]
    fights: bool
    strength: int | None  # in a fight, so far
    iq: int


class Move(msgspec.Struct, frozen=True):
    """A move under way."""

    movement: int
    steps: int  # taken
    left: int
    leaving: int | None  # steps to leave by the front; None: it is a wall
    added: int


class View(msgspec.Struct):
    """The table as one seat sees it."""

    phase: str
    seat: int | None  # for whom; None: a spectator
    turn: int
    asked: int | None  # who decides; None at chance and at the end
    first: int
    round: int
    last_round: int  # when the steam is out (R25)
    cars: list[Car]  # from the last to the first
    behind: list[int]
    pack: list[int]
    engine_came: bool
    players: list[Player]
    move: Move | None
    pile: int
    shuffles: int
    discards: list[Card]
    draws: int
    spoils: list[Card]  # Head cards the winner of the fight has still to give, the next one first
    winners: list[int]


def card_view(number: int) -> Card:
    card = DECK[number - 1]
    kind = "brain" if number <= BRAINS else "cheese"
    return Card(number, card.key, kind, card.cost, card.hit, card.run, card.iq, POWER_NAMES[card.power])


CARDS = [card_view(number) for number in range(1, len(DECK) + 1)]


def card_of(number: int) -> Card | None:
    """A card by number; None for 0, which stands for no card or its back."""
    return CARDS[number - 1] if number else None


def view(pos: Seen) -> View:
    """Everything a board draws."""
    s = pos.s
    moving = s.phase == MOVE
    steps: Mapping[int, int] = steps_to(s) if moving else {}
    pawns = standing(s)
    return View(
        phase=PHASES[s.phase],
        seat=pos.seat if pos.seat is not None and pos.seat >= 0 else None,
        turn=s.turn,
        asked=None if s.phase in CHANCES or s.phase == END else s.asked,
        first=s.first,
        round=s.round,
        last_round=min(LAST_ROUND, s.engine_came + STEAM_ROUNDS) if s.engine_came else LAST_ROUND,
        cars=[car(s, spot, steps, pawns) for spot in range(s.cars)],
        behind=pawns.get(BEHIND, []),
        pack=[number for number in range(8) if s.pack >> number & 1],
        engine_came=s.engine_came > 0,
        players=[player(s, seat) for seat in range(s.players)],
        move=move(s, steps) if s.phase in (MOVE, COUPLE) else None,
        pile=s.pile_size,
        shuffles=s.shuffles,
        discards=[CARDS[number - 1] for number in cards_at(s, DISCARDED)],
        draws=s.draws,
        spoils=[CARDS[s.pool[k] - 1] for k in range(s.pool_size)],
        winners=pos.winners,
    )


def car(s: Record, spot: int, steps: Mapping[int, int], pawns: Mapping[int, list[int]]) -> Car:
    """One car with its spaces, by columns from the rear."""
    name = s.train[spot]
    number, face = name >> 1, FACES[name]
    counters, first = s.counters[number], number * SPACES
    spaces = [
        Space(*printed(name, at), bool(counters >> at & 1), steps.get(first + at), pawns.get(first + at, []))
        for at in range(face.length * ROWS)
    ]
    rear, front = (face.drawing[3][end] == "=" for end in (0, -1))
    return Car(number, face_name(name), face.key, face.length, rear, front, spaces)


@functools.cache
def printed(name: int, at: int) -> tuple[str, int, int, str, str]:
    """What never changes about a space: its place, row, column, open sides and sign."""
    face = FACES[name]
    return place_name((name >> 1) * SPACES + at), at % ROWS, at // ROWS, open_sides(face, at), sign(face, at)


def standing(s: Record) -> dict[int, list[int]]:
    """Who stands where."""
    found: dict[int, list[int]] = {}
    for seat in range(s.players):
        found.setdefault(s.place[seat], []).append(seat)
    return found


def sign(face: Face, at: int) -> str:
    """What is printed on a space."""
    if at in face.starts:
        return str(face.starts.index(at) + 1)
    return "icon" if at in face.icons else "brake" if at in face.brakes else ""


def player(s: Record, seat: int) -> Player:
    """What one may see of a seat."""
    in_fight = s.phase in (*FIGHTING, SPOILS) and seat in fighters(s)
    head = card_of(s.head[seat])
    played = [CARDS[number - 1] for number in cards_at(s, PLAYED + seat)] if s.phase == BRAWL else []
    dice = [pips for pips in (s.dice[seat, 0], s.dice[seat, 1]) if pips]
    return Player(
        place=place_name(s.place[seat]),
        experience=s.experience[seat],
        head=head,
        hand=[card_of(s.hand[seat, slot]) for slot in range(s.hand_size[seat])],
        drawn_after=[s.dated[seat, slot] for slot in range(s.hand_size[seat])],
        hand_limit=limit(s, seat),
        dice_count=dice_count(s, seat),
        dice=dice,
        played=played,
        fights=in_fight,
        strength=strength_of(s, seat) if in_fight and s.phase in FIGHTING else None,
        iq=head.iq if head else 0,
    )


def move(s: Record, steps: Mapping[int, int]) -> Move:
    """The move under way; what leaving costs is known while the pawn can still go anywhere."""
    left = steps_left(s)
    leaving = steps[front_place(s)] + 1 if steps and front_is_open(s) else None
    return Move(left + s.steps, s.steps, left, leaving, s.added)


def tally(pos: Seen) -> list[Points]:
    """The IQ in each Head (R24)."""
    points = []
    for seat in range(pos.s.players):
        card = card_of(pos.s.head[seat])
        if card and card.iq:
            points.append(Points(seat, card.iq, Message("reason.head", {"card": Key(f"card.{card.key}")}), "R24"))
    return points
