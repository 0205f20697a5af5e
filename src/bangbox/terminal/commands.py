"""Commands that tell of matches in a terminal."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer


def review(
    file: Annotated[Path, typer.Argument(help="a match record of a match that is over")],
    language: Annotated[str, typer.Option(help="the language to read in: en or de")] = "en",
    as_json: Annotated[bool, typer.Option("--json", help="print JSON for a program to read")] = False,
) -> None:
    """Look back on a match: everybody's chances, luck and play, accuracy, and the moments where it turned."""
    import msgspec
    from rich.console import Console

    from bangbox.bots.review import review as look_back
    from bangbox.terminal.replaying import Replay, read_record
    from bangbox.terminal.reviewing import show_review
    from bangbox.terminal.words import need_language

    record = read_record(file)
    voice = Replay(record, None, need_language(language)).voice
    with Console(stderr=True).status(voice.own("review.thinks")):
        found = look_back(record)
    if as_json:
        typer.echo(msgspec.json.encode(found).decode())
    else:
        show_review(found, voice)


COMMANDS: dict[Callable[..., None], tuple[str, ...]] = {  # with examples for their help
    review: ("bangbox review final.match", "bangbox review final.match --language de"),
}
