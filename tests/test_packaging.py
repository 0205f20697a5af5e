"""What is shipped: everything in the source archive, pages built anew, a wheel that plays; and what the library alone can do."""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import time
import tomllib
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hatchling.builders.sdist import SdistBuilder
from hatchling.metadata.core import ProjectMetadata
from hatchling.plugin.manager import PluginManager
from packaging.requirements import Requirement

import hatch_build
from bangbox.cli import EXTRAS, app
from tools import ranges
from tools.installing import STALE, run, trial

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def tracked() -> set[str]:
    ran = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if ran.returncode != 0:
        pytest.skip("not a checkout")
    return {name for name in ran.stdout.splitlines() if (ROOT / name).exists()}


def test_the_source_archive_has_all_that_is_in_the_repository() -> None:
    """Its own build and its tests need it."""
    found = {Path(file.distribution_path).as_posix() for file in SdistBuilder(str(ROOT)).recurse_included_files()}
    assert tracked() - found == set()


def test_texts_are_the_same_bytes_on_every_system() -> None:
    """Git on Windows changes the ends of lines unless it is told: games would have other versions there."""
    names = "\n".join(sorted(tracked()))
    said = subprocess.run(["git", "check-attr", "--stdin", "eol"], cwd=ROOT, input=names, capture_output=True, text=True)
    assert {line.rpartition(" ")[2] for line in said.stdout.splitlines()} == {"lf"}


class Built(Exception):
    """The pages were built."""


@pytest.mark.parametrize(("version", "checkout", "pages", "builds"), [
    ("standard", True, True, True),  # those that lie there may be older than their sources
    ("standard", True, False, True),
    ("standard", False, True, False),  # a source archive brings them
    ("standard", False, False, True),
    ("editable", True, False, False),  # the Makefile builds them
])  # fmt: skip
def test_pages_are_built_anew_in_a_checkout(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, version: str, checkout: bool, pages: bool, builds: bool
) -> None:
    def build() -> None:
        raise Built

    monkeypatch.setattr(hatch_build, "ROOT", tmp_path)
    monkeypatch.setattr(hatch_build, "PAGES", tmp_path / "pages")
    monkeypatch.setattr(hatch_build, "build_pages", build)
    for there, name in ((checkout, ".git"), (pages, "pages")):
        if there:
            (tmp_path / name).mkdir()
    hook = hatch_build.CustomBuildHook.__new__(hatch_build.CustomBuildHook)
    data: dict[str, list[str]] = {"artifacts": []}
    if builds:
        with pytest.raises(Built):
            hook.initialize(version, data)
    else:
        hook.initialize(version, data)
        assert data["artifacts"] == ["src/bangbox/web/**"]


def urls(folder: Path) -> dict[str, str]:
    """What a build in that folder says about where the project is found."""
    return dict(ProjectMetadata(str(folder), PluginManager()).core.urls)


def test_a_package_names_the_repository_that_built_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No address is written down, since every copy has another; a wheel built from the source archive has that archive's."""
    monkeypatch.delenv("GITHUB_REPOSITORY", raising=False)
    assert urls(ROOT) == {}
    monkeypatch.setenv("GITHUB_SERVER_URL", "https://forge.example")
    monkeypatch.setenv("GITHUB_REPOSITORY", "ann/bangbox")
    named = urls(ROOT)
    assert named["Source"] == "https://forge.example/ann/bangbox"
    paths = [re.sub("^/(tree|blob)/main/", "", url.removeprefix(named["Source"])) for url in named.values()]
    assert all((ROOT / path).exists() for path in paths if path not in ("", "/issues"))
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", "src/bangbox/__init__.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    builder = SdistBuilder(str(ROOT))
    (tmp_path / "PKG-INFO").write_text(builder.config.core_metadata_constructor(builder.metadata), "utf-8")
    monkeypatch.delenv("GITHUB_REPOSITORY")
    assert urls(tmp_path) == named


