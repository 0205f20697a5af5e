"""How bots play Mmm… Brains!: the exact mean over all throws, of brains in phase 1 and of chances in the race of phase 2."""

from collections.abc import Callable, Sequence

from bangbox.core.contract import Seen
from bangbox.core.contract.minds import Candidate
from bangbox.core.record import Record, Rng

from ..rules import BRAIN, COLOUR, COLOURS, DICE, PAINT, PASS, THROWS, TIMES
from .outlook import Outlook, counting, racing, taking
from .throws import MOST


def decide(seen: Seen, settings: dict[str, float], rng: Rng, stop: Callable[[], bool]) -> Sequence[Candidate]:
    """All choices with their values, best first.

    Settings: `throws` is how many throws it looks ahead; with none it judges dice as they lie, and trusts that each die thrown
    again brings `hope` brains. `race`: whether it knows what a race is worth, or merely counts brains.
    """
    s = seen.s
    outlook = outlook_of(s, settings.get("race", 1.0) > 0.0)
    ahead = min(int(settings.get("throws", THROWS)), THROWS - s.throw)
    if s.throw == THROWS:
        values = outcomes(s, outlook, seen.choices())
    elif ahead > 0:
        values = foreseen(s, outlook, ahead)
    else:
        values = hoped(s, outlook, settings.get("hope", 1.0))
    scale = scale_of(s)
    return sorted((Candidate(a, 1, scale(value)) for a, value in values.items()), key=lambda c: (-c.value, c.action))


def outlook_of(s: Record, knows_races: bool) -> Outlook:
    """What each result of this turn is worth to the player on turn."""
    if s.phase == 1:
        return taking(min(s.middle, MOST))
    look = racing if knows_races else counting
    return look(tuple(s.held.tolist()[: s.players]), tuple(s.colour.tolist()[: s.players]), s.seat)


def scale_of(s: Record) -> Callable[[float], float]:
    """Turns the worth of a choice into a chance: in phase 1 brains into his share, if all get as much of what is left."""
    if s.phase == 2:
        return float
    held, rest, players, stock = s.held[s.seat], s.middle, s.players, s.stock
    return lambda brains: float(held + brains + (rest - brains) / players) / stock


def outcomes(s: Record, outlook: Outlook, choices: Sequence[int]) -> dict[int, float]:
    """What each colour that can be chosen is worth."""
    return {
        action: outlook.passed if action == PASS else outlook.by_colour[action - COLOUR, s.total[action - COLOUR]]
        for action in choices
    }


def foreseen(s: Record, outlook: Outlook, ahead: int) -> dict[int, float]:
    """What each set of dice to keep is worth on average, if the throws after it are played well."""
    mean = outlook.mean(ahead)
    return {dice: mean[tuple(s.face[i] * (dice >> i & 1) for i in range(DICE))] for dice in range(1 << DICE)}


def hoped(s: Record, outlook: Outlook, hope: float) -> dict[int, float]:
    """What each set of dice to keep looks like to somebody who does not look ahead."""
    brain = (outlook.by_colour[:, 1:].max() - outlook.passed) / MOST  # what a brain is worth, roughly
    found = {}
    for dice in range(1 << DICE):
        lie = [(i, s.face[i]) for i in range(DICE) if dice >> i & 1]
        totals = [0] * COLOURS
        for i, face in lie:
            if face != BRAIN:
                totals[PAINT[i, face]] += face
        times = TIMES[sum(face == BRAIN for _, face in lie)]
        shown = [outlook.by_colour[colour, total * times] for colour, total in enumerate(totals) if total]
        found[dice] = max(shown, default=outlook.passed) + hope * brain * (DICE - len(lie))
    return found
