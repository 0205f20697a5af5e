"""Every game's modules are what core/contract says: the type checker proves the signatures, this proves the names.

The lists below are for mypy: a module that is not what its place demands is an error there. A game of a folder that was added
is checked by its names alone.
"""

import pytest

from bangbox.core.contract import Notation, Observing, Picturing, Rules, Settle, Terminal, Views
from bangbox.core.registry import GAMES, games, kind
from bangbox.games.bigbrainbang import notation as bigbrainbang_notation
from bangbox.games.bigbrainbang import observing as bigbrainbang_observing
from bangbox.games.bigbrainbang import picture as bigbrainbang_picture
from bangbox.games.bigbrainbang import rules as bigbrainbang_rules
from bangbox.games.bigbrainbang import settle as bigbrainbang_settle
from bangbox.games.bigbrainbang import views as bigbrainbang_views
from bangbox.games.bigxbang import notation as bigxbang_notation
from bangbox.games.bigxbang import observing as bigxbang_observing
from bangbox.games.bigxbang import picture as bigxbang_picture
from bangbox.games.bigxbang import rules as bigxbang_rules
from bangbox.games.bigxbang import views as bigxbang_views
from bangbox.games.brains import notation as brains_notation
from bangbox.games.brains import observing as brains_observing
from bangbox.games.brains import picture as brains_picture
from bangbox.games.brains import rules as brains_rules
from bangbox.games.brains import views as brains_views
from bangbox.games.robbery import notation as robbery_notation
from bangbox.games.robbery import observing as robbery_observing
from bangbox.games.robbery import picture as robbery_picture
from bangbox.games.robbery import rules as robbery_rules
from bangbox.games.robbery import views as robbery_views
from bangbox.games.urknall import notation as urknall_notation
from bangbox.games.urknall import observing as urknall_observing
from bangbox.games.urknall import picture as urknall_picture
from bangbox.games.urknall import rules as urknall_rules
from bangbox.games.urknall import views as urknall_views
from tests.games.suite import NAMES

RULES: list[Rules] = [bigbrainbang_rules, bigxbang_rules, brains_rules, robbery_rules, urknall_rules]
NOTATIONS: list[Notation] = [
    bigbrainbang_notation, bigxbang_notation, brains_notation, robbery_notation, urknall_notation,
]  # fmt: skip
VIEWS: list[Views] = [bigbrainbang_views, bigxbang_views, brains_views, robbery_views, urknall_views]
OBSERVING: list[Observing] = [
    bigbrainbang_observing, bigxbang_observing, brains_observing, robbery_observing, urknall_observing,
]  # fmt: skip
SETTLES: list[Settle] = [bigbrainbang_settle]
PICTURES: list[Picturing] = [bigbrainbang_picture, bigxbang_picture, brains_picture, robbery_picture, urknall_picture]
MEMBERS = {
    "rules": Rules, "notation": Notation, "views": Views, "observing": Observing, "terminal": Terminal, "picture": Picturing,
    "settle": Settle,
}  # fmt: skip


def test_every_game_of_ours_is_checked() -> None:
    ours = [name for name in games() if kind(name).folder.parent == GAMES]
    parts = {
        "rules": RULES, "notation": NOTATIONS, "views": VIEWS, "observing": OBSERVING, "settle": SETTLES, "picture": PICTURES,
    }  # fmt: skip
    for part, listed in parts.items():
        assert listed == [kind(name).module(part) for name in ours if kind(name).has(part)]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("part", MEMBERS)
def test_a_module_has_all_that_is_asked_of_it(name: str, part: str) -> None:
    asked = {member for member in vars(MEMBERS[part]) if not member.startswith("_")}
    assert asked
    if kind(name).has(part):
        assert asked - set(vars(kind(name).module(part))) == set()
    else:
        assert part in ("terminal", "picture", "settle")
