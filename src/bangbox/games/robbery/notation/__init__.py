"""Names of choices and one-line texts of positions of The Great Brain Robbery.

A text has eight fields: train, pack, seats, discards, unseen cards of earlier shuffles, clock, moment, options. For example

    C:+/3x:+-+++ 1,2,4,5,6,7 0a1:0:-:12/3b2:1:49:8/0c3:0:-:20 5 - r2f0s0c0e0 move:0,dice=0:35 late_engine=2

- train: from the last car to the first, `C` Caboose, `E` Engine, `3x` car 3 with side x up; then its icons in reading order,
  `+` with a counter, `-` without. Pack: numbers of the cars in it.
- a seat: `place:experience:head:hand`; a place is car, row and column (`3b2`), `behind` the train or `-`; a card drawn
  before the last shuffle carries the number of the shuffle it came with (`12@0`). A hand that a seat may not see is written `?`
  (`?@0`) for it; such a text is not read as a position.
- clock: round, first seat, shuffles, the rounds in which the Caboose fell and the Engine came (0: not yet).
- moment: the phase, the seat on turn, and what the phase needs.
"""

import functools
import re
from collections.abc import Iterable

from bangbox.core.contract import Options
from bangbox.core.record import Record

from ..data import CABOOSE, CARDS, CARS, ENGINE, ROWS, SPACES
from ..rules.record import (
    AHEAD,
    BEHIND,
    BRAWL,
    CAR,
    CHEESE,
    DIE,
    DISCARD,
    DISCARDED,
    DRAWN,
    FACES,
    FIGHT,
    GIVE,
    HIT,
    INSTALL_CARD,
    NOWHERE,
    PASS,
    PEACE,
    PHASES,
    PILE,
    PLAYED,
    READY,
    RUN,
    STARTER,
    TWO_DICE,
)
from .reading import read

__all__ = ["name", "options", "read", "spelled", "text", "tidy"]

WORDS = {READY: "ready", FIGHT: "fight", PEACE: "peace", PASS: "pass", AHEAD: "ahead"}


# -- names


@functools.cache
def place_name(place: int) -> str:
    """A place as on the board: car, row, column from the rear."""
    if place >= BEHIND:
        return "behind" if place == BEHIND else "-"
    space = place % SPACES
    return f"{place // SPACES}{'abc'[space % ROWS]}{space // ROWS + 1}"


def face_name(face: int) -> str:
    """A car with the side that is up."""
    return {CABOOSE: "C", ENGINE: "E"}.get(face) or f"{face >> 1}{'xy'[face & 1]}"


def name(s: Record, action: int) -> str:
    """The name of a choice or an outcome."""
    if action in WORDS:
        return WORDS[action]
    if action < AHEAD:
        return f"go {place_name(action)}"
    for base, word in ((INSTALL_CARD, "install"), (DISCARD, "discard"), (HIT, "hit"), (RUN, "run")):
        if base < action <= base + CARDS:
            return f"{word} {action - base}"
    if action < READY:
        return f"give {s.pool[0]} {action - GIVE}"
    return outcome_name(s, action)


def outcome_name(s: Record, action: int) -> str:
    """The name of what chance did."""
    if action < CAR:
        return f"first {action - STARTER}"
    if action < CAR + 2 * CARS:
        return f"car {face_name(action - CAR)}"
    if action < TWO_DICE + 7:
        return f"roll {action - DIE}"
    if action < DRAWN:
        fewer, more = divmod(action - TWO_DICE - 1, 6)
        return f"roll {fewer} {more + 1}"
    if action == DRAWN:
        return "draw ?"
    return f"{'cheese' if s.phase == CHEESE else 'draw'} {action - DRAWN}"


def tidy(s: Record, text: str) -> str:
    """Takes two dice in either order."""
    words = text.lower().split()
    if len(words) == 3 and words[0] == "roll":
        words[1:] = sorted(words[1:])
    return " ".join(words).replace("car c", "car C").replace("car e", "car E")


