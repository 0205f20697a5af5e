"""The games of one server process: which are offered, and whose rules are loaded already."""

import asyncio
import logging
import time
from collections.abc import Callable, Iterable

from bangbox.server.errors import Refusal

log = logging.getLogger("bangbox.shelf")

AT_ONCE = 2  # games whose rules are loaded at the same time while nobody waits for them


class Shelf:
    """Loads rules while the server answers already; a game that somebody waits for is loaded at once."""

    def __init__(self, offered: Iterable[str], load: Callable[[str], None]) -> None:
        self.offered = list(offered)
        self._load = load  # called in a thread; raises if the game cannot be played
        self._loading: dict[str, asyncio.Task[bool]] = {}

    def need_offered(self, game: str) -> None:
        """Refuses games that this server does not offer."""
        if game not in self.offered:
            raise Refusal("unknown_game", f"no game {game!r} here; there are {', '.join(sorted(self.offered))}", 404)

    def is_ready(self, game: str) -> bool:
        """Whether a game can be played without waiting for its rules."""
        loading = self._loading.get(game)
        return loading is not None and loading.done() and not loading.cancelled() and loading.result()

    async def need(self, game: str) -> None:
        """Waits until the rules of a game are loaded."""
        if not await asyncio.shield(self.begin(game)):
            raise Refusal("game_failed", f"{game} does not start on this server", 503)

    async def load_all(self, first: Iterable[str] = ()) -> None:
        """Loads all games that are offered, `first` of all those."""
        waiting = iter(dict.fromkeys([*first, *self.offered]))

        async def load_some() -> None:
            for game in waiting:
                await asyncio.shield(self.begin(game))

        await asyncio.gather(*(load_some() for _ in range(AT_ONCE)))

    def begin(self, game: str) -> asyncio.Task[bool]:
        """Starts loading a game, if that has not been done yet."""
        if game not in self._loading:
            self._loading[game] = asyncio.create_task(self._try(game))
        return self._loading[game]

    async def _try(self, game: str) -> bool:
        began = time.monotonic()
        try:
            await asyncio.to_thread(self._load, game)
        except Exception:
            log.exception("a game is left out: it does not start", extra={"game": game})
            return False
        log.info("rules ready", extra={"game": game, "seconds": round(time.monotonic() - began, 1)})
        return True
