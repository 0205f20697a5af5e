"""The command line: thin, every command calls one function of the layers below."""

import io
import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from bangbox import __version__
from bangbox.core.errors import BangboxError, OptionError
from bangbox.lab import commands as lab
from bangbox.server.running import commands as server
from bangbox.terminal import commands as screen

app = typer.Typer(
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    add_completion=False,
)

GameName = Annotated[str, typer.Argument(metavar="GAME", help="bigxbang, brains, urknall, robbery or bigbrainbang")]
PositionText = Annotated[str | None, typer.Option("--position", help="a position text (default: a start with seed 1)")]
AsJson = Annotated[bool, typer.Option("--json", help="print JSON for a program to read")]
Options = Annotated[list[str] | None, typer.Option("--option", "-o", help="an option of the game, as players=3 or short")]
Language = Annotated[str, typer.Option(help="the language to read in: en or de")]

# What is not installed with the library alone, and the extra that brings it.
EXTRAS = dict.fromkeys(("alembic", "asyncpg", "mujoco", "segno", "sqlalchemy", "starlette", "uvicorn", "websockets"), "play")
EXTRAS |= {"matplotlib": "plots", "distributed": "cluster", "pyarrow": "export"}


def example(*lines: str) -> str:
    """The epilog of a command's help."""
    return "\n\n".join(["Example:" if len(lines) == 1 else "Examples:", *(f"[b]{line}[/b]" for line in lines)])


def position(game: str, text: str | None, options: list[str] | None = None) -> Any:
    """The position a command is about. A text says with which options it is played; others beside it are refused."""
    import bangbox
    from bangbox.core.registry import read_options

    given = read_options(game, options or [])
    played = bangbox.game(game, **given)
    if text is None:
        return played.start(seed=1)
    pos = played.position(text)
    for name, value in given.items():
        if (has := pos.game.options[name]) != value:
            raise OptionError(f"the position is one with {name}={has}, not {name}={value}: leave out -o {name}")
    return pos


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(__version__)
        raise typer.Exit()


@app.callback(epilog=example("bangbox play", "bangbox rules brains", "bangbox games"))
def about(
    version: Annotated[bool, typer.Option("--version", callback=_show_version, is_eager=True, help="print the version")] = False,
) -> None:
    """Five tabletop games with one text of the rules: play them, count them, measure them."""


@app.command(
    epilog=example(
        "bangbox play", "bangbox play bigxbang --terminal -o short", "bangbox play urknall --terminal --language de --name Ada"
    )
)
def play(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="the game to open")] = None,
    terminal: Annotated[bool, typer.Option("--terminal", help="play in this terminal, against bots")] = False,
    seat: Annotated[int, typer.Option(help="with --terminal: where you sit, counted from 1")] = 1,
    name: Annotated[str, typer.Option(help="with --terminal: what you are called")] = "",
    level: Annotated[str | None, typer.Option(help="with --terminal: how well the bots play")] = None,
    seed: Annotated[int | None, typer.Option(help="with --terminal: the seed of the dice")] = None,
    option: Options = None,
    language: Language = "en",
    port: Annotated[int | None, typer.Option(help="the port of the page (8080, or BANGBOX_PORT); 0 takes a free one")] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="open the page")] = True,
) -> None:
    """Play here and now: everything embedded, the browser opened (or in the terminal)."""
    if terminal:
        import bangbox
        from bangbox.bots.levels import levels
        from bangbox.core.registry import read_options
        from bangbox.terminal.table import Table
        from bangbox.terminal.words import need_language

        chosen = game or "bigxbang"
        level = level or levels(chosen).default
        bangbox.bot(chosen, level)
        played = bangbox.game(chosen, **read_options(chosen, option or []))
        Table(played, seat - 1, level, seed, need_language(language), name).play()
        return
    from bangbox.server.running.app import play as play_in_browser

    play_in_browser(game=game, port=port, browser=browser)


@app.command(epilog=example("bangbox perft bigxbang --depth 3", "bangbox perft urknall -o players=2 --depth 2"))
def perft(
    game: GameName,
    depth: Annotated[int, typer.Option(min=1, help="how many choices deep")] = 3,
    position_text: PositionText = None,
    option: Options = None,
    as_json: AsJson = False,
) -> None:
    """Count the sequences of choices from a position, one line a depth."""
    from bangbox.core.algorithms.counting import perfts

    counted = {}
    for d, count in perfts(position(game, position_text, option), depth):
        counted[d] = count
        if not as_json:
            typer.echo(f"{d} {count}")
    if as_json:
        typer.echo(json.dumps(counted))


