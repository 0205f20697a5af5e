"""Pictures are drawn once, and drawing is bounded."""

import asyncio

import pytest

from bangbox.server.people.limits import Limits
from bangbox.server.workers import pictures as module
from bangbox.server.workers.pictures import AT_A_TIME, Pictures
from bangbox.server.workers.queue import Job
from tests.server.house import Crew, House


async def test_drawing_is_bounded(house: House) -> None:
    limits = Limits(house.hall.settings)
    allowed = 0
    with pytest.raises(Exception, match="too many pictures"):
        for _ in range(100):
            limits.picture("1.2.3.4")
            allowed += 1
    assert allowed == 20
    crew = Crew()
    pictures = Pictures(crew)
    crew.do = lambda job: asyncio.sleep(60)
    waiting = [asyncio.create_task(pictures.get(n, lambda: Job(bytes, ()), "")) for n in range(AT_A_TIME)]
    await asyncio.sleep(0.01)
    with pytest.raises(Exception, match="too many pictures are being drawn"):
        await pictures.get("one more", lambda: Job(bytes, ()), "")
    for task in [*waiting, *pictures._drawing.values()]:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)


async def test_what_was_drawn_is_kept_while_there_is_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_BYTES", 100)
    crew = Crew()
    crew.do = lambda job: b"x" * 40
    pictures = Pictures(crew)
    for key in ("a", "b", "a", "c", "a", "b"):
        assert len(await pictures.get(key, lambda: Job(bytes, ()), "")) == 40
    assert len(crew.jobs) == 4, "b was forgotten for c, which was asked for later"
