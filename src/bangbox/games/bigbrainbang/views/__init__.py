"""What pages and terminals show of Big Brain Bang: everything on the table, its networks, and what a placement would cause."""

import msgspec

from bangbox.core.contract import Seen
from bangbox.core.messages import Message, Points
from bangbox.core.record import Record

from ..data import DICE, FIRST_SHAPE, PIECES, SIZES, UNITS
from ..inputs import Pose
from ..notation import FACES, SIDES, table_of
from ..notation.signs import PHASES, THROWS, TILE_NAMES
from ..queries import cheap_outcome, thrown_die
from ..rules.packing import ABSENT, BOXES, STANDING
from ..rules.record import (
    BURN,
    FLIGHT,
    GONE,
    IN_HAND,
    NO_DIE,
    ON_TABLE,
    PATIENCE,
    PAWNS,
    PLACE,
    POINTS,
    SIZE,
    TAKE,
    TILES,
    TOKEN_POINTS,
)
from . import shapes
from .refusals import why_not
from .telling import about, effect_of, label, prompt, tiles_of_size, topic

__all__ = ["View", "about", "label", "prompt", "tally", "topic", "view", "why_not"]

SPREAD_THROWS = 60


class Tile(msgspec.Struct, frozen=True):
    """A tile on the table, in metres and degrees."""

    name: str
    size: str
    x: float  # where its hole is that was put over the die
    y: float
    angle: float
    face: str
    outline: list[tuple[float, float]]
    holes: list[tuple[float, float]]
    owner: int | None
    fresh: bool  # just placed, still being settled


class Network(msgspec.Struct, frozen=True):
    """Tiles that hang together."""

    tiles: list[str]
    owner: int | None
    points: int


class Player(msgspec.Struct, frozen=True):
    """What a seat has beside its networks."""

    side: int  # of the table: 0 south, 1 east, 2 north, 3 west
    tokens: int
    pawns: list[str]  # a tile, "home" or "hand"
    points: int


class GameBox(msgspec.Struct, frozen=True):
    """The box on the table, in metres and degrees."""

    kind: str
    x: float
    y: float
    angle: float
    size: tuple[float, float, float]


class RestingDie(msgspec.Struct, frozen=True):
    """The die over which something is to be placed."""

    colour: str
    x: float
    y: float
    angle: float


class Foe(msgspec.Struct, frozen=True):
    """A network that a placement would attack, or could."""

    owner: int
    touched: list[str]
    beaten: bool


class Preview(msgspec.Struct, frozen=True):
    """What a placement would touch and cause."""

    action: int
    name: str
    outline: list[tuple[float, float]]  # empty for the Burner: turn its own
    holes: list[tuple[float, float]]
    touches: list[str]
    effect: str
    rule: str
    foes: list[Foe]


class Turn(msgspec.Struct, frozen=True):
    """How far the turn is."""

    dice: list[str]  # chosen, in the order of throwing
    thrown: int
    burner: str  # "ready", "spent" or "burning"; "" without a token
    misfires: int


class Spread(msgspec.Struct, frozen=True):
    """Where dice thrown as the one in the air come to rest, for learners: by cheap throws, or by physics for who can wait."""

    rests: list[tuple[float, float]]
    astray: int  # how many of all did not lie flat on the table
    thrown: int


class View(msgspec.Struct, frozen=True):
    """Everything a table shows."""

    phase: str
    seat: int
    decider: int
    throws: str
    table: float  # metres
    die_size: float
    turns_left: int
    turn: Turn
    players: list[Player]
    piles: dict[str, int]
    gone: list[str]
    tiles: list[Tile]
    networks: list[Network]
    box: GameBox | None
    die: RestingDie | None
    burner: list[tuple[float, float]]  # its outline around its hole
    previews: list[Preview]  # for the one who is asked to place a tile or the Burner
    spread: Spread | None  # while a die is in the air: what a preview of a throw shows


def view(pos: Seen) -> View:
    """The whole table; nothing in this game is secret."""
    s = pos.s
    nets = networks(pos)
    owners = {tile: net.owner for net in nets for tile in net.tiles}
    return View(
        phase=PHASES[s.phase],
        seat=s.seat,
        decider=s.decider,
        throws=THROWS[s.throws],
        table=table_of(s) / UNITS,
        die_size=shapes.DIE,
        turns_left=PATIENCE - s.turns,
        turn=turn(pos),
        players=[player(pos, seat) for seat in range(s.players)],
        piles=dict(zip(SIZES, s.piles, strict=True)),
        gone=[TILE_NAMES[tile] for tile in range(TILES) if s.tiles[tile].state == GONE],
        tiles=[tile_view(pos, tile, owners.get(TILE_NAMES[tile])) for tile in range(TILES) if s.tiles[tile].state == ON_TABLE],
        networks=nets,
        box=box(pos),
        die=resting_die(pos),
        burner=shapes.BURNER,
        previews=previews(pos),
        spread=spread(pos),
    )


def turn(pos: Seen) -> Turn:
    s = pos.s
    burner = "burning" if s.burning else "spent" if s.burned else "ready" if s.tokens[s.seat] else ""
    return Turn([DICE[d] for d in s.dice if d != NO_DIE], s.thrown, burner, s.misfires)


