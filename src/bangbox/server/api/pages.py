"""The web app out of the package: hashed files are kept for a year, everything else is asked for again; strict headers on all."""

import functools
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response

from bangbox.server.api.cards import card_of, with_card

WEB = Path(__file__).parents[2] / "web"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data: blob:; "
    "font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]
MISSING = "The pages are not built yet: run `make web` (or `npm ci && npm run build` in web/) and reload.\n"


async def page(request: Request) -> Response:
    """A file of the web app; the app itself for every path that is no file."""
    path: str = request.path_params["path"]
    if path.startswith("api/"):
        return PlainTextResponse("no such address in the API; see /api/openapi.json\n", 404)
    wanted = _file(path)
    if wanted is not None:
        kept = "public, max-age=31536000, immutable" if wanted.parent.name == "assets" else "no-cache"
        return FileResponse(wanted, headers={"Cache-Control": kept})
    if path.startswith("assets/"):
        return PlainTextResponse("no such file in this version of the pages\n", 404)
    index = WEB / "index.html"
    if not index.is_file():
        return PlainTextResponse(MISSING, 503)
    card = await card_of(request, path)
    if card is None:
        return FileResponse(index, headers={"Cache-Control": "no-cache"})
    text = with_card(_text(index, index.stat().st_mtime_ns), card, request)
    return HTMLResponse(text, headers={"Cache-Control": "no-cache", "Vary": "Accept-Language"})


@functools.lru_cache(1)
def _text(index: Path, changed: int) -> str:
    return index.read_text("utf-8")


def _file(path: str) -> Path | None:
    """The file of the web app that a path means, if there is one."""
    try:
        wanted = (WEB / path).resolve()
        return wanted if wanted.is_file() and WEB in wanted.parents else None
    except (OSError, ValueError):  # too long for a name, or with characters that no name has
        return None


class Headers:
    """Adds the security headers to every answer."""

    def __init__(self, app: Any) -> None:
        self.app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Passes everything on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with(message: Any) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message["headers"], *HEADERS]}
            await send(message)

        await self.app(scope, receive, send_with)
