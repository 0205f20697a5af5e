"""Decisions over ranges: a form names its fields and their limits; what it gives is packed into one action."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from bangbox.core.messages import Refused

HERE = Path(__file__).parent


class Field(msgspec.Struct, frozen=True):
    """One number of a form, in whole steps from low to high."""

    name: str
    low: int
    high: int
    step: int = 1
    unit: str = ""
    default: int | None = None


class Form(msgspec.Struct, frozen=True):
    """A decision over ranges."""

    name: str
    fields: list[Field]

    def checked(self, values: Mapping[str, object]) -> dict[str, int]:
        """The values, complete and within their limits; raises IllegalMove that says which is not."""
        for name in values:
            if name not in {field.name for field in self.fields}:
                raise Refused(HERE, "form.field", form=self.name, name=repr(name), fields=", ".join(f.name for f in self.fields))
        checked = {}
        for field in self.fields:
            value = values.get(field.name, field.default)
            if isinstance(value, bool) or not isinstance(value, int):
                raise Refused(HERE, "form.whole", form=self.name, name=field.name, value=repr(value))
            if not field.low <= value <= field.high or (value - field.low) % field.step:
                key = "form.range" if field.step == 1 else "form.steps"
                raise Refused(HERE, key, name=field.name, low=field.low, high=field.high, step=field.step, value=str(value))
            checked[field.name] = value
        return checked


class Settled(msgspec.Struct, frozen=True):
    """What physics made of a throw: the outcome that rules read, and what a replay shows."""

    action: int
    data: dict[str, Any]
