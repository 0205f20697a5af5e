"""The finished matches of a database, exported: all of them, and none that still runs."""

import asyncio
import json
from pathlib import Path

import pytest
from pyarrow import parquet
from typer.testing import CliRunner

from bangbox.cli import app
from bangbox.core.errors import BangboxError
from bangbox.server.running import exporting
from bangbox.server.running.exporting import finished_matches
from bangbox.server.settings import Settings
from tests.server.house import opened


async def test_finished_matches_become_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exporting, "PAGE", 2)  # three matches are two pages
    async with opened(tmp_path) as house:
        rooms = [await house.table() for _ in range(4)]
        for room in rooms[:3]:
            await house.play_out(room)
        database = house.hall.settings.database or f"sqlite:///{tmp_path / 'bangbox.sqlite'}"
        positions = {room.match.row.id: room.match.pos for room in rooms[:3]}
        refused: list[str] = []
        settings = house.hall.settings
        found = await asyncio.to_thread(lambda: list(finished_matches(settings, refused.append)))
    assert refused == []
    assert {one.match for one in found} == set(positions)
    assert all(one.replay().text == positions[one.match].text for one in found)
    file = tmp_path / "played.parquet"
    done = await asyncio.to_thread(lambda: CliRunner().invoke(app, ["export", str(file), "--database", database]))
    assert "3 matches written" in done.output, done.output
    rows = parquet.read_table(file).to_pylist()
    assert {row["match"] for row in rows} == set(positions)
    for row in rows:
        assert row["payoffs"] == positions[row["match"]].payoffs
        assert json.loads(row["options"]) == positions[row["match"]].game.options


def test_what_is_not_there_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(BangboxError, match="no database"):
        list(finished_matches(Settings(data=str(tmp_path)), print))
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(BangboxError, match="say what to export"):
        CliRunner().invoke(app, ["export", str(tmp_path / "x.parquet")], catch_exceptions=False)
