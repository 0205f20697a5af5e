"""The database's schema through time (Alembic, loaded only when there is something to do)."""

from pathlib import Path
from typing import Any

import sqlalchemy

NEWEST = max(path.name[:4] for path in (Path(__file__).parent / "versions").glob("[0-9]*.py"))  # they are numbered


def upgrade(connection: Any, version: str = "head") -> None:
    """Brings a database to the present schema (or an earlier one); does nothing if it is there."""
    if is_current(connection):
        return
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.attributes["connection"] = connection
    command.upgrade(config, version)


def is_current(connection: Any) -> bool:
    """Whether a database has the present schema."""
    if not sqlalchemy.inspect(connection).has_table("alembic_version"):
        return False
    rows = connection.execute(sqlalchemy.text("SELECT version_num FROM alembic_version")).all()
    return [tuple(row) for row in rows] == [(NEWEST,)]
