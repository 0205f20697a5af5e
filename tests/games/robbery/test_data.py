"""Deck and cars: what the loader accepts, and that it says what is wrong in which line."""

from collections.abc import Callable
from pathlib import Path

import pytest

from bangbox.core.messages import texts
from bangbox.core.registry import kind
from bangbox.games.robbery import data
from bangbox.games.robbery.data import DataError, load_cards, load_faces

CARDS, CARS = (data.FOLDER / name for name in ("cards.toml", "cars.toml"))


def spoilt(path: Path, folder: Path, old: str, new: str, nth: int = 0) -> tuple[Path, int]:
    """A copy of a data file in which the n-th line with `old` says `new` instead; and the number of that line."""
    lines = path.read_text("utf-8").splitlines()
    number = [i for i, line in enumerate(lines) if old in line][nth]
    lines[number] = lines[number].replace(old, new)
    copy = folder / path.name
    copy.write_text("\n".join(lines), "utf-8")
    return copy, number + 1


def complaint(load: Callable[[Path], object], path: Path) -> str:
    with pytest.raises(DataError) as error:
        load(path)
    return str(error.value)


@pytest.mark.rule("R1")
@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("iq = 36", "iq = 33", "IQ 33 was used in line"),
        ("iq = 36", "iq = 0", "iq must be a whole number from 1 to 999"),
        ("cost = 6, hit = -2, run = 0", "cost = -1, hit = -2, run = 0", "cost must be a whole number from 0 to 9"),
        ("hit = 6", 'hit = "six"', "hit must be a whole number"),
        ("hit = 6", "hit = true", "hit must be a whole number"),
        ("run = 5, iq = 36", "run = 55, iq = 36", "run must be a whole number from -3 to 9"),
        ('"two_draws"', '"ten_draws"', "power must be two_draws or three_cards"),
        ('key = "paperboy"', 'key = "poet"', "was used in line"),
        ('key = "poet"', 'key = "Poet!"', "key must be small letters"),
        ("cost = 0, hit = 0, run = 2", "cost = 2, hit = 0, run = 2", "cost must be a whole number from 0 to 1"),
        ("cost = 0, hit = 0, run = 2", "cost = 0, hit = 0, run = 2, iq = 9", "a cheese has no 'iq'"),
    ],
)
def test_a_wrong_card_is_named_by_its_line(tmp_path: Path, old: str, new: str, what: str) -> None:
    path, line = spoilt(CARDS, tmp_path, old, new)
    said = complaint(load_cards, path)
    assert what in said
    assert said.startswith("cards.toml, line ")
    named = int(said.split("line ")[1].split(":")[0])
    assert named == line or f"line {line} already" in said


@pytest.mark.rule("R1")
@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ('key = "poet"', '# key = "poet"', "there must be 48 brains, not 47"),
        (', power = "three_cards"', "", "two or three brains have a power, not 1"),
        ("brains = [", "brains = [[", "cards.toml: "),
    ],
)
def test_a_wrong_deck_is_refused(tmp_path: Path, old: str, new: str, what: str) -> None:
    text = CARDS.read_text("utf-8")
    if old.startswith("key"):
        text = "\n".join(line for line in text.splitlines() if old not in line)
    (tmp_path / "cards.toml").write_text(text.replace(old, new), "utf-8")
    if "power" in old:
        assert text.count(old) == 2
    assert what in complaint(load_cards, tmp_path / "cards.toml")


