"""The faults that `make mutants` plants, and that every reason it keeps still is about one of them."""

import ast
import tomllib
from pathlib import Path

from tools.mutants import GAMES, REASONS, faults, faults_of

SOURCE = '''
LIMIT = 3


@rule
def winner(s):
    """Who has won."""
    if s.turn < 2 and not s.over:  # not yet
        return -1
    s.best += 1
    note(s)
    return s.best - 1


def helper(s):
    return s.turn + 1
'''


def test_each_fault_is_one_small_change_of_a_rule() -> None:
    found = faults(Path("games/some/rules.py"), SOURCE)
    assert sorted(str(fault).partition(": ")[2] for fault in found) == sorted([
        "`if s.turn < 2 and not s.over:` → `if (not s.over):`",
        "`if s.turn < 2 and not s.over:` → `if (s.turn < 2):`",
        "`if s.turn < 2 and not s.over:` → `if (s.turn <= 2) and not s.over:`",
        "`if s.turn < 2 and not s.over:` → `if s.turn < (3) and not s.over:`",
        "`if s.turn < 2 and not s.over:` → `if s.turn < 2 and (s.over):`",
        "`return -1` → `return -(2)`",
        "`s.best += 1` → left out",
        "`s.best += 1` → `s.best += (2)`",
        "`note(s)` → left out",
        "`return s.best - 1` → `return (s.best + 1)`",
        "`return s.best - 1` → `return s.best - (2)`",
    ])  # fmt: skip
    for fault in found:
        text = SOURCE.encode()
        ast.parse(text[: fault.start] + fault.new.encode() + text[fault.end :])


def test_every_reason_is_about_a_fault_that_can_be_planted() -> None:
    possible = {str(fault) for game in GAMES for fault in faults_of(game)}
    assert not set(tomllib.loads(REASONS.read_text("utf-8"))) - possible
