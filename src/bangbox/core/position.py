"""One game being played: who acts, what can be done, doing it, and what each seat may see of it."""

from typing import TYPE_CHECKING, Any, NamedTuple, Self

import numpy as np

from bangbox.core.dice import Dice, Interval, SeededDice
from bangbox.core.errors import BangboxError, IllegalMove
from bangbox.core.forms import Form
from bangbox.core.messages import About, Message, Points, render
from bangbox.core.record import Record, Rng, States, copied, record
from bangbox.core.rules import CHANCE, OVER

if TYPE_CHECKING:
    from bangbox.core.game import Game

SPECTATOR = -1


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


class Position:
    """One game at one moment."""

    __slots__ = (
        "_buffer", "_engine", "_legal", "_played", "_record", "_seen", "_start", "_states", "_weights", "actor", "dice", "game",
        "seat",
    )  # fmt: skip

    def __init__(self, game: "Game", states: States, dice: Dice | None = None, seat: int | None = None) -> None:
        self.game = game
        self.dice = dice
        self.seat = seat
        self._states = states
        self._start = copied(states)
        self._played: list[int] = []
        self._seen: dict[int, _Seen] = {}
        self._buffer = game.engine.buffer()
        self._weights = game.engine.buffer()
        self._record: Record | None = None
        self._engine = game.engine.bare
        self._legal: int | None = None  # the action found possible last: whoever passes a move on asks, and then `play`
        self.actor: int = self._engine.actor(states, 0)  # the seat to act, CHANCE or OVER
        self._roll()

    # -- looking

    @property
    def s(self) -> Record:
        """The record, read as Python integers."""
        if self._record is None:
            self._record = record(self._states)
        return self._record

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.actor == OVER

    @property
    def players(self) -> int:
        """The number of seats."""
        return int(self._engine.players(self._states, 0))

    @property
    def scores(self) -> list[int]:
        """The points that players see, by seat."""
        out = np.zeros(self.game.engine.max_players, np.int64)
        self._engine.score(self._states, 0, out)
        return out[: self.players].tolist()

    @property
    def winners(self) -> list[int]:
        """The seats that share the win; none before the end, in a draw, or when nobody wins."""
        mask = int(self._engine.winners(self._states, 0)) if self.over else 0
        return [seat for seat in range(self.players) if mask >> seat & 1]

    @property
    def payoffs(self) -> list[float]:
        """What search and lab use: 1 shared among winners, ½ each in a draw of two."""
        out = np.zeros(self.game.engine.max_players)
        if self.over:
            self.game.engine.payoff(self._states, 0, out)
        return out[: self.players].tolist()

    def choices(self) -> list[int]:
        """The actor's choices; at a chance node the outcomes. A concealed position lists only its own seat's."""
        if self._hidden_node():
            return []
        n = self._engine.choices(self._states, 0, self._buffer) if self.actor != OVER else 0
        return self._buffer[:n].tolist()

    def weights(self) -> list[int]:
        """At a chance node: the weights of the outcomes, in the order of choices()."""
        if self.actor != CHANCE or self._hidden_node():
            return []
        n = len(self.choices())
        self._engine.weigh(self._states, 0, self._weights, n)
        return self._weights[:n].tolist()

    def ranges(self) -> list[Form]:
        """Decisions over ranges that can be made here beside the listed choices."""
        if self.actor < 0 or self._hidden_node() or not hasattr(self.game.kind.notation, "forms"):
            return []
        return list(self.game.kind.notation.forms(self.s))

    def pack(self, form: str, **values: int) -> int:
        """The action that a form with these values stands for."""
        for known in self.ranges():
            if known.name == form:
                return int(self.game.kind.notation.pack(self.s, form, known.checked(values)))
        raise IllegalMove(f"no form {form!r} here; there is {', '.join(f.name for f in self.ranges()) or 'none'}")

    def is_legal(self, action: int) -> bool:
        """Whether the actor (or chance) can do it."""
        if not 0 <= action < 2**53:
            return False
        if action != self._legal and self._engine.legal(self._states, 0, action, self._buffer):
            self._legal = int(action)  # a fraction is cut off by then, and so not equal
        return action == self._legal

    def _hidden_node(self) -> bool:
        """Whether a viewer has nothing to decide now (a spectator's -1 is no actor, although CHANCE is -1)."""
        return self.seat is not None and not self.over and (self.actor < 0 or self.actor != self.seat)

    # -- names

    def name(self, action: int) -> str:
        """The action's name: language-free, unique here."""
        return str(self.game.kind.notation.name(self.s, action))

    def parse(self, text: str) -> int:
        """The action of that name; raises IllegalMove that says why it is none."""
        notation = self.game.kind.notation
        wanted = " ".join(text.split())
        if hasattr(notation, "tidy"):
            wanted = notation.tidy(self.s, wanted)
        for action in self.choices():
            if self.name(action) == wanted:
                return action
        if hasattr(notation, "parse") and (self.ranges() or self.actor == CHANCE):
            action = int(notation.parse(self.s, wanted))
            if self.is_legal(action):
                return action
        raise IllegalMove(self._refusal(text))

    def _refusal(self, text: str) -> str:
        if self.over:
            return f"{text!r}: the game is over"
        rule = self.game.kind.views.why_not(self, text) if self.actor >= 0 else None
        return f"{text!r} is not possible here" + (f" (rule {rule})" if rule else "")

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
        self.actor, self._legal = self._engine.apply(self._states, 0, action), None
        self._played.append(action)

    def _roll(self) -> None:
        """Lets the dice play every chance node up to the next decision."""
        while self.dice is not None and self.actor == CHANCE:
            self._apply(self.draw(self.dice).action)

    def draw(self, dice: Dice) -> Drawn:
        """What these dice make of the present chance node (nothing is played)."""
        game = self.game
        settle = game.kind.settle
        n = self._engine.choices(self._states, 0, self._buffer)
        seeded = isinstance(dice, SeededDice)
        if n == 0 and not (seeded and not settle.is_real(self)):
            tremor = dice.below(settle.TREMOR)
            settled = settle.settle(self, tremor)
            return Drawn(settled.action, Interval(_k(dice), settle.TREMOR, tremor, tremor + 1), settled.data)
        if seeded:  # the same compiled code as a Batch, so that both play the same game
            action = int(self._engine.draw(self._states, 0, dice.rng, self._buffer, self._weights))  # type: ignore[attr-defined]
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

    def pick(self, rng: Rng) -> int:
        """A choice of the actor, each as likely as the others (nothing is played)."""
        if self.over or self._hidden_node():
            raise BangboxError("nothing can be chosen here" + (": the game is over" if self.over else ": another seat is to act"))
        return int(self.game.engine.pick(self._states, 0, rng, self._buffer))

    def copy(self, dice: Dice | None = None) -> "Position":
        """A copy that stops at chance unless it gets dice of its own: nobody can peek at the future."""
        twin = object.__new__(Position)
        twin.game, twin.dice, twin.seat = self.game, dice, self.seat
        twin._states, twin._start = copied(self._states), self._start
        twin._played = self._played.copy()
        twin._seen = {seat: seen.copy() for seat, seen in self._seen.items()}
        twin._buffer, twin._weights = self._buffer.copy(), self._weights.copy()
        twin._record, twin._engine, twin.actor, twin._legal = None, self._engine, self.actor, self._legal
        twin._roll()
        return twin

    # -- what has happened, and what a seat may know of it

    @property
    def history(self) -> list[Played]:
        """All that was played since this position was made, as the seat (if it is concealed) may see it."""
        return self._seen_so_far(SPECTATOR - 1 if self.seat is None else self.seat).events.copy()

    def seen_by(self, seat: int | None) -> "Position":
        """This position as a seat (None: a spectator) may know it: all that bots, hints and workers get."""
        if seat is not None and not 0 <= seat < self.players:
            raise BangboxError(f"no seat {seat}; the seats are 0 to {self.players - 1}")
        viewer = SPECTATOR if seat is None else seat
        events = self._seen_so_far(viewer)
        seen = self.copy()
        seen.seat = viewer
        seen._played, seen._start = [], self._states[:0]
        seen._seen = {viewer: _Seen(None, 0, events.events.copy())}
        if self.game.kind.secret and not self.over:
            self.game.engine.conceal(seen._states, 0, viewer)
            seen.actor, seen._legal = self._engine.actor(seen._states, 0), None
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

    # -- texts and views

    @property
    def text(self) -> str:
        """The whole position in one line; `game.position(text)` reads it back."""
        return str(self.game.kind.notation.text(self.s))

    def view(self, seat: int | None = None) -> Any:
        """What a board shows to a seat (None: to a spectator)."""
        return self.game.kind.views.view(self._as_seen(seat))

    def label(self, action: int, names: list[str] | None = None, language: str = "en") -> str:
        """What a person reads for an action."""
        return render(self.game.kind, self.game.kind.views.label(self, action), names, language)

    def about(self, action: int) -> About:
        """What an action touches and causes."""
        return self.game.kind.views.about(self, action)

    def tally(self) -> list[Points]:
        """Points by seat and reason, at any time."""
        return list(self.game.kind.views.tally(self))

    def prompt(self) -> Message:
        """What the actor is asked."""
        return self.game.kind.views.prompt(self)

    def topic(self) -> str:
        """The number of the rule in force now."""
        return str(self.game.kind.views.topic(self))

    def why_not(self, attempt: str) -> str | None:
        """The number of the rule that forbids an attempt; None if it is allowed."""
        return self.game.kind.views.why_not(self, attempt)

    def _as_seen(self, seat: int | None) -> "Position":
        if self.seat is None:
            return self.seen_by(seat)
        if self.seat != (SPECTATOR if seat is None else seat):
            raise BangboxError(f"this position is what seat {self.seat} sees")
        return self

    # -- identity, and the state itself for compiled algorithms

    def states(self, n: int = 1) -> States:
        """An array of n copies of the state, as the engine's entry points take it."""
        return np.tile(self._states.view(np.uint8), n).view(self._states.dtype)

    @property
    def key(self) -> bytes:
        """The bytes that identify the position."""
        return self._states.tobytes()[: self.game.engine.identity]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.game.kind is other.game.kind and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        return f"<{self.game!r} {self.text}>"

    def __reduce__(self) -> Any:
        return _unpickle, (self.game, self._states.tobytes(), self.seat, self.history if self.seat is not None else [])


class _Seen:
    """A history under construction: the real state up to which it goes, and the events as one viewer sees them."""

    __slots__ = ("events", "states", "upto")

    def __init__(self, states: States | None, upto: int, events: list[Played]) -> None:
        self.states, self.upto, self.events = states, upto, events

    def copy(self) -> "_Seen":
        return _Seen(None if self.states is None else copied(self.states), self.upto, self.events.copy())


def _k(dice: Dice) -> int:
    """The number of the draw just made (fair dice count them)."""
    return int(getattr(dice, "k", 0)) - 1


def _unpickle(game: "Game", data: bytes, seat: int | None, events: list[Played]) -> Position:
    states = np.frombuffer(bytearray(data), game.engine.dtype)
    position = Position(game, states, None, seat)
    if seat is not None:
        position._seen = {seat: _Seen(None, 0, events)}
    return position
