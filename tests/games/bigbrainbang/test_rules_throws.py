"""Pieces and turns, rule by rule: B1 to B11."""

import math
import tomllib
from pathlib import Path

import pytest
import shapely

import bangbox
from bangbox.core.registry import kind
from bangbox.games.bigbrainbang import queries, settle
from bangbox.games.bigbrainbang.data import PIECES, TABLES
from bangbox.games.bigbrainbang.inputs import Box, Pose, Throw, around
from bangbox.games.bigbrainbang.views import shapes
from tests.games.bigbrainbang.tables import EXTENT, hole, lying, mm, names, table, tile, word

GAME = bangbox.game("bigbrainbang", throws="cheap")


def started(players: int = 2) -> bangbox.Position:
    """A game whose first player is seat 0, at its first decision."""
    return bangbox.game("bigbrainbang", players=players, throws="cheap").start(dice=None).play("flat 0 -9000 0")


def thrown(pos: bangbox.Position, outcome: str) -> bangbox.Position:
    """Leaves the box alone, throws somehow, and lets the die come to rest."""
    return pos.play("keep").play(Throw(300).pack()).play(outcome)


@pytest.mark.rule("B1")
@pytest.mark.parametrize(("players", "width"), [(2, 0.6), (3, 0.9), (4, 0.9)])
def test_table_box_and_dice(players: int, width: float) -> None:
    pos = started(players)
    assert pos.view().table == width == pytest.approx(PIECES["box"]["length"] * (2 if players == 2 else 3))
    assert PIECES["box"] == {"length": 0.30, "height": 0.07}
    assert pos.view().die_size == 0.016
    pos.play("red black").play("keep").play(Throw(0).pack())
    assert not pos.is_legal(Pose("flat", mm(width * 500) + 1, 0, 0).pack())
    assert pos.is_legal(Pose("flat", mm(width * 500), 0, 0).pack())


@pytest.mark.rule("B2")
def test_forty_tiles_with_holes_and_the_burner() -> None:
    data = tomllib.loads((kind("bigbrainbang").folder / "pieces.toml").read_text("utf-8"))
    assert [(t["name"], t["count"], len(t["holes"])) for t in data["tiles"]] == [
        ("small", 16, 1),
        ("medium", 14, 1),
        ("large", 10, 2),
    ]
    die = data["die"]["size"]
    for piece in [*data["tiles"], {**data["burner"], "holes": [data["burner"]["hole"]]}]:
        outline = shapely.Polygon(piece["outline"])
        assert outline.exterior.is_ccw
        assert outline.equals(outline.convex_hull)
        for x, y in piece["holes"]:
            cut = shapely.box(x - die / 2, y - die / 2, x + die / 2, y + die / 2)
            assert outline.contains_properly(cut)
            assert outline.centroid.distance(shapely.Point(x, y)) > 0.003, "off centre"
    burner = shapely.Polygon(data["burner"]["outline"])
    assert burner.contains_properly(shapely.Point(data["burner"]["hole"]).buffer(die / math.sqrt(2))), (
        "a round hole for a die at any angle"
    )


@pytest.mark.rule("B2")
def test_all_ways_to_place_a_tile_differ() -> None:
    for letter, ways in (("S", 8), ("M", 8), ("L", 16)):
        pos = table("place", die=(letter, -50, -50))
        outlines = [shapely.Polygon(preview.outline) for preview in pos.view(0).previews]
        assert len(outlines) == ways
        assert all(a.symmetric_difference(b).area > 1e-5 for i, a in enumerate(outlines) for b in outlines[:i])


@pytest.mark.rule("B3")
@pytest.mark.parametrize(("players", "tokens"), [(2, 3), (3, 2), (4, 2)])
def test_pawns_and_tokens(players: int, tokens: int) -> None:
    view = started(players).view()
    assert [(p.tokens, p.pawns) for p in view.players] == [(tokens, ["home", "home"])] * players


