"""The commands of the lab: tournaments of bots, balance, puzzles solved and made, and what bots learn."""

import contextlib
import functools
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

GameOrAll = Annotated[str | None, typer.Argument(metavar="[GAME]", help="one game; all if left out")]
Options = Annotated[list[str] | None, typer.Option("--option", "-o", help="an option of the game, as short")]
Processes = Annotated[int, typer.Option(min=1, max=256, help="matches at a time")]
Cluster = Annotated[str | None, typer.Option(metavar="ADDRESS", help="a Dask cluster that plays, as tcp://host:8786")]
AsJson = Annotated[bool, typer.Option("--json", help="print JSON for a program to read")]


def tournament(
    game: GameOrAll = None,
    bots: Annotated[
        str | None,
        typer.Option(metavar="A,B,…", help="levels, ./mybot.py, module:function, http://…: everybody against everybody"),
    ] = None,
    gauntlet: Annotated[bool, typer.Option("--gauntlet", help="the first of --bots against each of the others only")] = False,
    games: Annotated[int, typer.Option(min=2, max=1_000_000, help="of each pairing")] = 100,
    players: Annotated[list[int] | None, typer.Option(help="how many play (default: the game's usual number)")] = None,
    all_players: Annotated[bool, typer.Option("--all-players", help="every number of players")] = False,
    option: Options = None,
    seed: Annotated[int, typer.Option(help="the same seed gives the same matches")] = 1,
    processes: Processes = 1,
    cluster: Cluster = None,
    results: Annotated[
        Path | None, typer.Option(metavar="FILE", help="kept line by line: the same command goes on after a kill")
    ] = None,
    records: Annotated[Path | None, typer.Option(metavar="FOLDER", help="every match record is written there")] = None,
    as_json: AsJson = False,
    rate: Annotated[bool, typer.Option("--rate", help="write the levels' strength into their table")] = False,
    write: Annotated[Path | None, typer.Option(help="a page whose table is replaced, as docs/bots.md")] = None,
) -> None:
    """Let bots play each other: --bots, or each level against the next lower one. Seats are rotated over the same seeds.

    Prints each pairing's share of the win and everybody's rating, with 95 % intervals. It is the same whatever plays it.
    """
    import msgspec
    from rich.console import Console

    from bangbox.core.errors import OptionError
    from bangbox.core.registry import games as all_games
    from bangbox.core.registry import kind, read_options
    from bangbox.lab.executors import workers
    from bangbox.lab.tournaments import pairings as pairing
    from bangbox.lab.tournaments.rating import level_ratings, ratings_table, write_ratings
    from bangbox.lab.tournaments.running import tournament as play
    from bangbox.lab.tournaments.standings import as_table, write_page

    if gauntlet and bots is None:
        raise OptionError("--gauntlet needs --bots: the first of them plays each of the others")
    pairs: list[pairing.Pairing] = []
    for name in [kind(game).id] if game else all_games():
        counts = pairing.numbers_of_players(name) if all_players else players
        options = read_options(name, option or [])
        if bots is None:
            pairs += pairing.ladder(name, counts, options)
        else:
            names = [word.strip() for word in bots.split(",") if word.strip()]
            pairs += (pairing.gauntlet if gauntlet else pairing.round_robin)(name, names, counts, options)
    with workers(processes, cluster) as executor, counted("matches") as told:
        found = play(
            pairs, games, seed, executor, results, records,
            lambda done, of, now: told(done, of, f"{now.game}: {now.one} – {now.others}"),
        )  # fmt: skip
    if rate:
        for name in found.ratings:
            write_ratings(name, level_ratings(name, found.standings))
    if write is not None:
        write_page(write, found.standings)
    if as_json:
        typer.echo(json.dumps(msgspec.to_builtins({"standings": found.standings, "ratings": found.ratings}), indent=1))
        return
    console = Console()
    console.print(as_table(found.standings))
    for name, rated in found.ratings.items():
        console.print(ratings_table(name, rated))


