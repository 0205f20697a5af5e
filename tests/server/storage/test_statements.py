"""Statements, compiled once for each database."""

import pytest
from sqlalchemy import bindparam, insert, select

from bangbox.server.storage.schema import guests
from bangbox.server.storage.statements import Statement


def test_values_are_put_in_the_order_of_the_placeholders() -> None:
    statement = Statement(select(guests.c.id).where(guests.c.name == bindparam("called"), guests.c.kind == bindparam("kind")))
    for text in (statement.sqlite, statement.postgres):
        assert text.arguments({"kind": "bot", "called": "Ann"}) == ("Ann", "bot")
    assert statement.sqlite.sql.count("?") == 2
    assert "$1" in statement.postgres.sql


def test_what_is_fixed_needs_no_value() -> None:
    statement = Statement(select(guests.c.id).where(guests.c.kind == "bot", guests.c.name == bindparam("called")))
    assert sorted(statement.sqlite.arguments({"called": "Ann"})) == ["Ann", "bot"]


@pytest.mark.parametrize("names", [[], ["called"]])
def test_few_values_are_a_tuple_too(names: list[str]) -> None:
    clause = select(guests.c.id)
    for name in names:
        clause = clause.where(guests.c.name == bindparam(name))
    assert Statement(clause).sqlite.arguments({"called": "Ann"}) == tuple("Ann" for _ in names)


def test_the_placeholders_of_a_row_can_be_repeated() -> None:
    assert Statement(insert(guests)).sqlite.row == "(?, ?, ?, ?)"


def test_a_value_that_is_missing_is_an_error() -> None:
    with pytest.raises(KeyError):
        Statement(insert(guests)).sqlite.arguments({"id": "x"})
