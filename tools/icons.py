"""Paints the icons of the installed app from web/public/icon.svg: `python -m tools.icons` (needs Chromium, like the pictures)."""

import io
from pathlib import Path

from PIL import Image

from tools.browser import chromium

PUBLIC = Path(__file__).parents[1] / "web" / "public"
PAPER = "#f7f0e3"
# file: size, how much of it the drawing takes, ground (None: see-through)
ICONS = {
    "icon-192.png": (192, 0.96, None),
    "icon-512.png": (512, 0.96, None),
    "icon-maskable.png": (512, 0.66, PAPER),  # systems cut their own shape out of it
    "apple-touch-icon.png": (180, 0.82, PAPER),
}


def page(size: int, share: float, ground: str | None) -> str:
    """The drawing in the middle of a square."""
    drawing = (PUBLIC / "icon.svg").read_text("utf-8")
    style = f"margin:0;width:{size}px;height:{size}px;display:grid;place-items:center;background:{ground or 'transparent'}"
    return f'<body style="{style}"><div style="width:{size * share}px;line-height:0">{drawing}</div></body>'


def main() -> None:
    """Writes all icons."""
    with chromium() as browser:
        for name, (size, share, ground) in ICONS.items():
            sheet = browser.new_page(viewport={"width": size, "height": size})
            sheet.set_content(page(size, share, ground))
            painted = Image.open(io.BytesIO(sheet.screenshot(omit_background=ground is None)))
            painted.quantize(64, dither=Image.Dither.NONE).save(PUBLIC / name, optimize=True)
            print(f"{name}: {(PUBLIC / name).stat().st_size} bytes")
            sheet.close()


if __name__ == "__main__":
    main()
