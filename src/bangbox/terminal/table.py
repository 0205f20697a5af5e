"""Playing any game in a terminal, against bots: the board, the choices by name, and help along the way."""

from pathlib import Path

from rich.columns import Columns
from rich.console import Console
from rich.segment import Segment, Segments
from rich.table import Table as Grid
from rich.text import Text

import bangbox
from bangbox.bots.levels import levels
from bangbox.bots.why import told, why
from bangbox.core.dice import SeededDice
from bangbox.core.errors import BangboxError, IllegalMove
from bangbox.core.forms import Form
from bangbox.core.game import Game
from bangbox.core.matches.match import HEADLINE, record_of
from bangbox.core.messages import Refused, Seat
from bangbox.core.position import Position
from bangbox.core.rules import CHANCE
from bangbox.terminal.telling import (
    Outcome,
    board,
    consequences,
    outcome,
    outcomes,
    overview,
    spoken,
    standing,
)
from bangbox.terminal.thinking import think
from bangbox.terminal.typed import NUMBER, meant, similar, touching, typed_choice
from bangbox.terminal.words import Voice, seat_names, visible

MOST_LISTED = 40
FEW = 12  # choices that are listed in words
COMMANDS = ("list", "hint", "rules", "why", "save", "help", "quit")
MEANT = {"?": "help", "": "help", "q": "quit", "exit": "quit"}


