"""Every message between the server and a page or bot, as msgspec structs; api/typescript.py prints them as TypeScript.

Names on the wire are the names here, except where a field gives its own (`name=`): clients know those. Times are milliseconds
since 1970; durations in milliseconds end in `_ms`. Seats count from 0; `actor` is a seat, -1 for chance, -2 when the game is
over. An answer that is not 2xx is a `Problem`.

    games
    GET    /api/games?language=                   -> GameInfo[]
    POST   /api/games/{game}/seats                SeatQuestion -> SeatCount    how many seats these options have
    GET    /api/games/{game}/messages/{language}  -> {key: text}
    GET    /api/games/{game}/rules/{language}     -> Markdown
    POST   /api/games/{game}/study                Study -> Studied             a position and what follows, without a table
    POST   /api/games/{game}/why-not              StudyAttempt -> WhyNot
    puzzles of the day
    GET    /api/puzzles/{date}                    -> PuzzleDay                 date as 2026-11-15, or today
    POST   /api/puzzles/{date}/{game}             PuzzleTry -> PuzzleTried
    POST   /api/puzzles/{date}/{game}/solution    -> SolutionStep[]            nothing more can be earned then
    GET    /api/me/puzzles                        -> PuzzleHistory
    playing again
    GET    /api/me/people                         -> Companion[]               with whom one has played to the end
    POST   /api/me/people/mute                    MuteCompanion -> Companion[]
    POST   /api/matches/{id}/again                InviteAgain -> Table         the same game, and invitations to it
    GET    /api/me/invitations                    -> AgainInvitation[]
    POST   /api/me/invitations/{id}               AgainAnswer -> AgainAnswered come, decline, mute
    people
    GET    /api/me                                -> Me                        404 for somebody new
    POST   /api/me                                NewName -> Me                makes a guest (cookie) or renames one
    POST   /api/me/link                           -> DeviceLink                single use, five minutes
    POST   /api/me/enter                          Code -> Me                   on the other device
    POST   /api/bots                              NewName -> BotToken          for outsiders' bots: docs/bot-api.md
    push messages
    GET    /api/push                              -> PushKey                   null: none are sent
    POST   /api/me/push                           PushSubscription -> PushDevices   from this device's browser
    POST   /api/me/push/off                       PushEnd -> PushDevices       deleted
    lobby
    GET    /api/matches?show=&game=&before=       -> MatchLine[]               show=open|running|mine|finished|aborted
    POST   /api/matches                           NewMatch -> Table
    table
    GET    /api/matches/{id}                      -> Table
    POST   /api/matches/{id}/contribute           Contribution -> Table        first a commitment, then the number: docs/dice.md
    POST   /api/matches/{id}/join                 Join -> Table
    POST   /api/matches/{id}/leave                -> Table                     before the start; the host closes the table
    POST   /api/matches/{id}/invite               -> Invitation                by the host: a single-use code
    GET    /api/spoken/{words}                    -> Spoken                    where words like blue-comet-42 lead
    POST   /api/matches/{id}/host                 HostOrder -> Table           mute, unmute, remove
    play
    GET    /api/matches/{id}/snapshot?seat=       -> Snapshot
    GET    /api/matches/{id}/at/{n}?seat=         -> Moment                    the position after event n
    GET    /api/matches/{id}/log?from=&to=&seat=  -> Happened[]
    POST   /api/matches/{id}/move                 Move -> Accepted             409 StaleMove if it answers an old event
    POST   /api/matches/{id}/back                 TakeBack -> Table            takes back, or asks the others
    POST   /api/matches/{id}/resign               SeatOnly -> Table
    POST   /api/matches/{id}/offer                NewOffer -> Table            rematch, end, replace
    POST   /api/matches/{id}/answer               OfferAnswer -> Table
    POST   /api/matches/{id}/return               SeatOnly -> Table            takes a seat back from its stand-in
    POST   /api/matches/{id}/preview              Move -> Preview              null: gone on since, or refused numbers
    POST   /api/matches/{id}/foresee              Move -> Preview              null: the match has gone on
    POST   /api/matches/{id}/why-not              Attempt -> WhyNot
    POST   /api/matches/{id}/hint                 SeatOnly -> Hint
    POST   /api/matches/{id}/chat                 Say -> Note
    GET    /api/matches/{id}/review               -> Reviewed                  once it is over; made when first asked for
    POST   /api/matches/{id}/play-on              PlayOn -> Table              a new table from the position after event n
    GET    /api/matches/{id}/record               -> text                      the record file, once it is over
    GET    /api/matches/{id}/picture.png?at=      -> PNG                     the board, with what everybody may see
    GET    /api/matches/{id}/film.webp            -> WebP                    an animated picture, once it is over
    GET    /api/games/{game}/picture.png          -> PNG                     the game
    bots
    GET    /api/bot/stream                        -> ndjson of Turn            "your move in match …", for all its matches
    GET    /api/matches/{id}/stream?seat=         -> ndjson of FromServer      the same messages as the WebSocket
    live
    WS     /api/matches/{id}/live?seat=&number=&note=   FromClient / FromServer   JSON text frames

A socket is opened with the number of the last event the page knows (or none) and answered by a `Snapshot` or, if little was
missed, by the `Increment` after that number, the table, and the `Notes` after the line of talk number `note` (or the latest).
Every `Move` is answered by `Accepted` or `Refused` (with the same `ask`); the `Increment` goes to everybody. Without `seat` one's
first own seat is taken, following the turn among one's own seats where the game has no secrets. `Goodbye` means: connect again
after so many milliseconds. A page that shows one thing after another says with `Seen` how far it is, and bots let it keep up.
"""

