"""A series: several matches of one game between the same people, whose points add up (X15)."""

from typing import TYPE_CHECKING

from bangbox.core.errors import BangboxError

if TYPE_CHECKING:
    from bangbox.core.game import Game
    from bangbox.core.position import Position


class Series:
    """`length` games. After every game each person moves on one seat, so that two people swap sides and starter.

    >>> from bangbox import game
    >>> series = Series(game("bigxbang"), 2)
    >>> series.add_scores([2, 1])
    >>> series.points, series.seat_of(0), series.over
    ([2, 1], 1, False)
    """

    def __init__(self, game: "Game", length: int) -> None:
        if length < 1:
            raise BangboxError(f"a series has at least one game, not {length}")
        self.game = game
        self.length = length
        self.points = [0] * game.players
        self.played = 0

    @property
    def over(self) -> bool:
        """Whether all games have been played."""
        return self.played == self.length

    def seat_of(self, person: int) -> int:
        """Where a person sits in the coming game."""
        return (person + self.played) % len(self.points)

    def next_game(self, before: "Position | None" = None) -> "Game":
        """The coming game. Whoever sat in the starting seat first does so for good: people move, the seat stays."""
        from bangbox.core.game import Game

        first = self.game.options.get("first")
        if before is None or first != "random":
            return self.game
        options = self.game.kind.notation.options(before.s)
        return Game(self.game.kind, {**self.game.options, "first": options["first"]})

    def add(self, finished: "Position") -> None:
        """Adds the points of a finished game to the people who sat there."""
        if not finished.over:
            raise BangboxError("the game is not over yet")
        self.add_scores(finished.scores)

    def add_scores(self, scores: list[int]) -> None:
        """Adds the points by seat of a game that has ended, also before its time, to the people who sat there."""
        if self.over:
            raise BangboxError(f"all {self.length} games of the series have been played")
        for person in range(len(self.points)):
            self.points[person] += scores[self.seat_of(person)]
        self.played += 1

    @property
    def leaders(self) -> list[int]:
        """The people with most points; all of them when level."""
        best = max(self.points)
        return [person for person, points in enumerate(self.points) if points == best]

    @property
    def winners(self) -> list[int]:
        """Who has won the series: nobody before its end, nobody when all are level."""
        if not self.over or len(self.leaders) == len(self.points) > 1:
            return []
        return self.leaders
