"""The benchmark runs; what it measures is for people to judge."""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def run(*words: str) -> str:
    command = (sys.executable, "-m", "tests.benchmarks", *words)
    return subprocess.run(  # noqa: S603 - our own code
        command, cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout


def test_the_cheapest_lines_are_measured_for_real() -> None:
    told = run("--json", "--only", "device", "start", "--rounds", "1", "--written", "1")

    found = {line["name"]: line for line in json.loads(told)}
    assert list(found) == ["start", "device"]
    assert all(line["today"] > 0 for line in found.values())
    assert all(line["reached"] is (line["today"] <= line["goal"]) for line in found.values())


def test_the_table_at_rest_is_looked_at_and_told_a_line_each() -> None:
    told = run("--only", "instructions", "--long-rounds", "1", "--seconds", "0")

    head, instructions = told.splitlines()
    assert head.split()[:5] == ["what", "dc3262a", "today", "goal", "reached"]
    assert instructions.startswith("graphics instructions")
    assert "failed" not in instructions
