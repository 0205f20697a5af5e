"""Servers for the tests of this folder."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.server.guests import Guest
from tests.server.house import House, opened
from tests.server.processes import Postgres, Server
from tests.server.push.service import Service


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with tic-tac-toe, the game of every mechanism, and two games of the box, one of them with secrets."""
    found = Server(tmp_path_factory.mktemp("server"), only="tictactoe,magpie,brains,robbery").start()
    yield found
    found.stop()
    assert "Traceback" not in found.logged(), found.logged()


@pytest.fixture
def ann(server: Server) -> Iterator[Guest]:
    with Guest(server, "Ann") as guest:
        yield guest


@pytest.fixture
def bob(server: Server) -> Iterator[Guest]:
    with Guest(server, "Bob") as guest:
        yield guest


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder for a server of the test's own."""
    return tmp_path


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    """A hall of the test's own, without sockets and processes, whose clock only the test moves."""
    async with opened(tmp_path) as found:
        yield found


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Asynchronous tests run on asyncio, as the server does."""
    return "asyncio"


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    found = Postgres().start()
    yield found
    found.remove()


@pytest.fixture
def service() -> Iterator[Service]:
    """A push service."""
    found = Service()
    yield found
    found.close()
