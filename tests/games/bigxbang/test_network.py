"""The network of Big×Bang: both sides and half a turn look the same to it, carbon is never overlooked, weights fit the rules."""

from pathlib import Path

import numpy as np
import pytest

import bangbox
from bangbox.core.position import Position
from bangbox.core.registry import kind
from bangbox.games.bigxbang import bot, data
from bangbox.games.bigxbang.bot import features, network
from bangbox.games.bigxbang.rules.record import NEXT, NOWHERE

VARIANTS = [{}, {"short": True}, {"no_light": True}, {"meet": True}, {"dark_matter": True}, {"decay": True}]
ALL = {"short": True, "no_light": True, "meet": True, "dark_matter": True, "decay": True}
CARBON = "AA......./.H.N....../.........../............/............/.....ppp.../.....pppp./....ppppp m 0 0,0,0,0 3,3,3,3 -"


def value(pos: Position) -> list[float]:
    out = np.zeros(2)
    bot.value(pos.states()[0], bot.memory(), out)
    return [float(share) for share in out]


def preferred(pos: Position) -> dict[str, float]:
    choices = pos.choices()
    out = np.zeros(len(choices))
    bot.priors(pos.states()[0], bot.memory(), np.array(choices), len(choices), out)
    return {pos.name(choice): float(share) for choice, share in zip(choices, out, strict=True)}


def seen(pos: Position) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    row = np.zeros(features.COLUMNS, np.uint8)
    features.look(pos.states()[0], row)
    return row


def later(seed: int, plies: int, **options: bool) -> Position:
    """A position some random moves on."""
    pos = bangbox.game("bigxbang", **options).start(seed=seed)
    rng = np.array([seed], np.uint64)
    for _ in range(plies):
        if pos.over:
            break
        pos.play(pos.pick(rng))
    return pos


def swapped(pos: Position) -> Position:
    """The same with the sides swapped: matter is antimatter, and the reserves change hands."""
    board, mover, passes, *reserves, variants = pos.text.split()
    first, second = [field.split(",") for field in reserves] if "no_light" not in variants else ([reserves[0].split(",")] * 2)
    turned = [",".join([r[2], r[3], r[0], r[1]]) for r in (second, first)]
    if "no_light" in variants:
        turned[1] = "0,0,0,0"
    return pos.game.position(" ".join([board.swapcase(), "am"["ma".index(mover)], passes, *turned, variants]))


@pytest.mark.parametrize("options", [*VARIANTS, ALL])
def test_both_sides_are_seen_alike(options: dict[str, bool]) -> None:
    for seed in range(4):
        pos = later(seed, 25 + seed, **options)
        if not pos.over:
            assert (seen(pos) == seen(swapped(pos))).all()
            assert value(pos) == value(swapped(pos))[::-1]


@pytest.mark.parametrize("options", [*VARIANTS, ALL])
def test_it_values_every_position_and_prefers_among_all_choices(options: dict[str, bool]) -> None:
    pos = later(3, 30, **options)
    assert sum(value(pos)) == pytest.approx(1.0)
    shares = preferred(pos)
    assert all(share >= 0 for share in shares.values())
    assert sum(shares.values()) == pytest.approx(1.0)
    assert len(set(shares.values())) > 1


def test_every_input_has_its_place() -> None:
    pos = later(5, 20, **ALL)
    row = seen(pos)
    assert (row[: len(features.WIDTHS)][: features.COUNTS_AT] <= np.array(features.WIDTHS)[: features.COUNTS_AT]).all()
    assert len(np.load(network.WEIGHTS)["one"]) == features.INPUTS
    assert row[features.VARIANTS_AT : features.VARIANTS_AT + features.VARIANTS].all()


def test_choices_that_differ_touch_different_things() -> None:
    for options in (*VARIANTS, ALL):
        pos = later(8, 25, **options)
        state, row, touched = pos.states()[0], seen(pos), np.zeros(features.TOUCHED, np.int64)
        found = set()
        for choice in pos.choices():
            features.touch(state, row, choice, touched)
            found.add(tuple(touched))
        assert len(found) == len(pos.choices())
        assert max(touch[0] for touch in found) < features.ORIGINS
        assert max(touch[2] for touch in found) < features.TARGETS


