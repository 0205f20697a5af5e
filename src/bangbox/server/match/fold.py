"""A match as the fold of its events: the position, whose turn it is, clocks, stand-ins and the result."""

import functools

from bangbox.core.contract import Value
from bangbox.core.dice import FairDice, commitment
from bangbox.core.errors import OptionError
from bangbox.core.game import Game, game_with
from bangbox.core.matches.path import MOVING, Path, Walk, replayed
from bangbox.core.position import Position
from bangbox.core.registry import kind
from bangbox.core.rules import CHANCE, OVER
from bangbox.server.match.clocks import Clock
from bangbox.server.match.draws import draws, settles
from bangbox.server.protocol import Result
from bangbox.server.storage.rows import EventRow, MatchRow, SeatRow


class Match:
    """All that follows from a match's set-up, seats and events.

    A `broken` match is one that these rules cannot play: its events are kept, but no position is made of them.
    """

    def __init__(self, row: MatchRow, seats: list[SeatRow], broken: bool = False) -> None:
        self.row = row
        self.seats = seats
        self.broken = broken
        self.game = _game_of(row, broken)
        self.conceals = self.game.kind.secret
        self.replayable = not broken and self.game.version == row.version
        self.forget()
        self.sit(*seats)

    def forget(self) -> None:
        """Goes back to before the first event."""
        self.walk: Walk[EventRow] = Walk(self.first)
        self.pos = self.walk.pos
        self.events: list[EventRow] = []
        self.drawn = 0  # outcomes of the fair dice so far; a take-back does not lower it
        self.moved = 0  # the last event that changed the position
        self.last = 0  # the number of the last event; the set-up is 1
        self.stand_ins: dict[int, str] = {}
        self.forfeits: set[int] = set()
        self.result: Result | None = None
        self.clock = Clock(self.row.setup.clock, len(self.seats))
        self._eyes: dict[int | None, Position] = {}
        self._before: dict[int, Position] = {}  # where secret: the positions before the choices made since chance acted last
        self._look()

    def first(self) -> Position:
        """The position before the first event."""
        text = self.row.setup.position if self.replayable else None
        return self.game.start(dice=None) if text is None else self.game.position(text)

    # -- looking

    @functools.cached_property
    def commitment(self) -> str:
        """What was promised about the dice before anybody contributed to them."""
        return commitment(self.row.secret)

    @property
    def path(self) -> list[EventRow]:
        """The events in force that made the position."""
        return self.walk.path.events

    def _look(self) -> None:
        """Works out what is asked most often, after every event."""
        going = self.result is None
        self.running = going and self.last > 0
        self.turn = self.pos.actor  # who acts by the rules, even if the match has ended before its time
        self.actor = self.turn if going else OVER  # the seat to act, CHANCE, or OVER
        self.bot_acts = self.running and self.actor >= 0 and self.bot_level(self.actor) is not None
        self.secret = going and self.conceals  # whether there is anything that somebody may not know

    def eye(self, viewer: int | None) -> Position:
        """What a seat (None: a spectator) looks at. Where nothing is secret all look at the same position."""
        if not self.secret:
            return self.pos
        if viewer not in self._eyes:
            self._eyes[viewer] = self.pos.seen_by(viewer, history=False)
        return self._eyes[viewer]

    def bot_level(self, seat: int) -> str | None:
        """The level of the bot that plays a seat; None if a person does."""
        if seat in self.stand_ins:
            return self.stand_ins[seat]
        return self.seats[seat].level if self.seats[seat].kind == "bot" else None

    @property
    def person_to_act(self) -> int | None:
        """The seat of the person to act, if it is a person's turn."""
        return self.actor if self.running and self.actor >= 0 and not self.bot_acts else None

    @property
    def needs_worker(self) -> bool:
        """Whether a bot or a throw is what everybody waits for."""
        return self.bot_acts or (self.actor == CHANCE and self.running and settles(self.pos))

    @property
    def complete(self) -> bool:
        """Whether the match can begin: all seats taken and all contributions there."""
        return all(seat.kind != "open" and seat.contribution is not None for seat in self.seats)

    @property
    def committed(self) -> bool:
        """Whether all seats are taken and their numbers for the dice fixed: only now they are shown, and nobody comes or goes."""
        return all(seat.kind != "open" and seat.committed for seat in self.seats)

    def dice(self) -> FairDice:
        """The match's dice, at the next draw."""
        return FairDice(self.row.secret, self.row.id, [seat.contribution or "" for seat in self.seats], self.drawn)

    # -- seats

    def sit(self, *rows: SeatRow) -> None:
        """Takes over seats that have changed hands."""
        for row in rows:
            self.seats[row.seat] = row
        guests = {row.guest for row in self.seats if row.guest is not None}
        self._owned = {guest: tuple(row.seat for row in self.seats if row.guest == guest) for guest in guests}
        self._look()

    def seats_of(self, guest: str | None) -> tuple[int, ...]:
        """The seats that a guest owns."""
        return self._owned.get(guest, ()) if guest is not None else ()

    def screen(self, seat: int) -> tuple[int, ...]:
        """The seats that are played at the same screen as this one."""
        return self.seats_of(self.seats[seat].guest) or (seat,)

    def people(self) -> tuple[int, ...]:
        """The seats that people play themselves, forfeited or replaced ones left out."""
        idle = self.stand_ins.keys() | self.forfeits
        return tuple(row.seat for row in self.seats if row.kind == "person" and row.seat not in idle)

    # -- folding

    def apply(self, event: EventRow) -> None:
        """Follows the next event."""
        assert self.broken or event.number == self.last + 1, (event.number, self.last)
        self.events.append(event)
        self.last = event.number
        self._eyes.clear()
        if event.kind not in MOVING:
            self._change(event)
        else:
            self.moved = event.number
            self.drawn += len(draws(event))
            if self.replayable:
                self._remember(event)
                self.walk.follow(event)
                self.pos = self.walk.pos
        self._look()
        if self.clock.on:
            self.clock.fold(event, self.person_to_act)

    def _remember(self, event: EventRow) -> None:
        """Keeps the position before a choice as long as it may be asked whether the choice told anybody something."""
        if event.kind != "choice":
            self._before.clear()
        elif self.conceals:
            self._before[event.number] = self.pos.copy()

    def _change(self, event: EventRow) -> None:
        """Somebody gives up or is replaced, or the match ends."""
        data = event.data or {}
        if event.kind in ("resign", "timeout") and event.seat is not None:
            self.forfeits.add(event.seat)
        elif event.kind == "holder" and event.seat is not None:
            if level := data.get("level"):
                self.stand_ins[event.seat] = level
            else:
                self.stand_ins.pop(event.seat, None)
        elif event.kind == "end":
            self.result = Result(reason=data["reason"], winners=data["winners"], scores=data["scores"], seat=data.get("seat"))

    def position_at(self, number: int) -> Position:
        """The position just after event `number`."""
        path: Path[EventRow] = Path()
        for event in self.events[:number]:
            path.follow(event)
        return replayed(self.first, path.events)

    def position_before(self, event: EventRow) -> Position:
        """The position in which an event of the present path happened."""
        known = self._before.get(event.number)
        return known or replayed(self.first, [earlier for earlier in self.path if earlier.number < event.number])


def _game_of(row: MatchRow, broken: bool) -> Game:
    """The game a match is played with; the options of a broken match or of another version may not exist."""
    try:
        return _shared_game(row.game, tuple(sorted(row.setup.options.items())))
    except OptionError:
        if not broken and kind(row.game).version == row.version:
            raise
        return _shared_game(row.game, ())


@functools.lru_cache(1000)
def _shared_game(name: str, options: tuple[tuple[str, Value], ...]) -> Game:
    """Matches of the same game with the same options share it: making one costs as much as ten moves."""
    return game_with(name, dict(options))


def seen(pos: Position, viewer: int | None, public: bool = False) -> Position:
    """The position as a seat (None: a spectator) may know it; all of it in games without secrets and once the match is over."""
    return pos if public or not pos.game.kind.secret else pos.seen_by(viewer, history=False)
