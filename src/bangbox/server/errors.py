"""The one way to say no: what was wrong, for a program (code) and for a person (text)."""

from bangbox.server.protocol import Problem


class Refusal(Exception):
    """A request that is not done, and why. Nothing has changed."""

    def __init__(self, code: str, text: str, status: int = 409, rule: str | None = None) -> None:
        super().__init__(text)
        self.problem = Problem(code=code, text=text, rule=rule)
        self.status = status


class Stale(Refusal):
    """A move that answers an old event."""

    def __init__(self, answered: int, last: int) -> None:
        super().__init__("stale", f"this answers event {answered}, but the match has gone on to event {last}")


def unknown_match() -> Refusal:
    """There is no such match."""
    return Refusal("unknown_match", "there is no such match", 404)


def not_your_seat(seat: int) -> Refusal:
    """Somebody else's seat."""
    return Refusal("not_your_seat", f"seat {seat} is not yours", 403)
