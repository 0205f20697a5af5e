"""Takes messages to push services: a queue and a pool of limited size, further tries where they help, an end for those gone."""

import asyncio
import logging
import ssl
from collections.abc import Callable

import msgspec

from bangbox.server.errors import Refusal
from bangbox.server.metrics import Metrics
from bangbox.server.protocol import PushSubscription
from bangbox.server.push.endpoints import Endpoint, read_endpoint, resolve
from bangbox.server.push.keys import Keys
from bangbox.server.push.post import Answer, PostError, post
from bangbox.server.push.sealing import check_keys, sealed
from bangbox.server.settings import Settings
from bangbox.server.storage.queries import FORGET_SUBSCRIPTION
from bangbox.server.storage.statements import Write
from bangbox.server.storage.store import StorageError, Store
from bangbox.server.tasks import Tasks

log = logging.getLogger("bangbox.push")

WAITING = 1000  # messages at most; more are dropped
POOL = 8  # sent at a time
PAUSES = (5.0, 60.0, 600.0)  # seconds before another try, unless the push service says
GONE = (404, 410)
DAY = 86_400


class Letter(msgspec.Struct):
    """A message for one browser."""

    id: str
    endpoint: str
    p256dh: str
    auth: str
    topic: str  # replaces an earlier message about the same that has not arrived yet
    message: bytes
    tries: int = 0


class Courier:
    """What one process sends."""

    def __init__(self, store: Store, settings: Settings, metrics: Metrics, keys: Keys, now: Callable[[], int]) -> None:
        self.keys = keys
        self._anywhere = settings.push_anywhere
        self._store, self._metrics, self._now = store, metrics, now
        self._contact = settings.push_contact or settings.address or "mailto:bangbox@localhost"
        self._letters: asyncio.Queue[Letter] = asyncio.Queue()
        self._pausing = 0
        self._tls = ssl.create_default_context()
        self.pauses: tuple[float, ...] = PAUSES

    def start(self, tasks: Tasks) -> None:
        """Sends from now on."""
        for _ in range(POOL):
            tasks.spawn(self._send_on())

    async def check(self, wanted: PushSubscription) -> None:
        """Refuses a subscription to which nothing could or should be sent."""
        endpoint = read_endpoint(wanted.endpoint, self._anywhere)
        check_keys(wanted.p256dh, wanted.auth)
        await resolve(endpoint, self._anywhere)

    def send(self, letter: Letter) -> None:
        """Takes a message, unless too many are waiting."""
        if self._letters.qsize() + self._pausing >= WAITING:
            self._metrics.pushes_failed += 1
            log.warning("too many push messages are waiting: one is dropped")
        else:
            self._letters.put_nowait(letter)

    async def _send_on(self) -> None:
        while True:
            letter = await self._letters.get()
            try:
                await self._deliver(letter)
            except StorageError as error:
                log.warning("a push subscription could not be deleted: %s", error)
            except Exception:
                self._metrics.errors += 1
                log.exception("a push message failed")
            self._letters.task_done()

    async def drained(self) -> None:
        """Waits until everything that was taken has been tried once."""
        await self._letters.join()

    async def _deliver(self, letter: Letter) -> None:
        try:
            endpoint = read_endpoint(letter.endpoint, self._anywhere)
            answer = await self._post(endpoint, letter)
        except Refusal as refusal:  # the name leads nowhere just now, or to where it must not
            self._try_again(letter, None, refusal.problem.text)
        except PostError as error:
            self._try_again(letter, None, str(error))
        else:
            if 200 <= answer.status < 300:
                self._metrics.pushes += 1
            elif answer.status in GONE:
                await self._store.commit([Write(FORGET_SUBSCRIPTION, {"id": letter.id})])
            elif answer.status == 429 or answer.status >= 500:
                self._try_again(letter, answer.again, f"it answered {answer.status}")
            else:
                self._metrics.pushes_failed += 1
                log.warning("%s refused a push message: %d", endpoint.origin, answer.status)

    async def _post(self, endpoint: Endpoint, letter: Letter) -> Answer:
        address = await resolve(endpoint, self._anywhere)
        body = sealed(letter.message, letter.p256dh, letter.auth)
        return await post(endpoint, address, self._headers(endpoint, letter), body, self._tls)

    def _headers(self, endpoint: Endpoint, letter: Letter) -> dict[str, str]:
        return {
            "Authorization": self.keys.authorization(endpoint.origin, self._contact, self._now()),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(DAY),
            "Topic": letter.topic,
            "Urgency": "normal",
        }

    def _try_again(self, letter: Letter, seconds: float | None, why: str) -> None:
        if letter.tries >= len(self.pauses):
            self._metrics.pushes_failed += 1
            log.warning("a push message is given up: %s", why)
            return
        pause = self.pauses[letter.tries] if seconds is None else max(seconds, 1.0)
        letter.tries += 1
        self._pausing += 1
        asyncio.get_running_loop().call_later(pause, self._resume, letter)

    def _resume(self, letter: Letter) -> None:
        self._pausing -= 1
        self.send(letter)
