"""Cost of a panel at an idle table: processor time and redraws.

    python -m tests.benchmarks.idle_cost [SECONDS]

Runs the unchanged app at a table, once for each kind of panel, each in a separate process. Prints
the processor's share, beside that without a panel, and the number of redraws.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from tests.benchmarks.playthroughs import resting_record
from tests.benchmarks.processes import import_record, measured

_KINDS = ("none", "searching", "at a cable", "simulated")
"""As in `at_rest`."""


def main() -> None:
    """Measure every kind of panel and print the shares."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.idle_cost")
    parser.add_argument("seconds", type=float, nargs="?", default=20)
    seconds = parser.parse_args().seconds
    without = 0.0
    for kind in _KINDS:
        with tempfile.TemporaryDirectory(prefix="meduris-") as folder:
            import_record(resting_record(), Path(folder))
            found = measured("at_rest", seconds, folder, kind)
        without = without or found["share"]
        sys.stdout.write(
            f"{kind:<12} {found['share']:6.2%} of a processor,"
            f" {found['share'] / without:.2f} times that without a panel;"
            f" {found['draws']} redraws in {seconds:g} s\n"
        )


if __name__ == "__main__":
    main()
