"""The table of Mmm… Brains! in a terminal: plates, dice and what each colour would do."""

from pathlib import Path

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from bangbox.core.contract import Seen
from bangbox.core.messages import Seat, Words

from .views import Brains, Colour, Die, Player, View, view

PAINT = {
    "r": "bold white on red3", "y": "bold black on gold1", "g": "bold black on green3",
    "b": "bold white on dodger_blue3", "k": "bold white on grey19",
}  # fmt: skip
BRAIN = "bold black on pink1"
IN_CUP = "dim on grey7"
FIVE, ONE = "●", "·"


def draw(pos: Seen, names: list[str] | None = None, language: str = "en") -> RenderableType:
    """Everything on the table, for rich to print."""
    shown, words = view(pos), Words(Path(__file__).parent, names, language)
    parts: list[RenderableType] = [heading(shown, words), "", plates(shown, words)]
    if shown.stage not in ("first", "over"):
        parts += ["", dice(shown, words)]
    if any(colour.total for colour in shown.colours):
        parts += ["", colours(shown, words)]
    return Group(*parts)


def colour_word(words: Words, letter: str) -> str:
    """A colour's name in lower case, as in the middle of a sentence."""
    return words(f"colour.{letter}").lower()


def heading(shown: View, words: Words) -> Text:
    """Phase, throw and the middle."""
    line = Text(words(f"phase.{shown.phase}"), style="bold")
    line.append(f"   {words('table.middle', n=shown.middle.number)}  ", style="not bold")
    return line.append_text(brains(shown.middle))


def brains(number: Brains) -> Text:
    """Large dots for 5s, small ones for 1s."""
    return Text(FIVE * number.fives, style="red3").append(" " + ONE * number.ones, style="default")


def plates(shown: View, words: Words) -> Table:
    """A line a player."""
    grid = Table.grid(padding=(0, 1))
    for seat, player in enumerate(shown.players):
        on_turn = seat == shown.seat and shown.stage != "over"
        grid.add_row("▶" if on_turn else " ", *plate(seat, player, words))
    return grid


def plate(seat: int, player: Player, words: Words) -> list[RenderableType]:
    name = Text(words("table.player", who=Seat(seat)), style="dim strike" if player.out else "bold")
    card = Text(f" {colour_word(words, player.colour)} ", style="dim" if player.out else PAINT[player.colour])
    if player.out:
        return [name, card, "", words("table.out")]
    return [name, card, Text(f"{player.held.number:>3}"), brains(player.held)]


def dice(shown: View, words: Words) -> Table:
    """Five dice side by side; beneath each, how to write its face, and the colours of its numbers."""
    grid = Table.grid(padding=(0, 1))
    width = max(len(colour_word(words, die.brain)) for die in shown.dice) + 3
    grid.add_row(*(face(die, words, width) for die in shown.dice), "\n" + words("table.throw", throw=shown.throw))
    grid.add_row(*(Text(f"{die.top}{die.colour or ''}".center(width)) for die in shown.dice), words("table.written"))
    grid.add_row(*(sides(die, width) for die in shown.dice), Text(words("table.sides"), style="dim"))
    return grid


def face(die: Die, words: Words, width: int) -> Text:
    """What lies on top: number over colour, on a ground of that colour; a brain's colour never scores, so it gets none."""
    top = words("table.brain") if die.top == "*" else die.top
    rows = ["", top, "" if die.colour is None else colour_word(words, die.colour)]
    style = IN_CUP if die.colour is None else BRAIN if die.top == "*" else PAINT[die.colour]
    return Text("\n".join(row.center(width) for row in rows), style=style)


def sides(die: Die, width: int) -> Text:
    """The colours of a die's 5, 4, 3, 2 and 1."""
    letters = "".join(reversed(die.numbers))
    return Text(letters.center(width), style="dim")


def colours(shown: View, words: Words) -> Table:
    """Each colour with its sum, its total and who would take or pay it."""
    grid = Table.grid(padding=(0, 2))
    for colour in shown.colours:
        name = Text(f" {colour_word(words, colour.colour)} ", style=PAINT[colour.colour])
        owner = words("table.owner", who=Seat(colour.owner)) if colour.owner is not None else words("table.nobody")
        grid.add_row(name, Text(owner, style="dim"), sum_of(colour, shown.times), consequence(colour, shown, words))
    return grid


def sum_of(colour: Colour, times: int) -> Text:
    """As in 5 × 2 = 10."""
    if not colour.total:
        return Text("–", style="dim", justify="right")
    return Text(f"{colour.sum} × {times} = {colour.total}" if times > 1 else str(colour.total), justify="right")


def consequence(colour: Colour, shown: View, words: Words) -> str:
    """What choosing the colour would do."""
    if not colour.total or shown.seat is None:
        return ""
    if shown.phase == 1:
        return words("table.take", n=colour.brains)
    assert colour.payer is not None
    out = colour.brains == shown.players[colour.payer].held.number
    return words("table.pay.out" if out else "table.pay", who=Seat(colour.payer), n=colour.brains)
