"""The workflows: actionlint finds nothing, they try what the package promises, and publishing needs no stored secret."""

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[1]
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))


def read(name: str) -> dict[str | bool, Any]:
    """A workflow; YAML takes the key `on` for the value true."""
    found: dict[str | bool, Any] = yaml.safe_load((ROOT / ".github/workflows" / f"{name}.yml").read_text("utf-8"))
    return found


def test_actionlint_finds_nothing() -> None:
    actionlint = shutil.which("actionlint")
    if actionlint is None:
        pytest.skip("actionlint is not installed: the workflows were not linted")
    ran = subprocess.run([actionlint, "-no-color", *map(str, WORKFLOWS)], cwd=ROOT, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout


def test_three_pythons_and_three_systems_are_tried() -> None:
    matrix = read("test")["jobs"]["library"]["strategy"]["matrix"]
    assert len(matrix["python"]) >= 3
    assert [system.split("-")[0] for system in matrix["system"]] == ["ubuntu", "macos", "windows"]


def test_every_job_ends() -> None:
    for path in WORKFLOWS:
        workflow = read(path.stem)
        for name, job in workflow["jobs"].items():
            assert "uses" in job or job["timeout-minutes"] <= 60, f"{path.name}: {name}"


def test_coverage_is_measured_and_its_number_shown() -> None:
    """A number below the floor fails the run; any is shown on its page."""
    steps = [step["run"] for step in read("test")["jobs"]["coverage"]["steps"] if "run" in step]
    assert steps[0] == "make coverage"
    assert "coverage report" in steps[1] and steps[1].endswith('>> "$GITHUB_STEP_SUMMARY"')


def test_a_release_is_tried_before_it_is_published_without_a_secret() -> None:
    release = read("release")
    assert release[True] == {"push": {"tags": ["v*"]}}
    publish = release["jobs"]["publish"]
    assert publish["permissions"] == {"id-token": "write"} and publish["environment"]
    assert {"build", "test"} <= set(publish["needs"])
    assert "secrets." not in (ROOT / ".github/workflows/release.yml").read_text("utf-8")
