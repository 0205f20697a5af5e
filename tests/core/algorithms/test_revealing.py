"""Whether an action tells anybody something new."""

import bangbox
from bangbox.core.algorithms.revealing import reveals

TOSS = "toss 4 b0/c0b0/r0 4,2,1 0,1,0 - 2,0,0 2 real"
DARE = "dare 4 b0/c0/r0 3,2,1 1,1,0 b 2,0,0 2 real"
LAST = "flick 8 b0/r0/c1 1,1,0;2,2,1 1,0,0 b 3,3,4 2 real"


def told(game: str, text: str, move: str) -> bool:
    pos = bangbox.game(game).position(text)
    before = pos.states().tobytes()
    answer = reveals(pos, pos.parse(move))
    assert pos.states().tobytes() == before
    return answer


def test_an_opened_thing_is_new_to_the_others() -> None:
    assert told("magpie", TOSS, "toss old crown")


def test_a_word_that_anybody_could_say_tells_nothing() -> None:
    assert not told("magpie", DARE, "dare")


def test_the_end_opens_everything() -> None:
    assert told("magpie", LAST, "leave")


def test_a_game_without_secrets_has_nothing_to_tell() -> None:
    assert not told("tictactoe", ".../.../... 0", "b2")
