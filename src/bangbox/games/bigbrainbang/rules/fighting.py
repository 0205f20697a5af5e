"""What a new tile causes (B12–B17), and how losses are settled (B18), as steps that stop where a seat is asked."""

from bangbox.core.rules import rule

from .record import (
    ATTACK,
    HOME,
    IN_HAND,
    MOVE,
    NO_TILE,
    NOBODY,
    PAWN,
    PAWNS,
    SETTLED,
    SIZE,
    SPREAD,
    SUPPORT,
    TAKE,
    holder,
    holdings,
    lowest,
    network,
    on_tile,
    remove,
    unused_pawn,
)


@rule
def meet(s):
    """The new tile lies on the table: whom it touches decides what happens."""
    touched = s.near[s.fresh] & s.lying
    rivals = 0
    rival = NOBODY
    foes = 0
    for seat in range(s.players):
        hit = touched & holdings(s, seat)
        if seat != s.seat and hit != 0:
            rivals += 1
            rival = seat
            foes |= hit
    if touched & holdings(s, s.seat):
        s.helped = s.seat
        if rivals == 0:  # B13
            return join(s)
        s.foes = foes  # B15
        return fight(s)
    if rivals == 0:  # B12
        s.decider = s.seat
        return PAWN if unused_pawn(s, s.seat) < PAWNS else settled(s)
    if rivals == 1:  # B14
        s.helped = rival
        return join(s)
    return SUPPORT  # B16


@rule
def support(s, seat):
    """The new tile fights for a seat against all others it touches (B16)."""
    s.helped = seat
    touched = s.near[s.fresh] & s.lying
    for other in range(s.players):
        if other != seat:
            s.foes |= touched & holdings(s, other)
    return fight(s)


@rule
def fight(s):
    """Attacks what is left to attack; asks for the order while there are several networks (B15)."""
    while s.foes:
        if s.foes & ~network(s, lowest(s.foes)):
            s.decider = s.seat
            return ATTACK
        attack(s, lowest(s.foes))
    return settle_losses(s)


@rule
def attack(s, tile):
    """The new tile attacks the network of a tile: all or nothing (B15)."""
    net = network(s, tile)
    hit = s.foes & net
    rest = hit
    while rest:
        if SIZE[lowest(rest)] < SIZE[s.fresh]:  # a smaller tile cannot be beaten
            s.foes = 0
            remove(s, 1 << s.fresh)
            s.fresh = NO_TILE
            return
        rest &= rest - 1
    s.foes &= ~hit
    lose(s, net, hit)


@rule
def burn(s, tiles):
    """Destroys tiles, anyone's (B20)."""
    while tiles:
        net = network(s, lowest(tiles))
        lose(s, net, net & tiles)
        tiles &= ~net
    return settle_losses(s)


@rule
def lose(s, net, hit):
    """Removes tiles of a network and notes what its owner has to settle (B18)."""
    owner = holder(s, net)
    remove(s, hit)
    rest = net & ~hit
    if owner == NOBODY:
        return
    broken = rest != 0 and network(s, lowest(rest)) != rest
    if broken:
        s.broken[owner] |= rest
    for p in range(PAWNS):
        pawn = s.pawns[owner, p]
        if on_tile(pawn) and net >> pawn & 1:
            if rest == 0:
                s.pawns[owner, p] = HOME
            elif broken or hit >> pawn & 1:
                s.pawns[owner, p] = IN_HAND
                s.must[owner, p] = rest


@rule
def settle_losses(s):
    """Goes clockwise from the active player to the next loss that its owner has to settle (B18)."""
    for k in range(s.players):
        seat = (s.seat + k) % s.players
        for p in range(PAWNS):
            if s.pawns[seat, p] == IN_HAND:
                if s.must[seat, p] & (s.must[seat, p] - 1):
                    s.decider = seat
                    return MOVE
                put_down(s, seat, p, lowest(s.must[seat, p]))
        if s.broken[seat]:
            if unused_pawn(s, seat) < PAWNS and vacant_parts(s, seat):
                s.decider = seat
                return SPREAD
            s.broken[seat] = 0
    return join(s) if s.fresh != NO_TILE else settled(s)


@rule
def put_down(s, seat, p, tile):
    """A pawn in hand goes to a tile."""
    s.pawns[seat, p] = tile
    s.must[seat, p] = 0


@rule
def pawn_in_hand(s, seat):
    """The first pawn of the seat that is in hand, or PAWNS."""
    for p in range(PAWNS):
        if s.pawns[seat, p] == IN_HAND:
            return p
    return PAWNS


@rule
def vacant_parts(s, seat):
    """The tiles of a seat's broken networks on which no pawn of his stands, part by part (B18)."""
    vacant = s.broken[seat]
    for p in range(PAWNS):
        if on_tile(s.pawns[seat, p]):
            vacant &= ~network(s, s.pawns[seat, p])
    return vacant


@rule
def join(s):
    """The new tile stays and joins the networks of the one it helps; he may take a pawn back if it joins two (B13, B14)."""
    if joins_two(s):
        s.decider = s.helped
        return TAKE
    return settled(s)


@rule
def joins_two(s):
    """Whether the new tile joins the two networks of the one it helps (B13, B14)."""
    first = s.pawns[s.helped, 0]
    second = s.pawns[s.helped, 1]
    if not on_tile(first) or not on_tile(second):
        return False
    one = network(s, first)
    other = network(s, second)
    return one != other and one & s.near[s.fresh] != 0 and other & s.near[s.fresh] != 0


@rule
def settled(s):
    """The new tile, if it stayed, is a tile like any other; everything is settled."""
    if s.fresh != NO_TILE:
        s.lying |= 1 << s.fresh
    s.fresh = NO_TILE
    s.helped = NOBODY
    s.decider = s.seat
    for seat in range(s.players):  # pawns are alike: one order for one position
        if s.pawns[seat, 0] > s.pawns[seat, 1]:
            pawn = s.pawns[seat, 0]
            s.pawns[seat, 0] = s.pawns[seat, 1]
            s.pawns[seat, 1] = pawn
    return SETTLED
