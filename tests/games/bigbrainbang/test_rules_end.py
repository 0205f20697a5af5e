"""The Burner and the end, rule by rule: B19 to B24."""

import pytest

import bangbox
from bangbox.core.messages import render
from bangbox.games.bigbrainbang.inputs import Throw
from tests.games.bigbrainbang.tables import lying, mm, names, table, tile, word


def thrown(pos: bangbox.Position, outcome: str) -> bangbox.Position:
    return pos.play("keep").play(Throw(300).pack()).play(outcome)


@pytest.mark.rule("B19")
def test_the_burner_before_between_or_after_the_throws_but_once() -> None:
    pos = table("start", tokens="2,2")
    before = thrown(pos.copy().play("burner"), "off")
    assert (word(before, "phase"), word(before, "tokens"), "burner" in names(before)) == ("start", "1,2", False)
    thrown(pos.play("red black"), "off")
    assert "burner" in names(pos)
    between = thrown(pos.copy().play("burner"), "off")
    assert (word(between, "phase"), word(between, "dice"), "burner" in names(between)) == ("box", "rk1b", False)
    thrown(pos, "off")
    assert names(pos) == ["end", "burner"]
    after = thrown(pos.copy().play("burner"), "off")
    assert (after.actor, word(after, "tokens")) == (1, "1,2")
    assert word(pos.play("end"), "tokens") == "2,2"


@pytest.mark.rule("B19")
def test_without_a_token_no_burner() -> None:
    pos = table("start", tokens="0,2")
    assert "burner" not in names(pos)
    assert pos.why_not("burner") == "B19.1"
    assert thrown(thrown(pos.play("red black"), "off"), "off").actor == 1, "nothing is asked after the throws"


@pytest.mark.rule("B19")
def test_misfires_cost_no_second_token_and_the_black_pile_may_be_empty() -> None:
    pos = table("start", tokens="1,2", piles="16,0,10").play("burner")
    assert word(pos, "tokens") == "0,2"
    for _ in range(2):
        thrown(pos, "miss")
        assert (word(pos, "phase"), word(pos, "dice")[:2], word(pos, "tokens")) == ("box", "0B", "0,2")
    thrown(pos, "flat 0 0 0")
    assert word(pos, "phase") == "burn"
    assert pos.view().die.colour == "black"


@pytest.mark.rule("B19")
@pytest.mark.parametrize("outcome", ["off", "lean", f"flat {mm(20)} {mm(20)} 0"])
def test_a_failed_burner_is_spent(outcome: str) -> None:
    pos = thrown(table("start", tile("M1", 0, 0), tokens="1,2").play("burner"), outcome)
    assert (word(pos, "phase"), word(pos, "tokens"), lying(pos)) == ("start", "0,2", ["M1"])


@pytest.mark.rule("B20")
def test_the_burner_destroys_all_it_touches_anyones() -> None:
    tiles = (tile("M1", 30, -20), tile("M2", 95, -20), tile("S1", -100, -100), tile("L1", -30, 60))
    pos = table("burn", *tiles, pawns="M1,-/M2,-", tokens="0,0", dice="0B", die=("S", -16, -21))
    assert len(names(pos)) == 360
    previews = {preview.name: preview.touches for preview in pos.view(0).previews}
    assert previews["burn 0"] == ["M1", "M2"]
    assert previews["burn 180"] == []
    pos.play("burn 0")
    assert (lying(pos), word(pos, "pawns"), word(pos, "phase")) == (["S1", "L1"], "-,-/-,-", "start")
    assert pos.view().gone == ["M1", "M2"]


@pytest.mark.rule("B20")
def test_it_must_be_placed_and_may_hang_over_the_edge() -> None:
    pos = table("burn", tile("M1", 0, 0), dice="0B", die=("S", 270, 100))
    assert all(name.startswith("burn ") for name in names(pos))
    assert lying(pos.play("burn 0")) == ["M1"], "it reaches 12 cm beyond the edge and touches nothing"


@pytest.mark.rule("B21")
def test_the_game_ends_with_the_last_tile_and_what_it_caused() -> None:
    pos = table("place", piles="1,0,0", dice="r0", tokens="1,1", die=("S", 0, 0)).play("1a0")
    assert (pos.over, names(pos)) == (False, ["none", "pawn"])
    pos.play("pawn")
    assert (pos.over, pos.scores, pos.winners) == (True, [4, 3], [0])


