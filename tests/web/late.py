"""Late positions of long games, in tests/web/late.json: `python -m tests.web.late` makes them anew.

Clicking through the last turns of a long game takes seconds instead of minutes; `--soak` plays the whole of it.
"""

import json
import random
from pathlib import Path
from typing import Any

import bangbox
from bangbox.core.rules import CHANCE

LATE = Path(__file__).parent / "late.json"
GAMES: dict[str, tuple[dict[str, Any], int]] = {  # options, decisions to go
    "urknall": ({"players": 2}, 10),
    "robbery": ({"players": 3}, 14),
    "bigbrainbang": ({"throws": "cheap"}, 10),
}
TRIES = 50  # a form filled in at random fits nowhere on a crowded table: then a listed choice is taken


def late_position(game: str, options: dict[str, Any], left: int) -> str:
    """A position of a random game with so many decisions to go."""
    texts = []
    pos, chance = bangbox.game(game, **options).start(seed=5), random.Random(5)
    while not pos.over:
        if pos.actor != CHANCE:
            texts.append(pos.text)
        action = filled_in(pos, chance) if not pos.choices() or chance.random() < 0.3 else None
        pos.play(chance.choice(pos.choices()) if action is None else action)
    return str(texts[-left])


def filled_in(pos: bangbox.Position, chance: random.Random) -> int | None:
    """A form with any values that are allowed; None if none are found."""
    for form in chance.choices(pos.ranges(), k=TRIES) if pos.ranges() else []:
        values = {f.name: f.low + f.step * chance.randrange((f.high - f.low) // f.step + 1) for f in form.fields}
        try:
            return int(pos.pack(form.name, **values))
        except bangbox.IllegalMove:
            continue
    return None


if __name__ == "__main__":
    LATE.write_text(json.dumps({game: late_position(game, *how) for game, how in GAMES.items()}, indent=1) + "\n", "utf-8")
    print(LATE)
