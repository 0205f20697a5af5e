"""The key pair by which push services know this server (VAPID): made at the first start, kept in the data folder."""

import base64
from pathlib import Path

from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02, VapidException

from bangbox.server.push.kept import NAME, write
from bangbox.server.settings import SettingsError

HOURS = 12  # that a signature is good for; push services take up to 24


class Keys:
    """A private key, and what is told of it."""

    def __init__(self, vapid: Vapid02) -> None:
        self._vapid = vapid
        point = vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.public = base64.urlsafe_b64encode(point).decode().rstrip("=")  # browsers subscribe with it

    def authorization(self, origin: str, contact: str, now: int) -> str:
        """The header by which the push service at an origin knows us; `now` in milliseconds."""
        claims = {"aud": origin, "sub": contact, "exp": now // 1000 + HOURS * 3600}
        return str(self._vapid.sign(claims)["Authorization"])


def kept_keys(folder: Path) -> Keys:
    """The keys in a folder; made there, for this user only, if there are none."""
    path = folder / NAME
    try:
        if not path.exists():
            _make(path)
        return Keys(_with_any_contact(Vapid02.from_pem(path.read_bytes())))
    except (OSError, ValueError, IndexError, VapidException) as error:
        raise SettingsError(
            f"the keys for push messages in {path} cannot be used ({error}): restore the file, or delete it, after which"
            " everybody has to switch notifications on again"
        ) from None


def _make(path: Path) -> None:
    vapid = Vapid02()
    vapid.generate_keys()
    write(path, vapid.private_pem())


def _with_any_contact(vapid: Vapid02) -> Vapid02:
    """The library's own idea of a contact's form leaves out addresses with a port."""
    vapid.conf = {"no-strict": True}
    return vapid
