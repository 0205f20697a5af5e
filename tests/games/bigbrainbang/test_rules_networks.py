"""Networks, fights and losses, rule by rule: B12 to B18. Every table is built by hand; see tables.py."""

import pytest

from bangbox.core.position import Position
from tests.games.bigbrainbang.tables import lying, names, owners, table, tile, word

# M1 of seat 0 at (0, 0) to (56, 56); what lies right of x = 56 touches it, a new small tile at (56, 10) for instance.


@pytest.mark.rule("B12")
def test_touching_nothing_a_pawn_may_be_put() -> None:
    pos = table("place", die=("M", 0, 0))
    assert pos.view(0).previews[0].effect == "alone"
    pos.play("1a0")
    assert names(pos) == ["none", "pawn"]
    assert owners(pos.copy().play("pawn")) == {"M1": 0}
    assert owners(pos.copy().play("none")) == {"M1": None}


@pytest.mark.rule("B12")
def test_touching_neutral_tiles_a_pawn_owns_them_all() -> None:
    pos = table("place", tile("M1", 0, 0), tile("L1", 112, 0), die=("M", 56, 0), seat=1)
    assert pos.view(1).previews[0].effect == "neutral"
    pos.play("1a0").play("pawn")
    assert owners(pos) == {"M1": 1, "M2": 1, "L1": 1}
    assert word(pos, "pawns") == "-,-/M2,-"


@pytest.mark.rule("B12")
def test_without_an_unused_pawn_nothing_is_asked() -> None:
    pos = table("place", tile("S1", -200, 0), tile("S2", -200, 200), pawns="S1,S2/-,-", die=("M", 0, 0)).play("1a0")
    assert (word(pos, "phase"), owners(pos)["M1"]) == ("box", None)


@pytest.mark.rule("B13")
def test_touching_ones_own_network_it_joins() -> None:
    pos = table("place", tile("M1", 0, 0), tile("S1", 110, 10), pawns="M1,-/-,-", die=("M", 56, 0))
    assert pos.view(0).previews[0].effect == "join"
    pos.play("1a0")
    assert owners(pos) == {"M1": 0, "M2": 0, "S1": 0}, "and takes the neutral tile with it"
    assert word(pos, "phase") == "box", "no pawn is asked for"


@pytest.mark.rule("B13")
def test_joining_two_own_networks_a_pawn_may_come_back() -> None:
    pos = table("place", tile("M1", 0, 0), tile("L1", 112, 0), pawns="M1,L1/-,-", die=("M", 56, 0)).play("1a0")
    assert names(pos) == ["leave", "take M1", "take L1"]
    assert word(pos.copy().play("take M1"), "pawns") == "L1,-/-,-"
    assert word(pos.copy().play("take L1"), "pawns") == "M1,-/-,-"
    pos.play("leave")
    assert word(pos, "pawns") == "M1,L1/-,-"
    assert pos.view().networks[0].points == 7, "two pawns on one network count it once"


@pytest.mark.rule("B13")
def test_only_then_a_pawn_may_come_back() -> None:
    one_network = table("place", tile("M1", 0, 0), tile("M2", 0, 56), pawns="M1,M2/-,-", die=("M", 56, 0)).play("1a0")
    assert word(one_network, "phase") == "box"
    other_far = table("place", tile("M1", 0, 0), tile("M2", -200, 0), pawns="M1,M2/-,-", die=("M", 56, 0)).play("1a0")
    assert word(other_far, "phase") == "box"


@pytest.mark.rule("B14")
def test_touching_one_other_player_it_joins_his_network() -> None:
    pos = table("place", tile("M1", 0, 0), tile("S1", 112, 10), pawns="-,-/M1,-", die=("L", 56, 0))
    assert pos.view(0).previews[0].effect == "help"
    pos.play("1a0")
    assert owners(pos) == {"M1": 1, "L1": 1, "S1": 1}
    assert word(pos, "phase") == "box"


@pytest.mark.rule("B14")
def test_joining_two_networks_of_another_he_may_take_a_pawn_back() -> None:
    pos = table("place", tile("M1", 0, 0), tile("M2", 112, 0), pawns="-,-/M1,M2", die=("M", 56, 0)).play("1a0")
    assert (pos.actor, names(pos), pos.topic()) == (1, ["leave", "take M1", "take M2"], "B14")
    pos.play("take M2")
    assert word(pos, "pawns") == "-,-/M1,-"
    assert pos.actor == 0, "then the turn goes on"


