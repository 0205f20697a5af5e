"""Identifiers that nobody can guess, and what is stored of secrets."""

import hashlib
import secrets

FIRST_SECOND = 1_735_689_600  # 2025
ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"  # no signs that look alike


def new_id(length: int = 12) -> str:
    """An identifier nobody can guess: about five bits a sign."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def new_match_id(now: int) -> str:
    """The same, after the time in seconds: what is played at the same time lies side by side in the database."""
    seconds, signs = now // 1000 - FIRST_SECOND, []
    for _ in range(6):  # enough for 28 years
        seconds, sign = divmod(seconds, len(ALPHABET))
        signs.append(ALPHABET[sign])
    return "".join(reversed(signs)) + new_id()


def hashed(secret: str) -> str:
    """What is stored of a token or code."""
    return hashlib.sha256(secret.encode()).hexdigest()