_SPACE = f"[0-{CARS - 1}][abc][1-{SPACES // ROWS}]"
_SPELLED = re.compile(
    rf"{'|'.join(WORDS.values())}|go ({_SPACE}|behind)|(run|hit|discard|install) \d+|give \d+ \d|{_SPACE}|front"
    r"|card-\d+( (discards|head-\d))?"
)


def spelled(s: Record, text: str) -> bool:
    """Whether a text is written as choices are, or names spaces, cards and Heads."""
    return bool(_SPELLED.fullmatch(text.lower()))


# -- texts


def text(s: Record) -> str:
    """The whole position in one line."""
    fields = [train_text(s), _list(car for car in range(CARS) if s.pack >> car & 1)]
    fields.append("/".join(seat_text(s, seat) for seat in range(s.players)))
    fields.append(_list(cards_at(s, DISCARDED)))
    old = (card for card in cards_at(s, PILE) if s.since[card] < s.shuffles) if s.shuffles else ()
    fields.append(_list(f"{card}@{s.since[card]}" for card in old))
    fields.append(f"r{s.round}f{s.first}s{s.shuffles}c{s.caboose_fell}e{s.engine_came}")
    fields.append(moment_text(s))
    fields.append(_list(_options(s)))
    return " ".join(fields)


def cards_at(s: Record, where: int) -> list[int]:
    """The cards that lie there, by number."""
    return [card for card, at in enumerate(s.at.tolist()) if at == where and card]


def _list(items: Iterable[object]) -> str:
    return ",".join(map(str, items)) or "-"


def train_text(s: Record) -> str:
    """The cars with the counters left on their icons."""
    cars = []
    for spot in range(s.cars):
        face = s.train[spot]
        signs = "".join("+" if s.counters[face >> 1] >> icon & 1 else "-" for icon in FACES[face].icons)
        cars.append(f"{face_name(face)}:{signs}" if signs else face_name(face))
    return "/".join(cars)


def seat_text(s: Record, seat: int) -> str:
    """Place, experience, Head and hand."""
    hand = []
    for slot in range(s.hand_size[seat]):
        dated = s.dated[seat, slot]
        hand.append(f"{s.hand[seat, slot] or '?'}" + (f"@{dated}" if dated != s.shuffles else ""))
    return f"{place_name(s.place[seat])}:{s.experience[seat]}:{s.head[seat] or '-'}:{_list(hand)}"


def moment_text(s: Record) -> str:
    """The phase and what it needs; what is nothing is left out."""
    dice = [f"{seat}:{a}{b or ''}" for seat in range(s.players) for a, b in [(s.dice[seat, 0], s.dice[seat, 1])] if a]
    played = []
    for seat in range(s.players) if s.phase == BRAWL else ():
        if cards := cards_at(s, PLAYED + seat):
            played.append(f"{seat}:{'.'.join(map(str, cards))}")
    parts: dict[str, int | str] = {
        "asked": s.asked if s.asked != s.turn else "",
        "dice": "/".join(dice),
        "boost": s.boost or "",
        "steps": s.steps or "",
        "added": s.added or "",
        "draws": s.draws or "",
        "passes": s.passes or "",
        "played": "/".join(played),
        "pool": ".".join(str(s.pool[k]) for k in range(s.pool_size)),
    }
    return ",".join([f"{PHASES[s.phase]}:{s.turn}", *(f"{key}={value}" for key, value in parts.items() if value != "")])


def options(s: Record) -> Options:
    """The options this record plays with."""
    return {
        "players": s.players,
        "recycle": bool(s.recycle),
        "long_train": s.long_train,
        "late_engine": s.late_engine,
        "free_cheese": bool(s.free_cheese),
        "first": s.starter - 1 if s.starter else "random",
    }


def _options(s: Record) -> list[str]:
    """Options that are not as usual, as a text writes them."""
    chosen = []
    for key, value in options(s).items():
        if value is True:
            chosen.append(key)
        elif key != "players" and value is not False and (value if key != "first" else value != "random"):
            chosen.append(f"{key}={value}")
        elif key == "first" and value == 0:
            chosen.append("first=0")
    return chosen


assert NOWHERE == BEHIND + 1
