"""What workers do: a bot's choice, a throw. Each function gets its arguments and something that says whether to stop."""

from typing import NamedTuple

from bangbox.bots import Cancel, bot
from bangbox.core.contract import Candidate
from bangbox.core.dice import Dice, SeededDice
from bangbox.core.position import Drawn, Position


class Thought(NamedTuple):
    """A bot's choice and what it rests on."""

    action: int
    simulations: int
    cut: bool
    candidates: list[Candidate]


def think(seen: Position, level: str, seed: int | None, cancel: Cancel) -> Thought:
    """A bot's choice at a position as its seat sees it."""
    chosen = bot(seen.game.id, level).choose(seen, seed=seed, cancel=cancel)
    return Thought(int(chosen), chosen.simulations, chosen.cut, chosen.candidates)


def first_choice(seen: Position, cancel: Cancel) -> Thought:
    """The first choice on the list, or any where there is no list: for a seat whose bot has failed."""
    choices = seen.choices()
    return Thought(choices[0], 0, True, []) if choices else Thought(seen.pick(SeededDice().rng), 0, True, [])


def settle(pos: Position, dice: Dice, cancel: Cancel) -> Drawn:
    """What fair dice and physics make of a throw."""
    return pos.draw(dice)
