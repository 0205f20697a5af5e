"""How a request becomes a call: one decorator, bodies and answers by msgspec, every refusal a Problem."""

import logging
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import msgspec
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route

from bangbox.core.errors import BangboxError, OptionError
from bangbox.server.errors import Refusal
from bangbox.server.hall import Hall
from bangbox.server.protocol import Me, Problem
from bangbox.server.storage.store import Conflict, StorageError

log = logging.getLogger("bangbox.http")

COOKIE = "bangbox"
encoder = msgspec.json.Encoder()


class Asking:
    """A request: who asks, for what, with which body."""

    def __init__(self, request: Request, hall: Hall, me: Me | None, body: Any) -> None:
        self.request = request
        self.hall = hall
        self._me = me
        self.body = body

    @property
    def me(self) -> Me:
        """The guest who asks; refuses strangers."""
        if self._me is None:
            raise Refusal("who", "say who you are first: POST /api/me with a name", 401)
        return self._me

    @property
    def guest(self) -> Me | None:
        """The guest who asks, if known."""
        return self._me

    @property
    def guest_id(self) -> str | None:
        """Its id, if known."""
        return self._me.id if self._me else None

    @property
    def who(self) -> str:
        """What connections are counted by: the guest, or a stranger's address."""
        return self.guest_id or (self.request.client.host if self.request.client else "")

    def path(self, name: str) -> str:
        """A part of the path."""
        return str(self.request.path_params[name])

    def number(self, name: str, default: int | None = None) -> int | None:
        """A whole number out of the query."""
        text = self.request.query_params.get(name)
        if text is None or text == "":
            return default
        if not text.removeprefix("-").isdecimal() or len(text) > 15:
            raise Refusal("query", f"{name} should be a whole number", 422)
        return int(text)


Handler = Callable[[Asking], Awaitable[Any]]


class Endpoint(NamedTuple):
    """A route of the API with its types, for the router and for OpenAPI."""

    method: str
    path: str
    handler: Handler
    body: type | None
    answer: Any
    query: tuple[str, ...]
    conflict: type | None  # what 409 may bring beside a Problem


endpoints: list[Endpoint] = []


def endpoint(
    method: str,
    path: str,
    body: type | None = None,
    answer: Any = None,
    query: tuple[str, ...] = (),
    conflict: type | None = None,
) -> Callable[[Handler], Handler]:
    """Adds a function to the API."""

    def add(handler: Handler) -> Handler:
        endpoints.append(Endpoint(method, path, handler, body, answer, query, conflict))
        return handler

    return add


def answered(value: Any, status: int = 200) -> Response:
    """A JSON answer."""
    return Response(encoder.encode(value), status, media_type="application/json")


def problem(refusal: Refusal) -> Response:
    """A refusal as an answer."""
    return answered(refusal.problem, refusal.status)


def away() -> Refusal:
    """The database cannot be used at the moment."""
    return Refusal("database", "the database is away: try again in a moment", 503)


def token_of(connection: HTTPConnection) -> str | None:
    """The token in a bearer header (bots) or cookie (guests)."""
    header = connection.headers.get("authorization", "")
    if header.lower().startswith("bearer "):
        return header[7:].strip()
    return connection.cookies.get(COOKIE)


def same_origin(connection: HTTPConnection, address: str) -> bool:
    """Whether a browser's page that sends this is one of ours. Programs send no origin."""
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    ours = urlsplit(address).netloc if address else connection.headers.get("host", "")
    try:
        return urlsplit(origin).netloc == ours
    except ValueError:  # such as http://[
        return False


async def _body(request: Request, kind: type, limit: int) -> Any:
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > limit:
            raise Refusal("too_large", f"a request has at most {limit} bytes", 413)
        parts.append(part)
    try:
        return msgspec.json.decode(b"".join(parts), type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Refusal("request", f"not understood: {error}", 400) from None


def _route(spec: Endpoint, hall: Hall) -> Route:
    async def call(request: Request) -> Response:
        hall.metrics.requests += 1
        try:
            me = await hall.people.find(token_of(request))
            if spec.method != "GET" and not same_origin(request, hall.settings.address):
                raise Refusal("origin", "this request comes from another site's page", 403)
            hall.limits.request(me, request.client.host if request.client else "")
            body = await _body(request, spec.body, hall.settings.message_bytes) if spec.body else None
            answer = await spec.handler(Asking(request, hall, me, body))
            return answer if isinstance(answer, Response) else answered(answer)
        except Refusal as refusal:
            hall.metrics.refused += 1
            return problem(refusal)
        except Conflict:
            return problem(Refusal("conflict", "somebody else was first: look again"))
        except StorageError as error:
            log.warning("the database failed: %s", error, extra={"path": spec.path})
            return problem(away())
        except BangboxError as error:
            code = "options" if isinstance(error, OptionError) else "request"
            return answered(Problem(code=code, text=str(error)), 422)
        except ClientDisconnect:
            return Response(status_code=400)
        except Exception:
            hall.metrics.errors += 1
            log.exception("a request failed", extra={"path": spec.path})
            return answered(Problem(code="server", text="something went wrong here; nothing was changed"), 500)

    return Route(spec.path, call, methods=[spec.method], name=f"{spec.method} {spec.path}")


def routes(hall: Hall) -> list[Route]:
    """The whole API for the router."""
    return [_route(spec, hall) for spec in endpoints]
