"""What a choice of Urknall touches and causes, which rule is in force, and how both are put to people."""

from collections.abc import Sequence

from bangbox.core.contract import Seen
from bangbox.core.messages import About, Key, Message, Seat
from bangbox.core.record import Record

from ..notation import parts, taken
from ..notation.signs import COLOURS, NAMES, PHASES, bodies, element, is_hole, kind_of, kinds
from ..rules.dealing import PART
from ..rules.record import (
    AGAIN,
    ASK_DEAL,
    ASK_DISCARD,
    ASK_FIRST,
    ASK_JOIN,
    ASK_LEAVE,
    ASK_MARK,
    ASK_PLACE,
    ASK_ROLL,
    ASK_SPLIT,
    ASK_STAY,
    ASK_TRAVEL,
    END,
    FREE,
    OFF,
    RIVAL,
    TRAVEL,
)
from .valuation import COMBINE, NOTHING, SEPARATE, forced, vacant_sizes, worth

Arguments = dict[str, int | str | Seat | Key]

EFFECTS = {
    ASK_FIRST: "first", ASK_DEAL: "deal", ASK_PLACE: "place", ASK_ROLL: "roll", ASK_MARK: "mark", ASK_TRAVEL: "travel",
    ASK_STAY: "stay", ASK_DISCARD: "discard", ASK_LEAVE: "leave", ASK_JOIN: "combine", ASK_SPLIT: "separate",
}  # fmt: skip
RULES = {
    ASK_FIRST: "U4", ASK_DEAL: "U2", ASK_PLACE: "U4", ASK_ROLL: "U5", ASK_MARK: "U22", ASK_TRAVEL: "U6",
    ASK_STAY: "U7", ASK_DISCARD: "U7", ASK_LEAVE: "U11", ASK_JOIN: "U9", ASK_SPLIT: "U10",
}  # fmt: skip
COMET_RULES = {ASK_TRAVEL: "U16", ASK_STAY: "U15", ASK_JOIN: "U13", ASK_SPLIT: "U14"}
TOPICS = {"first": "U4", "deal": "U2", "place": "U4", "roll": "U5", "rival": "U22"}
FORCE_TOPICS = {COMBINE: "U9", SEPARATE: "U10", NOTHING: "U11"}
TRAVEL_TOPICS = {"travel": "U6", "stay": "U7", "discard": "U7", "return": "U27", "stranded": "U27"}


def grounds(pos: Seen, actions: Sequence[int]) -> list[tuple[int, ...]]:
    """Whose turn it is and where the astronaut stands; of two bodies that are joined also what they are."""
    s = pos.s
    turn, words = (s.players, s.turn, s.place[s.turn]), s.body.tolist()
    found: list[tuple[int, ...]] = []
    for action in actions:
        ask, body, other, _ = parts(action)
        found.append((*turn, s.black_hole, words[body], words[other]) if ask == ASK_JOIN else turn)
    return found


def about(pos: Seen, action: int) -> About:
    """What a choice touches and causes. A body's place is its name, an element's the body and the element: `c:r.`."""
    s = pos.s
    ask, _, _, comet = parts(action)
    effect, rule = EFFECTS[ask], (COMET_RULES if comet else RULES)[ask]
    if ask in (ASK_JOIN, ASK_SPLIT) and makes_hole(s, action):
        effect, rule = "hole", "U25"
    elif ask in (ASK_TRAVEL, ASK_DISCARD) and s.place[s.turn] == OFF:
        rule = "U27"
    return About(["comet"] * comet + places(s, action), [f"comet-{s.turn}"] * comet + pieces(s, action), effect, rule)


def places(s: Record, action: int) -> list[str]:
    """Where a player would tap."""
    ask, body, detail, _ = parts(action)
    if ask in (ASK_MARK, ASK_TRAVEL):
        return [element_place(s.players, body, 5 * detail)]
    if ask == ASK_STAY:
        return [element_place(s.players, s.place[s.turn], 5 * detail)]
    if ask == ASK_JOIN:
        return [NAMES[body], NAMES[detail]]
    if ask == ASK_SPLIT:
        return [element_place(s.players, body, kind) for kind in taken(detail)]
    if ask in (ASK_DEAL, ASK_PLACE):
        return [NAMES[body]]
    return {ASK_FIRST: [f"seat-{detail}"], ASK_ROLL: ["die"], ASK_DISCARD: ["supply"], ASK_LEAVE: ["leave"]}[ask]


def element_place(players: int, body: int, kind: int) -> str:
    """The place of the elements of a kind on a body; they are interchangeable (U12)."""
    return f"{NAMES[body]}:{element(players, kind)}"


def pieces(s: Record, action: int) -> list[str]:
    """What moves: astronauts, markers, or the elements that come to another body."""
    ask, body, detail, _ = parts(action)
    if ask in (ASK_PLACE, ASK_TRAVEL):
        return [f"astronaut-{s.turn}", f"marker-{s.turn}"]
    if ask in (ASK_STAY, ASK_DISCARD):
        return [f"marker-{s.turn}"]
    if ask == ASK_MARK:
        return [f"marker-{5 - s.turn}"]  # the opponent's second colour: 4 of seat 0, 5 of seat 1
    if ask == ASK_JOIN:
        return [element_place(s.players, detail, kind) for kind in kinds(s.body[detail])]
    if ask == ASK_SPLIT:
        return [element_place(s.players, body, kind) for kind in taken(detail)]
    return ["die"] if ask == ASK_ROLL else []


