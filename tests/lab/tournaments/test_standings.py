"""A table of standings in a page: its own rows are replaced, others are kept."""

from pathlib import Path

import pytest

import bangbox
from bangbox.lab.tournaments.pairings import Pairing
from bangbox.lab.tournaments.playing import Played
from bangbox.lab.tournaments.standings import BEGIN, END, Standing, as_table, standing, write_page


def row(one: str, share: float) -> Standing:
    return Standing(Pairing("brains", one, "easy", 4), 100, share, 0.05, 1 - share, 30.0, 0.01, 0.2)


def played(share: float) -> Played:
    return Played(0, 0, 1, 1, share, 1 - share, [0, round(10 * share)], 4, "", seconds=0.2, slowest=0.1)


def test_what_matches_come_to() -> None:
    pairing = Pairing("brains", "hard", "easy", 4)
    found = standing(pairing, [played(1.0), played(0.0), played(1.0), played(0.5)])
    assert found.share == 0.625
    assert found.rest == 0.375
    assert found.ratio == 2.5
    assert found.points == 6.25
    assert found.seconds == pytest.approx(0.05)
    assert found.slowest == 0.1
    sure = standing(pairing, [played(1.0)] * 10)
    assert sure.margin > 0.05, "ten wins in a row are no certainty"


def test_rows_are_replaced_or_added(tmp_path: Path) -> None:
    page = tmp_path / "bots.md"
    page.write_text(f"# Bots\n\n{BEGIN}\n{END}\n\nThe end.\n", "utf-8")
    write_page(page, [row("medium", 0.4), row("hard", 0.5)])
    write_page(page, [row("hard", 0.6), row("expert", 0.7)])
    text = page.read_text("utf-8")
    assert text.startswith("# Bots\n")
    assert text.endswith("The end.\n")
    assert text.count("| brains |") == 3
    assert "0.400 ± 0.050 | 1.60 ×" in text
    assert "0.600 ± 0.050" in text
    assert "0.500 ±" not in text


def test_a_page_without_a_place_for_it_is_left_alone(tmp_path: Path) -> None:
    page = tmp_path / "other.md"
    page.write_text("nothing", "utf-8")
    with pytest.raises(bangbox.BangboxError, match="no place for a table"):
        write_page(page, [row("hard", 0.5)])
    assert page.read_text("utf-8") == "nothing"
    with pytest.raises(bangbox.BangboxError, match="cannot read"):
        write_page(tmp_path / "none.md", [])


def test_the_table_of_the_terminal_has_a_row_each() -> None:
    assert as_table([row("medium", 0.4), row("hard", 0.5)]).row_count == 2
