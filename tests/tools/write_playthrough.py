"""Writes one playthrough, on purpose: `python -m tests.tools.write_playthrough NAME [--anew]`.

Without `--anew` the commands in the file stay and only what follows from them is written again:
do that after a change of the rules or of the format, and read what `git diff` shows. With it the
scenario of that name is played until a game shows all that it should, which may take minutes.
"""

import argparse
import sys

from tests.companion.playthrough import FOLDER, extract, render
from tests.companion.scenarios import SCENARIOS, played


def main(arguments: list[str]) -> None:
    scenarios = {scenario.name: scenario for scenario in SCENARIOS}
    parser = argparse.ArgumentParser(prog="write_playthrough", description=__doc__)
    parser.add_argument("name", choices=sorted(scenarios))
    parser.add_argument("--anew", action="store_true", help="play the scenario again")
    chosen = parser.parse_args(arguments)
    path = FOLDER / f"{chosen.name}.txt"
    if chosen.anew:
        script = played(scenarios[chosen.name])
    else:
        script = extract(path.read_text(encoding="utf-8"))
    path.write_text(render(script), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
