"""Table talk: chat and preset phrases. Spectators listen only."""

from bangbox.server.errors import Refusal
from bangbox.server.hall import Hall
from bangbox.server.play.room import Room
from bangbox.server.protocol import PHRASES, Me, Note, Say
from bangbox.server.showing.table import shown_note

LONGEST_TEXT = 300


async def say(hall: Hall, room: Room, me: Me, asked: Say) -> Note:
    """A line of chat, or a preset phrase."""
    async with room.lock:
        seats = room.match.seats_of(me.id)
        if not seats:
            raise Refusal("not_seated", "only those at the table talk", 403)
        if room.match.seats[seats[0]].muted:
            raise Refusal("muted", "the host has muted you", 403)
        kind, text = _said(asked)
        hall.limits.talk(me.id)
        return shown_note(await room.note(kind, seats[0], text))


def _said(asked: Say) -> tuple[str, str]:
    if asked.phrase is not None and asked.text is None:
        if asked.phrase not in PHRASES:
            raise Refusal("phrase", f"a phrase is one of {', '.join(PHRASES)}", 422)
        return "phrase", asked.phrase
    text = " ".join((asked.text or "").split())
    if not 1 <= len(text) <= LONGEST_TEXT or not text.isprintable():
        raise Refusal("text", f"a line has 1 to {LONGEST_TEXT} visible characters", 422)
    return "chat", text
