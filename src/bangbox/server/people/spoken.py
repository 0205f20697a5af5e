"""Codes that can be spoken, across a room or on the telephone: `blue-comet-42`."""

import re
import secrets

_COLOURS = """
amber aqua azure beige black blue bronze brown coral cream crimson cyan ebony emerald gold green grey indigo ivory jade lemon
lilac lime magenta maroon mint navy ochre olive orange peach pearl pink plum purple red rose ruby rust sable salmon sand
scarlet silver slate tan teal umber vanilla violet white yellow
"""
_THINGS = """
acorn anchor apple arrow badger banjo barrel basket beaver bell bison bottle bridge button cactus camel candle canoe castle
cherry comet compass copper crane dolphin donkey dragon eagle engine falcon feather ferry fiddle forest fossil garden ginger
goose guitar hammer harbour hedgehog island jacket kettle ladder lantern lemur lobster marble meadow meteor mirror monkey
needle nutmeg otter owl paddle panda pebble pepper pigeon planet pocket quarry rabbit raven river rocket saddle sparrow spider
teapot thunder tiger tunnel turtle valley walnut whale window wizard zebra
"""
COLOURS, THINGS = _COLOURS.split(), _THINGS.split()
SHAPE = re.compile(r"([a-z]+)[^a-z0-9]*([a-z]+)[^a-z0-9]*(\d{2})")


def new_words() -> str:
    """A colour, a thing and two digits: too many to be guessed within an hour, few enough to be said."""
    return f"{secrets.choice(COLOURS)}-{secrets.choice(THINGS)}-{secrets.randbelow(90) + 10}"


def tidy_words(said: str) -> str | None:
    """What somebody typed, as it is kept; None if it cannot be such a code."""
    found = SHAPE.fullmatch(said.strip().lower())
    return "-".join(found.groups()) if found else None
