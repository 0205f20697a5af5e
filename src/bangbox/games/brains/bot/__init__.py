"""How bots play Mmm… Brains!: the exact mean over all throws, of brains in phase 1 and of chances in the race of phase 2."""

from collections.abc import Callable, Sequence

from bangbox.core.contract import Seen
from bangbox.core.contract.minds import Candidate
from bangbox.core.record import Record, Rng

from ..rules import ALL_DICE, COLOUR, DICE, MAX_CHOICES, PASS, THROWS
from .outlook import Outlook, counting, racing, taking
from .throws import MOST


def decide(seen: Seen, settings: dict[str, float], rng: Rng, stop: Callable[[], bool]) -> Sequence[Candidate]:
    """All choices with their values, best first.

    Settings: `throws` is how many throws it looks ahead. `race`: whether it knows what a race is worth, or merely counts brains.
    `waste`: the largest share of the win that it gives away against what everybody sees: stopping, or the highest colour.
    `slip`: the same for a colour in the race, where one can overlook who pays.
    """
    s = seen.s
    outlook = outlook_of(s, settings.get("race", 1.0) > 0.0)
    if s.throw == THROWS:
        values = outcomes(s, outlook, seen.choices())
        plain = max(values.values())
    else:
        values = foreseen(s, outlook, min(int(settings.get("throws", THROWS)), THROWS - s.throw))
        plain = values[ALL_DICE]
    scale = scale_of(s)
    least = scale(plain) - settings.get("slip" if s.phase == 2 and s.throw == THROWS else "waste", 1.0)
    candidates = [Candidate(a, 1, scale(value)) for a, value in values.items()]
    return sorted((c for c in candidates if c.value >= least), key=lambda c: (-c.value, c.action))


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
    return {dice: mean[tuple(s.face[i] * (dice >> i & 1) for i in range(DICE))] for dice in range(MAX_CHOICES)}
