"""Addresses that people pass on, and QR codes of them."""

from typing import Any

import pytest
from starlette.requests import HTTPConnection

from bangbox.server.api.links import address_of, qr
from bangbox.server.errors import Refusal
from bangbox.server.settings import Settings


def connection(scheme: str = "http", host: bytes = b"games.example.org:8080") -> HTTPConnection:
    scope: dict[str, Any] = {"type": "http", "scheme": scheme, "path": "/", "query_string": b"", "headers": [(b"host", host)]}
    return HTTPConnection(scope)


def test_the_address_is_what_the_browser_says_or_what_the_host_has_set() -> None:
    assert address_of(connection(), Settings()) == "http://games.example.org:8080"
    assert address_of(connection("https"), Settings()) == "https://games.example.org:8080"
    assert address_of(connection(), Settings(address="https://games.example.org/")) == "https://games.example.org"


def test_a_host_without_end_is_refused() -> None:
    with pytest.raises(Refusal, match="at most"):
        address_of(connection(host=b"x" * 5000), Settings())


def test_a_qr_code_is_a_picture() -> None:
    picture = qr("https://games.example.org/match/abc#join=xyz")
    assert picture.startswith("<svg")
    assert 'fill="#fff"' in picture, "dark on light, as cameras like it"
