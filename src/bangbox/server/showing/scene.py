"""What positions look like, worked out once and kept encoded for everybody who sees the same."""

from collections import OrderedDict
from typing import Any

import msgspec

from bangbox.core.position import Position
from bangbox.server.protocol import Choice

MOST_BYTES = 16_000_000

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
        """What the actor is asked; `eye` is the position of this scene."""
        if self.prompt is None:
            self.prompt = raw(eye.prompt())
        return self.prompt

    def offer(self, eye: Position) -> Encoded:
        """All choices of the actor."""
        if self.choices is None:
            self.choices = raw(choices_of(eye, eye.choices()))
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
    s, name, views = pos.s, pos.game.kind.notation.name, pos.game.kind.views
    return [Choice(action=a, name=name(s, a), label=views.label(pos, a), about=views.about(pos, a)) for a in actions]
