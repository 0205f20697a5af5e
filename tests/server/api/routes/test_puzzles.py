"""Puzzles of the day over HTTP."""

import pytest

from tests.server.guests import Guest, Refused


def test_the_puzzles_of_a_day_are_the_same_for_everybody(ann: Guest) -> None:
    day = ann.get("/api/puzzles/2026-11-15")
    assert day["puzzles"] == ann.get("/api/puzzles/2026-11-15")["puzzles"]
    assert {puzzle["game"] for puzzle in day["puzzles"]} == {"brains", "robbery"}, "of the games that this server offers"
    assert ann.get("/api/puzzles/today")["date"] == day["today"]
    puzzle = next(puzzle for puzzle in day["puzzles"] if puzzle["game"] == "brains")
    assert "answers" not in puzzle and puzzle["mine"] is None, "nobody is told the solution"
    assert ann.post("/api/games/brains/study", position=puzzle["position"], seat=puzzle["seat"])["now"]["choices"]


def test_a_try_and_the_own_history(ann: Guest) -> None:
    (step,) = ann.post("/api/puzzles/2026-11-16/brains/solution")
    tried = ann.post("/api/puzzles/2026-11-16/brains", choices=[step["name"]])
    assert tried["right"] and tried["mine"]["shown"] and tried["solution"] == [step]
    assert [found["date"] for found in ann.get("/api/me/puzzles")["results"]] == ["2026-11-16"]


@pytest.mark.parametrize(
    ("path", "status"),
    [("/api/puzzles/tomorrow", 422), ("/api/puzzles/2020-01-01", 404), ("/api/puzzles/9999-01-01", 404)],
)
def test_days_that_have_none(ann: Guest, path: str, status: int) -> None:
    assert ann.http.get(path).status_code == status


def test_what_cannot_be_played_is_no_try(ann: Guest) -> None:
    for choices in (["fly"], [], ["pass", "pass"]):
        with pytest.raises(Refused) as refused:
            ann.post("/api/puzzles/2026-11-17/brains", choices=choices)
        assert refused.value.status == 422
    assert all(found["date"] != "2026-11-17" for found in ann.get("/api/me/puzzles")["results"])
