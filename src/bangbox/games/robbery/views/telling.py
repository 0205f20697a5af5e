"""What a choice of The Great Brain Robbery touches and causes, and how it is put to people."""

from collections.abc import Hashable, Sequence

from bangbox.core.contract import Seen
from bangbox.core.messages import About, Key, Message, Seat
from bangbox.core.record import Record

from ..data import CARS, ENGINE, SPACES, Face
from ..notation import place_name
from ..queries import dice_count, fighters, limit, steps_left
from ..rules.record import (
    AHEAD,
    BEHIND,
    BRAKES,
    BRAWL,
    BUILD,
    CAR,
    CHEESE,
    COUPLE,
    DEAL,
    DECK,
    DICE,
    DIE,
    DISCARD,
    DISCARDS,
    DRAW,
    DRAWN,
    END,
    FACES,
    FIGHT,
    FIRST,
    GIVE,
    HIT,
    INSTALL,
    INSTALL_CARD,
    LIMIT,
    LOSS,
    MEET,
    MOVE,
    PASS,
    PEACE,
    PHASES,
    READY,
    ROLL,
    RUN,
    SPOILS,
    STARTER,
    TWO_DICE,
)
from .train import front_place, steps_to

Arguments = dict[str, int | str | Seat | Key]

TOPICS = {
    FIRST: "R4", CHEESE: "R30", DEAL: "R4", BUILD: "R4", DISCARDS: "R6", ROLL: "R7", MOVE: "R8", COUPLE: "R10", LOSS: "R11",
    DRAW: "R16", MEET: "R17", DICE: "R18", BRAWL: "R19", SPOILS: "R21", INSTALL: "R22", LIMIT: "R23", END: "R24",
}  # fmt: skip
FIXED = {
    AHEAD: About(["front"], [], "ahead", "R10"),
    READY: About(["ready"], [], "ready", "R7"),
    FIGHT: About(["fight"], [], "fight", "R17"),
    PEACE: About(["peace"], [], "peace", "R17"),
}


def card_name(number: int) -> Key:
    """A card's name as a message."""
    return Key(f"card.{DECK[number - 1].key}")


def topic(pos: Seen) -> str:
    """The number of the rule in force now."""
    s = pos.s
    return "R13" if s.phase == MOVE and s.place[s.turn] == BEHIND else TOPICS[s.phase]


def grounds(pos: Seen, actions: Sequence[int]) -> list[Hashable]:
    """In a move how far a place is, what it brings and in which car it is; else the moment, with whatever numbers it tells."""
    s = pos.s
    if s.phase != MOVE:
        told = {DISCARDS: [dice_count(s, s.turn)], MEET: fighters(s), SPOILS: [s.pool[0]], LOSS: [s.cars]}.get(s.phase, [])
        return [(s.phase, s.turn, s.asked, *told)] * len(actions)
    steps, brings, turn, place = steps_to(s), arrivals(s), s.turn, s.place[s.turn]
    front, train = steps[front_place(s)], tuple(s.train.tolist()[: s.cars])
    return [
        front if action == AHEAD else (turn, place == action, steps.get(action), brings.get(action), train) for action in actions
    ]


# -- what a choice touches and causes


def about(pos: Seen, action: int) -> About:
    """Places (spaces, `front`, `card-27`, `head-2`, `discards`, or the word of a plain answer), pieces, effect, rule."""
    s = pos.s
    if action in FIXED:
        return FIXED[action]
    if action < AHEAD:
        effect, rule = arrival(s, action)
        return About([place_name(action)], [f"pawn-{s.turn}"], effect, rule)
    if action == PASS:
        return About(["pass"], [], "pass", TOPICS[s.phase])
    if action < GIVE:
        return about_card(s, action)
    if action < READY:
        return About([f"card-{s.pool[0]}", f"head-{action - GIVE}"], [f"card-{s.pool[0]}"], "give", "R21")
    return about_outcome(s, action)


def about_card(s: Record, action: int) -> About:
    """A hand card (or, after a fight, a Head card) that is played, installed or discarded."""
    discards = (DISCARD, "discard", TOPICS[s.phase])
    verbs = ((INSTALL_CARD, "install", "R22"), discards, (HIT, "hit", "R19"), (RUN, "run", "R8"))
    base, effect, rule = next(verb for verb in verbs if action > verb[0])
    card = f"card-{action - base}"
    target = {"install": [f"head-{s.turn}"], "discard": ["discards"]}.get(effect, [])
    return About([card, *target], [card], effect, rule)


def about_outcome(s: Record, action: int) -> About:
    """What chance touches."""
    if action < CAR:
        return About([f"seat-{action - STARTER}"], [f"pawn-{action - STARTER}"], "first", "R4")
    if action < CAR + 2 * CARS:
        return About([], [f"car-{action - CAR >> 1}"], "car", TOPICS[s.phase])
    if action < DRAWN:
        if s.phase == LOSS:
            return About([], ["dice"], "fall" if action - DIE < s.cars else "roll", "R11")
        return About([f"seat-{s.asked}"], ["dice"], "roll", TOPICS[s.phase])
    card = [f"card-{action - DRAWN}"] if action > DRAWN else []
    return About([f"seat-{s.asked}"], card, "draw", TOPICS[s.phase])


