"""Whether an action tells anybody something new, which decides if it may be tried out or taken back."""

import secrets

import numpy as np

from bangbox.core.position import SPECTATOR, Position
from bangbox.core.record import Rng, States, copied
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
    after = copied(pos._states)
    if engine.apply(after, 0, action) == OVER:
        return True  # everything is public afterwards
    engine.conceal(after, 0, viewer)
    known = copied(pos._states)
    engine.conceal(known, 0, viewer)
    shown = int(engine.conceal_action(pos._states, 0, action, viewer))
    for _ in range(GUESSES):
        world = copied(known)
        engine.guess(world, 0, viewer, rng)
        same = _same_to(pos, world, action, shown, viewer)
        if same is None:
            return True
        engine.apply(world, 0, same)
        engine.conceal(world, 0, viewer)
        if world.tobytes()[: engine.identity] != after.tobytes()[: engine.identity]:
            return True
    return False


def _same_to(pos: Position, world: States, action: int, shown: int, viewer: int) -> int | None:
    """An action of a guessed world that the viewer could not tell from the one played."""
    engine, out = pos.game.engine, pos.game.engine.buffer()
    if engine.legal(world, 0, action, out) and int(engine.conceal_action(world, 0, action, viewer)) == shown:
        return action
    n = int(engine.choices(world, 0, out))
    alike = (a for a in out[:n].tolist() if int(engine.conceal_action(world, 0, a, viewer)) == shown)
    return next(alike, None)
