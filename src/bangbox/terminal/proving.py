"""What `bangbox verify` says of a match record: what is wrong with it, or what was proven."""

from collections.abc import Iterator

from bangbox.core.matches.match import MatchRecord
from bangbox.core.matches.promises import who
from bangbox.core.matches.verifying import Verdict
from bangbox.terminal.words import visible

WRONG_SHOWN = 10
UNPROVABLE = {
    "typed": "the dice were rolled on a real table and typed in: nobody can prove them",
    "none": "the record does not say where its dice come from: nobody can prove them",
}


def verdict_lines(verdict: Verdict, record: MatchRecord) -> Iterator[str]:
    """The verdict on a record, for a terminal."""
    for line in verdict.wrong[:WRONG_SHOWN]:
        yield f"wrong: {visible(line)}"
    if len(verdict.wrong) > WRONG_SHOWN:
        yield f"wrong: … and {len(verdict.wrong) - WRONG_SHOWN} things more"
    if verdict.good:
        yield _praise(verdict, record)


def _praise(verdict: Verdict, record: MatchRecord) -> str:
    """What was proven of a record in which nothing is wrong."""
    events = f"{verdict.events} events by the rules" + (", from a position that was set up" if record.start else "")
    events += {"": ", not (yet) to the end", "rules": ""}.get(verdict.ended, f", ended before its time ({verdict.ended})")
    if not verdict.provable:
        return f"unverifiable: {events}, but {UNPROVABLE[verdict.dice]} ({verdict.draws} outcomes)"
    throws = f", {verdict.throws} throws ({verdict.throws_simulated} simulated again)" if verdict.throws else ""
    how = {"fair": _fairness(verdict, record), "seeded": "match the seed"}.get(verdict.dice, "none")
    return f"good: {events}; dice: {how} ({verdict.draws} draws{throws})"


def _fairness(verdict: Verdict, record: MatchRecord) -> str:
    """For whom fair dice are proven."""
    if not verdict.committed:
        return "as drawn, but no seat committed to its number: whoever gave the last one and knew the secret could steer"
    seats = ", ".join(who(record, seat) for seat in verdict.committed)
    return f"proven fair for {seats}, committed to a number before any was shown"
