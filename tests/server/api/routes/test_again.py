"""Playing again, over HTTP."""

import pytest

from tests.server.guests import Guest, Refused


def test_whoever_is_new_has_played_with_nobody(ann: Guest) -> None:
    assert ann.get("/api/me/people") == ann.get("/api/me/invitations") == []


def test_a_match_that_is_not_over_invites_nobody(ann: Guest) -> None:
    match = ann.table("tictactoe", [{"kind": "me"}, {"kind": "bot", "level": "easy"}])["id"]
    with pytest.raises(Refused) as refused:
        ann.post(f"/api/matches/{match}/again")
    assert 400 <= refused.value.status < 500
    assert ann.get("/api/me/invitations") == []


def test_an_invitation_that_nobody_sent_cannot_be_answered(ann: Guest) -> None:
    with pytest.raises(Refused) as refused:
        ann.post("/api/me/invitations/nothing", answer="come")
    assert refused.value.body["code"] == "no_invitation"
