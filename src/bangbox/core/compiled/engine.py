"""A game's compiled entry points, each made when it is first used."""

import functools
import sys
import time
from collections.abc import Callable
from typing import Any, Generic, TypeVar, cast, overload

import numba
import numpy as np

from bangbox.core.compiled import many, observed, random_play, single
from bangbox.core.compiled.compiling import BOT, OBSERVING, PLAIN, compiled
from bangbox.core.compiled.seeding import seed_into
from bangbox.core.contract import Derived, Observing, Rules
from bangbox.core.errors import BangboxError
from bangbox.core.record import Numbers, States
from bangbox.core.registry import Kind

Function = TypeVar("Function", bound=Callable[..., object])


class entry(Generic[Function]):
    """An entry point of an engine, made and compiled when it is first asked for."""

    def __init__(self, make: Callable[["Engine"], Function]) -> None:
        self._make = make

    def __set_name__(self, owner: type["Engine"], name: str) -> None:
        self._name = name

    @overload
    def __get__(self, engine: None, owner: type["Engine"]) -> "entry[Function]": ...
    @overload
    def __get__(self, engine: "Engine", owner: type["Engine"]) -> Function: ...
    def __get__(self, engine: "Engine | None", owner: type["Engine"]) -> "entry[Function] | Function":
        if engine is None:
            return self
        made = engine.__dict__[self._name] = engine.compiled(self._make(engine))
        return made


class Engine:
    """The entry points of one game. A state is given as an array and its index there; the factories say what else is."""

    kind: Kind
    rules: Rules

    setup = entry(lambda engine: single.make_setup(engine.rules))
    actor = entry(lambda engine: single.make_actor(engine.rules))
    players = entry(lambda engine: single.make_players(engine.rules))
    choices = entry(lambda engine: single.make_choices(engine.rules))
    apply = entry(lambda engine: single.make_apply(engine.rules))
    legal = entry(lambda engine: single.make_legal(engine.rules))
    score = entry(lambda engine: single.make_score(engine.rules))
    payoff = entry(lambda engine: single.make_payoff(engine.rules))
    winners = entry(lambda engine: single.make_winners(engine.rules))
    derive = entry(lambda engine: single.make_derive(engine.rules))
    invariant = entry(lambda engine: single.make_invariant(engine.rules))
    conceal = entry(lambda engine: single.make_conceal(engine.rules))
    conceal_action = entry(lambda engine: single.make_conceal_action(engine.rules))
    guess = entry(lambda engine: single.make_guess(engine.rules))

    weigh = entry(lambda engine: random_play.make_weigh(engine.rules))
    outcome = entry(lambda engine: random_play.make_outcome(engine.rules))
    draw = entry(lambda engine: random_play.make_draw(engine.rules, engine.outcome, engine.kind.settle is not None))
    pick = entry(lambda engine: random_play.make_pick(engine.rules))
    play_out = entry(lambda engine: random_play.make_play_out(engine.rules, engine.draw, engine.pick))
    play_outs = entry(lambda engine: random_play.make_play_outs(engine.play_out))
    checked_play_outs = entry(
        lambda engine: random_play.make_checked_play_outs(engine.rules, engine.draw, engine.pick, engine.invariant)
    )
    perft = entry(lambda engine: random_play.make_perft(engine.rules))

    restart = entry(lambda engine: many.make_restart(seed_into))
    advance = entry(lambda engine: many.make_advance(engine.rules, engine.draw))
    wander = entry(lambda engine: many.make_wander(engine.rules, engine.draw, engine.pick))
    pick_all = entry(lambda engine: many.make_pick_all(engine.pick))
    judge_all = entry(lambda engine: many.make_judge_all(engine.legal))
    list_all = entry(lambda engine: many.make_list_all(engine.rules))
    score_all = entry(lambda engine: many.make_score_all(engine.rules))
    win_all = entry(lambda engine: many.make_win_all(engine.rules))
    play_out_all = entry(lambda engine: many.make_play_out_all(engine.rules, engine.play_out))
    imagine = entry(lambda engine: many.make_imagine(engine.rules, engine.legal))

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self.rules = kind.rules
        self.dtype = kind.rules.STATE
        self.identity = self.dtype.itemsize
        if isinstance(kind.rules, Derived):
            assert self.dtype.fields is not None
            self.identity = self.dtype.fields[kind.rules.DERIVED][1]
        self.max_choices = kind.rules.MAX_CHOICES
        self.max_players = kind.rules.MAX_PLAYERS
        self._prepared = False

    def compiled(self, function: Function) -> Function:
        """Compiles a further algorithm for this game, in this game's cache."""
        return compiled(function, self.kind.folder, self.kind.id)

    def compiled_for_bots(self, function: Function) -> Function:
        """Compiles an algorithm that also rests on what bots know of this game, in a cache of its own."""
        return compiled(function, self.kind.folder / BOT, self.kind.id)

    def compiled_for_observing(self, function: Function) -> Function:
        """Compiles an algorithm that also rests on what learners observe of this game, in a cache of its own."""
        return compiled(function, self.kind.folder / OBSERVING, self.kind.id)

    @functools.cached_property
    def observe_games(self) -> Callable[..., None]:
        """What a seat of each game observes: see many.py."""
        made = self.compiled_for_observing(observed.make_observe_all(self.rules, self._observing))
        return self.compiled_for_observing(many.make_observe_games(made))

    @functools.cached_property
    def mask_games(self) -> Callable[..., None]:
        """The numbers of each game's choices: see many.py."""
        made = self.compiled_for_observing(observed.make_masks_all(self.rules, self._observing))
        return self.compiled_for_observing(many.make_mask_games(made))

    @functools.cached_property
    def act_by_number(self) -> Callable[..., None]:
        """The action that a number stands for in each game: see many.py."""
        made = self.compiled_for_observing(observed.make_actions_all(self.rules, self._observing))
        return self.compiled_for_observing(many.make_act_by_number(made))

    @property
    def _observing(self) -> Observing:
        if self.kind.observing is None:
            raise BangboxError(f"{self.kind.manifest.title} has no observations: there is no observing.py beside its rules")
        return self.kind.observing

    def states(self, n: int) -> States:
        """Room for n states, all zero."""
        return np.zeros(n, self.dtype)

    def buffer(self) -> Numbers:
        """Room for one list of choices or weights."""
        return np.zeros(max(1, self.max_choices), np.int64)

    def prepare(self, report: Callable[[str, int, int], None] | None = None) -> float:
        """Compiles (or loads) what a first game needs; `report(what, done, of)` is told. Returns the seconds it took."""
        began = time.perf_counter()
        if PLAIN or self._prepared:
            return 0.0
        for done, name in enumerate(self._signatures):
            if report:
                report(name, done, len(self._signatures))
            self.fixed(name, getattr(self, name))
        if report:
            report("ready", len(self._signatures), len(self._signatures))
        self._prepared = True
        return time.perf_counter() - began

    @functools.cached_property
    def bare(self) -> "Bare":
        """The entry points on the way of every move, without a look at what they are given."""
        return Bare(self)

    def fixed(self, name: str, function: Function) -> Function:
        """An entry point compiled for the types that it gets in a game."""
        if PLAIN:
            return function
        made: Function = cast(Any, function).compile(self._signatures[name])
        return made

    @functools.cached_property
    def _signatures(self) -> dict[str, tuple[Any, ...]]:
        """The types of what the entry points get that a first game needs."""
        type_of, tuple_of = cast(Any, numba.typeof), cast(Any, numba.types.UniTuple)
        states, number, out = type_of(self.states(1)), numba.int64, type_of(self.buffer())
        one = (states, number)
        return {
            "setup": (*one, tuple_of(number, 1 + len(self.kind.manifest.options))),
            "actor": one,
            "players": one,
            "choices": (*one, out),
            "apply": (*one, number),
            "legal": (*one, number, out),
            "weigh": (*one, out, number),
            "draw": (*one, type_of(np.zeros(1, np.uint64)), out, out),
            "score": (*one, out),
            "winners": one,
        }


