"""The shelf over REST: what there is, its texts and rules."""

import pytest

from tests.server.guests import Guest, Refused


def test_games_are_described(ann: Guest) -> None:
    shelf = {game["id"]: game for game in ann.get("/api/games")}
    assert set(shelf) == {"tictactoe", "magpie", "brains", "robbery"}
    assert all(game["ready"] for game in shelf.values())
    assert shelf["magpie"]["secrets"]
    assert shelf["magpie"]["throws"]
    assert shelf["tictactoe"]["options"][0] == {
        "name": "first", "kind": "choice", "default": 0, "low": None, "high": None, "values": [0, 1, "random"],
    }  # fmt: skip
    assert shelf["brains"]["levels"] == ["beginner", "easy", "medium", "hard", "expert"]
    assert shelf["brains"]["level"] in shelf["brains"]["levels"]
    assert ann.post("/api/games/brains/seats", options={"players": 5})["players"] == 5


def test_texts_and_rules(ann: Guest) -> None:
    assert ann.get("/api/games/brains/messages/en")["option.first"]
    assert "**M1**" in ann.get("/api/games/brains/rules/en")
    assert ann.get("/api/games/brains/rules/de") != ann.get("/api/games/brains/rules/en")
    assert ann.get("/api/games/magpie/rules/de") == ann.get("/api/games/magpie/rules/en"), "nobody wrote it in German"


def test_the_shelf_speaks_german(ann: Guest) -> None:
    blurbs = {
        language: {game["id"]: game["blurb"] for game in ann.get("/api/games", language=language)} for language in ("en", "de")
    }
    assert blurbs["en"]["brains"] != blurbs["de"]["brains"]
    assert blurbs["en"]["tictactoe"] == blurbs["de"]["tictactoe"]  # nobody wrote it in German


@pytest.mark.parametrize(
    "path",
    ["/api/games?language=../x", "/api/games/brains/rules/e", "/api/games/brains/messages/EN"],
)
def test_what_is_no_language(ann: Guest, path: str) -> None:
    assert ann.http.get(path).status_code == 422


def test_options_that_do_not_exist(ann: Guest) -> None:
    for options in ({"colour": "red"}, {"players": 99}, {"name": "x"}):
        answer = ann.post("/api/games/brains/seats", options=options)
        assert answer["players"] == 0
        assert answer["refused"]["code"] == "options"
        assert answer["refused"]["text"]
    with pytest.raises(Refused) as unknown:
        ann.post("/api/games/chess/seats", options={})
    assert unknown.value.status < 500
