"""The bot of Urknall never pays a comet for what is free, counts points as the rules do, and its levels differ."""

from collections.abc import Callable, Iterator

import numpy as np
import pytest

import bangbox
from bangbox.bots.levels import levels
from bangbox.core.position import Position
from bangbox.core.registry import kind
from bangbox.games.urknall import rules
from bangbox.games.urknall.bot import memory, memory_with, only_points, priors, prune, value, weights
from bangbox.games.urknall.bot.features import KINDS, POINTS, SLOTS, look
from bangbox.games.urknall.rules.record import COMET
from bangbox.games.urknall.rules.scoring import count_points
from bangbox.lab.learning import Lessons
from bangbox.lab.tournaments.pairings import Fixture, Pairing
from bangbox.lab.tournaments.playing import play
from tests.games.urknall.tables import at

Count = Callable[[int, int], int]
LEVELS = [level.name for level in levels("urknall").offered]


def walk(players: int, seed: int, **options: bool) -> Iterator[Position]:
    """The decisions of a random match."""
    pos = bangbox.game("urknall", players=players, **options).start(seed=seed)
    rng = np.array([seed], np.uint64)
    while not pos.over:
        yield pos
        pos.play(pos.pick(rng))


def worth_a_look(pos: Position) -> list[int]:
    actions = np.zeros(rules.MAX_CHOICES, np.int64)
    states = pos.states()
    return actions[: prune(states[0], memory(), actions, rules.choices(states[0], actions))].tolist()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_points_are_counted_as_the_rules_count_them(players: int) -> None:
    counted = np.zeros((SLOTS, KINDS))
    for pos in walk(players, seed=players, black_hole=True):
        s = pos.states()[0]
        look(s, counted)
        count_points(s)
        assert counted[:, POINTS].tolist() == s["points"].tolist()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_only_comets_for_what_is_free_are_left_out(players: int) -> None:
    for pos in walk(players, seed=7):
        choices = pos.choices()
        wasted = {action for action in choices if action & COMET and action ^ COMET in choices}
        assert worth_a_look(pos) == [action for action in choices if action not in wasted]


def test_a_comet_that_buys_something_is_kept() -> None:
    """From a red body one reaches red for nothing; what is blue, and staying, only by comet."""
    pos = at("a:r./b:r.g.g./c:b.b.", "a--", comets="111", die="3")
    free = ["travel b mark r", "travel b mark g"]
    assert [pos.name(action) for action in worth_a_look(pos)] == [*free, "comet travel c mark b", "comet stay mark r"]


@pytest.mark.parametrize("level", ["beginner", "easy", "medium", "hard"])
def test_no_level_wastes_its_comet(level: str) -> None:
    bot = bangbox.bot("urknall", level)
    for seed in range(2):
        pos = bangbox.game("urknall").start(seed=seed)
        while not pos.over:
            action = int(bot.choose(pos, seed=seed))
            assert not (action & COMET and pos.is_legal(action ^ COMET))
            pos.play(action)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_chances_add_up_and_choices_are_ordered_by_them(players: int) -> None:
    m, chance, likely = memory(), np.zeros(SLOTS), np.zeros(rules.MAX_CHOICES)
    for pos in walk(players, seed=3):
        s = pos.states()[0]
        value(s, m, chance)
        total = chance[:players].sum()
        assert total == pytest.approx(1.0) if players > 2 else 0.0 < total <= 1.0
        actions = np.array(worth_a_look(pos), np.int64)
        priors(s, m, actions, len(actions), likely)
        assert likely[: len(actions)].sum() == pytest.approx(1.0)
        after = pos.copy().play(int(actions[likely[: len(actions)].argmax()])).states()[0]
        best = likely[: len(actions)].max()
        value(after, m, chance)
        mine = chance[pos.actor]
        for k in range(0, len(actions), 9):
            other = pos.copy().play(int(actions[k])).states()[0]
            if rules.actor(other) != -2 and rules.actor(after) != -2:
                value(other, m, chance)
                assert chance[pos.actor] <= mine + 1e-9 or likely[k] == best


def test_more_points_are_a_better_chance() -> None:
    m, chance = memory(), np.zeros(SLOTS)
    value(at("a:r0r0r0/b:g.g.b./c:g.b.b./d:r./e:g.b.", "dbc", die="4", supplies="1,1,1").states()[0], m, chance)
    assert chance[0] > max(chance[1], chance[2])


def test_stored_weights_foretell_matches_as_well_as_new_ones() -> None:
    """Fitted to few matches, new weights are hardly better on these than the stored ones, and points alone are far worse."""
    teacher, few = Lessons(kind("urknall")), 150
    for players in (2, 3, 4):
        seen, shares = teacher.played({"players": players}, memory_with(weights()), few, seed=99)
        slots = SLOTS if players == 2 else players
        stored = teacher.surprise(seen[:, :slots], shares[:, :slots], weights()[players - 2])
        assert stored < teacher.surprise(seen[:, :slots], shares[:, :slots], only_points()[players - 2])
        assert (
            teacher.surprise(seen[:, :slots], shares[:, :slots], teacher.fitted(seen[:, :slots], shares[:, :slots]))
            > stored - 0.15
        )


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_plays_every_number_of_players(players: int) -> None:
    pos = bangbox.game("urknall", players=players, black_hole=True).start(seed=players)
    while not pos.over:
        pos.play(bangbox.bot("urknall", "medium").choose(pos, seed=1))
    assert len(pos.scores) == players


@pytest.mark.parametrize(("one", "others"), [("beginner", "random"), ("medium", "beginner")])
def test_levels_differ(one: str, others: str, soak_count: Count) -> None:
    matches, pairing = soak_count(24, 600), Pairing("urknall", one, others, 3)
    assert np.mean([play(Fixture(pairing, seed, seed % 3)).share for seed in range(matches)]) > 1.2 * pairing.fair
