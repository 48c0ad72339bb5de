"""Test of an update before it is installed: `python3 -m kiosk.cli.try_out DIR`.

DIR is the data folder, which may be in use. The test opens every saved game in a copy of DIR, and
draws one frame.
"""

import argparse
import shutil
import sqlite3
import sys
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.errors import CompanionError, JournalError
from companion.memory.data_folder import data_folder_or_default
from companion.memory.database import FILE_NAME
from companion.memory.journal import Journal
from companion.memory.played_game import PlayedGame
from kiosk import process
from kiosk.cli.command_runner import replace_unencodable_characters, run_command
from kiosk.words.language import SOURCE_LANGUAGE


def try_update(options: argparse.Namespace) -> None:
    """Read all games in a copy of the data folder, and draw one frame.

    Problems are printed one on each line: `file` for a damaged database, or the number of an
    unreadable game. Raises CompanionError or OSError if this version would not start.
    """
    folder = data_folder_or_default(options.folder)
    with TemporaryDirectory() as draft:
        copy = Path(draft) / "data"
        _copy_data(folder, copy)
        quarantined, unreadable = _unreadable_games(copy)
        process.configure_kivy(*process.SCREEN_SIZE, fullscreen=False)
        process.open_window(unseen=True)
        from kiosk.app import CompanionApp  # noqa: PLC0415 - Kivy is configured by now

        CompanionApp(copy, _stop_after_a_picture, language=SOURCE_LANGUAGE).run()
    lost = ["file"] * quarantined + [str(number) for number in unreadable]
    sys.stdout.write("".join(f"{one}\n" for one in lost))


def _copy_data(folder: Path, copy: Path) -> None:
    # A damaged database is copied unchanged. lost+found, which every ext4 partition has, is left
    # out, because only root may read it.
    left_out = shutil.ignore_patterns("lost+found", f"{FILE_NAME}*")
    shutil.copytree(folder, copy, symlinks=True, ignore=left_out)
    if not (folder / FILE_NAME).exists():
        return
    try:
        address = (folder / FILE_NAME).absolute().as_uri()
        with (
            closing(sqlite3.connect(f"{address}?mode=ro", uri=True)) as old,
            closing(sqlite3.connect(copy / FILE_NAME)) as new,
        ):
            old.backup(new)
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError:
        for name in (FILE_NAME, f"{FILE_NAME}-wal"):
            with suppress(FileNotFoundError):
                shutil.copyfile(folder / name, copy / name)


def _unreadable_games(folder: Path) -> tuple[bool, dict[int, str]]:
    unreadable = {}
    with closing(Journal.open(folder)) as journal:
        if journal.trouble is not None:
            raise JournalError(journal.trouble)
        quarantined = journal.notice is not None
        for game in journal.games():
            try:
                PlayedGame.load(journal.game_rows(game.id))
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


def main() -> int:
    replace_unencodable_characters()
    parser = argparse.ArgumentParser(prog="try_out")
    parser.add_argument("folder", type=Path)
    return run_command(try_update, parser.parse_args())


if __name__ == "__main__":
    sys.exit(main())
