"""The database's schema through time (Alembic)."""

from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory


def _config(connection: Any = None) -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.attributes["connection"] = connection
    return config


def upgrade(connection: Any) -> None:
    """Brings a database to the present schema; does nothing if it is there."""
    if not is_current(connection):
        command.upgrade(_config(connection), "head")


def is_current(connection: Any) -> bool:
    """Whether a database has the present schema."""
    return MigrationContext.configure(connection).get_current_revision() == newest()


def newest() -> str | None:
    """The name of the present schema."""
    return ScriptDirectory.from_config(_config()).get_current_head()
