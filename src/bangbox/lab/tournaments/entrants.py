"""Whoever can take part: a level of the game's bots, a file or function of your own, or a program that answers over HTTP.

    hard                       a level, as in `levels(game)`
    ./mybot.py                 a file with `choose(pos)` or `choose(pos, seed)`: returns a choice, or its name
    package.module:function    the same for something that can be imported
    http://127.0.0.1:9000/     is sent a `Question` as JSON for every choice, and answers with an `Answer`

None of them gets more than its seat may know.
"""

import functools
import importlib
import inspect
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec

from bangbox.bots import bot
from bangbox.core.contract import Options
from bangbox.core.errors import BangboxError, OptionError
from bangbox.core.forms import Form
from bangbox.core.position import Position

Player = Callable[[Position, int], int]  # (position, seed) -> action
PATIENCE = 600.0  # seconds for one choice: work is counted, so that a busy machine plays the same matches
SHOWN = 200  # characters of a wrong answer


class Question(msgspec.Struct):
    """What a bot is asked over HTTP."""

    game: str
    version: str
    options: Options
    seat: int
    position: str  # as the seat may know it
    choices: list[str]
    forms: list[Form]  # decisions over ranges that can be made instead
    seed: int  # whoever draws from this plays the same match again


class Answer(msgspec.Struct):
    """What it answers: the name of a choice, or a form with its values."""

    choice: str = ""
    form: str = ""
    values: dict[str, int] = {}


def sources(names: Iterable[str]) -> dict[str, str]:
    """The texts of those players that are files; they travel with the matches, so that all machines play the same."""
    texts = {}
    for name in names:
        if name.endswith(".py"):
            try:
                texts[name] = Path(name).expanduser().read_text("utf-8")
            except (OSError, UnicodeDecodeError) as error:
                raise OptionError(f"cannot read the bot {name}: {getattr(error, 'strerror', error)}") from None
    return texts


@functools.cache
def player(game: str, who: str, source: str | None = None) -> Player:
    """Whoever plays a game under that name."""
    if who.startswith(("http://", "https://")):
        return lambda pos, seed: _asked(who, pos, seed)
    if source is not None:
        return _own(who, getattr(_module(who, source), "choose", None), "choose")
    if ":" in who:
        module, _, function = who.partition(":")
        _importable(Path.cwd())
        try:
            return _own(who, getattr(importlib.import_module(module), function, None), function)
        except ImportError:
            raise OptionError(f"there is no function {who}") from None
    playing = bot(game, who)
    return lambda pos, seed: playing.choose(pos, seed=seed, seconds=PATIENCE)


def _module(who: str, source: str) -> ModuleType:
    """A file as a module; it may import what lies beside it."""
    path = Path(who).expanduser().resolve()
    module = ModuleType(path.stem)
    module.__file__ = str(path)
    _importable(path.parent)
    try:
        exec(compile(source, str(path), "exec"), module.__dict__)
    except Exception as error:
        raise OptionError(f"the bot {who} cannot be loaded: {type(error).__name__}: {error}") from None
    return module


def _importable(folder: Path) -> None:
    if str(folder) not in sys.path:
        sys.path.append(str(folder))


def _own(who: str, function: Any, name: str) -> Player:
    """A function of somebody's as a player: it may return a name, may want a seed or not, and its mistakes are its own."""
    if not callable(function):
        raise OptionError(f"there is no function {name}(pos) in {who}" if name == "choose" else f"there is no function {who}")
    wants_seed = len(inspect.signature(function).parameters) > 1

    def choose(pos: Position, seed: int) -> int:
        seen = seen_by_actor(pos)
        try:
            chosen = function(seen, seed) if wants_seed else function(seen)
            return seen.parse(chosen) if isinstance(chosen, str) else _legal(seen, chosen)
        except Exception as error:
            raise _fault(who, pos, error) from error

    return choose


def seen_by_actor(pos: Position) -> Position:
    """What the seat to act may know. Where nothing is concealed it can be copied and played on, but never with the same dice."""
    return pos.seen_by(pos.actor) if pos.game.kind.secret else pos.copy()


def _legal(pos: Position, action: Any) -> int:
    if not isinstance(action, int) or not pos.is_legal(action):
        raise BangboxError(f"{action!r} is no choice here")
    return int(action)


def _asked(url: str, pos: Position, seed: int) -> int:
    """What a program answers over HTTP."""
    seen = seen_by_actor(pos)
    names = [seen.name(action) for action in seen.choices()]
    question = Question(
        pos.game.id, pos.game.version, pos.game.options, pos.actor, seen.text, names, seen.ranges(), seed,
    )  # fmt: skip
    request = urllib.request.Request(url, msgspec.json.encode(question), {"Content-Type": "application/json"})
    text = b""
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as reply:
            text = reply.read()
        answer = msgspec.json.decode(text, type=Answer)
        return seen.pack_values(answer.form, answer.values) if answer.form else seen.parse(answer.choice)
    except (OSError, urllib.error.HTTPError) as error:
        raise BangboxError(f"the bot at {url} does not answer: {error}") from None
    except (msgspec.DecodeError, BangboxError) as error:
        raise _fault(url, pos, error, f", answered {text[:SHOWN].decode(errors='replace')!r}") from None


def _fault(who: str, pos: Position, error: Exception, said: str = "") -> BangboxError:
    kind = "" if isinstance(error, BangboxError) else f"{type(error).__name__}: "
    return BangboxError(f"the bot {who}, asked at {pos.text!r}{said}: {kind}{error}")
