"""What a person typed: a choice by name or number, a form with its fields, places of the board, or a typo."""

import re
from difflib import get_close_matches

from bangbox.core.position import Position
from bangbox.terminal.telling import heard, spoken

NUMBER = re.compile("-?[0-9]{1,9}")


def meant(seen: Position, words: str) -> str:
    """What was typed, as names have it: players counted from 0, and small letters where capitals mean nothing."""
    said = heard(seen, words)
    return said.lower() if seen.is_spelled(said.lower()) and not seen.is_spelled(said) else said


def typed_choice(seen: Position, words: str) -> int:
    """The choice by its name, its number, or as a form; raises IllegalMove if it is none."""
    action = numbered(seen, words)
    if action is None:
        action = filled_form(seen, words)
    return seen.parse(words) if action is None else action


def numbered(seen: Position, words: str) -> int | None:
    """A choice by its number in the list."""
    choices = seen.choices()
    if NUMBER.fullmatch(words) and words not in map(seen.name, choices) and 1 <= int(words) <= len(choices):
        return choices[int(words) - 1]
    return None


def filled_form(seen: Position, words: str) -> int | None:
    """As in `throw speed=90 spin=5`; what is left out has its usual value."""
    name, *fields = words.split()
    form = next((form for form in seen.ranges() if form.name == name), None)
    if form is None or not all("=" in field for field in fields):
        return None
    values: dict[str, int | str] = {}
    for field in fields:
        key, _, value = field.partition("=")
        values[key] = int(value) if NUMBER.fullmatch(value) else value
    return seen.pack_values(name, values)


def touching(seen: Position, words: str) -> list[int]:
    """The choices that touch all places typed; a place can be part of another, as `c:r.` is of `c`."""

    def touches(action: int) -> bool:
        places = seen.about(action).places
        return all(any(place == word or place.startswith(f"{word}:") for place in places) for word in words.split())

    return [action for action in seen.choices() if touches(action)]


def similar(seen: Position, words: str, commands: list[str]) -> list[str]:
    """What may have been meant by a typo."""
    return get_close_matches(words.lower(), [*commands, *(spoken(seen, action) for action in seen.choices())], 3, 0.7)
