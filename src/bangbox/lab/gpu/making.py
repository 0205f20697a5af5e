"""Makes all that a machine with a GPU needs to compare and measure: kernels, first records, what the CPU computes."""

import json
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from bangbox.core.algorithms.batch import Batch
from bangbox.core.contract import Ranged
from bangbox.core.game import game
from bangbox.core.gpu import kernels
from bangbox.core.gpu.batches import PLAY_OUT
from bangbox.core.gpu.ptx import HOPPER
from bangbox.core.registry import games, kind
from bangbox.lab.gpu.trial import SEED, facts

FEW_REGISTERS = 64  # a second way to assemble play-outs, for comparison
MEASURED = 20_000  # games that one core plays for comparison


def make_trial(folder: Path, told: Callable[[str], None]) -> None:
    """Writes a folder for each game that a GPU can play."""
    for name in (name for name in games() if not isinstance(kind(name).rules, Ranged)):
        of, place, played = kind(name), folder / name, game(name)
        kernels.describe(of, place)
        for kernel in kernels.kernel_names(of):
            began = time.perf_counter()
            kernels.make(of, place, kernel, HOPPER)
            told(f"{name}: {kernel} in {time.perf_counter() - began:.1f} s")
        _assemble_with_few_registers(place / f"{PLAY_OUT}.ptx")
        for file in place.glob("*.cubin"):  # what is assembled needs no source, and travels lighter
            file.with_suffix(".ptx").unlink(missing_ok=True)
        batch = Batch(played, 1)
        expected = facts(lambda n, autoreset, g=played: Batch(g, n, SEED, autoreset=autoreset), np, np.asarray)
        np.savez_compressed(place / "expected.npz", **expected)
        np.save(place / "first.npy", np.frombuffer(played.start(dice=None).states(1).tobytes(), np.uint8))
        speed = _one_core(name)
        about = {"sizes": batch.sizes, "title": of.manifest.title, "cpu_moves_per_s": speed}
        (place / "trial.json").write_text(json.dumps(about), "utf-8")
        told(f"{name}: one core plays {speed / 1e6:.1f} M moves/s")


def _one_core(name: str) -> float:
    """Moves that one core plays in a second of its time."""
    Batch(game(name), 64, threads=1).play_out()
    batch = Batch(game(name), MEASURED, seed=2, threads=1)
    began = time.process_time()
    moves = int(batch.play_out().sum())
    return moves / (time.process_time() - began)


def _assemble_with_few_registers(file: Path) -> None:
    if (ptxas := shutil.which("ptxas")) is not None:
        options = ["-arch=sm_90", "-O3", f"-maxrregcount={FEW_REGISTERS}", "-o", str(file.with_suffix(".few.cubin"))]
        subprocess.run([ptxas, *options, file], check=True, capture_output=True)
