"""A player who looks one move ahead, at the points: `bangbox tournament --bots hard,tests.bots.greedy:by_points`."""

from bangbox.core.dice import SeededDice
from bangbox.core.position import Position

ENDED = 100.0  # how much more the end of a match counts than points on the way


def by_points(pos: Position, seed: int) -> int:
    """The choice after which the lead is largest; ties by chance."""
    dice, me, choices = SeededDice(seed), pos.actor, pos.choices()
    leads = [lead(pos.copy().play(choice), me) for choice in choices]
    best = [choice for choice, found in zip(choices, leads, strict=True) if found == max(leads)]
    return best[dice.below(len(best))]


def lead(pos: Position, seat: int) -> float:
    """How far a seat is ahead of the best of the others."""
    if pos.over:
        return ENDED * (2 * pos.payoffs[seat] - 1)
    return float(pos.scores[seat] - max(points for other, points in enumerate(pos.scores) if other != seat))
