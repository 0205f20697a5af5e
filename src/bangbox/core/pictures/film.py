"""A recorded match as an animated picture: a frame for each move, or for as many as a film may have."""

import io
from collections.abc import Callable, Iterator
from typing import Any

from bangbox.core.errors import BangboxError
from bangbox.core.matches.match import MatchRecord
from bangbox.core.pictures import pillow, png

FORMATS = {".webp": "WEBP", ".gif": "GIF"}
MOST_FRAMES = 80
WIDTH = 600
FRAME_MS, LAST_MS = 700, 4000  # how long frames stay


def film(record: MatchRecord, language: str = "en", kind: str = ".webp", stop: Callable[[], bool] = lambda: False) -> bytes:
    """The animated picture of a match, as its reader may see it; raises RecordError where it cannot be replayed."""
    if kind not in FORMATS:
        raise BangboxError(f"a film is a file that ends in {' or '.join(FORMATS)}, not {kind!r}")
    frames = [_image(svg) for svg in drawings(record, language) if not stop()]
    if not frames:
        raise BangboxError("nothing was drawn: it was told to stop")
    out = io.BytesIO()
    times = [FRAME_MS] * (len(frames) - 1) + [LAST_MS]
    more: dict[str, Any] = {"quality": 75, "method": 2} if kind == ".webp" else {}
    frames[0].save(out, FORMATS[kind], save_all=True, append_images=frames[1:], duration=times, loop=0, **more)
    return out.getvalue()


def drawings(record: MatchRecord, language: str) -> Iterator[str]:
    """The positions of a match as SVG, evenly thinned; the first decision and the end are always there."""
    changes = sum(event.kind in ("choice", "chance", "back") for event in record.events)
    every = max(1, -(-changes // (MOST_FRAMES - 2)))
    seat = record.reader if record.reader is not None and record.reader >= 0 else None
    since, first = 0, True
    for event, pos in record.steps():
        if event.kind == "end" or (event.kind == "choice" and (first or since >= every)):
            yield pos.svg(seat, record.seats, language)
            since, first = 0, False
        since += event.kind != "set-up"


def _image(svg: str) -> Any:
    return pillow().open(io.BytesIO(png(svg, WIDTH))).convert("RGB")
