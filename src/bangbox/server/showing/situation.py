"""The present position as one reader may know it, and what that reader can do."""

from bangbox.core.position import Position
from bangbox.core.rules import CHANCE, OVER
from bangbox.server.match.fold import Match
from bangbox.server.protocol import Situation, TakeBackOffer
from bangbox.server.showing.scene import Scenes, choices_of

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
        prompt=scene.ask(eye) if actor >= 0 else None,
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
        prompt=eye.prompt() if actor >= 0 else None,
        topic=eye.topic(),
        tally=eye.tally(),
        scores=eye.scores,
        winners=eye.winners if actor == OVER else [],
    )
