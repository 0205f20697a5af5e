"""Lines of the log: few writes, none lost, none out of order."""

import asyncio
import io
import logging
import threading

import pytest

from bangbox.server.running.logs import JsonLines, Lines, TextLines, without_traceback


class Paper(io.StringIO):
    """Counts how often it is written on."""

    def __init__(self) -> None:
        super().__init__()
        self.writes = 0

    def write(self, text: str) -> int:
        self.writes += 1
        return super().write(text)


@pytest.fixture
def paper() -> Paper:
    return Paper()


@pytest.fixture
def log(paper: Paper) -> logging.Logger:
    logger = logging.Logger("bangbox.some", logging.INFO)
    handler = Lines(paper)
    handler.setFormatter(TextLines())
    logger.addHandler(handler)
    return logger


def said(paper: Paper) -> list[str]:
    return [line.partition(": ")[2] for line in paper.getvalue().splitlines()]


def test_without_a_loop_every_line_is_written_at_once(paper: Paper, log: logging.Logger) -> None:
    for number in range(3):
        log.info("line %d", number, extra={"match": "abc"})
        assert said(paper)[number:] == [f"line {number} match=abc"]


def test_what_is_usual_is_written_together_when_the_loop_turns(paper: Paper, log: logging.Logger) -> None:
    async def talk() -> None:
        for number in range(5):
            log.info("line %d", number)
        assert said(paper) == []
        await asyncio.sleep(0)
        assert said(paper) == [f"line {number}" for number in range(5)]
        log.info("later")
        await asyncio.sleep(0)

    asyncio.run(talk())
    assert said(paper)[5:] == ["later"]
    assert paper.writes == 2


def test_a_warning_waits_for_nobody_and_overtakes_nobody(paper: Paper, log: logging.Logger) -> None:
    async def talk() -> None:
        log.info("usual")
        log.warning("unusual")
        assert said(paper) == ["usual", "unusual"]
        log.info("usual again")
        await asyncio.sleep(0.01)
        assert said(paper) == ["usual", "unusual", "usual again"]

    asyncio.run(talk())


def test_other_threads_write_at_once(paper: Paper, log: logging.Logger) -> None:
    async def talk() -> None:
        log.info("first")
        other = threading.Thread(target=log.info, args=("second",))
        other.start()
        other.join()
        assert said(paper) == ["first", "second"]

    asyncio.run(talk())


def test_a_loop_that_ends_too_soon_loses_nothing(paper: Paper, log: logging.Logger) -> None:
    async def talk() -> None:
        log.info("last words")

    loop = asyncio.new_event_loop()
    loop.run_until_complete(talk())
    loop.close()
    log.handlers[0].flush()  # as logging does at the end of a process
    assert said(paper) == ["last words"]


def test_bytes_of_a_client_that_are_no_text_are_one_line(paper: Paper, log: logging.Logger) -> None:
    log.addFilter(without_traceback)
    try:
        b"\xff".decode()
    except UnicodeDecodeError:
        log.exception("not understood")
    try:
        raise ZeroDivisionError
    except ZeroDivisionError:
        log.exception("a fault of ours")
    lines = paper.getvalue().splitlines()
    assert "warning" in lines[0]
    assert "not understood" in lines[0]
    assert "a fault of ours" in lines[1]
    assert lines[2] == "Traceback (most recent call last):"


def test_for_machines_each_line_is_an_object(paper: Paper, log: logging.Logger) -> None:
    log.handlers[0].setFormatter(JsonLines())
    log.info("match over", extra={"match": "abc", "reason": "rules"})
    assert paper.getvalue().endswith(
        '"level": "info", "where": "bangbox.some", "what": "match over", "match": "abc", "reason": "rules"}\n'
    )
