"""The command line: thin, every command calls one function of the layers below."""

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from bangbox import __version__
from bangbox.core.errors import BangboxError, RecordError
from bangbox.server.running.commands import add_to

app = typer.Typer(
    help="Five tabletop games with one text of the rules: play them, count them, measure them.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    add_completion=False,
)

GameName = Annotated[str, typer.Argument(metavar="GAME", help="bigxbang, brains, urknall, robbery or bigbrainbang")]
PositionText = Annotated[str | None, typer.Option("--position", help="a position text (default: a start with seed 1)")]
AsJson = Annotated[bool, typer.Option("--json", help="print JSON for a program to read")]
Options = Annotated[list[str] | None, typer.Option("--option", "-o", help="an option of the game, as players=3 or short")]


def example(*lines: str) -> str:
    """The epilog of a command's help."""
    return "\n\n".join(["Example:" if len(lines) == 1 else "Examples:", *(f"[b]{line}[/b]" for line in lines)])


def position(game: str, text: str | None, options: list[str] | None = None) -> Any:
    """The position a command is about."""
    import bangbox
    from bangbox.core.registry import read_options

    played = bangbox.game(game, **read_options(game, options or []))
    return played.position(text) if text is not None else played.start(seed=1)


@app.command(epilog=example("bangbox play", "bangbox play bigxbang --terminal -o short"))
def play(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="the game to open")] = None,
    terminal: Annotated[bool, typer.Option("--terminal", help="play in this terminal, against bots")] = False,
    seat: Annotated[int, typer.Option(help="with --terminal: where you sit")] = 0,
    level: Annotated[str | None, typer.Option(help="with --terminal: how well the bots play")] = None,
    seed: Annotated[int | None, typer.Option(help="with --terminal: the seed of the dice")] = None,
    option: Options = None,
    port: Annotated[int | None, typer.Option(help="the port of the page (8080, or BANGBOX_PORT); 0 takes a free one")] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="open the page")] = True,
) -> None:
    """Play here and now: everything embedded, the browser opened (or in the terminal)."""
    if terminal:
        import bangbox
        from bangbox.bots.levels import levels
        from bangbox.core.registry import read_options
        from bangbox.terminal import Table

        name = game or "bigxbang"
        level = level or levels(name).default
        bangbox.bot(name, level)
        Table(bangbox.game(name, **read_options(name, option or [])), seat, level, seed).play()
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


@app.command(epilog=example('bangbox score urknall --position "…" --json'))
def score(game: GameName, position_text: PositionText = None, option: Options = None, as_json: AsJson = False) -> None:
    """Points by seat and reason, and who has won."""
    from bangbox.core.messages import render

    pos = position(game, position_text, option)
    tally = [{"seat": p.seat, "points": p.points, "reason": render(pos.game.kind, p.reason), "rule": p.rule} for p in pos.tally()]
    if as_json:
        found = {"position": pos.text, "over": pos.over, "scores": pos.scores, "winners": pos.winners, "tally": tally}
        typer.echo(json.dumps(found))
        return
    for row in tally:
        typer.echo(f"seat {row['seat']}: {row['points']:+d} {row['reason']} ({row['rule']})")
    typer.echo(f"scores {' '.join(map(str, pos.scores))}; winners {' '.join(map(str, pos.winners)) or '-'}")


class Bench(TyperCommand):
    """`bench`, of which everything after `server` is the server benchmark's own."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Passes the server's options on as they are."""
        if args[:1] == ["server"]:
            from bangbox.server.running.commands import bench_server

            bench_server(args[1:])
        return super().parse_args(ctx, args)


@app.command(
    cls=Bench,
    epilog=example(
        "bangbox bench",
        "bangbox bench bigxbang --json",
        "bangbox bench server --quick",
        "bangbox bench server --help",
    ),
)
def bench(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="one game, or `server`; all games if left out")] = None,
    seconds: Annotated[float, typer.Option(min=0.05, help="how long each figure is measured")] = 1.0,
    as_json: AsJson = False,
) -> None:
    """Measure how fast the games run, beside a baseline in the same run."""
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