def makes_hole(s: Record, action: int) -> bool:
    """U25: whether a change makes a black hole (a separation cannot: no body has more than six elements)."""
    ask, body, detail, _ = parts(action)
    if not s.black_hole or ask != ASK_JOIN:
        return False
    return sorted(kind // 5 for one in (body, detail) for kind in kinds(s.body[one])) == [0, 0, 1, 1, 2, 2]


def label(pos: Seen, action: int) -> Message:
    """A choice as a person reads it."""
    s = pos.s
    ask, body, detail, comet = parts(action)
    key = ("comet." if comet else "") + EFFECTS[ask]
    if ask in (ASK_MARK, ASK_TRAVEL, ASK_STAY):
        where = s.place[s.turn] if ask == ASK_STAY else body
        return Message(key, {"body": NAMES[where], "colour": colour_word(detail)})
    if ask == ASK_JOIN:
        return Message(key + (".hole" if makes_hole(s, action) else ""), {"one": NAMES[body], "other": NAMES[detail]})
    if ask == ASK_SPLIT:
        return separation(s, key, body, taken(detail))
    if ask == ASK_DEAL:
        found = {word: int(PART[detail, c]) for c, word in enumerate(("red", "green", "blue"))}
        return Message(key, {"body": NAMES[body], **found})
    arguments: Arguments = {"who": Seat(detail)} if ask == ASK_FIRST else {"number": detail} if ask == ASK_ROLL else {}
    return Message(key, {"body": NAMES[body]} if ask == ASK_PLACE else arguments)


def colour_word(colour: int) -> Key:
    """A colour in a sentence."""
    return Key(f"colour.{COLOURS[colour]}")


def separation(s: Record, key: str, body: int, part: list[int]) -> Message:
    """`separate.free.marked` and so on: every element taken off is free, or has somebody's marker, or one of a second colour."""
    arguments: Arguments = {"body": NAMES[body]}
    for place, kind in enumerate(part, 1):
        colour, slot = kind_of(kind)
        arguments[f"colour{place}"] = colour_word(colour)
        second = s.players == 2 and slot is not None and slot >= 2
        key += ".free" if slot is None else ".second" if second else ".marked"
        if slot is not None:
            arguments[f"who{place}"] = Seat(slot - 2 if second else slot)
    return Message(key, arguments)


def topic(pos: Seen) -> str:
    """The number of the rule in force now."""
    s = pos.s
    if s.phase == END:
        return "U24" if s.players == 2 else "U19"
    if s.phase == TRAVEL:
        return TRAVEL_TOPICS[errand(s)]
    return TOPICS.get(PHASES[s.phase]) or FORCE_TOPICS[force(s)]


def prompt(pos: Seen) -> Message:
    """What the player to move is asked, or what is going on."""
    s = pos.s
    if s.phase == END:
        return outcome(pos)
    if s.phase == TRAVEL:
        here = s.place[s.turn]
        return Message(f"prompt.{errand(s)}", {"number": s.die} | ({} if here == OFF else {"body": NAMES[here]}))
    if s.phase == RIVAL:
        return Message("prompt.rival", {"number": s.die})
    if PHASES[s.phase] in TOPICS:
        return Message(f"prompt.{PHASES[s.phase]}", {"who": Seat(s.turn)})
    return Message(f"prompt.{force(s)}", {"number": number(s)})


def outcome(pos: Seen) -> Message:
    """Why it ended (U18, U24), who has won and with what; between two also whether second colours decided it."""
    won, scores = pos.winners, pos.scores
    how: Arguments = {"how": Key("over.first" if pos.s.players == 2 else "over.markers"), "n": max(scores)}
    if pos.s.players == 2 and (len(set(scores)) == 1 or not won):
        return outcome_by_second(pos, how)
    if len(won) == 1:
        return Message("prompt.over", how | {"who": Seat(won[0])})
    return Message(f"prompt.over.{len(won)}", how | {f"who{place}": Seat(seat) for place, seat in enumerate(won, 1)})


def outcome_by_second(pos: Seen, how: Arguments) -> Message:
    """U24: the second colours beat both players, or break their tie, or leave it."""
    mine, other = sorted((second_points(pos.s, seat) for seat in range(2)), reverse=True)
    if pos.winners:
        return Message("prompt.over.second", how | {"who": Seat(pos.winners[0]), "a": mine, "b": other})
    return Message("prompt.over.tie" if any(pos.payoffs) else "prompt.over.lost", how | {"a": mine})


def second_points(s: Record, seat: int) -> int:
    """U24: what a second colour has."""
    return sum(worth(s, body)[seat + 2] for body in bodies(s))


def number(s: Record) -> int:
    """The number of the change that is next."""
    return 7 - s.die if s.phase == AGAIN else s.die


def force(s: Record) -> str:
    """What the present change must be."""
    return forced(number(s), vacant_sizes(s))


def errand(s: Record) -> str:
    """What the astronaut must do without the comet: travel, stay, discard, or from off the table return (stranded: cannot)."""
    here, words = s.place[s.turn], s.body.tolist()
    marked = [words[body] for body in bodies(s) if body != here and words[body] & FREE and not is_hole(s, body)]
    if here == OFF:
        return "return" if marked else "stranded"
    if any(colours(words[here]) & colours(word) for word in marked):
        return "travel"
    return "stay" if words[here] & FREE else "discard"


def colours(word: int) -> set[int]:
    """The colours of a body."""
    return {kind // 5 for kind in kinds(word)}
