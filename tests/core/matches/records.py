"""Match records for tests: whole random matches with seeded or fair dice."""

from typing import Any

import bangbox
from bangbox.core.dice import FairDice, commitment, contribution_commitment
from bangbox.core.matches.match import Event, MatchRecord, now, record_of, result_text
from bangbox.core.rules import CHANCE

SECRET = bytes(range(32))
CONTRIBUTIONS = ["00ff" * 4, "a1b2" * 8, "c3" * 32, "d4" * 32, "e5" * 32]  # by seat


def random_choice(pos: Any, seed: int) -> int:
    return int(bangbox.bot(pos.game.id, "random").choose(pos, seed=seed))


def seeded(name: str, seed: int = 5, **options: Any) -> MatchRecord:
    pos = bangbox.game(name, **options).start(seed=seed)
    while not pos.over:
        pos.play(random_choice(pos, len(pos.history)))
    return record_of(pos, ["Ann", "Bob", "Cem", "Dot", "Eve"][: pos.players])


def fair(name: str, **options: Any) -> MatchRecord:
    """A match as a server would play it: every chance outcome drawn by fair dice and written down with its interval."""
    game = bangbox.game(name, **options)
    given = CONTRIBUTIONS[: game.players]
    pos, dice = game.start(dice=None), FairDice(SECRET, "m1", given)
    record = MatchRecord(
        game.id, game.version, game.options, ["Ann", "Bob", "Cem", "Dot", "Eve"][: pos.players], match="m1", dice="fair",
        commitment=commitment(SECRET), commitments=[contribution_commitment(number) for number in given],
        contributions=given, secret=SECRET.hex(),
    )  # fmt: skip
    drawn = []
    while pos.actor == CHANCE:
        draw = pos.draw(dice)
        drawn.append((draw, pos.name(draw.action)))
        pos.play(draw.action)
    if drawn:
        data = {"k": drawn[0][0].interval.k, "draws": [list(draw.interval[1:]) for draw, _ in drawn]}
        names = "; ".join(name for _, name in drawn)
        record.events.append(Event(1, now(), "set-up", None, [draw.action for draw, _ in drawn], names, data))
    while not pos.over:
        number = len(record.events) + 1
        if pos.actor == CHANCE:
            draw = pos.draw(dice)
            k, total, low, high = draw.interval
            data = {"k": k, "T": total, "interval": [low, high], **(draw.data or {})}
            event = Event(number, now(), "chance", None, draw.action, pos.name(draw.action), data)
        else:
            action = random_choice(pos, number)
            event = Event(number, now(), "choice", pos.actor, action, pos.name(action))
        record.events.append(event)
        pos.play(event.actions()[0])
    record.events.append(Event(len(record.events) + 1, now(), "end"))
    record.result = result_text(pos, record.seats)
    return record
