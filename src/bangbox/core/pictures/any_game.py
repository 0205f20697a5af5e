"""The drawing of any game: its own, or, for a game without one, what its view says, as a table."""

from collections.abc import Iterator

import msgspec

from bangbox.core.pictures.drawing import HIGH, INK, SOFT, WIDE, fitted, sheet, tag
from bangbox.core.registry import Kind

ROWS = 12  # of the table
MARGIN, HEADING, VALUES = 60, 100, 340  # where things stand on the sheet


def drawn(kind: Kind, view: msgspec.Struct, names: list[str], language: str) -> str:
    """The SVG of a view."""
    if kind.picture is not None:
        return kind.picture.picture(view, names, language)
    return table(kind.manifest.title, view)


def table(title: str, view: msgspec.Struct) -> str:
    """A view as a table: a line for each field, and one for each part of a list that does not fit in a line."""
    lines = list(rows(msgspec.to_builtins(view)))
    shown = lines if len(lines) <= ROWS else [*lines[: ROWS - 1], ("…", "")]
    inside = [fitted(MARGIN, HEADING - 30, title, WIDE - 2 * MARGIN, 52, font_weight=700)]
    step = (HIGH - HEADING - 30) / max(len(shown), ROWS // 2)
    size = step * 0.66
    for place, (name, value) in enumerate(shown):
        y = HEADING + place * step
        inside.append(tag("line", x1=MARGIN, x2=WIDE - MARGIN, y1=y, y2=y, stroke="#40354c", stroke_width=2))
        inside.append(fitted(MARGIN, y + 0.75 * step, name, VALUES - MARGIN - 20, size, SOFT))
        inside.append(fitted(VALUES, y + 0.75 * step, value, WIDE - MARGIN - VALUES, size, INK))
    return sheet(title, "#1a1520", *inside)


LINE = 46  # letters that fit in a line


def rows(value: object, name: str = "") -> Iterator[tuple[str, str]]:
    """The lines of a table, each a name and a value."""
    said = in_words(value)
    in_rows = isinstance(value, list) and any(isinstance(part, list) for part in value)  # as boards have them
    if len(said) <= LINE and name and not in_rows:
        yield name, said
    elif isinstance(value, dict):
        for key, part in value.items():
            yield from rows(part, f"{name} {key}".strip().replace("_", " "))
    elif isinstance(value, list):
        for place, part in enumerate(value, 1):
            yield from rows(part, f"{name} {place}")
    else:
        yield name, said


def in_words(value: object) -> str:
    """A value in one line."""
    if value is None or value == "":
        return "–"
    if isinstance(value, bool):
        return "+" if value else "–"
    if isinstance(value, dict):
        return ", ".join(f"{key} {in_words(part)}" for key, part in value.items())
    if isinstance(value, list):
        return " · ".join(map(in_words, value)) or "–"
    return str(value)
