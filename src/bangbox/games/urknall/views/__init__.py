"""What pages and terminals show of Urknall: bodies with their worth, astronauts, supplies, and what the die will force."""

import functools

import msgspec

from bangbox.core.contract import Seen
from bangbox.core.messages import Key, Message, Points
from bangbox.core.record import Record

from ..notation.signs import COLOURS, NAMES, PHASES, bodies, is_hole, kind_of, kinds
from ..rules.record import AGAIN, CHANGE, END, FIRST, OFF, RIVAL, TRAVEL
from .refusals import why_not
from .telling import about, element_place, errand, force, grounds, label, prompt, second_points, topic
from .valuation import Share, forced, possible, shares, sizes_without, slots, worth_of

__all__ = ["View", "about", "grounds", "label", "prompt", "tally", "topic", "view", "why_not"]


class Element(msgspec.Struct, frozen=True):
    """An element of a body; interchangeable ones have the same place."""

    place: str
    colour: str  # "r", "g" or "b"
    owner: int | None  # the seat whose marker it has
    second: bool  # whether that is a marker of the seat's second colour


class Scored(msgspec.Struct, frozen=True):
    """What somebody's markers at one colour of a body score, and why (U19): reason.<reason> says it in words."""

    slot: int  # a seat; with two players their second colours follow
    points: int
    reason: str  # "only", "pair", "most" or "shared"
    colour: str
    markers: int
    elements: int  # of that colour there


class Body(msgspec.Struct, frozen=True):
    """A body, who stands on it and what it would score now."""

    name: str
    elements: list[Element]
    astronauts: list[int]
    hole: bool
    worth: list[int]  # by seat; with two players their second colours follow
    scores: list[Scored]  # what the worth is made of


class Player(msgspec.Struct, frozen=True):
    """What a player has."""

    supply: int
    comet: bool
    body: str | None  # where the astronaut stands; None: off the table
    points: int
    second_supply: int | None  # only with two players
    second_points: int | None


class Change(msgspec.Struct, frozen=True):
    """A change still to come in this turn, and what it can be: "combine", "separate", "nothing". One word: that is certain."""

    number: int
    may: list[str]


class Forecast(msgspec.Struct, frozen=True):
    """What the first change will be if the astronaut to move stands on a body after the travel."""

    body: str
    force: str


class View(msgspec.Struct, frozen=True):
    """Everything a board draws."""

    phase: str
    turn: int | None  # the seat whose turn it is
    actor: int | None  # the seat to act: within a turn of two that can be the other one (U22)
    die: int | None
    changes: list[Change]
    forecast: list[Forecast]
    bodies: list[Body]
    players: list[Player]
    black_hole: bool


def view(pos: Seen) -> View:
    """The whole board; nothing in this game is secret."""
    s = pos.s
    foreseen = forecast(s)
    return View(
        phase=PHASES[s.phase],
        turn=None if s.phase in (FIRST, END) else s.turn,
        actor=pos.actor if pos.actor >= 0 else None,
        die=s.die or None,
        changes=changes(s, foreseen),
        forecast=foreseen,
        bodies=[body_seen(s, body) for body in bodies(s)],
        players=[player_seen(pos, seat) for seat in range(s.players)],
        black_hole=bool(s.black_hole),
    )


def body_seen(s: Record, body: int) -> Body:
    """One body as the board draws it."""
    stands = tuple(seat for seat, place in enumerate(s.place.tolist()[: s.players]) if place == body)
    return body_with(body, s.body[body], s.players, stands, is_hole(s, body))


@functools.lru_cache(4096)  # few bodies change in a turn
def body_with(body: int, word: int, players: int, stands: tuple[int, ...], hole: bool) -> Body:
    """A body with these elements, where these seats stand."""
    listed = [element_seen(players, body, kind) for kind in kinds(word)]
    if hole:
        return Body(NAMES[body], listed, list(stands), hole, [0] * slots(players), [])
    return Body(NAMES[body], listed, list(stands), hole, worth_of(word, players), [scored(share) for share in shares(word)])


def scored(share: Share) -> Scored:
    """One reason for points as the board tells it."""
    return Scored(share.slot, share.points, share.reason, COLOURS[share.colour], share.markers, share.elements)


def element_seen(players: int, body: int, kind: int) -> Element:
    """One element as the board draws it."""
    colour, slot = kind_of(kind)
    second = players == 2 and slot is not None and slot >= 2
    return Element(element_place(players, body, kind), COLOURS[colour], slot - 2 if second and slot is not None else slot, second)


def player_seen(pos: Seen, seat: int) -> Player:
    """One player's things and points."""
    s = pos.s
    two = s.players == 2
    return Player(
        supply=s.supply[seat],
        comet=bool(s.comet[seat]),
        body=None if s.place[seat] == OFF else NAMES[s.place[seat]],
        points=pos.scores[seat],
        second_supply=s.supply[seat + 2] if two else None,
        second_points=second_points(s, seat) if two else None,
    )


def forecast(s: Record) -> list[Forecast]:
    """Before the travel: what each place to stand on leads to."""
    if s.phase not in (RIVAL, TRAVEL) or (s.phase == TRAVEL and errand(s) == "stranded"):
        return []
    others = [s.place[seat] for seat in range(s.players) if seat != s.turn]
    sizes = sizes_without(s, others)
    stand = [body for body in bodies(s) if not is_hole(s, body)]
    return [Forecast(NAMES[at], forced(s.die, [size for body, size in sizes.items() if body != at])) for at in stand]


def changes(s: Record, foreseen: list[Forecast]) -> list[Change]:
    """The changes still to come, as far as they are known."""
    if s.phase in (CHANGE, AGAIN):
        now = Change(7 - s.die if s.phase == AGAIN else s.die, [force(s)])
        return [now, later(s)] if s.phase == CHANGE and s.twice else [now]
    if s.phase not in (RIVAL, TRAVEL):
        return []
    led_to = {found.force for found in foreseen}
    if s.place[s.turn] == OFF and (s.phase == RIVAL or errand(s) == "stranded"):  # he may have to stay there (U27)
        led_to.add(force(s))
    first = Change(s.die, [word for word in possible(s.die) if word in led_to])
    return [first, later(s)] if s.twice or s.phase == RIVAL else [first]


def later(s: Record) -> Change:
    """The second change of a turn (U23), before the first is made."""
    return Change(7 - s.die, possible(7 - s.die))


def tally(pos: Seen) -> list[Points]:
    """The points that everybody would have if the game ended now, body by body and colour by colour."""
    s = pos.s
    found = [points for body in bodies(s) if not is_hole(s, body) for points in points_for(body, s.body[body], s.players)]
    found += [Points(seat, 1, Message("reason.comet"), "U17") for seat in range(s.players) if s.comet[seat]]
    if s.players == 2:  # second colours score for nobody, but they can beat both and break ties
        found += [Points(seat, 0, Message("reason.second", {"points": second_points(s, seat)}), "U24") for seat in range(2)]
    return sorted(found, key=lambda points: points.seat)


@functools.lru_cache(4096)
def points_for(body: int, word: int, players: int) -> list[Points]:
    """The points of the seats for a body."""
    return [Points(share.slot, share.points, reason(body, share), "U19") for share in shares(word) if share.slot < players]


def reason(body: int, share: Share) -> Message:
    """Why a colour of a body scores."""
    colour = Key(f"colour.{COLOURS[share.colour]}")
    return Message(
        f"reason.{share.reason}",
        {"body": NAMES[body], "colour": colour, "markers": share.markers, "elements": share.elements},
    )
