"""How a learner's action becomes one of a game: by its number, or as a point of a box where there are decisions over ranges."""

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from numpy.typing import NDArray

from bangbox.core.algorithms.observing import observer
from bangbox.core.errors import IllegalMove
from bangbox.core.forms import Form
from bangbox.core.position import Game, Position

Observation = dict[str, NDArray[Any]]


class Numbered:
    """Games whose choices can all be listed: an action is a number, and observations have a mask of those that are possible."""

    def __init__(self, game: Game) -> None:
        self._observer = observer(game)
        self._nothing = np.zeros(self._observer.actions, np.int8)

    def action_space(self) -> Space[Any]:
        """All numbers."""
        return Discrete(self._observer.actions)

    def observation_space(self) -> Dict:
        """What is seen, and which numbers are possible."""
        seen = Box(0.0, 1.0, (self._observer.size,), np.float32)
        return Dict({"observation": seen, "action_mask": Box(0, 1, (self._observer.actions,), np.int8)})

    def observe(self, pos: Position, seat: int) -> Observation:
        """What a seat sees; a seat that does not act has nothing to choose."""
        mask = self._observer.mask(pos) if seat == pos.actor else self._nothing.copy()
        return {"observation": self._observer.observe(pos, seat), "action_mask": mask}

    def action(self, pos: Position, given: Any) -> int:
        """The action that is meant; IllegalMove if it is not possible."""
        return self._observer.action(pos, int(given))


class Boxed:
    """Games with decisions over ranges: an action is a point of a box, and every point is possible.

    The first number points at a choice: of those that are offered now the one nearest to it, when 0 stands for the first number
    of all and 1 for the last. After the listed choices the forms are counted. The other numbers fill in the fields of a form,
    from the least value (0) to the greatest (1). What a form gives and the rules refuse, such as a box on a tile, becomes the
    first choice that is listed.
    """

    def __init__(self, game: Game) -> None:
        self._observer = observer(game)
        self._forms = list(self._observer.forms)
        self._numbers = self._observer.actions + len(self._forms)

    def action_space(self) -> Space[Any]:
        """A choice and the fields of a form."""
        return Box(0.0, 1.0, (1 + max(self._observer.forms.values()),), np.float32)

    def observation_space(self) -> Dict:
        """What is seen, and what is offered: listed choices by their numbers, then forms."""
        seen = Box(0.0, 1.0, (self._observer.size,), np.float32)
        return Dict({"observation": seen, "offered": Box(0, 1, (self._numbers,), np.int8)})

    def observe(self, pos: Position, seat: int) -> Observation:
        """What a seat sees; a seat that does not act is offered nothing."""
        offered = self._offered(pos) if seat == pos.actor else np.zeros(self._numbers, np.int8)
        return {"observation": self._observer.observe(pos, seat), "offered": offered}

    def _offered(self, pos: Position) -> NDArray[np.int8]:
        forms = [form.name for form in pos.ranges()]
        return np.concatenate([self._observer.mask(pos), np.array([name in forms for name in self._forms], np.int8)])

    def action(self, pos: Position, given: Any) -> int:
        """The action that is meant."""
        point = np.asarray(given, np.float64).ravel()
        if point.shape != (1 + max(self._observer.forms.values()),) or not ((point >= 0) & (point <= 1)).all():
            raise IllegalMove(f"an action is {1 + max(self._observer.forms.values())} numbers from 0 to 1, not {given!r}")
        offered = np.flatnonzero(self._offered(pos))
        number = int(offered[np.abs(offered - point[0] * (self._numbers - 1)).argmin()])
        if number < self._observer.actions:
            return self._observer.action(pos, number)
        return self._filled_in(pos, self._forms[number - self._observer.actions], point[1:].tolist())

    def _filled_in(self, pos: Position, name: str, values: list[float]) -> int:
        """A form with these values, or the first listed choice."""
        form = next(form for form in pos.ranges() if form.name == name)
        listed = pos.choices()
        try:
            action = pos.pack_values(name, filled_in(form, values))
            if pos.is_legal(action) or not listed:
                return action
        except IllegalMove:
            if not listed:
                raise
        return listed[0]


def filled_in(form: Form, values: list[float]) -> dict[str, int]:
    """The fields of a form, each from its least value (0) to its greatest (1); further values are left over."""
    return {
        field.name: field.low + round(value * ((field.high - field.low) // field.step)) * field.step
        for field, value in zip(form.fields, values, strict=False)
    }


def acting(game: Game) -> Numbered | Boxed:
    """How learners act in a game."""
    return Boxed(game) if observer(game).forms else Numbered(game)
