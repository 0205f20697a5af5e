"""Pictures of matches and games over HTTP."""

import io

from msgspec.structs import replace
from PIL import Image

from tests.server.api.asking import asker
from tests.server.house import House


async def test_a_picture_shows_the_board_to_those_who_may_see_it(house: House) -> None:
    private, public = await house.table("ab"), await house.table("ab")
    private.match.row = replace(private.match.row, public=False)
    async with asker(house.hall) as stranger:
        status, problem = await stranger.get(f"/api/matches/{private.id}/picture.png")
        assert (status, problem["code"]) == (403, "private")
        answer = await stranger.http.get(f"/api/matches/{public.id}/picture.png")
        assert answer.status_code == 200 and answer.content.startswith(b"\x89PNG")
        again = {"If-None-Match": answer.headers["etag"]}
        assert (await stranger.http.get(f"/api/matches/{public.id}/picture.png", headers=again)).status_code == 304
        assert (await stranger.http.head(f"/api/matches/{public.id}/picture.png")).status_code == 200
        drawn = len(house.crew.jobs)
        assert drawn == 1, "it was drawn once"
        assert (await stranger.get(f"/api/matches/{public.id}/picture.png", at=99))[0] == 404
        assert (await stranger.get(f"/api/matches/{public.id}/film.webp"))[1]["code"] == "running"


async def test_a_film_of_a_match_that_is_over(house: House) -> None:
    room = await house.table("ab")
    await house.play(room, "a1", "b1", "a2", "b2", "a3")
    async with asker(house.hall) as stranger:
        answer = await stranger.http.get(f"/api/matches/{room.id}/film.webp")
        film = Image.open(io.BytesIO(answer.content))
        assert (film.format, film.size, film.n_frames) == ("WEBP", (600, 315), 6)  # type: ignore[attr-defined]
        assert (await stranger.http.get(f"/api/matches/{room.id}/picture.png?at=3")).status_code == 200
