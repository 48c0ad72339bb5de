"""Writes one playthrough, on purpose: `python -m tests.tools.write_playthrough NAME [RECORD]`.

Without a record the commands in the file stay and only what follows from them is written again:
do that after a change of the rules or of the format, and read what `git diff` shows. With the
record of a game (`meduris export`) the playthrough is made of that; what it shows, and commands
that the rules refuse (`? `), are for the writer to add.
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
