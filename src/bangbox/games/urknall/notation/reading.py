"""Reads a position of Urknall from its text and refuses what the rules could not have brought about."""

import re
from collections import Counter

from bangbox.core.errors import TextError
from bangbox.core.record import Record

from ..rules.dealing import DEALT, PAIRS, TRIPLES
from ..rules.record import AGAIN, BODIES, DEAL, EACH, END, FIRST, FREE, HOLE, OFF, PLACE, RIVAL, TRAVEL
from .signs import COLOURS, NAMES, OWNERS, PHASES, bodies, is_hole, kinds

FORM = "expected `bodies comets seat phase die astronauts supplies variants`, as in `a:r.g0/… 111 0 travel 4 klm 9,9,9 -`"
SIZES = [3] * TRIPLES + [2] * PAIRS + [1] * (DEALT - TRIPLES - PAIRS)  # U2
STARTS = {2: (10, 10, 8, 8), 3: (10, 10, 10), 4: (9, 9, 9, 9)}  # U3, U21
LARGEST = 6  # U9: no die joins more


def read(s: Record, text: str) -> None:
    """Fills a record from a position's text.

    Two fields (or three, with the variants) are a finished game to be scored: elements not written lie alone and free, where they
    score nothing.
    """
    fields = text.split()
    if len(fields) not in (2, 3, 8):
        raise TextError(f"{len(fields)} fields; {FORM}, or only `bodies comets` for a finished game")
    read_comets(s, fields[1])
    read_variants(s, fields[-1] if len(fields) > 2 else "-")
    read_bodies(s, fields[0])
    if len(fields) < 8:
        finish(s)
    else:
        read_turn(s, fields[2], fields[3])
        read_die(s, fields[4])
        read_astronauts(s, fields[5])
        read_supplies(s, fields[6])
    check(s)


def read_comets(s: Record, word: str) -> None:
    """One sign a seat, so this also says how many play."""
    if not re.fullmatch("[01]{2,4}", word):
        raise TextError(f"comets: expected 0 or 1 for each of two to four seats, as in 111, not {word!r}")
    s.players = len(word)
    for seat, sign in enumerate(word):
        s.comet[seat] = int(sign)
    for slot in range(4):
        s.place[slot] = OFF


def read_variants(s: Record, word: str) -> None:
    if word not in ("-", "black_hole"):
        raise TextError(f"variants: expected black_hole or -, not {word!r}")
    s.black_hole = int(word == "black_hole")


def read_bodies(s: Record, field: str) -> None:
    for written in field.split("/") if field != "-" else []:
        name, colon, listed = written.partition(":")
        if len(name) != 1 or name not in NAMES or not colon:
            raise TextError(f"bodies: expected a name from a to z or A to J, a colon and elements, as in a:r.g0, not {written!r}")
        body = NAMES.index(name)
        if s.body[body]:
            raise TextError(f"bodies: {name} is written twice")
        s.body[body] = read_elements(s.players, name, listed)


def read_elements(players: int, name: str, listed: str) -> int:
    """A body's counts from its elements, in any order."""
    owners = OWNERS[players]
    if not re.fullmatch(f"([{COLOURS}][{owners}])+", listed):
        raise TextError(
            f"body {name}: expected elements as colour ({' '.join(COLOURS)}) and owner ({' '.join(owners)} "
            f"with {players} players), as in r.g0, not {listed!r}"
        )
    word = 0
    signs = zip(listed[::2], listed[1::2], strict=True)
    for kind, count in Counter(5 * COLOURS.index(colour) + owners.index(owner) for colour, owner in signs).items():
        if count > EACH:
            raise TextError(f"body {name}: {count} elements of one colour; there are {EACH} (U1)")
        word += count << 4 * kind
    return word


def finish(s: Record) -> None:
    """A finished game: no supplies; what was not written lies alone."""
    s.phase = END
    names = iter([body for body in range(BODIES) if not s.body[body]])
    for colour, count in enumerate(elements_by_colour(s)):
        for _ in range(EACH - count):
            s.body[next(names)] = 1 << 20 * colour


