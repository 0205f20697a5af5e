"""The schema through time: every step leads to the present one."""

import functools
from typing import Any

from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from bangbox.server.settings import Settings
from bangbox.server.storage import opening
from bangbox.server.storage.migrations import NEWEST, is_current, upgrade
from bangbox.server.storage.opening import migrate
from bangbox.server.storage.schema import metadata


def test_the_schema_is_what_the_migrations_make(settings: Settings) -> None:
    migrate(settings)

    def differences(connection: Any) -> Any:
        assert is_current(connection)
        return compare_metadata(MigrationContext.configure(connection), metadata)

    assert opening.transact(settings, differences) == []


def test_an_empty_database_is_not_current_and_migrating_twice_does_no_harm(tmp_path: Any) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path / 'some.sqlite'}")
    assert not opening.transact(settings, is_current)
    for _ in range(2):
        opening.transact(settings, upgrade)
        assert opening.transact(settings, is_current)
    assert NEWEST.isdecimal()


def test_every_version_is_brought_up_to_date(tmp_path: Any) -> None:
    for number in range(1, int(NEWEST)):
        settings = Settings(database=f"sqlite:///{tmp_path / str(number)}")
        opening.transact(settings, functools.partial(upgrade, version=f"{number:04}"))
        assert not opening.transact(settings, is_current)
        migrate(settings)
        assert opening.transact(settings, is_current)
