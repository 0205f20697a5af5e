"""Where Big×Bang has something better than search: exact endgames, and puzzles."""

from collections.abc import Callable, Sequence

from bangbox.core.contract import Seen
from bangbox.core.contract.minds import Candidate
from bangbox.core.record import Rng

from ..rules.record import STOP
from .endgame import solved
from .solving import payoff, solve


def decide(seen: Seen, settings: dict[str, float], rng: Rng, stop: Callable[[], bool]) -> Sequence[Candidate] | None:
    """Exact values with up to settings["exact"] stacks; alone, the way that settings["beams"] beams find; else None: search."""
    if not seen.s.solo:
        return solved(seen, int(settings.get("exact", 0)), stop)
    beams = int(settings.get("beams", 0))
    return [found(seen, beams, rng, stop)] if beams else None


def found(seen: Seen, beams: int, rng: Rng, stop: Callable[[], bool]) -> Candidate:
    """The first move of the best line, and what it comes to."""
    solution = solve(seen, rng, stop, beams)
    action = solution.actions[0] if solution.actions else STOP
    return Candidate(action, max(1, solution.looked), payoff(seen, solution.score))
