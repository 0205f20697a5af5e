"""Urknall a second time, slowly, straight from the rules page and on texts: lists of elements, no counts, no shared code."""

import itertools
import string
from dataclasses import dataclass

NAMES = string.ascii_lowercase + "ABCDEFGHIJ"
ORDER = ".012345"


@dataclass
class Table:
    """A position, taken apart."""

    bodies: dict[str, list[str]]
    comets: list[bool]
    turn: int
    phase: str
    die: int
    twice: bool
    on: list[str]  # name of a body, or "-"
    supply: dict[str, int]  # by owner: "0" to "3", "4", "5"
    black_hole: bool

    @property
    def players(self) -> int:
        return len(self.comets)

    @property
    def number(self) -> int:
        return 7 - self.die if self.phase == "again" else self.die

    def hole(self, name: str) -> bool:
        return self.black_hole and sorted(element[0] for element in self.bodies[name]) == list("bbggrr")

    def real(self) -> list[str]:
        """The bodies that count for something."""
        return [name for name in self.bodies if not self.hole(name)]

    def vacant(self) -> list[str]:
        return [name for name in self.real() if name not in self.on]


def take_apart(text: str) -> Table:
    field = text.split()
    bodies = {} if field[0] == "-" else {part[0]: pairs(part[2:]) for part in field[0].split("/")}
    comets = [sign == "1" for sign in field[1]]
    owners = "0145" if len(comets) == 2 else "0123"
    return Table(
        bodies, comets, 0 if field[2] == "-" else int(field[2]), field[3], 0 if field[4] == "-" else int(field[4][0]),
        field[4].endswith("+"), list(field[5]), dict(zip(owners, map(int, field[6].split(",")), strict=False)), field[7] != "-",
    )  # fmt: skip


def pairs(listed: str) -> list[str]:
    return [listed[i : i + 2] for i in range(0, len(listed), 2)]


def in_order(elements: list[str]) -> list[str]:
    return sorted(elements, key=lambda element: ("rgb".index(element[0]), ORDER.index(element[1])))


def put_together(t: Table) -> str:
    bodies = "/".join(f"{name}:{''.join(in_order(t.bodies[name]))}" for name in sorted(t.bodies, key=NAMES.index))
    fields = [
        bodies or "-", "".join("01"[comet] for comet in t.comets), "-" if t.phase in ("first", "over") else str(t.turn), t.phase,
        (str(t.die) if t.die else "-") + "+" * t.twice, "".join(t.on), ",".join(map(str, t.supply.values())),
        "black_hole" if t.black_hole else "-",
    ]  # fmt: skip
    return " ".join(fields)


# -- what can be done


def free_colours(t: Table, name: str) -> list[str]:
    return sorted({element[0] for element in t.bodies[name] if element[1] == "."})


def marks(t: Table, names: list[str], form: str) -> set[str]:
    return {form.format(name, colour) for name in names for colour in free_colours(t, name)}


def choices(text: str) -> set[str]:
    """The names of all choices (the outcomes of the deal are not listed here)."""
    t = take_apart(text)
    if t.phase == "roll":
        return {f"roll {die}" for die in range(1, 7)}
    if t.phase == "first":
        return {f"first {seat}" for seat in range(t.players)}
    if t.phase == "place":
        return {f"place {name}" for name in t.vacant() if len(t.bodies[name]) == 1}
    if t.phase == "rival":
        return marks(t, [name for name in t.real() if len(t.bodies[name]) <= t.die], "mark {} {}")
    return travels(t) if t.phase == "travel" else changes(t)


def travels(t: Table) -> set[str]:
    here = t.on[t.turn]
    others = [name for name in t.real() if name != here]
    if here == "-":
        return marks(t, others, "travel {} mark {}") or {"discard"}
    reachable = [name for name in others if {e[0] for e in t.bodies[name]} & {e[0] for e in t.bodies[here]}]
    found = marks(t, reachable, "travel {} mark {}") or marks(t, [here], "stay mark {1}") or {"discard"}
    if t.comets[t.turn]:
        found |= marks(t, others, "comet travel {} mark {}") | marks(t, [here], "comet stay mark {1}")
    return found


def force(t: Table) -> str:
    """U8–U11, with U10's condition as "separate" whether or not a body is large enough."""
    sizes = sorted(len(t.bodies[name]) for name in t.vacant())
    if len(sizes) >= 2 and t.number >= sizes[0] + sizes[1]:
        return "combine"
    if len(sizes) >= 1 and t.number <= 2 and t.number <= sizes[0]:
        return "separate"
    return "nothing"


def joins(t: Table, names: list[str], form: str) -> set[str]:
    found = set()
    for one, other in itertools.combinations(sorted(names, key=NAMES.index), 2):
        if len(t.bodies[one]) + len(t.bodies[other]) <= t.number:
            found.add(form.format(one, other))
    return found


def splits(t: Table, names: list[str], form: str) -> set[str]:
    found = set()
    for name in names:
        if len(t.bodies[name]) > t.number:
            for part in itertools.combinations(t.bodies[name], t.number):
                found.add(form.format(name, "".join(in_order(list(part)))))
    return found


