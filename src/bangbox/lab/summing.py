"""Statistics of random games: lengths, winners, scores, choices and the lead, over any number of games in bounded memory."""

import sys
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from bangbox.core.algorithms.many_games import seed_text
from bangbox.core.compiled.engine import Engine
from bangbox.core.compiled.random_play import LONGEST_GAME
from bangbox.core.compiled.seeding import ROOM, Text, Words, seed_into
from bangbox.core.errors import OptionError
from bangbox.core.position import Game
from bangbox.core.record import Numbers, Rng, States
from bangbox.core.rules import CHANCE, OVER
from bangbox.system import cores

if TYPE_CHECKING:
    from rich.table import Table

CHUNK = 8192  # games of which a thread holds the results at a time
CURVE = 256  # moves for which curves are kept; what comes later counts with the last
NOBODY = -1
NO_POINTS = -(1 << 40)

MOVES, OUTCOMES, WINNERS, CHOICES, MOST, CHANGES, DECIDED = range(7)  # columns of what is told of a game
COUNT, OFFERED, LEAD = range(3)  # columns of the curves, by move


class RandomGames(NamedTuple):
    """What became of a run of games, a row each. Game k of a run is the one that start(seed=(seed, first + k)) plays."""

    first: int
    moves: NDArray[np.int64]
    outcomes: NDArray[np.int64]  # of chance
    winners: NDArray[np.int64]  # seats as bits; 0: nobody
    scores: NDArray[np.int64]  # [games, seats]
    choices: NDArray[np.int64]  # over all moves
    most_choices: NDArray[np.int64]
    lead_changes: NDArray[np.int64]  # how often the lead went from one seat to another
    decided: NDArray[np.int64]  # the move since which the one who led at the end had always led; the last one if nobody did
    curve: NDArray[np.int64]  # [CURVE, 3]: by move, of how many games it was one, choices offered, the lead, all summed up


class Statistics(msgspec.Struct):
    """What random games of one kind came to."""

    game: str
    options: dict[str, bool | int | str]
    seed: int
    games: int
    moves: dict[int, int]  # how many games took so many
    outcomes: int  # of chance, in all games
    winners: dict[str, int]  # seats joined by commas, counted from 1; empty: nobody
    scores: list[dict[int, int]]  # by seat: how many games ended with so many points
    margins: dict[int, int]  # how far the best was ahead of the next at the end
    choices: int  # that were offered, over all moves
    most_choices: int
    lead_changes: dict[int, int]
    decided: float  # after which part of its moves the lead did not change any more, on average
    choices_by_move: list[float]
    lead_by_move: list[float]
    unfinished: int
    seconds: float
    processor_seconds: float  # of all threads: what it takes on a busy machine, too
    peak_mb: float  # of memory, by the whole process


