"""The steps of deploy/ without a container engine: `python -m tools.hosting [--caddy PROGRAM] [FOLDER]`.

In an empty folder: the commands of the Dockerfile's first stage in a copy of the repository, PostgreSQL, then what the compose
file runs with the settings it gives: the tables, two server processes, the health check, and Caddy before them (if there is one)
with the Caddyfile of deploy/. Two people play through it; one server process is killed meanwhile, then all are started anew.
Prints each step with its seconds. What differs from containers: addresses are those of loopback, pip may use its cache, and the
user is yours.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import yaml

from benchmarks.start import LONGEST, STEP, fetched, free_port
from tests.server.processes import Postgres
from tools.installing import ROOT, Person, clean, opened_page, run

DEPLOY = ROOT / "deploy"
STAGE = "/opt/bangbox"  # where the Dockerfile puts the environment


def dockerfile() -> str:
    """The Dockerfile with its continued lines joined."""
    return (DEPLOY / "Dockerfile").read_text("utf-8").replace("\\\n", " ")


def install(folder: Path) -> Path:
    """What the Dockerfile's first stage does: the folder of the environment's programs."""
    source, home = folder / "source", folder / "opt"
    run("git", "clone", "--quiet", ROOT, source)
    shutil.rmtree(source / ".git")  # as .dockerignore says
    first_stage = dockerfile().split("\nFROM ")[1]
    for command in re.findall(r"^RUN (.+)$", first_stage, re.MULTILINE):
        for ours, here in ((STAGE, str(home)), ("python -m venv", f"{sys.executable} -m venv"), ("--no-cache-dir ", "")):
            command = command.replace(ours, here)
        run("sh", "-c", command, folder=source)
    shutil.rmtree(source)  # the second stage has nothing but the environment
    return home / "bin"


def health_check() -> str:
    """What the Dockerfile asks to see whether the server is well."""
    found = re.search(r"^HEALTHCHECK .+CMD python -c \"(.+)\"$", dockerfile(), re.MULTILINE)
    assert found is not None, "the Dockerfile has no health check that is understood here"
    return found[1]


class Host:
    """One machine with all services of the compose file."""

    def __init__(self, folder: Path, programs: Path, database: str) -> None:
        self.folder, self.programs, self.port, self.front = folder, programs, free_port(), free_port()
        self.services = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))["services"]
        given = dict(self.services["bangbox"]["environment"])
        for line in re.findall(r"^ENV (.+)$", dockerfile(), re.MULTILINE):
            given = dict(part.split("=", 1) for part in line.split() if not part.startswith("PATH")) | given
        given |= {
            "BANGBOX_DATABASE": database, "BANGBOX_ADDRESS": f"http://127.0.0.1:{self.front}", "BANGBOX_PORT": str(self.port),
            "BANGBOX_HOST": "127.0.0.1", "BANGBOX_CACHE": str(folder / "cache"), "BANGBOX_DATA": str(folder / "data"),
            "BANGBOX_MESSAGES_PER_SECOND": "10000", "PATH": str(programs),
        }  # fmt: skip
        self.environment = clean() | given
        self.log = folder / "services.log"
        self.running: list[subprocess.Popen[bytes]] = []

    def words(self, service: str) -> list[str]:
        """The command of a service."""
        return [str(self.programs / self.services[service]["command"][0]), *self.services[service]["command"][1:]]

    def migrate(self) -> str:
        """Runs the service that makes the tables."""
        return run(*self.words("migrate"), environment=self.environment).strip()

    def serve(self) -> "subprocess.Popen[bytes]":
        """Starts the server processes and waits until the health check is content."""
        process = self._start(self.words("bangbox"), self.environment)
        self._wait(process, f"http://127.0.0.1:{self.port}/healthz")
        check = health_check().replace("127.0.0.1:8080", f"127.0.0.1:{self.port}")
        run(self.programs / "python", "-c", check)
        return process

    def proxy(self, caddy: str) -> None:
        """Starts Caddy with the Caddyfile; the server is on loopback here."""
        text = (DEPLOY / "Caddyfile").read_text("utf-8")
        assert "reverse_proxy bangbox:8080" in text
        own = self.folder / "Caddyfile"
        own.write_text("{\n\tadmin off\n}\n" + text.replace("bangbox:8080", f"127.0.0.1:{self.port}"), "utf-8")
        site = {"BANGBOX_SITE": f"http://127.0.0.1:{self.front}", "HOME": str(self.folder), "XDG_DATA_HOME": str(self.folder)}
        process = self._start([caddy, "run", "--adapter", "caddyfile", "--config", str(own)], os.environ | site)
        self._wait(process, f"http://127.0.0.1:{self.front}/healthz")

    def _start(self, words: list[str], environment: dict[str, str]) -> "subprocess.Popen[bytes]":
        with self.log.open("ab") as out:
            self.running.append(subprocess.Popen(words, cwd=self.folder, env=environment, stdout=out, stderr=out))
        return self.running[-1]

    def _wait(self, process: "subprocess.Popen[bytes]", address: str) -> None:
        deadline = time.monotonic() + LONGEST
        while fetched(address) is None:
            if process.poll() is not None or time.monotonic() > deadline:
                raise SystemExit(f"{address} does not answer:\n{self.log.read_text('utf-8')[-4000:]}")
            time.sleep(STEP)

    def stop(self) -> None:
        """Ends everything that still runs, the last started first."""
        for process in reversed(self.running):
            if process.poll() is None:
                process.terminate()
                process.wait(60)
        self.running.clear()


def trial(folder: Path, caddy: str | None) -> Iterator[str]:
    """Every step, told when it is done."""
    programs = install(folder)
    yield "the Dockerfile's commands, in an empty environment"
    postgres = Postgres().start()
    host = Host(folder, programs, postgres.new_database())
    (folder / "data").mkdir()
    try:
        yield f"{' '.join(host.services['migrate']['command'])}: {host.migrate()}"
        server = host.serve()
        yield f"{' '.join(host.services['bangbox']['command'])}: healthy, with an empty cache"
        front = f"http://127.0.0.1:{host.port}"
        if caddy:
            host.proxy(caddy)
            front = f"http://127.0.0.1:{host.front}"
            if fetched(f"{front}/metrics") is not None:
                raise SystemExit("Caddy shows /metrics to everybody")
        yield "Caddy before it, /metrics hidden" if caddy else "no Caddy here: the server is asked itself"
        yield f"the page and all it names opened: {opened_page(front)} files"
        ada = Person(front)
        match = ada.table()
        ada.play(match, 5)
        yield "a table set up and five moves played"
        workers = [child for child in psutil.Process(server.pid).children() if "spawn_main" in " ".join(child.cmdline())]
        if len(workers) != 2:
            raise SystemExit(f"{len(workers)} server processes instead of two")
        workers[0].kill()
        workers[0].wait(30)
        time.sleep(1)
        ada.play(match, 5)
        yield "one of the two server processes killed: play goes on"
        server.terminate()
        server.wait(60)
        host.serve()
        now = ada.play(match)
        if now["actor"] != -2:
            raise SystemExit(f"the match does not end: {json.dumps(now)[:500]}")
        yield f"all started anew: the match goes on and ends after {now['number']} events"
        run(programs / "bangbox", "backup", folder / "copy.sqlite", environment=host.environment)
        yield "bangbox backup while it runs"
    finally:
        host.stop()
        postgres.remove()


def main() -> None:
    """Does it all and prints it."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("folder", nargs="?", type=Path, help="an empty folder outside of the repository (default: a new one)")
    asked.add_argument("--caddy", default=shutil.which("caddy"), help="the program, if it is not on the path")
    given = asked.parse_args()
    with tempfile.TemporaryDirectory(prefix="bangbox-hosting-", ignore_cleanup_errors=True) as new:
        folder = given.folder or Path(new)
        folder.mkdir(parents=True, exist_ok=True)
        began = time.monotonic()
        for what in trial(folder, given.caddy):
            print(f"{time.monotonic() - began:7.1f} s  {what}", flush=True)
            began = time.monotonic()


if __name__ == "__main__":
    main()
