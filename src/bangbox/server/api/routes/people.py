"""Who am I: guests, other devices, outsiders' bots."""

from starlette.responses import Response

from bangbox.server.api.http import COOKIE, Asking, answered, endpoint
from bangbox.server.api.links import address_of, qr
from bangbox.server.protocol import BotToken, Code, DeviceLink, Me, NewName

YEAR = 365 * 86_400


def with_cookie(asking: Asking, me: Me, token: str) -> Response:
    """An answer that makes the browser remember a guest."""
    response = answered(me)
    secure = address_of(asking.request, asking.hall.settings).startswith("https:")
    response.set_cookie(COOKIE, token, max_age=YEAR, httponly=True, samesite="lax", secure=secure, path="/")
    return response


@endpoint("GET", "/api/me", answer=Me | None)
async def who(asking: Asking) -> Response:
    """The guest or bot that asks; null for somebody new, who gets a name by POST /api/me."""
    return answered(asking.guest)


@endpoint("POST", "/api/me", NewName, Me)
async def name(asking: Asking) -> Response | Me:
    """A new guest, or another name for a known one."""
    if asking.guest is not None:
        return await asking.hall.people.rename(asking.guest, asking.body.name)
    client = asking.request.client
    asking.hall.limits.new_guest(client.host if client else "")
    me, token = await asking.hall.people.welcome(asking.body.name)
    return with_cookie(asking, me, token)


@endpoint("POST", "/api/me/link", answer=DeviceLink)
async def link(asking: Asking) -> DeviceLink:
    """A link that opens this guest on another device."""
    code, expires = await asking.hall.people.code_for("device", asking.me.id, minutes=5)
    path = f"/#device={code}"
    return DeviceLink(code=code, path=path, qr=qr(address_of(asking.request, asking.hall.settings) + path), expires=expires)


@endpoint("POST", "/api/me/enter", Code, Me)
async def enter(asking: Asking) -> Response:
    """This device becomes the guest who made the link."""
    me, token = await asking.hall.people.enter(asking.body.code)
    return with_cookie(asking, me, token)


@endpoint("POST", "/api/bots", NewName, BotToken)
async def bot(asking: Asking) -> BotToken:
    """A bot of an outsider's: its token is shown once."""
    client = asking.request.client
    asking.hall.limits.new_guest(client.host if client else "")
    me, token = await asking.hall.people.welcome(asking.body.name, bot=True)
    return BotToken(me=me, token=token)