def read_turn(s: Record, seat: str, phase: str) -> None:
    if phase not in PHASES:
        raise TextError(f"phase: expected one of {', '.join(PHASES)}, not {phase!r}")
    s.phase = PHASES.index(phase)
    seats = [str(i) for i in range(s.players)]
    if s.phase in (FIRST, END):
        seats = ["-"]
    if seat not in seats:
        raise TextError(f"seat: expected one of {', '.join(seats)} in phase {phase}, not {seat!r}")
    s.turn = 0 if seat == "-" else int(seat)


def read_die(s: Record, word: str) -> None:
    rolled = RIVAL <= s.phase <= AGAIN
    if not re.fullmatch("[1-6][+]?" if rolled else "-", word):
        raise TextError(f"die: expected {'1 to 6, with + if two changes are due' if rolled else '-'}, not {word!r}")
    s.die = int(word[0]) if rolled else 0
    s.twice = int(word.endswith("+"))
    if s.twice and (s.players != 2 or s.phase == RIVAL):
        raise TextError("die: two changes (+) are due only with two players, once the opponent has placed (U23)")
    if s.phase == AGAIN and not s.twice:
        raise TextError(f"die: a second change needs a +, as in {s.die}+ (U23)")


def read_astronauts(s: Record, word: str) -> None:
    if len(word) != s.players or not set(word) <= {"-", *(NAMES[body] for body in bodies(s))}:
        raise TextError(f"astronauts: expected for each of {s.players} seats the name of a body, or -, not {word!r}")
    for seat, sign in enumerate(word):
        s.place[seat] = OFF if sign == "-" else NAMES.index(sign)
        if sign != "-" and is_hole(s, s.place[seat]):
            raise TextError(f"astronauts: nobody stands on the black hole {sign} (U25)")


def read_supplies(s: Record, word: str) -> None:
    numbers = word.split(",")
    starts = STARTS[s.players]
    if len(numbers) != len(starts) or not all(re.fullmatch("0|[1-9][0-9]?", number) for number in numbers):
        raise TextError(f"supplies: expected {len(starts)} numbers, as in {','.join(map(str, starts))}, not {word!r}")
    for slot, number in enumerate(numbers):
        s.supply[slot] = min(int(number), 99)


# -- whether it can be


def check(s: Record) -> None:
    """Refuses what cannot be."""
    check_elements(s)
    check_markers(s)
    if s.phase <= PLACE:
        check_setup(s)
    elif s.phase < END:
        check_running(s)
    elif any(s.supply[seat] for seat in range(s.players)):
        raise TextError("supplies: the game is over only when all players are out of markers (U18, U24)")


