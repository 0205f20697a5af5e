"""The parts of a server process, and whether it is well."""

import pytest

from bangbox.server.storage.store import StorageError
from tests.server.house import House


async def test_it_is_well_if_the_database_can_be_used_and_bots_can_think(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    hall = house.hall
    assert await hall.is_well()
    hall.workers.missing = 1
    assert not await hall.is_well()
    hall.workers.missing = 0
    hall.store.failing = True
    assert not await hall.is_well()
    hall.store.failing = False

    async def away(*_: object, **__: object) -> list[dict[str, object]]:
        raise StorageError("away")

    with monkeypatch.context() as broken:
        broken.setattr(hall.store, "read", away)
        assert not await hall.is_well()
    assert await hall.is_well()


async def test_what_counts_against_a_guest_is_done_one_at_a_time(house: House) -> None:
    lock = house.hall.one_at_a_time("ann")
    assert house.hall.one_at_a_time("ann") is lock
    assert house.hall.one_at_a_time("bob") is not lock
