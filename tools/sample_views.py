"""Records a random game as the server would send it, for looking at boards without a server: web/samples/<game>.json.

python -m tools.sample_views brains --seed 3 --option players=4
python -m tools.sample_views bigxbang --option puzzle=life --as life      writes web/samples/bigxbang-life.json
"""

import argparse
import random
from pathlib import Path
from typing import Any

import msgspec

import bangbox
from bangbox.core.dice import SeededDice
from bangbox.core.matches.path import play
from bangbox.core.messages import texts
from bangbox.core.position import Position
from bangbox.core.rules import CHANCE
from bangbox.server.protocol import Situation
from bangbox.server.showing.events import happened
from bangbox.server.showing.scene import choices_of, situation_of
from bangbox.server.storage.rows import EventRow

SAMPLES = Path(__file__).parents[1] / "web" / "samples"
MOST = 400


def record(game: str, seed: int, options: dict[str, Any]) -> dict[str, Any]:
    """A whole random game: each frame is the event and the situation after it, seen by whoever acts next."""
    chosen = bangbox.game(game, **options)
    pos, dice, pick = chosen.start(dice=None), SeededDice(seed), random.Random(seed)
    before, event = pos.copy(), set_up(pos, dice)
    frames: list[dict[str, Any]] = []
    while len(frames) < MOST:
        viewer = pos.actor if pos.actor >= 0 else 0
        shown = happened(before, event, viewer, pos.over)
        frames.append({"seat": viewer, "events": [shown], "now": moment(pos, viewer, event.number)})
        if pos.over:
            break
        before, event = pos.copy(), next_event(pos, dice, pick, len(frames))
        play(pos, event)
    names = ["Ada", "Bruno", "Chiara", "Devi", "Emil", "Fatou", "Goro"][: pos.players]
    return {"game": game, "options": chosen.options, "names": names, "messages": texts(chosen.kind.folder), "frames": frames}


def moment(pos: Position, viewer: int, number: int) -> Situation:
    """The situation with what the viewer, whose turn it is, can do."""
    eye = pos.seen_by(viewer) if pos.game.kind.secret else pos
    now = situation_of(eye, pos.actor, number)
    if pos.actor == viewer:
        now.choices, now.forms = choices_of(eye, eye.choices()), eye.ranges()
    return now


def set_up(pos: Position, dice: SeededDice) -> EventRow:
    """Plays the outcomes of the set-up; they are one event."""
    outcomes = []
    while pos.actor == CHANCE:
        outcomes.append(pos.draw(dice).action)
        pos.play(outcomes[-1])
    return EventRow(number=0, time=0, kind="set-up", data={"outcomes": outcomes})


def next_event(pos: Position, dice: SeededDice, pick: random.Random, number: int) -> EventRow:
    """What happens next: an outcome of chance or any choice."""
    if pos.actor == CHANCE:
        drawn = pos.draw(dice)
        return EventRow(number, 0, "chance", None, drawn.action, pos.name(drawn.action), drawn.data)
    action = decision(pos, pick)
    return EventRow(number, 0, "choice", pos.actor, action, pos.name(action))


def decision(pos: Position, pick: random.Random) -> int:
    """Any choice (passing only where nothing else can be done), or any value of a form."""
    forms, choices = pos.ranges(), pos.choices()
    if not forms or (choices and pick.random() < 0.3):
        return int(pick.choice([a for a in choices if pos.about(a).effect not in ("pass", "stop")] or choices))
    while True:
        form = pick.choice(forms)
        values = {f.name: f.low + f.step * pick.randrange((f.high - f.low) // f.step + 1) for f in form.fields}
        try:
            return int(pos.pack(form.name, **values))
        except bangbox.IllegalMove:
            continue


def option(text: str) -> tuple[str, Any]:
    """`players=4` as a name and a value."""
    name, _, value = text.partition("=")
    return name, {"true": True, "false": False}.get(value, int(value) if value.lstrip("-").isdigit() else value)


def main() -> None:
    """Writes one sample."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--option", action="append", default=[], type=option)
    parser.add_argument("--as", dest="name", default="")
    asked = parser.parse_args()
    SAMPLES.mkdir(exist_ok=True)
    path = SAMPLES / f"{asked.game}{'-' + asked.name if asked.name else ''}.json"
    sample = record(asked.game, asked.seed, dict(asked.option))
    path.write_bytes(msgspec.json.encode(sample))
    print(f"{path}: {len(sample['frames'])} frames")


if __name__ == "__main__":
    main()