class Bare:
    """Entry points without Numba's look at the types of what they get, which takes longer than a move.

    Only for callers whose states and buffers are always those that the engine makes: anything else is not noticed.
    """

    __slots__ = ("actor", "apply", "choices", "draw", "legal", "players", "score", "weigh", "winners")

    def __init__(self, engine: Engine) -> None:
        self.actor = engine.fixed("actor", engine.actor)
        self.players = engine.fixed("players", engine.players)
        self.choices = engine.fixed("choices", engine.choices)
        self.apply = engine.fixed("apply", engine.apply)
        self.legal = engine.fixed("legal", engine.legal)
        self.weigh = engine.fixed("weigh", engine.weigh)
        self.draw = engine.fixed("draw", engine.draw)
        self.score = engine.fixed("score", engine.score)
        self.winners = engine.fixed("winners", engine.winners)


@functools.cache
def engine(kind: Kind) -> Engine:
    """The engine of a game, made once a process."""
    return Engine(kind)


def show_progress(title: str) -> Callable[[str, int, int], None]:
    """A progress line on the terminal, shown only when compiling takes noticeable time."""
    began = time.perf_counter()

    def report(what: str, done: int, of: int) -> None:
        if not sys.stderr.isatty() or (time.perf_counter() - began < 0.5 and done < of):
            return
        if done == of:
            sys.stderr.write("\r\x1b[K")
        else:
            bar = "█" * (20 * done // of) + "░" * (20 - 20 * done // of)
            sys.stderr.write(f"\r\x1b[KCompiling the rules of {title} (once) {bar} {what}")
        sys.stderr.flush()

    return report
