"""REST without a network: people who ask the routes of a hall."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
from starlette.applications import Starlette

import bangbox.server.api.routes  # noqa: F401  # registers the endpoints
from bangbox.server.api.http import routes
from bangbox.server.hall import Hall
from bangbox.server.protocol import Me


class Asker:
    """A guest, or a stranger, who asks."""

    def __init__(self, http: httpx.AsyncClient, me: Me | None) -> None:
        self.http = http
        self.me = me

    async def get(self, path: str, **query: Any) -> Any:
        """GET: the status, and what was answered."""
        return self._read(await self.http.get(path, params=query))

    async def post(self, path: str, **body: Any) -> Any:
        """POST: the status, and what was answered."""
        return self._read(await self.http.post(path, json=body))

    @staticmethod
    def _read(answer: httpx.Response) -> tuple[int, Any]:
        is_json = answer.headers.get("content-type", "").startswith("application/json")
        return answer.status_code, answer.json() if is_json else answer.text


@asynccontextmanager
async def asker(hall: Hall, name: str = "", bot: bool = False) -> AsyncIterator[Asker]:
    """Somebody with a token, or a stranger."""
    headers, me = {}, None
    if name:
        me, token = await hall.people.welcome(name, bot)
        headers["Authorization"] = f"Bearer {token}"
    transport = httpx.ASGITransport(Starlette(routes=routes(hall)), client=("10.0.0.1", 5))
    async with httpx.AsyncClient(transport=transport, base_url="http://here", headers=headers) as http:
        yield Asker(http, me)
