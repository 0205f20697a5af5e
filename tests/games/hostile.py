"""Texts that are nearly positions, read and played on: `python -m tests.games.hostile GAME COUNT`.

A process of its own, so that compiled code that does not come back fails a test instead of stopping the run: it then ends
itself, with the text on which it hung as the last but the traceback on stderr.
"""

import faulthandler
import json
import random
import signal
import sys
import traceback
from collections import defaultdict
from typing import NamedTuple

import msgspec

import bangbox
from bangbox.core.dice import SeededDice
from bangbox.core.messages import render
from bangbox.core.position import Position
from bangbox.core.rules import CHANCE

from .forging import Forger
from .suite import BOUND, CASES, bare, data, step, viewers, walk

PATIENCE = 120  # seconds of work for one text, a first compilation included
TEXTS_A_GAME = 200  # so many are forged from the texts of one game of each option set …
MOST_GAMES = 6  # … but not of more games than this
ALIKE = 40  # texts taken from nodes at which the same rule is in force
LOOKED_AT = 3  # choices of a node
LOOKS = (1, 5, 30)  # after so many actions the position is looked at again, by somebody
NAMES = ["Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gus"]


def texts_of(name: str, games: int) -> list[str]:
    """Texts from random games, as many of rare nodes as of common ones; also as a seat sees them, where there are secrets."""
    lot = random.Random(name)
    found: dict[tuple[str, str, str], list[str]] = defaultdict(list)
    for case in [case for case in CASES if case.id == name]:
        for seed in range(games):
            for pos in walk(case, seed):
                add(found[str(case), pos.topic(), pos.prompt().key], pos.text, lot)
                if pos.game.kind.secret and lot.random() < 0.02:
                    add(found[str(case), "seen", ""], pos.seen_by(lot.choice(viewers(pos))).text, lot)
    return [text for texts in found.values() for text in texts]


def add(texts: list[str], text: str, lot: random.Random) -> None:
    """Keeps the first few and then some of the others."""
    if len(texts) < ALIKE:
        texts.append(text)
    elif lot.random() < 0.05:
        texts[lot.randrange(ALIKE)] = text


# -- what an accepted text must bear


def assert_sound(pos: Position, lot: random.Random, bound: int) -> None:
    """It can be read again, shown to everybody, and played on to the end with a look now and then."""
    assert bangbox.game(pos.game.id).position(pos.text) == pos, "reads as another position"
    dice = SeededDice(lot.randrange(2**32))
    look(pos, viewers(pos), lot)
    for n in range(1, bound + 1):
        if pos.over:
            break
        action = strange_outcome(pos, dice, lot) if n < LOOKS[-1] else step(pos, dice)
        assert pos.is_legal(action), f"draws or picks {action}, which is not possible"
        pos.play(action)
        if n in LOOKS:
            look(bare(pos), [lot.choice(viewers(pos))], lot)
    assert pos.over, f"does not end within {bound} actions"
    look(bare(pos), [lot.choice(viewers(pos))], lot)


def strange_outcome(pos: Position, dice: SeededDice, lot: random.Random) -> int:
    """A random action; where physics decides, something else now and then that a person could say has happened."""
    action = step(pos, dice)
    if pos.actor != CHANCE or pos.choices() or lot.random() < 0.5:
        return action
    try:
        return pos.parse(Forger("", [pos.name(action)]).number_changed(pos.name(action)))
    except bangbox.IllegalMove:
        return action


def look(pos: Position, readers: list[int | None], lot: random.Random) -> None:
    """All that pages, terminals and bots ask of a position, for some seats (None: a spectator)."""
    kind = pos.game.kind
    assert not (broken := int(pos.game.engine.invariant(pos.states(), 0))), f"fact {broken} is broken"
    assert pos.over or pos.choices() or pos.ranges() or (pos.actor == CHANCE and kind.settle), "nothing can be done"
    for viewer in readers:
        seen = pos.seen_by(viewer)
        msgspec.json.encode(seen.view(viewer))
        render(kind, seen.prompt(), NAMES)
        assert seen.topic()
        assert len(seen.scores) == pos.players
        assert sum(points.points for points in seen.tally()) == sum(seen.scores)
        for action in some(seen.choices(), lot):
            assert seen.label(action, NAMES)
            seen.about(action)
            assert seen.parse(seen.name(action)) == action
        assert seen.guessed(SeededDice(1).rng).actor == pos.actor
    for action in some(pos.choices(), lot):
        msgspec.json.encode(pos.copy().play(action).view(None))  # a preview
    assert all(0 <= payoff <= 1 for payoff in pos.payoffs)


def some(choices: list[int], lot: random.Random) -> list[int]:
    """A few of them."""
    return lot.sample(choices, min(LOOKED_AT, len(choices)))


class Tried(NamedTuple):
    """How many texts were tried and accepted, and what went wrong with the first that should not have been accepted."""

    tried: int
    accepted: int
    fault: str


def try_texts(name: str, count: int) -> Tried:
    """Forges texts, reads them, and looks hard at those that are accepted."""
    faulthandler.register(signal.SIGPROF, chain=True)  # then it ends, whatever it is doing
    signal.setitimer(signal.ITIMER_PROF, 10 * PATIENCE)
    pool = texts_of(name, min(1 + count // TEXTS_A_GAME, MOST_GAMES))
    forger, game, bound = Forger(name, pool), bangbox.game(name), data(name).get("bound", BOUND)
    accepted = 0
    for n in range(count):
        text = forger.forged()
        print(text.encode("unicode_escape").decode(), file=sys.stderr, flush=True)
        signal.setitimer(signal.ITIMER_PROF, PATIENCE)
        try:
            if (pos := read(game, text)) is not None:
                accepted += 1
                assert_sound(pos, forger.lot, bound)
        except Exception:
            return Tried(n + 1, accepted, f"{text!r}: {traceback.format_exc()}")
    return Tried(count, accepted, "")


def read(game: bangbox.Game, text: str) -> Position | None:
    """The position, or None if it is refused; anything but a TextError is a fault."""
    try:
        return game.position(text)
    except bangbox.TextError:
        return None


if __name__ == "__main__":
    print(json.dumps(try_texts(sys.argv[1], int(sys.argv[2]))._asdict()))
