"""What boards and terminals show of Big×Bang, and why something cannot be done."""

import functools
import re
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from bangbox.core.contract import Seen
from bangbox.core.messages import About, Key, Message, Points, Seat
from bangbox.core.record import Record
from bangbox.core.rules import CHANCE, plain

from . import data, notation
from .rules import lines as compiled_lines
from .rules import record as compiled_record
from .rules import scoring as compiled_scoring

record, lines, scoring = plain(compiled_record), plain(compiled_lines), plain(compiled_scoring)
SIDE_NAMES = ["matter", "antimatter"]


class Circle(msgspec.Struct):
    """One circle of the sky: where it is (in circles, from the top left) and what is on it."""

    name: str
    x: float
    y: int
    side: str  # matter, antimatter, dark, or nothing
    nucleus: str  # n, H1, H2, H3, He3, He4, or nothing
    protons: int
    neutrons: int


class Goal(msgspec.Struct):
    """One of the three goals as it stands: what each side has, and who would get the token (-1: nobody)."""

    name: str
    counts: list[int]
    tie_break: list[int]
    leader: int
    places: list[list[str]]
    rule: str


class View(msgspec.Struct):
    """The whole sky, with the goals counted."""

    circles: list[Circle]
    mover: str  # matter, antimatter, both (alone in a puzzle), or nothing while chance or nobody acts
    passes: int
    reserves: list[list[int]]  # protons, neutrons, antiprotons, antineutrons
    common_reserve: bool
    goals: list[Goal]
    carbon: list[str]
    variants: list[str]
    puzzle: str
    puzzle_score: int
    puzzle_best: int


def view(pos: Seen) -> View:
    """The view of any seat: nothing here is secret."""
    s = pos.s
    mover = "" if pos.actor < 0 else "both" if s.solo else SIDE_NAMES[s.mover]
    return View(
        circles=[circle_view(circle, stack) for circle, stack in enumerate(s.board.tolist()[: data.NOWHERE])],
        mover=mover,
        passes=s.passes,
        reserves=s.reserve.tolist(),
        common_reserve=bool(record.common_reserve(s)),
        goals=[] if s.puzzle else goals(s),
        carbon=carbon_circles(s),
        variants=notation.variants(s),
        puzzle=notation.PUZZLES[s.puzzle],
        puzzle_score=int(scoring.puzzle_score(s)) if s.puzzle and pos.actor != CHANCE else 0,
        puzzle_best=int(scoring.most_triples(s)) if s.puzzle == record.LIFE else 0,
    )


@functools.cache
def circle_view(circle: int, code: int) -> Circle:
    """One circle as it is drawn."""
    row, x = data.CIRCLES[circle]
    side = {0: "matter", 1: "antimatter"}.get(int(data.SIDE[code]), "dark" if code == data.DARK else "")
    nucleus = data.NUCLEUS_NAMES.get(code, "").removeprefix("anti-")
    left = min(data.DATA["begins"])
    return Circle(data.NAMES[circle], (x - left) / 2, row, side, nucleus, int(data.PROTONS[code]), int(data.NEUTRONS[code]))


def leader(lead: int) -> int:
    """The seat that is ahead, -1 if level."""
    return 0 if lead > 0 else 1 if lead < 0 else -1


def goals(s: Record) -> list[Goal]:
    """X10–X12 as they stand now."""
    light = [] if s.variants & record.NO_LIGHT else [light_goal(*map(sum, s.reserve.tolist()))]
    return light + nuclear_goals(tuple(s.board.tolist()[: data.NOWHERE]))


def light_goal(matter: int, antimatter: int) -> Goal:
    """Light, by the particles in the two reserves."""
    return Goal("light", [matter, antimatter], [], leader(matter - antimatter), [[], []], "X10")