def random_games(game: Game, n: int, seed: int = 0, threads: int | None = None) -> Iterator[RandomGames]:
    """n random games in runs of CHUNK, in order; at most a few runs are in memory."""
    if n < 1:
        raise OptionError(f"statistics need at least one game, not {n}")
    if game.kind.settle is not None and game.kind.settle.is_real(game.start(dice=None)):
        raise OptionError('statistics cannot wait for physics: choose throws="cheap"')
    threads = threads or cores()
    first, text, play = game.start(dice=None).states(2), seed_text(seed), _compiled(game.engine)

    def run(low: int) -> RandomGames:
        many = min(CHUNK, n - low)
        told, scores = np.zeros((many, 7), np.int64), np.zeros((many, game.engine.max_players), np.int64)
        curve = np.zeros((CURVE, 3), np.int64)
        room = (game.engine.buffer(), game.engine.buffer(), np.zeros(ROOM, np.uint64), np.zeros(1, np.uint64))
        play(low, game.players, first.copy(), text, *room, told, scores, curve)
        return RandomGames(
            low, told[:, MOVES], told[:, OUTCOMES], told[:, WINNERS], scores[:, : game.players], told[:, CHOICES], told[:, MOST],
            told[:, CHANGES], told[:, DECIDED], curve,
        )  # fmt: skip

    waiting: deque[Future[RandomGames]] = deque()
    with ThreadPoolExecutor(threads, thread_name_prefix="bangbox-statistics") as pool:
        for low in range(0, n, CHUNK):
            waiting.append(pool.submit(run, low))
            if len(waiting) > 2 * threads:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def statistics(
    game: Game, n: int, seed: int = 0, threads: int | None = None, told: Callable[[int], None] | None = None
) -> Statistics:
    """Plays n random games and sums up; `told` hears how many have been played."""
    began, worked = time.perf_counter(), time.process_time()
    moves, won, margins, changes = Counter[int](), Counter[int](), Counter[int](), Counter[int]()
    scores = [Counter[int]() for _ in range(game.players)]
    curve, total, decided, most = np.zeros((CURVE, 3), np.int64), np.zeros(3, np.int64), 0.0, 0
    for run in random_games(game, n, seed, threads):
        _count(moves, run.moves)
        _count(won, run.winners)
        _count(margins, _margins(run.scores))
        _count(changes, run.lead_changes)
        for seat, points in enumerate(scores):
            _count(points, run.scores[:, seat])
        curve += run.curve
        total += (run.outcomes.sum(), run.choices.sum(), (run.moves + run.outcomes >= LONGEST_GAME).sum())
        decided += float((run.decided / np.maximum(run.moves, 1)).sum())
        most = max(most, int(run.most_choices.max()))
        if told is not None:
            told(run.first + len(run.moves))
    reached = curve[: max(1, int(np.count_nonzero(curve[:, COUNT])))]
    seats = {mask: ",".join(str(seat + 1) for seat in range(game.players) if mask >> seat & 1) for mask in won}
    return Statistics(
        game.id, dict(game.options), seed, n, _sorted(moves), int(total[0]), {seats[mask]: won[mask] for mask in sorted(won)},
        [_sorted(points) for points in scores], _sorted(margins), int(total[1]), most, _sorted(changes), decided / n,
        _per_game(reached, OFFERED), _per_game(reached, LEAD), int(total[2]), time.perf_counter() - began,
        time.process_time() - worked, peak_memory(),
    )  # fmt: skip


def _count(counter: Counter[int], values: NDArray[np.int64]) -> None:
    for value, many in zip(*np.unique(values, return_counts=True), strict=True):
        counter[int(value)] += int(many)


def _sorted(counter: Counter[int]) -> dict[int, int]:
    return dict(sorted(counter.items()))


def _margins(scores: NDArray[np.int64]) -> NDArray[np.int64]:
    if scores.shape[1] == 1:
        return scores[:, 0]
    ordered = np.sort(scores, axis=1)
    return ordered[:, -1] - ordered[:, -2]


def _per_game(curve: NDArray[np.int64], column: int) -> list[float]:
    return [float(x) for x in curve[:, column] / np.maximum(curve[:, COUNT], 1)]


def peak_memory() -> float:
    """The most memory that this process has had, in MB."""
    try:
        import resource
    except ImportError:  # Windows has no such count
        return float("nan")
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / 1e6 if sys.platform == "darwin" else most / 1e3


def mean(counted: dict[int, int]) -> float:
    """The mean of values that are counted."""
    return sum(value * many for value, many in counted.items()) / max(1, sum(counted.values()))


def share_below(counted: dict[int, int], share: float) -> int:
    """The value that so large a share of all does not exceed."""
    rest = share * sum(counted.values())
    for value, many in sorted(counted.items()):
        rest -= many
        if rest <= 0:
            return value
    return max(counted)


