"""The table of Urknall in a terminal: every body with its elements, markers, visitors and worth."""

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from bangbox.core.messages import Key, Message, Seat, render
from bangbox.core.position import Position

from .views import Body, Element, Player, View, view

GROUND = {"r": "on red3", "g": "on green4", "b": "on blue3"}
SEATS = ["bold dark_orange", "bold white", "bold deep_sky_blue1", "bold red1"]
SECOND = ["bold yellow1", "bold plum1"]
ASTRONAUT, COMET, FREE = "♙", "☄", "·"


class Words:
    """Messages in the reader's language, with the players' names."""

    def __init__(self, pos: Position, names: list[str] | None, language: str) -> None:
        self.kind, self.names, self.language = pos.game.kind, names, language

    def __call__(self, key: str, **args: int | str | Seat | Key) -> str:
        return render(self.kind, Message(key, args), self.names, self.language)


def draw(pos: Position, names: list[str] | None = None, language: str = "en") -> RenderableType:
    """Everything on the table, for rich to print."""
    shown, words = view(pos), Words(pos, names, language)
    largest_first = sorted(shown.bodies, key=lambda body: -len(body.elements))
    cells = Columns([cell(body, len(shown.players) == 2, words) for body in largest_first], padding=(0, 1))
    return Group(players(shown, words), cells, *dice(shown, words))


def players(shown: View, words: Words) -> Table:
    """A line a player."""
    grid = Table.grid(padding=(0, 2))
    for seat, player in enumerate(shown.players):
        grid.add_row("▶" if seat == shown.actor else " ", *player_line(seat, player, words))
    return grid


def player_line(seat: int, player: Player, words: Words) -> list[RenderableType]:
    name = Text(f"{ASTRONAUT}{seat} {words('table.player', who=Seat(seat))}", style=SEATS[seat])
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
        title.append(f" {ASTRONAUT}{seat}", style=SEATS[seat])
    return Panel(content, title=title, title_align="left", expand=False, border_style="bold" if body.astronauts else "dim")


def element(each: Element) -> Text:
    """Colour as a letter on its ground, owner as a number (a second colour of two: 4 or 5)."""
    if each.owner is None:
        return Text(each.colour + FREE, style=f"white {GROUND[each.colour]}")
    sign = each.owner + 4 if each.second else each.owner
    return Text(each.colour, style=f"white {GROUND[each.colour]}").append(str(sign), style=f"{owner_style(sign)} on grey11")


def owner_style(sign: int) -> str:
    """The style of a marker: a seat's, or a second colour's."""
    return SECOND[sign - 4] if sign >= 4 else SEATS[sign]


def worth(points: list[int], two: bool) -> Text:
    """As in `0:4 2:1`, those who get something."""
    line = Text()
    for slot, count in enumerate(points):
        sign = slot + 2 if two and slot >= 2 else slot
        if count:
            line.append(f"{sign}:{count} ", style=owner_style(sign))
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
