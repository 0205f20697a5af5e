"""The figures of a balance report, each with half of its 95 % interval where it is a mean."""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence

import msgspec
import numpy as np

from bangbox.core.contract import Options
from bangbox.lab.balancing.watching import BINS, REPEATS, Watched, used_by
from bangbox.lab.tournaments.standings import SURE

RARE = 0.02  # uses a match below which a kind of choice is not worth a line


class Mean(msgspec.Struct, frozen=True):
    """A mean over matches. Those of one set-up are not independent: the interval counts set-ups."""

    value: float
    margin: float

    def __str__(self) -> str:
        return f"{self.value:.3f} ± {self.margin:.3f}"


class Decides(msgspec.Struct, frozen=True):
    """What points of a kind do: how many the winner and the others have of them, and how often nobody else would win without."""

    name: str
    winner: float
    others: float
    decides: float  # share of matches


class Use(msgspec.Struct, frozen=True):
    """A kind of choice: how often winners and the others make it in a match."""

    name: str
    winner: float
    others: float


class Balance(msgspec.Struct, frozen=True):
    """How one form of a game is balanced."""

    name: str  # of the variant; empty: the game as it is usually played
    options: Options
    matches: int
    players: int
    seats: list[Mean]  # share of the win by seat
    order: list[Mean]  # by who acts first, second …
    shared: float  # share of matches that are drawn, or won by several
    nobody: float  # share of matches that nobody wins
    decisions: list[int]  # of every match
    turns: float
    branching: list[float]  # mean number of choices in each part of a match
    ranges: float  # share of decisions that are over ranges, and counted nowhere as choices
    lead_changes: list[int]  # matches with 0, 1, 2 … of them
    leader_wins: list[float | None]  # in each part of a match: how often whoever leads then wins; None: nobody leads
    settled: list[float]  # in each part of a match: how often the winner leads for good by then
    decides: list[Decides]  # reasons for points
    details: list[Decides]  # cards, colours … that they are for
    beyond_points: float  # share of matches whose winner is not the one with most points
    uses: list[Use]
    setup_shares: list[float]  # set-ups by how many of their matches the first player won: none … all
    expected_shares: list[float]  # the same if set-ups did not matter
    setup_weight: float  # share of the variance of the first player's result that is in the set-up

    @property
    def fair(self) -> float:
        """Everybody's share if nothing gave an advantage."""
        return 1.0 / self.players

    @property
    def choices(self) -> float:
        """How many choices there are, on average over the parts of a match."""
        return float(np.mean(self.branching))


def balance_of(watched: Sequence[Watched], options: Options, name: str = "") -> Balance:
    """The figures of matches that were watched."""
    players, n = len(watched[0].payoffs), len(watched)
    setups: dict[int, list[Watched]] = defaultdict(list)
    for one in watched:
        setups[one.setup].append(one)
    groups = list(setups.values())
    branching = np.array([one.branching for one in watched]).sum(0)
    changes = Counter(one.lead_changes for one in watched)
    decisions = [one.decisions for one in watched]
    by_points, beyond = _decides(watched, lambda one: one.points)
    firsts = np.array([[_share(one, one.first) for one in group] for group in groups])
    return Balance(
        name=name, options=options, matches=n, players=players,
        seats=[_mean(groups, lambda one, seat=seat: _share(one, seat)) for seat in range(players)],
        order=[_mean(groups, lambda one, later=later: _share(one, (one.first + later) % players)) for later in range(players)],
        shared=sum(one.winner is None and any(one.payoffs) for one in watched) / n,
        nobody=sum(not any(one.payoffs) for one in watched) / n,
        decisions=decisions, turns=float(np.mean([one.turns for one in watched])),
        branching=[float(total / count) if count else 0.0 for total, count in branching],
        ranges=1.0 - float(branching[:, 1].sum()) / sum(decisions),
        lead_changes=[changes[number] for number in range(max(changes) + 1)],
        leader_wins=[_leader_wins(watched, part) for part in range(BINS)],
        settled=[float(np.mean([one.settled <= (part + 1) / BINS for one in watched])) for part in range(BINS)],
        decides=by_points, details=_decides(watched, lambda one: one.details)[0], beyond_points=beyond,
        uses=_uses(watched),
        setup_shares=_shares(firsts), expected_shares=_expected(float(firsts.mean())), setup_weight=_setup_weight(firsts),
    )  # fmt: skip


