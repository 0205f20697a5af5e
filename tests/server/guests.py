"""Scripted people for tests: a guest with REST and WebSocket, who plays whatever choices it is offered."""

import json
import random
import secrets
import time
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from tests.server.processes import Server

Json = dict[str, Any]


class Refused(AssertionError):
    """An answer that is not 2xx."""

    def __init__(self, response: httpx.Response) -> None:
        super().__init__(f"{response.status_code} {response.text}")
        self.status = response.status_code
        self.body: Json = response.json()


def refusal(guest: "Guest", path: str, **body: object) -> str:
    """The code with which a request is refused."""
    try:
        guest.post(path, **body)
    except Refused as refused:
        code: str = refused.body["code"]
        return code
    raise AssertionError(f"{path} was not refused")


class Guest:
    """A guest of a server."""

    def __init__(self, server: Server, name: str = "Ann", token: str | None = None) -> None:
        self.server = server
        self.name = name
        self.http = httpx.Client(base_url=server.url, timeout=60, verify=False)  # no TLS here: no certificates to load
        if token is not None:
            self.http.headers["Authorization"] = f"Bearer {token}"
            return
        try:
            self.me = self.post("/api/me", name=name)
        except Refused:
            self.http.close()
            raise

    def __enter__(self) -> "Guest":
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    def get(self, path: str, **query: object) -> Any:
        """GET, decoded."""
        return self._answer(self.http.get(path, params=query))  # type: ignore[arg-type]

    def post(self, path: str, **body: object) -> Any:
        """POST of a JSON object, decoded."""
        return self._answer(self.http.post(path, json=body))

    @staticmethod
    def _answer(response: httpx.Response) -> Any:
        if response.status_code >= 300:
            raise Refused(response)
        return response.json() if response.headers["content-type"].startswith("application/json") else response.text

    # -- tables

    def table(self, game: str, seats: list[Json] | str, **setup: object) -> Json:
        """A new table; `seats` as structs, or in short: m(e) h(ere) o(pen) b(ot)."""
        if isinstance(seats, str):
            short = {"m": {"kind": "me"}, "h": {"kind": "here"}, "o": {"kind": "open"}, "b": {"kind": "bot", "level": "easy"}}
            seats = [short[sign] for sign in seats]
        found: Json = self.post("/api/matches", game=game, seats=seats, **setup)
        return self.contribute(found)

    def contribute(self, table: Json) -> Json:
        """Gives all of one's seats their random numbers."""
        for player in table["players"]:
            if player["mine"] and not player["contributed"]:
                number = secrets.token_hex(16)
                table = self.post(f"/api/matches/{table['id']}/contribute", seat=player["seat"], contribution=number)
        return table

    def join(self, match: str, **details: object) -> Json:
        """Sits down."""
        found: Json = self.post(f"/api/matches/{match}/join", contribution=secrets.token_hex(16), **details)
        return found

    def snapshot(self, match: str, **query: object) -> Json:
        """The present state."""
        found: Json = self.get(f"/api/matches/{match}/snapshot", **query)
        return found

    def move(self, match: str, seat: int, number: int, **move: object) -> Json:
        """A move over REST."""
        found: Json = self.post(f"/api/matches/{match}/move", seat=seat, number=number, **move)
        return found

    def live(self, match: str, **query: object) -> "Live":
        """A socket on a match."""
        return Live(self, match, **query)


class Live:
    """A WebSocket of a guest."""

    def __init__(self, guest: Guest, match: str, **query: object) -> None:
        parameters = "&".join(f"{name}={value}" for name, value in query.items())
        address = f"{guest.server.url.replace('http', 'ws')}/api/matches/{match}/live?{parameters}"
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in guest.http.cookies.items())}
        self._connecting = connect(address, additional_headers=headers, max_size=None)

    def __enter__(self) -> "Live":
        self.socket: ClientConnection = self._connecting.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self._connecting.__exit__(None, None, None)

    def send(self, kind: str, **message: object) -> None:
        """Sends a message."""
        self.socket.send(json.dumps({"type": kind, **message}))

    def receive(self, timeout: float = 30) -> Json:
        """The next message."""
        found: Json = json.loads(self.socket.recv(timeout))
        return found

    def wait_for(self, *kinds: str, timeout: float = 30) -> Json:
        """The next message of one of these kinds."""
        while True:
            message = self.receive(timeout)
            if message["type"] in kinds:
                return message


def some_move(now: Json, dice: random.Random) -> Json:
    """Any move that a situation offers."""
    options = [{"choice": choice["number"]} for choice in now["choices"]]
    options += [{"form": form["name"], "values": _values(form, dice)} for form in now["forms"]]
    return dice.choice(options)


def _values(form: Json, dice: random.Random) -> dict[str, int]:
    return {field["name"]: dice.randrange(field["low"], field["high"] + 1, field["step"]) for field in form["fields"]}


def play_on(guest: Guest, match: str, seed: int = 1, seconds: float = 120) -> Json:
    """Plays a guest's seats over REST until the match is over; the last snapshot."""
    dice, deadline = random.Random(seed), time.monotonic() + seconds
    seats = guest.get(f"/api/matches/{match}")["mine"]
    while time.monotonic() < deadline:
        moved = False
        for seat in seats:
            shown = guest.snapshot(match, seat=seat)
            now = shown["now"]
            if now["actor"] == -2:
                return shown
            if now["actor"] == seat:
                guest.move(match, seat, now["number"], **some_move(now, dice))
                moved = True
        if not moved:
            time.sleep(0.01)
    raise AssertionError(f"the match does not end: {shown['now']}")
