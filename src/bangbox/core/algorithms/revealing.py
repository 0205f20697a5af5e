"""Whether an action tells anybody something new, which decides if it may be tried out or taken back."""

import secrets

import numpy as np

from bangbox.core.position import SPECTATOR, Position
from bangbox.core.record import Rng
from bangbox.core.rules import OVER

GUESSES = 24  # worlds compared for each viewer


def reveals(pos: Position, action: int) -> bool:
    """Whether playing `action` tells any seat, or a spectator, something it did not know.

    Judged by guessing worlds that fit what a viewer knows: if the action would look different, or could not be done, in one of
    them, seeing it rules that world out.
    """
    if not pos.game.kind.secret:
        return False
    rng = np.array([secrets.randbits(64)], np.uint64)
    return any(_learns(pos, action, viewer, rng) for viewer in range(SPECTATOR, pos.players))


def _learns(pos: Position, action: int, viewer: int, rng: Rng) -> bool:
    engine = pos.game.engine
    after = pos.states()
    if engine.apply(after, 0, action) == OVER:
        return True  # everything is public afterwards
    engine.conceal(after, 0, viewer)
    worlds = pos.states(1 + GUESSES)
    engine.conceal(worlds, 0, viewer)
    shown = int(engine.conceal_action(pos.states(), 0, action, viewer))
    if not engine.imagine(worlds, action, shown, viewer, rng, engine.buffer()):
        return True
    looks = worlds.view(np.uint8).reshape(1 + GUESSES, -1)[1:, : engine.identity]
    return bool((looks != after.view(np.uint8)[: engine.identity]).any())
