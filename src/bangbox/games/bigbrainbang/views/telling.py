"""What is said about the choices of Big Brain Bang: labels, effects, rules in force."""

from bangbox.core.contract import Seen
from bangbox.core.messages import About, Key, Message, Seat

from ..data import DICE, SIZES
from ..inputs import Box, Pose
from ..notation import FACES, VERBS, dice_name, placing_name
from ..notation.signs import TILE_NAMES
from ..queries import counted, holdings, network, thrown_die
from ..rules.listing import BURN_FIRST, BURNER, KEEP, LIFT, REFUSE
from ..rules.record import (
    AFTER,
    AIM,
    ATTACK,
    BOX,
    BURN,
    DROP,
    END,
    FLIGHT,
    MOVE,
    NO_DIE,
    PATIENCE,
    PAWN,
    PLACE,
    SIZE,
    SPREAD,
    START,
    SUPPORT,
    TAKE,
    TILES,
)
from .words import rested, thrown

TOPICS = ["B4", "B5", "B6", "B7", "B8", "B10", "B12", "B16", "B15", "B18", "B18", "B13", "B20", "B19", "B21"]  # by phase


def effect_of(owners: set[int], seat: int, touches: bool) -> tuple[str, str]:
    """What a new tile causes that touches networks of these owners, and the rule that says so."""
    others = owners - {seat}
    if seat in owners:
        return ("fight", "B15") if others else ("join", "B13")
    if len(others) > 1:
        return "choose", "B16"
    if others:
        return "help", "B14"
    return ("neutral" if touches else "alone"), "B12"


def about(pos: Seen, action: int) -> About:
    """What an action touches and causes: tiles are pieces and places, beside dice, box, Burner and the ways to place a tile."""
    phase, rule = pos.s.phase, topic(pos)
    if phase in (DROP, FLIGHT):
        return About([], ["die"], "rest", rule)
    if phase == START:
        return burner_about() if action == BURNER else About(dice_name(action).split(), [], "dice", "B5")
    if phase == BOX:
        return burner_about() if action == BURN_FIRST else About(["box"], ["box"], "box", "B6")
    if phase == AIM:
        return About([], [DICE[thrown_die(pos.s)]], "throw", "B7")
    if phase in (PLACE, BURN):
        return placed_about(pos, action)
    if phase == PAWN:
        return About([TILE_NAMES[pos.s.fresh]] if action else [], ["pawn"], "pawn" if action else "leave", "B12")
    if phase == AFTER:
        return burner_about() if action else About([], [], "end", "B19")
    if phase == SUPPORT:
        return About([f"seat {action}"], [TILE_NAMES[pos.s.fresh]], "support", "B16")
    return About(
        [] if action == REFUSE else [TILE_NAMES[action]],
        ["pawn"] if phase != ATTACK else attacked(pos, action),
        told(phase, action),
        rule,
    )


def told(phase: int, action: int) -> str:
    return "leave" if action == REFUSE else VERBS[phase]


def burner_about() -> About:
    return About(["burner"], ["token"], "burner", "B19")


def placed_about(pos: Seen, action: int) -> About:
    """A tile or the Burner over the die: what it would touch."""
    s = pos.s
    hit = pos.after(action).hit
    pieces = [name for tile, name in enumerate(TILE_NAMES) if hit >> tile & 1]
    if s.phase == BURN:
        return About([f"{action}"], pieces, "burn", "B20")
    owners = {seat for seat in range(s.players) if hit & holdings(s, seat)}
    effect, rule = effect_of(owners, s.seat, bool(hit))
    return About([placing_name(action)], pieces, effect, rule)


def attacked(pos: Seen, tile: int) -> list[str]:
    """The touched tiles of the network that would be attacked."""
    tiles = pos.s.foes & network(pos.s, tile)
    return [name for i, name in enumerate(TILE_NAMES) if tiles >> i & 1]


def label(pos: Seen, action: int) -> Message:
    """What a person reads for an action."""
    s = pos.s
    if s.phase == DROP:
        return drop_label(pos, action)
    if s.phase == FLIGHT:
        return rest_label(pos, Pose.unpack(action))
    if s.phase == START:
        return Message("burner") if action == BURNER else dice_label(action)
    if s.phase == BOX:
        return box_label(action)
    if s.phase == AIM:
        return thrown(s, action)
    if s.phase == PLACE:
        return place_label(pos, action)
    if s.phase == BURN:
        burnt = placed_about(pos, action).pieces
        return Message("burn" if burnt else "burn.none", {"angle": action, "tiles": ", ".join(burnt)})
    if s.phase == PAWN:
        return Message("pawn" if action else "pawn.none")
    if s.phase == AFTER:
        return Message("burner" if action else "end")
    if s.phase == SUPPORT:
        return Message("support", {"who": Seat(action)})
    if action == REFUSE:
        return Message("spread.none" if s.phase == SPREAD else "take.none")
    return Message(VERBS[s.phase], {"tile": TILE_NAMES[action]})


