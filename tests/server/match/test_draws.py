"""What chance events stand on: kept with the event, and found again there."""

import bangbox
from bangbox.core.dice import FairDice, Interval
from bangbox.core.position import Drawn
from bangbox.server.match.draws import drawn_data, draws, settles
from bangbox.server.storage.rows import EventRow


def test_a_draw_is_found_again_in_its_event() -> None:
    drawn = Drawn(3, Interval(7, 84, 5, 6), {"flight": [1, 2]})
    event = EventRow(2, 0, "chance", None, 3, "draw ring", drawn_data(drawn))
    assert draws(event) == [drawn.interval]
    assert event.data is not None
    assert event.data["flight"] == [1, 2]


def test_the_draws_of_a_set_up_are_counted_from_its_first() -> None:
    event = EventRow(1, 0, "set-up", data={"actions": [4, 5], "k": 0, "draws": [[6, 0, 1], [5, 2, 3]]})
    assert draws(event) == [Interval(0, 6, 0, 1), Interval(1, 5, 2, 3)]


def test_what_was_typed_in_or_chosen_stands_on_no_draw() -> None:
    assert draws(EventRow(2, 0, "chance", None, 3, "first1")) == []
    assert draws(EventRow(2, 0, "choice", 0, 3, "a1", {"bot": "easy", "simulations": 5})) == []
    assert draws(EventRow(1, 0, "set-up", data={"actions": [], "k": 0})) == []


def test_real_dice_give_what_is_kept() -> None:
    pos = bangbox.game("magpie", players=3).start(dice=None)
    drawn = pos.draw(FairDice(bytes(32), "m", ["a", "b", "c"]))
    assert draws(EventRow(1, 0, "chance", None, drawn.action, "", drawn_data(drawn))) == [drawn.interval]
    assert drawn.interval.k == 0


def test_a_throw_is_for_physics_to_settle() -> None:
    pos = bangbox.game("magpie", players=3).start(dice=None)
    assert not settles(pos), "a drawn thing is no throw"
    while pos.actor < 0 or not pos.ranges():
        pos.play(pos.choices()[0])
    assert not settles(pos), "a decision"
    pos.play(pos.pack("flick", angle=0, strength=40))
    assert settles(pos)