def test_every_extra_that_is_named_exists() -> None:
    assert set(EXTRAS.values()) <= set(PROJECT["optional-dependencies"])


# Runs a command where nothing can be imported but what `pip install bangbox` brings.
ALONE = """
import importlib.machinery, importlib.metadata, re, sys

def brought(name, found):
    if name not in found:
        found.add(name)
        for line in importlib.metadata.requires(name) or ():
            if "extra ==" not in line:
                try:
                    brought(re.match(r"[\\w.-]+", line)[0].lower().replace("_", "-"), found)
                except importlib.metadata.PackageNotFoundError:
                    pass
    return found

dependencies = [re.match(r"[\\w.-]+", line)[0] for line in sys.argv.pop(1).split("|")]
known = set().union(*(brought(name, set()) for name in dependencies)) | {"bangbox"}
owners = importlib.metadata.packages_distributions()

found = importlib.machinery.PathFinder.find_spec

def unless_an_extra(name, path=None, target=None):
    owner = {one.lower().replace("_", "-") for one in owners.get(name.partition(".")[0], ())}
    return found(name, path, target) if not owner or owner & known else None

importlib.machinery.PathFinder.find_spec = unless_an_extra
from bangbox.cli import main
main()
"""

WITHOUT_EXTRAS = {
    "play": (["--no-browser"], "play"),
    "serve": ([], "play"),
    "migrate": ([], "play"),
    "backup": (["copy.sqlite"], "play"),
    "restore": (["copy.sqlite"], "play"),
    "export": (["out.parquet", "--game", "tictactoe", "--games", "2"], "export"),
    "throw": (["--count", "1"], "physics"),
    "balance": (["tictactoe", "--level", "random", "--games", "8", "--no-variants"], "plots"),
    "tournament": (["tictactoe", "--bots", "random,easy", "--games", "2", "--cluster", "tcp://127.0.0.1:1"], "cluster"),
    "train": (["bigxbang", "--device", "gpu"], "gpu"),
    "bench": (["gpu", "kernels"], "gpu"),
}
ENOUGH_ALONE = {
    "games": [],
    "rules": ["tictactoe"],
    "perft": ["tictactoe", "--depth", "1"],
    "score": ["tictactoe"],
    "statistics": ["tictactoe", "--games", "2"],
}
NEED_A_FILE_OR_TIME = {"replay", "verify", "review", "solve", "puzzles"}  # other tests run them


