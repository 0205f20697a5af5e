"""Series that end before their time."""

import time

from tests.server.people import Guest
from tests.server.test_tables import _next, refusal


def test_a_series_ends_when_the_host_closes_a_table_of_it(ann: Guest, bob: Guest) -> None:
    match = ann.table("tictactoe", "mo", public=True, series=5)["id"]
    bob.join(match)
    bob.post(f"/api/matches/{match}/resign", seat=1)
    following = _next(ann, match)
    assert refusal(ann, f"/api/matches/{following}/offer", seat=1, kind="end") == "waiting"
    ann.post(f"/api/matches/{following}/leave")
    time.sleep(2.5)  # sweeps
    closed = ann.get(f"/api/matches/{following}")
    assert (closed["status"], closed["result"]["reason"], closed["next"]) == ("over", "aborted", None)
    assert (closed["series"]["matches"], closed["series"]["points"]) == ([match, following], [1, 0])


def test_no_series_begins_at_a_table_that_is_closed(ann: Guest) -> None:
    match = ann.table("tictactoe", "mo", series=3)["id"]
    ann.post(f"/api/matches/{match}/leave")
    time.sleep(2.5)
    closed = ann.get(f"/api/matches/{match}")
    assert (closed["result"]["reason"], closed["next"]) == ("aborted", None)