from bangbox.server.protocol.again import (
    AgainAnswer,
    AgainAnswered,
    AgainInvitation,
    Companion,
    InviteAgain,
    MuteCompanion,
)
from bangbox.server.protocol.answers import (
    Accepted,
    FromServer,
    Goodbye,
    Hint,
    Increment,
    Moment,
    Notes,
    Pong,
    Preview,
    Problem,
    Refused,
    Reviewed,
    Snapshot,
    StaleMove,
    TableChanged,
    Turn,
    WhyNot,
)
from bangbox.server.protocol.base import OptionValue, Strict, Struct
from bangbox.server.protocol.play import Choice, ClockFace, Draw, Happened, Note, Situation, TakeBackOffer
from bangbox.server.protocol.push import PushDevices, PushEnd, PushKey, PushMessage, PushSubscription
from bangbox.server.protocol.puzzles import (
    DailyPuzzle,
    PuzzleCrowd,
    PuzzleDay,
    PuzzleHistory,
    PuzzleResult,
    PuzzleTried,
    PuzzleTry,
    SolutionStep,
)
from bangbox.server.protocol.requests import (
    PHRASES,
    Act,
    Attempt,
    FromClient,
    Look,
    Move,
    NewOffer,
    OfferAnswer,
    Ping,
    Say,
    SeatOnly,
    Seen,
    TakeBack,
)
from bangbox.server.protocol.shelf import (
    BotToken,
    Code,
    DeviceLink,
    GameInfo,
    LevelInfo,
    Me,
    NewName,
    OptionInfo,
    PlayerCount,
    SeatCount,
    SeatQuestion,
)
from bangbox.server.protocol.study import Step, Studied, Study, StudyAttempt
from bangbox.server.protocol.table import (
    ClockSetup,
    Contribution,
    DiceInfo,
    HostOrder,
    Invitation,
    Join,
    MatchLine,
    NewMatch,
    Offer,
    Player,
    PlayOn,
    Result,
    SeatSetup,
    SeriesStanding,
    Spoken,
    Table,
)

__all__ = [
    "PHRASES",
    "Accepted",
    "Act",
    "AgainAnswer",
    "AgainAnswered",
    "AgainInvitation",
    "Attempt",
    "BotToken",
    "Choice",
    "ClockFace",
    "ClockSetup",
    "Code",
    "Companion",
    "Contribution",
    "DailyPuzzle",
    "DeviceLink",
    "DiceInfo",
    "Draw",
    "FromClient",
    "FromServer",
    "GameInfo",
    "Goodbye",
    "Happened",
    "Hint",
    "HostOrder",
    "Increment",
    "Invitation",
    "InviteAgain",
    "Join",
    "LevelInfo",
    "Look",
    "MatchLine",
    "Me",
    "Moment",
    "Move",
    "MuteCompanion",
    "NewMatch",
    "NewName",
    "NewOffer",
    "Note",
    "Notes",
    "Offer",
    "OfferAnswer",
    "OptionInfo",
    "OptionValue",
    "Ping",
    "PlayOn",
    "Player",
    "PlayerCount",
    "Pong",
    "Preview",
    "Problem",
    "PushDevices",
    "PushEnd",
    "PushKey",
    "PushMessage",
    "PushSubscription",
    "PuzzleCrowd",
    "PuzzleDay",
    "PuzzleHistory",
    "PuzzleResult",
    "PuzzleTried",
    "PuzzleTry",
    "Refused",
    "Result",
    "Reviewed",
    "Say",
    "SeatCount",
    "SeatOnly",
    "SeatQuestion",
    "SeatSetup",
    "Seen",
    "SeriesStanding",
    "Situation",
    "Snapshot",
    "SolutionStep",
    "Spoken",
    "StaleMove",
    "Step",
    "Strict",
    "Struct",
    "Studied",
    "Study",
    "StudyAttempt",
    "Table",
    "TableChanged",
    "TakeBack",
    "TakeBackOffer",
    "Turn",
    "WhyNot",
]
