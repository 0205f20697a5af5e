"""Messages that only one browser can read."""

import json
from typing import Any

import pytest

from bangbox.server.errors import Refusal
from bangbox.server.push.sealing import check_keys, sealed
from tests.server.push.service import Browser, Taken, encoded


def test_the_browser_reads_it_and_nobody_else() -> None:
    ann, bob = (Browser("http://127.0.0.1", name) for name in "ab")
    wanted = ann.subscription
    body = sealed(b'{"title": "Gr\xc3\xbc\xc3\x9fe"}', wanted.p256dh, wanted.auth)
    assert b"title" not in body
    assert ann.read(Taken("", {}, body)) == {"title": "Grüße"}
    with pytest.raises(Exception, match="Decryption"):
        bob.read(Taken("", {}, body))
    assert sealed(b"x", wanted.p256dh, wanted.auth) != sealed(b"x", wanted.p256dh, wanted.auth), "a new key for every message"


def test_a_long_message_goes_whole() -> None:
    ann = Browser("http://127.0.0.1")
    said: Any = {"text": "x" * 3000}
    body = sealed(json.dumps(said).encode(), ann.subscription.p256dh, ann.subscription.auth)
    assert ann.read(Taken("", {}, body)) == said


@pytest.mark.parametrize(
    ("p256dh", "auth"),
    [
        ("", ""),
        ("AAAA", "AAAA"),
        (encoded(b"\x04" + bytes(64)), encoded(bytes(16))),  # not a point of the curve
        (encoded(b"\x04" * 65), encoded(bytes(16))),
        ("ü" * 87, encoded(bytes(16))),
        ("*" * 87, encoded(bytes(16))),
        ("A" * 100_000, encoded(bytes(16))),
    ],
)
def test_keys_that_no_browser_has_are_refused(p256dh: str, auth: str) -> None:
    with pytest.raises(Refusal) as refused:
        check_keys(p256dh, auth)
    assert refused.value.problem.code == "push_keys"


def test_keys_of_a_browser_are_taken() -> None:
    wanted = Browser("http://127.0.0.1").subscription
    check_keys(wanted.p256dh, wanted.auth)
    with pytest.raises(Refusal):
        check_keys(wanted.p256dh, encoded(bytes(15)))