def elements_by_colour(s: Record) -> list[int]:
    """How many elements of each colour are on the table."""
    found = Counter(kind // 5 for body in bodies(s) for kind in kinds(s.body[body]))
    for colour, sign in enumerate(COLOURS):
        if found[colour] > EACH:
            raise TextError(f"bodies: {found[colour]} elements of colour {sign}; there are {EACH} (U1)")
    return [found[colour] for colour in range(len(COLOURS))]


def check_elements(s: Record) -> None:
    counts = elements_by_colour(s)
    if s.phase > DEAL and counts != [EACH] * 3:
        there = ", ".join(f"{count} of colour {sign}" for sign, count in zip(COLOURS, counts, strict=True))
        raise TextError(f"bodies: {there}; there must be {EACH} of each, those in black holes included (U1)")
    for body in bodies(s):
        listed = kinds(s.body[body])
        if s.black_hole and s.body[body] != HOLE and sorted(kind // 5 for kind in listed) == [0, 0, 1, 1, 2, 2]:
            raise TextError(f"body {NAMES[body]} is a black hole, so no marker lies there (U26)")
        if s.phase != END and len(listed) > LARGEST:
            raise TextError(f"body {NAMES[body]}: {len(listed)} elements; no die brings together more than {LARGEST} (U9)")


def check_markers(s: Record) -> None:
    lying = markers(s)
    for slot, start in enumerate(STARTS[s.players]):
        if lying[slot] + s.supply[slot] > start:
            owner = OWNERS[s.players][slot + 1]
            raise TextError(
                f"owner {owner}: {lying[slot]} markers on bodies and {s.supply[slot]} in supply; there are {start} (U3, U21)"
            )


def markers(s: Record) -> Counter[int]:
    """How many markers of each slot lie on bodies."""
    return Counter(kind % 5 - 1 for body in bodies(s) for kind in kinds(s.body[body]) if kind % 5)


def check_setup(s: Record) -> None:
    """U2–U4: the bodies of the start, the astronauts placed so far, everything else untouched."""
    placed = [seat for seat in range(s.players) if s.place[seat] != OFF]
    if not all(s.comet[seat] for seat in range(s.players)):
        raise TextError("comets: nobody can have used one before the first turn (U13)")
    if s.phase < PLACE:
        if placed or markers(s):
            raise TextError("astronauts: nobody is placed before all bodies are dealt (U4)")
        check_dealt(s)
    else:
        check_placed(s, placed)
    for slot, start in enumerate(STARTS[s.players]):
        if s.supply[slot] != start - (slot in placed):
            raise TextError(f"supplies: expected {start - (slot in placed)}, not {s.supply[slot]}, during the set-up (U3, U4)")


def check_dealt(s: Record) -> None:
    """The bodies dealt so far: in order, with the sizes of U2."""
    sizes = [len(kinds(s.body[body])) for body in bodies(s)]
    if s.phase == FIRST and sizes:
        raise TextError("bodies: none is dealt before the first player is drawn; expected -")
    if len(sizes) == DEALT or bodies(s) != list(range(len(sizes))) or sizes != SIZES[: len(sizes)]:
        raise TextError("bodies: expected the first few of a to d with three elements, e to j with two and k to v with one (U2)")
    check_colourful(s)


def check_placed(s: Record, placed: list[int]) -> None:
    if sorted((len(kinds(s.body[body])) for body in bodies(s)), reverse=True) != SIZES:
        raise TextError("bodies: expected four of three elements, six of two and twelve of one at the start (U2)")
    check_colourful(s)
    if placed != sorted((s.turn - back) % s.players for back in range(1, len(placed) + 1)) or s.turn in placed:
        raise TextError("astronauts: they are placed in turn order, the seat to move is next (U4)")
    stood = {s.place[seat]: seat for seat in placed}
    for body in bodies(s):
        found = [kind % 5 - 1 for kind in kinds(s.body[body]) if kind % 5]
        if found != ([stood[body]] if body in stood else []) or (body in stood and len(kinds(s.body[body])) > 1):
            raise TextError(
                f"body {NAMES[body]}: at the start a marker lies where its astronaut stands, on a body of one element (U4)"
            )
    if len(stood) < len(placed):
        raise TextError("astronauts: at the start all stand on different bodies (U4)")


def check_colourful(s: Record) -> None:
    for body in bodies(s):
        listed = kinds(s.body[body])
        if len(listed) == 3 and len({kind // 5 for kind in listed}) == 1:
            raise TextError(f"body {NAMES[body]}: a body of three has at least two colours at the start (U2)")


def check_running(s: Record) -> None:
    """A turn: who stands where, and whether the phase is one in which the game can be."""
    hole = any(is_hole(s, body) for body in bodies(s))
    if not hole and any(s.place[seat] == OFF for seat in range(s.players)):
        raise TextError("astronauts: only a black hole sends one off the table (U26)")
    if s.phase <= TRAVEL and not s.supply[s.turn]:
        raise TextError(f"seat {s.turn} has no markers and is skipped (U18)")
    could = s.phase in (RIVAL, TRAVEL) and not s.twice and rival_could(s)
    if s.phase == RIVAL and not could:
        raise TextError("phase: the opponent has nothing to place here; expected travel (U22)")
    if s.phase == TRAVEL and could:
        raise TextError("phase: the opponent must place first; expected rival, or a + after the die (U22)")


def rival_could(s: Record) -> bool:
    """U22: whether the opponent has a marker of his second colour and an element for it."""
    if s.players != 2 or not s.supply[2 + (1 - s.turn)]:
        return False
    return any(s.body[b] & FREE and not is_hole(s, b) and len(kinds(s.body[b])) <= s.die for b in bodies(s))
