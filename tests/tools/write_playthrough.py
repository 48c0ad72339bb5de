"""Writes one playthrough: `python -m tests.tools.write_playthrough NAME [RECORD]`.

Without a record the commands in the file stay and their consequences are written again: do that
after a change of the rules or of the format, and read `git diff`. With the record of a game
(`meduris export`) the playthrough is made from it; notes, and commands that the rules refuse (`?
`), must be added by hand.
"""

import argparse
import sys
from pathlib import Path

from tests.companion.playthrough import FOLDER, extract, render


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="write_playthrough", description=__doc__)
    parser.add_argument("name")
    parser.add_argument("record", type=Path, nargs="?", help="a game to make it of")
    chosen = parser.parse_args(arguments)
    path = FOLDER / f"{chosen.name}.txt"
    text = (chosen.record or path).read_text(encoding="utf-8")
    if chosen.record:
        text = "".join(f"> {line}\n" for line in text.splitlines())
    path.write_text(render(extract(text)), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
