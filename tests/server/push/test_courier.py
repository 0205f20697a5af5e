"""Messages on their way: a real one is received and read; what fails is tried again, or never more."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from py_vapid import Vapid02

from bangbox.server.push import courier as couriers
from bangbox.server.push.courier import Courier, Letter
from bangbox.server.push.keys import kept_keys
from bangbox.server.storage.queries import ADD_SUBSCRIPTION
from bangbox.server.storage.statements import Write
from tests.server.house import House, opened
from tests.server.push.service import Browser, Service

MESSAGE = {"match": "m", "title": "Brains: your turn", "text": "With Bob"}


@pytest.fixture
async def pushing(tmp_path: Path) -> AsyncIterator[House]:
    """A house that sends push messages, also on this machine."""
    async with opened(tmp_path, push_anywhere=True, push_contact="mailto:games@example.org") as house:
        hall = house.hall
        hall.push = Courier(hall.store, hall.settings, hall.metrics, kept_keys(tmp_path), house.clock)
        hall.push.pauses = (0.01, 0.01)
        hall.push.start(hall.tasks)
        yield house


async def kept(house: House, browser: Browser) -> Letter:
    """A message for a browser whose subscription is kept."""
    wanted = browser.subscription
    row = {"id": "s", "guest": "ann", "language": "en", "created": 1}
    keys = {"endpoint": wanted.endpoint, "p256dh": wanted.p256dh, "auth": wanted.auth}
    await house.hall.store.commit([Write(ADD_SUBSCRIPTION, row | keys)])
    return Letter("s", wanted.endpoint, wanted.p256dh, wanted.auth, "topic", json.dumps(MESSAGE).encode())


async def delivered(house: House, letter: Letter, service: Service, count: int = 1) -> None:
    """Sends a message and waits until the service has had so many requests."""
    assert house.hall.push is not None
    house.hall.push.send(letter)
    await asyncio.to_thread(service.wait, count)
    await house.hall.push.drained()


def subscriptions(house: House) -> int:
    return int(house.ask("SELECT count(*) FROM subscriptions")[0][0])


async def test_a_message_is_received_and_read(pushing: House, service: Service) -> None:
    ann = Browser(service.url)
    await delivered(pushing, await kept(pushing, ann), service)
    (taken,) = service.taken
    assert taken.path == "/push/browser" and ann.read(taken) == MESSAGE
    assert taken.headers["Content-Encoding"] == "aes128gcm" and taken.headers["Topic"] == "topic"
    assert 0 < int(taken.headers["TTL"]) <= 86_400
    assert Vapid02.verify(taken.headers["Authorization"])
    assert (pushing.hall.metrics.pushes, subscriptions(pushing)) == (1, 1)


@pytest.mark.parametrize("status", [404, 410])
async def test_a_subscription_that_is_gone_is_deleted(pushing: House, service: Service, status: int) -> None:
    service.answers = [(status, {})]
    await delivered(pushing, await kept(pushing, Browser(service.url)), service)
    assert subscriptions(pushing) == 0 and pushing.hall.metrics.pushes == 0


async def test_what_failed_is_tried_again_but_not_for_ever(pushing: House, service: Service) -> None:
    service.answers = [(503, {}), (429, {"Retry-After": "1"}), (201, {})]
    letter = await kept(pushing, Browser(service.url))
    await delivered(pushing, letter, service, 3)
    assert (pushing.hall.metrics.pushes, pushing.hall.metrics.pushes_failed) == (1, 0)
    service.answers = [(500, {})] * 5
    letter.tries = 0
    await delivered(pushing, letter, service, 6)
    await asyncio.sleep(0.1)
    assert len(service.taken) == 6, "two pauses are three tries"
    assert pushing.hall.metrics.pushes_failed == 1 and subscriptions(pushing) == 1


async def test_what_is_refused_for_good_is_not_sent_again(pushing: House, service: Service) -> None:
    service.answers = [(400, {})]
    await delivered(pushing, await kept(pushing, Browser(service.url)), service)
    await asyncio.sleep(0.05)
    assert len(service.taken) == 1 and pushing.hall.metrics.pushes_failed == 1


async def test_a_name_that_leads_into_this_network_now_gets_nothing(pushing: House, service: Service) -> None:
    hall = pushing.hall
    strict = Courier(hall.store, hall.settings, hall.metrics, kept_keys(pushing.path.parent), pushing.clock)
    strict._anywhere, strict.pauses = False, ()
    strict.start(hall.tasks)
    letter = await kept(pushing, Browser(service.url))
    for endpoint in (letter.endpoint, "https://127.0.0.1/x", "https://10.0.0.1/x"):
        letter.endpoint = endpoint
        strict.send(letter)
    await strict.drained()
    assert service.taken == [] and hall.metrics.pushes_failed == 3


async def test_more_than_can_wait_is_dropped(pushing: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(couriers, "WAITING", 3)
    hall = pushing.hall
    idle = Courier(hall.store, hall.settings, hall.metrics, kept_keys(pushing.path.parent), pushing.clock)  # nobody sends
    letter = Letter("s", "https://push.example.org/x", "", "", "t", b"")
    for _ in range(5):
        idle.send(letter)
    assert idle._letters.qsize() == 3 and hall.metrics.pushes_failed == 2
