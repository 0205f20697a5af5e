"""The board and the stacks of Big×Bang as tables, worked out from board.toml."""

import tomllib
from pathlib import Path
from typing import Any

import numpy as np

DATA: dict[str, Any] = tomllib.loads((Path(__file__).parent / "board.toml").read_text("utf-8"))

# A circle is a number in reading order; NOWHERE stands behind every edge.
CIRCLES = [(row, 2 * k + begin) for row, begin in enumerate(DATA["begins"]) for k in range(DATA["rows"][row])]
NAMES = [f"{'abcdefgh'[row]}{k + 1}" for row, length in enumerate(DATA["rows"]) for k in range(length)]
NUMBER = {name: circle for circle, name in enumerate(NAMES)}
NOWHERE = len(CIRCLES)

# Six directions (row, half circles): the first three lead on in reading order, d + 3 is opposite to d.
STEPS = [(0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1)]
_AT = {place: circle for circle, place in enumerate(CIRCLES)}
NEXT = np.full((NOWHERE + 1, 6), NOWHERE, np.uint8)
for _circle, (_row, _x) in enumerate(CIRCLES):
    for _d, (_down, _right) in enumerate(STEPS):
        NEXT[_circle, _d] = _AT.get((_row + _down, _x + _right), NOWHERE)

# A stack of matter is coded 3 × protons + neutrons, its mirror in antimatter MIRROR more: so fusion adds codes.
MIRROR = 8
EMPTY, DARK, UNFILLED = 0, 17, 18
CODES = 19
NEUTRON, H1, H2, H3, HE3, HE4 = 1, 3, 4, 5, 7, 8
NUCLEI = {3 * nucleus["protons"] + nucleus["neutrons"]: nucleus for nucleus in DATA["nuclei"]}

SIDE = np.full(CODES, 2, np.uint8)  # 0 matter, 1 antimatter, 2 neither
PROTONS, NEUTRONS = np.zeros(CODES, np.uint8), np.zeros(CODES, np.uint8)
FUSION, ANNIHILATION = 1, 2
MAY = np.zeros((CODES, CODES), np.uint8)  # what happens when the first stack reaches the second
SIGNS = {EMPTY: ".", DARK: "#", UNFILLED: "?"}
for _code, _nucleus in NUCLEI.items():
    for _side in (0, 1):
        _own = _code + MIRROR * _side
        SIDE[_own] = _side
        PROTONS[_own], NEUTRONS[_own] = _nucleus["protons"], _nucleus["neutrons"]
        SIGNS[_own] = _nucleus["sign"].lower() if _side else _nucleus["sign"]
        MAY[_own, _code + MIRROR * (1 - _side)] = ANNIHILATION
        for _other in NUCLEI:
            MAY[_own, _other + MIRROR * _side] = FUSION if _code + _other in NUCLEI else 0
UNSTABLE = np.isin(np.arange(CODES), [NEUTRON, H3, NEUTRON + MIRROR, H3 + MIRROR]).astype(np.uint8)  # X24
CODE_OF_SIGN = {sign: code for code, sign in SIGNS.items()}


NUCLEUS_NAMES = {code: nucleus["name"] for code, nucleus in NUCLEI.items()}
NUCLEUS_NAMES |= {code + MIRROR: f"anti-{name}" for code, name in NUCLEUS_NAMES.items()}  # of every stack
