"""One evening in a data folder, played by whichever release runs this; told as JSON.

    PYTHONPATH=RELEASE:. python tests/kiosk/machine/evening.py FOLDER

A setting is changed, a field of a board is read in, people are renamed, a game is begun, and all
that have not ended go on a few steps. What is in the folder then is printed.
"""

import json
import sys
from contextlib import closing
from itertools import product
from pathlib import Path

import msgspec

import companion
from companion.errors import BoardError
from companion.memory.boards import BoardShelf
from companion.memory.folder_lock import DataFolderLock
from companion.memory.journal import Journal
from companion.memory.people import People, rename
from companion.memory.session import Session, read_game
from companion.memory.snapshots import Check
from companion.state import Board, Field, Phase
from kiosk import settings as kept
from tests.companion.playing import four_players, luck, two_players
from tests.legal_commands import legal_command

STEPS = 12


def main(folder: Path) -> None:
    """Play, and print what is there."""
    with DataFolderLock(folder), closing(Journal.open(folder)) as journal:
        check = Check(journal.path)
        check.run()
        began = told(folder, journal) | {"damaged": check.damaged}
        number = len(began["games"])
        _set(folder, number)
        shelf = BoardShelf(folder)
        _learn(shelf)
        Session.begin(journal, (two_players, four_players)[number % 2]())
        chance = luck(number)
        for game in journal.games():
            session = Session.resume(journal, game.id, shelf)
            for _step in range(STEPS):
                if session.state.phase is not Phase.FINISHED:
                    session.apply(legal_command(session.state, chance))
        somebody = People.of(journal).everybody[0]
        rename(journal, somebody, f"{somebody.names[0][:20]} {number + 1}")
        ended = told(folder, journal)
    sys.stdout.write(json.dumps({"began": began, "ended": ended, "code": companion.__file__}))


def told(folder: Path, journal: Journal) -> dict:
    """All that is in the folder, as this release reads it."""
    settings = kept.load_settings(folder)
    shelf = BoardShelf(folder)
    games = {}
    for game in journal.games():
        read = read_game(journal, game.id)
        games[game.id] = [len(read.steps), msgspec.json.encode(read.state).decode()]
    return {
        "settings": msgspec.to_builtins(settings.settings),
        "complaint": settings.told and settings.told.message,
        "notice": journal.notice and journal.notice.message,
        "trouble": journal.trouble and journal.trouble.message,
        "board errors": [str(error) for error in shelf.errors],
        "boards": {file.board.name: _read_fields(file.board) for file in shelf.boards},
        "people": {one.name: list(one.names) for one in People.of(journal).everybody},
        "games": games,
    }


def _read_fields(board: Board) -> int:
    return sum(field.needs is not None for field in board.fields)


def _set(folder: Path, number: int) -> None:
    settings = kept.load_settings(folder).settings
    changed = {"times": number % 2 == 0, "large_letters": True, "brightness_percent": 40 + number}
    if hasattr(settings, "paper"):
        changed |= NEWER
    kept.save_settings(folder, msgspec.structs.replace(settings, **changed))


NEWER = {"paper": "squared", "crayons": (3, 4), "brightness_percent": 200}
"""What only a newer release can set (`going_back`); the last is a value that others do not know."""


def _learn(shelf: BoardShelf) -> None:
    """Read one more field of the side for four in, whichever fits."""
    before = shelf.for_players(4)
    number = next(place for place, field in enumerate(before.fields) if field.needs is None)
    known = [field for field in before.fields if field.needs is not None]
    for rune, needs in product({field.rune for field in known}, {field.needs for field in known}):
        fields = list(before.fields)
        fields[number] = Field(needs, rune)
        try:
            shelf.learn(before.name, before, Board(before.name, tuple(fields)))
        except BoardError:
            continue
        return
    raise ValueError("no field of the board can be read in")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
