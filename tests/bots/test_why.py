"""Why a bot would do what it would do, told by points and chances where a game has no words of its own."""

import bangbox
from bangbox.bots.why import reasons, told, why
from bangbox.core.contract.minds import Candidate
from bangbox.core.registry import kind


def test_the_only_choice_needs_no_reasons() -> None:
    pos = bangbox.game("brains").position("2 88 20,12,x r,y,g 1 3 *****")
    assert told(pos.game.kind, why(pos.seen_by(1), [Candidate(pos.choices()[0], 1, 0.0)])) == "There is nothing else to do."


def test_chances_are_told_as_matches_won_of_a_hundred() -> None:
    seen = bangbox.game("tictactoe").position("xx./oo./... 0").seen_by(0)
    better = [Candidate(seen.parse("a3"), 60, 0.994), Candidate(seen.parse("b3"), 30, 0.51), Candidate(seen.parse("c1"), 1, 0.7)]
    assert told(seen.game.kind, why(seen, better)) == (
        "It brings 1 point. This way about 99 of 100 matches from here are won, with another choice 51."
    )
    even = [Candidate(seen.parse("c1"), 60, 0.5), Candidate(seen.parse("b3"), 30, 0.497)]
    assert told(seen.game.kind, why(seen, even)) == "Other choices are about as good."


def test_bigxbang_tells_of_carbon_tokens_and_what_the_rival_could_do() -> None:
    game = bangbox.game("bigxbang")
    rows = [list(row) for row in game.start(seed=1).text.split()[0].split("/")]
    empty = ["." * len(row) for row in rows]
    empty[0] = "DD" + empty[0][2:]
    empty[7] = "pp" + empty[7][2:]
    pos = game.position(f"{'/'.join(empty)} m 0 0,0,0,0 0,0,0,0 -")
    seen = pos.seen_by(0)
    said = told(game.kind, reasons(seen, seen.parse("a1+a2"), seen.parse("pass")))
    assert said == "Matter takes the lead in helium: 1 to 0 He4."


def test_brains_counts_what_dice_bring_on_average() -> None:
    pos = bangbox.game("brains").position("1 88 4,4,4 r,y,g 0 2 5*4*2")
    seen = pos.seen_by(0)
    keep, stop = seen.parse("keep 5**"), seen.parse("keep 5*4*2")
    assert (
        told(kind("brains"), reasons(seen, keep, stop))
        == "This way the turn takes about 14 brains on average, with another choice 10."
    )
    assert told(kind("brains"), reasons(seen, stop, keep), None, "de").startswith("Was daliegt, ist sicher")
    good = bangbox.game("brains").position("1 80 4,4,4 r,y,g 0 2 ***45").seen_by(0)
    assert told(kind("brains"), reasons(good, 31)) == "27 brains for sure; throwing again takes about 20 on average."


def test_the_averages_of_brains_are_exact() -> None:
    start = bangbox.game("brains").position("1 150 0,0,0,0,0 r,y,g,b,k 0 1 5*4*2").s
    module = kind("brains").module("why")
    first_throw = module.averaged(module.best_kept(module.averages(start)))
    assert abs(float(first_throw[0, 0, 0, 0, 0]) - 13.1428) < 0.0001


def test_big_brain_bang_counts_no_throw_that_ends_on_a_tile() -> None:
    """B9: the second of these throws goes where a large tile lies."""
    game = bangbox.game("bigbrainbang", throws="cheap")
    for piles, tiles, least, most in (("15,12,9", "-", 90, 100), ("15,12,8", "L1:1b@-9499,23955,1321", 20, 60)):
        seen = game.position(f"aim 0 30 0,0 {piles} {tiles} -,-/-,- rk0 - - - - - cheap").seen_by(0)
        said = told(game.kind, reasons(seen, seen.parse("throw 2363 50 30 0 127 0")))
        count = int(said.removeprefix("Of 100 such throws about ").split(" ")[0])
        assert least <= count <= most, said
