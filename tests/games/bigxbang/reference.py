"""Big×Bang a second time, slowly and straight from the rules, sharing nothing with the package: the judge of the fast one."""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace

Place = tuple[int, int]  # x in half circles, y in rows
Stack = tuple[str, int, int]  # side "m" or "a", protons, neutrons; ("#", 0, 0) is dark matter

LENGTHS = (9, 10, 11, 12, 12, 11, 10, 9)  # X1
LEFT = (0, -1, -2, -3, -4, -3, -2, -1)  # X1: half circles to the right of where row a begins
PLACES: dict[str, Place] = {f"{'abcdefgh'[y]}{i + 1}": (LEFT[y] + 2 * i, y) for y in range(8) for i in range(LENGTHS[y])}
NAMES = {place: name for name, place in PLACES.items()}
ORDER = {name: number for number, name in enumerate(PLACES)}  # reading order
STEPS = ((2, 0), (-2, 0), (1, 1), (-1, 1), (1, -1), (-1, -1))
SIGNS = {"N": (0, 1), "P": (1, 0), "D": (1, 1), "T": (1, 2), "H": (2, 1), "A": (2, 2)}  # X4
NUCLEI = set(SIGNS.values())
DARK: Stack = ("#", 0, 0)
OTHER = {"m": "a", "a": "m"}
KINDS = (("m", "p"), ("m", "n"), ("a", "p"), ("a", "n"))  # the order in which reserves are written
PUZZLES = {"light", "parallel", "life"}

Reserve = dict[tuple[str, str], int]


@dataclass(frozen=True)
class State:
    """A position: the stacks by circle, and the rest as the text says it."""

    board: dict[str, Stack]
    side: str
    passes: int
    reserves: dict[str, Reserve]  # by owner; a common one belongs to "m"
    words: tuple[str, ...]

    def has(self, word: str) -> bool:
        return word in self.words

    @property
    def puzzle(self) -> str | None:
        return next((word for word in self.words if word in PUZZLES), None)

    @property
    def solo(self) -> bool:
        return self.puzzle is not None and not self.has("coop")

    @property
    def common(self) -> bool:
        return self.puzzle is not None or self.has("no_light")

    @property
    def purse(self) -> str:
        """Whose reserve the side to move uses (X8, X16, X21)."""
        return "m" if self.common else self.side

    def acting(self) -> set[str]:
        """The sides whose stacks may be moved now (X6, X16)."""
        return {"m", "a"} if self.solo else {self.side}


def parse(text: str) -> State:
    """A finished set-up only: no `?`."""
    rows, side, passes, first, second, words = text.split()
    board: dict[str, Stack] = {}
    for letter, row in zip("abcdefgh", rows.split("/"), strict=True):
        for number, sign in enumerate(row, 1):
            if sign == "#":
                board[f"{letter}{number}"] = DARK
            elif sign != ".":
                board[f"{letter}{number}"] = ("m" if sign.isupper() else "a", *SIGNS[sign.upper()])
    reserves = {
        owner: dict(zip(KINDS, map(int, counts.split(",")), strict=True)) for owner, counts in (("m", first), ("a", second))
    }
    return State(board, side, int(passes), reserves, () if words == "-" else tuple(words.split(",")))


def write(state: State) -> str:
    def sign(circle: str) -> str:
        if circle not in state.board:
            return "."
        side, protons, neutrons = state.board[circle]
        if side == "#":
            return "#"
        letter = next(letter for letter, numbers in SIGNS.items() if numbers == (protons, neutrons))
        return letter if side == "m" else letter.lower()

    rows = "/".join("".join(sign(f"{letter}{i + 1}") for i in range(n)) for letter, n in zip("abcdefgh", LENGTHS, strict=True))
    purses = " ".join(",".join(str(state.reserves[owner][kind]) for kind in KINDS) for owner in "ma")
    return f"{rows} {state.side} {state.passes} {purses} {','.join(state.words) or '-'}"