@app.command(epilog=example("bangbox score brains", 'bangbox score urknall --position "…" --json'))
def score(
    game: GameName,
    position_text: PositionText = None,
    option: Options = None,
    language: Language = "en",
    as_json: AsJson = False,
) -> None:
    """Points by seat and reason, who has won, and how it came to its end. (In JSON seats are counted from 0.)"""
    from bangbox.terminal.telling import score_data, standing
    from bangbox.terminal.words import Voice, need_language, seat_names

    pos = position(game, position_text, option)
    voice = Voice(pos.game.kind, seat_names(pos.players, need_language(language)), language)
    if as_json:
        typer.echo(json.dumps(score_data(pos, voice)))
    else:
        voice.console.print(standing(pos, voice), soft_wrap=True)


class Bench(TyperCommand):
    """`bench`, of which everything after `server`, `start` or `gpu` is that benchmark's own."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Passes their options on as they are."""
        if args and args[0] in ("server", "start"):
            from bangbox.server.running.commands import bench_script

            bench_script(args[0], args[1:])
        if args[:1] == ["gpu"]:
            from bangbox.lab.gpu.commands import bench_gpu

            bench_gpu(args[1:])
        return super().parse_args(ctx, args)


@app.command(
    cls=Bench,
    epilog=example(
        "bangbox bench",
        "bangbox bench bigxbang --json",
        "bangbox bench server --quick",
        "bangbox bench server --help",
        "bangbox bench start",
        "bangbox bench gpu build/gpu",
        "bangbox bench --peers --write benchmarks/README.md",
    ),
)
def bench(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="a game, `server`, `start`, `gpu`; else all games")] = None,
    seconds: Annotated[float, typer.Option(min=0.05, help="how long each figure is measured")] = 1.0,
    beside_peers: Annotated[bool, typer.Option("--peers", help="beside OpenSpiel, pgx and PettingZoo, where installed")] = False,
    write: Annotated[Path | None, typer.Option(help="with --peers: a page to write, as benchmarks/README.md")] = None,
    as_json: AsJson = False,
) -> None:
    """Measure how fast the games run, beside a baseline in the same run."""
    if beside_peers:
        _show_peers(seconds, write)
        return
    from bangbox.core.registry import games, kind
    from bangbox.lab.bench import bench as measure

    figures = []
    for name in [kind(game).id] if game else games():
        with _progress(name) as report:
            figures.append(measure(name, report, seconds))
        if not as_json:
            _show_figures(figures[-1])
    if as_json:
        typer.echo(json.dumps(figures[0] if game else figures, indent=1))


def _show_peers(seconds: float, write: Path | None) -> None:
    from rich.console import Console
    from rich.markdown import Markdown

    from bangbox.lab.peers import page, peers

    text = page(peers(lambda what: typer.echo(what, err=True), seconds))
    if write is not None:
        write.write_text(text, "utf-8")
    Console().print(Markdown(text))


def _progress(name: str) -> Any:
    """A status line on the terminal, silent elsewhere."""
    from contextlib import contextmanager

    from rich.console import Console

    @contextmanager
    def status() -> Any:
        with Console(stderr=True).status(name) as line:
            yield lambda what: line.update(f"{name}: {what} …")

    return status()


