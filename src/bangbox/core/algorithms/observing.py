"""What learners get of a game: observations, masks and numbered actions, of one position or of many states at once."""

import functools
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from bangbox.core.compiled import observed
from bangbox.core.contract import Ranging
from bangbox.core.errors import BangboxError, IllegalMove
from bangbox.core.parts import length
from bangbox.core.position import Game, Position
from bangbox.core.record import Numbers, States
from bangbox.core.rules import plain


class Stateful(Protocol):
    """A position, or anything else that holds one state."""

    @property
    def _states(self) -> States: ...


class Observer:
    """Observations and numbered actions of a game. Nothing is compiled before it is first asked for.

    `size` numbers make an observation, each from 0 to 1 (float32); `parts` says which. Actions have the numbers from 0 to
    `actions` - 1; `numbers` says which. `forms` names the decisions over ranges, which have no numbers,
    and how many fields each has.

    The four functions that work on states[low:high] release the interpreter's lock, so that threads can share the work:

        observe_all(states, seats, low, high, world, out)      world: game.engine.states(1); out: float32 [n, size]
        masks_all(states, low, high, buffer, out)              buffer: game.engine.buffer(); out: int8 [n, actions]
        actions_all(states, numbers, low, high, actions)       both int64 [n]; -1 where no action has that number
        numbers_all(states, actions, low, high, numbers)
    """

    def __init__(self, game: Game) -> None:
        found = game.kind.observing
        if found is None:
            raise BangboxError(f"{game.title} has no observations: there is no observing.py beside its rules")
        self.game = game
        self.parts, self.numbers = tuple(found.OBSERVATION), tuple(found.NUMBERS)
        self.forms = dict(found.FORMS) if isinstance(found, Ranging) else {}
        self.size = length(self.parts)
        self.actions = int(plain(found).actions(game.start(dice=None).s))  # type: ignore[arg-type]
        engine, rules = game.engine, game.kind.rules
        self.observe_all = engine.compiled_for_observing(observed.make_observe_all(rules, found))
        self.masks_all = engine.compiled_for_observing(observed.make_masks_all(rules, found))
        self.actions_all = engine.compiled_for_observing(observed.make_actions_all(rules, found))
        self.numbers_all = engine.compiled_for_observing(observed.make_numbers_all(rules, found))
        self._world, self._buffer, self._one = engine.states(1), engine.buffer(), np.zeros(1, np.int64)

    def observe(self, pos: Stateful, seat: int) -> NDArray[np.float32]:
        """What a seat observes."""
        out = np.zeros((1, self.size), np.float32)
        self._one[0] = seat
        self.observe_all(pos._states, self._one, 0, 1, self._world, out)
        return out[0]

    def mask(self, pos: Stateful) -> NDArray[np.int8]:
        """1 for the number of each listed choice of the seat that acts."""
        out = np.zeros((1, self.actions), np.int8)
        self.masks_all(pos._states, 0, 1, self._buffer, out)
        return out[0]

    def action(self, pos: Position, number: int) -> int:
        """The action of a number; IllegalMove if it is not possible."""
        if not 0 <= number < self.actions:
            raise IllegalMove(f"actions of {self.game.title} have numbers from 0 to {self.actions - 1}, not {number}")
        if not pos.is_legal(found := self.meant(pos, number)):
            raise IllegalMove(f"the action with number {number} is not possible here")
        return found

    def meant(self, pos: Stateful, number: int) -> int:
        """The action of a number, whether or not it is possible; -1 if none has it here."""
        found, self._one[0] = np.zeros(1, np.int64), number
        self.actions_all(pos._states, self._one, 0, 1, found)
        return int(found[0])

    def number(self, pos: Stateful, action: int) -> int:
        """The number of a listed choice."""
        found, self._one[0] = np.zeros(1, np.int64), action
        self.numbers_all(pos._states, self._one, 0, 1, found)
        return int(found[0])


@functools.cache
def observer(game: Game) -> Observer:
    """The observer of a game with its options, made once a process."""
    return Observer(game)


def observe_all(game: Game, states: States, seats: Numbers, out: NDArray[np.float32]) -> None:
    """What seats[i] observes of states[i], into out[i]; zeros where the seat is negative."""
    observer(game).observe_all(states, seats, 0, len(states), game.engine.states(1), out)


def masks_all(game: Game, states: States, out: NDArray[np.int8]) -> None:
    """Which numbers the choices of the seat that acts in states[i] have, into out[i]."""
    observer(game).masks_all(states, 0, len(states), game.engine.buffer(), out)
