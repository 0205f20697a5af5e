"""A bot at one seat of one match: it keeps what it has thought from move to move, and may think on while others do."""

from bangbox.bots import Bot, Cancel, Chosen
from bangbox.bots.thinking import Thinking
from bangbox.core.contract.minds import Deciding
from bangbox.core.dice import Seed, SeededDice
from bangbox.core.position import Position


class Player:
    """A bot that follows a match. It gets the position as its seat sees it, with its history.

    What was thought before counts towards the level's simulations: a player that is kept answers sooner, not better.
    Where there are secrets nothing is kept, because what was guessed about them may no longer fit.
    """

    def __init__(self, bot: Bot, seed: Seed | None = None) -> None:
        self.bot = bot
        self._dice = SeededDice(seed)
        self._thinking: Thinking | None = None
        self._played: list[int] = []
        self._searches = not isinstance(bot.kind.bot, Deciding)

    def choose(self, seen: Position, cancel: Cancel | None = None) -> Chosen:
        """A choice for the seat to act."""
        thinking = self._about(seen)
        chosen = self.bot.choose(seen, dice=self._dice, cancel=cancel, thinking=thinking)
        self._searches = thinking is not None and thinking.done > 0
        return chosen

    def ponder(self, seen: Position, cancel: Cancel | None = None) -> int:
        """Thinks while another seat is to act, as long as it would on its own turn; says how many simulations are done.

        A bot that decided its last turn without a search has nothing to think ahead of.
        """
        thinking = self._about(seen) if self._searches and seen.actor >= 0 else None
        if thinking is None:
            return 0
        self.bot.think(thinking, cancel=cancel)
        return thinking.done

    def _about(self, seen: Position) -> Thinking | None:
        """What it has thought about a position so far."""
        if self.bot.kind.secret:
            return None
        played = [one.action for one in seen.history]
        before, self._played = self._played, played
        if self._thinking is None or played[: len(before)] != before or not self._thinking.follow(seen, played[len(before) :]):
            self._thinking = Thinking(seen, self.bot.levels, self._dice, self.bot.level.trees)
        return self._thinking
