"""Learns how likely each seat wins: a game's bots play each other, and a small network is fitted to how their matches ended.

A bot that can learn so brings what `Foretelling` says, and a `bot/learning.py` that asks for it.
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from bangbox.bots import bot
from bangbox.core.contract import Options
from bangbox.core.contract.minds import Foretelling
from bangbox.core.dice import SeededDice
from bangbox.core.game import game
from bangbox.core.record import States
from bangbox.core.registry import kind
from bangbox.core.rules import plain

Array = NDArray[np.float32]

LEVEL, SEED = "hard", 1  # of the matches
HIDDEN, BATCH, RATE, DECAY = 24, 512, 3e-3, 1e-5
HELD_OUT = 0.1  # of the examples, to see how well others are foretold
SLIPS = 33  # one choice in so many is made at random, which shows more of the game
LATER = 0.1  # the part of the lesson of a position that is what the network foretells in the next one


class Examples(NamedTuple):
    """Positions, each with what was to be seen of every seat, and how the match ended."""

    features: Array  # [position, seat, feature]
    shares: Array  # of the win [position, seat]
    seated: NDArray[np.bool_]  # [position, seat]: whether there is such a seat

    def some(self, chosen: NDArray[np.int64]) -> "Examples":
        """Those at the chosen places."""
        return Examples(self.features[chosen], self.shares[chosen], self.seated[chosen])


class Layers(NamedTuple):
    """A network of one hidden layer, the same for every seat; the seats' numbers compete as powers of e."""

    inner: Array  # [feature, unit]
    bias: Array  # [unit]
    outer: Array  # [unit]

    def shares(self, features: Array, seated: NDArray[np.bool_]) -> Array:
        """The share of the win that each seat may expect."""
        return self._compete(self.units(features), seated)

    def units(self, features: Array) -> Array:
        """The hidden layer."""
        return cast(Array, np.maximum(features @ self.inner + self.bias, 0))

    def _compete(self, units: Array, seated: NDArray[np.bool_]) -> Array:
        pull = np.where(seated, units @ self.outer, -np.inf)
        force = np.exp(pull - pull.max(1, keepdims=True))
        return cast(Array, force / force.sum(1, keepdims=True))

    def slopes(self, examples: Examples) -> "Layers":
        """How the mean surprise changes with each weight."""
        units = self.units(examples.features)
        shares = self._compete(units, examples.seated)
        pull = (shares * examples.shares.sum(1, keepdims=True) - examples.shares) / len(shares)
        hidden = pull[..., None] * self.outer * (units > 0)
        flat = examples.features.reshape(-1, examples.features.shape[-1]), hidden.reshape(-1, hidden.shape[-1])
        return Layers(flat[0].T @ flat[1], hidden.sum((0, 1)), np.einsum("ns,nsu->u", pull, units))

    def surprise(self, examples: Examples) -> float:
        """How badly it foretells the ends of matches."""
        shares = self.shares(examples.features, examples.seated)
        return float(-(examples.shares * np.log(shares + 1e-9)).sum(1).mean())


def fresh(features: int, hidden: int, rng: np.random.Generator) -> Layers:
    """Layers that know nothing yet."""
    inner = rng.normal(size=(features, hidden)) * np.sqrt(2 / features)
    return Layers(inner.astype(np.float32), np.zeros(hidden, np.float32), (rng.normal(size=hidden) / 10).astype(np.float32))


