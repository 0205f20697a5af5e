"""What Python and TypeScript have to agree on is written down and up to date."""

import re
import subprocess
import sys
from pathlib import Path

from bangbox.server.api.typescript import typescript
from tests.web.shared import SHARED, text

WEB = Path(__file__).parents[2] / "web"


def test_shared_facts_are_up_to_date() -> None:
    assert SHARED.read_text("utf-8") == text(), "run python -m tests.web.shared and read what changed"


def test_the_protocol_in_typescript_is_up_to_date() -> None:
    written = (WEB / "src" / "net" / "protocol.ts").read_text("utf-8")
    assert written.strip() == typescript().strip(), "protocol.ts is stale: see its first line"


def test_the_lock_holds_no_addresses() -> None:
    """Every machine has its own registry: an address in the lock would bind everybody to one."""
    lock = (WEB / "package-lock.json").read_text("utf-8")
    assert '"resolved"' not in lock
    assert not re.search(r"https?://(?!(opencollective|github|.*funding|paulmillr|tidelift))[^\"]*registry", lock)


def test_the_typeface_is_what_its_script_draws(tmp_path: Path) -> None:
    """The committed font files come from tools/font.py and nothing else."""
    root = WEB.parent
    code = f"import tools.font as f, pathlib; f.FOLDER = pathlib.Path({str(tmp_path)!r}); [f.build(s) for s in f.WEIGHTS]"
    subprocess.run([sys.executable, "-c", code], cwd=root, check=True, capture_output=True)
    for drawn in sorted(tmp_path.iterdir()):
        assert drawn.read_bytes() == (WEB / "src" / "fonts" / drawn.name).read_bytes(), f"run python -m tools.font ({drawn.name})"
