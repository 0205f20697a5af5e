"""Balance reports: the same matches wherever they are played, who begins rotated, and a page that needs nothing beside it."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import bangbox
from bangbox.core.errors import OptionError
from bangbox.lab.balancing.reporting import balance, write_report
from bangbox.lab.balancing.watching import REPEATS, assignments, watch


def test_a_set_up_is_played_several_times_and_who_begins_is_rotated() -> None:
    assigned = list(assignments("urknall", "random", {"players": 3}, games=9 * REPEATS - 1, seed=5))
    assert [one.options["first"] for one in assigned] == [0, 1, 2] * 3
    assert {one.options["first"] for one in assignments("urknall", "random", {"players": 3, "first": 2}, 8, 1)} == {2}
    watched = watch(assigned[1])
    assert len(watched) == REPEATS
    assert {one.first for one in watched} == {1}
    assert len({one.decisions for one in watched}) + len({tuple(one.payoffs) for one in watched}) > 2, "not the same match"
    pos = bangbox.game("urknall", players=3).start(seed=1)
    assert watched[0].branching[0][0] > 0
    assert set(watched[0].points) <= {"only", "pair", "most", "shared", "comet"}
    assert set(watched[0].details) == {"red", "green", "blue"}, pos
    assert all(0 <= one.settled <= 1 for one in watched)


def test_without_dice_a_set_up_is_not_played_the_same_way_again() -> None:
    (assigned,) = assignments("bigxbang", "beginner", {"players": 2}, games=REPEATS, seed=3)
    assert len({str(one.uses) + str(one.lead_changes) for one in watch(assigned)}) > 1


def test_the_report_is_the_same_whatever_plays_it_and_is_written_whole(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    report = balance("tictactoe", "easy", games=24, told=lambda done, of, _: told.append((done, of)))
    assert told[-1] == (24, 24)
    with ThreadPoolExecutor(2) as pool:
        assert balance("tictactoe", "easy", games=24, executor=pool) == report
    assert report.usual.matches == 24
    assert sum(mean.value for mean in report.usual.seats) == pytest.approx(1.0)
    page = write_report(report, tmp_path / "tictactoe")
    text = page.read_text("utf-8")
    assert text.count("data:image/png;base64,") == len(list(page.parent.glob("*.png"))) - 1, "every plot but the sheet"
    assert 'src="http' not in text and "<link" not in text
    assert json.loads((page.parent / "figures.json").read_text("utf-8"))["usual"]["matches"] == 24


def test_variants_are_measured_beside_the_usual_form() -> None:
    report = balance("urknall", "random", games=8)
    assert [one.name for one in report.variants] == ["2 players", "4 players", "black_hole"]
    assert [one.players for one in report.variants] == [2, 4, 3]


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(OptionError, match="no level"):
        balance("tictactoe", "godlike", games=8)
    with pytest.raises(bangbox.BangboxError):
        balance("tictactoe", "easy", games=8, options={"players": 7})
