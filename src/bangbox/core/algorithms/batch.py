"""Many games at once: one array of states, played on by compiled code on all cores, or on a GPU."""

import numpy as np

from bangbox.core.algorithms.many_games import ManyGames, Sizes
from bangbox.core.algorithms.observing import observer
from bangbox.core.algorithms.threads import Threads
from bangbox.core.errors import OptionError
from bangbox.core.gpu.machines import Machine
from bangbox.core.position import Game, Position

DEVICES = ("cpu", "cuda")


class Batch(ManyGames):
    """`n` games of one kind. Game i is the one that `game.start(seed=(seed, i))` plays; chance is always played.

    On the CPU `threads` share the work (as many as there are cores, if None); with `device="cuda"` a GPU does, and arrays are
    CuPy's. With `autoreset` a game that is over begins again with the next play.

    >>> from bangbox import Batch, game
    >>> batch = Batch(game("brains", players=3), 100, seed=1)
    >>> actions, counts = batch.choices()
    >>> batch.play(actions[:, 0])
    >>> lengths = batch.play_out()
    >>> bool(batch.over.all()), batch.scores.shape, int(batch.scores.min())
    (True, (100, 3), 0)
    """

    def __init__(
        self, game: Game, n: int, seed: int = 0, threads: int | None = None, device: str = "cpu", autoreset: bool = False
    ) -> None:
        if n < 1:
            raise OptionError(f"a batch holds at least one game, not {n}")
        if device not in DEVICES:
            raise OptionError(f"there is no device {device!r}; there are {', '.join(DEVICES)}")
        first = game.start(dice=None)
        if game.kind.settle is not None and game.kind.settle.is_real(first):
            raise OptionError('a batch cannot wait for physics: choose throws="cheap"')
        self.game, self.device = game, device
        machine: Machine
        if device == "cpu":
            machine = Threads(game.engine, threads)
            self.threads = machine.threads
        else:
            from bangbox.core.gpu.kernels import device_for

            machine = device_for(game.kind)
            self.threads = 0
        found = game.kind.observing
        sizes = Sizes(game.players) if found is None else Sizes(game.players, observer(game).size, observer(game).actions)
        super().__init__(machine, first.states(1), n, seed, sizes, autoreset)

    def position(self, i: int) -> Position:
        """A copy of game i, without dice."""
        memory = bytearray(self._machine.get(self.states[i : i + 1]).tobytes())
        return Position(self.game, np.frombuffer(memory, self.game.engine.dtype), None)
