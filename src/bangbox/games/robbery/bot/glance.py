"""Deciding at first sight, without looking ahead: how lower levels play."""

from collections.abc import Callable, Sequence

import numpy as np

from bangbox.core.contract import Seen
from bangbox.core.contract.minds import Candidate
from bangbox.core.record import Rng
from bangbox.core.rules import native

from .appeal import LONGEST, appeal
from .playing import soften

SOFT = 4.0  # points of appeal that make a choice e times as good


def decide(seen: Seen, settings: dict[str, float], rng: Rng, stop: Callable[[], bool]) -> Sequence[Candidate] | None:
    """All choices by how they look, where the level looks no turn ahead; the appeal knows no hand but the seat's own."""
    if settings.get("ahead", 1.0) > 0.0:
        return None
    actions = np.array(seen.choices(), np.int64)
    looks = np.zeros(len(actions))
    appeal(native(seen.s), (np.zeros(LONGEST),), actions, len(actions), looks)
    soften(looks, len(looks), SOFT)
    found = [Candidate(int(action), 1, float(look)) for action, look in zip(actions, looks, strict=True)]
    return sorted(found, key=lambda candidate: (-candidate.value, candidate.action))