# Seat 0 has S1 at (-54, 10) to (0, 46); the new tile at (0, 0) touches it and what lies right of it.
@pytest.mark.rule("B22")
def test_while_a_pawn_is_asked_for_the_new_tile_counts_already_and_neutral_ones_with_it() -> None:
    own = table("place", tile("M1", 0, 0), tile("L1", 112, 0), tile("S1", 57, -36), pawns="M1,L1/-,-", die=("M", 56, 0))
    helped = table("place", tile("M1", 0, 0), tile("L1", 112, 0), pawns="-,-/M1,L1", die=("M", 56, 0))
    for pos, counted in ((own, [2 + 3 + 1 + 2, 0]), (helped, [0, 2 + 3 + 2])):
        pos.play("1a0")
        assert (word(pos, "phase"), pos.scores) == ("take", counted)
        assert [sum(points.points for points in pos.tally() if points.seat == seat) for seat in (0, 1)] == counted
        assert sorted(net.points for net in pos.view().networks) == [sum(counted)]
        assert all(shown.owner == pos.actor for shown in pos.view().tiles)
        assert pos.play("take M1").scores == counted, "whatever he does"


@pytest.mark.rule("B15")
@pytest.mark.parametrize(
    ("new", "foe", "wins"),
    [("S", "S", True), ("S", "M", True), ("S", "L", True), ("M", "S", False), ("M", "M", True), ("M", "L", True),
     ("L", "S", False), ("L", "M", False), ("L", "L", True)],
)  # fmt: skip
def test_who_beats_whom(new: str, foe: str, wins: bool) -> None:
    right = {"S": 53, "M": 56, "L": 100}[new]
    pos = table("place", tile("M1", -56, 0), tile(f"{foe}2", right, 0), pawns=f"M1,-/{foe}2,-", die=(new, 0, 0))
    preview = pos.view(0).previews[0]
    assert (preview.effect, [(foe.owner, foe.touched, foe.beaten) for foe in preview.foes]) == ("fight", [(1, [f"{foe}2"], wins)])
    fresh = f"{new}{3 if new == foe else 2 if new == 'M' else 1}"
    pos.play("1a0")
    if wins:
        assert set(lying(pos)) == {"M1", fresh}
        assert owners(pos)[fresh] == 0
        assert word(pos, "pawns") == "M1,-/-,-", "his pawn has gone home"
    else:
        assert set(lying(pos)) == {"M1", f"{foe}2"}
        assert word(pos, "pawns") == f"M1,-/{foe}2,-"
        assert fresh in pos.view().gone


@pytest.mark.rule("B15")
def test_within_a_network_all_or_nothing() -> None:
    """A medium tile touches a medium and a small one of the same network: it beats the medium only, so it is lost alone."""
    tiles = (tile("M1", -56, 0), tile("M2", 56, 0), tile("S1", 10, 55), tile("M3", 56, 56))
    pos = table("place", *tiles, pawns="M1,-/M2,-", die=("M", 0, 0))
    assert [foe.touched for foe in pos.view(0).previews[0].foes] == [["S1", "M2", "M3"]]
    pos.play("1a0")
    assert set(lying(pos)) == {"M1", "M2", "M3", "S1"}


@pytest.mark.rule("B15")
def test_several_networks_are_attacked_in_the_order_the_player_chooses() -> None:
    """Seat 1's medium tile can be beaten, seat 2's small one cannot."""
    tiles = (tile("M1", -56, 0), tile("M2", 56, 0), tile("S1", 0, -36))
    pos = table("place", *tiles, pawns="M1,-/M2,-/S1,-", die=("M", 0, 0)).play("1a0")
    assert (pos.actor, names(pos)) == (0, ["attack S1", "attack M2"])
    small_first = pos.copy().play("attack S1")
    assert set(lying(small_first)) == {"M1", "M2", "S1"}, "the fight is over with the first defeat"
    medium_first = pos.copy().play("attack M2")
    assert set(lying(medium_first)) == {"M1", "S1"}, "the earlier victim stays removed"
    assert word(medium_first, "pawns") == "M1,-/-,-/S1,-"


@pytest.mark.rule("B15")
def test_two_networks_of_one_player_are_two_attacks() -> None:
    pos = table("place", tile("M1", -56, 5), tile("M2", 56, 5), tile("L1", -45, -50), pawns="M1,-/M2,L1", die=("M", 0, 0)).play(
        "1a0"
    )
    assert names(pos) == ["attack M2", "attack L1"]
    pos.play("attack L1")
    assert (set(lying(pos)), word(pos, "pawns")) == ({"M1", "M3"}, "M1,-/-,-")


