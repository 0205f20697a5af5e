"""Every game's modules are what core/contract.py says: the type checker proves the signatures, this proves the names.

The lists below are for mypy: a module that is not what its place demands is an error there. A game of a folder that was added
is checked by its names alone.
"""

import pytest

from bangbox.core.contract import Notation, Rules, Settle, Terminal, Views
from bangbox.core.registry import GAMES, games, kind
from bangbox.games.bigbrainbang import notation as bigbrainbang_notation
from bangbox.games.bigbrainbang import rules as bigbrainbang_rules
from bangbox.games.bigbrainbang import settle as bigbrainbang_settle
from bangbox.games.bigbrainbang import views as bigbrainbang_views
from bangbox.games.bigxbang import notation as bigxbang_notation
from bangbox.games.bigxbang import rules as bigxbang_rules
from bangbox.games.bigxbang import views as bigxbang_views
from bangbox.games.brains import notation as brains_notation
from bangbox.games.brains import rules as brains_rules
from bangbox.games.brains import views as brains_views
from bangbox.games.robbery import notation as robbery_notation
from bangbox.games.robbery import rules as robbery_rules
from bangbox.games.robbery import views as robbery_views
from bangbox.games.urknall import notation as urknall_notation
from bangbox.games.urknall import rules as urknall_rules
from bangbox.games.urknall import views as urknall_views
from tests.games.suite import NAMES

RULES: list[Rules] = [bigbrainbang_rules, bigxbang_rules, brains_rules, robbery_rules, urknall_rules]
NOTATIONS: list[Notation] = [
    bigbrainbang_notation, bigxbang_notation, brains_notation, robbery_notation, urknall_notation,
]  # fmt: skip
VIEWS: list[Views] = [bigbrainbang_views, bigxbang_views, brains_views, robbery_views, urknall_views]
SETTLES: list[Settle] = [bigbrainbang_settle]
MEMBERS = {"rules": Rules, "notation": Notation, "views": Views, "terminal": Terminal, "settle": Settle}


def test_every_game_of_ours_is_checked() -> None:
    ours = [name for name in games() if kind(name).folder.parent == GAMES]
    for part, listed in {"rules": RULES, "notation": NOTATIONS, "views": VIEWS, "settle": SETTLES}.items():
        assert listed == [kind(name).module(part) for name in ours if kind(name).has(part)]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("part", MEMBERS)
def test_a_module_has_all_that_is_asked_of_it(name: str, part: str) -> None:
    asked = {member for member in vars(MEMBERS[part]) if not member.startswith("_")}
    assert asked
    if kind(name).has(part):
        assert asked - set(vars(kind(name).module(part))) == set()
    else:
        assert part in ("terminal", "settle")
