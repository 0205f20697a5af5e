"""README's examples run, locks name no registry, and links in the docs lead somewhere."""

import doctest
import importlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TRACKED = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()


def test_the_readme_runs() -> None:
    found = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert found.attempted > 5
    assert found.failed == 0


# Examples that are no dialogue with Python: which test runs them.
PROGRAMS = {
    "docs/research.md": "tests/interop/test_research.py",
    "docs/bot-api.md": "tests/server/whole/test_docs.py",
    "docs/dice.md": "tests/server/whole/test_docs.py",
    "docs/gpu.md": "tests/core/gpu/test_gpu.py",
}


@pytest.mark.parametrize("page", [path for path in TRACKED if re.fullmatch(r"docs/.*\.md", path)])
def test_examples_in_the_documents_run(page: str) -> None:
    examples = re.findall(r"^```python\n(.*?)^```", (ROOT / page).read_text("utf-8"), re.MULTILINE | re.DOTALL)
    dialogues = [example for example in examples if ">>>" in example]
    if len(dialogues) < len(examples):
        assert page in (ROOT / PROGRAMS[page]).read_text("utf-8"), "a test runs it, and says so"
    found = doctest.testfile(str(ROOT / page), module_relative=False)
    assert found.attempted >= len(dialogues)
    assert found.failed == 0


SOURCES = [path for path in TRACKED if re.fullmatch(r"src/bangbox/.*\.py", path)]


@pytest.mark.parametrize("path", [path for path in SOURCES if ">>>" in (ROOT / path).read_text("utf-8")])
def test_examples_in_the_reference_run(path: str) -> None:
    module = re.sub("/__init__$", "", path.removeprefix("src/").removesuffix(".py")).replace("/", ".")
    found = doctest.testmod(importlib.import_module(module))
    assert found.attempted > 1
    assert found.failed == 0


def test_no_lock_names_a_registry() -> None:
    locks = [path for path in TRACKED if re.search(r"(^|/)requirements/.*\.txt$|package-lock\.json$|\.lock$", path)]
    assert "requirements/play.txt" in locks
    for path in locks:
        text = (ROOT / path).read_text("utf-8")
        assert not re.search(r'"resolved"|https?://[^\s"]*(registry|index|simple|pypi|files\.)', text), path
    assert not [path for path in TRACKED if path.endswith(("uv.lock", "pylock.toml"))]


LOADED = """
import importlib.metadata, pkgutil, sys
import bangbox, bangbox.cli
for module in pkgutil.walk_packages(bangbox.__path__, "bangbox."):
    extra = module.name.startswith("bangbox.interop.")  # each needs the extra of its name, which players do not
    if not extra and not module.name.endswith(("migrations.env", "__main__")):  # they run something: a migration, a server
        __import__(module.name)
owners = importlib.metadata.packages_distributions()
print(*sorted({owner.lower() for name in {module.split(".")[0] for module in sys.modules} for owner in owners.get(name, [])}))
"""


def test_what_play_installs_is_all_that_is_loaded() -> None:
    """Tests have more installed than players: a module that only a test's requirement brings would be missed only by them."""
    ran = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True)
    installed = set(re.findall(r"^([a-z0-9._-]+)==", (ROOT / "requirements/play.txt").read_text("utf-8"), re.MULTILINE))
    assert {"sqlalchemy", "starlette"} <= installed
    optional = {"pyyaml", "setuptools", "scipy", "coverage"}  # libraries look whether they are there
    assert set(ran.stdout.replace("_", "-").split()) - installed - optional <= {"bangbox"}


def test_requirements_are_pinned_with_hashes() -> None:
    for path in ("requirements/play.txt", "requirements/test.txt"):
        text = (ROOT / path).read_text("utf-8")
        assert len(re.findall(r"^[\w.\[\]-]+==", text, re.MULTILINE)) > 20
        for block in re.split(r"\n(?=[\w.\[\]-]+==)", text.strip()):
            assert "--hash=sha256:" in block, block.splitlines()[0]


@pytest.mark.parametrize("page", [path for path in TRACKED if path.endswith(".md")])
def test_links_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text):
        if not target.startswith(("http://", "https://", "mailto:")):
            assert ((ROOT / page).parent / target).exists(), f"{page} links to {target}"
