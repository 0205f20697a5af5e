"""Guests and bots: tokens of 256 random bits, kept only as hashes; single-use codes in the fragments of links."""

import re
import secrets
from collections import OrderedDict
from collections.abc import Callable

from bangbox.server.errors import Refusal
from bangbox.server.people.ids import hashed, new_id
from bangbox.server.people.spoken import new_words
from bangbox.server.protocol import Me
from bangbox.server.storage.queries import (
    ADD_CODE,
    ADD_GUEST,
    ADD_TOKEN,
    CODE,
    FORGET_CODES,
    GUEST,
    GUEST_OF_TOKEN,
    RENAME_GUEST,
    USE_CODE,
)
from bangbox.server.storage.statements import Write
from bangbox.server.storage.store import Conflict, Store
from bangbox.server.time import now_ms

NAME_LENGTH = 24
KNOWN = 20_000
TRIES = 20  # to find words that nobody uses
BLANKS = " \u115f\u1160\u2800\u3164\uffa0"  # printable by Unicode's word, but nothing is seen of them
SURE_MS = 5_000  # for so long a name is taken for unchanged where other processes may change it


def tidy_name(name: str | None) -> str:
    """A display name without stray spaces and invisible signs; refuses what is none."""
    shown = " ".join((name or "").split())
    blank = not shown.strip(BLANKS)
    if blank or len(shown) > NAME_LENGTH or not shown.isprintable() or re.search(r"[<>]", shown):
        raise Refusal("name", f"a name has 1 to {NAME_LENGTH} visible characters", 422)
    return shown


class People:
    """Who is who."""

    def __init__(self, store: Store, now: Callable[[], int] = now_ms) -> None:
        self.store = store
        self._now = now
        self._known: OrderedDict[str, tuple[Me, int]] = OrderedDict()  # by hash of the token, and when that was read

    async def find(self, token: str | None) -> Me | None:
        """Whoever the token belongs to."""
        if not token or len(token) > 200:
            return None
        key = hashed(token)
        known = self._known.get(key)
        if known is None or (self.store.shared and self._now() - known[1] > SURE_MS):
            rows = await self.store.read(GUEST_OF_TOKEN, hash=key)
            if not rows:
                return None
            self._remember(key, Me(id=rows[0]["id"], name=rows[0]["name"], kind=rows[0]["kind"]))
        self._known.move_to_end(key)
        return self._known[key][0]

    def _remember(self, key: str, me: Me) -> None:
        self._known[key] = (me, self._now())
        while len(self._known) > KNOWN:
            self._known.popitem(last=False)

    async def welcome(self, name: str, bot: bool = False) -> tuple[Me, str]:
        """A new guest (or bot) and its token."""
        me = Me(id=new_id(), name=tidy_name(name), kind="bot" if bot else "guest")
        token, created = secrets.token_urlsafe(32), self._now()
        await self.store.commit(
            [
                Write(ADD_GUEST, {"id": me.id, "name": me.name, "kind": me.kind, "created": created}),
                Write(ADD_TOKEN, {"hash": hashed(token), "guest": me.id, "created": created}),
            ]
        )
        self._remember(hashed(token), me)
        return me, token

    async def rename(self, me: Me, name: str) -> Me:
        """Another display name, from now on."""
        renamed = Me(id=me.id, name=tidy_name(name), kind=me.kind)
        await self.store.commit([Write(RENAME_GUEST, {"guest": me.id, "new_name": renamed.name}, must=True)])
        for key, (known, since) in self._known.items():
            if known.id == me.id:
                self._known[key] = (renamed, since)
        return renamed

    # -- codes in links

    async def code_for(self, kind: str, subject: str, minutes: int, code: str | None = None) -> tuple[str, int]:
        """A single-use code (that one, or a new one) and when it expires."""
        code, expires = code or new_id(20), self._now() + minutes * 60_000
        await self.store.commit(
            [
                Write(FORGET_CODES, {"now": self._now()}),
                Write(ADD_CODE, {"hash": hashed(code), "kind": kind, "subject": subject, "expires": expires}),
            ]
        )
        return code, expires

    async def words_for(self, path: str, minutes: int) -> str:
        """Words that lead to an address of the app for a while; another process may have the same ones, so several are tried."""
        for _ in range(TRIES):
            words = new_words()
            if not await self.store.read(CODE, hash=hashed(words), now=self._now()):
                await self.code_for("spoken", path, minutes, words)
                return words
        raise Refusal("conflict", "no words are left for this table: use its link", 409)

    async def subject_of(self, kind: str, code: str) -> str:
        """What a code is good for; it stays good until it is used."""
        rows = await self.store.read(CODE, hash=hashed(code), now=self._now())
        if not rows or rows[0]["kind"] != kind:
            raise Refusal("code", "this link has been used already, or is too old: ask for a new one", 403)
        return str(rows[0]["subject"])

    def using(self, code: str) -> Write:
        """Uses a code up, as part of the transaction it is good for."""
        return Write(USE_CODE, {"hash": hashed(code)}, must=True)

    async def enter(self, code: str) -> tuple[Me, str]:
        """A guest on another device: a token of its own."""
        guest = await self.subject_of("device", code)
        row = (await self.store.read(GUEST, guest=guest))[0]
        me, token = Me(id=row["id"], name=row["name"], kind=row["kind"]), secrets.token_urlsafe(32)
        try:
            await self.store.commit(
                [self.using(code), Write(ADD_TOKEN, {"hash": hashed(token), "guest": me.id, "created": self._now()})]
            )
        except Conflict:
            raise Refusal("code", "this link has been used already", 403) from None
        self._remember(hashed(token), me)
        return me, token
