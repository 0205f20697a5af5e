"""Games on the shelf: what there is and its texts and rules."""

import re

from starlette.responses import PlainTextResponse

from bangbox.bots.levels import Level, levels
from bangbox.bots.why import coach_texts
from bangbox.core.errors import OptionError
from bangbox.core.game import game_with
from bangbox.core.messages import texts
from bangbox.core.registry import Kind, Option, games, kind
from bangbox.server.api.http import Asking, endpoint
from bangbox.server.errors import Refusal
from bangbox.server.protocol import GameInfo, LevelInfo, OptionInfo, PlayerCount, Problem, SeatCount, SeatQuestion

LANGUAGE = re.compile(r"[a-z]{2}")


def info(found: Kind, language: str = "en", ready: bool = True) -> GameInfo:
    """What a shelf shows of a game."""
    manifest, bots = found.manifest, levels(found.id)
    return GameInfo(
        id=found.id,
        title=manifest.title,
        blurb=texts(found.folder, language).get("blurb", manifest.blurb),
        version=found.version,
        rule_letter=manifest.rule_letter,
        designer=manifest.designer,
        publisher=manifest.publisher,
        year=manifest.year,
        players=PlayerCount(min=manifest.players.min, max=manifest.players.max, default=manifest.players.default),
        options=[_option(option) for option in manifest.options],
        levels=[level.name for level in bots.offered],
        opponents=[_opponent(level, language) for level in bots.offered],
        level=bots.default,
        languages=sorted(path.name.split(".")[1] for path in found.folder.glob("messages.*.toml")),
        secrets=found.secret,
        throws=found.settle is not None,
        ready=ready,
    )


def _opponent(level: Level, language: str) -> LevelInfo:
    return LevelInfo(name=level.name, about=level.about.get(language, level.about["en"]), rating=level.rating)


def _option(option: Option) -> OptionInfo:
    kind = "choice" if option.values is not None else "switch" if isinstance(option.default, bool) else "number"
    return OptionInfo(
        name=option.name,
        kind=kind,  # type: ignore[arg-type]
        default=option.default,
        low=option.low,
        high=option.high,
        values=list(option.values) if option.values is not None else None,
    )


@endpoint("GET", "/api/games", answer=list[GameInfo], query=("language",))
async def shelf(asking: Asking) -> list[GameInfo]:
    """All games."""
    language = _checked(asking.request.query_params.get("language", "en"))
    on_it = asking.hall.shelf
    return [info(kind(name), language, on_it.is_ready(name)) for name in games() if name in on_it.offered]


@endpoint("POST", "/api/games/{game}/seats", SeatQuestion, SeatCount)
async def seats(asking: Asking) -> SeatCount:
    """How many seats a game has with these options; that they do not go together is an answer, too."""
    try:
        chosen = game_with(asking.path("game"), asking.body.options)
    except OptionError as problem:
        return SeatCount(players=0, options=asking.body.options, refused=Problem(code="options", text=str(problem)))
    return SeatCount(players=chosen.players, options=chosen.options)


@endpoint("GET", "/api/games/{game}/messages/{language}", answer=dict[str, str])
async def messages(asking: Asking) -> dict[str, str]:
    """A game's texts, and what a coach says of any game."""
    return coach_texts(kind(asking.path("game")), _language(asking))


@endpoint("GET", "/api/games/{game}/rules/{language}", answer=str)
async def rules(asking: Asking) -> PlainTextResponse:
    """A game's rules page, in Markdown; in English if there is no other."""
    folder = kind(asking.path("game")).folder
    page = folder / f"rules.{_language(asking)}.md"
    text = (page if page.exists() else folder / "rules.en.md").read_text("utf-8")
    return PlainTextResponse(text, media_type="text/markdown; charset=utf-8")


def _language(asking: Asking) -> str:
    return _checked(asking.path("language"))


def _checked(language: str) -> str:
    if not LANGUAGE.fullmatch(language):
        raise Refusal("language", "a language is two small letters", 422)
    return language
