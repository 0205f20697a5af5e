"""The shelf: pages and matches do not wait for the rules of other games."""

import asyncio
import threading

import pytest

from bangbox.server.errors import Refusal
from bangbox.server.play.shelf import Shelf


def test_a_game_is_ready_when_it_is_loaded_and_loaded_once() -> None:
    loaded: list[str] = []

    async def work() -> None:
        shelf = Shelf(["brains", "urknall"], loaded.append)
        assert not shelf.is_ready("brains")
        await asyncio.gather(shelf.need("brains"), shelf.need("brains"))
        await shelf.load_all()
        assert shelf.is_ready("brains") and shelf.is_ready("urknall")

    asyncio.run(work())
    assert loaded == ["brains", "urknall"]


def test_whoever_asks_does_not_wait_for_the_games_before() -> None:
    slow = threading.Event()

    def load(game: str) -> None:
        if game != "urknall":
            slow.wait(60)

    async def work() -> None:
        shelf = Shelf(["brains", "robbery", "urknall"], load)
        everything = asyncio.create_task(shelf.load_all())
        await asyncio.sleep(0)
        await asyncio.wait_for(shelf.need("urknall"), 30)
        assert not shelf.is_ready("brains")
        slow.set()
        await everything
        assert all(map(shelf.is_ready, shelf.offered))

    asyncio.run(work())


def test_running_matches_come_first() -> None:
    loaded: list[str] = []

    async def work() -> None:
        await Shelf(["brains", "bigxbang", "urknall", "robbery"], loaded.append).load_all(first=["robbery"])

    asyncio.run(work())
    assert loaded[0] == "robbery" and sorted(loaded) == ["bigxbang", "brains", "robbery", "urknall"]


def test_bots_come_after_all_rules_unless_somebody_waits_for_them() -> None:
    loaded: list[str] = []

    async def work() -> None:
        shelf = Shelf(["brains", "urknall"], loaded.append, lambda game: loaded.append(f"bots of {game}"))
        await shelf.load_all()
        assert sorted(loaded[:2]) == ["brains", "urknall"]
        assert sorted(loaded[2:]) == ["bots of brains", "bots of urknall"]
        loaded.clear()
        shelf = Shelf(["brains", "urknall"], loaded.append, lambda game: loaded.append(f"bots of {game}"))
        await asyncio.gather(shelf.need_bots("urknall"), shelf.need_bots("urknall"))
        assert loaded == ["bots of urknall"]

    asyncio.run(work())


def test_bots_that_do_not_start_keep_nobody_from_playing(caplog: pytest.LogCaptureFixture) -> None:
    def fail(game: str) -> None:
        raise RuntimeError("a search that does not compile")

    async def work() -> None:
        shelf = Shelf(["brains"], lambda game: None, fail)
        await shelf.load_all()
        await shelf.need_bots("brains")
        assert shelf.is_ready("brains")

    asyncio.run(work())
    assert "a search that does not compile" in caplog.text


def test_a_game_that_does_not_start_is_left_out_and_the_others_go_on(caplog: pytest.LogCaptureFixture) -> None:
    def load(game: str) -> None:
        if game == "brains":
            raise RuntimeError("rules that do not compile")

    async def work() -> None:
        shelf = Shelf(["brains", "urknall"], load)
        await shelf.load_all()
        assert shelf.is_ready("urknall") and not shelf.is_ready("brains")
        with pytest.raises(Refusal, match="does not start") as refused:
            await shelf.need("brains")
        assert refused.value.status == 503

    asyncio.run(work())
    assert "rules that do not compile" in caplog.text


def test_a_game_that_is_not_offered_is_refused_by_name() -> None:
    with pytest.raises(Refusal, match="no game 'chess' here; there are brains, urknall"):
        Shelf(["urknall", "brains"], print).need_offered("chess")


def test_what_fails_because_the_server_ends_is_no_fault(caplog: pytest.LogCaptureFixture) -> None:
    ended, loaded = threading.Event(), list[str]()

    def load(game: str) -> None:
        loaded.append(game)
        assert ended.wait(60)
        raise RuntimeError("the server ends")

    async def work() -> None:
        shelf = Shelf(["brains", "urknall"], load, end=ended.set)
        everything = asyncio.create_task(shelf.load_all(first=["brains"]))
        while not loaded:
            await asyncio.sleep(0.01)
        shelf.close()
        await everything
        await shelf.begin("robbery")
        assert "robbery" not in loaded

    asyncio.run(work())
    assert not caplog.text
