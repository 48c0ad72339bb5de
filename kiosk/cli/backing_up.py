"""`meduris backup` and `meduris restore`: save the data folder as one file, and restore it."""

import argparse

from companion.errors import BackupError, StoppedByUserError
from companion.memory.data_folder import data_folder_or_default
from companion.memory.exchange import restore as restoring
from companion.memory.exchange.backup import back_up
from companion.memory.folder_lock import DataFolderLock
from companion.sentence import Sentence
from kiosk.cli.command_runner import print_sentence
from kiosk.cli.overwrite_guard import refuse_to_overwrite_data


def backup(options: argparse.Namespace) -> None:
    folder = data_folder_or_default(options.data)
    refuse_to_overwrite_data(options.file, folder)
    manifest = back_up(folder, options.file)
    told = Sentence(
        "{number} game is backed up in {file}",
        {"number": manifest.games, "file": str(options.file)},
        "{number} games are backed up in {file}",
    )
    print_sentence(told)


def restore(options: argparse.Namespace) -> None:
    folder = data_folder_or_default(options.data, must_exist=False)
    try:
        with DataFolderLock(folder):
            restored = restoring.restore(folder, options.file, force=options.force)
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
