"""Every game whose choices can be listed, registered with OpenSpiel: `pyspiel.load_game("bangbox_urknall(players=3)")`.

Importing this module registers them; `register()` does so again for games of a folder added later. Parameters are a game's
options, and `position`: a text from which to start. Chance is explicit. What a player knows is made from the concealed record:
an observation is the position as it is seen, an information state also all events as they were seen. Returns are 1 and -1 (0 in
a draw) where two play against each other, otherwise payoffs.
"""
# mypy: allow-subclassing-any

from typing import Any
from urllib.parse import quote, unquote

import numpy as np

from bangbox.core.algorithms.observing import Observer, observer
from bangbox.core.compiled.random_play import LONGEST_GAME
from bangbox.core.contract import Duelling, Options, Ranging
from bangbox.core.dice import SeededDice
from bangbox.core.errors import MissingExtra
from bangbox.core.position import Game, Position, game_with
from bangbox.core.record import States, copied
from bangbox.core.registry import Kind, Option, games, kind
from bangbox.core.rules import CHANCE, OVER, plain

try:
    import pyspiel
except ImportError as error:
    raise MissingExtra('OpenSpiel is an extra: pip install "bangbox[openspiel]"') from error

PREFIX = "bangbox_"
_registered: set[str] = set()


class World:
    """One state of a game. OpenSpiel copies a state with all that it holds: of this the state alone."""

    __slots__ = ("_states", "actor", "game")

    def __init__(self, game: Game, states: States) -> None:
        self.game, self._states = game, states
        self.actor: int = game.engine.bare.actor(states, 0)

    def __deepcopy__(self, memo: object) -> "World":
        return World(self.game, copied(self._states))

    def __reduce__(self) -> tuple[object, ...]:
        return _world, (self.game, self._states.tobytes())

    @property
    def pos(self) -> Position:
        """The position, to look at."""
        return Position(self.game, self._states)

    def choices(self) -> list[int]:
        """The actor's choices, or the outcomes of chance."""
        buffer = self.game.engine.buffer()
        return buffer[: self.game.engine.bare.choices(self._states, 0, buffer)].tolist()

    def weights(self, n: int) -> list[int]:
        """The weights of the n outcomes."""
        buffer = self.game.engine.buffer()
        self.game.engine.bare.weigh(self._states, 0, buffer, n)
        return buffer[:n].tolist()

    def apply(self, action: int) -> None:
        """Plays an action."""
        self.actor = self.game.engine.bare.apply(self._states, 0, action)


def _world(game: Game, data: bytes) -> World:
    return World(game, np.frombuffer(bytearray(data), game.engine.dtype))


class State(pyspiel.State):
    """A state. Choices of players have their numbers (docs/observations.md), outcomes of chance their places in the list."""

    def __init__(self, game: "SpielGame") -> None:
        super().__init__(game)
        self.world = World(game.game, copied(game.first))
        self.heard = ("",) * (game.game.players if game.game.kind.secret else 1)  # what each has seen happen

    def current_player(self) -> int:
        """Who acts."""
        actor = self.world.actor
        return int(pyspiel.PlayerId.CHANCE if actor == CHANCE else pyspiel.PlayerId.TERMINAL if actor == OVER else actor)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.world.actor == OVER

    def _legal_actions(self, player: int) -> list[int]:
        return np.flatnonzero(_observer(self).mask(self.world)).tolist()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Outcomes and how likely each is."""
        n = len(self.world.choices())
        weights = self.world.weights(n)
        total = sum(weights)
        return [(place, weight / total) for place, weight in enumerate(weights)]

    def _action(self, player: int, action: int) -> int:
        """An action or outcome as the rules number it."""
        return self.world.choices()[action] if player == pyspiel.PlayerId.CHANCE else _observer(self).meant(self.world, action)

    def _apply_action(self, action: int) -> None:
        played = self._action(self.current_player(), action)
        engine = self.world.game.engine
        if len(self.heard) == 1:
            self.heard = (f"{self.heard[0]} {played}",)
        else:
            self.heard = tuple(
                f"{before} {engine.conceal_action(self.world._states, 0, played, seat)}" for seat, before in enumerate(self.heard)
            )
        self.world.apply(played)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.world.pos.name(self._action(player, action))

    def returns(self) -> list[float]:
        """What everybody has won: nothing before the end."""
        if not self.is_terminal():
            return [0.0] * self.world.game.players
        payoffs = self.world.pos.payoffs
        return [2 * payoff - 1 for payoff in payoffs] if is_duel(self.world.game) else payoffs

    def resample_from_infostate(self, player_id: int, probability_sampler: Any) -> "State":
        """Another state that looks the same to a player, as likely as it is for that player."""
        twin: State = self.clone()
        twin.heard = (self.heard[player_id % len(self.heard)],) * len(self.heard)  # of the others' eyes nothing else is known
        dice = SeededDice(int(probability_sampler() * 2**53))
        twin.world = World(self.world.game, self.world.pos.seen_by(player_id, history=False).guessed(dice.rng).states())
        return twin

    def information_state(self, player: int) -> str:
        """All that a player has seen happen, and the position as that player sees it."""
        return f"{player}:{self.heard[player % len(self.heard)]} | {self.seen(player)}"

    def seen(self, player: int | None) -> str:
        """The position as a player sees it (None: a spectator)."""
        return self.world.pos.seen_by(player, history=False).text

    def __str__(self) -> str:
        return self.world.pos.text


class Watcher:
    """What a player is given, as OpenSpiel's observers are: a tensor, the same by its parts, a text."""

    def __init__(self, game: Game, recalls: bool, private: bool) -> None:
        self._observer, self._recalls, self._private = observer(game), recalls, private
        self.tensor = np.zeros(self._observer.size, np.float32) if private else None
        self.dict: dict[str, Any] = {}
        place = 0
        if self.tensor is not None:
            for part in self._observer.parts:
                self.dict[part.name] = self.tensor[place : place + part.size].reshape(part.shape)
                place += part.size

    def set_from(self, state: State, player: int) -> None:
        """Writes the tensor."""
        if self.tensor is not None:
            self.tensor[:] = self._observer.observe(state.world, max(player, 0))

    def string_from(self, state: State, player: int) -> str:
        """The text."""
        if self._recalls:
            return state.information_state(player)
        return state.seen(player if self._private else None)