def balance(
    game: GameOrAll = None,
    level: Annotated[str, typer.Option(help="of the bots")] = "medium",
    games: Annotated[int, typer.Option(min=8, max=10_000_000, help="of the usual form; a quarter of it for each variant")] = 400,
    out: Annotated[Path, typer.Option(metavar="FOLDER", help="pages and plots are written to FOLDER/GAME")] = Path("balance"),
    variants: Annotated[bool, typer.Option("--variants/--no-variants", help="also each variant and number of players")] = True,
    option: Options = None,
    seed: Annotated[int, typer.Option(help="the same seed gives the same matches")] = 1,
    processes: Processes = 1,
    cluster: Cluster = None,
) -> None:
    """Show how balanced a game is: seats, first player, length, branching, lead changes, what decides, what set-ups do.

    Every set-up is played four times, and who begins is rotated. Writes a page that needs nothing else, plots and figures.
    """
    from bangbox.core.registry import games as all_games
    from bangbox.core.registry import kind, read_options
    from bangbox.lab.balancing.page import findings
    from bangbox.lab.balancing.plots import need_plots
    from bangbox.lab.balancing.reporting import balance as measure
    from bangbox.lab.balancing.reporting import write_report
    from bangbox.lab.executors import workers

    need_plots()  # said before an hour of matches, not after
    with workers(processes, cluster) as executor:
        for name in [kind(game).id] if game else all_games():
            with counted(name) as told:
                report = measure(name, level, games, read_options(name, option or []), seed, variants, executor, told)
            typer.echo(f"{write_report(report, out / name)}")
            for line in findings(report.usual, report.variants):
                typer.echo(f"  {line}")


@contextlib.contextmanager
def counted(what: str) -> Iterator[Callable[[int, int | None, str], None]]:
    """A bar with the time that is left; it is told how many are done, of how many (if known), and of what."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bars:
        bar = bars.add_task(what, total=None)

        def told(done: int, of: int | None, now: str) -> None:
            if bars.tasks[0].completed == 0:  # what was done before this run says nothing about its speed
                bars.reset(bar, total=of, completed=max(0, done - 1))
            bars.update(bar, completed=done, description=now)

        yield told


def solve(
    game: Annotated[str, typer.Argument(metavar="GAME", help="a game with puzzles for one, as bigxbang")],
    option: Annotated[list[str] | None, typer.Option("--option", "-o", help="an option of the game, as puzzle=light")] = None,
    seed: Annotated[int, typer.Option(help="of the set-up, and of the search")] = 1,
    position: Annotated[str | None, typer.Option(metavar="TEXT", help="a position instead of a set-up")] = None,
    count: Annotated[int, typer.Option(min=1, max=100_000, help="so many set-ups, with seeds from --seed on")] = 1,
    seconds: Annotated[float, typer.Option(min=0.01, max=3600, help="at most, for each")] = 10.0,
    as_json: Annotated[bool, typer.Option("--json", help="print JSON for a program to read")] = False,
) -> None:
    """Solve a puzzle: the line of play, its score, and the scores that earn one, two and three stars."""
    import msgspec
    from rich.console import Console
    from rich.progress import Progress

    from bangbox.core.game import game_with
    from bangbox.core.registry import read_options
    from bangbox.lab.solving import as_table, solved

    chosen = game_with(game, read_options(game, option or []))
    starts = [chosen.position(position)] if position else [chosen.start(seed=seed + k) for k in range(count)]
    found = []
    with Progress(console=Console(stderr=True), transient=True) as bars:
        bar = bars.add_task("", total=len(starts))
        for k, start in enumerate(starts):
            said = functools.partial(_tell, bars, bar)
            found.append(solved(start, seed + k, seconds, said))
            bars.advance(bar)
    if as_json:
        typer.echo(json.dumps(msgspec.to_builtins(found if count > 1 else found[0]), indent=1))
    else:
        Console().print(as_table(found) if count > 1 else found[0].told())


def puzzles(
    game: Annotated[str, typer.Argument(metavar="GAME", help="as brains")],
    day: Annotated[str | None, typer.Option(metavar="DATE", help="another day than today, as 2026-11-15")] = None,
    solution: Annotated[bool, typer.Option("--solution", help="tell the solution, too")] = False,
    make: Annotated[int | None, typer.Option(metavar="N", min=1, max=10_000, help="make N new ones instead")] = None,
    seed: Annotated[int, typer.Option(help="with --make: the same seed makes the same puzzles")] = 1,
    processes: Annotated[int, typer.Option(min=1, max=256, help="with --make: matches at a time")] = 1,
) -> None:
    """Show the puzzle of a day; or make a game's puzzles anew, and write them beside its rules."""
    from rich.console import Console
    from rich.progress import Progress

    from bangbox.core.registry import kind
    from bangbox.lab import puzzling

    name = kind(game).id
    if make is None:
        typer.echo(puzzling.shown(name, day, solution))
        return
    with Progress(console=Console(stderr=True), transient=True) as bars:
        bar = bars.add_task("puzzles", total=make)
        found = puzzling.made(name, make, seed, processes, lambda count: bars.update(bar, completed=count))
    typer.echo(f"{len(found.puzzles)} puzzles written to {puzzling.written(found)}")