@functools.lru_cache(256)
def nuclear_goals(board: tuple[int, ...]) -> list[Goal]:
    """Helium and stars, compared as the rules do it, which is slow uncompiled; views and tallies both ask for them."""
    he4, he3 = ([circles_of(board, kind + data.MIRROR * side) for side in (0, 1)] for kind in (data.HE4, data.HE3))
    more = len(he4[0]) - len(he4[1]) or len(he3[0]) - len(he3[1])
    stars = [biggest_star(board, side) for side in (0, 1)]
    masses = [mass for mass, _ in stars]
    return [
        Goal("helium", [*map(len, he4)], [*map(len, he3)], leader(more), he4, "X11"),
        Goal("star", masses, [], leader(masses[0] - masses[1]), [circles for _, circles in stars], "X12"),
    ]


def circles_of(board: tuple[int, ...], code: int) -> list[str]:
    """The names of the circles with that stack."""
    return [name for name, stack in zip(data.NAMES, board, strict=True) if stack == code]


NEIGHBOURS = [set(map(int, data.NEXT[circle])) for circle in range(data.NOWHERE)]
SIDES, MASSES = data.SIDE.tolist(), (data.PROTONS + data.NEUTRONS).tolist()
HEAVIEST = max(MASSES)


def biggest_star(board: tuple[int, ...], side: int) -> tuple[int, list[str]]:
    """The particles and the circles of the biggest connected group of a side (the first of several equal ones)."""
    left = {circle for circle, stack in enumerate(board) if SIDES[stack] == side}
    best, star = 0, list[int]()
    while len(left) * HEAVIEST > best:  # else no group that is left can be bigger
        group, waiting = [], [min(left)]
        left.discard(waiting[0])
        while waiting:
            group.append(at := waiting.pop())
            waiting += (found := NEIGHBOURS[at] & left)
            left -= found
        mass = sum([MASSES[board[circle]] for circle in group])
        if mass > best:
            best, star = mass, group
    return best, [data.NAMES[circle] for circle in sorted(star)]


def carbon_circles(s: Record) -> list[str]:
    """X14: the helium of a carbon group, if there is one."""
    if not s.carbon:  # in a puzzle it stays set when the group is broken again
        return []
    return [
        data.NAMES[circle]
        for circle, stack in enumerate(s.board.tolist()[: data.NOWHERE])
        if stack in (data.HE4, data.HE4 + data.MIRROR) and lines.completes_carbon(s, circle)
    ]


class Step(NamedTuple):
    """A choice taken apart: what kind it is, which circles it names, and the stacks on the first two."""

    effect: str
    circles: tuple[int, ...]
    code: int
    other: int


def grounds(pos: Seen, actions: Sequence[int]) -> list[tuple[int, ...]]:
    """The circles of each choice (or the one that is filled) and the stacks on them."""
    board, near, filled = pos.s.board.tolist(), pos.s.near.tolist(), pos.s.filled
    return [ground(action, board, near, filled) for action in actions]


