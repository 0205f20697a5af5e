"""The commands of a host: serve, migrate, backup, restore, export."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from bangbox.core.errors import BangboxError

Database = Annotated[str | None, typer.Option(help="sqlite:///path or postgresql://user@host/name (default: a file of yours)")]


def serve(
    host: Annotated[str | None, typer.Option(help="the address to listen on; 0.0.0.0 for all (default: 127.0.0.1)")] = None,
    port: Annotated[int | None, typer.Option(help="the port (default: 8080; 0 takes a free one)")] = None,
    data: Annotated[Path | None, typer.Option(help="the folder for data (default: where your system keeps such things)")] = None,
    database: Database = None,
    workers: Annotated[int | None, typer.Option(help="server processes; more than one needs PostgreSQL")] = None,
    bots: Annotated[int | None, typer.Option(help="processes in which bots think")] = None,
    address: Annotated[str | None, typer.Option(help="the address people use, as https://games.example.org")] = None,
    log: Annotated[str | None, typer.Option(help="text or json")] = None,
    pace: Annotated[float | None, typer.Option(help="how long bots take to answer: 2 for twice as long, 0 for at once")] = None,
    only: Annotated[str | None, typer.Option(help="the games to offer, separated by commas")] = None,
    messages_per_second: Annotated[float | None, typer.Option(help="from one guest")] = None,
    message_bytes: Annotated[int | None, typer.Option(help="the longest message")] = None,
    matches_per_guest: Annotated[int | None, typer.Option(help="tables of one guest that are not over")] = None,
    guests_per_hour: Annotated[int | None, typer.Option(help="new guests from one network address")] = None,
    sockets_per_guest: Annotated[int | None, typer.Option(help="connections at a time")] = None,
    rooms: Annotated[int | None, typer.Option(help="matches kept in memory although nobody watches")] = None,
    away_seconds: Annotated[int | None, typer.Option(help="without a connection a player is away after …")] = None,
    gone_seconds: Annotated[int | None, typer.Option(help="… and gone after")] = None,
    patience_days: Annotated[float | None, typer.Option(help="after so long a match without a clock may be ended")] = None,
    push_contact: Annotated[str | None, typer.Option(help="whom push services may write to, as mailto:you@example.org")] = None,
    push_anywhere: Annotated[bool | None, typer.Option(help="push messages to this network too: for tests only")] = None,
) -> None:
    """Run a server for many people. Every setting is also an environment variable, as BANGBOX_PORT; see docs/hosting.md."""
    settings = dict(locals()) | {"data": str(data) if data else None}
    from bangbox.server.running.app import serve as run

    run(**settings)


def migrate(database: Database = None) -> None:
    """Make or update the tables of a database."""
    from bangbox.server.settings import from_environment
    from bangbox.server.storage.opening import migrate as run

    run(from_environment(database=database))
    typer.echo("the tables are up to date")


def backup(
    target: Annotated[Path, typer.Argument(help="the new SQLite file")],
    database: Database = None,
) -> None:
    """Copy everything into a SQLite file, while the server runs."""
    from bangbox.server.push.kept import back_up
    from bangbox.server.settings import from_environment, keeping_folder
    from bangbox.server.storage.opening import backup as run

    settings = from_environment(database=database)
    rows = run(settings, target)
    keys = " and the keys for push messages" if back_up(keeping_folder(settings), target) else ""
    typer.echo(f"{rows} rows{keys} saved in {target}")


def restore(
    source: Annotated[Path, typer.Argument(help="a file made by backup")],
    database: Database = None,
) -> None:
    """Fill an empty database from a backup."""
    from bangbox.server.push.kept import NAME
    from bangbox.server.push.kept import restore as restore_keys
    from bangbox.server.settings import from_environment, keeping_folder
    from bangbox.server.storage.opening import restore as run

    settings = from_environment(database=database)
    typer.echo(f"{run(settings, source)} rows restored from {source}")
    folder = keeping_folder(settings)
    if not restore_keys(folder, source):
        typer.echo(f"{folder / NAME} stays, with other keys for push messages: whoever had switched them on has to do it again")


def export(
    file: Annotated[Path, typer.Argument(help="the Parquet file to write")],
    records: Annotated[list[Path] | None, typer.Argument(metavar="[RECORDS]…", help="match records, or folders of them")] = None,
    database: Annotated[str | None, typer.Option(metavar="URL", help="the finished matches of a server's database")] = None,
    game: Annotated[str | None, typer.Option(help="self-play of this game")] = None,
    games: Annotated[int, typer.Option(min=1, max=1_000_000_000, help="of self-play")] = 1000,
    level: Annotated[str, typer.Option(help="of the bots in self-play")] = "random",
    option: Annotated[list[str] | None, typer.Option("--option", "-o", help="an option of the game, as short")] = None,
    seed: Annotated[int, typer.Option(help="of self-play")] = 1,
    processes: Annotated[int, typer.Option(min=1, max=256, help="in which bots play")] = 1,
    decisions: Annotated[bool, typer.Option("--decisions", help="a row for every decision, not for every match")] = False,
) -> None:
    """Write matches as Parquet for those who train elsewhere: from records, a database, or self-play; in bounded memory."""
    from bangbox.core.errors import OptionError
    from bangbox.core.registry import kind, read_options
    from bangbox.lab import exporting
    from bangbox.lab.commands import counted
    from bangbox.lab.executors import workers
    from bangbox.server.settings import from_environment

    if sum(map(bool, (records, database, game))) != 1:
        raise OptionError("say what to export: match records, --database, or --game for self-play (one of them)")
    refused: list[str] = []
    with workers(processes) as executor, counted("matches") as told:
        if game:
            options = read_options(kind(game).id, option or [])
            tables = exporting.self_play(kind(game).id, games, level, options, seed, executor)
        elif database:
            from bangbox.server.running.exporting import finished_matches

            found = finished_matches(from_environment(database=database), refused.append)
            tables = exporting.recorded(found, refused.append)
        else:
            tables = exporting.recorded(exporting.read_records(records or [], refused.append), refused.append)
        of = games if game else None
        count = exporting.export(file, tables, decisions, lambda done: told(done, of, "matches"))
    typer.echo(f"{count:,} matches written to {file}" + (f"; {len(refused)} left out, as {refused[0]}" if refused else ""))


def bench_script(name: str, options: list[str]) -> None:
    """Runs one of the benchmarks that are part of the sources."""
    script = Path(__file__).parents[4] / "benchmarks" / f"{name}.py"
    if not script.exists():
        raise BangboxError(f"this benchmark comes with the sources: run `python benchmarks/{name}.py` in a checkout")
    raise typer.Exit(subprocess.run([sys.executable, str(script), *options], check=False).returncode)


COMMANDS: dict[Callable[..., None], tuple[str, ...]] = {  # with examples for their help
    serve: ("bangbox serve --host 0.0.0.0 --port 8080", "bangbox serve --database postgresql://games@db/bangbox --workers 4"),
    migrate: ("bangbox migrate --database postgresql://games@db/bangbox",),
    backup: ("bangbox backup games.copy",),
    restore: ("bangbox restore games.copy",),
    export: (
        "bangbox export random.parquet --game bigxbang --games 1000000",
        "bangbox export decisions.parquet --game urknall --level medium --games 200 --decisions --processes 2",
        "bangbox export played.parquet --database sqlite:///games.sqlite",
        "bangbox export mine.parquet final.match records/",
    ),
}
