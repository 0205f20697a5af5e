"""How a server is run: every setting with its default, by flag or by environment variable (BANGBOX_<NAME>)."""

import os
import re
from pathlib import Path
from typing import Any

import msgspec

from bangbox.core.errors import BangboxError
from bangbox.system import data_folder

ADDRESS = re.compile(r"https?://(\[[0-9a-fA-F:.]+\]|[^\s/?#@:\[\]]+)(:\d{1,5})?/?")

CONTACT = re.compile(r"(mailto:[^\s@]+@[^\s@]+|https://\S+)", re.ASCII)


class SettingsError(BangboxError):
    """A setting that cannot be used; the message says which and why."""


class Settings(msgspec.Struct, kw_only=True, frozen=True):
    """All settings. docs/hosting.md lists them."""

    host: str = "127.0.0.1"
    port: int = 8080
    data: str = ""  # the folder for data; empty: where the system keeps such things
    database: str = ""  # empty: a file in that folder
    workers: int = 1  # server processes; more than one needs PostgreSQL
    bots: int = 0  # processes in which bots think; 0: one a core
    address: str = ""  # the address people use, e.g. https://games.example.org; empty: whatever the browser says
    log: str = "text"  # text or json
    pace: float = 1.0  # how long bots let people look, as a multiple of their level's pace; 0: they answer at once
    only: str = ""  # the games to offer, separated by commas; empty: all
    messages_per_second: float = 20.0  # from one guest, over REST and WebSocket together
    message_bytes: int = 16384
    matches_per_guest: int = 50  # waiting or running at a time
    guests_per_hour: int = 120  # new guests from one network address
    sockets_per_guest: int = 40
    rooms: int = 2000  # matches kept in memory beside those that somebody watches
    away_seconds: int = 30  # unheard of: away (a connection that is closed says so itself) …
    gone_seconds: int = 90  # … and gone
    patience_days: float = 14.0  # a match without a clock may be ended by the others after so long
    push_contact: str = ""  # whom push services may write to, e.g. mailto:games@example.org; empty: the address
    push_anywhere: bool = False  # push messages also to this network and without TLS: for tests only


def from_environment(**given: Any) -> Settings:
    """Settings: what is given (and not None), else the environment's, else the default."""
    found: dict[str, Any] = {}
    for name, kind in Settings.__annotations__.items():
        text = os.environ.get(f"BANGBOX_{name.upper()}")
        if given.get(name) is not None:
            found[name] = given[name]
        elif text is not None:
            try:
                found[name] = msgspec.convert(text, kind, strict=False)
            except msgspec.ValidationError:
                wanted = "true or false" if kind is bool else "a number"
                raise SettingsError(f"BANGBOX_{name.upper()} should be {wanted}, not {text!r}") from None
    settings = Settings(**found)
    check(settings)
    return settings


def check(settings: Settings) -> None:
    """Refuses settings that cannot work together."""
    if settings.workers > 1 and not is_postgres(settings):
        raise SettingsError("--workers above 1 needs PostgreSQL: give --database postgresql://user@host/name")
    if settings.database and not settings.database.startswith(("sqlite:///", "postgresql://")):
        raise SettingsError(f"--database should be sqlite:///path or postgresql://user@host/name, not {settings.database!r}")
    if not 0 <= settings.port <= 65535:
        raise SettingsError(f"--port is a number from 0 to 65535, not {settings.port}")
    if settings.workers > 1 and settings.port == 0:
        raise SettingsError("--port 0 takes a free port for one process: give the port that all --workers share")
    if not 0 <= settings.pace <= 100:
        raise SettingsError(f"--pace is a number from 0 to 100, not {settings.pace:g}")
    if settings.address and not ADDRESS.fullmatch(settings.address):
        raise SettingsError(f"--address is such as https://games.example.org, without a path, not {settings.address!r}")
    if settings.push_contact and not CONTACT.fullmatch(settings.push_contact):
        raise SettingsError(f"--push-contact is such as mailto:games@example.org, not {settings.push_contact!r}")
    if settings.log not in ("text", "json"):
        raise SettingsError(f"--log is text or json, not {settings.log!r}")


def is_postgres(settings: Settings) -> bool:
    """Whether matches are kept in PostgreSQL."""
    return settings.database.startswith("postgresql://")


def sqlite_path(settings: Settings) -> Path:
    """Where the embedded database lies."""
    if settings.database:
        return Path(settings.database.removeprefix("sqlite:///"))
    return _chosen_folder(settings) / "bangbox.sqlite"


def keeping_folder(settings: Settings) -> Path:
    """The folder for what is kept beside the database; that of its file, if it is one."""
    return _chosen_folder(settings) if settings.data or is_postgres(settings) else sqlite_path(settings).parent


def _chosen_folder(settings: Settings) -> Path:
    return Path(settings.data) if settings.data else data_folder()
