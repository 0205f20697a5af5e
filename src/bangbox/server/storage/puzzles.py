"""The statements behind puzzles of the day."""

from sqlalchemy import bindparam, func, insert, select, update

from bangbox.server.storage.schema import attempts
from bangbox.server.storage.statements import Statement

ADD_ATTEMPT = Statement(insert(attempts))
ATTEMPT = Statement(
    select(attempts).where(
        attempts.c.date == bindparam("date"), attempts.c.game == bindparam("game"), attempts.c.guest == bindparam("guest")
    )
)
CHANGE_ATTEMPT = Statement(
    update(attempts)
    .where(
        attempts.c.date == bindparam("day"),
        attempts.c.game == bindparam("of"),
        attempts.c.guest == bindparam("who"),
        attempts.c.tries == bindparam("before"),  # nobody else has counted meanwhile
    )
    .values(
        tries=bindparam("count"),
        stars=bindparam("earned"),
        score=bindparam("points"),
        shown=bindparam("looked"),
        solved=bindparam("when"),
    )
)
ATTEMPTS_OF_DAY = Statement(select(attempts).where(attempts.c.guest == bindparam("guest"), attempts.c.date == bindparam("date")))
ATTEMPTS_OF = Statement(  # the latest first
    select(attempts).where(attempts.c.guest == bindparam("guest")).order_by(attempts.c.date.desc(), attempts.c.game).limit(2000)
)
EVERYBODY = Statement(  # by game: how many have tried, how many found it, how many of them perfectly, and the best score
    select(
        attempts.c.game,
        func.count().label("players"),
        func.count(attempts.c.solved).label("solved"),
        func.sum(attempts.c.stars // 3).label("perfect"),
        func.max(attempts.c.score).label("best"),
    )
    .where(attempts.c.date == bindparam("date"))
    .group_by(attempts.c.game)
)
