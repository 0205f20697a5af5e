"""Which of the choices that a bot has looked at it takes: the best, or at lower levels what a person might."""

import math
from collections.abc import Sequence

from bangbox.bots.levels import Level
from bangbox.core.contract.minds import Candidate
from bangbox.core.dice import SeededDice

FINE = 1 << 30  # steps of a random fraction


def taken(candidates: Sequence[Candidate], level: Level, dice: SeededDice) -> Candidate:
    """One of the candidates, which come best first: the first, unless the level overlooks or does not mind."""
    tried = [candidate for candidate in candidates if candidate.visits > 0] or list(candidates)
    seen = noticed(tried, level.notices, dice) if 0 < level.notices < len(tried) else tried
    if level.temperature <= 0.0:
        return seen[0]
    best = max(candidate.value for candidate in seen)
    return seen[drawn([math.exp((candidate.value - best) / level.temperature) for candidate in seen], dice)]


def noticed(candidates: Sequence[Candidate], most: int, dice: SeededDice) -> list[Candidate]:
    """So many of the candidates, in their order; what was looked at closely is noticed more easily."""
    left = list(range(len(candidates)))
    found = []
    for _ in range(most):
        found.append(left.pop(drawn([math.sqrt(1.0 + candidates[k].visits) for k in left], dice)))
    return [candidates[k] for k in sorted(found)]


def drawn(weights: Sequence[float], dice: SeededDice) -> int:
    """A place in a list of weights, each as likely as it weighs."""
    left = sum(weights) * dice.below(FINE) / FINE
    for place, weight in enumerate(weights):
        left -= weight
        if left < 0.0:
            return place
    return len(weights) - 1
