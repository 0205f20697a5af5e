"""What a position looks like to one reader and what that reader can do; worked out once for all who see the same."""

from collections import OrderedDict
from collections.abc import Hashable
from typing import Any

import msgspec

from bangbox.core.position import Position
from bangbox.core.rules import CHANCE, OVER
from bangbox.server.match.fold import Match
from bangbox.server.protocol import Choice, Situation, TakeBackOffer

MOST_BYTES = 16_000_000
MOST_OFFERS = 30_000  # of about 400 bytes

encode = msgspec.json.Encoder().encode
Key = tuple[int, int | None, bytes]
Encoded = Any  # a msgspec.Raw, which takes the place of whatever a message declares there


class Scene:
    """A position as one reader sees it; what takes long to work out or to encode is kept encoded."""

    def __init__(self, eye: Position) -> None:
        self.game = eye.game  # kept alive: its identity is part of the scene's key
        self.view = raw(eye.game.kind.views.view(eye))
        self.topic = eye.topic()
        self.tally = raw(eye.tally())
        self.scores = eye.scores
        self.prompt: Encoded = None
        self.choices: Encoded = None
        self.size = len(bytes(self.view)) + len(bytes(self.tally))

    def ask(self, eye: Position) -> Encoded:
        """What the actor is asked, or how it ended; `eye` is the position of this scene."""
        if self.prompt is None:
            self.prompt = raw(eye.prompt())
        return self.prompt

    def offer(self, eye: Position) -> Encoded:
        """All choices of the actor."""
        if self.choices is None:
            self.choices = raw(_offers_of(eye))
        return self.choices


class Scenes:
    """The scenes used last, up to a number of bytes."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self.most = most
        self._size = 0
        self._known: OrderedDict[Key, Scene] = OrderedDict()

    def of(self, eye: Position) -> Scene:
        """The scene of a position."""
        key = (id(eye.game), eye.seat, eye.key)
        scene = self._known.get(key)
        if scene is not None:
            self._known.move_to_end(key)
            return scene
        scene = self._known[key] = Scene(eye)
        self._size += scene.size
        self._forget_oldest()
        return scene

    def offer(self, scene: Scene, eye: Position) -> Encoded:
        """All choices of the actor of a scene, kept with it."""
        if scene.choices is None:
            added = len(bytes(scene.offer(eye)))
            scene.size += added
            self._size += added
            self._forget_oldest()
        return scene.offer(eye)

    def _forget_oldest(self) -> None:
        while self._size > self.most and len(self._known) > 1:
            self._size -= self._known.popitem(last=False)[1].size


def raw(value: object) -> Encoded:
    """A value encoded, to be put into messages as it is."""
    return msgspec.Raw(encode(value))


def choices_of(pos: Position, actions: list[int]) -> list[Choice]:
    """Choices with what a page needs to offer them."""
    views, name = pos.game.kind.views, pos.name
    return [Choice(action=a, name=name(a), label=views.label(pos, a), about=views.about(pos, a)) for a in actions]


_offers: dict[Hashable, Encoded] = {}


def _offers_of(pos: Position) -> list[Encoded]:
    """All choices of the actor. Most were possible before, here or in other matches: they are remembered by their grounds."""
    kind, actions = pos.game.kind, pos.choices()
    if kind.grounded is None:
        return choices_of(pos, actions)
    offers = []
    for action, grounds in zip(actions, kind.grounded.grounds(pos, actions), strict=True):
        key = kind, action, grounds
        if key not in _offers:
            if len(_offers) >= MOST_OFFERS:
                _offers.clear()
            _offers[key] = raw(choices_of(pos, [action])[0])
        offers.append(_offers[key])
    return offers


scenes = Scenes()


def situation(match: Match, viewer: int | None, now: int, take_back: TakeBackOffer | None = None) -> Situation:
    """The present moment of a match for one reader (None: a spectator)."""
    eye = match.eye(viewer)
    scene = scenes.of(eye)
    actor = match.actor if match.events else CHANCE  # nothing can be done before the set-up
    acts = viewer is not None and actor == viewer
    types = viewer is not None and actor == CHANCE and match.running and match.row.setup.dice == "typed"
    return Situation(
        number=match.last,
        clocks=match.clock.faces(now),
        choices=scenes.offer(scene, eye) if acts else [],
        forms=eye.ranges() if acts else [],
        actor=actor,
        view=scene.view,
        outcomes=choices_of(match.pos, match.pos.choices()) if types else [],
        prompt=scene.ask(eye) if actor >= 0 or match.pos.over else None,
        topic=scene.topic,
        tally=scene.tally,
        scores=scene.scores,
        winners=match.result.winners if match.result is not None else [],
        take_back=take_back,
        thinking=match.bot_acts and not acts,
    )


def situation_of(eye: Position, actor: int, number: int = 0) -> Situation:
    """What a position looks like to one reader, without what can be done there.

    `actor` is whoever acts there, which a concealed position may not know.
    """
    return Situation(
        number=number,
        clocks=[],
        choices=[],
        forms=[],
        actor=actor,
        view=eye.game.kind.views.view(eye),
        outcomes=[],
        prompt=eye.prompt() if actor >= 0 or eye.over else None,
        topic=eye.topic(),
        tally=eye.tally(),
        scores=eye.scores,
        winners=eye.winners if actor == OVER else [],
    )
