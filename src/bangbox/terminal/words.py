"""How a terminal speaks: its own messages and a game's, in the reader's language, harmless to the screen."""

from pathlib import Path

from rich.console import Console
from rich.markdown import Markdown

from bangbox.core.errors import OptionError
from bangbox.core.messages import Key, Seat, Words
from bangbox.core.registry import Kind
from bangbox.rulebook import rule_text

FOLDER = Path(__file__).parent
JOINER = "\u200d"  # holds the parts of one emoji together


def languages() -> list[str]:
    """Those in which the terminal speaks."""
    return sorted(path.name.split(".")[1] for path in FOLDER.glob("messages.*.toml"))


def need_language(language: str) -> str:
    """The language, if it is one of ours; raises OptionError."""
    if language not in languages():
        raise OptionError(f"nothing is written in {language!r}; the languages are {' and '.join(languages())}")
    return language


def visible(text: str) -> str:
    """Text of strangers as it may be printed: control characters, which steer a terminal, are shown instead of sent."""
    return "".join(sign if sign.isprintable() or sign == JOINER else sign.encode("unicode_escape").decode() for sign in text)


def screen() -> Console:
    """A console that prints what it is given: names can hold rich's markup."""
    return Console(markup=False, emoji=False, highlight=False)


def seat_names(players: int, language: str, person: int | None = None, name: str = "") -> list[str]:
    """Names by seat, counted from 1: everybody's a bot but the person, or nobody if there is none."""
    own = Words(FOLDER, None, language)
    given = {person: visible(name.strip())} if name.strip() else {}
    bots = set() if person is None else set(range(players)) - {person}
    return [given.get(seat) or own("bot" if seat in bots else "player", n=seat + 1) for seat in range(players)]


class Voice:
    """One person's screen: what is said there, in which language, and how the players are called."""

    def __init__(self, kind: Kind, names: list[str], language: str = "en", console: Console | None = None) -> None:
        self.kind, self.names, self.language = kind, names, language
        self.own, self.game = Words(FOLDER, names, language), Words(kind.folder, names, language)
        self.console = console or screen()

    def say(self, key: str, style: str = "", **args: int | str | Seat | Key) -> None:
        """Prints a message of the terminal."""
        self.console.print(self.own(key, **args), style=style)

    def rule(self, said: str) -> None:
        """Prints a rule, or the sentence of it that is named, as the rules page has it."""
        self.console.print(Markdown(rule_text(self.kind, said, self.language)))

    def listed(self, words: list[str]) -> str:
        """As in `Ann, Bob and Cy`."""
        return words[0] if len(words) == 1 else self.own("list.and", some=", ".join(words[:-1]), last=words[-1])
