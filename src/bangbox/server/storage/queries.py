"""Every statement that reads or writes the database."""

from sqlalchemy import Integer, bindparam, delete, insert, literal, or_, select, update

from bangbox.server.storage.rows import EventRow, event_values
from bangbox.server.storage.schema import codes, events, guests, matches, notes, reviews, seats, subscriptions, tokens
from bangbox.server.storage.statements import Statement, Write

ALIVE = Statement(select(literal(1).label("alive")))
ADD_GUEST = Statement(insert(guests))
ADD_TOKEN = Statement(insert(tokens))
RENAME_GUEST = Statement(update(guests).where(guests.c.id == bindparam("guest")).values(name=bindparam("new_name")))
GUEST_OF_TOKEN = Statement(select(guests).join(tokens, tokens.c.guest == guests.c.id).where(tokens.c.hash == bindparam("hash")))
GUEST = Statement(select(guests).where(guests.c.id == bindparam("guest")))

ADD_CODE = Statement(insert(codes))
CODE = Statement(select(codes).where(codes.c.hash == bindparam("hash"), codes.c.expires > bindparam("now")))
USE_CODE = Statement(delete(codes).where(codes.c.hash == bindparam("hash")))
FORGET_CODES = Statement(delete(codes).where(codes.c.expires < bindparam("now")))

ADD_REVIEW = Statement(insert(reviews))
REVIEW = Statement(select(reviews.c.review).where(reviews.c.match == bindparam("match")))

ADD_MATCH = Statement(insert(matches))
MATCH = Statement(select(matches).where(matches.c.id == bindparam("match")))
START_MATCH = Statement(
    update(matches)
    .where(matches.c.id == bindparam("match_id"), matches.c.status == "waiting")
    .values(status="running", started=bindparam("time"), changed=bindparam("time"))
)
TURN = Statement(  # after new events: what lists and sweeps need to know; whoever knows of fewer events has nothing to say
    update(matches)
    .where(matches.c.id == bindparam("match_id"), matches.c.events <= bindparam("count"))
    .values(events=bindparam("count"), changed=bindparam("time"), actor=bindparam("seat"), due=bindparam("when"))
)
PUT_OFF = Statement(  # nothing has happened: look again later
    update(matches)
    .where(matches.c.id == bindparam("match_id"), matches.c.events <= bindparam("count"))
    .values(events=bindparam("count"), actor=bindparam("seat"), due=bindparam("when"))
)
END_MATCH = Statement(
    update(matches)
    .where(matches.c.id == bindparam("match_id"), matches.c.status != "over")
    .values(
        status="over",
        events=bindparam("count"),
        actor=bindparam("seat"),
        changed=bindparam("time"),
        ended=bindparam("time"),
        result=bindparam("outcome"),
        archive=bindparam("stored"),
        due=bindparam("when"),
    )
)
WAKE = Statement(update(matches).where(matches.c.status == "running").values(due=bindparam("now")))
REVISE = Statement(
    update(matches)
    .where(matches.c.id == bindparam("match_id"))
    .values(revision=matches.c.revision + 1, changed=bindparam("time"))
)
REVISION = Statement(select(matches.c.revision).where(matches.c.id == bindparam("match")))
CHANGED = Statement(select(matches.c.id, matches.c.events, matches.c.revision).where(matches.c.changed > bindparam("since")))
SET_DUE = Statement(update(matches).where(matches.c.id == bindparam("match_id")).values(due=bindparam("when")))
SET_NEXT = Statement(
    update(matches).where(matches.c.id == bindparam("match_id"), matches.c.next.is_(None)).values(next=bindparam("following"))
)
GAMES_RUNNING = Statement(select(matches.c.game).where(matches.c.status == "running").distinct())
DUE = Statement(
    select(matches.c.id, matches.c.game)
    .where(matches.c.due <= bindparam("now"), or_(matches.c.lease_until.is_(None), matches.c.lease_until < bindparam("now")))
    .order_by(matches.c.due)
    .limit(200)
)
WHOSE_TURN = Statement(  # of a running match; of one that is over, everybody who played
    select(matches.c.game, matches.c.events, matches.c.status, seats.c.seat, seats.c.guest)
    .join(seats, seats.c.match == matches.c.id)
    .where(
        matches.c.id == bindparam("match"),
        seats.c.kind == "person",
        or_(matches.c.status == "over", (matches.c.status == "running") & (seats.c.seat == matches.c.actor)),
    )
)
TURNS_OF = Statement(
    select(matches.c.id, matches.c.game, matches.c.events, seats.c.seat)
    .join(seats, (seats.c.match == matches.c.id) & (seats.c.seat == matches.c.actor))
    .where(seats.c.guest == bindparam("guest"), matches.c.status == "running")
)
CLAIM = Statement(
    update(matches)
    .where(
        matches.c.id == bindparam("match_id"),
        or_(
            matches.c.lease_until.is_(None), matches.c.lease_until < bindparam("now"), matches.c.lease_by == bindparam("process")
        ),
    )
    .values(lease_by=bindparam("process"), lease_until=bindparam("until"))
)
RELEASE = Statement(
    update(matches)
    .where(matches.c.id == bindparam("match_id"), matches.c.lease_by == bindparam("process"))
    .values(lease_until=None)
)

