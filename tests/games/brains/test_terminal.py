"""The terminal's board of Mmm… Brains! shows in words what it shows in colours."""

import pytest
from rich.console import Console

import bangbox
from bangbox.games.brains.terminal import draw


def printed(text: str, width: int = 80) -> str:
    console = Console(width=width, color_system=None)
    with console.capture() as capture:
        console.print(draw(bangbox.game("brains").position(text), ["Ann", "Ben", "Cleo", "Dora", "Emil"]))
    return capture.get()


def test_plates_dice_and_consequences() -> None:
    shown = printed("2 60 50,30,9,x,1 r,y,g,k,b 1 3 5*4*2")
    lines = [" ".join(line.split()) for line in shown.splitlines()]
    assert "Phase 2: last one with brains wins 60 in the middle ●●●●●●●●●●●●" in lines
    assert "▶ Ben yellow 30 ●●●●●●" in lines
    assert "Dora black out" in lines
    assert "5 brain 4 brain 2 throw 3 of 3" in lines
    assert "red Ann 5 × 2 = 10 Ann −10" in lines
    assert "blue Emil 4 × 2 = 8 Emil −1: out" in lines


def test_the_signs_beneath_the_dice_can_be_typed() -> None:
    pos = bangbox.game("brains").position("1 88 20,12,5 r,y,g 2 2 5*4*2")
    signs = next(line.split()[:5] for line in printed(pos.text).splitlines() if "typed" in line)
    for action in pos.choices():
        kept = [sign for i, sign in enumerate(signs) if action >> i & 1]
        assert pos.parse("keep " + (" ".join(kept) or "none")) == action


@pytest.mark.parametrize(
    "text", ["1 150 0,0,0,0,0 r,y,g,b,k ? 1 ?????", "1 9 70,71,0 r,y,g 0 2 ?*?*?", "2 50 30,x,x r,y,g 0 1 ?????"]
)
def test_every_other_stage_fits_a_narrow_terminal(text: str) -> None:
    assert max(map(len, printed(text).splitlines())) <= 80