# -- what can be done


def walk(circle: str, step: tuple[int, int]) -> Iterator[str]:
    """The circles after this one in one direction, to the edge."""
    x, y = PLACES[circle]
    while (x + step[0], y + step[1]) in NAMES:
        x, y = x + step[0], y + step[1]
        yield NAMES[x, y]


def lines(state: State, circle: str) -> Iterator[list[str]]:
    """For each direction in which something is met: the circles from this one to the first occupied one, both included (X6)."""
    for step in STEPS:
        path = [circle]
        for further in walk(circle, step):
            path.append(further)
            if further in state.board:
                yield path
                break


def fused(one: Stack, other: Stack) -> Stack | None:
    """X7"""
    total = (one[1] + other[1], one[2] + other[2])
    return (one[0], *total) if one[0] == other[0] != "#" and total in NUCLEI else None


def mirror(one: Stack, other: Stack) -> bool:
    """X8"""
    return {one[0], other[0]} == {"m", "a"} and one[1:] == other[1:]


def actions(state: State) -> dict[str, State]:
    """Every fusion, annihilation and decay by its name, with the position it leads to."""
    found: dict[str, State] = {}
    for circle, stack in state.board.items():
        if stack[0] in state.acting():
            for path in lines(state, circle):
                target = path[-1]
                if fused(stack, state.board[target]):
                    places = path if state.has("meet") else [target]  # X22
                    for place in places:
                        found[fusion_name(state, circle, target, place)] = fuse(state, circle, target, place)
                if mirror(stack, state.board[target]):
                    found[annihilation_name(state, circle, target)] = annihilate(state, circle, target)
        if state.has("decay") and may_decay(state, stack):
            found[f"{circle}~"] = decay(state, circle)
    return found


def fusion_name(state: State, circle: str, target: str, place: str) -> str:
    if not state.has("meet"):
        return f"{circle}+{target}"
    first, second = sorted((circle, target), key=ORDER.__getitem__)
    return f"{first}+{second}@{place}"


def annihilation_name(state: State, circle: str, target: str) -> str:
    first, second = sorted((circle, target), key=ORDER.__getitem__) if state.solo else (circle, target)
    return f"{first}x{second}"


def moved_on(state: State, **changes: object) -> State:
    side = "-" if state.solo else OTHER[state.side]
    return replace(state, **{"side": side, "passes": 0, **changes})  # type: ignore[arg-type]


def fuse(state: State, circle: str, target: str, place: str) -> State:
    whole = fused(state.board[circle], state.board[target])
    assert whole
    rest = {c: stack for c, stack in state.board.items() if c not in (circle, target)}
    return moved_on(state, board={**rest, place: whole})


def annihilate(state: State, circle: str, target: str) -> State:
    rest = {c: stack for c, stack in state.board.items() if c not in (circle, target)}
    purse = dict(state.reserves[state.purse])
    for side, protons, neutrons in (state.board[circle], state.board[target]):
        purse[side, "p"] += protons
        purse[side, "n"] += neutrons
    return moved_on(state, board=rest, reserves={**state.reserves, state.purse: purse})


def may_decay(state: State, stack: Stack) -> bool:
    """X24: n and H3 of either side, for a proton of their side."""
    return stack[0] != "#" and stack[1:] in ((0, 1), (1, 2)) and state.reserves[state.purse][stack[0], "p"] > 0


def decay(state: State, circle: str) -> State:
    side, protons, neutrons = state.board[circle]
    purse = dict(state.reserves[state.purse])
    purse[side, "p"] -= 1
    purse[side, "n"] += 1
    board = {**state.board, circle: (side, protons + 1, neutrons - 1)}
    return moved_on(state, board=board, reserves={**state.reserves, state.purse: purse})


def over(state: State) -> bool:
    """X9, X14, X16"""
    if state.passes == 2 or (state.puzzle is None and carbon(state) is not None):
        return True
    return state.solo and not actions(state)


