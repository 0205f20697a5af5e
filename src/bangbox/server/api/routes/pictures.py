"""Pictures: the board of a match or a game for links that are passed on, and a match as a film."""

import hashlib
from collections.abc import Callable

from starlette.responses import Response

from bangbox.core.game import game
from bangbox.server.api.cards import language_of
from bangbox.server.api.http import Asking, endpoint
from bangbox.server.api.routes.tables import room_of
from bangbox.server.errors import Refusal
from bangbox.server.match.fold import seen
from bangbox.server.match.record import record
from bangbox.server.showing.card import shows_board
from bangbox.server.workers.jobs import animate, draw
from bangbox.server.workers.queue import Job

OPENING_SEED = 7  # of the position by which a game is shown


@endpoint("GET", "/api/games/{game}/picture.png", answer=bytes)
async def of_game(asking: Asking) -> Response:
    """A picture of the game: how it may begin."""
    name, language = asking.path("game"), language_of(asking.request)
    asking.hall.shelf.need_offered(name)
    if not asking.hall.shelf.is_ready(name):
        raise Refusal("starting", "the rules of this game are still being prepared: try again in a moment", 503)

    def job() -> Job:
        return Job(draw, (game(name).start(seed=OPENING_SEED).seen_by(None), [], language))

    return await _drawn(asking, (name, language), job)


@endpoint("GET", "/api/matches/{id}/picture.png", answer=bytes, query=("at",))
async def of_match(asking: Asking) -> Response:
    """A picture of the board after event `at` (without it: now), with what everybody may see; not of private matches that run."""
    room, language = await room_of(asking), language_of(asking.request)
    async with room.lock:
        match = room.match
        at = asking.number("at", match.last)
        assert at is not None
        if not shows_board(match):
            raise Refusal("private", "a private match is drawn when it is over", 403)
        if not 1 <= at <= match.last:
            raise Refusal("number", f"the events are 1 to {match.last}", 404)
        pos = match.pos if at == match.last else match.position_at(at)
        shown = seen(pos, None, match.result is not None).copy()
        names = [seat.name for seat in match.seats]
    key = (room.id, at, language, match.result is not None, tuple(names))
    return await _drawn(asking, key, lambda: Job(draw, (shown, names, language)))


@endpoint("GET", "/api/matches/{id}/film.webp", answer=bytes)
async def film_of(asking: Asking) -> Response:
    """A match that is over, as an animated picture."""
    room, language = await room_of(asking), language_of(asking.request)
    async with room.lock:
        if room.match.result is None:
            raise Refusal("running", "a film is made when the match is over")
        if not room.match.replayable:
            raise Refusal("version", "this match was played by other rules: it cannot be replayed", 410)
        played = record(room.match)
    return await _drawn(asking, (room.id, "film", language), lambda: Job(animate, (played, language)), "image/webp")


async def _drawn(asking: Asking, key: tuple[object, ...], job: Callable[[], Job], kind: str = "image/png") -> Response:
    """The picture, or that the asker has it already."""
    tag = f'"{hashlib.sha256(repr(key).encode()).hexdigest()[:24]}"'
    headers = {"ETag": tag, "Cache-Control": "public, max-age=600", "Vary": "Accept-Language"}
    if asking.request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    if not asking.hall.pictures.knows(key):
        asking.hall.limits.picture(asking.request.client.host if asking.request.client else "")
    return Response(await asking.hall.pictures.get(key, job, asking.who), media_type=kind, headers=headers)
