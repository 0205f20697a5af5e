"""The games of one server process: which are offered, whose rules are loaded already, and whose bots can think."""

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Iterator

from bangbox.server.errors import Refusal

log = logging.getLogger("bangbox.shelf")

Load = Callable[[str], None]

AT_ONCE = 2  # games whose rules are loaded at the same time while nobody waits for them


class Shelf:
    """Loads rules while the server answers already, and then what bots need; what somebody waits for is loaded at once.

    `load` and `load_bots` are called in threads; they raise if a game cannot be played, or its bots cannot think. After `end`
    they raise soon, whatever they do.
    """

    def __init__(
        self, offered: Iterable[str], load: Load, load_bots: Load = lambda game: None, end: Callable[[], None] = lambda: None
    ) -> None:
        self.offered = list(offered)
        self._load, self._load_bots, self._end = load, load_bots, end
        self._closed = False
        self._loading: dict[str, asyncio.Task[bool]] = {}
        self._bots: dict[str, asyncio.Task[bool]] = {}

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

    async def need_bots(self, game: str) -> None:
        """Waits until a game's bots can think. Should that fail, whoever asks a bot is told."""
        await asyncio.shield(self._begin_bots(game))

    async def load_all(self, first: Iterable[str] = ()) -> None:
        """Loads the rules of all games that are offered, `first` of all those; then what their bots need."""
        order = list(dict.fromkeys([*first, *self.offered]))
        for begin in (self.begin, self._begin_bots):
            waiting = iter(order)
            await asyncio.gather(*(_one_by_one(begin, waiting) for _ in range(AT_ONCE)))

    def begin(self, game: str) -> asyncio.Task[bool]:
        """Starts loading a game, if that has not been done yet."""
        if game not in self._loading:
            self._loading[game] = asyncio.create_task(self._try("rules", self._load, game))
        return self._loading[game]

    def _begin_bots(self, game: str) -> asyncio.Task[bool]:
        if game not in self._bots:
            self._bots[game] = asyncio.create_task(self._try("bots", self._load_bots, game))
        return self._bots[game]

    async def _try(self, what: str, load: Load, game: str) -> bool:
        if self._closed:
            return False
        began = time.monotonic()
        try:
            await asyncio.to_thread(load, game)
        except Exception:
            if not self._closed:
                left_out = "a game is left out: it does not start" if what == "rules" else "bots do not start"
                log.exception(left_out, extra={"game": game})
            return False
        log.info(f"{what} ready", extra={"game": game, "seconds": round(time.monotonic() - began, 1)})
        return True

    def close(self) -> None:
        """Loads nothing more."""
        self._closed = True
        self._end()


async def _one_by_one(begin: Callable[[str], asyncio.Task[bool]], games: Iterator[str]) -> None:
    for game in games:
        await asyncio.shield(begin(game))
