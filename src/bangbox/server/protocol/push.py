"""Push messages: what a browser leaves here so that it can be told of a turn, and what it is told then."""

from typing import Literal

from bangbox.server.protocol.base import Strict, Struct


class PushKey(Struct):
    """The server's public key, with which a browser subscribes; null where this server sends no push messages."""

    key: str | None


class PushSubscription(Strict):
    """Where a browser's push service takes messages for it, the keys they are encrypted with, and their language."""

    endpoint: str
    p256dh: str
    auth: str
    language: Literal["en", "de"] = "en"


class PushEnd(Strict):
    """Which of one's subscriptions is deleted."""

    endpoint: str


class PushDevices(Struct):
    """On how many devices a guest is told."""

    devices: int


class PushMessage(Struct):
    """What is sent, encrypted: it is the reader's turn in a match."""

    match: str
    title: str
    text: str
