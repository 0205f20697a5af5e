"""What a link says where it is pasted."""

import io
import re
from html import unescape
from html.parser import HTMLParser
from types import SimpleNamespace

import httpx
import pytest
from PIL import Image
from starlette.requests import Request

from bangbox.server.api.cards import with_card
from bangbox.server.settings import Settings
from bangbox.server.showing.card import Card
from tests.server.guests import Guest
from tests.server.processes import Server

HOSTILE = "\" onload='x' &lt;b"  # names have no < and >; what a title could bring besides is tested below


def said(server: Server, path: str, language: str = "en") -> dict[str, str]:
    """The Open Graph tags of a page."""
    text = httpx.get(f"{server.url}{path}", headers={"Accept-Language": language}).text
    found = re.findall(r'<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]*)" />', text)
    return {name: unescape(value) for name, value in found}


def test_an_invitation_says_who_invites_to_what(server: Server) -> None:
    with Guest(server, HOSTILE) as ann:
        table = ann.table("brains", "mooo")
        found = said(server, f"/match/{table['id']}")
    if not found:
        pytest.skip("the pages are not built here")
    assert found["og:title"] == f"{HOSTILE} invites you to Mmm… Brains!"
    assert found["og:image"] == f"{server.url}/api/games/brains/picture.png"
    assert found["og:url"] == f"{server.url}/match/{table['id']}"
    assert found["twitter:card"] == "summary_large_image"
    assert "lädt zu Mmm… Brains! ein" in said(server, f"/match/{table['id']}", "de-DE,de;q=0.9")["og:title"]
    picture = httpx.get(found["og:image"], timeout=60)
    assert picture.headers["content-type"] == "image/png", picture.text + server.logged()
    assert Image.open(io.BytesIO(picture.content)).size == (1200, 630)


def test_no_word_of_a_card_is_taken_for_markup() -> None:
    hall = SimpleNamespace(settings=Settings(address="https://games.example.org"))
    app = SimpleNamespace(state=SimpleNamespace(hall=hall))
    request = Request({"type": "http", "method": "GET", "path": "/match/x", "headers": [], "query_string": b"", "app": app})
    bad = "</title><script>x</script>\u202e\x00\"' onload=x"
    page = with_card("<head><title>Bangbox</title></head><body></body>", Card(bad, bad, "/api/games/brains/picture.png"), request)
    found = Tags()
    found.feed(page)
    assert set(found.seen) == {"head", "title", "meta", "body"}
    assert {name for _, attributes in found.all for name, _ in attributes} == {"property", "name", "content"}
    assert "\u202e" not in page and "\x00" not in page
    assert 'content="https://games.example.org/api/games/brains/picture.png"' in page


class Tags(HTMLParser):
    """The tags of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.all: list[tuple[str, list[tuple[str, str | None]]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.all.append((tag, attrs))

    @property
    def seen(self) -> list[str]:
        return [tag for tag, _ in self.all]