def drop_label(pos: Seen, action: int) -> Message:
    """Where the first die stopped, and who begins therefore (B4)."""
    after, pose = pos.after(action), Pose.unpack(action)
    if after.phase == DROP:
        return Message("drop.again")
    return Message("drop", {"x": round(pose.x / 100), "y": round(pose.y / 100), "who": Seat(after.seat)})


def place_label(pos: Seen, action: int) -> Message:
    """How a tile is put over the die, and what it touches."""
    s, about = pos.s, placed_about(pos, action)
    touched = {seat for seat in range(s.players) for name in about.pieces if holdings(s, seat) >> TILE_NAMES.index(name) & 1}
    joined = next(iter(touched)) if about.effect == "help" else s.seat
    return Message(
        f"place.{'join' if about.effect == 'help' else about.effect}",
        {
            "size": Key(f"size.{SIZES[thrown_die(s)]}"),
            "hole": action // 8 + 1,
            "face": Key(f"face.{FACES[action // 4 % 2]}"),
            "turn": action % 4 * 90,
            "tiles": ", ".join(about.pieces),
            "who": Seat(joined),
        },
    )


def rest_label(pos: Seen, pose: Pose) -> Message:
    return rested(pos.s, pose) if pose.outcome == "flat" else Message(f"rest.{pose.outcome}")


def dice_label(action: int) -> Message:
    first, second = divmod(action, 4)
    if second == NO_DIE:
        return Message("dice.one", {"first": Key(f"die.{DICE[first]}")})
    return Message("dice", {"first": Key(f"die.{DICE[first]}"), "second": Key(f"die.{DICE[second]}")})


def box_label(action: int) -> Message:
    listed = {KEEP: "box.keep", LIFT: "box.lift", BURN_FIRST: "burner"}
    if action in listed:
        return Message(listed[action])
    kind, x, y, angle = Box.unpack(action)
    return Message(f"box.{kind}", {"x": x, "y": y, "angle": angle})


def topic(pos: Seen) -> str:
    """The rule in force now."""
    s = pos.s
    if s.phase == TAKE and s.decider != s.seat:
        return "B14"
    if s.phase in (BOX, AIM) and s.burning:
        return "B19"
    if s.phase == END and s.turns == PATIENCE:
        return "B24"
    return TOPICS[s.phase]


def prompt(pos: Seen) -> Message:
    """What the actor is asked, in a sentence."""
    s = pos.s
    if s.phase in (BOX, AIM):
        kind = "box" if s.phase == BOX else "aim"
        if s.burning:
            return Message(f"prompt.{kind}.burner")
        return Message(f"prompt.{kind}", {"die": Key(f"die.{DICE[thrown_die(s)]}")})
    if s.phase == PLACE:
        return Message("prompt.place", {"size": Key(f"size.{SIZES[thrown_die(s)]}")})
    if s.phase == MOVE and s.broken[s.decider]:
        return Message("prompt.move.broken")
    return outcome(pos) if s.phase == END else Message(f"prompt.{PROMPTS[s.phase]}")


def outcome(pos: Seen) -> Message:
    """How it ended (B21, B24), and what decided it (B23)."""
    how, scores = Key("over.tiles" if topic(pos) == "B21" else "over.patience"), pos.scores
    if not pos.winners:
        return Message("prompt.over.nobody", {"how": how})
    won = pos.winners[0]
    told: dict[str, int | str | Seat | Key] = {"how": how, "who": Seat(won), "n": scores[won]}
    if scores.count(scores[won]) == 1:
        return Message("prompt.over", told)
    size, more, less = tie_break(pos)
    return Message("prompt.over.level", told | {"size": Key(f"size.{size}"), "a": more, "b": less})


def tie_break(pos: Seen) -> tuple[str, int, int]:
    """B23: the size of tiles by which one of several with the most points wins, and how many the winner and the next have."""
    level = [seat for seat in range(pos.players) if pos.scores[seat] == max(pos.scores)]
    for size in range(len(SIZES)):
        held = sorted((tiles_of_size(pos, seat, size) for seat in level), reverse=True)
        if held[0] > held[1]:
            return SIZES[size], held[0], held[1]
        level = [seat for seat in level if tiles_of_size(pos, seat, size) == held[0]]
    raise AssertionError("nobody wins")  # and then nobody asks


def tiles_of_size(pos: Seen, seat: int, size: int) -> int:
    """How many tiles of a size count for a seat."""
    held = counted(pos.s, seat)
    return sum(held >> tile & 1 for tile in range(TILES) if SIZE[tile] == size)


PROMPTS = {
    DROP: "drop", START: "start", FLIGHT: "flight", PAWN: "pawn", SUPPORT: "support", ATTACK: "attack", MOVE: "move",
    SPREAD: "spread", TAKE: "take", BURN: "burn", AFTER: "after",
}  # fmt: skip
