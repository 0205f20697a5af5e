"""What a run of learning leaves in a folder: the weights as bots read them, the curve as numbers and as a picture."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from bangbox.core.errors import BangboxError
from bangbox.lab.training.network import Weights
from bangbox.lab.training.run import Point

WEIGHTS, CURVE, PICTURE = "weights.npz", "curve.json", "curve.png"


def save_weights(file: Path, about: Any, flat: Any) -> None:
    """All layers in half precision, bound to the version of the game."""
    layers = {name: layer.astype(np.float16) for name, layer in Weights(about, flat).layers.items()}
    layers["one"] = layers["one"][: about["inputs"]]
    np.savez_compressed(file, allow_pickle=False, version=np.array(about["version"]), **layers)


def read_weights(file: Path, about: Any) -> Any:
    """The same as one array, to go on learning from."""
    weights = Weights(about, np.zeros(Weights.size(about), np.float32))
    try:
        with np.load(file) as stored:
            version = str(stored["version"])
            for name, layer in weights.layers.items():
                layer[: len(stored[name])] = stored[name]
    except (OSError, ValueError, KeyError):
        raise BangboxError(f"{file} holds no weights of a network that `bangbox train` has made") from None
    if version != about["version"]:
        raise BangboxError(f"{file} was learned for version {version} of the game; this is {about['version']}")
    return weights.flat


def save_curve(folder: Path, curve: Sequence[Point], league: Sequence[float] = ()) -> None:
    """The points of the curve, and what the last self won of each past one."""
    text = json.dumps({"curve": [point._asdict() for point in curve], "league": list(league)}, indent=1)
    (folder / CURVE).write_text(text, "utf-8")


def read_curve(folder: Path) -> tuple[list[Point], list[float]]:
    """The same, read again."""
    stored = json.loads((folder / CURVE).read_text("utf-8"))
    return [Point(**point) for point in stored["curve"]], stored["league"]


def draw_curve(file: Path, title: str, curve: Sequence[Point], league: Sequence[float]) -> None:
    """Points won against others, and losses, over the positions played."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise BangboxError("pictures are drawn by matplotlib: install bangbox[plots]") from None
    played = [point.positions / 1e6 for point in curve]
    figure = Figure(figsize=(9, 3.6), layout="constrained")
    won, lost = figure.subplots(1, 2)
    won.plot(played, [100 * point.against_greedy for point in curve], marker="o", label="against greedy by points")
    won.plot(played, [100 * point.against_random for point in curve], marker="s", label="against random play")
    if len(league) == len(curve):
        before = [0.0, *played[:-1]]
        won.plot(before, [100 * share for share in league], marker="^", linestyle="--", label="the last self against this one")
    won.axhline(50, color="grey", linewidth=0.8)
    won.set(xlabel="million positions played", ylabel="points won, %", ylim=(0, 102), title=f"{title}: a move by value alone")
    won.legend(loc="lower right", fontsize="small")
    lost.plot(played, [point.value_loss for point in curve], marker="o", label="value (cross-entropy)")
    lost.plot(played, [point.policy_loss for point in curve], marker="s", label="policy (divergence)")
    lost.set(xlabel="million positions played", ylabel="loss", title="losses")
    lost.legend(fontsize="small")
    figure.savefig(file, dpi=110)