@pytest.mark.rule("B4")
def test_the_nearest_seat_begins_and_turns_go_clockwise() -> None:
    for players, nearest in (
        (2, {"0 -100": 0, "0 100": 1, "9000 -1": 0}),
        (4, {"0 -100": 0, "-100 0": 1, "0 100": 2, "100 0": 3}),
    ):
        for place, seat in nearest.items():
            pos = bangbox.game("bigbrainbang", players=players, throws="cheap").start(dice=None).play(f"flat {place} 0")
            assert (pos.actor, word(pos, "phase")) == (seat, "start")
    sides = [player.side for player in started(4).view().players]
    assert sides == [0, 3, 2, 1], "south, west, north, east: clockwise, seen from above"
    end = table("after", pawns="-,-/-,-/-,-/-,-", tokens="1,1,1,1", dice="rk2", seat=3).play("end")
    assert end.actor == 0


@pytest.mark.rule("B4")
@pytest.mark.parametrize("outcome", ["flat 5000 0 0", "off"])
def test_equally_near_or_off_the_table_is_dropped_again(outcome: str) -> None:
    pos = GAME.start(dice=None).play(outcome)
    assert word(pos, "phase") == "drop"
    assert pos.play("flat 5000 1 0").actor == 1


@pytest.mark.rule("B5")
def test_two_of_three_dice_one_after_the_other() -> None:
    pos = started()
    pairs = ["red black", "red white", "black red", "black white", "white red", "white black"]
    assert names(pos) == [*pairs, "burner"]
    thrown(pos.play("white red"), "off")
    assert pos.view().turn.thrown == 1
    assert pos.prompt().args["die"].key == "die.red"  # type: ignore[union-attr]
    thrown(pos, "off")
    assert word(pos, "phase") == "after"
    assert pos.play("end").actor == 1


@pytest.mark.rule("B5")
def test_an_empty_pile_cannot_be_chosen_and_one_size_means_one_throw() -> None:
    assert names(table("start", piles="3,0,2")) == ["red white", "white red"]
    pos = table("start", piles="0,4,0")
    assert names(pos) == ["black"]
    assert pos.why_not("red black") == "B5.3"
    assert thrown(pos.play("black"), "off").actor == 1


@pytest.mark.rule("B5")
def test_the_second_chosen_die_is_thrown_even_if_one_size_is_left() -> None:
    pos = table("place", piles="1,5,0", dice="rk0", die=("S", 0, 0)).play("1a0").play("none")
    assert word(pos, "piles") == "0,5,0"
    assert (word(pos, "phase"), word(pos, "dice")) == ("box", "rk1")
    assert names(thrown(pos, "off")) == ["black"], "the next player throws once"


@pytest.mark.rule("B6")
@pytest.mark.parametrize(
    ("box", "why"),
    [
        (Box("lying", 151, 0, 0), "edge"),
        (Box("lying", 100, 100, 45), "edge"),
        (Box("standing", 0, 266, 0), "edge"),
        (Box("standing", 0, 0, 0), "tile"),
    ],
)
def test_where_the_box_cannot_be_put(box: Box, why: str) -> None:
    pos = table("box", tile("M1", 0, 0), dice="rk0")
    before = pos.key
    with pytest.raises(bangbox.IllegalMove, match=f"{why}.*B6"):
        pos.pack(box.kind, x=box.x, y=box.y, angle=box.angle)
    name = f"{box.kind} {box.x} {box.y} {box.angle}"
    with pytest.raises(bangbox.IllegalMove, match="B6"):
        pos.play(name)
    assert pos.why_not(name) == "B6.2"
    assert pos.key == before


@pytest.mark.rule("B6")
def test_where_the_box_can_be_put() -> None:
    pos = table("box", tile("M1", 0, 0), dice="rk0")
    for name in ("lying -150 -150 0", "lying -150 150 0", "standing 0 265 0", "standing 35 -35 0", "standing 0 -36 179"):
        assert pos.parse(name) == pos.pack(
            name.split()[0], **dict(zip(("x", "y", "angle"), map(int, name.split()[1:]), strict=True))
        )
    assert pos.why_not("standing 35 -35 0") is None, "beside a tile is not on it"
    assert Box.unpack(pos.parse("standing 0 265 0")) == ("standing", 0, 265, 0)


@pytest.mark.rule("B6")
def test_the_box_stays_between_throws_is_lifted_for_a_tile_and_goes_home() -> None:
    pos = started().play("red black").play("standing 0 0 30").play(Throw(300).pack()).play("off")
    assert word(pos, "box") == "standing,0,0,30"
    assert names(pos) == ["keep", "lift", "burner"]
    failed = thrown(pos.copy(), "box")
    assert word(failed, "box") == "standing,0,0,30"
    assert word(failed.play("end"), "box") == "-"
    assert word(thrown(pos.copy(), "flat 0 5000 0"), "box") == "-"
    assert word(pos.play("lift"), "box") == "-"