def player(pos: Seen, seat: int) -> Player:
    s = pos.s
    places = {**dict(enumerate(TILE_NAMES)), IN_HAND: "hand"}
    pawns = [places.get(s.pawns[seat, p], "home") for p in range(PAWNS)]
    return Player(SIDES[s.players][seat], s.tokens[seat], pawns, pos.scores[seat])


def tile_view(pos: Seen, tile: int, owner: int | None) -> Tile:
    t = pos.s.tiles[tile]
    pose = (t.shape, t.x, t.y, t.angle)
    return Tile(
        TILE_NAMES[tile],
        SIZES[SIZE[tile]],
        t.x / UNITS,
        t.y / UNITS,
        t.angle / 10,
        FACES[(t.shape - FIRST_SHAPE[SIZE[tile]]) % 2],
        shapes.outline(*pose),
        shapes.holes(*pose),
        owner,
        tile == pos.s.fresh,
    )


def members(tiles: int) -> list[int]:
    """The numbers of the tiles of a set."""
    return [tile for tile in range(TILES) if tiles >> tile & 1]


def networks(pos: Seen) -> list[Network]:
    """All networks; the new tile is in none before it is certain which one it joins."""
    s = pos.s
    found = []
    lying = rest = s.lying | (1 << s.fresh if s.phase == TAKE else 0)
    while rest:
        net = grown(s, rest & -rest, lying)
        rest &= ~net
        owners = [
            seat for seat in range(s.players) for p in range(PAWNS) if s.pawns[seat, p] < TILES and net >> s.pawns[seat, p] & 1
        ]
        points = sum(int(POINTS[SIZE[tile]]) for tile in members(net))
        found.append(Network([TILE_NAMES[tile] for tile in members(net)], owners[0] if owners else None, points))
    return found


def grown(s: Record, tiles: int, lying: int) -> int:
    """A set of tiles with all that hangs together with it, of those that lie."""
    while True:
        more = tiles
        for tile in members(tiles):
            more |= s.near[tile] & lying
        if more == tiles:
            return tiles
        tiles = more


def box(pos: Seen) -> GameBox | None:
    s = pos.s
    if s.box == ABSENT:
        return None
    length, height = PIECES["box"]["length"], PIECES["box"]["height"]
    size = (length, height, length) if s.box == STANDING else (length, length, height)
    return GameBox(BOXES[s.box], s.box_x / 1000, s.box_y / 1000, float(s.box_angle), size)


def resting_die(pos: Seen) -> RestingDie | None:
    s = pos.s
    if s.phase not in (PLACE, BURN):
        return None
    return RestingDie(DICE[thrown_die(s)], s.die_x / UNITS, s.die_y / UNITS, s.die_angle / 10)


def spread(pos: Seen) -> Spread | None:
    """The same tremors for every throw, so that only the aim makes a difference."""
    if pos.s.phase != FLIGHT:
        return None
    return spread_of([Pose.unpack(cheap_outcome(pos.s, tremor)) for tremor in range(SPREAD_THROWS)])


def spread_of(ends: list[Pose]) -> Spread:
    """Where dice that ended so came to rest."""
    rests = [(end.x / UNITS, end.y / UNITS) for end in ends if end.outcome == "flat"]
    return Spread(rests, len(ends) - len(rests), len(ends))


def previews(pos: Seen) -> list[Preview]:
    """For whoever is to place something: what each way would touch and cause, before it is confirmed."""
    if pos.s.phase not in (PLACE, BURN):
        return []
    nets = networks(pos)
    return [preview(pos, action, nets) for action in pos.choices()]


def preview(pos: Seen, action: int, nets: list[Network]) -> Preview:
    after = pos.after(action)
    touched = members(after.hit)
    names = [TILE_NAMES[tile] for tile in touched]
    if pos.s.phase == BURN:
        return Preview(action, pos.name(action), [], [], names, "burn", "B20", [])
    new = next(
        tile for tile in range(TILES) if after.tiles[tile].state != pos.s.tiles[tile].state and not pos.s.tiles[tile].state
    )
    hit = [(net, [name for name in names if name in net.tiles]) for net in nets]
    owners = {net.owner for net, tiles in hit if tiles and net.owner is not None}
    effect, rule = effect_of(owners, pos.s.seat, bool(names))
    foes = [
        Foe(net.owner, tiles, all(SIZE[TILE_NAMES.index(tile)] >= SIZE[new] for tile in tiles))
        for net, tiles in hit
        if tiles and net.owner is not None and net.owner != pos.s.seat and effect in ("fight", "choose")
    ]
    pose = placed(pos, action)
    return Preview(action, pos.name(action), shapes.outline(*pose), shapes.holes(*pose), names, effect, rule, foes)


def placed(pos: Seen, action: int) -> tuple[int, int, int, int]:
    """The shape and pose that the new tile would have."""
    s = pos.s
    return FIRST_SHAPE[thrown_die(s)] + action // 4, s.die_x, s.die_y, s.die_angle + 900 * (action % 4)


def tally(pos: Seen) -> list[Points]:
    """Points by seat and reason: tiles of its networks by size, and unspent tokens (B22)."""
    found = []
    for seat in range(pos.s.players):
        for size, name in enumerate(SIZES):
            if count := tiles_of_size(pos, seat, size):
                found.append(Points(seat, count * int(POINTS[size]), Message(f"reason.{name}", {"n": count}), "B22"))
        if tokens := pos.s.tokens[seat]:
            found.append(Points(seat, tokens * TOKEN_POINTS, Message("reason.tokens", {"n": tokens}), "B22"))
    return found
