"""Facts about Big×Bang that hold in every game: nothing is lost, every game ends, both sides see the same game."""

import itertools
import random
from collections.abc import Callable

import pytest

import bangbox
from bangbox.core.position import Position
from bangbox.games.bigxbang import notation
from tests.games.bigxbang.studies import CIRCLES, ROWS, read

OPTION_SETS = [
    {},
    {"short": True, "no_light": True, "meet": True, "dark_matter": True, "decay": True},
    {"decay": True, "meet": True},
    {"puzzle": "life", "decay": True},
    {"puzzle": "parallel", "coop": True, "short": True, "dark_matter": True, "decay": True},
]
PROTONS = dict(zip(".#NPDTHA", (0, 0, 0, 1, 1, 1, 2, 2), strict=True))
NEUTRONS = dict(zip(".#NPDTHA", (0, 0, 1, 0, 1, 2, 1, 2), strict=True))
TURNED = dict(zip(CIRCLES, reversed(CIRCLES), strict=True))


def game(seed: int, **options: bool | str) -> list[Position]:
    """Every position of a random game in which passing is rare."""
    dice = random.Random(seed)
    pos = bangbox.game("bigxbang", **options).start(seed=seed)
    met = [pos.copy()]
    while not pos.over:
        actions = pos.choices()
        pos.play(dice.choice(actions[:-1]) if len(actions) > 1 and dice.random() < 0.98 else actions[-1])
        met.append(pos.copy())
    return met


def particles(pos: Position) -> list[int]:
    """Protons, neutrons, antiprotons, antineutrons on the sky."""
    board = pos.text.split()[0].replace("/", "")
    matter = ["." if sign.islower() else sign for sign in board]
    antimatter = ["." if sign.isupper() else sign.upper() for sign in board]
    return [sum(kind[sign] for sign in side) for side in (matter, antimatter) for kind in (PROTONS, NEUTRONS)]


def reserve(pos: Position) -> list[int]:
    first, second = (list(map(int, field.split(","))) for field in pos.text.split()[3:5])
    return [a + b for a, b in zip(first, second, strict=True)]


def number_of_stacks(pos: Position) -> int:
    return sum(sign.isalpha() for sign in pos.text.split()[0])


@pytest.mark.rule("X2")
@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
def test_particles_on_the_sky_and_in_reserve_never_change(
    options: dict[str, bool | str], soak_count: Callable[[int, int], int]
) -> None:
    each = (15 if "short" in options else 21) - ("dark_matter" in options)
    for seed in range(soak_count(2, 200)):
        for pos in game(seed, **options):
            assert [a + b for a, b in zip(particles(pos), reserve(pos), strict=True)] == [each] * 4
            assert pos.text.split()[0].count("#") == (4 if "dark_matter" in options else 0)


@pytest.mark.rule("X5")
@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
def test_every_action_brings_the_end_nearer(options: dict[str, bool | str], soak_count: Callable[[int, int], int]) -> None:
    """A fusion or annihilation lowers the number of stacks; a decay keeps it and lowers the number of neutrons; passes end it."""
    for seed in range(soak_count(2, 200)):
        met = game(seed, **options)
        for before, after in itertools.pairwise(met):
            name = after.history[-1].name
            neutrons = [sum(particles(pos)[1::2]) for pos in (before, after)]
            if "+" in name or "x" in name:
                assert number_of_stacks(after) == number_of_stacks(before) - (1 if "+" in name else 2)
                assert neutrons[1] <= neutrons[0]
            elif name.endswith("~"):
                assert number_of_stacks(after) == number_of_stacks(before)
                assert neutrons[1] == neutrons[0] - 1
            else:
                assert after.text.split()[0] == before.text.split()[0]
                assert int(after.text.split()[2]) > int(before.text.split()[2])


def mirrored(text: str) -> str:
    """The position after a half turn and swapping sides."""
    rows, side, passes, first, second, words = text.split()
    signs = rows.replace("/", "")[::-1].swapcase()
    edges = [sum(ROWS[:i]) for i in range(len(ROWS) + 1)]
    rows = "/".join(signs[a:b] for a, b in itertools.pairwise(edges))
    swap = {"m": "a", "a": "m"}.get(side, side)
    common = "no_light" in words or any(puzzle in words.split(",") for puzzle in ("light", "parallel", "life"))
    purses = [",".join([*purse.split(",")[2:], *purse.split(",")[:2]]) for purse in (first, second)]
    first, second = purses if common else reversed(purses)
    return f"{rows} {swap} {passes} {first} {second} {words}"


def mirrored_name(name: str, pos: Position) -> str:
    """A choice after a half turn; tidied into the spelling of the mirrored position."""
    for sign in "+x":
        if sign in name:
            start, _, rest = name.partition(sign)
            target, _, place = rest.partition("@")
            spelt = TURNED[start] + sign + TURNED[target] + (f"@{TURNED[place]}" if place else "")
            return notation.tidy(pos.s, spelt)
    return f"{TURNED[name[:-1]]}~" if name.endswith("~") else name


@pytest.mark.rule("X1")
@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
def test_the_game_is_the_same_after_a_half_turn_and_swapping_sides(
    options: dict[str, bool | str], soak_count: Callable[[int, int], int]
) -> None:
    for seed in range(soak_count(1, 100)):
        for pos in game(seed, **options)[::5]:
            twin = read(mirrored(pos.text))
            assert mirrored(twin.text) == pos.text
            assert (twin.over, twin.scores, twin.winners) == (pos.over, pos.scores[::-1], [1 - seat for seat in pos.winners])
            names = {pos.name(action): action for action in pos.choices()}
            assert {mirrored_name(name, twin) for name in names} == {twin.name(action) for action in twin.choices()}
            for name, action in list(names.items())[:: max(1, len(names) // 4)]:
                after = twin.copy().play(mirrored_name(name, twin))
                assert after.text == mirrored(pos.copy().play(action).text), name


@pytest.mark.rule("X12")
@pytest.mark.parametrize("options", OPTION_SETS[:3], ids=str)
def test_stars_kept_from_move_to_move_are_those_of_the_position_read_anew(options: dict[str, bool | str]) -> None:
    for seed in range(3):
        dice = random.Random(seed)
        pos = bangbox.game("bigxbang", **options).start(seed=seed)
        while not pos.over:
            assert pos.scores == pos.game.position(pos.text).scores, pos.text
            assert pos.winners == pos.game.position(pos.text).winners, pos.text
            actions = pos.choices()
            pos.play(dice.choice(actions[:-1]) if len(actions) > 1 else actions[-1])
