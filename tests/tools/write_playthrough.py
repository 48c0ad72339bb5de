"""Writes one playthrough: `python -m tests.tools.write_playthrough NAME`.

The commands in the file stay and their consequences are written again: do that after a change of
the rules or of the format, and read `git diff`.
"""

import sys

from tests.companion.playthrough import FOLDER, extract, render

if __name__ == "__main__":
    path = FOLDER / f"{sys.argv[1]}.txt"
    path.write_text(render(extract(path.read_text(encoding="utf-8"))), encoding="utf-8")
