"""Results of the mutants that `deploy/test --mutants` made: numbers and survivors.

    python -m tests.mutants

Reads mutmut's results in mutants/. A mutant is caught when a test fails or hangs because of it.
Exit status 1 if fewer than 95 of 100 are caught. mutants_that_may_live.txt lists functions with
equivalent mutants, and why they change nothing visible; they count as not caught all the same.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "mutants"
REASONS = Path(__file__).with_name("mutants_that_may_live.txt")
LEAST_CAUGHT = 0.95
_SURVIVED = 0
_UNTRIED = frozenset({None, 2, 34})
"""Not run, interrupted, skipped."""
_NO_TEST = frozenset({5, 33})


def outcomes(folder: Path) -> Iterator[tuple[str, str]]:
    """Return each mutant's name and result: caught, survived, no test, or untried."""
    for path in sorted(folder.rglob("*.meta")):
        for name, code in json.loads(path.read_text())["exit_code_by_key"].items():
            yield name, _outcome(code)


def _outcome(code: int | None) -> str:
    if code == _SURVIVED:
        return "survived"
    if code in _UNTRIED:
        return "untried"
    return "no test" if code in _NO_TEST else "caught"


def reasons() -> dict[str, str]:
    """Return by full name of a function why its mutants may live."""
    lines = REASONS.read_text().splitlines()
    return dict(line.split(": ", 1) for line in lines if line and not line.startswith("#"))


def function_of(mutant: str) -> str:
    """Return a mutant's function: of a.x_b__mutmut_1 a.b, of a.xǁBǁc__mutmut_1 a.B.c."""
    module, _, changed = mutant.rpartition("__mutmut_")[0].rpartition(".")
    name = ".".join(changed.split("ǁ")[1:]) or changed.removeprefix("x_")
    return f"{module}.{name}"


def main() -> int:
    """Print the numbers and the survivors; return the exit status."""
    found = list(outcomes(FOLDER))
    figures = Counter(outcome for _, outcome in found)
    if not found or figures["untried"]:
        sys.stdout.write(f"{figures['untried'] or 'all'} mutants have not been tried yet\n")
        return 1
    share = figures["caught"] / len(found)
    may_live = reasons()
    for name, outcome in found:
        if outcome != "caught":
            why = may_live.get(function_of(name), "no reason is known")
            sys.stdout.write(f"{outcome}: {name} ({why})\n")
    told = ", ".join(f"{number} {outcome}" for outcome, number in figures.most_common())
    sys.stdout.write(f"{len(found)} mutants: {told}; {share:.1%} caught\n")
    sys.stdout.write("mutmut show NAME prints what a mutant changes\n")
    return 0 if share >= LEAST_CAUGHT else 1


if __name__ == "__main__":
    sys.exit(main())
