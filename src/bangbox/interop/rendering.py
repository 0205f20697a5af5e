"""A position for people who watch a learner: text for a terminal, a drawing, or pixels."""

import io
import sys
from typing import Any

from rich.console import Console

from bangbox.core.errors import OptionError
from bangbox.core.pictures import pixels
from bangbox.core.position import Position

MODES = ["human", "ansi", "rgb_array", "svg"]
WIDTH = 640  # pixels
COLUMNS = 100


def checked_mode(mode: str | None) -> str | None:
    """A render mode that there is."""
    if mode is not None and mode not in MODES:
        raise OptionError(f"render_mode is one of {', '.join(MODES)}, not {mode!r}")
    return mode


def rendered(pos: Position, mode: str | None, seat: int | None = None) -> Any:
    """What a seat (None: a spectator) sees of a position; in mode "human" it is written to the terminal."""
    if mode == "svg":
        return pos.svg(seat)
    if mode == "rgb_array":
        return pixels(pos.svg(seat), WIDTH)
    if mode == "ansi":
        return ansi(pos, seat)
    if mode == "human":
        sys.stdout.write(ansi(pos, seat))
    return None


def ansi(pos: Position, seat: int | None) -> str:
    """The board as a terminal shows it, or the position's text."""
    seen = pos.seen_by(seat, history=False)
    terminal = pos.game.kind.terminal
    if terminal is None:
        return seen.text + "\n"
    out = io.StringIO()
    Console(file=out, force_terminal=True, width=COLUMNS, markup=False, emoji=False, highlight=False).print(terminal.draw(seen))
    return out.getvalue()
