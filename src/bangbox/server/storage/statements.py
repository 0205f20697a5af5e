"""Statements written once with SQLAlchemy and compiled once for each database; the drivers run the text."""

import functools
import operator
from collections.abc import Callable
from typing import Any

import msgspec
from sqlalchemy import ClauseElement
from sqlalchemy.dialects.postgresql import asyncpg
from sqlalchemy.dialects.sqlite import pysqlite

SQLITE = pysqlite.dialect(paramstyle="qmark")
POSTGRES = asyncpg.dialect()  # type: ignore[no-untyped-call]

Values = dict[str, Any]


class Text:
    """A statement in one database's language: its parameters in order, and those that are fixed."""

    def __init__(self, sql: str, order: tuple[str, ...], fixed: Values) -> None:
        self.sql, self._order, self._fixed = sql, order, fixed
        self._pick: Callable[[Values], tuple[Any, ...]] = operator.itemgetter(*order) if len(order) > 1 else self._pick_few

    @functools.cached_property
    def row(self) -> str:
        """The placeholders of one row, if this adds one: several rows can be added by one statement."""
        return self.sql.partition(" VALUES ")[2]

    def _pick_few(self, values: Values) -> tuple[Any, ...]:
        return tuple(values[name] for name in self._order)

    def arguments(self, values: Values) -> tuple[Any, ...]:
        """The values in the order of the placeholders."""
        return self._pick(self._fixed | values if self._fixed else values)


class Statement:
    """One thing to ask of, or do to, the database."""

    def __init__(self, clause: ClauseElement) -> None:
        self.clause = clause

    @functools.cached_property
    def sqlite(self) -> Text:
        """For SQLite."""
        return _compiled(self.clause, SQLITE)

    @functools.cached_property
    def postgres(self) -> Text:
        """For PostgreSQL."""
        return _compiled(self.clause, POSTGRES)


def _compiled(clause: ClauseElement, dialect: Any) -> Text:
    compiled: Any = clause.compile(dialect=dialect)
    order = tuple(compiled.positiontup or ())
    fixed = {name: compiled.binds[name].value for name in order if not compiled.binds[name].required}
    return Text(str(compiled), order, fixed)


class Write(msgspec.Struct):
    """A statement with its values. If it `must` change something and does not, the whole transaction is void."""

    statement: Statement
    values: Values
    must: bool = False


Transaction = list[Write]
