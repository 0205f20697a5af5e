"""What is said of a match where a link to it is pasted: a title, a sentence, a picture; no more than a stranger may know."""

from pathlib import Path
from typing import NamedTuple

from bangbox.core.messages import Words
from bangbox.core.registry import kind
from bangbox.server.match.fold import Match
from bangbox.server.showing.table import status

WORDS = Path(__file__).parent / "words"
LONGEST = 120  # letters of a title


class Card(NamedTuple):
    """A title, a sentence, and the path of a picture."""

    title: str
    text: str
    picture: str


def card(match: Match, at: int | None, language: str) -> Card:
    """The card of a match, or of a moment of it."""
    words = Words(WORDS, None, language)
    game, now = match.game.title, status(match)
    host = next((seat.name for seat in match.seats if seat.guest and seat.guest == match.row.host), "") or words("somebody")
    names = " – ".join(seat.name for seat in match.seats if seat.name)
    if now == "waiting":
        free = sum(seat.kind == "open" for seat in match.seats)
        said = words("invites", host=host, game=game), words("invites.text", n=free)
    elif not shows_board(match):
        said = words("table", host=host, game=game), words("table.text")
    elif at is not None and at < match.last:
        said = words("moment", names=names, game=game), words("moment.text")
    elif now == "running":
        said = words("playing", names=names, game=game), words("playing.text")
    else:
        said = ended(match, names, words)
    return Card(shortened(said[0]), said[1], picture_of(match, at))


def ended(match: Match, names: str, words: Words) -> tuple[str, str]:
    """How a match ended."""
    assert match.result is not None
    scores = match.result.scores
    if len(match.seats) == 1:
        return words("alone", names=names, game=match.game.title, n=scores[0] if scores else 0), words("alone.text")
    winners = ", ".join(match.seats[seat].name for seat in match.result.winners)
    told = ", ".join(f"{seat.name} {points}" for seat, points in zip(match.seats, scores, strict=False))
    title = words("won", names=winners, game=match.game.title) if winners else words("level", names=names, game=match.game.title)
    return title, words("won.text", scores=told)


def shows_board(match: Match) -> bool:
    """Whether a stranger is shown the board: of public matches, and of those that are over."""
    return match.replayable and (match.result is not None or (match.running and match.row.public))


def picture_of(match: Match, at: int | None = None) -> str:
    """Where the picture is: of the board, or of the game."""
    if not shows_board(match):
        return f"/api/games/{match.row.game}/picture.png"
    number = match.last if at is None or not 1 <= at <= match.last else at
    return f"/api/matches/{match.row.id}/picture.png?at={number}"


def game_card(game: str, language: str) -> Card:
    """The card of a game itself."""
    found = kind(game)
    texts = Words(found.folder, None, language)
    blurb = texts("blurb") if "blurb" in texts.known else found.manifest.blurb
    return Card(found.manifest.title, blurb, f"/api/games/{game}/picture.png")


def shortened(title: str) -> str:
    """A title that is not too long."""
    return title if len(title) <= LONGEST else f"{title[: LONGEST - 1]}…"
