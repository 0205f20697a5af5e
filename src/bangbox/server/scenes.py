"""What positions look like, worked out once and kept encoded.

The two players of a match, its spectators, whoever connects again, and other matches that come to the same position are all
shown the same; what differs between them is little (see `showing.situation`).
"""

from typing import Any

import msgspec
from msgspec.structs import replace

from bangbox.core.position import Position
from bangbox.core.rules import OVER
from bangbox.server.protocol import Choice, Situation

MOST = 8_000_000  # bytes, in each of two generations

encode = msgspec.json.Encoder().encode
Key = tuple[int, int | None, int, bytes]


def encoded(value: Any) -> Any:
    """A part of a message, encoded already: takes the place of the part itself."""
    return msgspec.Raw(encode(value))


def situation_of(eye: Position, actor: int, number: int = 0) -> Situation:
    """What a position looks like to one reader, without what can be done there."""
    return Situation(
        number=number,
        actor=actor,
        view=eye.game.kind.views.view(eye),
        choices=[],
        forms=[],
        outcomes=[],
        prompt=eye.prompt() if actor >= 0 else None,
        topic=eye.topic(),
        tally=eye.tally(),
        scores=eye.scores,
        winners=eye.winners if actor == OVER else [],
        clocks=[],
    )


def choices_of(pos: Position, actions: list[int]) -> list[Choice]:
    """Choices with what a page needs to offer them."""
    s, name, views = pos.s, pos.game.kind.notation.name, pos.game.kind.views
    return [Choice(number=a, name=name(s, a), label=views.label(pos, a), about=views.about(pos, a)) for a in actions]


class Scene:
    """A position as one reader sees it."""

    __slots__ = ("choices", "forms", "game", "situation", "size")

    def __init__(self, eye: Position, actor: int) -> None:
        self.game = eye.game
        found = situation_of(eye, actor)
        view, tally = encoded(found.view), encoded(found.tally)
        self.situation = replace(found, view=view, tally=tally, prompt=encoded(found.prompt))
        self.choices: Any = None
        self.forms: Any = None
        self.size = len(bytes(view)) + len(bytes(tally))


class Scenes:
    """The scenes of late, at most so many bytes: when the young ones are too many, the old ones go and the young ones are old."""

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self._size = 0
        self._young: dict[Key, Scene] = {}
        self._old: dict[Key, Scene] = {}

    def of(self, eye: Position, actor: int) -> Scene:
        """The scene of a position; `actor` is whoever acts there, which a concealed position may not know."""
        key = (id(eye.game), eye.seat, actor, eye.key)  # a game whose scenes are kept is kept, and so its id is its own
        scene = self._young.get(key)
        if scene is None:
            scene = self._old.pop(key, None) or Scene(eye, actor)
            self._young[key] = scene
            self._grow(scene.size)
        return scene

    def open(self, scene: Scene, eye: Position) -> tuple[Any, Any]:
        """The choices and forms of a scene, which is what `eye` sees: worked out when somebody has to choose."""
        if scene.choices is None:
            scene.choices, scene.forms = encoded(choices_of(eye, eye.choices())), encoded(eye.ranges())
            size = len(bytes(scene.choices)) + len(bytes(scene.forms))
            scene.size += size
            self._grow(size)
        return scene.choices, scene.forms

    def _grow(self, size: int) -> None:
        self._size += size
        if self._size > self.most:
            self._size, self._old, self._young = 0, self._young, {}
