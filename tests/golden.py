"""Writes a game's golden playthrough: `python -m tests.golden GAME...`, or with --check says whether it has changed."""

import argparse
import hashlib
import textwrap

from bangbox.core.dice import SeededDice
from bangbox.core.registry import kind
from tests.games.suite import CASES, FOLDER, NAMES, Case, step

SHOWN_CASES = 4
MOST_LINES = 150
TEXTS = 8  # positions shown of each playthrough
MOVES_SHOWN = 40  # at its beginning, and half as many at its end
WIDTH = 120


def playthroughs(name: str) -> str:
    """The whole file: a seeded random game for each of the first cases."""
    first = [case for case in CASES if case.id == name][:SHOWN_CASES]
    parts = [f"# {kind(name).manifest.title} {kind(name).version}: random games, written by `python -m tests.golden {name}`\n"]
    return "\n".join([*parts, *(playthrough(case, seed) for seed, case in enumerate(first))])


def playthrough(case: Case, seed: int) -> str:
    """One game: its moves with the number of choices there were, positions now and then, the result, a digest of every state."""
    pos, dice = case.game.start(dice=None), SeededDice(seed)
    moves: list[str] = []
    positions: list[str] = []
    digest = hashlib.sha256()
    while not pos.over:
        positions.append(pos.text)
        action = step(pos, dice)
        moves.append(f"{len(moves)}. {who(pos.actor)}{pos.name(action)} /{len(pos.choices())}")
        pos.play(action)
        digest.update(pos.key)
        assert len(moves) <= case.bound
    lines = [f"## {', '.join(f'{name} = {value}' for name, value in pos.game.options.items())} (seed {seed})"]
    lines += told(moves)
    every = max(1, -(-len(positions) // TEXTS))
    lines += [f"{i}: {positions[i]}" for i in range(0, len(positions), every)] + [f"{len(moves)}: {pos.text}"]
    lines.append(f"scores {pos.scores}, winners {pos.winners}, payoffs {[round(p, 4) for p in pos.payoffs]}")
    lines += [f"  {point.seat}: {point.points} {point.reason.key} ({point.rule})" for point in pos.tally()][:12]
    return "\n".join([*lines, f"digest {digest.hexdigest()[:16]}", ""])


def who(actor: int) -> str:
    return "" if actor < 0 else f"[{actor}] "


def told(moves: list[str]) -> list[str]:
    """The moves as a paragraph; the middle of a long game is left out."""
    if len(moves) > MOVES_SHOWN * 3 // 2 + 1:
        left_out = len(moves) - MOVES_SHOWN * 3 // 2
        moves = [*moves[:MOVES_SHOWN], f"… {left_out} more …", *moves[-(MOVES_SHOWN // 2) :]]
    unbroken = "; ".join(move.replace(" ", "_") for move in moves)
    lines = textwrap.wrap(unbroken, WIDTH, break_long_words=False, break_on_hyphens=False)
    return [line.replace("_", " ") for line in lines]


def main() -> int:
    """Writes or checks the files of the games named; exit code 1 if one has changed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=NAMES, help="all if none is named")
    parser.add_argument("--check", action="store_true", help="write nothing")
    arguments = parser.parse_args()
    changed = 0
    for name in arguments.games:
        path = FOLDER / name / "golden.txt"
        now = playthroughs(name)
        differs = not path.exists() or path.read_text("utf-8") != now
        changed += differs
        print(f"{name}: {'differs' if differs else 'the same'}")
        if differs and not arguments.check:
            path.write_text(now, "utf-8")
    return int(arguments.check and changed > 0)


if __name__ == "__main__":
    raise SystemExit(main())
