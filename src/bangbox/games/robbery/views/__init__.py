"""What pages and terminals show of The Great Brain Robbery: train, pawns, Heads, fights, and hands as far as one may see them."""

import functools
from collections.abc import Iterable, Mapping

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
from .telling import about, grounds, label, prompt, topic
from .train import NOWHERE_TO_GO, Start, Ways, front_place, open_sides, start_of, ways_from

__all__ = ["View", "about", "grounds", "label", "prompt", "tally", "topic", "view", "why_not"]

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
    came: str | None  # the place before it on the way of that pawn
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
    door: str | None  # the space from which the front is left
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
    phase, places = s.phase, tuple(s.place.tolist()[: s.players])
    start = start_of(s) if phase == MOVE else None
    return View(
        phase=PHASES[phase],
        seat=pos.seat if pos.seat is not None and pos.seat >= 0 else None,
        turn=s.turn,
        asked=None if phase in CHANCES or phase == END else s.asked,
        first=s.first,
        round=s.round,
        last_round=min(LAST_ROUND, s.engine_came + STEAM_ROUNDS) if s.engine_came else LAST_ROUND,
        cars=cars(tuple(s.train.tolist()[: s.cars]), tuple(s.counters), places, start),
        behind=standing(places).get(BEHIND, []),
        pack=[number for number in range(8) if s.pack >> number & 1],
        engine_came=s.engine_came > 0,
        players=players(s),
        move=move(s, ways_from(start).steps if start else {}) if phase in (MOVE, COUPLE) else None,
        pile=s.pile_size,
        shuffles=s.shuffles,
        discards=[CARDS[number - 1] for number in cards_at(s, DISCARDED)],
        draws=s.draws,
        spoils=[CARDS[number - 1] for number in s.pool.tolist()[: s.pool_size]],
        winners=pos.winners,
    )


@functools.lru_cache(200)  # every reader sees the same cars
def cars(train: tuple[int, ...], counters: tuple[int, ...], places: tuple[int, ...], start: Start | None) -> list[Car]:
    """The train: its faces, the counters by car, where the pawns are, and from where the one that moves now starts."""
    ways = ways_from(start) if start else NOWHERE_TO_GO
    pawns = standing(places)
    return [car(face, counters[face >> 1], ways, pawns) for face in train]


def car(name: int, counters: int, ways: Ways, pawns: Mapping[int, list[int]]) -> Car:
    """One car with its spaces, by columns from the rear."""
    number, face = name >> 1, FACES[name]
    first = number * SPACES
    spaces = []
    for at in range(face.length * ROWS):
        place = first + at
        came = place_name(ways.came[place]) if place in ways.came else None
        spaces.append(Space(*printed(name, at), bool(counters >> at & 1), ways.steps.get(place), came, pawns.get(place, [])))
    rear, front = (face.drawing[3][end] == "=" for end in (0, -1))
    return Car(number, face_name(name), face.key, face.length, rear, front, spaces)


@functools.cache
def printed(name: int, at: int) -> tuple[str, int, int, str, str]:
    """What never changes about a space: its place, row, column, open sides and sign."""
    face = FACES[name]
    return place_name((name >> 1) * SPACES + at), at % ROWS, at // ROWS, open_sides(face, at), sign(face, at)


def standing(places: Iterable[int]) -> dict[int, list[int]]:
    """Who stands where."""
    found: dict[int, list[int]] = {}
    for seat, place in enumerate(places):
        found.setdefault(place, []).append(seat)
    return found


def sign(face: Face, at: int) -> str:
    """What is printed on a space."""
    if at in face.starts:
        return str(face.starts.index(at) + 1)
    return "icon" if at in face.icons else "brake" if at in face.brakes else ""


def players(s: Record) -> list[Player]:
    """What one may see of each seat."""
    fighting = fighters(s) if s.phase in (*FIGHTING, SPOILS) else []
    rows = zip(s.place, s.experience, s.head, s.hand, s.dated, s.hand_size, s.dice, strict=False)
    shown = []
    for seat, (place, experience, head, hand, dated, size, dice) in zip(range(s.players), rows, strict=False):
        card, fights = card_of(head), seat in fighting
        shown.append(
            Player(
                place=place_name(place),
                experience=experience,
                head=card,
                hand=[card_of(number) for number in hand[:size]],
                drawn_after=dated[:size],
                hand_limit=limit(s, seat),
                dice_count=dice_count(s, seat),
                dice=[pips for pips in dice if pips],
                played=[CARDS[number - 1] for number in cards_at(s, PLAYED + seat)] if s.phase == BRAWL else [],
                fights=fights,
                strength=strength_of(s, seat) if fights and s.phase in FIGHTING else None,
                iq=card.iq if card else 0,
            )
        )
    return shown


def move(s: Record, steps: Mapping[int, int]) -> Move:
    """The move under way; what leaving costs is known while the pawn can still go anywhere."""
    left = steps_left(s)
    door = front_place(s)
    leaving = steps[door] + 1 if steps and front_is_open(s) else None
    return Move(left + s.steps, s.steps, left, leaving, place_name(door) if leaving else None, s.added)


def tally(pos: Seen) -> list[Points]:
    """The IQ in each Head (R24)."""
    points = []
    for seat in range(pos.s.players):
        card = card_of(pos.s.head[seat])
        if card and card.iq:
            points.append(Points(seat, card.iq, Message("reason.head", {"card": Key(f"card.{card.key}")}), "R24"))
    return points
