"""`python3 -m bangbox.lab.gpu FOLDER`: compares and measures on this machine's GPU. Needs NumPy and CuPy, not the compiler."""

import functools
import importlib
import json
import os
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from bangbox.core.algorithms.many_games import ManyGames, Sizes
from bangbox.core.errors import IllegalMove
from bangbox.core.gpu.batches import PLAY_OUT, GpuForBatches
from bangbox.lab.gpu.trial import GAMES, SEED, differing, facts

PLAYED_OUT = 1 << 20  # games that are played out at a time
STEPS = 200

Result = dict[str, Any]
Made = TypeVar("Made")


class Trial:
    """One game on a GPU."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.machine = GpuForBatches(folder)
        self.cupy = self.machine.xp
        self.about = json.loads((folder / "trial.json").read_text("utf-8"))
        self.first = np.load(folder / "first.npy")

    def games(self, n: int, autoreset: bool = False, seed: int = SEED) -> ManyGames:
        """Games that begin."""
        return ManyGames(self.machine, self.first, n, seed, Sizes(*self.about["sizes"]), autoreset)

    def timed(self, work: Callable[[], Made]) -> tuple[Made, float]:
        """What something gives, and the seconds it takes until the GPU has done it."""
        self.cupy.cuda.Device().synchronize()
        began = time.perf_counter()
        made = work()
        self.cupy.cuda.Device().synchronize()
        return made, time.perf_counter() - began

    def repeated(self, times: int, work: Callable[[], Any]) -> float:
        """The seconds that it takes to do something so many times."""
        return self.timed(lambda: [work() for _ in range(times)])[1]

    def compare(self) -> Result:
        """How many games differ from the CPU's, fact by fact."""
        found = facts(self.games, self.cupy, self.machine.get)
        with np.load(self.folder / "expected.npz") as expected:
            wrong = differing(found, dict(expected))
        return {"differing": wrong, "equal": not any(wrong.values())}

    def play_outs(self) -> Result:
        """Speed of play-outs, with many and with few registers a thread."""
        found: Result = {}
        few = self.folder / f"{PLAY_OUT}.few.cubin"
        for label, file in (("", None), ("few_registers_", few if few.exists() else None)):
            if label and file is None:
                continue
            kept = self.machine._kernels.get(PLAY_OUT)
            if file is not None:
                self.machine._kernels[PLAY_OUT] = self.cupy.RawModule(path=str(file)).get_function(PLAY_OUT)
            self.games(GAMES).play_out()
            games, began = self.timed(lambda: self.games(PLAYED_OUT, seed=2))
            moves, took = self.timed(games.play_out)
            total = int(moves.sum())
            found |= {
                f"{label}play_out_games_per_s": PLAYED_OUT / took, f"{label}play_out_moves_per_s": total / took,
                f"{label}registers": self.machine.kernel(PLAY_OUT).num_regs, f"{label}warps": self.machine._warps(),
                "begin_s_a_million": began / PLAYED_OUT * 1e6,
            }  # fmt: skip
            if kept is not None:
                self.machine._kernels[PLAY_OUT] = kept
            del games, moves
            self.cupy.get_default_memory_pool().free_all_blocks()
        return found

    def stepping(self) -> Result:
        """Moves a second from Python with GAMES games that begin again."""
        found: Result = {}
        out = self.cupy.zeros(GAMES, np.int64)
        ways: dict[str, Callable[[ManyGames], Any]] = {
            "random": lambda games: games.play_random(out),
            "unchecked": lambda games: games.play(games.random_choices(out), check=False),
            "checked": lambda games: games.play(games.random_choices(out)),
        }
        for label, way in ways.items():
            games = self.games(GAMES, autoreset=True)
            for _ in range(10):
                way(games)
            began = int(games.rounds.sum())
            took = self.repeated(STEPS, functools.partial(way, games))
            found[f"step_{label}_moves_per_s"] = (GAMES * STEPS - int(games.rounds.sum()) + began) / took
        games = self.games(GAMES)
        seen, masks = games.observe(), games.masks()
        found["observe_s"] = self.repeated(10, lambda: games.observe(out=seen)) / 10
        found["masks_s"] = self.repeated(10, lambda: games.masks(masks)) / 10
        return found

    def illegal(self) -> Result:
        """An illegal action is named and changes nothing."""
        games = self.games(GAMES)
        before, played = games.states.copy(), games.random_choices()
        played[777] = 10**6
        try:
            games.play(played)
            return {"illegal": "not noticed"}
        except IllegalMove as error:
            kept = bool((before == games.states).all())
            return {"illegal": f"{error}{'' if kept else ' BUT SOMETHING CHANGED'}"}

    def shared_memory(self) -> Result:
        """Whether torch and JAX see the same memory, and give actions back."""
        games, found = self.games(4096), dict[str, Any]()
        address = games.states.data.ptr
        try:
            torch = importlib.import_module("torch")
            there = torch.from_dlpack(games.states)
            games.play(torch.from_dlpack(games.random_choices()))
            found["torch"] = there.data_ptr() == address
        except Exception as error:
            found["torch"] = repr(error)[:200]
        try:
            os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
            jax = importlib.import_module("jax")
            array = jax.dlpack.from_dlpack(games.states)
            same = array.unsafe_buffer_pointer() == address and int(array[:9].sum()) == int(games.states[:9].sum())
            games.play(jax.dlpack.from_dlpack(games.random_choices().astype(np.int32)).block_until_ready())
            found["jax"] = bool(same)
        except Exception as error:
            found["jax"] = repr(error)[:200]
        return found


