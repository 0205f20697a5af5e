"""Facts on which Python and TypeScript must agree, in tests/web/shared.json: `python -m tests.web.shared` writes it.

tests/web/test_shared.py fails when Python says something else now, web/test/*.test.ts when TypeScript does.
"""

import json
from pathlib import Path
from typing import Any

import msgspec

import bangbox
from bangbox.core.dice import FairDice, SeededDice, commitment, contribution_commitment
from bangbox.core.messages import Key, Message, render, texts
from bangbox.core.position import Position
from bangbox.core.registry import GAMES, games, kind
from bangbox.core.rules import CHANCE

SHARED = Path(__file__).parent / "shared.json"
NAMES = ["Ada", "Bruno"]  # fewer than there are seats: the others are shown by number
STEPS = 24


def spoken(game: str) -> list[Message]:
    """What is said in the first moves of a game: choices, questions, reasons for points."""
    pos, dice = bangbox.game(game).start(dice=None), SeededDice(7)
    found: list[Message] = []
    for step in range(STEPS):
        if pos.over:
            break
        action = next_action(pos, dice, step)
        found += [pos.game.kind.views.label(pos, action), pos.prompt(), *(points.reason for points in pos.tally()[:2])]
        pos.play(action)
    return found


def next_action(pos: Position, dice: SeededDice, step: int) -> int:
    """An outcome of chance, or one choice after another."""
    if pos.actor == CHANCE:
        return pos.draw(dice).action
    choices = pos.choices()
    if choices:
        return choices[step * 5 % len(choices)]
    form = pos.ranges()[0]
    return pos.pack(form.name, **{field.name: field.default or field.low for field in form.fields})


def message_cases() -> list[dict[str, Any]]:
    """Messages of every game with the texts they need and what becomes of them; no two of the same kind and game."""
    cases = []
    for game in games():
        if kind(game).folder.parent != GAMES:
            continue
        known, seen = texts(kind(game).folder), set()
        for message in spoken(game):
            if message.key not in seen:
                seen.add(message.key)
                cases.append(case(game, known, message))
    return cases


def case(game: str, known: dict[str, str], message: Message) -> dict[str, Any]:
    """One message, with the texts that it needs."""
    needed = {message.key} | {value.key for value in message.args.values() if isinstance(value, Key)}
    return {
        "game": game,
        "texts": {key: known[key] for key in sorted(needed)},
        "message": msgspec.to_builtins(message),
        "names": NAMES,
        "text": render(kind(game), message, NAMES),
    }


def dice_case() -> dict[str, Any]:
    """A match's dice and what they show for several totals, one of which makes a second try likely."""
    secret, match, given = bytes(range(32)), "abcdefgh2345", ["0f" * 16, "a1" * 32]
    dice = FairDice(secret, match, given)
    totals = [2, 6, 63, 1000, 2**32 - 1, 6, 6, 88]
    draws = [{"k": k, "total": total, "value": dice.at(k, total)} for k, total in enumerate(totals)]
    promised = [contribution_commitment(number) for number in given]
    return {
        "match": match,
        "secret": secret.hex(),
        "commitment": commitment(secret),
        "commitments": promised,
        "contributions": given,
        "draws": draws,
    }


def shared() -> dict[str, Any]:
    """All of it."""
    return {"messages": message_cases(), "dice": dice_case()}


def text() -> str:
    """The file's content."""
    return json.dumps(shared(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    SHARED.write_text(text(), "utf-8")
    print(f"{SHARED}: {len(shared()['messages'])} messages")
