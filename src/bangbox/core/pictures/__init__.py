"""Drawings of positions: as SVG from what a page would show, and as pixels for everything that cannot draw itself."""

import io
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bangbox.core.errors import BangboxError, MissingExtra

WIDTH = 1200  # of a picture, unless told: what pages that show a link ask for
WIDEST = 4096
FONTS = [str(path) for path in sorted((Path(__file__).parent / "fonts").glob("*.otf"))]
LATIN_ENDS, SIGNS_BEGIN, SIGNS_END = 0x250, 0x2000, 0x2270  # letters and signs that our own typeface has, or that nobody misses


def png(svg: str, width: int = WIDTH) -> bytes:
    """A drawing as a PNG so many pixels wide, in our own typeface; what it lacks is looked for among the machine's fonts."""
    if not 1 <= width <= WIDEST:
        raise BangboxError(f"a picture is 1 to {WIDEST} pixels wide, not {width}")
    try:
        import resvg_py
    except ImportError:
        raise missing() from None
    own = all(ord(sign) < LATIN_ENDS or SIGNS_BEGIN <= ord(sign) < SIGNS_END for sign in svg)
    return bytes(resvg_py.svg_to_bytes(svg, width=width, skip_system_fonts=own, font_files=FONTS, sans_serif_family="Bangbox"))


def pixels(svg: str, width: int = WIDTH) -> NDArray[np.uint8]:
    """A drawing as an array of height × width × (red, green, blue)."""
    data = png(svg, width)
    return np.asarray(pillow().open(io.BytesIO(data)).convert("RGB"), np.uint8)


def pillow() -> Any:
    """Pillow's `Image`."""
    try:
        from PIL import Image
    except ImportError:
        raise missing() from None
    return Image


def missing() -> MissingExtra:
    """What to install."""
    return MissingExtra('pictures need an extra: pip install "bangbox[pictures]"')