@pytest.mark.rule("B7")
@pytest.mark.parametrize("players", [2, 4])
def test_a_throw_starts_beyond_the_edge_anywhere_around(players: int) -> None:
    width = TABLES[players > 2]
    for place in range(around(width)):
        side, x, y = queries.release_point(place, int(players > 2))
        assert max(abs(x), abs(y)) == width // 2 + 5000
        assert (y < 0, x > 0, y > 0, x < 0)[side]
    [form] = table("aim", pawns="/".join(["-,-"] * players), dice="rk0").ranges()
    assert form.fields[0].high == around(width) - 1


@pytest.mark.rule("B7")
@pytest.mark.parametrize(
    "wrong", [{"speed": 301}, {"speed": 39}, {"height": 305}, {"direction": 81}, {"elevation": 61}, {"spin": -31}]
)
def test_limits_of_a_throw(wrong: dict[str, int]) -> None:
    pos = table("aim", dice="rk0")
    with pytest.raises(bangbox.IllegalMove, match=next(iter(wrong))):
        pos.pack("throw", **wrong)
    with pytest.raises(bangbox.IllegalMove, match="B7"):
        Throw(**{"around": 0, **wrong}).pack()
    assert Throw.unpack(pos.pack("throw", speed=300, spin=-30)) == Throw(350, speed=300, spin=-30)
    with pytest.raises(bangbox.IllegalMove, match="around"):
        pos.pack("throw", around=2800)


@pytest.mark.rule("B8")
def test_three_misfires_use_the_throw_up() -> None:
    pos = started().play("red black")
    for left in (1, 2):
        thrown(pos, "miss")
        assert (word(pos, "phase"), pos.view().turn.misfires, pos.view().turn.thrown) == ("box", left, 0)
    thrown(pos, "miss")
    assert (pos.view().turn.misfires, pos.view().turn.thrown) == (0, 1)


@pytest.mark.rule("B8")
@pytest.mark.parametrize("outcome", ["off", "box", "lean"])
def test_a_spoilt_throw_is_used_up(outcome: str) -> None:
    pos = started().play("red black").play("lying 0 0 0").play(Throw(300).pack()).play(outcome)
    assert (word(pos, "phase"), pos.view().turn.thrown, word(pos, "tiles")) == ("box", 1, "-")


@pytest.mark.rule("B8")
def test_on_the_box_needs_a_box() -> None:
    pos = started().play("red black").play("keep").play(Throw(300).pack())
    with pytest.raises(bangbox.IllegalMove):
        pos.play("box")


@pytest.mark.rule("B8")
def test_flat_on_free_table_a_tile_must_be_placed() -> None:
    pos = thrown(started().play("red black"), "flat 1200 -3400 450")
    assert word(pos, "phase") == "place"
    assert len(names(pos)) == 8
    assert lying(pos.play("1a0")) == ["S1"]


@pytest.mark.rule("B6")
@pytest.mark.parametrize(("gap", "free"), [(0.3, True), (-0.4, True), (-0.5, True), (-0.6, False), (-8, False)])
def test_the_box_stands_on_a_tile_by_more_than_the_tolerance(gap: float, free: bool) -> None:
    pos = table("box", tile("M1", 35 + gap, 0), dice="rk0")
    action = Box("standing", 0, 0, 90).pack()
    assert pos.is_legal(action) == free


@pytest.mark.rule("B9")
@pytest.mark.parametrize(("gap", "free"), [(0.3, True), (-0.4, True), (-0.5, True), (-0.6, False), (-8, False)])
def test_on_a_tile_by_more_than_the_tolerance(gap: float, free: bool) -> None:
    pos = table("flight", tile("M1", 0, 0), dice="rk0", flight="0,60,0,0,130,0")
    pos.play(f"flat {mm(56 + 8 + gap)} {mm(30)} 0")
    assert (word(pos, "phase") == "place") == free


@pytest.mark.rule("B9")
def test_in_the_hole_of_a_tile_is_on_the_tile() -> None:
    x, y = hole("L", 0, 0)
    pos = table("flight", tile("L1", 0, 0), dice="rk0", flight="0,60,0,0,130,0").play(f"flat {x} {y} 0")
    assert word(pos, "phase") == "box"


