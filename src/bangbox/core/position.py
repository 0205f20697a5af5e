"""A game with its options chosen, and one game of it being played: doing things, and what each seat may see of it."""

import functools
from typing import Any, NamedTuple, Self

import numpy as np

from bangbox.core.compiled.engine import engine, show_progress
from bangbox.core.contract import Derived, Options
from bangbox.core.dice import Dice, Interval, Seed, SeededDice
from bangbox.core.errors import BangboxError, IllegalMove, OptionError, TextError
from bangbox.core.node import Node
from bangbox.core.pictures.any_game import drawn
from bangbox.core.record import Rng, States, copied, record
from bangbox.core.registry import Kind, kind
from bangbox.core.rules import CHANCE

SPECTATOR = -1
SEEDED: Any = object()


class Played(NamedTuple):
    """One action of a history: who did it (CHANCE for an outcome), its number and its name."""

    actor: int
    action: int
    name: str


class Drawn(NamedTuple):
    """A chance outcome with what it stood on, and what a replay shows of it."""

    action: int
    interval: Interval
    data: dict[str, Any] | None


class Game:
    """A game and its options. `game("brains", players=3)` makes one.

    It can be compared, hashed and pickled, and is cheap: what is compiled is shared by all games of a kind.

    >>> from bangbox import game
    >>> brains = game("brains", players=3)
    >>> brains.title, brains.options
    ('Mmm… Brains!', {'players': 3, 'first': 0})
    >>> brains.start(seed=7) == brains.start(seed=7)
    True
    """

    def __init__(self, kind: Kind, options: Options) -> None:
        self.kind = kind
        self.options = kind.complete(options)
        self.engine = engine(kind)

    @property
    def id(self) -> str:
        """Its short name, as in `bangbox rules brains`."""
        return self.kind.id

    @property
    def title(self) -> str:
        """Its name for people."""
        return self.kind.manifest.title

    @property
    def version(self) -> str:
        """Which rules and data: a number and a hash of the data."""
        return self.kind.version

    @property
    def players(self) -> int:
        """How many seats there are with these options."""
        return int(self.engine.players(self._first_states, 0))

    @functools.cached_property
    def _first_states(self) -> States:
        self.engine.prepare(show_progress(self.title))
        states = self.engine.states(1)
        codes = [option.code(self.options[option.name]) for option in self.kind.manifest.options]
        self.engine.setup(states, 0, (int(self.options["players"]), *codes))
        return states

    def start(self, seed: Seed | None = None, dice: Dice | None = SEEDED) -> "Position":
        """A new game. Chance is played by dice from `seed` (a fresh one if None); with dice=None it is left to the caller."""
        if dice is SEEDED:
            dice = SeededDice(seed)
        elif seed is not None:
            raise OptionError("give a seed or dice, not both")
        return Position(self, copied(self._first_states), dice)

    def position(self, text: str) -> "Position":
        """The position that a text describes (see `Position.text`). The options are those of the text.

        Raises TextError if it is none: of what it accepts, everybody can rely on that it can be shown and played on.
        """
        self.engine.prepare(show_progress(self.title))
        states = self.engine.states(1)
        s = record(states)
        try:
            self.kind.notation.read(s, text)
        except (ValueError, IndexError, KeyError, OverflowError) as error:
            if isinstance(error, TextError):
                raise
            raise TextError(f"not a position of {self.title}: {error}") from None
        if isinstance(self.kind.rules, Derived):
            self.engine.derive(states, 0)
        read = Position(Game(self.kind, self.kind.notation.options(s)), states, None)
        if not _goes_on(read):
            raise TextError(f"not a position of {self.title}: nothing can be done here, and yet the game is not over")
        return read

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and (self.kind, self.options) == (other.kind, other.options)

    def __hash__(self) -> int:
        return hash((self.kind.id, tuple(self.options.items())))

    def __repr__(self) -> str:
        chosen = "".join(f", {name}={value!r}" for name, value in self.options.items() if value != self.kind.default(name))
        return f"game({self.id!r}{chosen})"

    def __reduce__(self) -> tuple[object, ...]:
        return game_with, (self.id, self.options)


def game_with(name: str, options: Options) -> Game:
    """A game by its name with options that somebody else has named: any key that is no option is an OptionError."""
    return Game(kind(name), options)


