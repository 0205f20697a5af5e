"""How fast the games run: random play compiled, from Python and in batches, against the same rules uncompiled."""

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from bangbox.core.algorithms.batch import Batch
from bangbox.core.contract import Value
from bangbox.core.errors import BangboxError
from bangbox.core.game import Game, game
from bangbox.core.registry import Kind, kind

SECONDS = 1.0
BATCH = 4096
ROUND, ROUNDS = 60_000, 7  # games, and how often, beside C++
YARDSTICKS = Path(__file__).parents[3] / "benchmarks"  # in a checkout only


def _timed(work: Callable[[int], Any], seconds: float) -> tuple[int, float]:
    """Repeats work(n) with growing n until it has taken `seconds`; returns the last n and its time."""
    n = 1
    while True:
        began = time.perf_counter()
        work(n)
        took = time.perf_counter() - began
        if took >= seconds:
            return n, took
        n = max(n + 1, int(n * min(20.0, 1.2 * seconds / max(took, 1e-6))))


def random_play(played: Game, seconds: float = SECONDS) -> dict[str, float]:
    """Whole random games by compiled code on one core."""
    engine = played.engine
    states = played.start(dice=None).states(2)
    rng, actions, weights, counts = np.array([1], np.uint64), engine.buffer(), engine.buffer(), np.zeros(2, np.int64)
    engine.play_outs(states, 1, rng, actions, weights, counts)  # compiled before the clock starts

    def work(n: int) -> None:
        counts[:] = 0
        engine.play_outs(states, n, rng, actions, weights, counts)

    n, took = _timed(work, seconds)
    return {
        "playouts_per_s": n / took,
        "moves_per_s": counts[0] / took,
        "decisions_per_s": counts.sum() / took,
        "moves_per_game": counts[0] / n,
        "outcomes_per_game": counts[1] / n,
    }


def python_play(played: Game, seconds: float = SECONDS) -> float:
    """Moves a second of one Position driven from Python: list the choices, play one."""
    rng = np.random.default_rng(1)
    moves = 0

    def work(n: int) -> None:
        nonlocal moves
        moves = 0
        for k in range(n):
            pos = played.start(seed=k)
            while not pos.over:
                choices = pos.choices()
                if not choices:
                    choices = [pos.pick(np.array([moves], np.uint64))]
                pos.play(choices[int(rng.integers(len(choices)))])
                moves += 1

    _, took = _timed(work, seconds)
    return moves / took


def batch_play(played: Game, seconds: float = SECONDS, size: int = BATCH) -> dict[str, float]:
    """Moves a second of a batch that begins again, with random choices: in one go, and picked and checked from Python."""
    batch = Batch(played, size, seed=1, autoreset=True)
    out = np.zeros(size, np.int64)

    def rate(step: Callable[[], object]) -> float:
        step()  # compiled before the clock starts
        moves, before, began = 0, int(batch.rounds.sum()), time.perf_counter()
        while (took := time.perf_counter() - began) < seconds:
            step()
            moves += size
        return (moves - int(batch.rounds.sum()) + before) / took  # to begin again is no move

    return {
        "batch_moves_per_s": rate(lambda: batch.play_random(out)),
        "batch_checked_moves_per_s": rate(lambda: batch.play(batch.random_choices(out))),
        "batch_threads": batch.threads,
    }


def uncompiled_play(played: Game) -> float:
    """Decisions a second (chance included) of the same rules uncompiled: the baseline."""
    code = (
        "import sys, json, time, bangbox, numpy as np\n"
        "name, options = json.loads(sys.argv[1])\n"
        "g = bangbox.game(name, **options); e = g.engine; s = g.start(dice=None).states(2)\n"
        "c = np.zeros(2, np.int64); r = np.array([1], np.uint64); t = time.perf_counter(); n = 0\n"
        "while time.perf_counter() - t < 1.0: e.play_outs(s, 1, r, e.buffer(), e.buffer(), c)\n"
        "print(c.sum() / (time.perf_counter() - t))"
    )
    arguments = json.dumps([played.id, played.options])
    environment = {**os.environ, "BANGBOX_PLAIN": "1"}
    return float(subprocess.run([sys.executable, "-c", code, arguments], env=environment, check=True, capture_output=True).stdout)


