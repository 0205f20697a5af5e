"""One message to a push service, within bounds."""

import asyncio
import datetime
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from email.utils import format_datetime
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from bangbox.server.push.endpoints import Endpoint
from bangbox.server.push.post import LONGEST_WAIT, Answer, PostError, post
from tests.server.push.service import Service


@asynccontextmanager
async def answering(
    answer: Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]], tls: ssl.SSLContext | None = None
) -> AsyncIterator[int]:
    """A service that does just that; its port."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await answer(reader, writer)
        except (OSError, asyncio.CancelledError):
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=tls)
    async with server:
        yield server.sockets[0].getsockname()[1]


async def said(text: bytes, seconds: float = 5) -> Answer:
    """What is understood of an answer."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(text)
        await writer.drain()
        await asyncio.sleep(0.05)

    async with answering(answer) as port:
        return await post(Endpoint("http", "127.0.0.1", port, "/x"), "127.0.0.1", {}, b"body", None, seconds)


async def test_a_message_arrives_with_its_headers(service: Service) -> None:
    port = int(service.url.rpartition(":")[2])
    endpoint = Endpoint("http", "127.0.0.1", port, "/push/x?y")
    assert await post(endpoint, "127.0.0.1", {"TTL": "60"}, b"\x00\x01", None) == Answer(201)
    (taken,) = service.wait(1)
    assert (taken.path, taken.body, taken.headers["TTL"]) == ("/push/x?y", b"\x00\x01", "60")
    assert taken.headers["Host"] == f"127.0.0.1:{port}"


async def test_how_long_to_wait_is_read_and_bounded() -> None:
    assert await said(b"HTTP/1.1 429 Slow\r\nRetry-After: 7\r\n\r\n") == Answer(429, 7.0)
    assert await said(b"HTTP/1.1 503 Busy\r\nretry-after: 999999\r\n\r\n") == Answer(503, LONGEST_WAIT)
    soon = format_datetime(datetime.datetime.now(datetime.UTC) + datetime.timedelta(seconds=100), usegmt=True)
    answer = await said(f"HTTP/1.1 503 Busy\r\nRetry-After: {soon}\r\n\r\n".encode())
    assert answer.again is not None and 80 < answer.again <= 100
    assert await said(b"HTTP/1.1 503 Busy\r\nRetry-After: soon\r\n\r\n") == Answer(503)


async def test_a_redirect_is_not_followed() -> None:
    assert (await said(b"HTTP/1.1 307 Elsewhere\r\nLocation: http://10.0.0.1/\r\n\r\n")).status == 307


@pytest.mark.parametrize("text", [b"", b"hello\r\n\r\n", b"HTTP/1.1 two\r\n\r\n", b"HTTP/1.1 200 OK\r\nX: " + b"x" * 100_000])
async def test_what_is_no_answer_is_an_error(text: bytes) -> None:
    with pytest.raises(PostError):
        await said(text)


async def test_a_service_that_does_not_answer_is_not_waited_for() -> None:
    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(5)

    async with answering(silent) as port:
        with pytest.raises(PostError, match="Timeout"):
            await post(Endpoint("http", "127.0.0.1", port, "/x"), "127.0.0.1", {}, b"", None, 0.2)
    with pytest.raises(PostError):
        await post(Endpoint("http", "127.0.0.1", port, "/x"), "127.0.0.1", {}, b"", None)


async def test_the_certificate_has_to_be_good_for_the_name(tmp_path: Path) -> None:
    """The connection goes to an address; who answers there has to prove the name."""
    path = certificate(tmp_path, "push.example.org")
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(path)
    trusting = ssl.create_default_context(cafile=path)

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 201 Created\r\n\r\n")
        await writer.drain()

    async with answering(answer, server) as port:
        right, wrong = (Endpoint("https", name, port, "/x") for name in ("push.example.org", "other.example.org"))
        assert (await post(right, "127.0.0.1", {}, b"", trusting)).status == 201
        with pytest.raises(PostError, match=r"[Cc]ertificate"):
            await post(wrong, "127.0.0.1", {}, b"", trusting)
        with pytest.raises(PostError, match=r"[Cc]ertificate"):
            await post(right, "127.0.0.1", {}, b"", ssl.create_default_context())


def certificate(folder: Path, name: str) -> Path:
    """A certificate for a name, signed by itself, with its key."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.datetime.now(datetime.UTC)
    called = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    made = (
        x509.CertificateBuilder(called, called, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    path = folder / "certificate.pem"
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    path.write_bytes(private + made.public_bytes(Encoding.PEM))
    return path