def changes(t: Table) -> set[str]:
    vacant = t.vacant()
    must: set[str] = set()
    if force(t) == "combine":
        least = min(len(t.bodies[name]) for name in vacant)
        for one in vacant:
            if len(t.bodies[one]) == least:
                for other in vacant:
                    if other != one:
                        must |= joins(t, [one, other], "join {} {}")
    if force(t) == "separate":
        must = splits(t, vacant, "split {} take {}")
    by_comet: set[str] = set()
    if t.comets[t.turn]:
        by_comet = joins(t, t.real(), "comet join {} {}")
        if force(t) == "separate":
            by_comet |= splits(t, [name for name in t.real() if name in t.on], "comet split {} take {}")
    return must | by_comet if must else by_comet | ({"leave"} if by_comet else set())


# -- what happens then


def after(text: str, name: str) -> str:
    """The text after a choice or a roll."""
    t = take_apart(text)
    words = name.split()
    if words[0] == "comet":
        t.comets[t.turn] = False
        words = words[1:]
    match words:
        case ["roll", die]:
            t.die = int(die)
            t.phase = "travel"
            if t.players == 2 and t.supply["54"[t.turn]] and marks(t, [n for n in t.real() if len(t.bodies[n]) <= t.die], "{}{}"):
                t.phase = "rival"
        case ["mark", body, colour]:
            put(t, body, colour, "54"[t.turn])
            t.twice = True
            t.phase = "travel"
        case ["place", body]:
            put(t, body, t.bodies[body][0][0], str(t.turn))
            t.on[t.turn] = body
            t.turn = (t.turn + 1) % t.players
            t.phase = "place" if t.on[t.turn] == "-" else "roll"
        case ["travel", body, "mark", colour]:
            t.on[t.turn] = body
            put(t, body, colour, str(t.turn))
            to_change(t, "change")
        case ["stay", "mark", colour]:
            put(t, t.on[t.turn], colour, str(t.turn))
            to_change(t, "change")
        case ["discard"]:
            t.supply[str(t.turn)] -= 1
            to_change(t, "change")
        case ["leave"]:
            to_next(t)
        case ["join", one, other]:
            t.bodies[one] += t.bodies.pop(other)
            t.on = [one if name == other else name for name in t.on]
            changed(t, one)
        case ["split", body, "take", part]:
            new = next(name for name in NAMES if name not in t.bodies)
            t.bodies[new] = pairs(part)
            for element in pairs(part):
                t.bodies[body].remove(element)
            changed(t, body)
    return put_together(t)


def put(t: Table, body: str, colour: str, owner: str) -> None:
    t.bodies[body].remove(colour + ".")
    t.bodies[body].append(colour + owner)
    t.supply[owner] -= 1


def to_change(t: Table, phase: str) -> None:
    t.phase = phase
    if not changes(t):
        to_next(t)


def to_next(t: Table) -> None:
    if t.phase == "change" and t.twice:
        to_change(t, "again")
        return
    t.die, t.twice = 0, False
    for _ in range(t.players):
        t.turn = (t.turn + 1) % t.players
        if t.supply[str(t.turn)]:
            t.phase = "roll"
            return
    t.turn, t.phase = 0, "over"


def changed(t: Table, body: str) -> None:
    if t.hole(body):
        lay = sum(element[1] != "." for element in t.bodies[body])
        t.bodies[body] = pairs("r.r.g.g.b.b.")
        t.on = ["-" if name == body else name for name in t.on]
        for _ in range(2 if lay <= 1 and t.players in (2, 4) else 1):
            t.supply = {owner: max(0, left - 1) for owner, left in t.supply.items()}
        if not any(t.supply[str(seat)] for seat in range(t.players)):
            t.phase = "again"
    to_next(t)


# -- what it is worth


def points(text: str) -> dict[str, int]:
    """U17, U19: everybody's points, second colours included."""
    t = take_apart(text)
    total = dict.fromkeys(t.supply, 0) | {str(seat): int(comet) for seat, comet in enumerate(t.comets)}
    for name in t.real():
        everything = t.bodies[name]
        for colour in "rgb" if len(everything) > 1 else "":
            same = [element for element in everything if element[0] == colour]
            owners = [element[1] for element in same if element[1] != "."]
            if len(same) == 1 and owners:
                total[owners[0]] += sum(element[0] != colour for element in everything)
            elif len(same) == 2:
                for owner in owners:
                    total[owner] += 2
            elif len(same) >= 3:
                ahead = [o for o in set(owners) if all(owners.count(o) > owners.count(p) for p in set(owners) if p != o)]
                if ahead:
                    total[ahead[0]] += len(same)
                else:
                    for owner in owners:
                        total[owner] += 1
    return total


def winners(text: str) -> list[int]:
    """U20, U24."""
    t = take_apart(text)
    total = points(text)
    if t.players > 2:
        return [seat for seat in range(t.players) if total[str(seat)] == max(total[str(s)] for s in range(t.players))]
    for second in "45":
        if total[second] > total["0"] and total[second] > total["1"]:
            return []
    mine, yours = (total["0"], total["4"]), (total["1"], total["5"])
    return [] if mine == yours else [0] if mine > yours else [1]
