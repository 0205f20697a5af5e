"""Bots learn anew what they know of their game: `bangbox train GAME` lets its `bot/learning.py` make its tables."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import cast

import numpy as np
from numpy.typing import NDArray

from bangbox.bots.leaves import make_list
from bangbox.core.compiled.engine import Engine
from bangbox.core.contract import Options
from bangbox.core.contract.minds import Learning, Memory, Observing, Preferring
from bangbox.core.game import game
from bangbox.core.record import Numbers, Rng, States
from bangbox.core.registry import Kind, kind
from bangbox.core.rules import CHANCE, OVER, below
from bangbox.lab import fitting, network

Floats = NDArray[np.float64]

EVERY = 4  # one decision in so many is looked at: those next to each other tell the same
MOST_LOOKS = 512  # in one match
LONGEST = 100_000
FINE = 1 << 30  # steps of a random fraction


def learns(name: str) -> bool:
    """Whether a game's bots have such tables."""
    return (kind(name).folder / "bot" / "learning.py").exists()


def learn(name: str, out: Path, report: Callable[[str], None]) -> Path:
    """Makes a game's tables anew, in a folder; returns the file that holds them."""
    of = kind(name)
    learning = cast(Learning, of.module("bot.learning"))
    out.mkdir(parents=True, exist_ok=True)
    file = out / learning.TABLES.name
    np.savez_compressed(file, allow_pickle=False, **learning.learn(Lessons(of), report))
    return file


class Lessons:
    """The `Teacher` of one game."""

    def __init__(self, kind: Kind) -> None:
        self._kind = kind

    def fitted(self, features: Floats, shares: Floats) -> Floats:
        """See `Teacher`."""
        return fitting.fitted(features, shares)

    def surprise(self, features: Floats, shares: Floats, weights: Floats) -> float:
        """See `Teacher`."""
        return fitting.surprise(features, shares, weights)

    def played(self, options: Options, memory: Memory, matches: int, seed: int) -> tuple[Floats, Floats]:
        """See `Teacher`."""
        table = game(self._kind.id, **options)
        learning, engine = self._kind.module("bot.learning"), table.engine
        assert isinstance(learning, Observing)
        match = engine.compiled_for_bots(make_match(engine, learning))
        rows = np.zeros((MOST_LOOKS, *learning.SHAPE))
        actions, weights, priors = engine.buffer(), engine.buffer(), np.zeros(engine.max_choices)
        features, shares = [], []
        for number in range(matches):
            pos = table.start(seed=(seed, number))
            states = pos.states(2)
            rng = np.array([seed << 32 | number], np.uint64)
            looks = match(states, rng, memory, actions, weights, priors, rows)
            features.append(rows[:looks].copy())
            shares.append(np.tile(slot_shares(engine, states[1:], learning.SHAPE[0]), (looks, 1)))
        return np.concatenate(features), np.concatenate(shares)

    def foretelling(
        self, tables: Sequence[Options], matches: int, simulations: int, start: Path, report: Callable[[str], None]
    ) -> dict[str, NDArray[np.generic]]:
        """See `Teacher`."""
        return dict(network.foretelling(self._kind.id, tables, matches, simulations, start, report)._asdict())


def slot_shares(engine: Engine, states: States, slots: int) -> Floats:
    """What each slot won: the seats, and of what nobody won the slots after them."""
    payoffs = np.zeros(engine.max_players)
    players = int(engine.players(states, 0))
    engine.payoff(states, 0, payoffs)
    shares = np.zeros(slots)
    shares[:players] = payoffs[:players]
    if slots > players:
        shares[players:] = (1.0 - shares.sum()) / (slots - players)
    return shares


def make_match(engine: Engine, learning: Observing) -> Callable[..., int]:
    """match(states, rng, m, scratch…, rows) -> looks: plays states[1] to its end as priors say, and looks at it now and then"""
    bot, rules, draw, features = engine.kind.bot, engine.rules, engine.draw, learning.features
    assert isinstance(bot, Preferring)
    rules_actor, rules_apply, bot_priors = rules.actor, rules.apply, bot.priors
    list_choices = engine.compiled_for_bots(make_list(engine))

    def match(states: States, rng: Rng, m: Memory, actions: Numbers, weights: Numbers, priors: Floats, rows: Floats) -> int:
        s, looks = states[1], 0
        for _ in range(LONGEST):
            who = rules_actor(s)
            if who == OVER:
                break
            if who == CHANCE:
                rules_apply(s, draw(states, 1, rng, actions, weights))
                continue
            if looks < MOST_LOOKS and below(rng, EVERY) == 0:
                features(s, m, rows, looks)
                looks += 1
            n = list_choices(states, m, actions)
            bot_priors(s, m, actions, n, priors)
            left, k = below(rng, FINE) / FINE, 0
            while k < n - 1 and left >= priors[k]:
                left -= priors[k]
                k += 1
            rules_apply(s, actions[k])
        return looks

    return match