def followers(state: State) -> dict[str, State]:
    """Every choice by its name, with the position it leads to."""
    if over(state):
        return {}
    if state.solo:
        return {**actions(state), "stop": replace(state, passes=2)}
    return {**actions(state), "pass": moved_on(state, passes=state.passes + 1)}


# -- how it ends


def neighbours(circle: str) -> set[str]:
    x, y = PLACES[circle]
    return {NAMES[x + dx, y + dy] for dx, dy in STEPS if (x + dx, y + dy) in NAMES}


def groups(circles: set[str]) -> list[set[str]]:
    """The connected groups of some circles."""
    found: list[set[str]] = []
    for circle in circles:
        touching = [group for group in found if group & neighbours(circle)]
        found = [group for group in found if group not in touching] + [{circle}.union(*touching)]
    return found


def circles_of(state: State, side: str, nucleus: tuple[int, int] | None = None) -> set[str]:
    return {c for c, stack in state.board.items() if stack[0] == side and nucleus in (None, stack[1:])}


def carbon(state: State) -> str | None:
    """The side with three connected He4 (X14)."""
    owners = [side for side in "ma" if any(len(group) >= 3 for group in groups(circles_of(state, side, (2, 2))))]
    return owners[0] if owners else None


def light(state: State, side: str) -> int:
    return sum(state.reserves[side].values())


def helium(state: State, side: str) -> tuple[int, int]:
    """X11: compared one after the other"""
    return len(circles_of(state, side, (2, 2))), len(circles_of(state, side, (2, 1)))


def star(state: State, side: str) -> int:
    """X12"""
    return max((sum(sum(state.board[c][1:]) for c in group) for group in groups(circles_of(state, side))), default=0)


def tokens(state: State) -> tuple[int, int]:
    """X10–X14, for matter and antimatter."""
    if winner := carbon(state):
        return (3, 0) if winner == "m" else (0, 3)
    goals = [helium, star] if state.has("no_light") else [light, helium, star]
    return sum(goal(state, "m") > goal(state, "a") for goal in goals), sum(goal(state, "a") > goal(state, "m") for goal in goals)  # type: ignore[operator]


def triples(circles: set[str]) -> list[frozenset[str]]:
    return [frozenset(three) for three in itertools.combinations(sorted(circles), 3) if len(groups(set(three))) == 1]


def most_disjoint(sets: list[frozenset[str]]) -> int:
    """The most sets of a list of which no two share a member, by trying with and without each."""
    if not sets:
        return 0
    first, rest = sets[0], sets[1:]
    return max(1 + most_disjoint([other for other in rest if not other & first]), most_disjoint(rest))


def set_up(state: State) -> int:
    """Particles at the start (X2, X20, X23)."""
    return 4 * ((15 if state.has("short") else 21) - state.has("dark_matter"))


def puzzle_score(state: State) -> int:
    """X17–X19"""
    if state.puzzle == "light":
        return -sum(stack[1] + stack[2] for stack in state.board.values())
    if state.puzzle == "life":
        return sum(most_disjoint(triples(circles_of(state, side, (2, 2)))) for side in "ma")
    matter, antimatter = circles_of(state, "m"), circles_of(state, "a")
    apart = not any(neighbours(circle) & antimatter for circle in matter)
    return -light(state, "m") if apart and matter and antimatter else -set_up(state)


def scores(state: State) -> list[int]:
    """Points as players see them, by seat."""
    if state.puzzle:
        return [puzzle_score(state)] * (1 if state.solo else 2)
    return list(tokens(state))


def winners(state: State) -> list[int]:
    """X13, X14; nobody wins a puzzle or an unfinished game."""
    if state.puzzle or not over(state):
        return []
    matter, antimatter = tokens(state)
    return [0] * (matter > antimatter) + [1] * (antimatter > matter)


def perft(state: State, depth: int) -> int:
    """The number of sequences of so many choices."""
    return 1 if depth == 0 else sum(perft(then, depth - 1) for then in followers(state).values())
