"""Makes offsets.npz: what dice do after touching down, drawn from real simulations for the cheap throws.

    python -m bangbox.games.bigbrainbang.recording.offsets

First touches.py throws dice, in several processes. Then fitting.py finds means and spreads for every way of touching down
(rules/landing.py), and what is left, the luck of each throw, is sorted into classes.
"""

import argparse
import hashlib
import multiprocessing
import os
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ..rules import landing
from ..settle import hand, physics
from . import fitting
from .touches import COLUMNS, DIE, ENDLESS
from .touches import kept_part as touches_part

GAME = Path(__file__).parents[1]
PARTS = 14
QUOTA = 36  # recordings a class
Numbers = NDArray[np.float64]


def record(part: Callable[[int], Path], parts: int, processes: int) -> Numbers:
    """The rows of all parts, each recorded by one of several processes unless its file is there."""
    began, paths = time.monotonic(), []
    with multiprocessing.Pool(processes) as pool:
        for path in pool.imap(part, range(parts)):
            paths.append(path)
            print(f"{len(paths)} of {parts} parts, {time.monotonic() - began:.0f} s", flush=True)
    return np.concatenate([np.load(path) for path in paths]).astype(np.float64)


def record_touches(processes: int, folder: Path) -> Numbers:
    """All recordings, each as if its axle pointed upwards: the mirror image is as good."""
    touches = record(partial(touches_part, folder=folder), PARTS, processes)
    down = touches[:, COLUMNS.index("roll")] < 0
    for column in ("roll", "yaw", "rolling", "yawing", "across"):
        touches[down, COLUMNS.index(column)] *= -1
    touches[down, COLUMNS.index("turn")] = np.pi / 2 - touches[down, COLUMNS.index("turn")]
    return touches


def sort_luck(places: Numbers, luck: NDArray[np.int8]) -> NDArray[np.int8]:
    """For every class the luck of those recordings that are nearest to its middle."""
    widths = np.array(landing.WIDTHS)
    found = np.empty((*landing.CLASSES, QUOTA, luck.shape[1]), np.int8)
    scaled = (places / widths).astype(np.float32)
    for one in np.ndindex(landing.CLASSES):
        gap = scaled - (np.array(one, np.float32) + np.float32(0.5))
        around = landing.LEANS / widths[3]
        gap[:, 3] = (gap[:, 3] + around / 2) % around - around / 2
        found[one] = luck[np.argpartition(np.einsum("ij,ij->i", gap, gap), QUOTA)[:QUOTA]]
    return found.reshape(-1, QUOTA, luck.shape[1])


def record_drops(count: int) -> NDArray[np.int16]:
    """Where dice dropped on the middle come to rest: distance (0.1 mm) and turn against the way they went (0.1°) (B4)."""
    drops = []
    for tremor in range(count):
        landing = physics.throw(hand.drop(tremor), ENDLESS, DIE)
        away = np.arctan2(landing.y, landing.x)
        turn = round(np.degrees(landing.angle - away) * 10) % 900
        drops.append((round(np.hypot(landing.x, landing.y) * 10_000), turn))
    return np.array(drops, np.int16)


def main() -> None:
    """Records everything anew."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    kept = Path(tempfile.gettempdir(), "bangbox-touches")
    parser.add_argument("--to", type=Path, default=GAME / "offsets.npz", help="the file to write")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="how many throw dice at once")
    parser.add_argument("--touches", type=Path, default=kept, help="the folder that keeps throws; empty it to throw anew")
    arguments = parser.parse_args()
    touches = record_touches(arguments.processes, arguments.touches)
    usual, places = fitting.fit(touches), fitting.places(touches)
    print(f"{len(touches)} throws fitted", flush=True)
    luck = sort_luck(places, fitting.luck(touches, usual, places))
    np.savez_compressed(arguments.to, means=usual[..., :2], spreads=usual[..., 2:], luck=luck, drops=record_drops(512))
    digest = hashlib.sha256(arguments.to.read_bytes()).hexdigest()
    print(f"{len(luck)} classes, {arguments.to.stat().st_size} bytes")
    print(f'now write in rules/landing.py: RECORDED = "{digest[:16]}"')


if __name__ == "__main__":
    main()