def _record(path: Path) -> Any:
    from bangbox.core.matches.match import MatchRecord

    try:
        return MatchRecord.read(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise RecordError(f"cannot read {path}: {getattr(error, 'strerror', None) or error}") from None


@app.command(epilog=example("bangbox replay final.match", "bangbox replay final.match --at 12"))
def replay(
    file: Annotated[Path, typer.Argument(help="a match record")],
    at: Annotated[int | None, typer.Option(help="stop after this event")] = None,
    as_json: AsJson = False,
) -> None:
    """Show a recorded match: its events and the position they lead to."""
    from rich.console import Console

    from bangbox.terminal import board

    record = _record(file)
    events = [event for event in record.events if at is None or event.number <= at]
    try:
        pos = record.replay(at)
    except RecordError as error:
        if not as_json:
            for event in events:
                typer.echo(event.line())
        raise error
    if as_json:
        found = {"game": record.game, "events": len(events), "position": pos.text, "scores": pos.scores, "winners": pos.winners}
        typer.echo(json.dumps(found))
        return
    console = Console()
    for event in events:
        who = "chance" if event.seat is None else record.seats[event.seat]
        name = event.name if event.kind != "set-up" else f"({len(event.actions())} outcomes)"
        console.print(f"[dim]{event.number:4} {event.kind:7}[/dim] {who}: {name}", markup=True, highlight=False)
    console.print(board(pos))
    console.print(pos.text, markup=False, highlight=False)
    if record.result and at is None:
        console.print(record.result, markup=False)


WRONG_SHOWN = 10
UNPROVABLE = {
    "typed": "the dice were rolled on a real table and typed in: nobody can prove them",
    "none": "the record does not say where its dice come from: nobody can prove them",
}


def _praise(verdict: Any, record: Any) -> str:
    """What was proven of a record in which nothing is wrong."""
    events = f"{verdict.events} events by the rules" + (", from a position that was set up" if record.start else "")
    events += "" if any(event.kind == "end" for event in record.events) else ", not (yet) to the end"
    if not verdict.provable:
        return f"unverifiable: {events}, but {UNPROVABLE[verdict.dice]} ({verdict.draws} outcomes)"
    throws = f", {verdict.throws} throws ({verdict.throws_simulated} simulated again)" if verdict.throws else ""
    how = {"fair": "proven fair", "seeded": "match the seed"}.get(verdict.dice, "none")
    return f"good: {events}; dice: {how} ({verdict.draws} draws{throws})"


@app.command(epilog=example("bangbox verify final.match"))
def verify(file: Annotated[Path, typer.Argument(help="a match record")], as_json: AsJson = False) -> None:
    """Prove a recorded match: every move by the rules, every die by its committed secret."""
    from bangbox.core.matches.verifying import verify as prove

    record = _record(file)
    verdict = prove(record)
    if as_json:
        import msgspec

        typer.echo(json.dumps({**msgspec.to_builtins(verdict), "good": verdict.good, "provable": verdict.provable}))
    else:
        for line in verdict.wrong[:WRONG_SHOWN]:
            typer.echo(f"wrong: {line}")
        if len(verdict.wrong) > WRONG_SHOWN:
            typer.echo(f"wrong: … and {len(verdict.wrong) - WRONG_SHOWN} things more")
        if verdict.good:
            typer.echo(_praise(verdict, record))
    if not verdict.good:
        raise typer.Exit(1)


@app.command(epilog=example("bangbox rules brains", "bangbox rules bigxbang X7"))
def rules(
    game: GameName,
    number: Annotated[str | None, typer.Argument(help="one rule, as X7")] = None,
    language: Annotated[str, typer.Option(help="the language of the page")] = "en",
) -> None:
    """Read the rules of a game, or one rule."""
    from bangbox.core.registry import kind
    from bangbox.rulebook import rule_text, rules_page

    of = kind(game)
    if number:
        typer.echo(rule_text(of, number.upper(), language))
    elif sys.stdout.isatty():
        from rich.console import Console
        from rich.markdown import Markdown

        Console().print(Markdown(rules_page(of, language)))
    else:
        typer.echo(rules_page(of, language))


@app.command(epilog=example("bangbox throw --count 100 --picture throw.png", "bangbox throw --speed 260 --box standing"))
def throw(
    around: Annotated[int, typer.Option(help="where the hand is, in mm around the table")] = 350,
    height: Annotated[int, typer.Option(help="of the release, in mm")] = 60,
    direction: Annotated[int, typer.Option(help="degrees off straight ahead")] = 0,
    elevation: Annotated[int, typer.Option(help="degrees above level")] = 0,
    speed: Annotated[int, typer.Option(help="in cm/s")] = 130,
    spin: Annotated[int, typer.Option(help="in rad/s")] = 0,
    box: Annotated[str | None, typer.Option(help="the box in the middle of the table: lying or standing")] = None,
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
    scatter = throwing.throw_many(thrown, inputs.Box(box) if box else None, count, throws=throws, seed=seed)
    typer.echo(throwing.told(scatter))
    if picture:
        throwing.draw(scatter, picture)
        typer.echo(f"drawn into {picture}")


@app.command("games")
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


@app.command(hidden=True)
def version() -> None:
    """Print the version."""
    typer.echo(__version__)


add_to(app)


def main() -> None:
    """Runs a command; bad input ends in one clear line and exit code 2."""
    try:
        app(standalone_mode=True)
    except BangboxError as error:
        print(f"bangbox: {error}", file=sys.stderr)
        sys.exit(2)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)
