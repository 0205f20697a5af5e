"""Makes puzzles: plays matches of bots, and keeps moments where one choice is clearly the best, by a second look as well.

A moment is no puzzle if even a weak bot mostly finds the choice, or if nothing can be said about why it is good.
"""

import functools
import random
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from datetime import UTC, date, datetime
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np

from bangbox.bots import bot
from bangbox.bots.judging import Judge
from bangbox.bots.why import chances, reasons
from bangbox.bots.why import told as told_why
from bangbox.core.contract.minds import Candidate, Deciding, Solving
from bangbox.core.dice import SeededDice
from bangbox.core.errors import OptionError
from bangbox.core.game import game
from bangbox.core.position import Position
from bangbox.core.registry import kind
from bangbox.lab.tournaments.pairings import quick
from bangbox.puzzles import Find, Puzzle, Shelf, check, of_day, path_of

TABLE = Path(__file__).with_name("puzzles.toml")
MOST_FINDS = 3
RIVALS = 3  # that the best choice has to beat at the second look
KEPT = 0.7  # of the gap, at the second look
GUESSES = 8  # of a weak bot
TOO_EASY = 0.5  # of its guesses are right
EACH_MATCH = 2  # puzzles out of one match at most
SECONDS = 20.0  # for one look: only a cap for safety
DECISIONS = range(5, 13)  # of a puzzle in which a score is to be reached
PLAYED_AT_RANDOM = 60
BY_CHANCE = 0.05  # of games played at random may reach the best score
ROUNDED = 4
SURE = 0.95  # payoff of a win, with a little for its size