@pytest.mark.rule("B15")
def test_after_a_won_fight_two_own_networks_are_joined() -> None:
    pos = table("place", tile("M1", -56, -5), tile("M2", 0, 56), tile("M3", 56, -5), pawns="M1,M2/M3,-", die=("M", 0, 0)).play(
        "1a0"
    )
    assert set(lying(pos)) == {"M1", "M2", "M4"}
    assert names(pos) == ["leave", "take M1", "take M2"]
    assert word(pos.play("take M1"), "pawns") == "M2,-/-,-"


@pytest.mark.rule("B16")
def test_touching_two_others_the_player_takes_sides() -> None:
    pos = table("place", tile("M1", -56, 0), tile("M2", 56, 0), pawns="-,-/M1,-/M2,-", die=("M", 0, 0))
    assert pos.view(0).previews[0].effect == "choose"
    pos.play("1a0")
    assert (pos.actor, names(pos)) == (0, ["support 1", "support 2"])
    first = pos.copy().play("support 1")
    assert (owners(first), word(first, "pawns")) == ({"M1": 1, "M3": 1}, "-,-/M1,-/-,-")
    second = pos.copy().play("support 2")
    assert owners(second) == {"M2": 2, "M3": 2}


@pytest.mark.rule("B16")
def test_supporting_one_with_two_networks_spares_both_and_joins_them() -> None:
    tiles = (tile("M1", -56, -5), tile("M2", 0, 56), tile("L1", 56, -5))
    pos = table("place", *tiles, pawns="-,-/M1,M2/L1,-", die=("M", 0, 0)).play("1a0").play("support 1")
    assert set(lying(pos)) == {"M1", "M2", "M3"}
    assert (pos.actor, names(pos)) == (1, ["leave", "take M1", "take M2"])


@pytest.mark.rule("B16")
def test_three_others_two_are_attacked_in_a_chosen_order() -> None:
    tiles = (tile("M1", -56, 0), tile("M2", 56, 0), tile("S1", 0, -36))
    pos = table("place", *tiles, pawns="-,-/M1,-/M2,-/S1,-", die=("M", 0, 0)).play("1a0").play("support 1")
    assert names(pos) == ["attack S1", "attack M2"]
    pos.play("attack M2")
    assert set(lying(pos)) == {"M1", "S1"}, "the small tile could not be beaten; seat 2's tile is gone all the same"
    assert owners(pos) == {"M1": 1, "S1": 3}


@pytest.mark.rule("B17")
def test_neutral_tiles_never_fight_and_go_with_whatever_they_touch() -> None:
    """A small neutral tile is touched by a medium one that beats a medium: it joins the winner."""
    tiles = (tile("M1", -56, 0), tile("M2", 56, 0), tile("S1", 0, -36))
    pos = table("place", *tiles, pawns="M1,-/M2,-", die=("M", 0, 0)).play("1a0")
    assert owners(pos) == {"M1": 0, "M3": 0, "S1": 0}


@pytest.mark.rule("B17")
def test_own_tiles_are_never_attacked_and_neutral_ones_stay_if_the_fight_is_lost() -> None:
    tiles = (tile("S1", -53, 10), tile("S2", 56, 10), tile("L1", 0, -50))
    pos = table("place", *tiles, pawns="S1,-/S2,-", die=("M", 0, 0)).play("1a0")
    assert owners(pos) == {"S1": 0, "S2": 1, "L1": None}


# Seat 1's network M2 - M3 - M4 stands in a column right of the new tile at (0, 0), which touches only the middle one, M3.
OWN = tile("M1", -56, -6)
COLUMN = (tile("M2", 57, -56.4), tile("M3", 56, 0), tile("M4", 57, 56.4))


def fight(*tiles: str, pawns: str) -> Position:
    """Seat 0's new medium tile attacks what lies right of it."""
    pos = table("place", OWN, *tiles, pawns=pawns, die=("M", 0, 0))
    assert pos.view(0).previews[0].touches == ["M1", "M3"]
    return pos.play("1a0")


@pytest.mark.rule("B18")
def test_the_pawn_of_a_broken_network_goes_to_any_part() -> None:
    pos = fight(*COLUMN, pawns="M1,-/M3,-")
    assert (pos.actor, names(pos)) == (1, ["move M2", "move M4"]), "not home while a tile is left"
    assert pos.view().players[1].pawns == ["hand", "home"]
    pos.play("move M4")
    assert (pos.actor, names(pos)) == (1, ["stay", "spread M2"]), "the other pawn is unused"
    assert owners(pos.copy().play("spread M2")) == {"M1": 0, "M5": 0, "M2": 1, "M4": 1}
    assert owners(pos.copy().play("stay")) == {"M1": 0, "M5": 0, "M2": None, "M4": 1}
    assert pos.play("stay").actor == 0


