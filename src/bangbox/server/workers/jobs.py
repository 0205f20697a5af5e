"""What workers do: choices, hints, reviews, pictures, throws, forecasts; each is told by its last argument whether to stop."""

import time
from collections import OrderedDict
from typing import Any, NamedTuple

from bangbox.bots import Cancel, Chosen, bot
from bangbox.bots.player import Player
from bangbox.bots.review import Notes, Review, Reviewing
from bangbox.bots.why import why
from bangbox.core.contract import Foreseeing
from bangbox.core.contract.minds import Candidate
from bangbox.core.dice import Dice, SeededDice
from bangbox.core.matches.match import MatchRecord
from bangbox.core.messages import Message
from bangbox.core.pictures import png
from bangbox.core.pictures.film import film
from bangbox.core.position import Drawn, Position

CHOICES_HINTED = 3
PART_SECONDS = 1.0  # of a review, before others get their turn


class Thought(NamedTuple):
    """A bot's choice and what it rests on."""

    action: int
    simulations: int
    cut: bool
    candidates: list[Candidate]


PLAYERS_KEPT = 8
_players: OrderedDict[tuple[str, int | None, str], Player] = OrderedDict()  # of this process, by match, seat and level


class Advice(NamedTuple):
    """The choices that a bot likes best, and why the first of them."""

    actions: list[int]
    why: list[Message]


def think(seen: Position, level: str, seed: int | None, cancel: Cancel) -> Thought:
    """A bot's choice at a position as its seat sees it."""
    return _thought(bot(seen.game.id, level).choose(seen, seed=seed, cancel=cancel))


def take_turn(seen: Position, level: str, match: str, cancel: Cancel) -> Thought:
    """The choice of a bot that sits at a table; it goes on with what this process has thought about the match before."""
    return _thought(_player(seen, level, match).choose(seen, cancel))


def ponder(seen: Position, level: str, match: str, cancel: Cancel) -> int:
    """Thinks for a bot at a table while somebody else is to act; how many simulations that came to."""
    return _player(seen, level, match).ponder(seen, cancel)


def _player(seen: Position, level: str, match: str) -> Player:
    key = (match, seen.seat, level)
    player = _players.pop(key, None) or Player(bot(seen.game.id, level))
    _players[key] = player
    if len(_players) > PLAYERS_KEPT:
        _players.popitem(last=False)
    return player


def _thought(chosen: Chosen) -> Thought:
    return Thought(int(chosen), chosen.simulations, chosen.cut, chosen.candidates)


def advise(seen: Position, level: str, seed: int | None, cancel: Cancel) -> Advice:
    """What a bot would do, and why: for people who ask for a hint."""
    chosen = bot(seen.game.id, level).choose(seen, seed=seed, cancel=cancel)
    found = sorted(chosen.candidates, key=lambda one: one.action != chosen) or [Candidate(int(chosen), 1, 0.0)]
    return Advice([one.action for one in found[:CHOICES_HINTED]], why(seen, found))


def first_choice(seen: Position, cancel: Cancel) -> Thought:
    """The first choice on the list, or any where there is no list: for a seat whose bot has failed."""
    choices = seen.choices()
    return Thought(choices[0], 0, True, []) if choices else Thought(seen.pick(SeededDice().rng), 0, True, [])


class Part(NamedTuple):
    """How far a review has come; the review itself, once it is done."""

    notes: Notes
    progress: float
    review: Review | None


def review(record: MatchRecord, notes: Notes, cancel: Cancel) -> Part:
    """Goes on with a review for a moment, so that others get their turn between two parts of it."""
    reviewing, end = Reviewing(record, notes, cancel), time.monotonic() + PART_SECONDS
    done = reviewing.go_on(lambda: cancel.is_set() or time.monotonic() > end)
    return Part(reviewing.notes, reviewing.progress, reviewing.review() if done else None)


def draw(seen: Position, names: list[str], language: str, cancel: Cancel) -> bytes:
    """A position that everybody may see, as a PNG."""
    return png(seen.svg(names=names, language=language))


def animate(record: MatchRecord, language: str, cancel: Cancel) -> bytes:
    """A match as an animated WebP."""
    return film(record, language, stop=cancel.is_set)


def settle(pos: Position, dice: Dice, cancel: Cancel) -> Drawn:
    """What fair dice and physics make of a throw."""
    return pos.draw(dice)


def foresee(seen: Position, cancel: Cancel) -> Any:
    """The view of a throw in the air, with what physics makes of many such throws."""
    settle = seen.game.kind.settle
    assert isinstance(settle, Foreseeing), "only asked for where a game foresees"
    return settle.foresee(seen, cancel.is_set)
