"""Logs for people or for machines: one line an event, fields instead of prose; never a token, a code or a secret."""

import asyncio
import contextlib
import functools
import itertools
import json
import logging
import sys
from datetime import UTC, datetime
from typing import TextIO

COMMON = len(vars(logging.makeLogRecord({})))
KNOWN = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}


def _fields(record: logging.LogRecord) -> dict[str, object]:
    """What was given with `extra`: it stands behind what every record has."""
    return {key: value for key, value in itertools.islice(vars(record).items(), COMMON, None) if key not in KNOWN}


@functools.lru_cache(2)
def _clock(second: int) -> str:
    return datetime.fromtimestamp(second).strftime("%H:%M:%S")


class JsonLines(logging.Formatter):
    """Each record as a JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "where": record.name,
            "what": record.getMessage(),
            **_fields(record),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)


class TextLines(logging.Formatter):
    """Each record as a line for people."""

    def format(self, record: logging.LogRecord) -> str:
        """One line, and the traceback if there is one."""
        fields = "".join(f" {key}={value}" for key, value in _fields(record).items())
        line = f"{_clock(int(record.created))} {record.levelname.lower():7} {record.name}: {record.getMessage()}{fields}"
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


def _loop() -> asyncio.AbstractEventLoop | None:
    """The loop that runs in this thread, if one does."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


class Lines(logging.StreamHandler[TextIO]):
    """Writes what is usual together when the loop turns, everything else at once: every write is a call of the system."""

    def __init__(self, stream: TextIO) -> None:
        super().__init__(stream)
        self._waiting: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """One more line."""
        try:
            self._waiting.append(self.format(record) + self.terminator)
            loop = _loop()
            if loop is None or record.levelno > logging.INFO:
                self.flush()
            elif len(self._waiting) == 1:
                loop.call_soon(self.flush)
        except Exception:
            self.handleError(record)

    def flush(self) -> None:
        """Writes what waits."""
        with self.lock or contextlib.nullcontext():
            lines, self._waiting = "".join(self._waiting), []
            self.stream.write(lines)
            super().flush()


def without_traceback(record: logging.LogRecord) -> bool:
    """Makes a client's bytes that are no text one line: they are no fault of this server."""
    if record.exc_info and isinstance(record.exc_info[1], UnicodeDecodeError):
        record.exc_info, record.levelno, record.levelname = None, logging.WARNING, "WARNING"
    return True


def set_up(form: str) -> None:
    """Logs to standard error, as text or as JSON."""
    handler = Lines(sys.stderr)
    handler.setFormatter(JsonLines() if form == "json" else TextLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO)
    logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False  # nobody is shown these
    logging._srcfile = None
    logging.getLogger("alembic").setLevel(logging.WARNING)
    logging.getLogger("uvicorn.error").addFilter(without_traceback)
