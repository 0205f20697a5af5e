"""Why a choice is a good one: in the words of its game, or else by points and chances."""

from collections.abc import Sequence
from pathlib import Path

from bangbox.core.contract import Seen
from bangbox.core.contract.minds import Candidate, Compared
from bangbox.core.messages import Argument, Message, Seat, Words, texts
from bangbox.core.position import Position
from bangbox.core.registry import Kind

FOLDER = Path(__file__).parent
MOST_SENTENCES = 2
WORTH_TELLING = 0.01  # payoff by which choices differ


def why(seen: Position, candidates: Sequence[Candidate]) -> list[Message]:
    """Why the first of the candidates is the best, as its seat may know it."""
    if len(candidates) < 2:
        return [Message("why.only")] if len(seen.choices()) == 1 and not seen.ranges() else reasons(seen, candidates[0].action)
    best, other = candidates[0], rival(candidates)
    found = reasons(seen, best.action, other.action)
    return found + chances(best.value, other.value) if seen.players > 1 else found


def rival(candidates: Sequence[Candidate]) -> Candidate:
    """The best of those that were looked at, but for the first."""
    tried = [candidate for candidate in candidates[1:] if candidate.visits > 1] or candidates[1:2]
    return max(tried, key=lambda candidate: (candidate.value, candidate.visits))


def reasons(seen: Position, action: int, other: int | None = None) -> list[Message]:
    """What speaks for a choice, be it beside another one."""
    compared, own = Compared(seen, action, other), seen.game.kind.why
    told = list(own.why(compared)) if own is not None else []
    return (told or by_points(compared))[:MOST_SENTENCES]


def by_points(compared: Compared) -> list[Message]:
    """What the choice does to everybody's points at once."""
    seat = compared.seen.actor
    before, after = points(compared.seen), points(compared.after)
    otherwise = points(compared.instead) if compared.instead is not None else before
    told = []
    if (n := after[seat] - before[seat]) > 0:
        m = otherwise[seat] - before[seat]
        told.append(Message("why.points.other", {"n": n, "m": m}) if 0 < m < n else Message("why.points", {"n": n}))
    elif after[seat] > otherwise[seat]:
        told.append(Message("why.keeps", {"n": after[seat] - otherwise[seat]}))
    losses = [(before[rival] - after[rival], rival) for rival in range(compared.seen.players) if rival != seat]
    return told + [Message("why.costs", {"who": Seat(rival), "n": n}) for n, rival in sorted(losses, reverse=True) if n > 0]


def points(pos: Seen) -> list[int]:
    """Everybody's points as they stand."""
    found = [0] * pos.players
    for entry in pos.tally():
        found[entry.seat] += entry.points
    return found


def chances(best: float, other: float) -> list[Message]:
    """How much better the choice is, in matches won of a hundred."""
    if best - other < WORTH_TELLING:
        return [Message("why.even")]
    args: dict[str, Argument] = {"n": hundredths(best), "m": hundredths(other)}
    return [Message("why.chances", args)]


def hundredths(value: float) -> int:
    """A chance in matches of a hundred."""
    return round(100 * min(1.0, max(0.0, value)))


def coach_texts(kind: Kind, language: str = "en") -> dict[str, str]:
    """A game's messages, with those of a coach."""
    return texts(FOLDER, language) | texts(kind.folder, language)


def told(kind: Kind, messages: Sequence[Message], names: list[str] | None = None, language: str = "en") -> str:
    """What a coach says, as text."""
    words = Words(kind.folder, names, language)
    words.known = coach_texts(kind, language)
    return " ".join(map(words.say, messages))
