"""A push service and browsers that subscribe to it, on this machine: it keeps what it is given, they can read it."""

import base64
import json
import os
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from bangbox.server.protocol import PushSubscription


def encoded(data: bytes) -> str:
    """Base64 as browsers write it."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


class Taken(NamedTuple):
    """A request that the service got."""

    path: str
    headers: dict[str, str]
    body: bytes


class Service:
    """Answers every POST with the next of `answers`, or 201."""

    def __init__(self) -> None:
        self.taken: list[Taken] = []
        self.answers: list[tuple[int, dict[str, str]]] = []
        self._came = threading.Condition()
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                with service._came:
                    service.taken.append(Taken(self.path, dict(self.headers), body))
                    status, headers = service.answers.pop(0) if service.answers else (201, {})
                    service._came.notify_all()
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.end_headers()

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)
        self._thread.start()
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    def wait(self, count: int, seconds: float = 30) -> list[Taken]:
        """Everything it got, once that is so much."""
        with self._came:
            assert self._came.wait_for(lambda: len(self.taken) >= count, seconds), f"{len(self.taken)} of {count} came"
            return list(self.taken)

    def close(self) -> None:
        """Ends it."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class Browser:
    """A browser with a subscription to a service."""

    def __init__(self, service: str, name: str = "browser", language: Any = "en") -> None:
        self._key, self._secret = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.subscription = PushSubscription(f"{service}/push/{name}", encoded(point), encoded(self._secret), language)

    def read(self, taken: Taken) -> Any:
        """What a message says to this browser."""
        said = http_ece.decrypt(taken.body, private_key=self._key, auth_secret=self._secret, version="aes128gcm")
        return json.loads(said)
