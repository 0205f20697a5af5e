"""Puzzles of the day: what is asked, tries and stars, streaks. A day is one of UTC, the same for everybody."""

from datetime import UTC, date, datetime, timedelta

from bangbox import puzzles
from bangbox.puzzles import Puzzle
from bangbox.server.errors import Refusal
from bangbox.server.hall import Hall
from bangbox.server.protocol import (
    DailyPuzzle,
    Me,
    PuzzleCrowd,
    PuzzleDay,
    PuzzleHistory,
    PuzzleResult,
    PuzzleTried,
    SolutionStep,
)
from bangbox.server.storage.puzzles import ADD_ATTEMPT, ATTEMPT, ATTEMPTS_OF, ATTEMPTS_OF_DAY, CHANGE_ATTEMPT, EVERYBODY
from bangbox.server.storage.statements import Write
from bangbox.server.storage.store import Row

LONGEST_LINE = 60
DAY = timedelta(days=1)


def day_of(milliseconds: int) -> date:
    """The day of a moment."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).date()


def today(hall: Hall) -> date:
    """The day of now."""
    return day_of(hall.common.now())


async def of_day(hall: Hall, me: Me | None, day: date) -> PuzzleDay:
    """The puzzles of a day, as somebody sees them."""
    _need_past(hall, day)
    mine = {row["game"]: row for row in await hall.store.read(ATTEMPTS_OF_DAY, guest=me.id if me else "", date=day.isoformat())}
    crowds = await _crowds(hall, day)
    shown = [
        _shown(day, name, found, mine.get(name), crowds.get(name, PuzzleCrowd()))
        for name in hall.shelf.offered
        if (found := puzzles.of_day(name, day)) is not None
    ]
    streak, _ = streaks(await _solved_in_time(hall, me), today(hall))
    return PuzzleDay(date=day.isoformat(), today=today(hall).isoformat(), streak=streak, puzzles=shown)


async def attempt(hall: Hall, me: Me, day: date, name: str, choices: list[str]) -> PuzzleTried:
    """A try: judged, counted, and kept if it is the best so far."""
    puzzle = await _need(hall, day, name)
    if len(choices) > LONGEST_LINE:
        raise Refusal("request", f"a try has at most {LONGEST_LINE} choices", 422)
    tried = puzzles.attempt(name, puzzle, choices)
    async with hall.one_at_a_time(me.id):
        before = await _attempt(hall, me, day, name)
        row = dict(before or _fresh(hall, me, day, name))
        open_still = not row["shown"] and row["stars"] < puzzles.MOST_STARS and not (puzzle.finds and row["solved"])
        if open_still and (tried.done or not tried.right):  # the first of several right choices is no try yet
            row["tries"] += 1
        stars = puzzles.stars_for(puzzle, tried, row["tries"])
        if open_still:
            row["stars"] = max(row["stars"], stars)
            row["solved"] = row["solved"] or (hall.common.now() if stars else None)
            if tried.score is not None:
                row["score"] = tried.score if row["score"] is None else max(row["score"], tried.score)
            await _keep(hall, before, row)
    over = bool(row["shown"] or row["stars"] == puzzles.MOST_STARS or (puzzle.finds and row["solved"]))
    streak, _ = streaks(await _solved_in_time(hall, me), today(hall))
    return PuzzleTried(
        right=tried.right,
        done=tried.done,
        line=tried.line,
        score=tried.score,
        stars=row["stars"] if puzzle.finds else stars,
        mine=_result(row),
        everybody=(await _crowds(hall, day)).get(name, PuzzleCrowd()),
        streak=streak,
        solution=_told(puzzle) if over else [],
    )


async def solution(hall: Hall, me: Me, day: date, name: str) -> list[SolutionStep]:
    """The solution; whoever has not found it can earn nothing more."""
    puzzle = await _need(hall, day, name)
    async with hall.one_at_a_time(me.id):
        before = await _attempt(hall, me, day, name)
        row = dict(before or _fresh(hall, me, day, name))
        if row["stars"] < puzzles.MOST_STARS and not (puzzle.finds and row["solved"]):
            row["shown"] = 1
            await _keep(hall, before, row)
    return _told(puzzle)


async def history(hall: Hall, me: Me) -> PuzzleHistory:
    """All puzzles that somebody has tried."""
    rows = await hall.store.read(ATTEMPTS_OF, guest=me.id)
    streak, longest = streaks(_days_in_time(rows), today(hall))
    return PuzzleHistory(streak=streak, longest=longest, results=[_result(row) for row in rows])


def streaks(days: set[date], now: date) -> tuple[int, int]:
    """How many days in a row there are up to today (or yesterday, as long as today can still be done), and at most."""
    longest = run = 0
    last: date | None = None
    for day in sorted(days):
        run = run + 1 if last is not None and day - last == DAY else 1
        longest, last = max(longest, run), day
    return (run if last is not None and now - last <= DAY else 0), longest


def _need_past(hall: Hall, day: date) -> None:
    if not puzzles.FIRST_DAY <= day <= today(hall):
        raise Refusal("no_puzzle", f"there are puzzles from {puzzles.FIRST_DAY} to today", 404)


async def _need(hall: Hall, day: date, name: str) -> Puzzle:
    """The puzzle of a day, with its game's rules loaded."""
    hall.shelf.need_offered(name)
    _need_past(hall, day)
    found = puzzles.of_day(name, day)
    if found is None:
        raise Refusal("no_puzzle", f"there is no puzzle of {name} on that day", 404)
    await hall.shelf.need(name)
    return found


