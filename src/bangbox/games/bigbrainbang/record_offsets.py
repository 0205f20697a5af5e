"""Makes offsets.npz: what dice do after touching down, recorded from real simulations for the cheap throws.

    python -m bangbox.games.bigbrainbang.record_offsets

Random throws over all that a hand can do are sorted into classes by how the die touches down (forward and falling speed, spin,
lean: what speed, height, elevation and spin make of it); a few of each class are simulated on a table without edges.
"""

import argparse
import hashlib
import math
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bangbox.core.dice import SeededDice

from . import asking, hand, physics, rules_aiming, rules_packing
from .inputs import Throw, around
from .pieces import PIECES, TABLES, UNITS

HERE = Path(__file__).parent
ENDLESS = 40.0  # a table on which no throw finds an edge, in metres
DRAWS = 4_000_000
Kept = list[list[tuple[int, int, int, int]]]


def random_throw(dice: SeededDice) -> Throw:
    """A throw anywhere in the ranges of a hand."""
    knobs = {
        knob: rules_packing.LEAST[knob]
        + rules_packing.STEP[knob]
        * dice.below((rules_packing.MOST[knob] - rules_packing.LEAST[knob]) // rules_packing.STEP[knob] + 1)
        for knob in rules_packing.KNOBS
    }
    return Throw(dice.below(around(TABLES[0])), **knobs)


def recorded(throw: Throw, tremor: int) -> tuple[int, int, int, int]:
    """One throw on an endless table: its forward speed, and from where it touches down: along, across (0.1 mm), turn (0.1°)."""
    (azimuth, x, y, _, forward, _, _, time, _, _), _ = asking.touch_down(throw.pack(), tremor)
    landing = physics.throw(hand.release(throw, 0, tremor), ENDLESS, PIECES["die"]["size"])
    assert landing.outcome == physics.FLAT, "a die on an endless table lies flat"
    angle = math.radians(azimuth / 10)
    right, ahead = landing.x - x / UNITS, landing.y - y / UNITS
    along = right * math.cos(angle) + ahead * math.sin(angle) - forward * time / 1e9
    across = ahead * math.cos(angle) - right * math.sin(angle)
    turn = round(math.degrees(landing.angle) * 10 - azimuth) % 900
    return forward, round(along * 10_000), round(across * 10_000), turn


def record_classes(quota: int) -> Kept:
    """Up to `quota` recordings of every class."""
    kept: Kept = [[] for _ in range(rules_aiming.CLASSES)]
    dice = SeededDice(20)
    for draw in range(DRAWS):
        throw, tremor = random_throw(dice), dice.below(2**32)
        found = kept[asking.touch_down(throw.pack(), tremor)[1]]
        if len(found) < quota:
            found.append(recorded(throw, tremor))
        if draw % 100_000 == 0:
            print(f"{draw} draws, {sum(map(len, kept))} recordings", flush=True)
    return kept


def fill_gaps(kept: Kept, quota: int) -> None:
    """Classes that no throw reaches, or too few, borrow from the nearest: by lean, then spin, then speeds."""
    shape = (rules_aiming.FORWARDS, rules_aiming.DOWNS, rules_aiming.SPINS, rules_aiming.LEANS)
    full = [cell for cell in range(len(kept)) if len(kept[cell]) == quota]
    places = np.array(np.unravel_index(full, shape)).T
    for cell in range(len(kept)):
        if len(kept[cell]) < quota:
            gap = np.abs(places - np.array(np.unravel_index(cell, shape)))
            gap[:, 3] = np.minimum(gap[:, 3], rules_aiming.LEANS - gap[:, 3])
            nearest = full[int(np.argmin(gap @ np.array([40, 30, 8, 3])))]
            kept[cell] = (kept[cell] + kept[nearest])[:quota]


def record_drops(count: int) -> NDArray[np.int16]:
    """Where dice dropped on the middle come to rest: distance (0.1 mm) and turn against the way they went (0.1°) (B4)."""
    drops = []
    for tremor in range(count):
        landing = physics.throw(hand.drop(tremor), ENDLESS, PIECES["die"]["size"])
        away = math.atan2(landing.y, landing.x)
        turn = round(math.degrees(landing.angle - away) * 10) % 900
        drops.append((round(math.hypot(landing.x, landing.y) * 10_000), turn))
    return np.array(drops, np.int16)


def main() -> None:
    """Records everything anew."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--quota", type=int, default=16, help="recordings a class")
    parser.add_argument("--to", type=Path, default=HERE / "offsets.npz", help="the file to write")
    arguments = parser.parse_args()
    quota, target = arguments.quota, arguments.to
    kept = record_classes(quota)
    print(f"{sum(map(len, kept))} recordings; {sum(len(k) < quota for k in kept)} of {len(kept)} classes borrow")
    fill_gaps(kept, quota)
    np.savez_compressed(target, touch=np.array(kept, np.int16), drops=record_drops(512))
    digest = hashlib.sha256(target.read_bytes()).hexdigest()
    print(f'{target.name}: {target.stat().st_size} bytes; now write in rules_cheap.py: RECORDED = "{digest[:16]}"')


if __name__ == "__main__":
    main()