def is_match(path: Path) -> bool:
    """Whether a file is a match record, which may be written over."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(HEADLINE)) == HEADLINE.encode()


class Table:
    """One person and bots at one game in a terminal."""

    def __init__(
        self, game: Game, seat: int, level: str, seed: int | None = None, language: str = "en", name: str = "",
        console: Console | None = None,
    ) -> None:  # fmt: skip
        if not 0 <= seat < game.players:
            raise BangboxError(f"no seat {seat + 1}; the seats are 1 to {game.players}")
        self.voice = Voice(game.kind, seat_names(game.players, language, seat, name), language, console)
        self.console = self.voice.console
        self.seat = seat
        self.level = level
        self.dice = SeededDice(seed)
        self.thoughts = SeededDice(None if seed is None else (seed, 1))  # by which bots guess and choose
        self.pos = game.start(dice=None)
        self.drawn: list[Segment] = []
        own = self.voice.own
        self.commands = {own(f"command.{command}"): command for command in COMMANDS} | {one: one for one in COMMANDS} | MEANT

    # -- the course of the game

    def play(self) -> None:
        """The whole game, until it ends or the person leaves."""
        try:
            self.go_on()
        except (KeyboardInterrupt, EOFError):
            self.console.print()
            self.voice.say("goodbye")

    def go_on(self) -> None:
        """Chance, bots and the person in turn."""
        self.greet()
        while not self.pos.over:
            if self.pos.actor == CHANCE:
                self.roll()
            elif self.pos.actor == self.seat:
                self.choose(self.ask())
            else:
                self.choose(self.bot_choice())
        self.console.print(board(self.pos, self.voice))
        self.console.print(standing(self.pos, self.voice))

    def greet(self) -> None:
        """Which game, who one is, and what can be typed."""
        title = Text(self.pos.game.title, style="bold")
        greeting = self.voice.own("greeting", who=Seat(self.seat), n=self.seat + 1, players=self.pos.players)
        self.console.print(title.append(f" — {greeting}", style="not bold"))
        blurb = self.voice.game.known.get("blurb", self.pos.game.kind.manifest.blurb)
        self.console.print(blurb, style="italic")
        self.voice.say("rulebook", game=self.pos.game.id)
        self.help()

    def roll(self) -> None:
        """Everything that chance decides before the next choice, told as the person's seat may see it."""
        found: list[Outcome] = []
        while self.pos.actor == CHANCE:
            before = self.pos.seen_by(self.seat)
            action = self.pos.draw(self.dice).action
            found.append(outcome(before, self.pos.action_seen_by(self.seat, action), self.voice))
            self.pos.play(action)
            came = consequences(before, self.pos.seen_by(self.seat), self.voice)
            if came or self.pos.actor != CHANCE:
                self.tell([*outcomes(found), *came])
                found.clear()

    def tell(self, lines: list[str]) -> None:
        """Prints what happened by itself."""
        for line in lines:
            self.console.print(line, style="dim")

    def choose(self, action: int) -> None:
        """Somebody's choice, told as the person may see it, in words."""
        before, actor = self.pos.seen_by(self.seat), self.pos.actor
        shown = self.pos.action_seen_by(self.seat, action)
        line = Text(f"{self.voice.names[actor]}: ", style="cyan")
        line.append(before.label(shown, self.voice.names, self.voice.language), style="not bold default")
        self.console.print(line.append(f"  {spoken(before, shown)}", style="dim"))
        self.pos.play(action)
        self.tell(consequences(before, self.pos.seen_by(self.seat), self.voice))

    def bot_choice(self) -> int:
        """What the bot to move wants."""
        with self.console.status(Text(self.voice.own("thinks", who=Seat(self.pos.actor)))):
            return think(bangbox.bot(self.pos.game.id, self.level), self.pos, self.thoughts)

    # -- the person's turn

    def ask(self) -> int:
        """One decision of the person; whoever leaves raises KeyboardInterrupt or EOFError."""
        seen = self.pos.seen_by(self.seat)
        self.show_board(seen)
        self.console.print(self.voice.game.say(seen.prompt()), style="bold")
        self.list_choices(seen, MOST_LISTED)
        while True:
            try:
                action = self.obey(seen, " ".join(self.console.input(Text("> ", style="bold green")).split()))
                if action is not None:
                    return action
            except UnicodeDecodeError:
                self.voice.say("unreadable", "red")
            except BangboxError as error:
                self.console.print(visible(str(error)), style="red")

    def show_board(self, seen: Position) -> None:
        """The board, unless it is the same that was shown last."""
        drawn = [*self.console.render(board(seen, self.voice))]
        if drawn != self.drawn:
            self.console.print(Segments(drawn))
        self.drawn = drawn

    def obey(self, seen: Position, words: str) -> int | None:
        """Does what was typed; gives the choice, if it was one."""
        word, _, rest = words.partition(" ")
        command = self.commands.get(word.lower())
        if command is None or words in map(seen.name, seen.choices()):
            return self.understand(seen, words)
        if command == "quit":
            raise EOFError
        if command == "list":
            self.list_choices(seen, len(seen.choices()))
        elif command == "why":
            self.why(seen, rest)
        elif command == "save":
            self.save(rest)
        else:
            {"help": self.help, "hint": self.hint, "rules": self.rules}[command]()
        return None

    def understand(self, seen: Position, words: str) -> int | None:
        """The choice that was typed. Places of the board show what can be done there; anything else is refused."""
        said = meant(seen, words)
        try:
            return typed_choice(seen, said)
        except IllegalMove as error:
            if found := touching(seen, said):
                self.show_choices(seen, found)
            else:
                self.refuse(seen, words, error)
        return None

    def refuse(self, seen: Position, words: str, error: IllegalMove) -> None:
        """Says what was wrong with it: a typo, or a move that a rule forbids."""
        what = visible(words)
        if NUMBER.fullmatch(words):
            self.voice.say("numbers" if seen.choices() else "numbers.none", "red", what=what, n=len(seen.choices()))
        elif not seen.is_spelled(meant(seen, words)):
            self.voice.say("unknown", "red", what=what)
            if near := similar(seen, words, [*self.commands]):
                self.voice.say("meant", words=self.voice.own("list.or").join(near))
        elif error.rule:
            self.voice.say("refused", "red", what=what)
            self.voice.rule(error.rule)
        elif isinstance(error, Refused):
            self.console.print(visible(error.told(self.voice.language)), style="red")
        else:
            raise error

    # -- help

    def help(self) -> None:
        """What can be typed."""
        grid = Grid.grid(padding=(0, 2))
        for command in COMMANDS:
            grid.add_row(Text(self.voice.own(f"usage.{command}"), style="bold"), self.voice.own(f"help.{command}"))
        self.voice.say("help")
        self.console.print(grid)

    def hint(self) -> None:
        """What a good bot would do."""
        seen = self.pos.seen_by(self.seat)
        with self.console.status(Text(self.voice.own("hint.thinks"))):
            choice = think(bangbox.bot(seen.game.id, levels(seen.game.id).hints), seen, self.thoughts)
        label = seen.label(choice, self.voice.names, self.voice.language)
        self.voice.say("hint", name=spoken(seen, choice), label=label)
        if choice.candidates:
            best_first = sorted(choice.candidates, key=lambda candidate: candidate.action != choice)
            self.console.print(told(seen.game.kind, why(seen, best_first), self.voice.names, self.voice.language))

    def rules(self) -> None:
        """The rule in force."""
        self.voice.rule(self.pos.seen_by(self.seat).topic())

    def why(self, seen: Position, attempt: str) -> None:
        """Which rule forbids something."""
        said = meant(seen, attempt)
        if not attempt or not seen.is_spelled(said):
            self.voice.say("why.what")
        elif rule := seen.why_not(said):
            self.voice.rule(rule)
        else:
            self.voice.say("why.allowed")

    def save(self, where: str) -> None:
        """Writes the match so far into a file; says why, if that cannot be."""
        record = record_of(self.pos, self.voice.names, dice=self.dice, saved_by=None if self.pos.over else self.seat)
        try:
            path = Path(where or f"{self.pos.game.id}.match").expanduser()
            if path.exists() and not is_match(path):
                self.voice.say("save.other", "red", path=visible(str(path)))
                return
            path.write_text(record.write(), "utf-8")
        except (OSError, ValueError, RuntimeError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            self.voice.say("save.failed", "red", path=visible(where), reason=visible(reason))
            return
        self.voice.say("saved", path=visible(str(path)))

    # -- choices

    def list_choices(self, seen: Position, most: int) -> None:
        """The choices with their names and what they mean; if there are many, only their names."""
        choices = seen.choices()
        if len(choices) <= FEW:
            self.show_choices(seen, choices)
        elif (drawn := overview(seen, self.voice)) is not None:
            self.console.print(drawn)
        else:
            self.show_names(seen, choices, most)
        self.show_forms(seen.ranges())

    def show_forms(self, forms: list[Form]) -> None:
        """What can be chosen over ranges: the fields with their limits and usual values."""
        for form in forms:
            line = Text(f"  {form.name}", style="bold")
            for field in form.fields:
                line.append(f"  {field.name}={field.low}…{field.high} {field.unit} ({field.default})", style="not bold")
            self.console.print(line)
            if f"form.{form.name}" in self.voice.game.known:
                self.console.print(f"  {self.voice.game(f'form.{form.name}')}", style="dim")
        if forms:
            first = forms[0].fields[0]
            self.voice.say("form", "dim", example=f"{forms[0].name} {first.name}={first.default}")

    def show_names(self, seen: Position, choices: list[int], most: int) -> None:
        """Many choices, by name and number."""
        names = [Text(f"{number} ", style="dim") for number in range(1, len(choices[:most]) + 1)]
        for name, action in zip(names, choices, strict=False):
            name.append(spoken(seen, action), style="not dim")
        self.console.print(Columns(names, padding=(0, 2)))
        if len(choices) > most:
            self.voice.say("more", "dim", n=len(choices) - most)

    def show_choices(self, seen: Position, actions: list[int]) -> None:
        """Some choices in words, with their numbers in the whole list."""
        numbers = {action: number for number, action in enumerate(seen.choices(), start=1)}
        width = max(len(spoken(seen, action)) for action in actions) if actions else 0
        for action in actions:
            line = Text(f" {numbers[action]:3} ", style="dim").append(f"{spoken(seen, action):{width}}  ", style="bold not dim")
            self.console.print(line.append(seen.label(action, self.voice.names, self.voice.language), style="not bold not dim"))
