"""The table of Urknall in a terminal: every body with its elements, markers, visitors and worth."""

from pathlib import Path

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from bangbox.core.contract import Seen
from bangbox.core.messages import Seat, Words

from .views import Body, Element, Player, View, view

GROUND = {"r": "on red3", "g": "on green4", "b": "on blue3"}
SEATS = ["bold dark_orange", "bold white", "bold deep_sky_blue1", "bold red1"]
SECOND = ["bold yellow1", "bold plum1"]
ASTRONAUT, COMET, FREE = "♙", "☄", "·"


def draw(pos: Seen, names: list[str] | None = None, language: str = "en") -> RenderableType:
    """Everything on the table, for rich to print."""
    shown, words = view(pos), Words(Path(__file__).parent, names, language)
    largest_first = sorted(shown.bodies, key=lambda body: -len(body.elements))
    cells = Columns([cell(body, len(shown.players) == 2, words) for body in largest_first], padding=(0, 1))
    return Group(players(shown, words), cells, *dice(shown, words))


def spoken(pos: Seen, name: str) -> str:
    """A choice's name with players counted from 1, as on the board: `split c take g1` takes what the first player marked."""
    return name.translate(str.maketrans(*signs(pos.players)))


def heard(pos: Seen, words: str) -> str:
    """What a person typed, with players counted from 0 as in names; 0 itself is nobody."""
    names, read = signs(pos.players)
    return words if words.isdecimal() else words.translate(str.maketrans(f"0{read}", f"?{names}"))


def signs(players: int) -> tuple[str, str]:
    """Who a marker belongs to, as names have it and as people read it; second colours are 4 and 5 in both."""
    return ("0145", "1245") if players == 2 else ("0123"[:players], "1234"[:players])


def players(shown: View, words: Words) -> Table:
    """A line a player."""
    grid = Table.grid(padding=(0, 2))
    for seat, player in enumerate(shown.players):
        grid.add_row("▶" if seat == shown.actor else " ", *player_line(seat, player, words))
    return grid


def player_line(seat: int, player: Player, words: Words) -> list[RenderableType]:
    name = Text(f"{ASTRONAUT}{seat + 1} {words('table.player', who=Seat(seat))}", style=SEATS[seat])
    where = words("table.on", body=player.body) if player.body else words("table.off")
    comet = f"{COMET} {words('table.comet')}" if player.comet else words("table.comet.gone")
    line: list[RenderableType] = [
        name,
        words("table.points", n=player.points),
        words("table.supply", n=player.supply),
        where,
        comet,
    ]
    if player.second_supply is not None and player.second_points is not None:
        second = words("table.second", n=player.second_supply, points=player.second_points)
        return [*line, Text(f"{seat + 4}: {second}", style=SECOND[seat])]
    return line


def cell(body: Body, two: bool, words: Words) -> Panel:
    """A body: colours and owners of its elements, then who stands there and what it is worth to whom."""
    content = Text(" ").join(element(each) for each in body.elements)
    if body.hole:
        content.append(f" {words('table.hole')}", style="italic")
    if any(body.worth):
        content.append("\n").append_text(worth(body.worth, two))
    title = Text(body.name, style="bold")
    for seat in body.astronauts:
        title.append(f" {ASTRONAUT}{seat + 1}", style=SEATS[seat])
    return Panel(content, title=title, title_align="left", expand=False, border_style="bold" if body.astronauts else "dim")


def element(each: Element) -> Text:
    """Colour as a letter on its ground, owner as a number from 1 (a second colour of two: 4 or 5)."""
    if each.owner is None:
        return Text(each.colour + FREE, style=f"white {GROUND[each.colour]}")
    sign, style = owner_sign(each.owner, each.second)
    return Text(each.colour, style=f"white {GROUND[each.colour]}").append(sign, style=f"{style} on grey11")


def owner_sign(seat: int, second: bool) -> tuple[str, str]:
    """The sign and the style of a marker: a seat's, or its second colour's."""
    return (str(seat + 4), SECOND[seat]) if second else (str(seat + 1), SEATS[seat])


def worth(points: list[int], two: bool) -> Text:
    """As in `1:4 3:1`, those who get something."""
    line = Text()
    for slot, count in enumerate(points):
        if count:
            second = two and slot >= 2
            sign, style = owner_sign(slot - 2 if second else slot, second)
            line.append(f"{sign}:{count} ", style=style)
    return line


def dice(shown: View, words: Words) -> list[Text]:
    """The die and what it will force."""
    if shown.die is None:
        return []
    line = Text(words("table.die", number=shown.die), style="bold")
    for change in shown.changes:
        may = f" {words('table.or')} ".join(words(f"force.{force}") for force in change.may)
        line.append(f"   {words('table.change', number=change.number, force=may)}", style="not bold")
    return [line]
