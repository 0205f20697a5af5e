"""What positions look like, worked out once and kept encoded.

The two players of a match, its spectators, whoever connects again, and other matches that come to the same position are all
shown the same; what differs between them is little (see `showing.situation`).
"""

from typing import Any

import msgspec

from bangbox.core.position import Position
from bangbox.core.rules import OVER
from bangbox.server.protocol import Choice, Situation
from bangbox.server.protocol.play import Now, Possible

MOST = 8_000_000  # bytes, in each of two generations
TAB = b"\t"  # before and after each choice, so that it is found again: nothing encoded has one inside

encode = msgspec.json.Encoder().encode
NO_MOMENT = Now(number=0, clocks=[])
NOTHING = encode(Possible([], []))[1:-1]  # is possible
Key = tuple[int, int | None, int, bytes]


def encoded(part: bytes) -> Any:
    """A part of a message, encoded already: takes the place of the part itself."""
    return msgspec.Raw(part)


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


def rest_of(situation: Situation) -> bytes:
    """What an encoded situation (of no moment, in which nothing can be done) has beside these two."""
    return encode(situation)[len(joined(NO_MOMENT, NOTHING, b"")) :]


def joined(now: Now, possible: bytes, rest: bytes) -> bytes:
    """A whole situation, encoded."""
    return b",".join((encode(now)[:-1], possible, rest))


def choices_of(pos: Position, actions: list[int]) -> list[Choice]:
    """Choices with what a page needs to offer them."""
    s, name, views = pos.s, pos.game.kind.notation.name, pos.game.kind.views
    return [Choice(number=a, name=name(s, a), label=views.label(pos, a), about=views.about(pos, a)) for a in actions]


class Described(msgspec.Struct):
    """What a choice is called, its larger parts encoded."""

    name: str
    label: msgspec.Raw
    about: msgspec.Raw


class Made:
    """A choice that was really made."""

    __slots__ = ("name", "told")

    def __init__(self, action: int, description: bytes) -> None:
        self.told = b'"action":%d,%b' % (action, description)  # by an encoded event
        self.name = self.described.name

    @property
    def described(self) -> Described:
        """What it is called."""
        return decode_described(b"{%b}" % self.told)


decode_described = msgspec.json.Decoder(Described).decode


def encoded_choices(choices: list[Choice]) -> bytes:
    """A list of choices."""
    return b"[%b]" % b",".join([TAB + encode(choice) + TAB for choice in choices])


def listed(choices: bytes, action: int) -> bytes | None:
    """What one of encoded choices is called: all of it but its number, without braces."""
    _, found, rest = choices.partition(b'\t{"number":%d,' % action)
    return rest[: rest.index(TAB) - 1] if found else None


class Scene:
    """A position as one reader sees it: situations without what changes from moment to moment, in two pieces.

    A piece is read fast from memory that was not used for long; a dozen parts all over the place are not.
    """

    __slots__ = ("game", "made", "possible", "rest", "size", "winners")

    def __init__(self, eye: Position, actor: int) -> None:
        found = situation_of(eye, actor)
        self.game = eye.game
        self.winners = found.winners
        self.rest = rest_of(found)
        self.possible: bytes | None = None
        self.made: dict[int, Made] = {}
        self.size = len(self.rest)

    @property
    def situation(self) -> Situation:
        """The situation of no moment, in which nothing can be done."""
        return msgspec.json.decode(joined(NO_MOMENT, NOTHING, self.rest), type=Situation)


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

    def open(self, scene: Scene, eye: Position) -> bytes:
        """What can be done in a scene by `eye`, which sees it: worked out when somebody has to choose."""
        if scene.possible is None:
            choices = encoded_choices(choices_of(eye, eye.choices()))
            scene.possible = encode(Possible(encoded(choices), eye.ranges()))[1:-1]
            scene.size += len(scene.possible)
            self._grow(len(scene.possible))
        return scene.possible

    def made(self, scene: Scene, eye: Position, action: int) -> Made:
        """What is done in a scene, which is what `eye` sees."""
        made = scene.made.get(action)
        if made is None:
            described = listed(scene.possible or b"", action) or listed(encoded_choices(choices_of(eye, [action])), action)
            assert described is not None
            made = scene.made[action] = Made(action, described)
            scene.size += len(described)
            self._grow(len(described))
        return made

    def _grow(self, size: int) -> None:
        self._size += size
        if self._size > self.most:
            self._size, self._old, self._young = 0, self._young, {}
