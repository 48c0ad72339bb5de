"""`meduris backup` and `meduris restore`: save the data folder as one file, and restore it."""

import argparse

from companion.errors import BackupError, StoppedByUserError
from companion.memory.data_folder import data_folder_or_default
from companion.memory.exchange import restore as restoring
from companion.memory.exchange.backup import back_up
from companion.memory.folder_lock import DataFolderLock
from companion.sentence import Sentence
from kiosk.cli.running import print_sentence
from kiosk.cli.writing import protect_data_folder


def backup(arguments: argparse.Namespace) -> None:
    folder = data_folder_or_default(arguments.data)
    protect_data_folder(arguments.file, folder)
    manifest = back_up(folder, arguments.file)
    told = Sentence(
        "{number} game is backed up in {file}",
        {"number": manifest.games, "file": str(arguments.file)},
        "{number} games are backed up in {file}",
    )
    print_sentence(told)


def restore(arguments: argparse.Namespace) -> None:
    folder = data_folder_or_default(arguments.data, must_exist=False)
    try:
        with DataFolderLock(folder):
            restored = restoring.restore(folder, arguments.file, force=arguments.force)
    except KeyboardInterrupt as error:
        raise StoppedByUserError(restoring.STOPPED) from error
    except restoring.WouldLoseGamesError as error:
        told = Sentence(
            "{reason} Nothing was changed. With --force they are replaced all the same, and the "
            "replaced files are kept.",
            {"reason": error.sentence},
        )
        raise BackupError(told) from error
    told = Sentence(
        "{number} game restored", {"number": restored.number_of_games}, "{number} games restored"
    )
    print_sentence(told)
    if restored.replaced_files_folder is not None:
        kept = Sentence(
            "the replaced files are kept in {folder}",
            {"folder": str(restored.replaced_files_folder)},
        )
        print_sentence(kept)
