"""Names of choices and position texts of Big×Bang, in the spirit of FEN."""

import re

from bangbox.core.contract import Options
from bangbox.core.errors import OptionError, TextError
from bangbox.core.record import Record
from bangbox.core.rules import plain

from . import data
from .rules import record as compiled_record

record = plain(compiled_record)

VARIANTS = ["short", "no_light", "meet", "dark_matter", "decay"]
PUZZLES = ["none", "light", "parallel", "life"]
SIDES = "ma"
FILLING_SIGNS = "NPnp.#"


def name(s: Record, action: int) -> str:
    """`c4+e4` fusion, `c4xe4` annihilation, `c4~` decay, `pass`, `stop`; with X22 `c4+e4@d4`."""
    if action < record.DECAYS:
        circle, d = divmod(action, 6)
        target = s.near[circle, d]
        effect = record.MAY[s.board[circle], s.board[target]]
        return data.NAMES[circle] + ("+" if effect == record.FUSION else "x") + data.NAMES[target]
    if action < record.PASS:
        return data.NAMES[action - record.DECAYS] + "~"
    if action < record.FILL:
        return "pass" if action == record.PASS else "stop"
    if action < record.BEGIN:
        return FILLING_SIGNS[action - record.FILL]
    if action < record.MEETINGS:
        return "first " + SIDES[action - record.BEGIN]
    pair, k = divmod(action - record.MEETINGS, record.LONGEST)
    circle, d = divmod(pair, 3)
    return f"{data.NAMES[circle]}+{data.NAMES[s.near[circle, d]]}@{data.NAMES[walk(circle, d, k)]}"


def walk(circle: int, d: int, steps: int) -> int:
    """The circle so many steps further in a direction."""
    for _ in range(steps):
        circle = int(data.NEXT[circle, d])
    return circle


_PAIR = re.compile(r"([a-h]\d+)([+x])([a-h]\d+)(@[a-h]\d+)?")


def tidy(s: Record, text: str) -> str:
    """Either order of two circles where they are one choice: meetings (X22) and solo annihilations (X16)."""
    match = _PAIR.fullmatch(text)
    if not match or match[1] not in data.NUMBER or match[3] not in data.NUMBER:
        return text
    either_order = match[4] is not None or (match[2] == "x" and s.solo)
    if either_order and data.NUMBER[match[1]] > data.NUMBER[match[3]]:
        return match[3] + match[2] + match[1] + (match[4] or "")
    return text


_CIRCLE = "(" + "|".join(sorted(data.NAMES, key=len, reverse=True)) + ")"
_SPELLED = re.compile(rf"pass|stop|{_CIRCLE}( ?[+x~ ] ?{_CIRCLE}( ?[@ ] ?{_CIRCLE})?)?~?")


def spelled(s: Record, text: str) -> bool:
    """Whether a text names circles of the sky, or is a word of the game."""
    return bool(_SPELLED.fullmatch(text))


def text(s: Record) -> str:
    """Rows a–h, the side to move, passes, the two reserves, the variants."""
    signs = "".join(data.SIGNS[code] for code in s.board)
    rows, start = [], 0
    for length in data.DATA["rows"]:
        rows.append(signs[start : start + length])
        start += length
    side = "-" if s.solo else (SIDES + "?")[s.mover]
    reserves = " ".join(",".join(str(s.reserve[r, k]) for k in range(4)) for r in range(2))
    return f"{'/'.join(rows)} {side} {s.passes} {reserves} {','.join(variants(s)) or '-'}"


def variants(s: Record) -> list[str]:
    """The words in force, in the order of the rules."""
    words = [word for bit, word in enumerate(VARIANTS) if s.variants >> bit & 1]
    if s.puzzle:
        words.append(PUZZLES[s.puzzle])
        if not s.solo:
            words.append("coop")
    return words


def read(s: Record, text: str) -> None:
    """Fills the record from a text, checked against X1, X2 and X4. Fewer particles than in the box are allowed, for studies."""
    fields = text.split()
    if len(fields) != 6:
        raise TextError(
            f"a position has six fields (rows, side, passes, two reserves, variants), as in "
            f"'NP.../... m 0 0,0,0,0 0,0,0,0 -'; got {len(fields)}"
        )
    read_variants(s, fields[5])
    read_board(s, fields[0])
    sides = "-" if s.solo else "ma?"
    if len(fields[1]) != 1 or fields[1] not in sides:
        raise TextError(f"the side to move is {' or '.join(sides)} here, not {fields[1]!r}")
    s.mover = max(0, "ma?".find(fields[1]))
    if fields[2] not in ("0", "1", "2") or (s.solo and fields[2] == "1"):
        raise TextError(f"passes in a row are 0, 1 or 2 (alone: 0 or 2), not {fields[2]!r}")
    s.passes = int(fields[2])
    read_reserves(s, fields[3:5])
    check_particles(s)


