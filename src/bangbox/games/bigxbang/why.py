"""Why a choice of Big×Bang is a good one: carbon, tokens that change hands, light, helium and stars."""

from bangbox.core.contract import Seen
from bangbox.core.contract.minds import Compared
from bangbox.core.messages import Argument, Key, Message

from .rules.record import PASS
from .views import SIDE_NAMES, Goal, goals


def why(compared: Compared) -> list[Message]:
    """What the choice makes of the three goals, and what the other side can do otherwise."""
    seen, after = compared.seen, compared.after
    if seen.s.puzzle:
        return []
    side = seen.s.mover
    if after.s.carbon:
        return [Message("why.carbon", {"side": side_name(side)})]
    stopped = warned(compared, 1 - side)
    if compared.action == PASS:
        return stopped or passed(seen, side)
    if stopped and stopped[0].key == "why.stops.carbon":
        return stopped
    return [*gained(seen, after, side)[:1], *stopped[:1]] or built(compared)


def gained(seen: Seen, after: Seen, side: int) -> list[Message]:
    """Tokens that change hands, and else what becomes more for this side or less for the other."""
    before, then = named_goals(seen), named_goals(after)
    taken = [goal for goal in then if then[goal].leader == side != before[goal].leader]
    told = [Message(f"why.takes.{goal}", standing(then[goal], side)) for goal in taken]
    return told + [change for goal in then if goal not in taken for change in changes(before[goal], then[goal], side)]


def built(compared: Compared) -> list[Message]:
    """A quiet fusion: what it makes, which may become helium."""
    about = compared.seen.about(compared.action)
    return [Message("why.builds", {"what": about.pieces[-1]})] if about.effect in ("fuse", "meet") else []


def side_name(side: int) -> Key:
    """A side in a sentence."""
    return Key(f"side.{SIDE_NAMES[side]}")


def named_goals(pos: Seen) -> dict[str, Goal]:
    """The goals as they stand, by name."""
    return {goal.name: goal for goal in goals(pos.s)}


def standing(goal: Goal, side: int) -> dict[str, Argument]:
    """What both sides have of a goal, the one that matters first."""
    return {"side": side_name(side), "n": goal.counts[side], "m": goal.counts[1 - side]}


def changes(before: Goal, after: Goal, side: int) -> list[Message]:
    """What a choice adds to its own side and takes from the other, without a token changing hands."""
    told = []
    if after.counts[side] > before.counts[side]:
        told.append(Message(f"why.more.{after.name}", {"n": after.counts[side], "m": before.counts[side]}))
    if after.counts[1 - side] < before.counts[1 - side]:
        less: dict[str, Argument] = {"side": side_name(1 - side), "n": after.counts[1 - side], "m": before.counts[1 - side]}
        told.append(Message(f"why.less.{after.name}", less))
    return told


def passed(seen: Seen, side: int) -> list[Message]:
    """Passing ends the game, or waits."""
    ahead = seen.scores[side] > seen.scores[1 - side]
    return [Message("why.ends" if seen.s.passes and ahead else "why.waits", {"side": side_name(side)})]


def warned(compared: Compared, rival: int) -> list[Message]:
    """What the other side could do at once otherwise, and cannot now."""
    if compared.instead is None:
        return []
    wins, takes = replies(compared.instead, rival)
    still_wins, still_takes = replies(compared.after, rival)
    if wins and not still_wins:
        return [Message("why.stops.carbon", {"side": side_name(rival)})]
    return [Message(f"why.stops.{goal}", {"side": side_name(rival)}) for goal in sorted(takes - still_takes)]


def replies(pos: Seen, rival: int) -> tuple[bool, set[str]]:
    """Whether the other side can make carbon at once, and which goals it can come to lead in."""
    if pos.over or pos.actor != rival:
        return False, set()
    led, taken = {goal.name for goal in goals(pos.s) if goal.leader == rival}, set[str]()
    for action in pos.choices():
        s = pos.after(action)
        if s.carbon:
            return True, set()
        taken |= {goal.name for goal in goals(s) if goal.leader == rival}
    return False, taken - led
