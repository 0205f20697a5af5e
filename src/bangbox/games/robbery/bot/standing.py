"""How likely each seat wins: a small network looks at each seat when a turn begins, and the seats compete."""

from pathlib import Path

import numpy as np

from bangbox.core.rules import rule

from .features import features

WEIGHTS = Path(__file__).with_name("weights.npz")


def load_weights():
    """The layers: into the hidden units with their thresholds, and out of them."""
    with np.load(WEIGHTS) as layers:
        return tuple(layers[name].astype(np.float64) for name in ("inner", "bias", "outer"))


@rule
def judge(s, f, inner, bias, outer, out):
    """The share of the win that each seat may expect of a position in which a turn begins."""
    features(s, f)
    best = -1e9
    for seat in range(s.players):
        total = 0.0
        for unit in range(len(bias)):
            x = bias[unit]
            for k in range(len(inner)):
                x += f[seat, k] * inner[k, unit]
            if x > 0.0:
                total += x * outer[unit]
        out[seat] = total
        best = max(best, total)
    shares = 0.0
    for seat in range(s.players):
        out[seat] = np.exp(out[seat] - best)
        shares += out[seat]
    for seat in range(s.players):
        out[seat] /= shares