class Search(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How puzzles of a game are looked for: one table of puzzles.toml."""

    players: list[int]
    level: str
    thinks: str
    exact: bool
    fewest: int
    gap: float
    same: float
    share: float
    first: int
    second: int


@functools.cache
def search_of(name: str) -> Search:
    """The settings of a game."""
    tables = msgspec.toml.decode(TABLE.read_bytes(), type=dict[str, Search])
    return tables.get(name, tables["other"])


class Clear(NamedTuple):
    """A decision with clearly best choices."""

    answers: list[int]
    best: float
    rivals: list[Candidate]  # the next best, best first


# -- a choice to be found


def found_in_match(name: str, seed: int) -> list[Puzzle]:
    """Puzzles out of one match of bots."""
    search, puzzles = search_of(name), list[Puzzle]()
    players = search.players[seed % len(search.players)]
    pos = game(name, **{**quick(name), "players": players}).start(seed=seed)
    playing, moves = bot(name, search.level), 0
    while not pos.over and len(puzzles) < EACH_MATCH:
        if is_interesting(pos):
            made = puzzle_at(name, pos, (seed, moves))
            puzzles += [made] if made is not None else []
        pos.play(int(playing.choose(pos, seed=(seed, moves, 1))))
        moves += 1
    return puzzles


def is_interesting(pos: Position) -> bool:
    """Whether somebody has enough listed choices here, and no others."""
    return pos.actor >= 0 and not pos.ranges() and len(pos.choices()) >= search_of(pos.game.id).fewest


def puzzle_at(name: str, pos: Position, seed: tuple[int, ...]) -> Puzzle | None:
    """The puzzle at a moment, if it is one; as many decisions as stay clear."""
    here, seat, finds = Position(pos.game, pos.states()), pos.actor, list[Find]()
    while len(finds) < MOST_FINDS:
        clear = clear_at(here, (*seed, len(finds)))
        if clear is None or (not finds and is_easy(here, clear, seed)):
            break
        find = told(here, clear)
        if find is None:
            break
        here.play(clear.answers[0])
        then = answers_of_others(here, seat, seed)
        finds.append(msgspec.structs.replace(find, then=then))
        if len(clear.answers) > 1 or here.actor != seat or not is_interesting(here):
            break
    if not finds:
        return None
    finds[-1] = msgspec.structs.replace(finds[-1], then=[])
    puzzle = Puzzle(pos.text, goal_of(search_of(name), finds[0]), seat, finds)
    check(name, puzzle)
    return puzzle


def goal_of(search: Search, find: Find) -> str:
    """What is to be found: a win or a draw, where these are certain, or else the best choice."""
    if search.exact and find.best > SURE and find.other < SURE:
        return "wins"
    return "draws" if search.exact and abs(find.best - 0.5) < find.best - find.other and find.other < 1 - SURE else "best"


def clear_at(pos: Position, seed: tuple[int, ...]) -> Clear | None:
    """The clearly best choices of a decision; None if there are none."""
    search = search_of(pos.game.id)
    first = candidates_of(pos, search, search.first, seed)
    clear = apart(first, search, len(pos.choices()))
    if clear is None or search.exact:
        return clear
    if search.second > search.first:
        again = apart(candidates_of(pos, search, search.second, (*seed, 1)), search, len(pos.choices()))
        if again is None or set(again.answers) != set(clear.answers):
            return None
        clear = again
    return clear if holds(pos, clear, search, seed) else None


def candidates_of(pos: Position, search: Search, simulations: int, seed: tuple[int, ...]) -> Sequence[Candidate]:
    """What a strong bot thinks of the choices; nothing if only certainty will do and there is none."""
    seen, judge = pos.seen_by(pos.actor, history=False), bot(pos.game.id, search.thinks)
    if search.exact:
        own = pos.game.kind.bot
        assert isinstance(own, Deciding)
        return own.decide(seen, judge.level.settings, SeededDice(seed).rng, lambda: False) or []
    return judge.choose(seen, simulations=simulations, seconds=SECONDS, seed=seed).candidates


def apart(candidates: Sequence[Candidate], search: Search, choices: int) -> Clear | None:
    """Splits choices into the best and the rest, if a gap is between them."""
    if len(candidates) < 2:
        return None
    enough = 0.01 * max(one.visits for one in candidates) if not search.exact and search.first > 1 else 0.0
    tried = sorted((one for one in candidates if one.visits >= enough), key=lambda one: -one.value)
    best = tried[0].value
    answers = [one.action for one in tried if best - one.value <= search.same]
    rivals = tried[len(answers) :]
    if not rivals or best - rivals[0].value < search.gap or len(answers) > max(1, search.share * choices):
        return None
    return Clear(answers, best, rivals)


def holds(pos: Position, clear: Clear, search: Search, seed: tuple[int, ...]) -> bool:
    """Whether the best choice stays ahead of each of the next ones when all are followed into the same worlds."""
    judge = Judge(bot(pos.game.id, search.thinks), max(1, search.second), SECONDS)
    number = hash(seed) & 0xFFFFFF
    ours = judge.expected(pos, clear.answers[0], number)
    for rival in clear.rivals[:RIVALS]:
        gains = np.subtract(ours, judge.expected(pos, rival.action, number))
        doubt = float(gains.std(ddof=1)) / len(gains) ** 0.5 if len(gains) > 1 else 0.0
        if float(gains.mean()) - doubt < KEPT * search.gap:
            return False
    return True


def is_easy(pos: Position, clear: Clear, seed: tuple[int, ...]) -> bool:
    """Whether a weak bot mostly finds it."""
    weak = bot(pos.game.id, "easy")
    right = sum(int(weak.choose(pos, seed=(*seed, 2, guess))) in clear.answers for guess in range(GUESSES))
    return right > TOO_EASY * GUESSES


def told(pos: Position, clear: Clear) -> Find | None:
    """The decision with why its answer is the best; None if nothing can be said."""
    seen, rival = pos.seen_by(pos.actor, history=False), clear.rivals[0]
    why = reasons(seen, clear.answers[0], rival.action)
    if not why:
        return None
    best, other = round(clear.best, ROUNDED), round(rival.value, ROUNDED)
    return Find([pos.name(action) for action in clear.answers], best, other, [*why, *chances(best, other)])


def answers_of_others(pos: Position, seat: int, seed: tuple[int, ...]) -> list[str]:
    """Plays on to the seat's next decision as strong bots would; stops at chance, and where there are secrets."""
    played, thinking = list[str](), bot(pos.game.id, search_of(pos.game.id).thinks)
    while pos.actor >= 0 and pos.actor != seat and not pos.game.kind.secret and len(played) < MOST_FINDS:
        action = int(thinking.choose(pos, seed=(*seed, 3, len(played))))
        played.append(pos.name(action))
        pos.play(action)
    return played


# -- a score to be reached


def reached_from(name: str, options: dict[str, str], seed: int) -> list[Puzzle]:
    """The last decisions of a solved puzzle, as a puzzle of its own."""
    own = kind(name).bot
    assert isinstance(own, Solving)
    pos = game(name, **options).start(seed=seed)
    whole = own.solve(pos.seen_by(0), SeededDice(seed).rng, lambda: False)
    left = random.Random(seed).choice(DECISIONS)
    for action in whole.actions[: max(0, len(whole.actions) - left)]:
        pos.play(action)
    rest = own.solve(pos.seen_by(0), SeededDice((seed, 1)).rng, lambda: False)
    if len(rest.actions) not in DECISIONS or rest.score <= pos.scores[0] or share_by_chance(pos, rest.score) > BY_CHANCE:
        return []
    line, after = list[str](), Position(pos.game, pos.states())
    for action in rest.actions:
        line.append(after.name(action))
        after.play(action)
    puzzle = Puzzle(pos.text, options["puzzle"], 0, [], own.stars(pos.seen_by(0), rest.score), line)
    check(name, puzzle)
    return [puzzle]


def share_by_chance(pos: Position, score: int) -> float:
    """How many of some games played at random come to that score."""
    reached = 0
    for seed in range(PLAYED_AT_RANDOM):
        here, rng, best = Position(pos.game, pos.states()), random.Random(seed), -(1 << 30)
        while not here.over:
            best = max(best, here.scores[0])
            here.play(rng.choice(here.choices()))
        reached += max(best, here.scores[0]) >= score
    return reached / PLAYED_AT_RANDOM


# -- a shelf of them


Work = Callable[[int], list[Puzzle]]


def works_of(name: str) -> list[Work]:
    """The ways to puzzles of a game: each takes a seed."""
    ways: list[Work] = [functools.partial(found_in_match, name)]
    solos = next((option for option in kind(name).manifest.options if option.name == "puzzle"), None)
    if solos is not None and isinstance(kind(name).bot, Solving):
        goals = [str(value) for value in solos.values or () if value != solos.default]
        ways = [functools.partial(reached_from, name, {"puzzle": goal}) for goal in goals] + ways
    return ways


def made(
    name: str, count: int, seed: int = 1, processes: int = 1, report: Callable[[int], None] | None = None, tries: int = 100_000
) -> Shelf:
    """So many puzzles of a game, as many of each way as of the others; the same seed and number of processes make the same."""
    ways = works_of(name)
    shares = [count // len(ways) + (k < count % len(ways)) for k in range(len(ways))]
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        parts = []
        for way, share in zip(ways, shares, strict=True):
            parts.append(_gathered(pool, way, share, seed, 2 * processes, tries))
            if report is not None:
                report(sum(map(len, parts)))
    puzzles = list({puzzle.position: puzzle for part in parts for puzzle in part}.values())
    random.Random(seed).shuffle(puzzles)
    return Shelf(name, kind(name).version, puzzles)


def _gathered(pool: ProcessPoolExecutor, way: Work, wanted: int, seed: int, ahead: int, tries: int) -> list[Puzzle]:
    """The first so many that a way leads to, in the order of the seeds."""
    done: dict[int, list[Puzzle]] = {}
    for begin in range(seed, seed + tries, ahead):
        waiting = {pool.submit(way, number): number for number in range(begin, begin + ahead)}
        for one in as_completed(waiting):
            done[waiting[one]] = one.result()
        if sum(map(len, done.values())) >= wanted:
            break
    return [puzzle for number in sorted(done) for puzzle in done[number]][:wanted]


def written(found: Shelf) -> Path:
    """Writes the puzzles into the game's folder."""
    path = path_of(found.game)
    path.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")
    return path


def shown(name: str, day: str | None, solution: bool) -> str:
    """A game's puzzle of a day, for people."""
    try:
        when = date.fromisoformat(day) if day else datetime.now(UTC).date()
    except ValueError:
        raise OptionError(f"a date is written 2026-11-15, not {day!r}") from None
    puzzle = of_day(name, when)
    if puzzle is None:
        raise OptionError(f"there is no puzzle of {name} on {when}")
    find = f"find what is best for seat {puzzle.seat}, decisions: {len(puzzle.finds)}"
    task = find if puzzle.finds else f"reach {puzzle.par} in {puzzle.goal}"
    lines = [f"{when} {name}", puzzle.position, task]
    if solution:
        lines.append(" ".join(puzzle.solution))
        lines += [told_why(kind(name), find.why, [f"seat {seat}" for seat in range(8)]) for find in puzzle.finds]
    return "\n".join(lines)
