"""Statements written once with SQLAlchemy and compiled once for each database; the drivers run the text."""

import functools
from typing import Any, NamedTuple

from sqlalchemy import ClauseElement
from sqlalchemy.dialects.postgresql import asyncpg
from sqlalchemy.dialects.sqlite import pysqlite

SQLITE = pysqlite.dialect(paramstyle="qmark")
POSTGRES = asyncpg.dialect()  # type: ignore[no-untyped-call]

Values = dict[str, Any]


class Text(NamedTuple):
    """A statement in one database's language: its parameters in order, and those that are fixed."""

    sql: str
    order: tuple[str, ...]
    fixed: Values

    def arguments(self, values: Values) -> list[Any]:
        """The values in the order of the placeholders."""
        return [values[name] if name in values else self.fixed[name] for name in self.order]


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
    return Text(str(compiled), tuple(compiled.positiontup or ()), dict(compiled.params))


class Write(NamedTuple):
    """A statement with its values. If it `must` change something and does not, the whole transaction is void."""

    statement: Statement
    values: Values
    must: bool = False


Transaction = list[Write]
