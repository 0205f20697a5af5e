"""The tables. Events and notes are only ever added; times are milliseconds since 1970; structures are JSON in text."""

from sqlalchemy import BigInteger, Column, Index, Integer, LargeBinary, MetaData, Table, Text

metadata = MetaData()

guests = Table(
    "guests",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("kind", Text, nullable=False),  # guest, bot
    Column("created", BigInteger, nullable=False),
)

tokens = Table(
    "tokens",
    metadata,
    Column("hash", Text, primary_key=True),  # SHA-256 of the token: nobody can read a token out of the database
    Column("guest", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
)

codes = Table(
    "codes",
    metadata,
    Column("hash", Text, primary_key=True),
    Column("kind", Text, nullable=False),  # device, seat, spoken
    Column("subject", Text, nullable=False),  # the guest, the match, or an address of the app
    Column("expires", BigInteger, nullable=False),
)

matches = Table(
    "matches",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("version", Text, nullable=False),
    Column("setup", Text, nullable=False),
    Column("host", Text, nullable=False),
    Column("public", Integer, nullable=False),
    Column("status", Text, nullable=False),  # waiting, running, over
    Column("created", BigInteger, nullable=False),
    Column("started", BigInteger),
    Column("ended", BigInteger),
    Column("changed", BigInteger, nullable=False),
    Column("events", Integer, nullable=False),  # how many events there are
    Column("actor", Integer, nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("series", Text),
    Column("place", Integer, nullable=False),  # which game of its series this is, from 0
    Column("before", Text),
    Column("next", Text),
    Column("result", Text),
    Column("archive", Text),  # the log and the last view, for the time when these rules are gone
    Column("due", BigInteger),  # when somebody has to look at this match; null: nothing will happen by itself
    Column("lease_by", Text),
    Column("lease_until", BigInteger),
    Column("revision", Integer, nullable=False, server_default="0"),  # counts changes where several processes make them
    Index("matches_by_status", "status", "public", "changed"),
    Index("matches_by_due", "due"),
    Index("matches_by_changed", "changed"),
    Index("matches_by_series", "series"),
    Index("matches_by_host", "host", "status"),
)

seats = Table(
    "seats",
    metadata,
    Column("match", Text, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", Text, nullable=False),  # person, bot, open
    Column("guest", Text),
    Column("name", Text, nullable=False),
    Column("level", Text),
    Column("commitment", Text),  # SHA-256 of the contribution, given before any contribution is shown
    Column("contribution", Text),
    Column("muted", Integer, nullable=False),
    Column("seen", BigInteger),  # when its player was last connected
    Column("told", Integer),  # the event after which its player was last told of a turn by a push message
    Index("seats_by_guest", "guest"),
)

events = Table(
    "events",
    metadata,
    Column("match", Text, primary_key=True),
    Column("number", Integer, primary_key=True),  # (match, number) is what makes one writer of many
    Column("time", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("seat", Integer),
    Column("action", BigInteger),
    Column("name", Text, nullable=False),
    Column("data", Text),
    sqlite_with_rowid=False,
)

notes = Table(
    "notes",
    metadata,
    Column("match", Text, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("time", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("seat", Integer),
    Column("name", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("data", Text),
    sqlite_with_rowid=False,
)

reviews = Table(
    "reviews",
    metadata,
    Column("match", Text, primary_key=True),
    Column("made", BigInteger, nullable=False),
    Column("review", Text, nullable=False),
)

attempts = Table(  # at puzzles of the day: one row a guest, day and game
    "attempts",
    metadata,
    Column("date", Text, primary_key=True),  # of the puzzle, as 2026-11-15
    Column("game", Text, primary_key=True),
    Column("guest", Text, primary_key=True),
    Column("tries", Integer, nullable=False),
    Column("stars", Integer, nullable=False),
    Column("score", Integer),  # the best one, where a score is to be reached
    Column("shown", Integer, nullable=False),  # whether the solution was looked up before it was found
    Column("began", BigInteger, nullable=False),
    Column("solved", BigInteger),  # when the first star was earned
    Index("attempts_by_guest", "guest", "date"),
    sqlite_with_rowid=False,
)

invitations = Table(  # to play again: to a table, for somebody with whom its host has played
    "invitations",
    metadata,
    Column("guest", Text, primary_key=True),
    Column("match", Text, primary_key=True),
    Column("host", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Index("invitations_by_match", "match"),
    sqlite_with_rowid=False,
)

mutes = Table(  # whose invitations a guest does not want to see
    "mutes",
    metadata,
    Column("guest", Text, primary_key=True),
    Column("other", Text, primary_key=True),
    Column("created", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

subscriptions = Table(  # where the browsers of a guest take push messages, and the keys these are encrypted with
    "subscriptions",
    metadata,
    Column("id", Text, primary_key=True),  # SHA-256 of the endpoint
    Column("guest", Text, nullable=False),
    Column("endpoint", Text, nullable=False),
    Column("p256dh", Text, nullable=False),
    Column("auth", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Index("subscriptions_by_guest", "guest", "created"),
)
