"""A table of standings in a page: its own rows are replaced, others are kept."""

from pathlib import Path

import pytest

import bangbox
from bangbox.lab.standings import BEGIN, END, as_table, write_page
from bangbox.lab.tournament import Pairing, Standing


def row(one: str, share: float) -> Standing:
    return Standing(Pairing("brains", one, "easy", 4), 100, share, 0.05, 30.0, 0.01, 0.2)


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
