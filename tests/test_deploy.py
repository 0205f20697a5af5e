"""What hosts and workflows are given can be read, and names only what there is."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from bangbox.cli import app
from bangbox.server.settings import Settings

ROOT = Path(__file__).parents[1]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
OF_THE_PROGRAM = {"CACHE", "GAMES", "PLAIN"}
OF_THE_COMPOSE_FILE = {"SITE"}


def read(path: Path) -> Any:
    return yaml.safe_load(path.read_text("utf-8"))


@pytest.mark.parametrize("name", ["Dockerfile", "compose.yaml", "Caddyfile"])
def test_only_settings_that_there_are_get_set(name: str) -> None:
    known = {field.upper() for field in Settings.__struct_fields__} | OF_THE_PROGRAM | OF_THE_COMPOSE_FILE
    named = set(re.findall(r"BANGBOX_([A-Z_]+)", (ROOT / "deploy" / name).read_text("utf-8")))
    assert named <= known
    assert named


def test_the_services_wait_for_each_other() -> None:
    services = read(ROOT / "deploy" / "compose.yaml")["services"]
    assert services["bangbox"]["depends_on"] == {"migrate": {"condition": "service_completed_successfully"}}
    assert services["migrate"]["depends_on"] == {"database": {"condition": "service_healthy"}}
    commands = {command.callback.__name__ for command in app.registered_commands if command.callback}
    for service in ("migrate", "bangbox"):
        program, command, *_ = services[service]["command"]
        assert program == "bangbox"
        assert command in commands
        assert (ROOT / "deploy" / services[service]["build"]["context"] / services[service]["build"]["dockerfile"]).exists()


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_workflows_ask_for_no_more_than_they_need(path: Path) -> None:
    workflow = read(path)
    assert workflow["permissions"] == {"contents": "read"}
    for job in workflow["jobs"].values():
        assert job.get("uses") == "./.github/workflows/test.yml" or job["runs-on"]
        assert all("uses" in step or "run" in step for step in job.get("steps", []))


def test_workflows_name_files_that_there_are() -> None:
    text = "\n".join(path.read_text("utf-8") for path in WORKFLOWS)
    for name in re.findall(r"(?:requirements/\w+\.txt|\.ci/run|tests/\w+|src/[\w/.]+\.py)", text):
        assert (ROOT / name).exists(), name


def test_every_supported_python_is_tried() -> None:
    tried = read(ROOT / ".github" / "workflows" / "test.yml")["jobs"]["library"]["strategy"]["matrix"]["python"]
    named = re.findall(r'"Programming Language :: Python :: (3\.\d+)"', (ROOT / "pyproject.toml").read_text("utf-8"))
    assert tried == named