def _show_figures(figures: dict[str, Any]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("figure", "value", title=figures["game"], title_justify="left")
    for name, value in figures.items():
        if isinstance(value, float | int):
            table.add_row(name, f"{value:,.3g}" if abs(value) < 100 else f"{value:,.0f}")
    for label, variant in figures["variants"].items():
        table.add_row(label, f"{variant['playouts_per_s']:,.0f} games/s, {variant['decisions_per_s']:,.0f} decisions/s")
    Console().print(table)


@app.command(
    epilog=example(
        "bangbox replay final.match", "bangbox replay final.match --at 12", "bangbox replay final.match --picture final.webp"
    )
)
def replay(
    file: Annotated[Path, typer.Argument(help="a match record")],
    at: Annotated[int | None, typer.Option(min=0, help="stop after this event")] = None,
    picture: Annotated[Path | None, typer.Option(help="draw it: .svg or .png that moment, .webp or .gif the whole match")] = None,
    language: Language = "en",
    as_json: AsJson = False,
) -> None:
    """Show a recorded match: its events and the position they lead to."""
    from bangbox.terminal.replaying import Replay, drawn, read_record
    from bangbox.terminal.words import need_language

    shown = Replay(read_record(file), at, need_language(language))
    if picture is not None:
        picture.write_bytes(drawn(shown, picture.suffix.lower()))
        typer.echo(f"{picture}: {picture.stat().st_size:,} bytes")
    elif as_json:
        typer.echo(json.dumps(shown.data()))
    else:
        shown.show()


@app.command(epilog=example("bangbox verify final.match", "bangbox verify final.match --contribution 1=5f0c…"))
def verify(
    file: Annotated[Path, typer.Argument(help="a match record")],
    commitment: Annotated[
        list[str] | None, typer.Option(help="HEX: the server's commitment that you saw; SEAT=HEX: that of a seat")
    ] = None,
    contribution: Annotated[list[str] | None, typer.Option(help="SEAT=HEX: the number that a seat gave, as you know it")] = None,
    as_json: AsJson = False,
) -> None:
    """Prove a recorded match: every move by the rules, every die by its committed secret."""
    from bangbox.core.matches.promises import read_seen
    from bangbox.core.matches.verifying import verify as prove
    from bangbox.terminal.proving import verdict_lines
    from bangbox.terminal.replaying import read_record

    record = read_record(file)
    verdict = prove(record, read_seen(commitment or [], contribution or []))
    if as_json:
        import msgspec

        typer.echo(json.dumps({**msgspec.to_builtins(verdict), "good": verdict.good, "provable": verdict.provable}))
    else:
        for line in verdict_lines(verdict, record):
            typer.echo(line)
    if not verdict.good:
        raise typer.Exit(1)


@app.command(epilog=example("bangbox rules brains", "bangbox rules bigxbang X7"))
def rules(
    game: GameName,
    number: Annotated[str | None, typer.Argument(help="one rule, as X7")] = None,
    language: Language = "en",
) -> None:
    """Read the rules of a game, or one rule: as a page in a terminal, as Markdown elsewhere."""
    from bangbox.core.registry import kind
    from bangbox.rulebook import need_page, rule_text, rules_page

    of = kind(game)
    need_page(of, language)
    page = rule_text(of, number.upper(), language) if number else rules_page(of, language)
    if sys.stdout.isatty():
        from rich.console import Console
        from rich.markdown import Markdown

        Console().print(Markdown(page))
    else:
        typer.echo(page)


@app.command(
    epilog=example("bangbox throw --count 100 --picture throw.png", "bangbox throw --players 4 --box standing --box-y 200")
)
def throw(
    around: Annotated[int, typer.Option(help="where the hand is, in mm around the table")] = 350,
    height: Annotated[int, typer.Option(help="of the release, in mm")] = 60,
    direction: Annotated[int, typer.Option(help="degrees off straight ahead")] = 0,
    elevation: Annotated[int, typer.Option(help="degrees above level")] = 0,
    speed: Annotated[int, typer.Option(help="in cm/s")] = 130,
    spin: Annotated[int, typer.Option(help="in rad/s")] = 0,
    players: Annotated[int, typer.Option(help="with more than two the table is larger")] = 2,
    box: Annotated[str | None, typer.Option(help="the box on the table: lying or standing")] = None,
    box_x: Annotated[int, typer.Option(help="mm from the middle to the east")] = 0,
    box_y: Annotated[int, typer.Option(help="mm from the middle to the north")] = 0,
    box_angle: Annotated[int, typer.Option(help="degrees by which it is turned")] = 0,
    count: Annotated[int, typer.Option(min=1, max=100_000, help="how many dice, each with its own tremor")] = 50,
    throws: Annotated[str, typer.Option(help="real (physics) or cheap (recordings)")] = "real",
    seed: Annotated[int, typer.Option(help="the first tremor")] = 0,
    picture: Annotated[Path | None, typer.Option(help="draw flights and landings into this file")] = None,
) -> None:
    """Throw a die of Big Brain Bang many times, to see where it lands."""
    from bangbox.core.registry import kind

    game = kind("bigbrainbang")
    inputs, throwing = game.module("inputs"), game.module("throwing")
    thrown = inputs.Throw(around, height, direction, elevation, speed, spin)
    obstacle = inputs.Box(box, box_x, box_y, box_angle) if box else None
    if obstacle is None and (box_x or box_y or box_angle):
        raise OptionError("a place for the box needs the box: add --box lying or --box standing")
    scatter = throwing.throw_many(thrown, obstacle, count, players=players, throws=throws, seed=seed)
    typer.echo(throwing.told(scatter))
    if picture:
        throwing.draw(scatter, picture)
        typer.echo(f"drawn into {picture}")


@app.command("games", epilog=example("bangbox games", "bangbox games --json"))
def list_games(as_json: AsJson = False) -> None:
    """List the games and their options."""
    from bangbox.core.registry import games, kind

    if as_json:
        import msgspec

        typer.echo(msgspec.json.encode({name: kind(name).manifest for name in games()}).decode())
        return
    for name in games():
        manifest = kind(name).manifest
        options = ", ".join(option.name for option in manifest.options)
        typer.echo(f"{name:14} {manifest.title}: {manifest.players.min}–{manifest.players.max} players; options {options}")


for command, lines in (lab.COMMANDS | server.COMMANDS | screen.COMMANDS).items():
    app.command(epilog=example(*lines))(command)


def main() -> None:
    """Runs a command; bad input ends in one clear line and exit code 2."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # what Windows writes into files and pipes lacks some of our signs
    try:
        app(standalone_mode=True)
    except BangboxError as error:
        from bangbox.terminal.words import visible

        print(f"bangbox: {visible(str(error))}", file=sys.stderr)
        sys.exit(2)
    except ModuleNotFoundError as error:
        extra = EXTRAS.get((error.name or "").partition(".")[0])
        if extra is None:
            raise
        print(f'bangbox: this needs more than is installed: pip install "bangbox[{extra}]"', file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)