@pytest.mark.rule("X14")
def test_a_carbon_group_within_reach_is_worth_the_win() -> None:
    pos = bangbox.game("bigxbang").position(CARBON)
    assert value(pos) == [1.0, 0.0]
    shares = preferred(pos)
    assert shares["b4+b2"] > 0.9
    assert sum(shares.values()) == pytest.approx(1.0)
    for level in ("medium", "hard"):
        assert pos.name(bangbox.bot("bigxbang", level).choose(pos, seed=1)) == "b4+b2"


@pytest.mark.rule("X14")
def test_a_rival_s_carbon_group_is_prevented() -> None:
    """Antimatter is to move and far ahead, but matter threatens b4+b2: only taking a part of it away helps."""
    text = "AA......./.H.N....../...n......./............/............/.....ppp.../.....pppp./....ppppp a 0 0,0,0,0 3,3,3,3 -"
    pos = bangbox.game("bigxbang").position(text)
    assert seen(pos)[features.RIVAL_CARBON_AT] == 1
    chosen = bangbox.bot("bigxbang", "hard").choose(pos, seed=1)
    pos.play(chosen)
    assert not any(pos.copy().play(reply).winners == [0] for reply in pos.choices() if not pos.over)


def heavy_sky(seed: int, meet: bool) -> Position:
    """Much helium and much that becomes helium, for both sides, anywhere."""
    signs = "AAAAADDDDDDNNPPHT" + "aaaaaddddddnnppht" + "." * (NOWHERE - 34)
    board = iter(np.random.default_rng(seed).permutation(list(signs)).tolist())
    rows = "/".join("".join(next(board) for _ in range(length)) for length in data.DATA["rows"])
    return bangbox.game("bigxbang").position(f"{rows} m 0 0,0,0,0 0,0,0,0 {'meet' if meet else '-'}")


@pytest.mark.rule("X14")
def test_carbon_is_seen_where_the_rules_see_it() -> None:
    """Choices that are called winning are those after which there is a carbon group."""
    found = 0
    for seed in range(80):
        pos = heavy_sky(seed, meet=seed % 2 == 0)
        if pos.over:
            continue
        state = pos.states()[0]
        winning = {choice for choice in pos.choices() if features.completes(state, choice)}
        assert winning == {choice for choice in pos.choices() if pos.copy().play(choice).s.carbon}
        assert bool(winning) == bool(seen(pos)[features.OWN_CARBON_AT])
        found += bool(winning)
    assert found > 5


def test_puzzles_are_played_out_instead() -> None:
    pos = bangbox.game("bigxbang", puzzle="light").start(seed=1)
    assert 0.0 <= value(pos)[0] <= 1.0
    assert len(set(preferred(pos).values())) == 1
    assert pos.is_legal(bangbox.bot("bigxbang", "medium").choose(pos, simulations=40, seed=1))


def test_weights_of_other_rules_are_refused(tmp_path: Path) -> None:
    with np.load(network.WEIGHTS) as stored:
        assert str(stored["version"]) == kind("bigxbang").version
        np.savez(tmp_path / "weights.npz", **{**stored, "version": np.array("0-old")})
    with pytest.raises(bangbox.BangboxError, match=r"version 0-old of Big×Bang.*bangbox train bigxbang"):
        network._weights(tmp_path / "weights.npz")


def test_the_weights_are_small_and_their_card_tells_of_them() -> None:
    assert network.WEIGHTS.stat().st_size < 1_000_000
    card = network.WEIGHTS.with_suffix(".md").read_text("utf-8")
    assert kind("bigxbang").version in card


def test_half_a_turn_leaves_the_circles_in_order() -> None:
    """What learning relies on when it turns a board: circle k comes to NOWHERE - 1 - k, and lines stay lines."""
    for circle in range(NOWHERE):
        for d in range(6):
            there = NEXT[circle, d]
            back = NEXT[NOWHERE - 1 - circle, (d + 3) % 6]
            assert back == (NOWHERE if there == NOWHERE else NOWHERE - 1 - there)
