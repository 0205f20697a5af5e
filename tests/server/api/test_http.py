"""How a request becomes a call: origins, sizes, bytes that are no text; every failure is an answer, none a traceback."""

from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from bangbox.core.errors import BangboxError, OptionError
from bangbox.server.api import http
from bangbox.server.api.http import Asking, Endpoint, routes
from bangbox.server.errors import Refusal
from bangbox.server.protocol import NewName
from bangbox.server.storage.store import Conflict, StorageError
from tests.server.api.raw import UPGRADE, Line, request
from tests.server.guests import Guest
from tests.server.house import House
from tests.server.processes import Server

NAME = b'{"name": "Ann"}'


# -- one route


class Failing:
    """A handler that fails if the test says so, and otherwise tells who asks for which number."""

    failure: Exception | None = None

    async def __call__(self, asking: Asking) -> Any:
        if self.failure is not None:
            raise self.failure
        return {"number": asking.number("n", 7), "guest": asking.guest_id}


@pytest.fixture
def handler() -> Failing:
    return Failing()


@pytest.fixture
async def client(house: House, handler: Failing, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a server that has only this one route, by GET and by POST, and one that takes any object."""
    monkeypatch.setattr(
        http,
        "endpoints",
        [
            Endpoint("GET", "/api/it", handler, None, None, (), None),
            Endpoint("POST", "/api/it", handler, NewName, None, (), None),
            Endpoint("POST", "/api/anything", handler, dict, None, (), None),
        ],
    )
    transport = httpx.ASGITransport(Starlette(routes=routes(house.hall)))
    async with httpx.AsyncClient(transport=transport, base_url="http://here") as found:
        yield found


@pytest.mark.parametrize(
    ("failure", "status", "code"),
    [
        (Refusal("no_offer", "this offer does not stand any more"), 409, "no_offer"),
        (Conflict("a number is taken"), 409, "conflict"),
        (StorageError("the disk is full"), 503, "database"),
        (OptionError("no option colour"), 422, "options"),
        (BangboxError("no such position"), 422, "request"),
        (ZeroDivisionError("nobody has thought of this"), 500, "server"),
    ],
)
async def test_every_failure_is_a_problem_with_its_status(
    client: httpx.AsyncClient, house: House, handler: Failing, failure: Exception, status: int, code: str
) -> None:
    handler.failure = failure
    answer = await client.get("/api/it")
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json()["text"]
    assert "disk" not in answer.text, "what the database says is for the log"
    assert house.hall.metrics.errors == (status == 500)


async def test_numbers_in_the_query_are_numbers(client: httpx.AsyncClient) -> None:
    for text, number in (("12", 12), ("-3", -3), ("", 7)):
        assert (await client.get("/api/it", params={"n": text})).json()["number"] == number
    for text in ("³", "--3", "-", "②", "1e3", "9" * 16, "\xff", " 1"):
        answer = await client.get("/api/it", params={"n": text})
        assert (answer.status_code, answer.json()["code"]) == (422, "query")


async def test_requests_are_limited(client: httpx.AsyncClient, house: House) -> None:
    answers = [(await client.get("/api/it")).status_code for _ in range(600)]
    assert set(answers) == {200, 429}
    house.clock.forward(60)
    assert (await client.get("/api/it")).status_code == 200


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"{", 400),
        (b"[]", 400),
        (b'{"name": 7}', 400),
        (b'{"name": "Ann", "colour": "red"}', 400),
        (b'{"name": "\xff\xfe"}', 400),
        ('{"name": "Ann"}'.encode("utf-16"), 400),
        (b'{"name": "\\ud800"}', 400),
        (b'{"name": ' + b"[" * 7000 + b"]" * 7000 + b"}", 400),
        (b'{"name": "' + b"x" * 20_000 + b'"}', 413),
        (NAME, 200),
    ],
)
async def test_what_is_no_proper_body_is_explained(client: httpx.AsyncClient, body: bytes, status: int) -> None:
    answer = await client.post("/api/it", content=body)
    assert answer.status_code == status
    if status != 200:
        assert answer.json()["code"] == {400: "request", 413: "too_large"}[status]


async def test_nothing_is_too_deep_to_be_answered(client: httpx.AsyncClient) -> None:
    """How deep is too deep differs from Python to Python."""
    answer = await client.post("/api/anything", content=b'{"a": ' + b"[" * 7000 + b"]" * 7000 + b"}")
    assert answer.status_code == 200 or (answer.status_code, answer.json()["code"]) == (400, "request")
    assert (await client.post("/api/anything", content=b'{"a": [[]]}')).status_code == 200


async def test_tokens_come_in_a_header_or_a_cookie(client: httpx.AsyncClient, house: House) -> None:
    me, token = await house.hall.people.welcome("Ann")
    headers = [{"Authorization": f"Bearer {token}"}, {"Cookie": f"bangbox={token}"}, {"Authorization": "Bearer x"}, {}]
    asked = [(await client.get("/api/it", headers=header)).json()["guest"] for header in headers]
    assert asked == [me.id, me.id, None, None]


# -- the real server


def test_another_sites_page_is_refused(ann: Guest) -> None:
    match = ann.table("tictactoe", "mb")["id"]
    foreign = {"Origin": "https://evil.example"}
    answer = ann.http.post(f"/api/matches/{match}/resign", json={"seat": 0}, headers=foreign)
    assert (answer.status_code, answer.json()["code"]) == (403, "origin")
    own = {"Origin": ann.server.url}
    assert ann.http.post("/api/me", json={"name": "Ann"}, headers=own).status_code == 200
    cookie = f"bangbox={ann.http.cookies['bangbox']}"
    address = ann.server.url.replace("http", "ws") + f"/api/matches/{match}/live"
    with pytest.raises(InvalidStatus), connect(address, additional_headers={"Cookie": cookie, **foreign}):
        pass
    with connect(address, additional_headers={"Cookie": cookie, **own}) as socket:
        assert '"snapshot"' in str(socket.recv())


HOSTILE: dict[str, tuple[bytes, tuple[int, ...]]] = {
    "an origin that is no address": (request(b"POST", headers=[b"Origin: http://["], body=NAME), (403,)),
    "an origin of any bytes": (request(b"POST", headers=[b"Origin: http://\xff"], body=NAME), (403,)),
    "a socket's origin that is no address": (
        request(path=b"/api/matches/x/live", headers=[*UPGRADE, b"Origin: http://["]), (403,)
    ),
    "a host that is no address": (request(b"POST", body=NAME, host=b"["), (200, 400)),
    "a host of any bytes": (request(b"POST", body=NAME, host=b"\xff\xfe"), (200, 400)),
    "a host without end": (request(b"POST", body=NAME, host=b"x" * 5000), (400,)),
    "no host": (request(host=None), (400,)),
    "a token of any bytes": (request(headers=[b"Authorization: Bearer \xff\xfe"]), (200,)),
    "a cookie of any bytes": (request(headers=[b"Cookie: bangbox=\xff\xfe; \xff=\x80"]), (200,)),
    "a header's name of any bytes": (request(headers=[b"X-\xff: 1"]), (400,)),
    "a header's value of any bytes": (request(headers=[b"X-A: \xff\x80"]), (200,)),
    "a path of any bytes": (request(path=b"/api/matches/\xff\xfe"), (400,)),
    "a path of any bytes, encoded": (request(path=b"/api/matches/%ff%fe"), (404,)),
    "a socket's path of any bytes": (request(path=b"/api/matches/\xff/live", headers=UPGRADE), (400,)),
    "a query of any bytes": (request(path=b"/api/matches?show=%ff"), (422,)),
    "a game of any bytes": (request(path=b"/api/games/%ff/rules/en"), (422,)),
    "a language of any bytes": (request(path=b"/api/games/brains/rules/%ff"), (422,)),
    "a date of any bytes": (request(path=b"/api/puzzles/%ff"), (422,)),
    "a body of any bytes": (request(b"POST", body=b'{"name": "\xff"}'), (400,)),
    "options that are names of ours": (
        request(b"POST", b"/api/games/tictactoe/seats", body=b'{"options": {"name": 1, "self": 2, "kind": 3}}'), (200,)
    ),
    "a number without end": (
        request(b"POST", b"/api/games/tictactoe/seats", body=b'{"options": {"players": 99999999999999999999}}'), (200, 400)
    ),
    "an unknown method": (request(b"BREW"), (405,)),
    "a socket nowhere": (request(path=b"/nowhere", headers=UPGRADE), (403,)),
    "a socket without a key": (request(path=b"/api/matches/x/live", headers=UPGRADE[:3]), (400,)),
    "a socket of another version": (
        request(path=b"/api/matches/x/live", headers=[*UPGRADE[:2], b"Sec-WebSocket-Version: 99", UPGRADE[3]]), (400, 426)
    ),
    "no HTTP": (b"\xff\xfe\xfd\r\n\r\n", (400,)),
    "a chunk without a length": (b"POST /api/me HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", (400,)),
}  # fmt: skip


@pytest.mark.parametrize("what", HOSTILE)
def test_hostile_requests_get_a_clear_answer(server: Server, what: str) -> None:
    sent, statuses = HOSTILE[what]
    with Line(server) as line:
        line.send(sent)
        assert line.status() in statuses
    assert "Traceback" not in server.logged()