def _shown(day: date, name: str, puzzle: Puzzle, mine: Row | None, crowd: PuzzleCrowd) -> DailyPuzzle:
    return DailyPuzzle(
        date=day.isoformat(),
        game=name,
        kind="find" if puzzle.finds else "reach",
        goal=puzzle.goal,
        position=puzzle.position,
        seat=puzzle.seat,
        decisions=len(puzzle.finds or puzzle.line),
        targets=puzzle.stars,
        mine=_result(mine) if mine is not None else None,
        everybody=crowd,
    )


def _told(puzzle: Puzzle) -> list[SolutionStep]:
    """The solution, each own choice with why."""
    if not puzzle.finds:
        return [SolutionStep(name=name, why=[]) for name in puzzle.line]
    steps = []
    for find in puzzle.finds:
        steps += [SolutionStep(name=find.answers[0], why=find.why), *(SolutionStep(name=name, why=[]) for name in find.then)]
    return steps


# -- what is kept


def _fresh(hall: Hall, me: Me, day: date, name: str) -> Row:
    started = {"date": day.isoformat(), "game": name, "guest": me.id, "began": hall.common.now()}
    return started | {"tries": 0, "stars": 0, "score": None, "shown": 0, "solved": None}


async def _attempt(hall: Hall, me: Me, day: date, name: str) -> Row | None:
    rows = await hall.store.read(ATTEMPT, date=day.isoformat(), game=name, guest=me.id)
    return rows[0] if rows else None


async def _keep(hall: Hall, before: Row | None, row: Row) -> None:
    if before is None:
        await hall.store.commit([Write(ADD_ATTEMPT, row)])
        return
    key = {"day": row["date"], "of": row["game"], "who": row["guest"], "before": before["tries"]}
    found = {"count": row["tries"], "earned": row["stars"], "points": row["score"], "looked": row["shown"], "when": row["solved"]}
    await hall.store.commit([Write(CHANGE_ATTEMPT, key | found, must=True)])


def _result(row: Row) -> PuzzleResult:
    return PuzzleResult(
        date=row["date"],
        game=row["game"],
        tries=row["tries"],
        stars=row["stars"],
        score=row["score"],
        shown=bool(row["shown"]),
        in_time=row["solved"] is not None and day_of(row["solved"]).isoformat() == row["date"],
    )


def _days_in_time(rows: list[Row]) -> set[date]:
    return {date.fromisoformat(result.date) for result in map(_result, rows) if result.in_time}


async def _solved_in_time(hall: Hall, me: Me | None) -> set[date]:
    return _days_in_time(await hall.store.read(ATTEMPTS_OF, guest=me.id)) if me else set()


async def _crowds(hall: Hall, day: date) -> dict[str, PuzzleCrowd]:
    rows = await hall.store.read(EVERYBODY, date=day.isoformat())
    return {row.pop("game"): PuzzleCrowd(**row) for row in rows}
