"""What has happened, and how it ended, in the words of the game's messages."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any, NamedTuple

from rich.console import Group, RenderableType
from rich.text import Text

from bangbox.core.contract import Counting, Overviewing, Telling
from bangbox.core.position import Position
from bangbox.terminal.words import Voice

MOST_TOLD = 12  # outcomes of one kind in a row; a whole set-up is seen on the board


class Outcome(NamedTuple):
    """What chance decided: what it was about, and what came of it."""

    asked: str
    answered: str


def board(pos: Position, voice: Voice) -> RenderableType:
    """The game's own terminal board, or its position text."""
    own = pos.game.kind.terminal
    return own.draw(pos, voice.names, voice.language) if own else Text(pos.text)


def overview(pos: Position, voice: Voice) -> RenderableType | None:
    """The choices as the game's own terminal sums them up, where they are too many to be listed."""
    own = pos.game.kind.terminal
    return own.overview(pos, voice.names, voice.language) if isinstance(own, Overviewing) else None


def spoken(pos: Position, action: int) -> str:
    """A choice's name, with players counted from 1 where the game's own terminal does so."""
    own, name = pos.game.kind.terminal, pos.name(action)
    return own.spoken(pos, name) if isinstance(own, Counting) else name


def heard(pos: Position, words: str) -> str:
    """What a person typed, with players counted from 0 as in names."""
    own = pos.game.kind.terminal
    return own.heard(pos, words) if isinstance(own, Counting) else words


def outcome(pos: Position, action: int, voice: Voice) -> Outcome:
    """An outcome of chance in words; `pos` is the position before it."""
    return Outcome(voice.game.say(pos.prompt()), pos.label(action, voice.names, voice.language))


def outcomes(found: list[Outcome]) -> Iterator[str]:
    """One line for each question that chance answered."""
    for asked, answers in groupby(found, key=lambda one: one.asked):
        answered = [one.answered for one in answers]
        yield asked if len(answered) > MOST_TOLD else f"{asked} {', '.join(answered)}."


def consequences(before: Position, after: Position, voice: Voice) -> list[str]:
    """What an action brought about that neither its label nor the next question says."""
    own = before.game.kind.terminal
    return [voice.game.say(message) for message in own.happened(before, after)] if isinstance(own, Telling) else []


def standing(pos: Position, voice: Voice) -> RenderableType:
    """Points by player and reason; at the end also how it came, and who won."""
    lines: list[RenderableType] = []
    for points in pos.tally():
        line = Text(f"  {voice.names[points.seat]}: {points.points:+d} {voice.game.say(points.reason)} ")
        lines.append(line.append(f"({points.rule})", style="dim"))
    scores = ", ".join(f"{name} {score}" for name, score in zip(voice.names, pos.scores, strict=False))
    lines.append(Text(voice.own("scores", scores=scores), style="bold"))
    if pos.over:
        lines.append(Text(voice.game.say(pos.prompt()), style="bold"))
        if pos.players > 1:
            lines.append(Text(winners(pos, voice), style="bold"))
    return Group(*lines)


def score_data(pos: Position, voice: Voice) -> dict[str, Any]:
    """The same for a program to read: seats counted from 0, and the numbers in a reason beside its words."""
    tally = []
    for points in pos.tally():
        row = {"seat": points.seat, "points": points.points, "reason": voice.game.say(points.reason), "rule": points.rule}
        numbers = {name: value for name, value in points.reason.args.items() if isinstance(value, int)}
        tally.append(row | ({"numbers": numbers} if numbers else {}))
    found = {"position": pos.text, "over": pos.over, "scores": pos.scores, "winners": pos.winners, "tally": tally}
    return found | ({"end": {"reason": voice.game.say(pos.prompt()), "rule": pos.topic()}} if pos.over else {})


def winners(pos: Position, voice: Voice) -> str:
    """Who won, in a sentence."""
    names = [voice.names[seat] for seat in pos.winners]
    return voice.own("winners", names=voice.listed(names), n=len(names)) if names else voice.own("winners.none")
