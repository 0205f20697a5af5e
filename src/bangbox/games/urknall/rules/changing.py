"""What happens after the travel in Urknall: bodies combine and separate, comets interfere, black holes form (U8–U14, U23–U29)."""

from bangbox.core.rules import rule

from .record import (
    AGAIN,
    ASK_JOIN,
    ASK_LEAVE,
    ASK_SPLIT,
    BODIES,
    CHANGE,
    COMET,
    END,
    HOLE,
    KINDS,
    OFF,
    ROLL,
    first_free_name,
    is_hole,
    markers,
    weigh_body,
)

# What a change must be (U8–U11). SEPARATE says that U10's condition holds, also if no vacant body is large enough.
NOTHING, COMBINE, SEPARATE = range(3)
NONE = 99  # larger than any body: the size of one that is not there


@rule
def number(s):
    """U23: the number of the change that is next (before the travel: the first one)."""
    return 7 - s.die if s.phase == AGAIN else s.die


@rule
def judge(s):
    """U8–U11: notes what the change must be, and the smallest vacant size; says whether there is anything to choose."""
    least, second, largest = NONE, NONE, 0  # of vacant bodies
    all_least, all_second, visited = NONE, NONE, 0  # of all bodies; the largest with astronauts
    for body in range(BODIES):
        size = s.size[body]
        if size > 0:
            all_least, all_second = min(all_least, size), min(all_second, max(all_least, size))
            if s.standing[body] > 0:
                visited = max(visited, size)
            else:
                least, second = min(least, size), min(second, max(least, size))
                largest = max(largest, size)
    due = number(s)
    s.least = least
    s.force = COMBINE if due >= least + second else SEPARATE if due <= 2 and due <= least < NONE else NOTHING
    if s.force == COMBINE or (s.force == SEPARATE and largest > due):
        return True
    return s.comet[s.turn] != 0 and (all_least + all_second <= due or (s.force == SEPARATE and visited > due))


@rule
def list_changes(s, out):
    """U9, U10 and, with the comet, U13, U14."""
    due = number(s)
    n = 0
    if s.force == COMBINE:
        n = list_joins(s, out, n, 0, due)
    elif s.force == SEPARATE:
        n = list_splits(s, out, n, 0, due)
    if n == 0:
        out[0] = ASK_LEAVE << 16
        n = 1
    if s.comet[s.turn] != 0:
        n = list_joins(s, out, n, COMET, due)
        if s.force == SEPARATE:
            n = list_splits(s, out, n, COMET, due)
    return n


@rule
def list_joins(s, out, n, comet, due):
    """Pairs together not larger than the change's number; without the comet both vacant and one of the smallest."""
    count = 0
    for body in range(BODIES):
        s.group[count] = body
        count += 0 < s.size[body] < due and (comet != 0 or s.standing[body] == 0)
    largest = NONE if comet else s.least
    for i in range(count):
        one = s.group[i]
        size = s.size[one]
        for j in range(i + 1, count):
            other = s.group[j]
            out[n] = comet | ASK_JOIN << 16 | one << 8 | other
            n += size + s.size[other] <= due and min(size, s.size[other]) <= largest
    return n


@rule
def list_splits(s, out, n, comet, due):
    """Parts of exactly the change's number: off vacant bodies, or with the comet off visited ones."""
    for body in range(BODIES):
        if s.size[body] > due and (s.standing[body] > 0) == (comet != 0):
            n = list_parts(out, n, comet | ASK_SPLIT << 16 | body << 8, s.body[body], due)
    return n


@rule
def list_parts(out, n, ask, word, due):
    """One choice for each part of one or two elements: their kinds, the second one 15 if there is none."""
    for kind in range(KINDS):
        count = word >> 4 * kind & 15
        if count > 0:
            if due == 1:
                out[n] = ask | kind << 4 | KINDS
                n += 1
            else:
                out[n] = ask | kind << 4 | kind
                n += count > 1
                for other in range(kind + 1, KINDS):
                    out[n] = ask | kind << 4 | other
                    n += (word >> 4 * other & 15) > 0
    return n


@rule
def change(s, ask, body, detail):
    """Two bodies become one, or one becomes two, or nothing changes; a black hole that forms is settled first (U29)."""
    if ask == ASK_JOIN:
        join(s, body, detail)
    elif ask == ASK_SPLIT:
        split(s, body, detail)
    if ask != ASK_LEAVE and is_hole(s, body):
        collapse(s, body)
    else:
        after_change(s)


@rule
def join(s, one, other):
    """U9, U13: the union keeps the earlier name; astronauts of both stand together."""
    s.body[one] += s.body[other]
    s.body[other] = 0
    weigh_body(s, one)
    s.size[other] = 0
    s.standing[one] += s.standing[other]
    s.standing[other] = 0
    for seat in range(s.players):
        if s.place[seat] == other:
            s.place[seat] = one


@rule
def split(s, body, part):
    """U10, U14: the part taken off gets the first free name; astronauts stay with the rest."""
    made = first_free_name(s)
    taken = 1 << 4 * (part >> 4)
    if part & 15 != KINDS:
        taken += 1 << 4 * (part & 15)
    s.body[made] = taken
    s.body[body] -= taken
    weigh_body(s, made)
    weigh_body(s, body)


@rule
def after_change(s):
    """U23: the second change, if one is due and there is anything to choose; otherwise the turn ends."""
    if s.phase == CHANGE and s.twice != 0:
        s.phase = AGAIN
        if judge(s):
            return
    end_turn(s)


@rule
def end_turn(s):
    """U18, U24: on to the next seat with markers; without one the game is over."""
    s.die = 0
    s.twice = 0
    for step in range(1, s.players + 1):
        seat = (s.turn + step) % s.players
        if s.supply[seat] > 0:
            s.turn = seat
            s.phase = ROLL
            return
    s.turn = 0
    s.phase = END


@rule
def collapse(s, body):
    """U26–U29: a black hole has formed."""
    lay = 0
    for slot in range(4):
        lay += markers(s.body[body], slot)
    s.body[body] = HOLE
    s.size[body] = 0
    s.standing[OFF] += s.standing[body]
    s.standing[body] = 0
    for seat in range(s.players):
        if s.place[seat] == body:
            s.place[seat] = OFF
    discard(s)
    if lay <= 1 and s.players != 3:
        discard(s)
    if any_supply(s):
        after_change(s)
    else:
        end_turn(s)  # U29: also when a second change is due


@rule
def discard(s):
    """U28: a marker of every supply that has one leaves the game; second colours too."""
    for slot in range(4):
        s.supply[slot] -= s.supply[slot] > 0


@rule
def any_supply(s):
    """Whether a player still has markers (second colours do not count)."""
    total = 0
    for seat in range(s.players):
        total += s.supply[seat]
    return total > 0