def ground(action: int, board: list[int], near: list[list[int]], filled: int) -> tuple[int, ...]:
    """The same for one choice."""
    if action < record.DECAYS:
        circle, d = divmod(action, 6)
    elif action >= record.MEETINGS:
        circle, d = divmod((action - record.MEETINGS) // record.LONGEST, 3)
    elif action < record.PASS:
        circle = action - record.DECAYS
        return circle, board[circle]
    else:
        return (filled,)
    target = near[circle][d]
    return circle, target, board[circle], board[target]


def step(pos: Seen, action: int) -> Step:
    """The parts of an action that is a choice here."""
    s = pos.s
    if action < record.DECAYS:
        circle, d = divmod(action, 6)
        target = s.near[circle, d]
        code, other = s.board[circle], s.board[target]
        return Step("fuse" if record.MAY[code, other] == record.FUSION else "annihilate", (circle, target), code, other)
    if action < record.PASS:
        return Step("decay", (action - record.DECAYS,), s.board[action - record.DECAYS], 0)
    if action >= record.MEETINGS:
        pair, k = divmod(action - record.MEETINGS, record.LONGEST)
        circle, d = divmod(pair, 3)
        target = s.near[circle, d]
        return Step("meet", (circle, target, notation.walk(circle, d, k)), s.board[circle], s.board[target])
    effects = {record.PASS: "pass", record.STOP: "stop"}
    return Step(effects.get(action, "first" if action >= record.BEGIN else "fill"), (), 0, 0)


RULE_OF_EFFECT = {
    "fuse": "X7", "annihilate": "X8", "decay": "X24", "meet": "X22", "pass": "X9", "stop": "X16", "fill": "X2", "first": "X3",
}  # fmt: skip


def result(parts: Step) -> int:
    """The stack that a fusion, meeting or decay leaves."""
    if parts.effect == "decay":
        return parts.code + 2
    return parts.code + parts.other - data.MIRROR * SIDES[parts.code]


def about(pos: Seen, action: int) -> About:
    """The circles to tap and the stacks before and after."""
    parts = step(pos, action)
    pieces = [data.NUCLEUS_NAMES[code] for code in (parts.code, parts.other) if code]
    if parts.effect in ("fuse", "meet", "decay"):
        pieces.append(data.NUCLEUS_NAMES[result(parts)])
    places = [data.NAMES[circle] for circle in parts.circles]
    return About(places, pieces, parts.effect, RULE_OF_EFFECT[parts.effect])


def label(pos: Seen, action: int) -> Message:
    """What a person reads."""
    parts = step(pos, action)
    if parts.effect == "first":
        return Message("first", {"side": Key(f"side.{SIDE_NAMES[action - record.BEGIN]}")})
    if parts.effect == "fill":
        return Message("fill", {"circle": data.NAMES[pos.s.filled], "what": Key(f"filling.{action - record.FILL}")})
    args: dict[str, int | str | Seat | Key] = {}
    for name, circle in zip(("from", "to", "at"), parts.circles, strict=False):
        args[name] = data.NAMES[circle]
    if parts.code:
        args["stack"] = data.NUCLEUS_NAMES[parts.code]
    if parts.other:
        args["other"] = data.NUCLEUS_NAMES[parts.other]
    if parts.effect in ("fuse", "meet", "decay"):
        args["result"] = data.NUCLEUS_NAMES[result(parts)]
    return Message(parts.effect, args)


def prompt(pos: Seen) -> Message:
    """What is asked now."""
    if pos.over:
        return outcome(pos)
    if pos.actor == CHANCE:
        return Message("prompt.chance")
    if pos.s.solo:
        return Message("prompt.alone")
    only_pass = len(pos.choices()) == 1
    key = "prompt.passed" if pos.s.passes else "prompt.stuck" if only_pass else "prompt.act"
    return Message(key, {"side": Key(f"side.{SIDE_NAMES[pos.s.mover]}")})


def outcome(pos: Seen) -> Message:
    """How it ended: by carbon (X14), by tokens (X13), or a puzzle with its points."""
    s, tokens = pos.s, pos.scores
    if s.puzzle:
        return Message("prompt.over.puzzle", {"n": tokens[0]})
    if not pos.winners:
        return Message("prompt.over.level", {"n": tokens[0]})
    won = pos.winners[0]
    side = Key(f"side.{SIDE_NAMES[won]}")
    return Message("prompt.over.carbon" if s.carbon else "prompt.over", {"side": side, "n": tokens[won], "m": tokens[1 - won]})


def topic(pos: Seen) -> str:
    """The rule in force now."""
    s = pos.s
    if pos.actor == CHANCE:
        return "X2"
    if s.puzzle:
        return {record.LIGHT: "X17", record.PARALLEL: "X18", record.LIFE: "X19"}[s.puzzle]
    if pos.over:
        return "X14" if s.carbon else "X13"
    return "X9" if s.passes else "X5"


def tally(pos: Seen) -> list[Points]:
    """Tokens by goal (or the puzzle's score), as they stand."""
    s = pos.s
    if pos.actor == CHANCE:
        return []
    if s.puzzle:
        score, reason = int(scoring.puzzle_score(s)), Message(f"reason.puzzle.{notation.PUZZLES[s.puzzle]}")
        return [Points(seat, score, reason, topic(pos)) for seat in range(pos.players)]
    if s.carbon:
        return [Points(s.carbon - 1, 3, Message("reason.carbon"), "X14")]
    return [Points(goal.leader, 1, earned(goal), goal.rule) for goal in goals(s) if goal.leader >= 0]


def earned(goal: Goal) -> Message:
    """What gives a token, in numbers; where a tie-break decided (X11), that too."""
    level = goal.counts[0] == goal.counts[1]
    more, less = sorted(goal.tie_break if level else goal.counts, reverse=True)
    return Message(f"reason.{goal.name}" + (".tie" if level else ""), {"n": more, "m": less, "each": goal.counts[0]})


DARK_MATTER = "X23.2"
_ATTEMPT = re.compile(r"([a-h]\d+)(?:\s*([+x~ ])\s*([a-h]\d+)?(?:[@ ]([a-h]\d+))?)?")


def why_not(pos: Seen, attempt: str) -> str | None:
    """The rule that forbids tapping these circles (or this name); None if it is allowed or still can become something."""
    if pos.over:
        return "X16.2" if pos.s.puzzle else "X14.1" if pos.s.carbon else "X9.2"
    words = " ".join(attempt.split())
    if words in ("pass", "stop"):
        return None if (words == "stop") == bool(pos.s.solo) else "X16.3" if pos.s.solo else "X9.1"
    match = _ATTEMPT.fullmatch(words)
    names = [name for name in match.group(1, 3, 4) if name] if match else []
    if match is None or any(name not in data.NUMBER for name in names):
        return "X1.1"
    circles = [data.NUMBER[name] for name in names]
    if match[2] == "~":
        return why_no_decay(pos.s, circles[0])
    own = why_not_own(pos.s, circles[0])
    if own and len(circles) == 1 and why_no_decay(pos.s, circles[0]) is None:
        return None  # a rival's stack can be tapped to let it decay
    if own or len(circles) == 1:
        return own
    return why_no_flight(pos.s, circles, match[2])


def why_not_own(s: Record, circle: int) -> str | None:
    """Why the mover cannot take hold of a circle."""
    code = s.board[circle]
    if code == data.DARK:
        return DARK_MATTER
    if data.SIDE[code] == 2 or not (record.may_move(s, circle) or s.puzzle):
        return "X6.1"  # one of your stacks
    return None if record.may_move(s, circle) else "X16.4"


def why_no_flight(s: Record, circles: list[int], sign: str) -> str | None:
    """Why the stack on the first circle cannot fly to the second (and meet on the third)."""
    start, target = circles[0], circles[1]
    towards = [d for d in range(6) if s.near[start, d] == target]
    if not towards or target == data.NOWHERE:
        return DARK_MATTER if s.board[target] == data.DARK else why_not_reached(s, start, target)
    effect = record.MAY[s.board[start], s.board[target]]
    if effect == 0 or {"+": record.FUSION, "x": record.ANNIHILATION}.get(sign, effect) != effect:
        if s.board[target] == data.DARK:
            return DARK_MATTER
        return "X7.3" if data.SIDE[s.board[start]] == data.SIDE[s.board[target]] else "X8.1"
    if len(circles) == 2:
        return None
    line = [notation.walk(start, towards[0], k) for k in range(int(lines.distance(start, target, towards[0])) + 1)]
    if not s.variants & record.MEET:
        return "X7.2"  # it stays where it landed
    return None if effect == record.FUSION and circles[2] in line else "X22.2"


def why_not_reached(s: Record, start: int, target: int) -> str:
    """Nothing stops a flight on an empty circle; else the stack is off all six lines, or something lies between."""
    on_line = any(notation.walk(start, d, k) == target for d in range(6) for k in range(1, record.LONGEST))
    return "X6.3" if on_line or s.board[target] == data.EMPTY else "X6.1"


def why_no_decay(s: Record, circle: int) -> str | None:
    """Why a stack cannot decay."""
    if not s.variants & record.DECAY:
        return "X5"
    if record.can_decay(s, circle):
        return None
    return "X24.3" if record.UNSTABLE[s.board[circle]] else "X24.2"
