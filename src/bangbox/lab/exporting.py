"""Matches as Parquet, for those who train elsewhere: from match records or from self-play, in bounded memory.

docs/research.md describes the columns. A file of matches has one row a match; with `decisions` it has one row a decision, with
the position as the seat saw it and what it could choose from.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from bangbox.bots import bot
from bangbox.core.compiled.engine import Engine
from bangbox.core.contract import Options
from bangbox.core.dice import rng_state
from bangbox.core.errors import BangboxError, OptionError, RecordError
from bangbox.core.game import Game, game_with
from bangbox.core.matches.match import MatchRecord
from bangbox.core.position import Position
from bangbox.core.record import Numbers, Rng, States
from bangbox.core.rules import CHANCE, OVER
from bangbox.lab.executors import spread
from bangbox.lab.tournaments.entrants import PATIENCE
from bangbox.lab.tournaments.pairings import quick

if TYPE_CHECKING:
    import pyarrow as pa

AT_ONCE = 4096  # matches of random play that share a seed, and rows that wait to be written
LONGEST = 1 << 17  # choices of a random match
FEW = 16  # matches of bots that one task plays
RANDOM = "random"  # the level that is played by compiled code


class Row(msgspec.Struct):
    """One match."""

    game: str
    version: str
    options: str  # as JSON
    match: str  # its name in the record; empty in self-play
    seats: list[str]  # who sat there
    seed: list[int] | None  # of self-play: `start(seed=…)` draws the same outcomes, so that these are left out of the lists
    start: str  # the position in which it began, if that is not the usual one
    actors: list[int]  # the seat of every choice; -1: an outcome of chance
    actions: list[int]
    scores: list[int]  # by seat, at the end
    payoffs: list[float] | None  # by seat; null where a match ended before its time


class Self(msgspec.Struct, frozen=True):
    """Self-play to be done."""

    game: str
    level: str
    options: Options
    seed: int
    numbers: list[int]


def schema() -> "pa.Schema":
    """The columns of a file of matches."""
    import pyarrow as pa

    many = pa.list_
    return pa.schema({
        "game": pa.string(), "version": pa.string(), "options": pa.string(), "match": pa.string(), "seats": many(pa.string()),
        "seed": many(pa.int64()), "start": pa.string(), "actors": many(pa.int8()), "actions": many(pa.int64()),
        "scores": many(pa.int32()), "payoffs": many(pa.float32()),
    })  # fmt: skip


def decision_schema() -> "pa.Schema":
    """The columns of a file of decisions."""
    import pyarrow as pa

    return pa.schema({
        "game": pa.string(), "options": pa.string(), "row": pa.int64(), "number": pa.int32(), "seat": pa.int8(),
        "position": pa.string(), "choices": pa.list_(pa.int64()), "action": pa.int64(), "payoff": pa.float32(),
    })  # fmt: skip


def export(
    file: Path, tables: Iterable["pa.Table"], decisions: bool = False, told: Callable[[int], None] | None = None
) -> int:  # fmt: skip
    """Writes matches into a Parquet file, which is there once it is whole; returns how many. `told` hears how many so far."""
    from pyarrow import parquet

    part, count = file.with_name(file.name + ".part"), 0
    columns = decision_schema() if decisions else schema()
    try:
        with parquet.ParquetWriter(part, columns, compression="zstd") as writer:
            for table in tables:
                for rows in _decisions(table, count) if decisions else [table]:
                    writer.write_table(rows)
                count += len(table)
                if told is not None:
                    told(count)
        part.replace(file)
    except OSError as error:
        raise BangboxError(f"cannot write {file}: {error.strerror or error}") from None
    finally:
        part.unlink(missing_ok=True)
    return count


# -- where matches come from


def recorded(records: Iterable[MatchRecord], refused: Callable[[str], None]) -> Iterator["pa.Table"]:
    """Match records. Those that this program cannot replay are left out, and `refused` hears why."""
    yield from _tables(_replayed(records, refused))


def read_records(paths: Iterable[Path], refused: Callable[[str], None]) -> Iterator[MatchRecord]:
    """The records of files, and of all `.match` files of folders."""
    for path in paths:
        for file in sorted(path.rglob("*.match")) if path.is_dir() else [path]:
            try:
                yield MatchRecord.read(file.read_text("utf-8"))
            except OSError as error:
                refused(f"{file}: {error.strerror or error}")
            except (UnicodeDecodeError, RecordError) as error:
                refused(f"{file}: {error}")


def self_play(
    game: str, games: int, level: str = RANDOM, options: Options | None = None, seed: int = 1, executor: Executor | None = None
) -> Iterator["pa.Table"]:
    """Matches of bots of one level among themselves; random ones by compiled code, many at a time."""
    chosen = game_with(game, quick(game) | (options or {}))
    bot(game, level)
    if level == RANDOM:
        match = chosen.engine.compiled_for_bots(make_match(chosen.engine))  # once: code that was loaded stays in memory
        for low in range(0, games, AT_ONCE):
            yield _random_matches(chosen, match, min(games - low, AT_ONCE), seed + low // AT_ONCE)
        return
    parts = [list(range(low, min(games, low + FEW))) for low in range(0, games, FEW)]
    tasks = (Self(game, level, chosen.options, seed, part) for part in parts)
    yield from _tables(row for rows in spread(play_some, tasks, executor) for row in rows)


def play_some(task: Self) -> list[Row]:
    """Some matches of bots among themselves."""
    chosen, brain = game_with(task.game, task.options), bot(task.game, task.level)
    rows = []
    for number in task.numbers:
        pos, actors, actions = chosen.start(seed=(task.seed, number)), list[int](), list[int]()
        while not pos.over:
            actors.append(pos.actor)
            actions.append(int(brain.choose(pos, seed=rng_state((task.seed, number, len(actions))) >> 11, seconds=PATIENCE)))
            pos.play(actions[-1])
        rows.append(_row(pos, "", [task.level] * pos.players, [task.seed, number], "", actors, actions))
    return rows


def _row(
    pos: Position, match: str, seats: list[str], seed: list[int] | None, start: str, actors: list[int], actions: list[int]
) -> Row:
    payoffs = pos.payoffs if pos.over else None
    options = json.dumps(pos.game.options)
    return Row(pos.game.id, pos.game.version, options, match, seats, seed, start, actors, actions, pos.scores, payoffs)


def _replayed(records: Iterable[MatchRecord], refused: Callable[[str], None]) -> Iterator[Row]:
    for record in records:
        try:
            pos = record.replay()
        except BangboxError as error:
            refused(f"{record.match or record.game}: {error}")
            continue
        history = pos.history
        yield _row(
            pos, record.match, record.seats, None, record.start,
            [played.actor for played in history], [played.action for played in history],
        )  # fmt: skip


def _tables(rows: Iterable[Row]) -> Iterator["pa.Table"]:
    """Rows in tables of a bounded size."""
    import pyarrow as pa

    waiting: list[dict[str, Any]] = []
    for row in rows:
        waiting.append(msgspec.structs.asdict(row))
        if len(waiting) == AT_ONCE:
            yield pa.Table.from_pylist(waiting, schema())
            waiting = []
    if waiting:
        yield pa.Table.from_pylist(waiting, schema())


def _random_matches(chosen: Game, match: Callable[..., int], n: int, seed: int) -> "pa.Table":
    """So many random matches. Choices have random numbers of their own: `start(seed=(seed, number))` draws the same outcomes
    of chance when a match is played again.
    """
    import pyarrow as pa

    engine, players, first = chosen.engine, chosen.players, chosen.start(dice=None)
    if chosen.kind.settle is not None and chosen.kind.settle.is_real(first):
        raise OptionError("random matches do not wait for physics: choose throws=cheap")
    states = first.states(n)
    actors, actions = np.zeros(LONGEST, np.int8), np.zeros(LONGEST, np.int64)
    scores, payoffs = np.zeros((n, engine.max_players), np.int64), np.zeros((n, engine.max_players))
    room, weights = engine.buffer(), engine.buffer()
    parts, lengths = [], [0]
    for number in range(n):
        chance, choosing = (np.array([rng_state(drawn)], np.uint64) for drawn in ((seed, number), (seed, number, 0)))
        made = match(states, number, chance, choosing, room, weights, actors, actions)
        if made == LONGEST:
            raise BangboxError(f"a random match of {chosen.title} went on for more than {LONGEST} choices")
        engine.score(states, number, scores[number])
        engine.payoff(states, number, payoffs[number])
        parts.append((actors[:made].copy(), actions[:made].copy()))
        lengths.append(made)
    each, ends, lists = np.arange(n + 1, dtype=np.int32), np.cumsum(lengths).astype(np.int32), pa.ListArray.from_arrays
    seeds = np.stack([np.full(n, seed), np.arange(n)], 1)
    columns = {
        "game": pa.repeat(chosen.id, n), "version": pa.repeat(chosen.version, n),
        "options": pa.repeat(json.dumps(chosen.options), n), "match": pa.repeat("", n),
        "seats": lists(each * players, pa.repeat(RANDOM, n * players)), "seed": lists(each * 2, seeds.reshape(-1)),
        "start": pa.repeat("", n), "actors": lists(ends, np.concatenate([part[0] for part in parts])),
        "actions": lists(ends, np.concatenate([part[1] for part in parts])),
        "scores": lists(each * players, scores[:, :players].astype(np.int32).reshape(-1)),
        "payoffs": lists(each * players, payoffs[:, :players].astype(np.float32).reshape(-1)),
    }  # fmt: skip
    return pa.table(columns).cast(schema())


def make_match(engine: Engine) -> Callable[..., int]:
    """match(states, i, chance, choosing, room, weights, actors, actions) -> choices made: plays game i at random to its end"""
    rules, pick, draw = engine.rules, engine.pick, engine.draw
    rules_actor, rules_apply = rules.actor, rules.apply

    def match(
        states: States, i: int, chance: Rng, choosing: Rng, room: Numbers, weights: Numbers, actors: Numbers, actions: Numbers
    ) -> int:
        made = 0
        while made < len(actions):
            who = rules_actor(states[i])
            if who == OVER:
                return made
            if who == CHANCE:
                rules_apply(states[i], draw(states, i, chance, room, weights))
                continue
            actors[made], actions[made] = who, pick(states, i, choosing, room)
            rules_apply(states[i], actions[made])
            made += 1
        return made

    return match


# -- decisions


def _decisions(table: "pa.Table", before: int) -> Iterator["pa.Table"]:
    """The decisions of matches, a table a match."""
    import pyarrow as pa

    for number, row in enumerate(table.to_pylist(), start=before):
        yield pa.Table.from_pylist(list(decisions(row, number)), decision_schema())


def decisions(row: dict[str, Any], number: int = 0) -> Iterator[dict[str, Any]]:
    """Every decision of a match: what the seat saw, what it could choose from, what it chose and what it got in the end."""
    chosen = game_with(row["game"], json.loads(row["options"]))
    if row["seed"] is not None:
        pos = chosen.start(seed=tuple(row["seed"]))
    else:
        pos = chosen.position(row["start"]) if row["start"] else chosen.start(dice=None)
    for count, (actor, action) in enumerate(zip(row["actors"], row["actions"], strict=True)):
        if actor >= 0:
            seen = pos.seen_by(actor, history=False)
            yield {
                "game": row["game"], "options": row["options"], "row": number, "number": count, "seat": actor,
                "position": seen.text, "choices": seen.choices(), "action": action,
                "payoff": row["payoffs"][actor] if row["payoffs"] is not None else None,
            }  # fmt: skip
        pos.play(action)
