"""The statements behind playing again: people one has played with, invitations to them, and whose are not wanted."""

from sqlalchemy import bindparam, delete, insert, select

from bangbox.server.storage.schema import guests, invitations, matches, mutes, seats
from bangbox.server.storage.statements import Statement

MOST = 500  # seats of others that are looked through, the latest matches first

mine = seats.alias("mine")

COMPANIONS = Statement(  # everybody else who sat at a match that was played to its end, the latest first
    select(matches.c.id, matches.c.game, matches.c.ended, seats.c.seat, seats.c.guest, seats.c.name)
    .join(mine, mine.c.match == matches.c.id)
    .join(seats, seats.c.match == matches.c.id)
    .where(
        mine.c.guest == bindparam("guest"),
        seats.c.guest != bindparam("guest"),
        matches.c.status == "over",
        matches.c.events > 1,
    )
    .order_by(matches.c.ended.desc(), seats.c.seat)
    .limit(MOST)
)

INVITE = Statement(insert(invitations))
UNINVITE = Statement(
    delete(invitations).where(invitations.c.guest == bindparam("guest"), invitations.c.match == bindparam("match"))
)
FORGET_INVITATIONS = Statement(
    delete(invitations).where(invitations.c.guest == bindparam("guest"), invitations.c.created < bindparam("before"))
)
INVITATIONS = Statement(  # to tables that still wait, unless the host is muted
    select(invitations.c.match, invitations.c.host, invitations.c.created, matches.c.game, guests.c.name)
    .join(matches, matches.c.id == invitations.c.match)
    .join(guests, guests.c.id == invitations.c.host)
    .where(
        invitations.c.guest == bindparam("guest"),
        matches.c.status == "waiting",
        ~select(mutes.c.other).where(mutes.c.guest == invitations.c.guest, mutes.c.other == invitations.c.host).exists(),
    )
    .order_by(invitations.c.created.desc())
)
WAITING_INVITATIONS = Statement(  # of one host to one guest, wanted or not
    select(invitations.c.match)
    .join(matches, matches.c.id == invitations.c.match)
    .where(invitations.c.guest == bindparam("guest"), invitations.c.host == bindparam("host"), matches.c.status == "waiting")
)
MUTED = Statement(select(mutes.c.other).where(mutes.c.guest == bindparam("guest")))
MUTE_OTHER = Statement(insert(mutes))
UNMUTE_OTHER = Statement(delete(mutes).where(mutes.c.guest == bindparam("guest"), mutes.c.other == bindparam("other")))