def alone(tmp_path: Path, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """A command where only the library's own dependencies can be imported."""
    program = [sys.executable, "-c", ALONE, "|".join(PROJECT["dependencies"]), *words]
    here = os.environ | {"BANGBOX_DATA": str(tmp_path)}
    return subprocess.run(program, cwd=tmp_path, env=here, input=typed, capture_output=True, text=True)


@pytest.mark.parametrize("command", WITHOUT_EXTRAS)
def test_a_command_without_its_extra_says_in_one_line_what_to_install(command: str, tmp_path: Path) -> None:
    words, extra = WITHOUT_EXTRAS[command]
    ran = alone(tmp_path, command, *words)
    assert ran.returncode == 2
    assert ran.stderr.strip().count("\n") == 0, ran.stderr
    assert f"bangbox[{extra}]" in ran.stderr


@pytest.mark.parametrize("command", ENOUGH_ALONE)
def test_the_library_alone_is_enough(command: str, tmp_path: Path) -> None:
    ran = alone(tmp_path, command, *ENOUGH_ALONE[command])
    assert (ran.returncode, ran.stderr.strip()) == (0, "")
    assert ran.stdout


def test_the_library_alone_plays_in_the_terminal(tmp_path: Path) -> None:
    ran = alone(tmp_path, "play", "tictactoe", "--terminal", "--level", "random", typed="b2\nquit\n")
    assert ran.returncode == 0, ran.stderr


def test_every_command_is_tried_alone() -> None:
    names = {command.name or command.callback.__name__ for command in app.registered_commands if command.callback}
    assert names == {*WITHOUT_EXTRAS, *ENOUGH_ALONE, *NEED_A_FILE_OR_TIME}


def locked(name: str) -> list[Requirement]:
    """What a file of requirements pins."""
    text = (ROOT / f"requirements/{name}.txt").read_text("utf-8")
    return [Requirement(line) for line in re.findall(r"^(\S+==.*?) \\$", text, re.MULTILINE)]


@pytest.mark.parametrize("name", ["play", "test"])
def test_nothing_for_nvidia_is_asked_for_on_a_mac(name: str) -> None:
    """There are no such packages for it: nobody could install the rest."""
    on_a_mac = {needed.name for needed in locked(name) if not needed.marker or needed.marker.evaluate({"sys_platform": "darwin"})}
    assert "numba" in on_a_mac
    assert not [name for name in on_a_mac if re.match("cuda|nvidia|numba-cuda", name)]


def test_who_plays_has_the_versions_that_were_tested() -> None:
    tested = {(needed.name, str(needed.specifier)) for needed in locked("test")}
    assert {(needed.name, str(needed.specifier)) for needed in locked("play")} <= tested


@pytest.mark.parametrize("system", ["linux", "macos", "windows"])
def test_every_system_finds_all_that_tests_need(system: str, soak_count: Callable[[int, int], int], tmp_path: Path) -> None:
    """Asks the package index: only when soaking."""
    if not soak_count(0, 1):
        pytest.skip("only with --soak")
    only_source = "http-ece"  # pure Python without a wheel
    for python in re.findall(r"Python :: (3\.\d+)", " ".join(PROJECT["classifiers"])):
        run(
            sys.executable, "-m", "uv", "pip", "install", "--dry-run", "--target", tmp_path, "--no-deps", "--require-hashes",
            "--python-platform", system, "--python-version", python, "--only-binary", ":all:", "--no-binary", only_source,
            "-r", "requirements/test.txt", folder=ROOT,
        )  # fmt: skip


@pytest.mark.parametrize("end", ranges.ENDS)
def test_games_are_the_same_at_both_ends_of_what_is_allowed(
    end: str, soak_count: Callable[[int, int], int], soak_row: Callable[[str, int, str, float], None], tmp_path: Path
) -> None:
    """Minutes of downloading and compiling: only when soaking. `make ranges` does the same by hand."""
    if not soak_count(0, 1):
        pytest.skip("only with --soak")
    began, found = time.monotonic(), list(ranges.trial(tmp_path, sys.executable, end))
    numba = re.search(r"numba (\S+)", found[0])
    assert numba is not None
    games, took = found[1].count("the same"), time.monotonic() - began
    soak_row(f"games whose golden playthrough was compared with the {end} Numba", games, f"the same with {numba[1]}", took)


def test_a_stranger_builds_installs_and_plays(
    soak_count: Callable[[int, int], int], soak_row: Callable[[str, int, str, float], None], tmp_path: Path
) -> None:
    """Minutes of downloading and compiling: only when soaking. `python -m tools.installing` does the same by hand."""
    if not soak_count(0, 1):
        pytest.skip("only with --soak")
    began, steps = time.monotonic(), dict(trial(tmp_path))
    archive, wheel = next((tmp_path / "dist").glob("*.tar.gz")), next((tmp_path / "dist").glob("*.whl"))
    with tarfile.open(archive) as packed, zipfile.ZipFile(wheel) as zipped:
        sources = {name.partition("/")[2] for name in packed.getnames()}
        assert tracked() - sources == set()
        for names, page in ((sources, "src/bangbox/web/index.html"), (set(zipped.namelist()), "bangbox/web/index.html")):
            assert page in names
            assert not any(name.endswith(STALE) for name in names)
    soak_row("a package built, installed and played by a stranger", len(steps), "works", time.monotonic() - began)