def _share(one: Watched, seat: int) -> float:
    return one.payoffs[seat]


def _mean(groups: Sequence[Sequence[Watched]], of: Callable[..., float]) -> Mean:
    means = [sum(map(of, group)) / len(group) for group in groups]
    spread = float(np.std(means, ddof=1)) if len(means) > 1 else 0.5
    spread = max(spread, math.sqrt(1.0 / (len(means) + 4)) / 2)  # the same result every time is not certainty
    return Mean(float(np.mean(means)), SURE * spread / math.sqrt(len(means)))


def _leader_wins(watched: Sequence[Watched], part: int) -> float | None:
    """How often whoever leads in that part of a match wins it."""
    led = [one.payoffs[one.leaders[part]] for one in watched if one.leaders[part] >= 0]
    return float(np.mean(led)) if led else None


def best(totals: Sequence[int]) -> list[int]:
    """The seats with most."""
    return [seat for seat, total in enumerate(totals) if total == max(totals)]


def _decides(watched: Sequence[Watched], of: Callable[[Watched], dict[str, list[int]]]) -> tuple[list[Decides], float]:
    """What points of each kind do, and how often the winner is not the one with most of all."""
    won: Counter[str] = Counter()
    lost: Counter[str] = Counter()
    deciding: Counter[str] = Counter()
    beyond = decided = others = 0
    for one in watched:
        if one.winner is None:
            continue
        decided, others, points = decided + 1, others + len(one.payoffs) - 1, of(one)
        totals = [sum(column) for column in zip(*points.values(), strict=True)] or [0] * len(one.payoffs)
        beyond += best(totals) != [one.winner]
        for what, by_seat in points.items():
            won[what] += by_seat[one.winner]
            lost[what] += sum(by_seat) - by_seat[one.winner]
            without = [total - part for total, part in zip(totals, by_seat, strict=True)]
            deciding[what] += best(totals) == [one.winner] and best(without) != [one.winner]
    found = [
        Decides(what, won[what] / max(1, decided), lost[what] / max(1, others), deciding[what] / max(1, decided))
        for what in won | lost
    ]
    return sorted(found, key=lambda one: (-one.decides, one.name)), beyond / max(1, decided)


def _uses(watched: Sequence[Watched]) -> list[Use]:
    found = [Use(what, winner, others) for what, (winner, others) in used_by(watched).items() if winner + others > RARE]
    return sorted(found, key=lambda use: -(use.winner + use.others))


def _shares(firsts: np.ndarray) -> list[float]:
    """How many set-ups the first player won none, one … all times of; a shared win counts in part."""
    counts = np.bincount(np.rint(firsts.sum(1)).astype(int), minlength=REPEATS + 1)
    shares: list[float] = (counts / len(firsts)).tolist()
    return shares


def _expected(chance: float) -> list[float]:
    """The same if every match had this chance, whatever its set-up."""
    return [math.comb(REPEATS, won) * chance**won * (1 - chance) ** (REPEATS - won) for won in range(REPEATS + 1)]


def _setup_weight(firsts: np.ndarray) -> float:
    """The part of the variance that is between set-ups, as in an analysis of variance; 0 if it cannot be told from none."""
    groups, each = firsts.shape
    if groups < 2 or each < 2:
        return 0.0
    within = float(firsts.var(1, ddof=1).mean())
    between = float(firsts.mean(1).var(ddof=1)) - within / each
    total = within + max(between, 0.0)
    return max(between, 0.0) / total if total else 0.0
