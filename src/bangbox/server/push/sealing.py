"""What a push service passes on, it cannot read: messages are encrypted for one browser (RFC 8291, aes128gcm)."""

import base64
import binascii

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec

from bangbox.server.errors import Refusal

POINT, SECRET = 65, 16  # bytes of a browser's public key, and of its secret


def sealed(message: bytes, p256dh: str, auth: str) -> bytes:
    """A message that only the browser with these keys can read."""
    return bytes(
        http_ece.encrypt(
            message,
            private_key=ec.generate_private_key(ec.SECP256R1()),  # for this message alone
            dh=_decoded(p256dh),
            auth_secret=_decoded(auth),
            version="aes128gcm",
        )
    )


def check_keys(p256dh: str, auth: str) -> None:
    """Refuses keys that no browser has."""
    try:
        point, secret = _decoded(p256dh), _decoded(auth)
        if len(point) != POINT or len(secret) != SECRET:
            raise ValueError
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except (ValueError, binascii.Error):
        raise Refusal("push_keys", "these are not the keys of a push subscription", 422) from None


def _decoded(text: str) -> bytes:
    """Base64 as browsers write it, without padding."""
    if len(text) > 200 or not text.isascii():
        raise ValueError
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
