"""Addresses that people pass on, and QR codes of them."""

import io

import segno
from starlette.requests import HTTPConnection

from bangbox.server.errors import Refusal
from bangbox.server.settings import Settings

LONGEST_HOST = 260


def address_of(connection: HTTPConnection, settings: Settings) -> str:
    """The address under which people reach this server, without a slash at the end."""
    if settings.address:
        return settings.address.rstrip("/")
    if len(connection.url.netloc) > LONGEST_HOST:
        raise Refusal("request", f"a Host has at most {LONGEST_HOST} characters", 400)
    return f"{connection.url.scheme.replace('ws', 'http')}://{connection.url.netloc}"


def qr(text: str) -> str:
    """A QR code as SVG, dark on light as cameras like it."""
    out = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        out, kind="svg", xmldecl=False, svgns=True, border=4, omitsize=True, light="white"
    )
    return out.getvalue().decode()
