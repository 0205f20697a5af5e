"""The train of The Great Brain Robbery in a terminal, with pawns, counters, Heads and what one may see of the hands."""

import re
from pathlib import Path

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from bangbox.core.contract import Seen
from bangbox.core.messages import Message, Seat, Words

from .data import ROWS
from .queries import fighters
from .rules.record import BEHIND, BRAWL, DICE, MEET
from .views import Car, Card, Player, Space, View, view

PAWNS = ["bold red1", "bold dodger_blue1", "bold green3", "bold magenta1", "bold dark_orange", "bold cyan1", "bold yellow1"]
BACK = "🂠"
IN_REACH = " on grey30"


def draw(pos: Seen, names: list[str] | None = None, language: str = "en") -> RenderableType:
    """Everything on the table, for rich to print."""
    shown, words = view(pos), Words(Path(__file__).parent, names, language)
    cars = Columns([car(each, shown, words) for each in shown.cars], padding=(0, 1))
    return Group(heading(shown, words), cars, *behind(shown, words), "", players(shown, words), "", footer(shown, words))


# -- what is typed and told


def spoken(pos: Seen, name: str) -> str:
    """A choice's name with players counted from 1, as on the board: `give 27 1` goes to the first player."""
    return recounted(name, 1)


def heard(pos: Seen, words: str) -> str:
    """What a person typed, with players counted from 0 as in names."""
    return recounted(words, -1)


def recounted(words: str, more: int) -> str:
    return re.sub(r"(?<=^give \d )\d+$|(?<=^give \d\d )\d+$|(?<=head-)\d+$", lambda seat: str(int(seat[0]) + more), words)


def happened(before: Seen, after: Seen) -> list[Message]:
    """Who won a fight, who fell off the train and lost the hand."""
    s, then = before.s, after.s
    told = []
    if s.phase in (MEET, DICE, BRAWL):
        wiser = [seat for seat in fighters(s) if then.experience[seat] > s.experience[seat]]
        told += [Message("fight.won", {"who": Seat(seat)}) for seat in fighters(s) if wiser and seat not in wiser]
    for seat in range(s.players):
        if then.place[seat] == BEHIND != s.place[seat]:
            told.append(Message("fell.hand" if s.hand_size[seat] else "fell", {"who": Seat(seat), "n": s.hand_size[seat]}))
    return told


# -- the table


def heading(shown: View, words: Words) -> Text:
    """The round, and the move under way."""
    key = "table.steam" if shown.engine_came else "table.round"
    line = Text(words(key, n=shown.round, last=shown.last_round), style="bold")
    if shown.move:
        line.append("   " + words("table.move", movement=shown.move.movement, left=shown.move.left), style="not bold")
    return line


# -- the train


def car(each: Car, shown: View, words: Words) -> Text:
    """A car as its drawing, the rear on the left, with the letters of the rows and the numbers of the columns."""
    spaces = {(space.row, space.column): space for space in each.spaces}
    block = Text(f"  {each.number} ", style="bold").append(words(f"car.{each.key}"), style="not bold")
    block.append("\n  " + "".join(f"  {column + 1} " for column in range(each.length)) + "\n", style="dim")
    block.append("  " + "+---" * each.length + "+\n", style="dim")
    for row in range(ROWS):
        block.append(f"{'abc'[row]} ", style="dim").append("=" if each.rear_door and row == 1 else "|", style="dim")
        for column in range(each.length):
            space = spaces[row, column]
            block.append_text(cell(space, shown))
            last = column == each.length - 1
            wall = ("=" if each.front_door and row == 1 else "|") if last else " " if "e" in space.open else "|"
            block.append(wall, style="dim")
        floor = "".join("+   " if "s" in spaces[row, column].open else "+---" for column in range(each.length))
        block.append(f"\n  {floor}+\n", style="dim")
    return block


def cell(space: Space, shown: View) -> Text:
    """Pawns and what they stand on; grey ground if the pawn that moves can get there."""
    left = shown.move.left if shown.move else -1
    ground = IN_REACH if space.steps is not None and space.steps <= left else ""
    lies = Text("*", style="bold gold1") if space.counter else Text("B", style="bold red3") if space.sign == "brake" else Text()
    text = pawns(space.pawns, 3 - len(lies)).append_text(lies)
    if not text and ground:
        text = Text("·", style="dim")
    text.align("center", 3)
    text.stylize(ground.strip())
    return text


def pawns(seats: list[int], width: int) -> Text:
    """As many pawns as there is room for, by the numbers of their players; a plus stands for the others."""
    many = len(seats) > width
    text = Text()
    for seat in seats[: width - many]:
        text.append(str(seat + 1), style=PAWNS[seat])
    return text.append("+" * many)


def behind(shown: View, words: Words) -> list[RenderableType]:
    """Who runs behind the train."""
    if not shown.behind:
        return []
    line = Text("  " + words("table.behind"))
    for seat in shown.behind:
        line.append(f" {seat + 1}", style=PAWNS[seat])
    return [line]


# -- the players


def players(shown: View, words: Words) -> Table:
    """Two lines a player: Head, then hand and what is going on in a fight."""
    grid = Table.grid(padding=(0, 1))
    for seat, player in enumerate(shown.players):
        sign = "▶" if seat == shown.asked else "•" if seat == shown.turn else " "
        name = Text(f"{seat + 1} {words('table.player', who=Seat(seat))}", style=PAWNS[seat])
        experience = words("table.experience", n=player.experience)
        grid.add_row(sign, name, player.place, experience, words("table.head"), head(player, words))
        grid.add_row("", "", "", "", words("table.hand"), hand(player, words))
    return grid


def head(player: Player, words: Words) -> Text:
    """The card in the Head, and the fight so far."""
    line = described(player.head, words) if player.head else Text(words("table.head.empty"), style="dim")
    if player.dice:
        line.append("   " + words("table.dice", dice=" ".join(map(str, player.dice))), style="bold")
    if player.strength is not None:
        line.append("   " + words("table.strength", n=player.strength), style="bold")
    for card in player.played:
        line.append(f"   {words(f'card.{card.key}')} {card.hit:+d}", style="red1")
    return line


def hand(player: Player, words: Words) -> Text:
    """Cards one may see by name and figures, others by their backs."""
    if not player.hand:
        return Text(words("table.hand.none"), style="dim")
    return Text("\n").join(described(card, words) if card else Text(BACK) for card in player.hand)


def described(card: Card, words: Words) -> Text:
    """A card in one line."""
    line = Text(f"{card.number} ", style="dim").append(words(f"card.{card.key}"), style="bold")
    worth = words("table.iq", n=card.iq) if card.kind == "brain" else words("table.cheese")
    figures = words("table.figures", cost=card.cost, hit=f"{card.hit:+d}", run=f"{card.run:+d}")
    line.append(f"  {worth}  ", style="gold1").append(figures)
    if card.power:
        line.append("  " + words(f"power.{card.power}"), style="italic")
    return line


def footer(shown: View, words: Words) -> Text:
    """Piles, and how to read the drawing."""
    piles = words("table.pile", pile=shown.pile, discards=len(shown.discards), pack=len(shown.pack))
    return Text(f"{piles}\n{words('table.legend')}", style="dim")
