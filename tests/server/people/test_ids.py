"""Identifiers that nobody can guess."""

from bangbox.server.people.ids import ALPHABET, hashed, new_id, new_match_id
from bangbox.server.play.rooms import MATCH_ID

NOW = 1_800_000_000_000


def test_identifiers_differ_and_have_no_signs_that_look_alike() -> None:
    found = [new_id(20) for _ in range(1000)]
    assert len(set(found)) == 1000
    assert {len(one) for one in found} == {20}
    assert set("".join(found)) == set(ALPHABET)
    assert not set(ALPHABET) & set("01ilo")


def test_matches_of_the_same_time_lie_side_by_side() -> None:
    earlier, later = [new_match_id(NOW) for _ in range(50)], [new_match_id(NOW + 5000) for _ in range(50)]
    assert len({*earlier, *later}) == 100
    assert max(earlier) < min(later)
    assert all(MATCH_ID.fullmatch(match) for match in (*earlier, *later))


def test_only_hashes_of_secrets_are_stored() -> None:
    assert hashed("token") == "3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0"