def as_table(found: Statistics) -> "Table":
    """For a terminal."""
    from rich.table import Table

    def spread(counted: dict[int, int]) -> str:
        low, middle, high = (share_below(counted, share) for share in (0.05, 0.5, 0.95))
        most = f"{min(counted):,} … {max(counted):,}"
        return f"{mean(counted):,.2f} (half below {middle:,}, nine of ten from {low:,} to {high:,}; {most})"

    took = (
        f"{found.seconds:.1f} s ({found.games / found.seconds:,.0f} games/s), {found.processor_seconds:.1f} s of processor time"
    )
    table = Table("figure", "value", title=f"{found.game}: {found.games:,} random games, seed {found.seed}", title_justify="left")
    table.add_row("moves", spread(found.moves))
    for seats, many in found.winners.items():
        error = 1.96 * (many / found.games * (1 - many / found.games) / found.games) ** 0.5
        table.add_row(f"won by {seats or 'nobody'}", f"{100 * many / found.games:.2f} % ± {100 * error:.2f}")
    for seat, points in enumerate(found.scores):
        table.add_row(f"points of {seat + 1}", spread(points))
    table.add_row("margin at the end", spread(found.margins))
    moves = mean(found.moves) * found.games
    table.add_row("choices a move", f"{found.choices / max(1, moves):,.2f} (at most {found.most_choices:,})")
    table.add_row("outcomes of chance a game", f"{found.outcomes / found.games:,.2f}")
    table.add_row("changes of the lead", spread(found.lead_changes))
    table.add_row("lead settled after", f"{100 * found.decided:.1f} % of the moves")
    if found.unfinished:
        table.add_row("did not end", f"{found.unfinished:,}")
    table.add_row("took", f"{took}, {found.peak_mb:,.0f} MB at most")
    return table


def _compiled(engine: Engine) -> Callable[..., None]:
    """The play-outs of a game that tell what happened, compiled once."""
    made: Callable[..., None] | None = engine.__dict__.get("told_play_outs")
    if made is None:
        made = engine.__dict__["told_play_outs"] = engine.compiled(_make_told_play_outs(engine))
    return made


def _make_told_play_outs(engine: Engine) -> Callable[..., None]:
    """told_play_outs(low, seats, states, text, …, told, scores, curve): games from states[0], played in states[1]"""
    rules, draw, pick = engine.rules, engine.draw, engine.pick
    actor, apply, choices, score, winners = rules.actor, rules.apply, rules.choices, rules.score, rules.winners

    def told_play_outs(
        low: int, seats: int, states: States, text: Text, actions: Numbers, weights: Numbers, words: Words, rng: Rng,
        told: Numbers, scores: Numbers, curve: Numbers,
    ) -> None:  # fmt: skip
        for i in range(len(told)):
            states[1] = states[0]
            s: Any = states[1]
            seed_into(rng, text, low + i, words)
            leader, led_last, since = NOBODY, NOBODY, 0
            for _ in range(LONGEST_GAME):
                who = actor(s)
                if who == CHANCE:
                    told[i, OUTCOMES] += 1
                    apply(s, draw(states, 1, rng, actions, weights))
                    continue
                score(s, scores[i])
                best, second, ahead = scores[i, 0], NO_POINTS, 0
                for seat in range(1, seats):
                    points = scores[i, seat]
                    if points > best:
                        best, second, ahead = points, best, seat
                    elif points > second:
                        second = points
                if best == second:
                    ahead = NOBODY
                if ahead != leader:
                    told[i, CHANGES] += led_last != NOBODY and ahead != NOBODY and ahead != led_last
                    leader, since = ahead, told[i, MOVES]
                    led_last = ahead if ahead != NOBODY else led_last
                if who == OVER:
                    break
                n = choices(s, actions)
                move = min(told[i, MOVES], CURVE - 1)
                curve[move, COUNT] += 1
                curve[move, OFFERED] += n
                curve[move, LEAD] += best - second if seats > 1 else best
                told[i, MOVES] += 1
                told[i, CHOICES] += n
                told[i, MOST] = max(told[i, MOST], n)
                apply(s, pick(states, 1, rng, actions))
            told[i, DECIDED] = since if leader != NOBODY else told[i, MOVES]
            told[i, WINNERS] = winners(s)

    return told_play_outs
