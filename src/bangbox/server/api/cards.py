"""What pages that show a link find in ours: title, sentence and picture of a match or a game (Open Graph)."""

import contextlib
import re
from html import escape

from starlette.requests import Request

from bangbox.core.errors import BangboxError
from bangbox.core.pictures.drawing import HIGH, UNSEEN, WIDE
from bangbox.server.api.links import address_of
from bangbox.server.errors import Refusal
from bangbox.server.hall import Hall
from bangbox.server.showing.card import Card, card, game_card
from bangbox.server.storage.store import StorageError

OF_MATCH = re.compile(r"match/([0-9a-z]{1,40})(?:/(?:replay|review|at/([0-9]{1,6})))?")
OF_GAME = re.compile(r"(?:new|rules|tour|puzzle/[0-9a-z-]{1,12})/([a-z0-9_]{1,40})")


def language_of(request: Request) -> str:
    """The language of whoever asks, as far as we speak it."""
    return "de" if request.headers.get("accept-language", "").lower().startswith("de") else "en"


async def card_of(request: Request, path: str) -> Card | None:
    """The card of a page; None if it is about nothing in particular, or nothing can be said of it now."""
    hall: Hall = request.app.state.hall
    language = language_of(request)
    with contextlib.suppress(Refusal, StorageError, BangboxError):
        if found := OF_GAME.fullmatch(path):
            return game_card(found[1], language) if found[1] in hall.shelf.offered else None
        if (found := OF_MATCH.fullmatch(path)) and all(map(hall.shelf.is_ready, hall.shelf.offered)):
            hall.limits.request(None, request.client.host if request.client else "")
            room = await hall.rooms.get(found[1])
            await room.catch_up()
            async with room.lock:
                return card(room.match, int(found[2]) if found[2] else None, language)
    return None


def tags(found: Card, request: Request) -> str:
    """The card as tags of a page's head."""
    address = address_of(request, request.app.state.hall.settings)
    said = {
        "og:site_name": "Bangbox",
        "og:type": "website",
        "og:title": found.title,
        "og:description": found.text,
        "og:url": f"{address}{request.url.path}",
        "og:image": f"{address}{found.picture}",
        "og:image:type": "image/png",
        "og:image:width": str(WIDE),
        "og:image:height": str(HIGH),
        "og:image:alt": found.title,
    }
    lines = [f'<meta property="{name}" content="{written(value)}" />' for name, value in said.items()]
    return "".join([*lines, '<meta name="twitter:card" content="summary_large_image" />'])


def written(value: str) -> str:
    """A text as an attribute's value: nothing in it is taken for markup, or turns the reading round."""
    return escape(UNSEEN.sub("", value))


def with_card(page: str, found: Card, request: Request) -> str:
    """Our page with a card in its head; the title is the card's until the app sets its own."""
    page = page.replace("<title>Bangbox</title>", f"<title>{written(found.title)} · Bangbox</title>", 1)
    return page.replace("</head>", f"{tags(found, request)}</head>", 1)
