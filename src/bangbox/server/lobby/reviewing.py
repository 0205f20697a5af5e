"""Looking back on a match that is over: workers make its review when somebody first asks, and it is kept with the match."""

import asyncio
import contextlib
import logging

import msgspec

from bangbox.bots.review import Notes, Review
from bangbox.core.matches.match import MatchRecord
from bangbox.server.errors import Refusal
from bangbox.server.hall import BeingMade, Hall
from bangbox.server.match.record import record
from bangbox.server.play.room import Room
from bangbox.server.protocol import Reviewed
from bangbox.server.storage.queries import ADD_REVIEW, REVIEW
from bangbox.server.storage.statements import Write
from bangbox.server.storage.store import Conflict
from bangbox.server.time import now_ms
from bangbox.server.workers import pool
from bangbox.server.workers.jobs import Part
from bangbox.server.workers.jobs import review as review_part
from bangbox.server.workers.pool import WorkFailed
from bangbox.server.workers.queue import Job

log = logging.getLogger("bangbox.reviews")

WAIT = 8.0  # seconds that an answer may take; whoever asks then asks again
LIMIT = 600.0  # seconds for a whole review, waiting for others included
AT_A_TIME = 2  # reviews that one asker can have made

decoder = msgspec.json.Decoder(Review)


async def reviewed(hall: Hall, room: Room, asker: str) -> Reviewed:
    """The review of a match, or how far it has come."""
    async with room.lock:
        match = room.match
        if match.result is None:
            raise Refusal("running", "a match is reviewed when it is over")
        if not match.replayable:
            raise Refusal("version", "this match was played by other rules: it cannot be replayed", 410)
        if (kept := await _kept(hall, room.id)) is not None:
            return Reviewed(progress=1.0, review=kept)
        work = hall.reviews.get(room.id) or _begin(hall, room.id, record(match), asker)
    assert work.task is not None
    await asyncio.wait({work.task}, timeout=WAIT)
    kept = await _kept(hall, room.id)
    if kept is None and work.task.done():
        raise Refusal("no_review", "the review could not be made just now", 503)
    return Reviewed(progress=1.0 if kept else work.progress, review=kept)


async def _kept(hall: Hall, match: str) -> Review | None:
    rows = await hall.store.read(REVIEW, match=match)
    return decoder.decode(rows[0]["review"]) if rows else None


def _begin(hall: Hall, match: str, played: MatchRecord, asker: str) -> BeingMade:
    """Has it made beside everything else; whoever else asks meanwhile waits for the same."""
    if sum(work.asker == asker for work in hall.reviews.values()) >= AT_A_TIME:
        raise Refusal("slow_down", "two reviews at a time: wait until one is done", 429)
    work = hall.reviews[match] = BeingMade(asker)
    work.task = hall.tasks.spawn(_make(hall, match, played, work))
    return work


async def _make(hall: Hall, match: str, played: MatchRecord, work: BeingMade) -> None:
    """Part by part; nothing is kept of one that fails or takes too long."""
    part = Part(Notes(), 0.0, None)
    try:
        async with asyncio.timeout(LIMIT):
            while part.review is None:
                job = Job(review_part, (played, part.notes))
                part = await hall.workers.run(job, pool.REVIEW, work.asker)
                work.progress = part.progress
        row = {"match": match, "made": now_ms(), "review": msgspec.json.encode(part.review).decode()}
        with contextlib.suppress(Conflict):  # another process was first
            await hall.store.commit([Write(ADD_REVIEW, row)])
    except (WorkFailed, TimeoutError) as error:
        log.warning("a review could not be made: %s", error or "it took too long", extra={"match": match})
    finally:
        del hall.reviews[match]