def read_variants(s: Record, text: str) -> None:
    words = [] if text == "-" else text.split(",")
    if len(set(words)) < len(words):
        raise TextError(f"a variant is named twice in {text!r}")
    known = [*VARIANTS, *PUZZLES[1:], "coop"]
    if unknown := [word for word in words if word not in known]:
        raise TextError(f"unknown variant {unknown[0]!r}; there are {', '.join(known)}, or - for none")
    puzzles = [word for word in words if word in PUZZLES[1:]]
    if len(puzzles) > 1:
        raise TextError("only one puzzle at a time")
    try:
        check({"puzzle": puzzles[0] if puzzles else "none", "coop": "coop" in words, "no_light": "no_light" in words})
    except OptionError as error:
        raise TextError(str(error)) from None
    s.variants = sum(1 << VARIANTS.index(word) for word in words if word in VARIANTS)
    s.puzzle = PUZZLES.index(puzzles[0]) if puzzles else 0
    s.solo = bool(puzzles) and "coop" not in words


def read_board(s: Record, text: str) -> None:
    rows = text.split("/")
    if [len(row) for row in rows] != data.DATA["rows"]:
        expected = ", ".join(map(str, data.DATA["rows"]))
        raise TextError(f"the rows have {expected} circles; got {', '.join(str(len(row)) for row in rows)}")
    for circle, sign in enumerate("".join(rows)):
        if sign not in data.CODE_OF_SIGN:
            raise TextError(f"{data.NAMES[circle]}: {sign!r} is no stack; a circle is one of {' '.join(data.CODE_OF_SIGN)}")
        s.board[circle] = data.CODE_OF_SIGN[sign]


def read_reserves(s: Record, fields: list[str]) -> None:
    for r, field in enumerate(fields):
        counts = field.split(",")
        if len(counts) != 4 or not all(count.isascii() and count.isdigit() and len(count) <= 2 for count in counts):
            raise TextError(f"a reserve is four counts of p, n, anti-p, anti-n, as in 2,0,1,1; got {field!r}")
        for k, count in enumerate(counts):
            s.reserve[r, k] = int(count)
    if record.common_reserve(s) and any(s.reserve[1, k] for k in range(4)):
        raise TextError("a common reserve is the first one; the second must be 0,0,0,0")


def check_particles(s: Record) -> None:
    """X2: no more particles of a kind than there are; a board still being filled must come out even."""
    codes = list(s.board)[: data.NOWHERE]
    limit = record.each_kind(s)
    for side, matter in enumerate(("", "anti")):
        for kind, parts, of in ((0, data.PROTONS, "protons"), (1, data.NEUTRONS, "neutrons")):
            k = 2 * side + kind
            found = sum(int(parts[code]) for code in codes if data.SIDE[code] == side) + s.reserve[0, k] + s.reserve[1, k]
            if found > limit:
                raise TextError(f"{found} {matter}{of}; there are only {limit} (X2)")
    obstacles = record.OBSTACLES if s.variants & record.DARK_MATTER else 0
    if codes.count(data.DARK) > obstacles:
        raise TextError(f"{codes.count(data.DARK)} obstacles of dark matter; there are only {obstacles} here (X23)")
    if data.UNFILLED in codes:
        check_filling(s, codes, limit, obstacles)
    elif {carbon_side(codes, side) for side in (0, 1)} == {True} and not s.puzzle:
        raise TextError("both sides have carbon, but the first to get it has won (X14)")


def check_filling(s: Record, codes: list[int], limit: int, obstacles: int) -> None:
    filled = codes[: codes.index(data.UNFILLED)]
    if set(codes[len(filled) :]) != {data.UNFILLED} or s.passes or any(any(row) for row in s.reserve.tolist()):
        raise TextError("circles are filled in reading order before anybody acts: ? may only stand at the end")
    room = {data.EMPTY: data.NOWHERE - 4 * limit - obstacles, data.DARK: obstacles}
    for code in set(filled):
        single = code in (data.NEUTRON, data.H1, data.NEUTRON + data.MIRROR, data.H1 + data.MIRROR)
        if filled.count(code) > room.get(code, limit if single else 0):
            raise TextError(f"too many {data.SIGNS[code]} for a set-up")


def carbon_side(codes: list[int], side: int) -> bool:
    """Whether a side has three connected He4."""
    helium = {circle for circle, code in enumerate(codes) if code == data.HE4 + data.MIRROR * side}
    return any(sum(int(data.NEXT[circle, d]) in helium for d in range(6)) >= 2 for circle in helium)


def options(s: Record) -> Options:
    """The options this record plays with; `first` is whoever is to act."""
    words = variants(s)
    return {word: word in words for word in [*VARIANTS, "coop"]} | {
        "puzzle": PUZZLES[s.puzzle],
        "first": "random" if s.mover == record.UNDECIDED else int(s.mover),
    }


def players(options: Options) -> int:
    """One seat in a solo puzzle, else two."""
    return 1 if options["puzzle"] != "none" and not options["coop"] else 2


def check(options: Options) -> None:
    """X16, X21: what cannot be combined."""
    if options["coop"] and options["puzzle"] == "none":
        raise OptionError("coop goes with a puzzle (light, parallel or life)")
    if options["no_light"] and options["puzzle"] != "none":
        raise OptionError("no_light changes the goals of a match; a puzzle has its own (X16)")
