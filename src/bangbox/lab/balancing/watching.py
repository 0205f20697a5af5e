"""Watches matches of bots: every set-up is played several times, so that what lies in it is told from what is played."""

import itertools
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

import msgspec

from bangbox.bots import bot
from bangbox.core.contract import Options
from bangbox.core.dice import SeededDice, rng_state
from bangbox.core.game import game
from bangbox.core.messages import Key, texts
from bangbox.core.position import Position
from bangbox.core.registry import kind
from bangbox.lab.tournaments.entrants import PATIENCE

REPEATS = 4  # how often each set-up is played
SLIPS = 30  # without dice one choice in so many is made at random when a set-up is played again: bots would repeat themselves
BINS = 20  # of a match's progress


class Assignment(msgspec.Struct, frozen=True):
    """A set-up to be played several times."""

    game: str
    level: str
    options: Options
    seed: int


class Watched(msgspec.Struct, frozen=True):
    """What was seen of one match."""

    setup: int  # the seed of its set-up
    first: int  # the seat that acted first
    payoffs: list[float]  # by seat
    turns: int
    branching: list[list[int]]  # for each part of the match: the sum of choices, and how many decisions had listed ones
    lead_changes: int
    leaders: list[int]  # who led at each part of the match; -1: nobody alone
    settled: float  # the part of the match after which the winner led for good
    uses: dict[str, list[int]]  # kind of choice -> how often, by seat
    points: dict[str, list[int]]  # reason -> points, by seat
    details: dict[str, list[int]]  # card, colour … that points are for -> points, by seat

    @property
    def decisions(self) -> int:
        """How many choices were made."""
        return sum(map(sum, self.uses.values()))

    @property
    def winner(self) -> int | None:
        """Who won alone."""
        return self.payoffs.index(1.0) if 1.0 in self.payoffs else None


def assignments(name: str, level: str, options: Options, games: int, seed: int) -> Iterator[Assignment]:
    """Enough set-ups for so many games. Who begins is rotated where that is an option, to tell the first player from the seat."""
    of = kind(name)
    firsts = next((option.values for option in of.manifest.options if option.name == "first"), None)
    players = int(of.complete(options)["players"])
    for number in range((games + REPEATS - 1) // REPEATS):
        first: Options = {"first": number % players} if firsts and "first" not in options and players > 1 else {}
        yield Assignment(name, level, {**options, **first}, seed + number)


def watch(assigned: Assignment) -> list[Watched]:
    """Plays a set-up several times."""
    begun, dice = game(assigned.game, **assigned.options).start(seed=assigned.seed), SeededDice((assigned.seed, 0))
    untouched = dice.rng.copy()
    watched = [_watched(begun, dice, assigned, 0)]
    slips = SLIPS if (dice.rng == untouched).all() else 0
    return watched + [
        _watched(begun, SeededDice((assigned.seed, again)), assigned, again, slips) for again in range(1, REPEATS)
    ]  # fmt: skip


def _watched(begun: Position, dice: SeededDice, assigned: Assignment, again: int, slips: int = 0) -> Watched:
    pos, brain, slipping = begun.copy(dice=dice), bot(assigned.game, assigned.level), SeededDice((assigned.seed, again, -1))
    first, turns, last = pos.actor, 0, -1
    uses: dict[str, list[int]] = defaultdict(lambda: [0] * begun.players)
    counts: list[int] = []
    leaders: list[int] = []
    while not pos.over:
        actor = pos.actor
        turns, last = turns + (actor != last), actor
        counts.append(len(pos.choices()) if not pos.ranges() else 0)
        if slips and slipping.below(slips) == 0:
            action = pos.pick(slipping.rng)
        else:
            action = brain.choose(pos, seed=rng_state((assigned.seed, again, len(counts))) >> 11, seconds=PATIENCE)
        uses[pos.game.kind.views.label(pos, action).key][actor] += 1
        pos.play(action)
        leaders.append(leader(pos.scores))
    points, details = tallied(pos)
    return Watched(
        assigned.seed, first, pos.payoffs, turns, _binned(counts), _changes(leaders),
        [leaders[min(len(leaders) - 1, len(leaders) * part // BINS)] for part in range(BINS)],
        _settled(leaders, pos.winners), dict(uses), points, details,
    )  # fmt: skip


def leader(scores: Sequence[int]) -> int:
    """Who has most alone, or -1."""
    best = max(scores)
    return scores.index(best) if scores.count(best) == 1 else -1


def tallied(pos: Position) -> tuple[dict[str, list[int]], dict[str, list[int]]]:
    """Points by reason, and by the cards, colours and so on that reasons name."""
    known = texts(pos.game.kind.folder)
    points: dict[str, list[int]] = defaultdict(lambda: [0] * pos.players)
    details: dict[str, list[int]] = defaultdict(lambda: [0] * pos.players)
    for one in pos.tally():
        if one.seat < pos.players:  # not those of a colour that nobody plays
            points[one.reason.key.removeprefix("reason.")][one.seat] += one.points
            for value in one.reason.args.values():
                if isinstance(value, Key):
                    details[known[value.key]][one.seat] += one.points
    return dict(points), dict(details)


def _binned(counts: Sequence[int]) -> list[list[int]]:
    bins = [[0, 0] for _ in range(BINS)]
    for number, count in enumerate(counts):
        if count:
            part = bins[number * BINS // len(counts)]
            part[0] += count
            part[1] += 1
    return bins


def _changes(leaders: Sequence[int]) -> int:
    """How often the lead went from one to another; nobody's lead in between does not count twice."""
    alone = [seat for seat in leaders if seat >= 0]
    return sum(now != before for before, now in itertools.pairwise(alone))


def _settled(leaders: Sequence[int], winners: Sequence[int]) -> float:
    """The part of the match after which nobody but the winner led; 1 where the points did not show it before the end."""
    if len(winners) != 1:
        return 1.0
    last = max((number for number, seat in enumerate(leaders) if seat != winners[0]), default=-1)
    return (last + 1) / len(leaders)


def used_by(watched: Sequence[Watched]) -> dict[str, tuple[float, float]]:
    """Uses of each kind of choice a match and seat: by winners, and by the others."""
    won: Counter[str] = Counter()
    lost: Counter[str] = Counter()
    winners = others = 0
    for one in watched:
        if one.winner is None:
            continue
        winners, others = winners + 1, others + len(one.payoffs) - 1
        for what, by_seat in one.uses.items():
            won[what] += by_seat[one.winner]
            lost[what] += sum(by_seat) - by_seat[one.winner]
    return {what: (won[what] / max(1, winners), lost[what] / max(1, others)) for what in won | lost}