def table(device: str, results: dict[str, Result]) -> str:
    """The figures as Markdown."""

    def rate(result: Result, name: str) -> str:
        return f"{result[name] / 1e9:.3f}" if name in result else "–"

    lines = [
        f"{device}, {time.strftime('%Y-%m-%d')}; {GAMES:,} games unless it says otherwise, G moves/s.", "",
        "| game | records equal to the CPU's | play-outs | M games/s | ratio to one core | stepped at random "
        "| chosen outside, checked | unchecked | masks, ms | observations, ms |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]  # fmt: skip
    for name, result in results.items():
        best = max((result[key] for key in result if key.endswith("play_out_moves_per_s")), default=0.0)
        games = max((result[key] for key in result if key.endswith("play_out_games_per_s")), default=0.0)
        cells = [
            result.get("title", name), "yes" if result.get("equal") else "NO", f"{best / 1e9:.3f}", f"{games / 1e6:.2f}",
            f"{best / result['cpu_moves_per_s']:.0f}×" if "cpu_moves_per_s" in result else "–",
            *(rate(result, f"step_{way}_moves_per_s") for way in ("random", "checked", "unchecked")),
            *(f"{1e3 * result[key]:.2f}" if key in result else "–" for key in ("masks_s", "observe_s")),
        ]  # fmt: skip
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def main(folder: Path, out: Path) -> int:
    """All games of a folder; what fails is told and the rest goes on."""
    out.mkdir(parents=True, exist_ok=True)
    results: dict[str, Result] = {}
    device = ""
    for place in sorted(path for path in folder.iterdir() if (path / "trial.json").exists()):
        trial = Trial(place)
        device = trial.cupy.cuda.runtime.getDeviceProperties(0)["name"].decode()
        result = results[place.name] = {key: trial.about[key] for key in ("title", "cpu_moves_per_s")}
        for part in (trial.compare, trial.play_outs, trial.stepping, trial.illegal, trial.shared_memory):
            try:
                result |= part()
            except Exception:
                result[f"failed_{part.__name__}"] = traceback.format_exc()[-1500:]
            print(f"{place.name}: {part.__name__}", json.dumps(result, default=str), flush=True)
            (out / "figures.json").write_text(json.dumps(results, indent=1, default=str), "utf-8")
        trial.cupy.get_default_memory_pool().free_all_blocks()
    text = table(device, results)
    (out / "gpu.md").write_text(text, "utf-8")
    print(text)
    wrong = [
        name for name, result in results.items() if not result.get("equal") or any(key.startswith("failed") for key in result)
    ]
    return 1 if wrong or not results else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(os.environ.get("OUT", "."))))
