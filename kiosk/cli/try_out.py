"""`meduris try DIR`: opens every saved game in DIR, shows one picture, and tells how it went.

Run by an update, with the release that is to be installed, on a copy of the data.
"""

import argparse
import json
import sys
from contextlib import closing
from pathlib import Path

from companion.errors import CompanionError, JournalError
from companion.memory.data_folder import chosen_folder
from companion.memory.journal import Journal
from companion.memory.played_game import PlayedGame
from kiosk import process
from kiosk.words.language import SOURCE_LANGUAGE

_SIZE = (800, 480)


def try_out(options: argparse.Namespace) -> None:
    """Print which saved games in a folder cannot be opened, as JSON, and show one picture.

    `quarantined` tells that the file of the saved games is damaged, and is kept under another name
    beside the repaired one. Raises CompanionError and OSError where the app would not start.
    """
    folder = chosen_folder(options.folder)
    quarantined, unreadable = _unreadable_games(folder)
    process.configure(*_SIZE, fullscreen=False)
    process.open_window(unseen=True)
    from kiosk.app import CompanionApp  # noqa: PLC0415 - Kivy is configured by now

    CompanionApp(folder, _stop_after_a_picture, language=SOURCE_LANGUAGE).run()
    told = {"quarantined": quarantined, "unreadable": unreadable}
    sys.stdout.write(f"{json.dumps(told)}\n")


def _unreadable_games(folder: Path) -> tuple[bool, dict[int, str]]:
    """Whether the file was damaged, and which games cannot be opened, with the reason."""
    unreadable = {}
    with closing(Journal.open(folder)) as journal:
        if journal.trouble is not None:
            raise JournalError(journal.trouble)
        quarantined = journal.notice is not None
        for game in journal.games():
            try:
                PlayedGame.load(journal.game(game.id))
            except CompanionError as error:
                unreadable[game.id] = str(error)
    return quarantined, unreadable


def _stop_after_a_picture(_navigator: object) -> None:
    from kivy.app import App  # noqa: PLC0415 - Kivy is configured by now
    from kivy.core.window import Window  # noqa: PLC0415

    def stop(*_event: object) -> None:
        Window.unbind(on_flip=stop)
        App.get_running_app().stop()

    Window.bind(on_flip=stop)
