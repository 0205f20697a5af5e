"""The app on one's own device: it can be installed, opens without a network and says so, and never shows an old version."""

import contextlib
import functools
import http.server
import io
import json
import re
import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from bangbox.server.api.pages import HEADERS, WEB
from tests.web.test_access import findings

Opener = Callable[..., Page]
OFFLINE = r"net::ERR_(INTERNET_DISCONNECTED|FAILED)"
SETTLED = """async () => { await navigator.serviceWorker.ready
  for (;;) { const names = await caches.keys()
    const shell = names.length && await (await caches.open(names[0])).match('/')
    if (shell && navigator.serviceWorker.controller) return names
    await new Promise(then => setTimeout(then, 50)) } }"""

ONLY_NEWER = (
    """async () => { while (String(await caches.keys()) !== 'bangbox-newer') await new Promise(then => setTimeout(then, 50)) }"""
)


def settled(page: Page) -> list[str]:
    """Waits until the worker keeps the app; the names of what it keeps."""
    names: list[str] = page.evaluate(SETTLED)
    return names


def test_the_app_can_be_installed(opened: Opener) -> None:
    page = opened()
    page.goto("/")
    manifest = json.loads(page.request.get(page.locator("link[rel=manifest]").get_attribute("href") or "").text())
    assert (manifest["start_url"], manifest["display"]) == ("/", "standalone")
    for icon in manifest["icons"]:
        answer = page.request.get(icon["src"])
        assert answer.ok
        assert answer.headers["content-type"].startswith(icon["type"])
        if icon["sizes"] != "any":
            assert "x".join(map(str, Image.open(io.BytesIO(answer.body())).size)) == icon["sizes"]
    settled(page)
    found = page.context.new_cdp_session(page).send("Page.getInstallabilityErrors")
    troubles = [error["errorId"] for error in found["installabilityErrors"]]
    assert [trouble for trouble in troubles if trouble != "in-incognito"] == []


def test_without_a_network_the_app_says_so_and_shows_the_rules_it_has(opened: Opener, expected: list[str]) -> None:
    expected.append(OFFLINE)
    page = opened()
    page.goto("/")
    settled(page)
    page.goto("/rules/bigxbang")
    expect(page.locator(".rule").first).to_be_visible()
    page.goto("/")
    expect(page.locator("article").first).to_be_visible()

    page.context.set_offline(True)
    page.goto("/")
    expect(page.get_by_role("heading", name="You are offline")).to_be_visible()
    expect(page.get_by_text("nothing can be played just now")).to_be_visible()
    assert findings(page) == []
    expect(page.get_by_role("link", name="Rules of")).to_have_count(1)
    page.get_by_role("link", name="Rules of Big×Bang").click()
    expect(page.locator("[data-rule=X7]")).to_contain_text("Fusion")
    page.reload()
    expect(page.locator("[data-rule=X7]")).to_contain_text("Fusion")
    page.goto("/match/abcdef")
    expect(page.locator("[data-offline]")).to_be_visible()
    assert findings(page) == []


def test_offline_in_german_and_back_by_itself(opened: Opener, expected: list[str]) -> None:
    expected.append(OFFLINE)
    page = opened(locale="de")
    page.goto("/")
    settled(page)
    page.context.set_offline(True)
    page.goto("/")
    expect(page.get_by_role("heading", name="Du bist offline")).to_be_visible()
    page.context.set_offline(False)
    expect(page.get_by_role("heading", name="Was spielen wir?")).to_be_visible()


class Pages(http.server.SimpleHTTPRequestHandler):
    """The built pages with the server's headers, and nothing behind them."""

    def end_headers(self) -> None:
        for name, value in HEADERS:
            self.send_header(name.decode(), value.decode())
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Is quiet."""

    def handle(self) -> None:
        """Does not mind a browser that hangs up."""
        with contextlib.suppress(ConnectionError):
            super().handle()


@pytest.fixture
def deployed(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """A copy of the pages that can be replaced by a newer version."""
    folder = tmp_path / "web"
    shutil.copytree(WEB, folder)
    site = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Pages, directory=str(folder)))
    threading.Thread(target=site.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{site.server_port}", folder
    site.shutdown()
    site.server_close()


def test_a_newer_version_is_shown_at_once_and_the_old_one_is_thrown_away(
    opened: Opener, expected: list[str], deployed: tuple[str, Path]
) -> None:
    expected += [OFFLINE, "/api/"]  # a site of files has pages only
    address, folder = deployed
    page = opened(address)
    page.goto("/")
    before = settled(page)
    assert len(before) == 1

    index, worker = folder / "index.html", folder / "sw.js"
    index.write_text(index.read_text("utf-8").replace('<div id="app">', '<div id="app" data-newer>'), "utf-8")
    page.reload()
    expect(page.locator("[data-newer]")).to_have_count(1)  # although the worker has another one
    worker.write_text(re.sub(r"VERSION = '\w+'", "VERSION = 'newer'", worker.read_text("utf-8")), "utf-8")
    page.evaluate("navigator.serviceWorker.getRegistration().then(found => found.update())")
    page.evaluate(ONLY_NEWER)
    page.context.set_offline(True)
    page.reload()
    expect(page.locator("[data-newer]")).to_have_count(1)
    page.close()


def test_a_file_of_another_version_is_not_answered_with_the_app(opened: Opener) -> None:
    page = opened()
    page.goto("/")
    assert page.request.get("/assets/Match-00000000.js").status == 404
    assert page.request.get("/some/page").ok