def beside_cpp(played: Game) -> dict[str, float]:
    """Random games against benchmarks/<game>.cpp by turns, in processor time; nothing without that file or a compiler."""
    source = YARDSTICKS / f"{played.id}.cpp"
    compiler = next(filter(None, map(shutil.which, ("g++", "c++", "clang++"))), None)
    if compiler is None or not source.exists():
        return {}
    engine = played.engine
    states, rng, counts = played.start(dice=None).states(2), np.array([1], np.uint64), np.zeros(2, np.int64)

    def ours() -> float:
        began = time.process_time()
        engine.play_outs(states, ROUND, rng, engine.buffer(), engine.buffer(), counts)
        return ROUND / (time.process_time() - began)

    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / played.id
        subprocess.run([compiler, "-O3", "-march=native", "-std=c++17", "-o", program, source], check=True)
        pairs = []
        for seed in range(ROUNDS):
            theirs = json.loads(subprocess.run([program, str(ROUND), str(seed)], check=True, capture_output=True).stdout)
            pairs.append((ours(), theirs["playouts_per_s"]))
    mine, cpp = (statistics.median(column) for column in zip(*pairs, strict=True))
    return {"cpp_playouts_per_s": cpp, "compiled_to_cpp": mine / cpp}


def child_seconds(name: str, cold: bool) -> tuple[float, float]:
    """(import, first game) seconds in a fresh process; `cold` starts from an empty cache."""
    code = (
        "import sys, time; t = time.perf_counter()\n"
        "import bangbox; g = bangbox.game(sys.argv[1]); i = time.perf_counter()\n"
        "p = g.start(seed=1); p.choices(); print(i - t, time.perf_counter() - i)"
    )
    with tempfile.TemporaryDirectory() as empty:
        environment = {**os.environ, **({"BANGBOX_CACHE": empty} if cold else {})}
        out = subprocess.run([sys.executable, "-c", code, name], env=environment, check=True, capture_output=True).stdout
    imported, started = map(float, out.split())
    return imported, started


def variants(of: Kind) -> Iterator[dict[str, Value]]:
    """Each number of players, each option alone, and all switches together."""
    for players in range(of.manifest.players.min, of.manifest.players.max + 1):
        yield {"players": players}
    switches = [option.name for option in of.manifest.options if isinstance(option.default, bool)]
    for option in of.manifest.options:
        if option.name in switches:
            yield {option.name: True}
        elif option.values is not None:
            yield from ({option.name: value} for value in option.values if value != option.default and option.name != "first")
        elif option.high is not None:
            yield {option.name: option.high}
    if len(switches) > 1:
        yield dict.fromkeys(switches, True)


def bench(name: str, report: Callable[[str], None], seconds: float = SECONDS) -> dict[str, Any]:
    """All figures of one game."""
    of = kind(name)
    base: dict[str, Value] = {"throws": "cheap"} if any(o.name == "throws" for o in of.manifest.options) else {}
    played = game(name, **base)
    report("compiling from nothing")
    _, compile_s = child_seconds(name, cold=True)
    report("starting from the cache")
    child_seconds(name, cold=False)
    import_s, start_s = child_seconds(name, cold=False)
    report("random play")
    figures: dict[str, Any] = {"game": name, **random_play(played, seconds)}
    report("from Python")
    figures["python_moves_per_s"] = python_play(played, seconds)
    report("in a batch")
    figures |= batch_play(played, seconds)
    report("uncompiled")
    figures["uncompiled_decisions_per_s"] = uncompiled_play(played)
    figures["compiled_to_uncompiled"] = figures["decisions_per_s"] / figures["uncompiled_decisions_per_s"]
    report("beside C++")
    figures |= beside_cpp(played)
    if of.bench is not None:
        report("rates of its own")
        figures |= of.bench.rates(seconds)
    figures |= {"compile_s": compile_s, "import_s": import_s, "warm_start_s": start_s}
    figures["variants"] = {}
    for options in variants(of):
        try:
            variant = game(name, **{**base, **options})
        except BangboxError:
            continue  # an option that goes only with another one
        label = ",".join(f"{key}={value}" if value is not True else key for key, value in options.items())
        report(label)
        figures["variants"][label] = random_play(variant, seconds / 3)
    return figures