class SpielGame(pyspiel.Game):
    """A game with its options. Each game has a class of its own: OpenSpiel holds it until after Python's end."""

    kind: Kind

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        kind = self.kind
        given = {name: value for name, value in (params or {}).items() if value != _default(kind, name)}
        text = unquote(str(given.pop("position", "")))
        self.game = game_with(kind.id, _options(kind, given))
        if text:
            found = self.game.position(text)
            self.game, self.first = found.game, found.states()
            given["position"] = quote(text, safe="")  # in OpenSpiel's own texts commas and brackets mean something
        else:
            self.first = self.game.start(dice=None).states()
        duel = is_duel(self.game)
        info = pyspiel.GameInfo(
            num_distinct_actions=observer(self.game).actions,
            max_chance_outcomes=self.game.engine.max_choices,
            num_players=self.game.players,
            min_utility=-1.0 if duel else 0.0,
            max_utility=1.0,
            **({"utility_sum": 0.0} if duel else {}),
            max_game_length=LONGEST_GAME,
        )
        super().__init__(_type(kind, duel), info, given)

    def new_initial_state(self) -> State:
        """The start."""
        return State(self)

    def max_chance_nodes_in_history(self) -> int:
        """No game is longer."""
        return LONGEST_GAME

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Watcher | None:
        """Observers of what is public and one's own, or of what is public; None for any other."""
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        private = wanted.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if params or not wanted.public_info or not (private or wanted.private_info == pyspiel.PrivateInfoType.NONE):
            return None
        return Watcher(self.game, wanted.perfect_recall and private, private)


def is_duel(game: Game) -> bool:
    """Whether two play, and what one wins the other loses."""
    found = game.kind.observing
    return game.players == 2 and isinstance(found, Duelling) and bool(plain(found).is_duel(game.start(dice=None).s))


def _observer(state: State) -> "Observer":
    return observer(state.world.game)


def _default(kind: Kind, name: str) -> object:
    """The default of a parameter as OpenSpiel has it."""
    if name == "position":
        return ""
    return kind.default(name) if name == "players" else _spelled(next(o for o in kind.manifest.options if o.name == name))


def _spelled(option: Option) -> bool | int | str:
    """An option's default in one of OpenSpiel's types: values of several types are spelled."""
    return option.default if option.values is None else str(option.default)


def _options(kind: Kind, given: dict[str, Any]) -> Options:
    known = {option.name: option for option in kind.manifest.options}
    return {name: known[name].read(value) if isinstance(value, str) else value for name, value in given.items()}


def _type(kind: Kind, duel: bool) -> Any:
    """What OpenSpiel wants to know of a game before its options are."""
    perfect = pyspiel.GameType.Information.PERFECT_INFORMATION
    return pyspiel.GameType(
        short_name=PREFIX + kind.id,
        long_name=kind.manifest.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION if kind.secret else perfect,
        utility=pyspiel.GameType.Utility.ZERO_SUM if duel else pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=kind.manifest.players.max,
        min_num_players=kind.manifest.players.min,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": kind.manifest.players.default,
            "position": "",
            **{option.name: _spelled(option) for option in kind.manifest.options},
        },
    )


def register() -> list[str]:
    """Registers every game that OpenSpiel does not know yet and whose choices can be listed; returns all names of ours there."""
    for name in games():
        found = kind(name)
        if name not in _registered and found.observing is not None and not isinstance(found.observing, Ranging):
            pyspiel.register_game(_type(found, duel=False), type(PREFIX + name, (SpielGame,), {"kind": found}))
            _registered.add(name)
    return sorted(PREFIX + name for name in _registered)


register()