@pytest.mark.rule("R2")
@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("|         *             |", "|         *   |         |", "column 4: expected one of"),
        ("|     *           *     |", "|     * x         *     |", "between columns 2 and 3: expected | or a blank"),
        ("|     *           *     |", "|     *   Q       *     |", "column 3: expected one of *, B, 1 to 7 or nothing"),
        ("|     *           *     |", "|     *  *        *     |", "column 3: expected"),
        ("|     *           *     |", "|     *           *   |", "this line has 23 signs"),
        ("|     *           *     |", "|     *   B       *     |", "lounge must have no Brake"),
        ("|     *           *     |", "|     *   4       *     |", "lounge must have no starting spaces"),
        ("|     *           *     |", "|                       |", "lounge must have 4 to 6 brain icons, not 2"),
        ("|     *           *     |", "| *   *   *   *   *     |", "lounge must have 4 to 6 brain icons, not 7"),
        ("|     *           *     |", "=     *           *     |", "the rear must be '|' here"),
        ("=             *         =", "=             *         |", "the front must be '=' here"),
        ("| 7   4   1 |           |", "|     4   1 |           |", "caboose must have each starting space 1 to 7 once"),
        ("| 7   4   1 |           |", "| 7   4   1 |     2     |", "caboose must have each starting space 1 to 7 once"),
        ("|       |         B |", "|       | B         |", "the Brakes must be in the last two columns"),
        ("|       |         B |", "|       |           |", "engine must have two Brakes, not 1"),
        ("|       |         B |", "|       |     *   B |", "engine must have 0 to 0 brain icons, not 1"),
        ("=             *         =", "=   |   | |   *         =", "column 3: expected"),
    ],
)
def test_a_wrong_drawing_is_named_by_its_line(tmp_path: Path, old: str, new: str, what: str) -> None:
    path, line = spoilt(CARS, tmp_path, old, new)
    said = complaint(load_faces, path)
    assert what in said, said
    named = int(said.removeprefix("cars.toml, line ").split(":")[0])
    top = max(i for i, text in enumerate(path.read_text("utf-8").splitlines()[:line], 1) if "drawing" in text) + 1
    assert named in (line, top), "the line itself, or the first of the drawing if the whole face is wrong"


@pytest.mark.rule("R2")
def test_a_walled_in_space_is_found(tmp_path: Path) -> None:
    text = CARS.read_text("utf-8")
    open_lounge = "|     *           *     |\n+   +   +   +   +   +   +\n"
    assert text.count(open_lounge) == 1
    closed = "|     *         | *     |\n+   +   +   +   +---+---+\n"
    (tmp_path / "cars.toml").write_text(text.replace(open_lounge, closed), "utf-8")
    assert "column 5: nobody can get to this space" in complaint(load_faces, tmp_path / "cars.toml")


@pytest.mark.rule("R2")
@pytest.mark.parametrize(
    ("cut", "what"),
    [
        ("[engine]", "[caboose], [engine] and the [[cars]]"),
        ("[[cars]]", "there must be 7 cars, not 6"),
        ("[cars.y]", "car 7 needs [cars.x] and [cars.y]"),
    ],
)
def test_missing_cars_are_missed(tmp_path: Path, cut: str, what: str) -> None:
    text = CARS.read_text("utf-8")
    begin = text.rindex(cut)
    end = text.index("[[cars]]", begin) if cut == "[engine]" else len(text)
    (tmp_path / "cars.toml").write_text(text[:begin] + text[end:], "utf-8")
    assert what in complaint(load_faces, tmp_path / "cars.toml")


def test_a_drawing_of_the_wrong_size_is_refused(tmp_path: Path) -> None:
    text = CARS.read_text("utf-8").replace("+---+---+---+---+---+\n| *       * |", "+---+---+---+\n| *       * |", 1)
    (tmp_path / "cars.toml").write_text(text, "utf-8")
    assert "a car is 5 to 8 spaces long, not 3" in complaint(load_faces, tmp_path / "cars.toml")
    lines = CARS.read_text("utf-8").splitlines()
    del lines[lines.index('key = "kitchen"') + 3]
    (tmp_path / "cars.toml").write_text("\n".join(lines), "utf-8")
    assert "a drawing has 7 lines, not 6" in complaint(load_faces, tmp_path / "cars.toml")


def test_every_card_and_car_has_a_name_and_every_card_a_joke() -> None:
    known = texts(kind("robbery").folder)
    for card in load_cards():
        assert f"card.{card.key}" in known
        assert f"quip.{card.key}" in known
    for face in load_faces():
        assert f"car.{face.key}" in known
    names = [known[f"card.{card.key}"] for card in load_cards()]
    assert len(set(names)) == 64
    cards = {card.key for card in load_cards()}
    assert {key.split(".", 1)[1] for key in known if key.startswith(("card.", "quip."))} == cards