def arrivals(s: Record) -> dict[int, tuple[str, str]]:
    """The places where stopping brings something, each with a word and a rule: the first that applies."""
    train = s.train.tolist()[: s.cars]
    found = {place: ("meet", "R17") for seat, place in enumerate(s.place.tolist()[: s.players]) if seat != s.turn}
    for face in train:
        counters = s.counters[face >> 1]
        found |= {(face >> 1) * SPACES + icon: ("counter", "R16") for icon in FACES[face].icons if counters >> icon & 1}
    if train[-1] == ENGINE:
        found |= dict.fromkeys(FACES[ENGINE].brakes, ("end" if s.cars == 1 else "brake", "R15"))
    return found


def arrival(s: Record, place: int) -> tuple[str, str]:
    """What stopping there brings, as a word and a rule."""
    return arrivals(s).get(place) or ("stay" if place == s.place[s.turn] else "go", "R9")


# -- what a person reads


def label(pos: Seen, action: int) -> Message:
    """An action as a sentence."""
    s = pos.s
    if action < AHEAD:
        return label_go(s, action)
    if action == AHEAD:
        return Message("ahead", {"n": steps_to(s)[front_place(s)] + 1})
    if action < GIVE:
        return label_card(s, action)
    if action < READY:
        return Message("give", {"card": card_name(s.pool[0]), "who": Seat(action - GIVE)})
    if action <= PASS:
        return label_answer(s, action)
    return label_outcome(s, action)


def label_go(s: Record, place: int) -> Message:
    """Where to, how far, and what for."""
    effect, _ = arrival(s, place)
    steps = steps_to(s).get(place, 0)
    here = place == s.place[s.turn]
    where: Arguments = {"place": place_name(place), "car": Key(f"in.{face_of(s, place).key}"), "n": steps}
    if here and effect != "stay":
        return Message(f"stay.{effect}", where)
    return Message({"go": "go", "stay": "stay"}.get(effect, f"go.{effect}"), where)


def face_of(s: Record, place: int) -> Face:
    """The car that a place of the train is in, with the side that is up."""
    return next(FACES[face] for face in s.train.tolist()[: s.cars] if face >> 1 == place // SPACES)


def label_card(s: Record, action: int) -> Message:
    """What is done with a card."""
    if action > INSTALL_CARD:
        card = DECK[action - INSTALL_CARD - 1]
        kind = "install" if card.iq else "install.cheese"
        return Message(kind, {"card": card_name(action - INSTALL_CARD), "n": card.cost, "iq": card.iq})
    if action > DISCARD:
        return Message("discard", {"card": card_name(action - DISCARD)})
    if action > HIT:
        return Message("hit", {"card": card_name(action - HIT), "n": f"{DECK[action - HIT - 1].hit:+d}"})
    return Message("run", {"card": card_name(action - RUN), "n": f"{DECK[action - RUN - 1].run:+d}"})


def label_answer(s: Record, action: int) -> Message:
    """Yes or no."""
    if action == READY:
        dice = dice_count(s, s.turn)
        return Message("ready", {"n": dice}) if dice else Message("ready.none")
    others = [seat for seat in fighters(s) if seat != s.turn]
    if action in (FIGHT, PEACE):
        word = "fight" if action == FIGHT else "peace"
        return Message(word, {"who": Seat(others[0])}) if len(others) == 1 else Message(f"{word}.all", {"n": len(others)})
    return Message("pass.brawl" if s.phase == BRAWL else "pass.install")


def label_outcome(s: Record, action: int) -> Message:
    """What chance did."""
    if action < CAR:
        return Message("first", {"who": Seat(action - STARTER)})
    if action < CAR + 2 * CARS:
        face = action - CAR
        return Message("car", {"car": Key(f"car.{FACES[face].key}")})
    who = Seat(s.asked)
    if action >= DRAWN:
        if action == DRAWN:
            return Message("draw.hidden", {"who": who})
        return Message("cheese" if s.phase == CHEESE else "draw", {"who": who, "card": card_name(action - DRAWN)})
    if s.phase == LOSS:
        pips = action - DIE
        return Message("loss.falls" if pips < s.cars else "loss.holds", {"n": pips, "cars": s.cars})
    if action < TWO_DICE + 7:
        return Message("roll.one", {"who": who, "n": action - DIE})
    fewer, more = divmod(action - TWO_DICE - 1, 6)
    return Message("roll.two", {"who": who, "a": fewer, "b": more + 1})


def prompt(pos: Seen) -> Message:
    """What the actor is asked, or what is being waited for."""
    s = pos.s
    key = f"prompt.{PHASES[s.phase]}"
    if s.phase == MOVE:
        return Message("prompt.move.behind" if s.place[s.turn] == BEHIND else key, {"n": steps_left(s)})
    if s.phase == SPOILS:
        return Message(key, {"card": card_name(s.pool[0])})
    if s.phase == LIMIT:
        return Message(key, {"n": limit(s, s.turn)})
    if s.phase == INSTALL:
        return Message(key, {"n": s.experience[s.turn]})
    if s.phase == LOSS:
        return Message(key, {"n": s.cars})
    return outcome(pos) if s.phase == END else Message(key)


def outcome(pos: Seen) -> Message:
    """How it ended (R15, R25), and who has the best brain, if there is one (R24)."""
    s, how = pos.s, Key("over.brake" if stopped(pos.s) else "over.steam")
    if not pos.winners:
        return Message("prompt.over.lost", {"how": how})
    best = pos.winners[0]
    return Message("prompt.over", {"how": how, "who": Seat(best), "card": card_name(s.head[best]), "n": pos.scores[best]})


def stopped(s: Record) -> bool:
    """Whether whoever was on turn stands on a Brake of the Engine, and that is all there is of the train."""
    place = s.place[s.turn]
    return bool(s.cars == 1 and s.train[0] == ENGINE and place < SPACES and BRAKES[ENGINE] >> place & 1)
