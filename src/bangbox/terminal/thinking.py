"""A bot that thinks beside the terminal, so that whoever presses Ctrl-C leaves at once."""

import threading

from bangbox.bots import Bot, Chosen
from bangbox.core.dice import SeededDice
from bangbox.core.position import Position


def think(bot: Bot, pos: Position, dice: SeededDice) -> Chosen:
    """The bot's choice. Ctrl-C stops it.

    It thinks in a thread of its own: an interrupt in the middle of compiling its search would leave Numba in pieces.
    """
    stop = threading.Event()
    found: list[Chosen | BaseException] = []

    def work() -> None:
        try:
            found.append(bot.choose(pos, cancel=stop, dice=dice))
        except BaseException as error:
            found.append(error)

    thread = threading.Thread(target=work, name="bot", daemon=True)
    thread.start()
    try:
        thread.join()
    finally:
        stop.set()
    if isinstance(found[0], BaseException):
        raise found[0]
    return found[0]
