"""Many games on a machine: what a batch can do, whether a CPU's threads compute or a GPU. Nothing here needs the compiler."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bangbox.core.actors import OVER
from bangbox.core.errors import IllegalMove
from bangbox.core.gpu.machines import Array, Machine


def seed_text(seed: int) -> NDArray[np.uint8]:
    """What the seeds (seed, 0), (seed, 1), … begin with, before the second number."""
    return np.frombuffer(f"{int(seed)},".encode(), np.uint8).copy()


class Sizes(NamedTuple):
    """How many numbers the arrays of one game have: see docs/observations.md."""

    seats: int
    observation: int = 0
    actions: int = 0


class ManyGames:
    """`n` games from one beginning, in arrays of the machine: NumPy's on a CPU, CuPy's on a GPU. Chance is always played.

    `states` has a record for each game (on a GPU a row of bytes), `rngs` its random state. Both are for reading.
    With `autoreset`, a game that is over begins again with the next play, whatever action that brings; until then its result can
    be read. `rounds` counts how often. The games of round r have the seeds (seed, r * n), (seed, r * n + 1), …
    """

    def __init__(self, machine: Machine, first: Any, n: int, seed: int, sizes: Sizes, autoreset: bool = False) -> None:
        self.autoreset = autoreset
        self.sizes, self._machine = sizes, machine
        self._first = machine.records(np.frombuffer(bytearray(first.tobytes()), np.uint8).reshape(1, -1))
        self._text = machine.put(seed_text(seed))
        self.states: Any = machine.states(n)
        self.rngs: NDArray[np.uint64] = machine.zeros((n, 1), "u8")
        self.rounds: NDArray[np.int64] = machine.zeros(n, "i8") - 1
        self._actors: NDArray[np.int64] = machine.zeros(n, "i8") + OVER
        self._bad = machine.zeros(n, "u1")
        self._restart()
        self._run("advance", self.states, self.rngs, self._actors, machine.zeros(n, "i8"))

    def __len__(self) -> int:
        return len(self.rngs)

    def _run(self, name: str, *given: Array) -> None:
        self._machine.run(name, len(self), *given)

    def _restart(self) -> None:
        self._run("restart", self.states, self.rngs, self._actors, self._first, self.rounds, self._text)

    def _room(self, out: Array | None, shape: tuple[int, ...], kind: str = "i8") -> Array:
        """The array that was given for results, or a new one."""
        room = self._machine.zeros(shape, kind) if out is None else out
        if room.shape != shape or room.dtype != self._machine.zeros(0, kind).dtype or not room.flags.c_contiguous:
            wanted = f"{self._machine.zeros(0, kind).dtype}{list(shape)}"
            raise ValueError(f"results need a contiguous array {wanted}, not {room.dtype}{list(room.shape)}")
        return room

    def _numbers(self, given: ArrayLike, what: str) -> NDArray[np.int64]:
        """One number a game, from NumPy, CuPy, torch, JAX or a list."""
        xp = self._machine.xp
        numbers: NDArray[np.int64] = xp.ascontiguousarray(xp.asarray(given), np.int64)
        if numbers.shape != (len(self),):
            raise IllegalMove(f"a batch of {len(self)} games needs {len(self)} {what}, not {numbers.shape}")
        return numbers

    @property
    def actors(self) -> NDArray[np.int64]:
        """The seat to act in each game, or OVER."""
        return self._actors.copy()

    @property
    def over(self) -> NDArray[np.bool_]:
        """Which games have ended."""
        return self._actors == OVER

    @property
    def scores(self) -> NDArray[np.int64]:
        """Points, [n, seats]."""
        scores: NDArray[np.int64] = self._machine.zeros((len(self), self._machine.about["max_players"]), "i8")
        self._run("score_all", self.states, scores)
        return scores[:, : self.sizes.seats]

    @property
    def winners(self) -> NDArray[np.int64]:
        """The seats that share the win of each game, as bits; 0 where there is no winner (yet)."""
        won: NDArray[np.int64] = self._machine.zeros(len(self), "i8")
        self._run("win_all", self.states, won)
        return won

    def choices(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """actions[n, MAX_CHOICES] and counts[n]; only the first counts[i] of row i mean anything."""
        actions: NDArray[np.int64] = self._machine.xp.empty((len(self), self._machine.about["max_choices"]), np.int64)
        counts: NDArray[np.int64] = self._machine.zeros(len(self), "i8")
        self._run("list_all", self.states, self._actors, actions, counts)
        return actions, counts

    def observe(self, seats: NDArray[np.int64] | None = None, out: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
        """What the seat to act (or the seats that are given) observes of each game; zeros where a seat is negative."""
        seen: NDArray[np.float32] = self._room(out, (len(self), self.sizes.observation), "f4")
        self._run("observe_games", self.states, self._actors if seats is None else self._numbers(seats, "seats"), seen)
        return seen

    def masks(self, out: NDArray[np.int8] | None = None) -> NDArray[np.int8]:
        """1 for the number of each choice, [n, actions]; all 0 where a game is over."""
        masks: NDArray[np.int8] = self._room(out, (len(self), self.sizes.actions), "i1")
        self._run("mask_games", self.states, masks)
        return masks

    def actions(self, numbers: ArrayLike) -> NDArray[np.int64]:
        """The actions that numbers stand for, ready to be played; -1 where there is none."""
        actions: NDArray[np.int64] = self._room(None, (len(self),))
        self._run("act_by_number", self.states, self._numbers(numbers, "numbers"), actions)
        return actions

    def random_choices(self, out: NDArray[np.int64] | None = None) -> NDArray[np.int64]:
        """A uniformly random choice for each game, -1 where it is over; drawn from the games' own random numbers."""
        played: NDArray[np.int64] = self._room(out, (len(self),))
        self._run("pick_all", self.states, self.rngs, self._actors, played)
        return played

    def play(self, actions: ArrayLike, check: bool = True) -> None:
        """Plays one action in each game (ignored where a game is over), then chance. One illegal action: nothing is played.

        Only who knows that all actions are legal may do without the check: an illegal one ruins its game.
        """
        played = self._numbers(actions, "actions")
        if check:
            self._run("judge_all", self.states, self._actors, played, self._bad)
            if self._bad.any():
                i = int(self._bad.argmax())
                raise IllegalMove(f"game {i}: action {int(played[i])} is not possible there; nothing was played")
        if self.autoreset:
            self._restart()
        self._run("advance", self.states, self.rngs, self._actors, played)

    def play_random(self, out: NDArray[np.int64] | None = None) -> NDArray[np.int64]:
        """What `play(random_choices())` does, in one go and faster; returns what was played, -1 where a game was over."""
        played: NDArray[np.int64] = self._room(out, (len(self),))
        if self.autoreset:
            self._restart()
        self._run("wander", self.states, self.rngs, self._actors, played)
        return played

    def play_out(self) -> NDArray[np.int64]:
        """Plays every game to its end at random; returns how many choices were made in each."""
        counts: NDArray[np.int64] = self._machine.zeros((len(self), 2), "i8")
        self._run("play_out_all", self.states, self.rngs, self._actors, counts)
        return counts[:, 0]
