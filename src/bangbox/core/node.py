"""One moment of a game to look at: who acts, what can be done, what it is called and how it is shown."""

from collections.abc import Mapping

import numpy as np

from bangbox.core.compiled.engine import Engine
from bangbox.core.contract import Parsing, Spelling, Tidying
from bangbox.core.errors import BangboxError, IllegalMove
from bangbox.core.forms import Form
from bangbox.core.messages import About, Message, Points, render
from bangbox.core.record import Record, Rng, States, record
from bangbox.core.rules import CHANCE, OVER


class Node:
    """One moment of a game. Nothing here changes it."""

    __slots__ = ("_bare", "_buffer", "_engine", "_kind", "_legal", "_record", "_states", "_weights", "actor", "seat")

    def __init__(self, engine: Engine, states: States, seat: int | None) -> None:
        self._kind = engine.kind
        self._engine = engine
        self._bare = engine.bare
        self._states = states
        self._record: Record | None = None
        self._buffer = engine.buffer()
        self._weights = engine.buffer()
        self._legal: int | None = None  # the action found possible last: whoever passes a move on asks, and then `play`
        self.seat = seat  # for which it is concealed
        self.actor: int = self._bare.actor(states, 0)  # the seat to act, CHANCE or OVER

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
        return int(self._bare.players(self._states, 0))

    @property
    def scores(self) -> list[int]:
        """The points that players see, by seat."""
        out = np.zeros(self._engine.max_players, np.int64)
        self._bare.score(self._states, 0, out)
        return out[: self.players].tolist()

    @property
    def winners(self) -> list[int]:
        """The seats that share the win; none before the end, in a draw, or when nobody wins."""
        mask = int(self._bare.winners(self._states, 0)) if self.over else 0
        return [seat for seat in range(self.players) if mask >> seat & 1]

    @property
    def payoffs(self) -> list[float]:
        """What search and lab use: 1 shared among winners, ½ each in a draw of two."""
        out = np.zeros(self._engine.max_players)
        if self.over:
            self._engine.payoff(self._states, 0, out)
        return out[: self.players].tolist()

    def choices(self) -> list[int]:
        """The actor's choices; at a chance node the outcomes. A concealed position lists only its own seat's."""
        if self._hidden_node():
            return []
        n = self._bare.choices(self._states, 0, self._buffer) if self.actor != OVER else 0
        return self._buffer[:n].tolist()

    def weights(self) -> list[int]:
        """At a chance node: the weights of the outcomes, in the order of choices()."""
        if self.actor != CHANCE or self._hidden_node():
            return []
        n = len(self.choices())
        self._bare.weigh(self._states, 0, self._weights, n)
        return self._weights[:n].tolist()

    def ranges(self) -> list[Form]:
        """Decisions over ranges that can be made here beside the listed choices."""
        forms = self._kind.forms
        return [] if forms is None or self.actor < 0 or self._hidden_node() else forms.forms(self.s)

    def pack(self, form: str, /, **values: int) -> int:
        """The action that a form with these values stands for, e.g. `pack("flick", angle=-10, strength=30)`."""
        return self.pack_values(form, values)

    def pack_values(self, form: str, values: Mapping[str, object]) -> int:
        """The same for values that somebody else has named: any key that is no field is an IllegalMove."""
        for known in self.ranges():
            if known.name == form and self._kind.forms is not None:
                return int(self._kind.forms.pack(self.s, form, known.checked(values)))
        raise IllegalMove(f"no form {form!r} here; there is {', '.join(f.name for f in self.ranges()) or 'none'}")

    def is_legal(self, action: int) -> bool:
        """Whether the actor (or chance) can do it."""
        if not 0 <= action < 2**53:
            return False
        if action != self._legal and self._bare.legal(self._states, 0, action, self._buffer):
            self._legal = int(action)  # a fraction is cut off by then, and so not equal
        return action == self._legal

    def _hidden_node(self) -> bool:
        """Whether a viewer has nothing to decide now (a spectator's -1 is no actor, although CHANCE is -1)."""
        return self.seat is not None and not self.over and (self.actor < 0 or self.actor != self.seat)

    def pick(self, rng: Rng) -> int:
        """A choice of the actor, each as likely as the others (nothing is played)."""
        if self.over or self._hidden_node():
            raise BangboxError("nothing can be chosen here" + (": the game is over" if self.over else ": another seat is to act"))
        return int(self._engine.pick(self._states, 0, rng, self._buffer))

    def after(self, action: int) -> Record:
        """The record as an action that can be done here would leave it."""
        states = self.states()
        self._bare.apply(states, 0, action)
        return record(states)

    # -- names

    def name(self, action: int) -> str:
        """The action's name: language-free, unique here."""
        return str(self._kind.notation.name(self.s, action))

    def parse(self, text: str) -> int:
        """The action of that name; raises IllegalMove that says why it is none."""
        notation = self._kind.notation
        wanted = " ".join(text.split())
        if isinstance(notation, Tidying):
            wanted = notation.tidy(self.s, wanted)
        for action in self.choices():
            if self.name(action) == wanted:
                return action
        if isinstance(notation, Parsing) and (self.ranges() or self.actor == CHANCE):
            action = int(notation.parse(self.s, wanted))
            if self.is_legal(action):
                return action
        raise self._refusal(text)

    def _refusal(self, text: str) -> IllegalMove:
        if self.over:
            return IllegalMove(f"{text!r}: the game is over")
        if self.actor >= 0 and not self.is_spelled(text):
            return IllegalMove(f"{text!r} is no choice and no place of {self._kind.manifest.title}")
        rule = self._kind.views.why_not(self, text) if self.actor >= 0 else None
        number = rule and rule.partition(".")[0]
        return IllegalMove(f"{text!r} is not possible here" + (f" (rule {number})" if number else ""), number)

    def is_spelled(self, text: str) -> bool:
        """Whether a text is written as choices or places of this game are: otherwise it is a typo, and no rule forbids it."""
        notation = self._kind.notation
        return not isinstance(notation, Spelling) or notation.spelled(self.s, " ".join(text.split()))

    # -- texts and views

    @property
    def text(self) -> str:
        """The whole position in one line; `game.position(text)` reads it back."""
        return str(self._kind.notation.text(self.s))

    def label(self, action: int, names: list[str] | None = None, language: str = "en") -> str:
        """What a person reads for an action."""
        return render(self._kind, self._kind.views.label(self, action), names, language)

    def about(self, action: int) -> About:
        """What an action touches and causes."""
        return self._kind.views.about(self, action)

    def tally(self) -> list[Points]:
        """Points by seat and reason, at any time."""
        return list(self._kind.views.tally(self))

    def prompt(self) -> Message:
        """What the actor is asked."""
        return self._kind.views.prompt(self)

    def topic(self) -> str:
        """The number of the rule in force now."""
        return str(self._kind.views.topic(self))

    def why_not(self, attempt: str) -> str | None:
        """The rule that forbids an attempt, `R9`, or `R9.2` for its second sentence; None if it is allowed."""
        return self._kind.views.why_not(self, attempt)

    # -- identity, and the state itself for compiled algorithms

    def states(self, n: int = 1) -> States:
        """An array of n copies of the state, as the engine's entry points take it."""
        return np.tile(self._states.view(np.uint8), n).view(self._states.dtype)

    @property
    def key(self) -> bytes:
        """The bytes that identify the position."""
        return self._states.tobytes()[: self._engine.identity]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Node) and self._kind is other._kind and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)
