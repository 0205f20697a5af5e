"""Subscriptions to push messages: by guests, on few devices, gone when they are switched off."""

from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest

from bangbox.server.errors import Refusal
from bangbox.server.lobby.subscribing import DEVICES, subscribe, unsubscribe
from bangbox.server.push.courier import Courier
from bangbox.server.push.keys import kept_keys
from tests.server.house import PEOPLE, House, opened
from tests.server.push.service import Browser

ANN, BOB = PEOPLE["a"], PEOPLE["b"]
SERVICE = "http://127.0.0.1:9"


@pytest.fixture
async def pushing(tmp_path: Path) -> AsyncIterator[House]:
    async with opened(tmp_path, push_anywhere=True) as house:
        hall = house.hall
        hall.push = Courier(hall.store, hall.settings, hall.metrics, kept_keys(tmp_path), house.clock)
        yield house


def known(house: House) -> list[tuple[str, str, str]]:
    rows = house.ask("SELECT guest, endpoint, language FROM subscriptions ORDER BY created")
    return [(row["guest"], row["endpoint"].rpartition("/")[2], row["language"]) for row in rows]


async def test_a_device_is_known_until_it_is_switched_off(pushing: House) -> None:
    phone, desk = Browser(SERVICE, "phone", "de"), Browser(SERVICE, "desk")
    assert await subscribe(pushing.hall, ANN, phone.subscription) == 1
    pushing.clock.forward(1)
    assert await subscribe(pushing.hall, ANN, desk.subscription) == 2
    assert await subscribe(pushing.hall, ANN, desk.subscription) == 2, "the same device again"
    assert known(pushing) == [("ann", "phone", "de"), ("ann", "desk", "en")]
    assert await unsubscribe(pushing.hall, BOB, phone.subscription.endpoint) == 0, "not Bob's to end"
    assert await unsubscribe(pushing.hall, ANN, phone.subscription.endpoint) == 1
    assert known(pushing) == [("ann", "desk", "en")]


async def test_a_browser_belongs_to_one_guest(pushing: House) -> None:
    phone = Browser(SERVICE, "phone")
    await subscribe(pushing.hall, ANN, phone.subscription)
    await subscribe(pushing.hall, BOB, phone.subscription)
    assert known(pushing) == [("bob", "phone", "en")]


async def test_the_oldest_device_makes_room(pushing: House) -> None:
    for number in range(DEVICES + 2):
        pushing.clock.forward(60)
        assert await subscribe(pushing.hall, ANN, Browser(SERVICE, str(number)).subscription) == min(number + 1, DEVICES)
    assert [name for _, name, _ in known(pushing)] == [str(number) for number in range(2, DEVICES + 2)]


async def test_hostile_addresses_and_keys_are_refused(pushing: House) -> None:
    hall, good = pushing.hall, Browser("https://push.example.org").subscription
    assert hall.push is not None
    hall.push._anywhere = False
    for endpoint in ("http://push.example.org/x", "https://127.0.0.1/x", "https://169.254.169.254/x", "https://nobody.invalid/x"):
        with pytest.raises(Refusal) as refused:
            await subscribe(hall, ANN, msgspec.structs.replace(good, endpoint=endpoint))
        assert (refused.value.problem.code, refused.value.status) == ("push_endpoint", 422)
    with pytest.raises(Refusal) as refused:
        await subscribe(hall, ANN, msgspec.structs.replace(good, auth="AAAA"))
    assert refused.value.problem.code == "push_keys"
    assert known(pushing) == []


async def test_too_many_changes_are_refused(pushing: House) -> None:
    phone = Browser(SERVICE).subscription
    with pytest.raises(Refusal) as refused:
        for _ in range(50):
            await subscribe(pushing.hall, ANN, phone)
    assert refused.value.status == 429


async def test_a_server_without_push_says_so(house: House) -> None:
    with pytest.raises(Refusal) as refused:
        await subscribe(house.hall, ANN, Browser(SERVICE).subscription)
    assert refused.value.problem.code == "no_push"
