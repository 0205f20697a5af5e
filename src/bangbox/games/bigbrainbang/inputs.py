"""What a player (or physics) puts in, as people write it: `Throw`, `Box`, `Pose`, each packed into an action and read back."""

from typing import NamedTuple, Self

from bangbox.core.errors import IllegalMove

from . import data, queries
from .rules import packing

BOX_LIMIT = data.TABLES[1] // 200  # no table reaches farther from its middle, in millimetres


class Throw(NamedTuple):
    """A throw: place around the table and height (mm), direction and elevation (degrees), speed (cm/s), spin (rad/s)."""

    around: int
    height: int = 60
    direction: int = 0
    elevation: int = 0
    speed: int = 130
    spin: int = 0

    def pack(self) -> int:
        """The action that it stands for; raises IllegalMove if a hand cannot throw so (B7)."""
        for knob in packing.KNOBS:
            low, high, step, value = (
                packing.LEAST[knob],
                packing.MOST[knob],
                packing.STEP[knob],
                getattr(self, knob),
            )
            if not low <= value <= high or (value - low) % step:
                raise IllegalMove(f"{knob} must be from {low} to {high} in steps of {step}, not {value} (rule B7)")
        if not 0 <= self.around < around(data.TABLES[1]):
            raise IllegalMove(f"no place {self.around} mm around the table (rule B7)")
        steps = [(getattr(self, knob) - packing.LEAST[knob]) // packing.STEP[knob] for knob in packing.KNOBS]
        return queries.pack_throw(self.around, steps)

    @classmethod
    def unpack(cls, action: int) -> Self:
        """The throw that an action stands for."""
        return cls(*queries.unpack_throw(action))


class Box(NamedTuple):
    """The box on the table: "lying" or "standing", its middle (mm), its turn (degrees)."""

    kind: str
    x: int = 0
    y: int = 0
    angle: int = 0

    def pack(self) -> int:
        """The action that it stands for; raises IllegalMove if there is no such box. Whether it fits, the position knows."""
        if self.kind not in packing.BOXES[1:]:
            raise IllegalMove(f"the box can be lying or standing, not {self.kind!r} (rule B6)")
        if max(abs(self.x), abs(self.y)) > BOX_LIMIT or not 0 <= self.angle < (90 if self.kind == "lying" else 180):
            raise IllegalMove(f"no box can be at {self.x}, {self.y} turned by {self.angle} (rule B6)")
        return queries.pack_box(packing.BOXES.index(self.kind), self.x, self.y, self.angle)

    @classmethod
    def unpack(cls, action: int) -> Self:
        """The box that an action stands for."""
        kind, *where = queries.unpack_box(action)
        return cls(packing.BOXES[kind], *where)


class Pose(NamedTuple):
    """How a throw ended: "flat" at a place (0.01 mm) and turn (0.1°, below a quarter), or "off", "box", "lean", "miss"."""

    outcome: str
    x: int = 0
    y: int = 0
    angle: int = 0

    def pack(self) -> int:
        """The outcome that it stands for."""
        return queries.pack_pose(packing.OUTCOMES.index(self.outcome), self.x, self.y, self.angle)

    @classmethod
    def unpack(cls, action: int) -> Self:
        """The pose that an outcome stands for."""
        outcome, *where = queries.unpack_pose(action)
        return cls(packing.OUTCOMES[outcome], *(where if outcome == packing.FLAT else ()))


def around(table: int) -> int:
    """How many millimetres it is around a table, where hands are."""
    return 4 * (table + 2 * data.OUTSIDE) // 100
