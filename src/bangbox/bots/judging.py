"""What a choice was worth beside the best one: chances of every seat, and payoff given away, judged by what the seat knew."""

import math

import msgspec
import numpy as np

from bangbox.bots import Bot, Cancel, Chosen
from bangbox.bots.search import memory
from bangbox.core.contract.minds import Valuing
from bangbox.core.dice import SeededDice
from bangbox.core.position import Position
from bangbox.core.rules import CHANCE

ENOUGH_VISITS = 8  # of a choice in a search, to believe what it says of it
PLAY_OUTS = 48  # to see how the others share what the one to act does not win
EVEN = 8  # play-outs that count as shared evenly, so that a single lucky one does not decide
WORLDS = 12  # in which two choices are compared, where chance or secrets come between
LEAST = 32  # simulations


class Judged(msgspec.Struct, frozen=True):
    """A decision, looked at: everybody's chances before it, the best choice, and how much payoff the one taken gave away."""

    chances: list[float]
    best: int
    lost: float
    simulations: int


class Judge:
    """Looks at decisions with a bot; the same seeds give the same judgements, unless time runs out."""

    def __init__(self, bot: Bot, simulations: int, seconds: float, cancel: Cancel | None = None) -> None:
        self.bot, self.simulations, self.seconds, self.cancel = bot, simulations, seconds, cancel
        self.spent = 0

    def judge(self, pos: Position, action: int, seed: int) -> Judged:
        """A first look at what was played."""
        self.spent = 0
        chosen = self._think(pos, self.simulations, (seed, 0))
        if not chosen.candidates:
            return Judged(self.chances(pos, (seed, 1)), action, 0.0, self.spent)
        best = chosen.candidates[0]
        chances = shared_out(pos, best.value, SeededDice((seed, 1)))
        if best.action == action:
            return Judged(chances, action, 0.0, self.spent)
        enough = min(ENOUGH_VISITS, best.visits)
        played = next((one for one in chosen.candidates if one.action == action and one.visits >= enough), None)
        value = played.value if played is not None else float(np.mean(self.expected(pos, action, seed)))
        return Judged(chances, best.action, max(0.0, best.value - value), self.spent)

    def weigh(self, pos: Position, action: int, judged: Judged, seed: int) -> Judged:
        """A closer look at two choices in the same worlds. Where these differ, the doubt is in favour of what was played."""
        self.spent = 0
        gains = np.subtract(self.expected(pos, judged.best, seed), self.expected(pos, action, seed))
        doubt = float(gains.std(ddof=1)) / math.sqrt(len(gains)) if len(gains) > 1 else 0.0
        return Judged(judged.chances, judged.best, max(0.0, float(gains.mean()) - doubt), judged.simulations + self.spent)

    def chances(self, pos: Position, seed: tuple[int, ...]) -> list[float]:
        """What every seat may expect where one is to act."""
        chosen = self._think(pos, max(LEAST, self.simulations // 4), seed)
        if not chosen.candidates:
            return shared_out(pos, None, SeededDice(seed))
        return shared_out(pos, chosen.candidates[0].value, SeededDice(seed))

    def expected(self, pos: Position, action: int, seed: int) -> list[float]:
        """What the seat to act may expect of a choice, in worlds that fit what it knows and with what chance makes of it."""
        seen = pos.seen_by(pos.actor, history=False)
        worlds = WORLDS if pos.game.kind.secret or pos.game.kind.settle or has_chance(pos) else 1
        return [self._followed(seen, action, (seed, 2, k), worlds) for k in range(worlds)]

    def _followed(self, seen: Position, action: int, seed: tuple[int, ...], worlds: int) -> float:
        """What comes of a choice in one of so many worlds."""
        seat = seen.actor
        dice = SeededDice(seed)
        world = seen.guessed(dice.rng).play(action)
        engine = world.game.engine
        while world.actor == CHANCE:  # never by physics: that would take too long
            world.play(int(engine.draw(world.states(), 0, dice.rng, engine.buffer(), engine.buffer())))
        if world.over:
            return world.payoffs[seat]
        chosen = self._think(world, max(LEAST, 2 * self.simulations // worlds), seed, worlds)
        value = chosen.candidates[0].value if chosen.candidates else None
        return value if world.actor == seat and value is not None else shared_out(world, value, dice)[seat]

    def _think(self, pos: Position, simulations: int, seed: tuple[int, ...], times: int = 1) -> Chosen:
        """What the bot thinks of a decision, to which its time is given so many times."""
        seen, seconds = pos.seen_by(pos.actor, history=False), self.seconds / times
        chosen = self.bot.choose(seen, simulations=simulations, seconds=seconds, seed=seed, cancel=self.cancel)
        self.spent += chosen.simulations
        return chosen


def has_chance(pos: Position) -> bool:
    """Whether chance comes next after any choice that is made here: then a choice has more than one sequel."""
    seen = pos.seen_by(pos.actor, history=False)
    return any(seen.then(action).actor == CHANCE for action in pos.choices())


def shared_out(pos: Position, value: float | None, dice: SeededDice) -> list[float]:
    """Everybody's chances, given those of the seat to act: the others share the rest as play from here suggests."""
    if pos.players == 1:
        return [value if value is not None else glimpsed(pos, dice)[0]]
    if pos.players == 2 and value is not None:
        return [value if seat == pos.actor else 1.0 - value for seat in range(2)]
    found = glimpsed(pos, dice)
    if value is None:
        return found
    rest = sum(found) - found[pos.actor]
    scale = (1.0 - value) / rest if rest > 0.0 else 0.0
    others = [share * scale if rest > 0.0 else (1.0 - value) / (pos.players - 1) for share in found]
    return [value if seat == pos.actor else others[seat] for seat in range(pos.players)]


def glimpsed(pos: Position, dice: SeededDice) -> list[float]:
    """What every seat may expect at a glance: as the game's bot values it, or by random play."""
    engine, bot = pos.game.engine, pos.game.kind.bot
    seen = pos.seen_by(pos.actor, history=False)
    total = np.zeros(engine.max_players)
    payoffs, counts = np.zeros(engine.max_players), np.zeros(2, np.int64)
    worlds = PLAY_OUTS if pos.game.kind.secret or not isinstance(bot, Valuing) else 1
    for _ in range(worlds):
        states = seen.guessed(dice.rng).states(2)
        if isinstance(bot, Valuing):
            bot.value(states[1], memory(engine), payoffs)
        else:
            engine.play_out(states, 1, dice.rng, engine.buffer(), engine.buffer(), counts)
            engine.payoff(states, 1, payoffs)
        total += payoffs
    even = EVEN if worlds > 1 else 0
    return ((total[: pos.players] + even / pos.players) / (worlds + even)).tolist()