class Position(Node):
    """One game at one moment: who acts, what can be done, and playing on.

    `actor` is the seat to act, CHANCE or OVER; `choices()` lists its actions, which are integers, and `name(action)` says what
    each is called. `play` changes the position; `copy()` makes another one to try things on; `seen_by(seat)` is what one seat
    may know of it.

    >>> from bangbox import game
    >>> pos = game("bigxbang").start(seed=7)
    >>> pos.actor, len(pos.choices()), pos.label(pos.parse("b4+c5"))
    (0, 95, 'Fuse n from b4 with H1 on c5: H2')
    >>> pos.play("b4+c5").actor
    1
    >>> pos.play("b4+c5")
    Traceback (most recent call last):
    bangbox.core.errors.IllegalMove: 'b4+c5' is not possible here (rule X6)

    Without dice, chance is left to the caller, with the weights of its outcomes:

    >>> pos = game("brains", players=3).start(dice=None)
    >>> pos.actor, [pos.name(a) for a in pos.choices()], pos.weights()
    (-1, ['1', '2', '3', '4', '5', '*'], [1, 1, 1, 1, 1, 1])
    >>> pos.play("5").text
    '1 100 0,0,0 r,y,g 0 1 5????'
    """

    __slots__ = ("_played", "_seen", "_start", "dice", "game")

    def __init__(self, game: Game, states: States, dice: Dice | None = None, seat: int | None = None) -> None:
        super().__init__(game.engine, states, seat)
        self.game = game
        self.dice = dice
        self._start = copied(states)
        self._played: list[int] = []
        self._seen: dict[int, _Seen] = {}
        self._roll()

    # -- playing

    def play(self, action: int | str) -> Self:
        """Plays an action or its name; then chance, if this position has dice. Returns itself."""
        if isinstance(action, str):
            action = self.parse(action)
        elif action != self._legal and not self.is_legal(action):
            raise IllegalMove(f"action {action} is not possible here" + (": the game is over" if self.over else ""))
        self._apply(int(action))
        if self.dice is not None:
            self._roll()
        return self

    def _apply(self, action: int) -> None:
        if self.seat is not None:
            raise BangboxError("a concealed position cannot be played on: copy() it with a guess, or play the real one")
        self.actor, self._legal = self._bare.apply(self._states, 0, action), None
        self._played.append(action)

    def _roll(self) -> None:
        """Lets the dice play every chance node up to the next decision."""
        while self.dice is not None and self.actor == CHANCE:
            self._apply(self.draw(self.dice).action)

    def draw(self, dice: Dice) -> Drawn:
        """What these dice make of the present chance node (nothing is played)."""
        settle = self.game.kind.settle
        n = self._bare.choices(self._states, 0, self._buffer)
        if n == 0 and settle is not None and (not isinstance(dice, SeededDice) or settle.is_real(self)):
            tremor = dice.below(settle.TREMOR)
            settled = settle.settle(self, tremor)
            return Drawn(settled.action, Interval(_k(dice), settle.TREMOR, tremor, tremor + 1), settled.data)
        if isinstance(dice, SeededDice):  # the same compiled code as a Batch, so that both play the same game
            action = int(self._bare.draw(self._states, 0, dice.rng, self._buffer, self._weights))
            return Drawn(action, Interval(0, 0, 0, 0), None)
        actions, weights = self._buffer[:n].tolist(), self.weights()
        total = sum(weights)
        value = dice.below(total)
        low = 0
        for action, weight in zip(actions, weights, strict=True):
            if value < low + weight:
                return Drawn(action, Interval(_k(dice), total, low, low + weight), None)
            low += weight
        raise AssertionError("dice gave a number out of range")

    def copy(self, dice: Dice | None = None) -> "Position":
        """A copy that stops at chance unless it gets dice of its own: nobody can peek at the future."""
        twin = self._twin()
        twin.dice, twin._start = dice, self._start
        twin._played = self._played.copy()
        twin._seen = {seat: seen.copy() for seat, seen in self._seen.items()}
        twin._roll()
        return twin

    def _twin(self) -> "Position":
        """A copy of the present state alone: without dice and without a history."""
        twin = object.__new__(Position)
        twin.game, twin.dice, twin.seat = self.game, None, self.seat
        twin._states, twin._start = copied(self._states), self._states[:0]
        twin._played, twin._seen = [], {}
        twin._buffer, twin._weights = self._buffer.copy(), self._weights.copy()
        twin._kind, twin._engine, twin._bare = self._kind, self._engine, self._bare
        twin._record, twin.actor, twin._legal = None, self.actor, self._legal
        return twin

    def then(self, action: int) -> "Position":
        """What an action would lead to, before chance, to look at: by the seat that looks now, where there are secrets."""
        twin = self._twin()
        twin.seat = self.seat if self.game.kind.secret else None
        twin.actor, twin._legal = twin._bare.apply(twin._states, 0, action), None
        return twin

    # -- what has happened, and what a seat may know of it

    @property
    def history(self) -> list[Played]:
        """All that was played since this position was made, as the seat (if it is concealed) may see it."""
        return self._seen_so_far(SPECTATOR - 1 if self.seat is None else self.seat).events.copy()

    def seen_by(self, seat: int | None, history: bool = True) -> "Position":
        """This position as a seat (None: a spectator) may know it: all that bots, hints and workers get.

        Without its `history`, which takes longer to conceal than the position, it is what boards are drawn from.
        """
        if seat is not None and not 0 <= seat < self.players:
            raise BangboxError(f"no seat {seat}; the seats are 0 to {self.players - 1}")
        viewer = SPECTATOR if seat is None else seat
        seen = self._twin()
        seen.seat = viewer
        seen._seen = {viewer: _Seen(None, 0, self._seen_so_far(viewer).events.copy() if history else [])}
        if self.game.kind.secret and not self.over:
            self.game.engine.conceal(seen._states, 0, viewer)
            seen.actor, seen._legal = self._bare.actor(seen._states, 0), None
        return seen

    def action_seen_by(self, seat: int | None, action: int) -> int:
        """An action as a seat (None: a spectator) may see it, judged before it is played."""
        if not self.game.kind.secret:
            return action
        return int(self.game.engine.conceal_action(self._states, 0, action, SPECTATOR if seat is None else seat))

    def guessed(self, rng: Rng) -> "Position":
        """A world that fits all that the seat of this concealed position has seen; without a history."""
        if self.seat is None:
            raise BangboxError("only what a seat sees leaves something to guess: ask seen_by(seat) first")
        states = self.states()
        if self.game.kind.secret and not self.over:
            self.game.engine.guess(states, 0, self.seat, rng)
        return Position(self.game, states)

    def _seen_so_far(self, viewer: int) -> "_Seen":
        """The history for a viewer (SPECTATOR - 1: everything), extended by what is new since it was last asked for."""
        if self.seat is not None:
            if viewer != self.seat:
                raise BangboxError(f"this position is what seat {self.seat} sees; ask the real one for another seat")
            return self._seen[viewer]
        if self.over and self.game.kind.secret:
            viewer = SPECTATOR - 1  # once a match is over, everything is public
        seen = self._seen.get(viewer)
        if seen is None:
            seen = self._seen[viewer] = _Seen(copied(self._start), 0, [])
        assert seen.states is not None
        engine = self.game.engine
        conceals = self.game.kind.secret and viewer >= SPECTATOR
        for action in self._played[seen.upto :]:
            shown, states = action, seen.states
            if conceals:
                shown = int(engine.conceal_action(states, 0, action, viewer))
                states = copied(states)
                engine.conceal(states, 0, viewer)
            name = str(self.game.kind.notation.name(record(states), shown))
            seen.events.append(Played(int(engine.actor(seen.states, 0)), shown, name))
            engine.apply(seen.states, 0, action)
            seen.upto += 1
        return seen

    def view(self, seat: int | None = None) -> Any:
        """What a board shows to a seat (None: to a spectator)."""
        return self.game.kind.views.view(self._as_seen(seat))

    def svg(self, seat: int | None = None, names: list[str] | None = None, language: str = "en") -> str:
        """The same as a drawing; `names` are the players' names by seat."""
        return drawn(self.game.kind, self.view(seat), names or [], language)

    def _repr_svg_(self) -> str:
        """What a notebook shows: no more than everybody may know, or than the seat that this position is concealed for."""
        return self.svg(None if self.seat in (None, SPECTATOR) else self.seat)

    def _as_seen(self, seat: int | None) -> "Position":
        if self.seat is None:
            return self.seen_by(seat, history=False)
        if self.seat != (SPECTATOR if seat is None else seat):
            raise BangboxError(f"this position is what seat {self.seat} sees")
        return self

    def __repr__(self) -> str:
        return f"<{self.game!r} {self.text}>"

    def __reduce__(self) -> tuple[object, ...]:
        return _unpickle, (self.game, self._states.tobytes(), self.seat, self.history if self.seat is not None else [])


class _Seen:
    """A history under construction: the real state up to which it goes, and the events as one viewer sees them."""

    __slots__ = ("events", "states", "upto")

    def __init__(self, states: States | None, upto: int, events: list[Played]) -> None:
        self.states, self.upto, self.events = states, upto, events

    def copy(self) -> "_Seen":
        return _Seen(None if self.states is None else copied(self.states), self.upto, self.events.copy())


def _goes_on(pos: Position) -> bool:
    """Whether the game is over, or whoever acts can do something: a seat, or chance, unless physics decides."""
    if pos.actor == CHANCE:
        return sum(pos.weights()) > 0 or (pos.game.kind.settle is not None and not pos.choices())
    return pos.over or bool(pos.choices() or pos.ranges())


def _k(dice: Dice) -> int:
    """The number of the draw just made (fair dice count them)."""
    return int(getattr(dice, "k", 0)) - 1


def _unpickle(game: Game, data: bytes, seat: int | None, events: list[Played]) -> Position:
    states = np.frombuffer(bytearray(data), game.engine.dtype)
    position = Position(game, states, None, seat)
    if seat is not None:
        position._seen = {seat: _Seen(None, 0, events)}
    return position