def _tell(bars: "Progress", bar: "TaskID", score: int, tries: int) -> None:
    bars.update(bar, description=f"best so far {score}, {tries} {'try' if tries == 1 else 'tries'}")


def statistics(
    game: Annotated[str, typer.Argument(metavar="GAME", help="as bigxbang")],
    games: Annotated[int, typer.Option(min=1, max=1_000_000_000, help="so many")] = 100_000,
    option: Annotated[list[str] | None, typer.Option("--option", "-o", help="an option of the game, as short")] = None,
    seed: Annotated[int, typer.Option(help="game i has the seed (seed, i)")] = 0,
    threads: Annotated[int | None, typer.Option(min=1, max=1024, help="one a core if left out")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="print JSON for a program to read")] = False,
) -> None:
    """Play random games and sum up: lengths, winners, points, choices, the lead; memory does not grow with their number."""
    import msgspec
    from rich.console import Console
    from rich.progress import Progress

    from bangbox.core.game import game_with
    from bangbox.core.registry import read_options
    from bangbox.lab.summing import as_table
    from bangbox.lab.summing import statistics as sum_up

    chosen = game_with(game, read_options(game, option or []))
    with Progress(console=Console(stderr=True), transient=True) as bars:
        bar = bars.add_task(chosen.title, total=games)
        found = sum_up(chosen, games, seed, threads, lambda done: bars.update(bar, completed=done))
    if as_json:
        typer.echo(json.dumps(msgspec.to_builtins(found, str_keys=True), indent=1))
    else:
        Console().print(as_table(found))


def train(
    game: Annotated[str, typer.Argument(metavar="GAME", help="as brains")],
    out: Annotated[Path, typer.Option(help="the folder for what was learned")] = Path("training"),
    minutes: Annotated[float | None, typer.Option(min=0.05, max=10_000.0, help="how long bigxbang learns (default: 2)")] = None,
    device: Annotated[str | None, typer.Option(metavar="cpu|gpu", help="where; a GPU needs bangbox\\[gpu]")] = None,
    start: Annotated[Path | None, typer.Option("--from", help="weights to go on from")] = None,
    seed: Annotated[int | None, typer.Option(help="of the first weights and the games (default: 1)")] = None,
) -> None:
    """Let the bots of a game learn anew what they know of it, by playing against themselves.

    Big×Bang's network tells how it fares against past selves and simple players, and has all the options.

    The bots of other games learn until they are done.
    """
    from rich.console import Console

    from bangbox.core.errors import OptionError
    from bangbox.core.registry import kind
    from bangbox.lab.learning import learn, learns

    name, console = kind(game).id, Console(stderr=True, highlight=False, markup=False)
    if learns(name):
        if any(option is not None for option in (minutes, device, start, seed)):
            raise OptionError(f"the bots of {kind(name).manifest.title} learn until they are done: only --out is for them")
        file = learn(name, out, console.print)
    else:
        from bangbox.lab.training.teaching import teach

        file = teach(name, (minutes or 2.0) * 60, out, device or "cpu", 1 if seed is None else seed, start, console.print)
    console.print(f"Bots play with it once {file} lies in games/{name}/bot.")


COMMANDS: dict[Callable[..., None], tuple[str, ...]] = {  # with examples for their help
    tournament: (
        "bangbox tournament bigxbang --bots hard,medium,./mybot.py --games 200 --processes 2",
        "bangbox tournament urknall --bots http://127.0.0.1:9000/,hard,easy --gauntlet --results urknall.jsonl",
        "bangbox tournament brains --cluster tcp://10.0.0.5:8786 --games 10000 --results brains.jsonl",
        "bangbox tournament --all-players --write docs/bots.md",
    ),
    balance: (
        "bangbox balance urknall --level medium --games 1000 --processes 2",
        "bangbox balance bigxbang --level random --games 100000 --no-variants",
        "bangbox balance --out reports",
    ),
    solve: (
        "bangbox solve bigxbang -o puzzle=light --seed 7",
        "bangbox solve bigxbang -o puzzle=life --count 100 --seconds 3",
    ),
    puzzles: ("bangbox puzzles urknall --solution", "bangbox puzzles brains --make 90 --processes 2"),
    statistics: (
        "bangbox statistics bigxbang --games 1000000",
        "bangbox statistics urknall -o players=3 --json",
    ),
    train: (
        "bangbox train urknall",
        "bangbox train bigxbang --minutes 10 --out learned",
        "bangbox train bigxbang --device gpu --minutes 8",
    ),
}
