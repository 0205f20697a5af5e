"""The commands of the lab: tournaments of bots, puzzles solved, and what bots learn."""

import functools
import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

Level = Annotated[str | None, typer.Option(metavar="LEVEL", help="a level, or module:function of your own")]


def tournament(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="one game; all if left out")] = None,
    matches: Annotated[int, typer.Option(min=2, max=1_000_000, help="of each pairing")] = 100,
    players: Annotated[list[int] | None, typer.Option(help="how many play (default: the game's usual number)")] = None,
    all_players: Annotated[bool, typer.Option("--all-players", help="every number of players")] = False,
    one: Level = None,
    others: Level = None,
    option: Annotated[list[str] | None, typer.Option("--option", "-o", help="an option of the game, as short")] = None,
    seed: Annotated[int, typer.Option(help="the same seed gives the same matches")] = 1,
    processes: Annotated[int, typer.Option(min=1, max=256, help="matches at a time")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="print JSON for a program to read")] = False,
    rate: Annotated[bool, typer.Option("--rate", help="write the levels' strength into their table")] = False,
    write: Annotated[Path | None, typer.Option(help="a page whose table is replaced, as docs/bots.md")] = None,
) -> None:
    """Let bots play each other: each level against the next lower one, or --one against --others; seats are rotated."""
    import msgspec
    from rich.console import Console
    from rich.progress import Progress

    from bangbox.core.errors import OptionError
    from bangbox.core.registry import games, kind, read_options
    from bangbox.lab.rating import ratings, write_ratings
    from bangbox.lab.standings import as_table, write_page
    from bangbox.lab.tournament import Pairing, ladder, numbers_of_players
    from bangbox.lab.tournament import tournament as play

    if (one is None) != (others is None):
        raise OptionError("--one and --others belong together: one player among others of another kind")
    pairings: list[Pairing] = []
    for name in [kind(game).id] if game else games():
        counts = numbers_of_players(name) if all_players else players
        options = read_options(name, option or [])
        if one is not None and others is not None:
            pairings += [Pairing(name, one, others, n, options) for n in counts or [max(2, kind(name).manifest.players.default)]]
        else:
            pairings += ladder(name, counts, options)
    with Progress(console=Console(stderr=True), transient=True) as bars:
        bar = bars.add_task("matches", total=matches * len(pairings))

        def told(pairing: Pairing) -> None:
            bars.update(bar, advance=1, description=f"{pairing.game}: {pairing.one} – {pairing.others}")

        standings = list(play(pairings, matches, seed, processes, told))
    if rate:
        for name in {pairing.game: None for pairing in pairings}:
            write_ratings(name, ratings(name, standings))
    if write is not None:
        write_page(write, standings)
    if as_json:
        typer.echo(json.dumps(msgspec.to_builtins(standings), indent=1))
    else:
        Console().print(as_table(standings))


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


def _tell(bars: "Progress", bar: "TaskID", score: int, tries: int) -> None:
    bars.update(bar, description=f"best so far {score}, {tries} {'try' if tries == 1 else 'tries'}")


def fit(game: Annotated[str, typer.Argument(metavar="GAME", help="as brains")]) -> None:
    """Let the bots of a game learn anew what they know of it, and write it beside them."""
    from bangbox.core.registry import kind
    from bangbox.lab.learning import learn

    typer.echo(f"written to {learn(kind(game).id, typer.echo)}")


def train(
    game: Annotated[str, typer.Argument(metavar="GAME", help="a game whose bots have a network: bigxbang")],
    minutes: Annotated[float, typer.Option(min=0.05, max=10_000.0, help="how long it learns, matches apart")] = 2.0,
    out: Annotated[Path, typer.Option(help="the folder for weights, curve and picture")] = Path("training"),
    device: Annotated[str, typer.Option(metavar="cpu|gpu", help="where it computes; a GPU needs bangbox\\[gpu]")] = "cpu",
    start: Annotated[Path | None, typer.Option("--from", help="weights to go on from")] = None,
    seed: Annotated[int, typer.Option(help="of the first weights and the games")] = 1,
) -> None:
    """Let a network learn a game by playing against itself; tells how it fares against past selves and simple players."""
    from rich.console import Console

    from bangbox.lab.training.teaching import teach

    console = Console(stderr=True, highlight=False)
    weights = teach(game, minutes * 60, out, device, seed, start, console.print)
    console.print(f"Bots play with it once {weights} lies in games/{game}/bot.")


COMMANDS: dict[Callable[..., None], tuple[str, ...]] = {  # with examples for their help
    tournament: (
        "bangbox tournament brains --matches 400 --processes 2",
        "bangbox tournament bigxbang --one hard --others easy",
        "bangbox tournament --all-players --write docs/bots.md",
    ),
    solve: (
        "bangbox solve bigxbang -o puzzle=light --seed 7",
        "bangbox solve bigxbang -o puzzle=life --count 100 --seconds 3",
    ),
    fit: ("bangbox fit urknall",),
    train: (
        "bangbox train bigxbang --minutes 10 --out learned",
        "bangbox train bigxbang --device gpu --minutes 8",
    ),
}