ADD_SEAT = Statement(insert(seats))
SEATS = Statement(select(seats).where(seats.c.match == bindparam("match")).order_by(seats.c.seat))
SIT = Statement(
    update(seats)
    .where(seats.c.match == bindparam("match_id"), seats.c.seat == bindparam("place"), seats.c.kind == "open")
    .values(
        kind="person",
        guest=bindparam("who"),
        name=bindparam("called"),
        commitment=bindparam("promise"),
        contribution=bindparam("number"),
        seen=bindparam("time"),
    )
)
STAND_UP = Statement(
    update(seats)
    .where(seats.c.match == bindparam("match_id"), seats.c.seat == bindparam("place"), seats.c.guest == bindparam("who"))
    .values(kind="open", guest=None, name="", commitment=None, contribution=None, muted=0, seen=None)
)
CONTRIBUTE = Statement(
    update(seats)
    .where(
        seats.c.match == bindparam("match_id"),
        seats.c.seat == bindparam("place"),
        seats.c.guest == bindparam("who"),
        seats.c.contribution.is_(None),
    )
    .values(commitment=bindparam("promise"), contribution=bindparam("number"))
)
MUTE = Statement(
    update(seats)
    .where(seats.c.match == bindparam("match_id"), seats.c.seat == bindparam("place"))
    .values(muted=bindparam("silent"))
)
SEEN = Statement(  # by seat, not by guest alone: some bots have thousands of seats
    update(seats)
    .where(seats.c.match == bindparam("match_id"), seats.c.seat == bindparam("place"), seats.c.guest == bindparam("who"))
    .values(seen=bindparam("time"))
)

SEEN_SINCE = Statement(
    select(seats.c.match, seats.c.guest, seats.c.seen)
    .join(matches, matches.c.id == seats.c.match)
    .where(or_(matches.c.status == "waiting", matches.c.status == "running"), seats.c.seen > bindparam("since"))
)

# Many at once are undone with everything else if one of them is not possible: undoing only them, SQLite would need another file.
ADD_EVENT = Statement(insert(events).prefix_with("OR ROLLBACK", dialect="sqlite"))
EVENTS = Statement(
    select(events).where(events.c.match == bindparam("match"), events.c.number >= bindparam("first")).order_by(events.c.number)
)

ADD_NOTE = Statement(insert(notes))
NOTES = Statement(
    select(notes).where(notes.c.match == bindparam("match"), notes.c.number >= bindparam("first")).order_by(notes.c.number)
)

MATCHES_OF_SERIES = Statement(select(matches).where(matches.c.series == bindparam("id")).order_by(matches.c.place))

ADD_SUBSCRIPTION = Statement(insert(subscriptions))
FORGET_SUBSCRIPTION = Statement(delete(subscriptions).where(subscriptions.c.id == bindparam("id")))
END_SUBSCRIPTION = Statement(
    delete(subscriptions).where(subscriptions.c.id == bindparam("id"), subscriptions.c.guest == bindparam("guest"))
)
SUBSCRIPTIONS = Statement(  # the latest first
    select(subscriptions).where(subscriptions.c.guest == bindparam("guest")).order_by(subscriptions.c.created.desc())
)
TURNS_UNSEEN = Statement(  # whose turn it became in a span of time, who was not there since, wants to be told, and was not yet
    select(matches.c.id, seats.c.seat, seats.c.guest, seats.c.told)
    .join(seats, (seats.c.match == matches.c.id) & (seats.c.seat == matches.c.actor))
    .where(
        matches.c.changed > bindparam("after"),
        matches.c.changed <= bindparam("until"),
        matches.c.status == "running",
        seats.c.kind == "person",
        or_(seats.c.seen.is_(None), seats.c.seen <= matches.c.changed),
        select(subscriptions.c.id).where(subscriptions.c.guest == seats.c.guest).exists(),
        or_(  # once is enough until they have acted
            seats.c.told.is_(None),
            select(events.c.number)
            .where(
                events.c.match == matches.c.id,
                events.c.number > seats.c.told,
                events.c.seat == seats.c.seat,
                events.c.kind == "choice",
            )
            .exists(),
        ),
    )
    .order_by(matches.c.changed)
    .limit(500)
)
TOLD = Statement(  # by one process only: whoever reads the same turn a moment later finds another number here
    update(seats)
    .where(
        seats.c.match == bindparam("match_id"),
        seats.c.seat == bindparam("place"),
        seats.c.told.is_not_distinct_from(bindparam("before", type_=Integer)),
    )
    .values(told=bindparam("count"))
)


def add_event(match: str, event: EventRow) -> Write:
    """Adds an event."""
    return Write(ADD_EVENT, event_values(match, event))
