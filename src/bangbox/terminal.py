"""Playing any game in a terminal, against bots: the board, the choices by name, and help along the way."""

import itertools
from pathlib import Path

from rich.columns import Columns
from rich.console import Console, RenderableType
from rich.markup import escape
from rich.text import Text

import bangbox
from bangbox.bots.levels import levels
from bangbox.core.errors import BangboxError
from bangbox.core.game import Game
from bangbox.core.matches.match import record_of
from bangbox.core.messages import render
from bangbox.core.position import Position
from bangbox.rulebook import rule_text

MOST_LISTED = 40
HELP = (
    "Type a choice by its name or number, or a place of the board to see what can be done there. "
    "Also: [b]list[/b] all choices, [b]hint[/b], [b]rules[/b] (what applies now), "
    "[b]why MOVE[/b], [b]save FILE[/b], [b]quit[/b]."
)


def board(pos: Position, names: list[str] | None = None) -> RenderableType:
    """The game's own terminal board, or its position text."""
    if pos.game.kind.has("terminal"):
        drawn: RenderableType = pos.game.kind.module("terminal").draw(pos, names)
        return drawn
    return Text(pos.text)


class Table:
    """One person and bots at one game in a terminal."""

    def __init__(self, game: Game, seat: int, level: str, seed: int | None, console: Console | None = None) -> None:
        if not 0 <= seat < game.players:
            raise BangboxError(f"no seat {seat}; the seats are 0 to {game.players - 1}")
        self.console = console or Console()
        self.seat = seat
        self.level = level
        self.pos = game.start(seed=seed)
        self.names = ["You" if s == seat else f"Bot {s + 1}" for s in range(game.players)]
        self.shown = 0

    def play(self) -> None:
        """The whole game, until it ends or the person leaves."""
        title = self.pos.game.title
        self.console.print(f"[b]{escape(title)}[/b] — you sit in seat {self.seat}. {HELP}")
        while not self.pos.over:
            self.tell_news()
            if self.pos.actor != self.seat:
                with self.console.status(f"{self.names[self.pos.actor]} is thinking …"):
                    choice = bangbox.bot(self.pos.game.id, self.level).choose(self.pos)
                self.console.print(f"[cyan]{escape(self.names[self.pos.actor])}:[/cyan] {escape(self.told(choice))}")
                self.pos.play(choice)
                self.shown += 1
            elif not self.ask():
                return
        self.tell_news()
        self.tell_end()

    def told(self, action: int) -> str:
        """Somebody's choice as the person may see it, in words."""
        seen, action = self.pos.seen_by(self.seat), self.pos.action_seen_by(self.seat, action)
        return f"{seen.label(action, self.names)} ({seen.name(action)})"

    def tell_news(self) -> None:
        """What chance and the others did since the person last looked, as their seat may see it."""
        history = self.pos.seen_by(self.seat).history
        fresh = history[self.shown :]
        self.shown = len(history)
        if len(fresh) > MOST_LISTED:
            self.console.print(f"[dim]({len(fresh)} steps of set-up)[/dim]")
            return
        for who, played in itertools.groupby(fresh, key=lambda played: played.actor):
            names = " · ".join(p.name for p in played)
            self.console.print(f"[dim]{escape(self.names[who] if who >= 0 else 'Chance')}: {escape(names)}[/dim]")

    def ask(self) -> bool:
        """One decision of the person. False if they leave."""
        seen = self.pos.seen_by(self.seat)
        self.console.print(board(seen, self.names))
        self.console.print("[b]" + escape(render(seen.game.kind, seen.prompt(), self.names)) + "[/b]")
        self.list_choices(seen, MOST_LISTED)
        while True:
            try:
                words = self.console.input("[b green]> [/b green]").strip()
            except (EOFError, KeyboardInterrupt):
                words = "quit"
            if words in ("quit", "exit", "q"):
                self.console.print("Goodbye.")
                return False
            try:
                if self.obey(seen, words):
                    return True
            except BangboxError as error:
                self.console.print(f"[red]{escape(str(error))}[/red]")

    def obey(self, seen: Position, words: str) -> bool:
        """Does what was typed; True if it was a move."""
        command, _, rest = words.partition(" ")
        if command in ("", "help", "?"):
            self.console.print(HELP)
        elif command == "list":
            self.list_choices(seen, 10_000)
        elif command == "hint":
            choice = bangbox.bot(seen.game.id, levels(seen.game.id).hints).choose(seen)
            self.console.print(f"Perhaps [b]{escape(seen.name(choice))}[/b]: {escape(seen.label(choice, self.names))}")
        elif command == "rules":
            self.console.print(escape(rule_text(seen.game.kind, seen.topic())))
        elif command == "why":
            number = seen.why_not(rest)
            self.console.print(escape(rule_text(seen.game.kind, number)) if number else "That is allowed, or may become so.")
        elif command == "save":
            Path(rest or f"{seen.game.id}.match").write_text(record_of(self.pos, self.names).write(), "utf-8")
            self.console.print("Saved. (`bangbox replay` shows it.)")
        else:
            touching = [action for action in seen.choices() if words in seen.about(action).places]
            if touching and words not in map(seen.name, touching):
                self.show_choices(seen, touching)
                return False
            self.pos.play(self.typed_choice(seen, words))
            return True
        return False

    def typed_choice(self, seen: Position, words: str) -> int:
        """A choice by name, by number in the list, or a form as `throw speed=3 turn=40`."""
        choices = seen.choices()
        if words.isdecimal() and words not in map(seen.name, choices) and 1 <= int(words) <= len(choices):
            return choices[int(words) - 1]
        name, *fields = words.split()
        if any(form.name == name for form in seen.ranges()) and all("=" in field for field in fields):
            pairs = (field.split("=", 1) for field in fields)
            values = {key: int(value) if value.removeprefix("-").isdecimal() else value for key, value in pairs}
            return seen.pack(name, **values)  # type: ignore[arg-type]
        return seen.parse(words)

    def list_choices(self, seen: Position, most: int) -> None:
        """The choices with their names and what they mean."""
        choices = seen.choices()
        if len(choices) <= 12:
            self.show_choices(seen, choices)
        elif choices:
            names = [f"[dim]{number}[/dim] {escape(seen.name(action))}" for number, action in enumerate(choices, start=1)]
            self.console.print(Columns(names[:most], padding=(0, 2)))
            if len(choices) > most:
                self.console.print(f"[dim]… and {len(choices) - most} more: type list[/dim]")
        for form in seen.ranges():
            fields = " ".join(f"{f.name}={f.low}…{f.high}{f.unit}" for f in form.fields)
            self.console.print(f"  [b]{escape(form.name)}[/b] {escape(fields)}")

    def show_choices(self, seen: Position, actions: list[int]) -> None:
        """Some choices in words, with their numbers in the whole list."""
        numbers = {action: number for number, action in enumerate(seen.choices(), start=1)}
        for action in actions:
            meaning = escape(seen.label(action, self.names))
            self.console.print(f" [dim]{numbers[action]:3}[/dim] [b]{escape(seen.name(action)):12}[/b] {meaning}")

    def tell_end(self) -> None:
        """Who won and why."""
        self.console.print(board(self.pos, self.names))
        for points in self.pos.tally():
            reason = render(self.pos.game.kind, points.reason, self.names)
            self.console.print(f"  {self.names[points.seat]}: {points.points:+d} {escape(reason)} [dim]({points.rule})[/dim]")
        scores = ", ".join(f"{name} {score}" for name, score in zip(self.names, self.pos.scores, strict=True))
        winners = " and ".join(self.names[seat] for seat in self.pos.winners) or "nobody"
        self.console.print(f"[b]{escape(scores)}. Winner: {escape(winners)}.[/b]")