def learned(
    examples: Examples, passes: int = 12, seed: int = 1, start: Layers | None = None, rate: float = RATE, hidden: int = HIDDEN
) -> Layers:
    """The layers that foretell the examples best (Adam, with a rate that fades away)."""
    rng = np.random.default_rng(seed)
    layers = fresh(examples.features.shape[2], hidden, rng) if start is None else start
    drift, spread = ([np.zeros_like(layer) for layer in layers] for _ in range(2))
    batches = max(1, len(examples.features) // BATCH)
    for step in range(1, passes * batches + 1):
        if step % batches == 1 or batches == 1:
            order = rng.permutation(len(examples.features))
        chosen = order[(step - 1) % batches * BATCH :][:BATCH]
        slopes = layers.slopes(examples.some(chosen))
        faded = rate * (0.51 + 0.5 * np.cos(np.pi * step / (passes * batches)))
        moved = []
        for layer, slope, drifted, spreading in zip(layers, slopes, drift, spread, strict=True):
            slope = slope + DECAY * layer
            drifted += 0.1 * (slope - drifted)
            spreading += 0.001 * (slope**2 - spreading)
            pace = drifted / (1 - 0.9**step) / (np.sqrt(spreading / (1 - 0.999**step)) + 1e-8)
            moved.append((layer - faded * pace).astype(np.float32))
        layers = Layers(*moved)
    return layers


def self_play(name: str, options: Options, level: str, matches: int, simulations: int, seed: int) -> Iterator[Examples]:
    """The examples of so many matches of bots among themselves, match by match."""
    brain, mind, dice = bot(name, level), cast(Foretelling, kind(name).bot), SeededDice(seed)
    of, moment_of = game(name, **options), plain(cast(ModuleType, mind)).moment
    look = of.engine.compiled_for_bots(_make_look(mind))
    for match in range(matches):
        pos, seen, last = of.start(seed=(seed, match)), [], -1
        while not pos.over:
            moment = moment_of(pos.s)
            if moment != last:
                last = moment
                seen.append(np.zeros((of.engine.max_players, mind.ROOM)))
                look(pos.states(1), seen[-1])
            if dice.below(SLIPS) == 0:
                pos.play(pos.pick(dice.rng))
            else:
                pos.play(brain.choose(pos, simulations=simulations, seconds=60, seed=dice.below(1 << 30)))
        shares = np.zeros(of.engine.max_players, np.float32)
        shares[: pos.players] = pos.payoffs
        seated = np.arange(len(shares)) < pos.players
        if shares.any():  # a match that nobody wins tells nothing of who stands better
            looks, n = np.array(seen, np.float32)[..., : mind.FEATURES], len(seen)
            yield Examples(looks, np.tile(shares, (n, 1)), np.tile(seated, (n, 1)))


def _make_look(mind: Foretelling):  # type: ignore[no-untyped-def]
    features = mind.features

    def look(states: States, f: NDArray[np.float64]) -> None:
        features(states[0], f)

    return look


def blended(layers: Layers, match: Examples) -> Examples:
    """The examples of one match in their order, each taught by those after it as well as by the end, which is partly luck."""
    foretold, shares = layers.shares(match.features, match.seated), match.shares.copy()
    for k in reversed(range(len(shares) - 1)):
        shares[k] = (1 - LATER) * shares[k + 1] + LATER * foretold[k + 1]
    return match._replace(shares=shares)


def together(parts: list[Examples]) -> Examples:
    """Many examples as one."""
    return Examples(*(np.concatenate(part) for part in zip(*parts, strict=True)))


def foretelling(
    name: str, tables: Sequence[Options], matches: int, simulations: int, start: Path, report: Callable[[str], None]
) -> Layers:
    """Plays so many matches at each table, and goes on learning from them; reports how well others are foretold."""
    parts: list[Examples] = []
    for options in tables:
        parts += self_play(name, options, LEVEL, matches, simulations, SEED)
        report(f"{len(parts)} matches played")
    order = np.random.default_rng(SEED).permutation(len(parts))
    held = max(1, int(HELD_OUT * len(parts)))
    before = read(start)
    unseen = together([parts[k] for k in order[:held]])
    examples = together([blended(before, parts[k]) for k in order[held:]])
    layers = learned(examples, seed=SEED, start=before, rate=RATE / 3)
    known, now, then = layers.surprise(examples), layers.surprise(unseen), before.surprise(unseen)
    report(f"{len(examples.shares)} positions: surprise {known:.3f}; of {held} other matches {now:.3f} (before: {then:.3f})")
    return layers


def read(path: Path) -> Layers:
    """Layers from a file."""
    with np.load(path) as layers:
        return Layers(layers["inner"], layers["bias"], layers["outer"])