@pytest.mark.rule("B21")
def test_tiles_removed_in_the_last_fight_count_as_gone() -> None:
    pos = table("place", tile("M1", -56, 0), tile("S16", 56, 10), piles="0,1,0", pawns="M1,-/S16,-", dice="k0", die=("M", 0, 0))
    pos.play("1a0")
    assert (pos.over, set(lying(pos))) == (True, {"M1", "S16"})


@pytest.mark.rule("B22")
def test_points_for_tiles_of_networks_and_tokens() -> None:
    tiles = (tile("L1", 0, 0), tile("M1", 100, 0), tile("S1", 156, 10), tile("S2", -200, 0), tile("L2", -200, 150))
    pos = table("start", *tiles, pawns="M1,L1/S2,-", tokens="1,2")
    assert pos.scores == [3 + 2 + 1 + 3, 1 + 6], "a network with two pawns counts once, a neutral tile for nobody"
    reasons = {(points.seat, points.reason.key): points.points for points in pos.tally()}
    assert reasons == {
        (0, "reason.small"): 1, (0, "reason.medium"): 2, (0, "reason.large"): 3, (0, "reason.tokens"): 3,
        (1, "reason.small"): 1, (1, "reason.tokens"): 6,
    }  # fmt: skip


def last_turn(*tiles: str, pawns: str, tokens: str) -> bangbox.Position:
    """The game ends now: the 150th turn does."""
    pos = table("after", *tiles, pawns=pawns, tokens=tokens, dice="rk2", turn=149)
    return pos.play("end")


@pytest.mark.rule("B23")
def test_most_points_win() -> None:
    pos = last_turn(tile("L1", 0, 0), pawns="L1,-/-,-", tokens="1,1")
    assert (pos.scores, pos.winners, pos.payoffs) == ([6, 3], [0], [1.0, 0.0])


@pytest.mark.rule("B23")
@pytest.mark.parametrize(
    ("mine", "his", "winner", "told"),
    [
        (("L1",), ("S1", "M1"), 1, "small tiles, 1 to 0"),  # 3 each; he has a small tile
        (("M1", "M2", "M3"), ("L1", "L2"), 0, "medium tiles, 3 to 0"),  # 6 each; no small ones, three medium
        (("S1", "S2", "L1", "L2"), ("S3", "S4", "M1", "M2", "M3"), 1, "medium tiles, 3 to 0"),  # 8 each; two small each
    ],
)
def test_ties_go_to_more_small_then_medium_tiles(mine: tuple[str, ...], his: tuple[str, ...], winner: int, told: str) -> None:
    tiles = [tile(name, -290 + 50 * i, 0) for i, name in enumerate(mine)] + [
        tile(name, -290 + 50 * i, -200) for i, name in enumerate(his)
    ]
    pos = last_turn(*tiles, pawns=f"{mine[0]},-/{his[0]},-", tokens="1,1")
    assert pos.scores[0] == pos.scores[1]
    assert pos.winners == [winner]
    assert f"the tie-break is {told}: {('Ann', 'Bo')[winner]} wins." in render(pos.game.kind, pos.prompt(), ["Ann", "Bo"])


@pytest.mark.rule("B23")
def test_still_level_nobody_wins() -> None:
    pos = last_turn(tile("M1", 0, 0), tile("M2", 200, 0), pawns="M1,-/M2,-", tokens="1,1")
    assert (pos.scores, pos.winners, pos.payoffs) == ([5, 5], [], [0.5, 0.5])
    three = table("after", pawns="-,-/-,-/-,-", tokens="1,1,1", dice="rk2", turn=149).play("end")
    assert (three.winners, three.payoffs) == ([], [0.0, 0.0, 0.0])


@pytest.mark.rule("B23")
def test_two_level_below_a_third_change_nothing() -> None:
    pos = table("after", pawns="-,-/-,-/-,-", tokens="1,1,2", dice="rk2", turn=149).play("end")
    assert pos.winners == [2]


@pytest.mark.rule("B24")
def test_after_150_turns_the_game_ends() -> None:
    assert not table("after", tokens="1,1", dice="rk2", turn=148).play("end").over
    pos = last_turn(pawns="-,-/-,-", tokens="1,1")
    assert (pos.over, pos.view().turns_left, pos.topic()) == (True, 0, "B24")
