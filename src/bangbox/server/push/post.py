"""Hands one message to a push service: a single POST to a known network address, without redirects, within bounds."""

import asyncio
import email.utils
import ssl
import time
from typing import NamedTuple

from bangbox.server.push.endpoints import Endpoint

SECONDS = 10.0  # for everything
HEAD_BYTES = 16_384  # of an answer; the rest is not read
LONGEST_WAIT = 3600.0  # seconds that a push service can make us wait


class PostError(Exception):
    """The push service could not be reached, or did not answer like one."""


class Answer(NamedTuple):
    """What a push service said: a status, and how long to wait before the next try."""

    status: int
    again: float | None = None


async def post(
    endpoint: Endpoint, address: str, headers: dict[str, str], body: bytes, tls: ssl.SSLContext | None, seconds: float = SECONDS
) -> Answer:
    """Posts to an endpoint at that network address; its certificate has to be good for its name."""
    secure = {"ssl": tls, "server_hostname": endpoint.host} if endpoint.scheme == "https" else {}
    try:
        async with asyncio.timeout(seconds):
            reader, writer = await asyncio.open_connection(address, endpoint.port, limit=HEAD_BYTES, **secure)  # type: ignore[arg-type]
            try:
                writer.write(_head(endpoint, headers, len(body)) + body)
                await writer.drain()
                return _understood(await reader.readuntil(b"\r\n\r\n"))
            finally:
                writer.transport.abort()
    except (OSError, EOFError, ValueError, asyncio.LimitOverrunError) as error:  # TimeoutError and TLS errors are OSErrors
        raise PostError(f"{type(error).__name__}: {error}") from None


def _head(endpoint: Endpoint, headers: dict[str, str], size: int) -> bytes:
    host = endpoint.origin.partition("://")[2]
    fixed = {"Host": host, "Content-Length": str(size), "Connection": "close"}
    lines = [f"POST {endpoint.path} HTTP/1.1", *(f"{name}: {value}" for name, value in (fixed | headers).items())]
    return "\r\n".join([*lines, "", ""]).encode("ascii")


def _understood(head: bytes) -> Answer:
    first, *lines = head.decode("latin-1").split("\r\n")
    version, _, rest = first.partition(" ")
    if not version.startswith("HTTP/1.") or not rest[:3].isdecimal():
        raise ValueError("not an answer of HTTP")
    fields = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    return Answer(int(rest[:3]), _wait(fields.get("retry-after")))


def _wait(text: str | None) -> float | None:
    """Seconds out of a Retry-After, which has them or a date."""
    if not text:
        return None
    if text.isdecimal() and len(text) < 10:
        seconds = float(text)
    else:
        try:
            seconds = email.utils.parsedate_to_datetime(text).timestamp() - time.time()
        except (ValueError, TypeError):
            return None
    return min(max(seconds, 0.0), LONGEST_WAIT)
