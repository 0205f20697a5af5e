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


def test_the_database_is_ready_when_others_can_reach_it() -> None:
    """While its image sets it up it answers too, but over no network: the tables would be made too early, and nothing started."""
    services = read(ROOT / "deploy" / "compose.yaml")["services"]
    assert "-h 127.0.0.1" in services["database"]["healthcheck"]["test"][1]


def test_the_password_stays_on_the_host() -> None:
    for name in (".gitignore", ".dockerignore"):
        assert any(line.endswith("/.env") for line in (ROOT / name).read_text("utf-8").splitlines()), name


def test_what_a_container_keeps_has_a_name() -> None:
    """A volume without one is lost when the services are taken down: with it the keys for push messages would be."""
    compose = read(ROOT / "deploy" / "compose.yaml")
    kept = re.search(r"^VOLUME (\[.+\])$", (ROOT / "deploy" / "Dockerfile").read_text("utf-8"), re.MULTILINE)
    named = dict(volume.split(":") for volume in compose["services"]["bangbox"]["volumes"])
    assert kept is not None and sorted(named.values()) == sorted(yaml.safe_load(kept[1]))
    assert set(named) <= set(compose["volumes"])


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
