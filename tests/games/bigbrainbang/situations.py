"""Random situations in which a die is thrown: any throw that somebody might try, a third without the box, a third each way up."""

from bangbox.core.dice import SeededDice
from bangbox.core.game import game
from bangbox.games.bigbrainbang.inputs import Box, Pose, Throw

Situation = tuple[int, Throw, Box | None]  # players, throw, box
KINDS = (None, "lying", "standing")


def situation(number: int) -> Situation:
    """A situation; the same number gives the same one."""
    dice = SeededDice((15, number))
    players = 2 + 2 * dice.below(2)
    pos = game("bigbrainbang", players=players, throws="cheap").start(dice=None)
    pos.play(Pose("flat", 0, -1).pack()).play("red black")
    kind, box = KINDS[number % len(KINDS)], None
    while kind is not None and (box is None or box.kind != kind):
        action = pos.pick(dice.rng)
        box = Box.unpack(action) if action > 2 else None
    return players, Throw.unpack(pos.play("keep").pick(dice.rng)), box
