"""Drawings: every game has one, from what everybody may see, and no word in it is taken for drawing."""

import io
import sys
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from PIL import Image

import bangbox
from bangbox.core import pictures
from bangbox.core.dice import SeededDice
from bangbox.core.errors import MissingExtra
from bangbox.core.matches.match import record_of
from bangbox.core.pictures.drawing import fitted, sheet, write
from bangbox.core.pictures.film import MOST_FRAMES, drawings, film
from bangbox.core.registry import kind
from tests.games.suite import NAMES

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = ['</text><script>alert("1")</script>', "&lt;\x00\x1b[31m\u202eevil", "W" * 500, "漢字 😀", "", "]]>", "'\" onload=x"]


def played(name: str, moves: int) -> bangbox.Position:
    """A position after some moves, the same each time."""
    pos = bangbox.game(name).start(seed=8)
    rng = np.random.default_rng(8)
    for _ in range(moves):
        if pos.over or not pos.choices():
            break
        pos.play(int(rng.choice(pos.choices())))
    return pos


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("moves", [0, 9, 60])
def test_every_position_can_be_drawn(name: str, moves: int) -> None:
    pos = played(name, moves)
    drawing = ET.fromstring(pos.svg())
    assert (drawing.tag, drawing.get("viewBox")) == (f"{SVG}svg", "0 0 1200 630")
    assert kind(name).manifest.title in drawing.findtext(f"{SVG}title", "")
    assert len(list(drawing.iter())) > 6
    assert pos._repr_svg_() == pos.svg()
    for seat in range(pos.players):
        assert pos.seen_by(seat)._repr_svg_() == pos.svg(seat)


@pytest.mark.parametrize("name", NAMES)
def test_a_drawing_is_only_drawing_whatever_players_are_called(name: str) -> None:
    pos = played(name, 30)
    for shift in range(len(HOSTILE)):
        names = [*HOSTILE[shift:], *HOSTILE[:shift]]
        drawing = ET.fromstring(pos.svg(names=names, language="de"))
        kinds = {element.tag.removeprefix(SVG) for element in drawing.iter()}
        assert "script" not in kinds and not any("onload" in element.attrib for element in drawing.iter())
        assert max(len(text) for text in drawing.itertext()) < 80, "a long name is cut"


@pytest.mark.parametrize("name", [name for name in NAMES if kind(name).secret])
def test_a_drawing_shows_nothing_that_is_concealed(name: str) -> None:
    differed = False
    for moves in (6, 12, 40):
        pos = played(name, moves)
        for world in range(4):
            for seat in (None, 0):
                other = pos.seen_by(seat).guessed(SeededDice(world).rng)
                assert other.svg(seat) == pos.svg(seat)
                differed = differed or other.text != pos.text
    assert differed, "the worlds that were compared are not the same"


def test_a_drawing_becomes_pixels() -> None:
    drawing = played("bigxbang", 9).svg()
    image = Image.open(io.BytesIO(pictures.png(drawing, width=300)))
    assert (image.format, image.size) == ("PNG", (300, 158))
    array = pictures.pixels(drawing, width=400)
    assert array.shape == (210, 400, 3) and array.dtype == np.uint8
    assert array.std() > 20
    assert np.array_equal(array, pictures.pixels(drawing, width=400))


def test_texts_are_drawn_in_our_typeface() -> None:
    empty, written = (pictures.pixels(sheet("", "#000", write(60, 300, text, 200))) for text in ("", "Big×Bang äöü 42"))
    assert not empty.any() and written.any()
    columns = np.flatnonzero(written.max(axis=(0, 2)))
    assert columns[-1] > 1000, "not one letter of it is missing"


def test_a_text_stays_in_its_room() -> None:
    drawn = pictures.pixels(sheet("", "#000", fitted(100, 300, "Maximiliane Wolkenstein-Übermut " * 4, 400, 60)))
    columns = np.flatnonzero(drawn.max(axis=(0, 2)))
    assert columns[0] >= 95 and columns[-1] < 520


@pytest.mark.parametrize("width", [0, -1, 5000])
def test_a_picture_has_a_sensible_size(width: int) -> None:
    with pytest.raises(bangbox.BangboxError, match=r"a picture is 1 to 4096 pixels wide"):
        pictures.png(sheet("", "#000"), width)


@pytest.mark.parametrize("module", ["resvg_py", "PIL"])
def test_without_the_extra_it_says_what_to_install(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingExtra, match=r"bangbox\[pictures\]"):
        pictures.pixels(sheet("", "#000"))


def test_a_match_becomes_a_film() -> None:
    record = record_of(played("tictactoe", 5), ["Ann", "Bob"])
    found = Image.open(io.BytesIO(film(record)))
    assert (found.format, found.size, found.n_frames) == ("WEBP", (600, 315), 6)  # type: ignore[attr-defined]
    assert Image.open(io.BytesIO(film(record, kind=".gif"))).format == "GIF"
    with pytest.raises(bangbox.BangboxError, match=r"ends in .webp or .gif, not '.mp4'"):
        film(record, kind=".mp4")


def test_a_film_has_a_bounded_number_of_frames() -> None:
    long = list(drawings(record_of(played("brains", 600), ["A", "B", "C", "D"]), "en"))
    assert MOST_FRAMES // 3 < len(long) <= MOST_FRAMES


def test_a_film_of_a_match_that_was_saved_shows_what_its_reader_saw() -> None:
    pos = played("robbery", 40)
    seen = list(drawings(record_of(pos, ["A", "B", "C", "D"], saved_by=1), "en"))
    assert seen[-1] == pos.svg(1, ["A", "B", "C", "D"])
