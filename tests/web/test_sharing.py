"""Passing pictures of a match on."""

import io
from collections.abc import Callable
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, expect

from tests.web.driver import bots, new_match, play_plain, ready

Opener = Callable[..., Page]


def test_a_moment_and_the_whole_match_are_passed_on_as_pictures(opened: Opener, tmp_path: Path) -> None:
    page = opened()
    match = new_match(page, "tictactoe", bots(1))
    page.goto(f"/match/{match}")
    assert ready(page)
    play_plain(page)
    page.goto(f"/match/{match}/replay")
    expect(page.locator(".replay")).to_be_visible()
    for button, kind, suffix in (("Share as picture", "PNG", ".png"), ("Match as a film", "WEBP", ".webp")):
        with page.expect_download() as loading:
            page.get_by_role("button", name=button).click()
        assert loading.value.suggested_filename.endswith(suffix)
        loading.value.save_as(tmp_path / "shared")
        assert Image.open(io.BytesIO((tmp_path / "shared").read_bytes())).format == kind
    head = page.request.get(f"/match/{match}").text()
    assert (f"/api/matches/{match}/picture.png?at=" in head and "won at Tic-tac-toe" in head) or "without a winner" in head