@pytest.mark.rule("B18")
def test_a_pawn_that_kept_its_tile_may_still_change_to_another_part() -> None:
    assert names(fight(*COLUMN, pawns="M1,-/M2,-")) == ["move M2", "move M4"]


@pytest.mark.rule("B18")
def test_two_pawns_each_to_any_part() -> None:
    pos = fight(*COLUMN, pawns="M1,-/M2,M4")
    assert names(pos) == ["move M2", "move M4"]
    pos.play("move M2")
    assert (pos.actor, names(pos)) == (1, ["move M2", "move M4"])
    both = pos.copy().play("move M2")
    assert (word(both, "pawns"), owners(both)["M4"]) == ("M1,-/M2,M2", None)
    assert both.actor == 0, "no pawn is unused"
    assert owners(pos.play("move M4")) == {"M1": 0, "M5": 0, "M2": 1, "M4": 1}


@pytest.mark.rule("B18")
def test_in_an_unbroken_network_only_a_pawn_without_its_tile_moves() -> None:
    tiles = (tile("M2", 112, 0), tile("M3", 56, 0), tile("M4", 168, 0))
    lost = fight(*tiles, pawns="M1,-/M3,-")
    assert (lost.actor, names(lost)) == (1, ["move M2", "move M4"])
    assert lost.play("move M4").actor == 0, "nothing is broken, so the unused pawn stays at home"
    assert word(lost, "pawns") == "M1,-/M4,-"
    kept = fight(*tiles, pawns="M1,-/M4,-")
    assert (kept.actor, word(kept, "pawns")) == (0, "M1,-/M4,-")


@pytest.mark.rule("B18")
def test_the_only_tile_left_needs_no_question() -> None:
    pos = fight(tile("M2", 112, 0), tile("M3", 56, 0), pawns="M1,-/M3,-")
    assert (pos.actor, word(pos, "pawns")) == (0, "M1,-/M2,-")


@pytest.mark.rule("B18")
def test_a_pawn_of_a_lost_network_is_unused_at_once() -> None:
    """Seat 1 loses L1 altogether and its column is broken: the pawn of L1 may go onto the other part."""
    pos = table("place", OWN, *COLUMN, tile("L1", -46, 56), pawns="M1,-/M3,L1", die=("M", 0, 0)).play("1a0")
    assert names(pos) == ["attack M3", "attack L1"]
    pos.play("attack L1")
    assert (pos.actor, names(pos)) == (1, ["move M2", "move M4"]), "settled once, after the whole fight"
    assert names(pos.play("move M2")) == ["stay", "spread M4"]
    assert word(pos.play("spread M4"), "pawns") == "M1,-/M2,M4"


@pytest.mark.rule("B18")
def test_one_pawn_a_part_and_further_parts_are_neutral() -> None:
    """M3 held three parts together; two pawns hold two of them."""
    pos = fight(*COLUMN, tile("L1", 112, 3), pawns="M1,-/M3,-")
    assert names(pos) == ["move M2", "move M4", "move L1"]
    pos.play("move L1")
    assert names(pos) == ["stay", "spread M2", "spread M4"]
    assert owners(pos.play("spread M2")) == {"M1": 0, "M5": 0, "M2": 1, "M4": None, "L1": 1}


@pytest.mark.rule("B18")
def test_losses_are_settled_clockwise_from_the_active_player() -> None:
    """The Burner of seat 1 lies across columns of all three; seat 1 settles first, then 2, then 0."""
    lefts = {0: -80, 1: 12, 2: 69}
    tiles = [tile(f"M{3 * seat + i + 1}", lefts[seat], bottom) for seat in lefts for i, bottom in enumerate((-84.2, -28, 28.2))]
    pos = table("burn", *tiles, pawns="M2,-/M5,-/M8,-", dice="rk2B", seat=1, die=("S", -16, -21))
    pos.play("burn 0")
    assert pos.view().gone == ["M2", "M5", "M8"]
    asked = []
    while word(pos, "phase") in ("move", "spread"):
        asked.append((pos.actor, names(pos)))
        pos.play(names(pos)[0])
    assert asked == [
        (1, ["move M4", "move M6"]), (1, ["stay", "spread M6"]),
        (2, ["move M7", "move M9"]), (2, ["stay", "spread M9"]),
        (0, ["move M1", "move M3"]), (0, ["stay", "spread M3"]),
    ]  # fmt: skip
    assert pos.actor == 2, "the next turn"
