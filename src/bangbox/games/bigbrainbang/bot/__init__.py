"""How bots play Big Brain Bang: they look where on the table a die would help most, aim there, and lay tiles by what they touch.

Every choice about tiles and pawns is judged by what the position is worth when all is settled (worth.py). A throw is judged by a
map of the table and many trembling hands (spots.py, aim.py), with the quick throws of the rules and the box where it is.
"""

# mypy: allow-untyped-calls

from collections.abc import Callable, Sequence

import numpy as np

from bangbox.core.contract import Seen
from bangbox.core.contract.minds import Candidate
from bangbox.core.record import Rng, States

from ..rules.listing import BURN_FIRST, BURNER, MAX_CHOICES
from ..rules.record import AFTER, AIM, BOX, NO_DIE, START
from .aim import ROOM, Aim, Settings, Table
from .worth import worth, worth_after

Stop = Callable[[], bool]
SECOND_LOOK = 60  # hands


def decide(seen: Seen, settings: dict[str, float], rng: Rng, stop: Stop) -> Sequence[Candidate]:
    """All choices worth naming, best first."""
    known = Settings(**settings)
    states = seen.states(ROOM)
    if seen.s.phase == START:
        found = _dice(seen, states, known, rng, stop)
    elif seen.s.phase == BOX:
        found = _box(seen, states, known, rng, stop)
    elif seen.s.phase == AIM:
        table = Table(states, known, rng, stop)
        found = [Candidate(aim.throw, aim.hands, aim.value) for aim in table.narrowed(table.aims(move_box=False))]
    elif seen.s.phase == AFTER:
        found = _afterwards(states, known, rng, stop)
    else:
        found = _answers(seen, states)
    return sorted(found, key=lambda candidate: -candidate.value)


def _answers(seen: Seen, states: States) -> list[Candidate]:
    """Choices that need no throw: each by what it leads to."""
    out = np.zeros((ROOM, MAX_CHOICES), np.int64)
    return [Candidate(action, 1, float(worth_after(states, 0, action, seen.actor, out))) for action in seen.choices()]


def _best_aim(states: States, settings: Settings, rng: Rng, stop: Stop, move_box: bool = True) -> tuple[Aim, float]:
    """The best throw of the die that is next, and what it wins over not throwing at all."""
    table = Table(states, settings, rng, stop)
    best = table.narrowed(table.aims(move_box))[0]
    return best, best.value - table.nothing


def _burner(states: States, settings: Settings, rng: Rng, stop: Stop) -> float:
    """What the Burner wins, its token paid, over leaving it."""
    before = float(worth(states[0], states[0]["seat"]))
    burning = states.copy()
    burning[0]["tokens"][burning[0]["seat"]] -= 1
    burning[0]["burning"] = burning[0]["burned"] = 1
    table = Table(burning, settings, rng, stop)
    best = table.narrowed(table.aims(move_box=True))[0]
    # The best of many seen by few hands looks better than it is: a token is paid only for what other hands find as well.
    return table.look([best._replace(hands=0)], SECOND_LOOK)[0].value - before


def _may_burn(states: States, settings: Settings) -> bool:
    s = states[0]
    return settings.burner > 0 and s["burned"] == 0 and s["tokens"][s["seat"]] > 0


def _dice(seen: Seen, states: States, settings: Settings, rng: Rng, stop: Stop) -> list[Candidate]:
    """Two dice by what each wins alone, the better one first; or the Burner before them."""
    now, gains = float(worth(states[0], seen.actor)), {NO_DIE: 0.0}
    for die in range(NO_DIE):
        if states[0]["piles"][die]:
            thrown = states.copy()
            thrown[0]["dice"][0] = die
            gains[die] = _best_aim(thrown, settings, rng, stop)[1]
    found = []
    for action in seen.choices():
        if action != BURNER:
            first, second = divmod(action, 4)
            found.append(Candidate(action, 1, now + gains[first] + gains[second] + 0.01 * gains[first]))
    if BURNER in seen.choices() and _may_burn(states, settings):
        rest = max(candidate.value for candidate in found) - now
        found.append(Candidate(BURNER, 1, now + rest + _burner(states, settings, rng, stop)))
    return found


def _box(seen: Seen, states: States, settings: Settings, rng: Rng, stop: Stop) -> list[Candidate]:
    """Where the box helps the throw to come; or the Burner first."""
    table = Table(states, settings, rng, stop)
    best: dict[int, Aim] = {}
    for aim in table.narrowed(table.aims(move_box=True)):
        best.setdefault(aim.box, aim)
    found = [Candidate(aim.box, aim.hands, aim.value) for aim in best.values()]
    if BURN_FIRST in seen.choices() and _may_burn(states, settings):
        gain = _burner(states, settings, rng, stop)
        found.append(Candidate(BURN_FIRST, 1, found[0].value + gain))
    return found


def _afterwards(states: States, settings: Settings, rng: Rng, stop: Stop) -> list[Candidate]:
    """Whether to burn something before the turn ends."""
    now = float(worth(states[0], states[0]["seat"]))
    if not _may_burn(states, settings):
        return [Candidate(0, 1, now)]
    return [Candidate(0, 1, now), Candidate(1, 1, now + _burner(states, settings, rng, stop))]