@pytest.mark.rule("B9")
def test_half_over_the_edge_counts_by_the_middle_and_tiles_do_not_stop_a_die() -> None:
    pos = table("flight", tile("M1", 0, 0), dice="rk0", flight="0,60,0,0,130,0")
    assert settle.obstacle(pos.s) is None, "physics knows the box, no tiles"
    assert word(pos.play(f"flat {mm(300)} 0 0"), "phase") == "place"


@pytest.mark.rule("B10")
@pytest.mark.parametrize(("die", "letter", "ways"), [("red", "S", 8), ("black", "M", 8), ("white", "L", 16)])
def test_each_die_has_its_size_and_the_hole_fits_over_the_die(die: str, letter: str, ways: int) -> None:
    second = "black" if die != "black" else "red"
    pos = thrown(started().play(f"{die} {second}"), "flat -4321 1234 333")
    assert len(names(pos)) == ways
    for action in pos.choices():
        placed = pos.copy().play(action).view().tiles[0]
        assert placed.name == f"{letter}1"
        assert (placed.x, placed.y) == pytest.approx((-0.04321, 0.01234))
        assert placed.angle % 90 == pytest.approx(33.3)
        assert any(math.dist(at, (-0.04321, 0.01234)) < 1e-5 for at in placed.holes)
    faces = {pos.copy().play(action).view().tiles[0].face for action in pos.choices()}
    assert faces == {"a", "b"}


@pytest.mark.rule("B10")
def test_a_tile_may_hang_over_the_edge_and_never_moves() -> None:
    pos = table("place", die=("L", 250, -20)).play("1a0").play("none")
    assert max(x for x, _ in pos.view().tiles[0].outline) == pytest.approx(0.35)
    before = word(pos, "tiles")
    thrown(pos, "flat -20000 -20000 0").play("1a0")
    assert word(pos, "tiles").split("/")[-1] == before


@pytest.mark.rule("B11")
@pytest.mark.parametrize(("gap", "touches"), [(-5, True), (0, True), (0.49, True), (0.5, True), (0.51, False), (3, False)])
def test_tiles_within_half_a_millimetre_touch(gap: float, touches: bool) -> None:
    for letter in "SML":
        width, height = EXTENT[letter]
        pos = table("box", tile("M1", 0, 0), tile("M2", 56 + gap, 20), dice="rk0", pawns="M1,-/-,-")
        assert (pos.view().tiles[1].owner == 0) == touches
        assert len(pos.view().networks) == (1 if touches else 2)
        assert (width, height) == tuple(round(1000 * n) for n in extent(letter))


def extent(letter: str) -> tuple[float, float]:
    """Width and height of a tile laid as the tests lay it."""
    [laid] = table("box", tile(f"{letter}1", 0, 0), dice="rk0").view().tiles
    xs, ys = zip(*laid.outline, strict=True)
    assert (min(xs), min(ys)) == pytest.approx((0, 0), abs=1e-5)
    return max(xs), max(ys)


@pytest.mark.rule("B11")
def test_around_a_corner_the_distance_counts() -> None:
    for gap, touches in ((0.35, True), (0.36, False)):  # 0.35 * sqrt(2) = 0.495
        pos = table("box", tile("M1", 0, 0), tile("M2", 56 + gap, 56 + gap), dice="rk0")
        assert (len(pos.view().networks) == 1) == touches


@pytest.mark.rule("B11")
def test_networks_and_owners() -> None:
    pos = table(
        "box", tile("M1", 0, 0), tile("M2", 56, 0), tile("M3", 112, 0), tile("S1", -100, -100), tile("L1", -200, 100),
        dice="rk0", pawns="M3,-/S1,-",
    )  # fmt: skip
    assert [(net.tiles, net.owner, net.points) for net in pos.view().networks] == [
        (["S1"], 1, 1), (["M1", "M2", "M3"], 0, 6), (["L1"], None, 3),
    ]  # fmt: skip


def test_shapes_of_views_are_those_of_the_data() -> None:
    assert shapes.outline(0, 0, 0, 0)[0] == pytest.approx((0.036 + 0.002, -0.003))
    assert Path(kind("bigbrainbang").folder / "pieces.toml").exists()
