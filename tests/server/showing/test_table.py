"""A table as a reader sees it."""

from bangbox.server.protocol import SeriesStanding
from bangbox.server.showing.table import line, shown_note, status, table, table_for
from bangbox.server.storage.rows import NoteRow
from tests.server.matches import add, begin, end, new_match, play


def test_where_a_match_stands() -> None:
    match = new_match()
    assert status(match) == "waiting"
    assert status(begin(match)) == "running"
    assert status(end(match)) == "over"


def test_who_sits_there_and_how_they_are() -> None:
    match = begin(new_match("magpie", "ab*", options={"players": 3}))
    add(match, "resign", 1)
    add(match, "holder", 1, data={"level": "easy"})
    match.seats[0].muted = True
    players = table(match, [], {0: "away"}).players
    assert [(player.name, player.kind, player.level, player.host) for player in players] == [
        ("Ann", "person", None, True), ("Bob", "person", None, False), ("easy bot", "bot", "easy", False)
    ]  # fmt: skip
    assert [player.presence for player in players] == ["away", "here", "here"]
    assert [player.muted for player in players] == [True, False, False]
    assert [(player.forfeit, player.stand_in) for player in players] == [(False, None), (True, "easy"), (False, None)]


def test_one_guests_table() -> None:
    match = begin(new_match("magpie", "aba", options={"players": 3}))
    common = table(match, [], {})
    assert (common.mine, common.host) == ([], False)
    mine = table_for("ann", match, common)
    assert (mine.mine, mine.host, [player.mine for player in mine.players]) == ([0, 2], True, [True, False, True])
    assert (table_for("bob", match, common).mine, table_for("bob", match, common).host) == ([1], False)
    assert table_for(None, match, common) == common


def test_the_dice_are_promised_first_and_shown_last() -> None:
    match = begin(new_match())
    dice = table(match, [], {}).dice
    assert (len(dice.commitment), dice.secret) == (64, None)
    assert dice.contributions == [f"{place:032x}" for place in range(2)]
    over = table(end(match), [], {}).dice
    assert (over.commitment, over.secret) == (dice.commitment, bytes(32).hex())


def test_names_of_a_series_are_of_those_who_sit_there() -> None:
    series = SeriesStanding(id="s", length=3, played=1, names=[], points=[1, 0], seats=[1, 0], matches=["m1"])
    shown = table(begin(new_match()), [], {}, series).series
    assert shown is not None
    assert shown.names == ["Bob", "Ann"]


def test_offers_and_talk() -> None:
    match = play(begin(new_match()), "b2")
    data = {"kind": "end", "needed": [1], "at": 2, "number": None, "seat": None}
    note = NoteRow(0, 7, "offered", 0, "Ann", "end", data)
    assert [offer.kind for offer in table(match, [note], {}).offers] == ["end"]
    assert (shown_note(note).kind, shown_note(note).name, shown_note(note).text) == ("offered", "Ann", "end")


def test_a_line_in_a_list() -> None:
    match = begin(new_match(seats="a."))
    match.row.status, match.row.actor, match.row.events = "running", 0, 1
    mine, others = line(match.row, match.seats, "ann"), line(match.row, match.seats, None)
    assert (mine.title, mine.names, mine.open_seats, mine.my_seats, mine.my_turn) == ("Tic-tac-toe", ["Ann", ""], 1, [0], True)
    assert (others.my_seats, others.my_turn) == ([], False)
