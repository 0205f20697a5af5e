"""A match looked back on in a terminal: the curve of chances, who played how well, and where it turned."""

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from bangbox.bots.review import Review, TurningPoint
from bangbox.bots.why import hundredths, told
from bangbox.core.messages import Message
from bangbox.terminal.words import Voice

BARS = " ▁▂▃▄▅▆▇█"
WIDEST = 72


def show_review(review: Review, voice: Voice) -> None:
    """Prints all of it."""
    console, own = voice.console, voice.own
    console.print(own("review.curve"), style="bold")
    wide = max(len(name) for name in voice.names[: len(review.players)])
    for seat in range(len(review.players)):
        curve = [point.chances[seat] for point in review.curve]
        end = f"{hundredths(curve[-1]):4}" if curve else ""
        console.print(Text(f"{voice.names[seat]:{wide}} ").append(bars(curve), style="bold").append(end))
    console.print(players_table(review, voice))
    console.print(own("review.legend"), style="dim")
    console.print(own("review.turns" if review.turns else "review.none"), style="bold")
    for turn in review.turns:
        show_turn(turn, voice)


def bars(values: Sequence[float]) -> str:
    """A curve as a line of blocks, at most so wide."""
    width = min(WIDEST, len(values))
    picked = [values[place * len(values) // width] for place in range(width)]
    return "".join(BARS[round(value * (len(BARS) - 1))] for value in picked)


def players_table(review: Review, voice: Voice) -> Table:
    """How everybody fared."""
    table = Table(*(voice.own(f"review.{head}") for head in ("who", "accuracy", "luck", "play", "gifts")))
    for seat, player in enumerate(review.players):
        accuracy = "–" if player.accuracy is None else f"{player.accuracy:.0f}"
        figures = (f"{100 * figure:+.0f}" for figure in (player.luck, player.play, player.gifts))
        table.add_row(Text(voice.names[seat]), accuracy, *figures)
    return table


def show_turn(turn: TurningPoint, voice: Voice) -> None:
    """One of the moments: what was played, what was better and why, or what chance did."""
    own, console = voice.own, voice.console
    played = spoken(voice, turn.played)
    if turn.seat is None:
        console.print(f"• {own('review.chance', n=turn.number, played=played)}", soft_wrap=True)
    else:
        console.print(f"• {own('review.choice', n=turn.number, who=voice.names[turn.seat], played=played)}", soft_wrap=True)
    if turn.better is not None:
        why = told(voice.kind, turn.why, voice.names, voice.language)
        console.print(f"  {own('review.better', better=spoken(voice, [turn.better]), why=why)}", soft_wrap=True)
        console.print(f"  {own('review.lost', lost=hundredths(turn.lost))}", soft_wrap=True)
    for seat in concerned(turn):
        before, after = hundredths(turn.before[seat]), hundredths(turn.after[seat])
        console.print(f"  {own('review.from', who=voice.names[seat], before=before, after=after)}", style="dim")


def concerned(turn: TurningPoint) -> list[int]:
    """Whose chances are told: of who chose, or of those whom chance concerned most."""
    if turn.seat is not None:
        return [turn.seat]
    changes = sorted(range(len(turn.before)), key=lambda seat: -abs(turn.after[seat] - turn.before[seat]))
    return sorted(changes[:2])


def spoken(voice: Voice, messages: Sequence[Message]) -> str:
    """Labels of the game, one after another."""
    return ", ".join(voice.game.say(message) for message in messages)
