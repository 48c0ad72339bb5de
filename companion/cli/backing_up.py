"""`meduris backup` and `meduris restore`: the whole data folder as one file, and back."""

import argparse
from pathlib import Path

from companion.cli.progress import teller
from companion.cli.running import AddParser, print_line
from companion.errors import BackupError, StoppedError
from companion.sentence import N_, Sentence


def add_backup(add: AddParser) -> argparse.ArgumentParser:
    """Add `meduris backup`; returns its parser, which has still to be told what runs it."""
    what = N_("write all saved games, boards and settings into one file, also while the kiosk runs")
    backing_up = add("backup", help=what)
    backing_up.add_argument(
        "file", metavar="FILE", type=Path, help=N_("written whole or not at all")
    )
    return backing_up


def add_restore(add: AddParser) -> argparse.ArgumentParser:
    """Add `meduris restore`; returns its parser, which has still to be told what runs it."""
    restoring = add("restore", help=N_("put a backup in the place of what is in the data folder"))
    restoring.add_argument(
        "file", metavar="FILE", type=Path, help=N_("what `meduris backup` wrote")
    )
    restoring.add_argument(
        "--force",
        action="store_true",
        help=N_("even if games here are newer, or not in it; what is replaced is kept in any case"),
    )
    return restoring


def backup(arguments: argparse.Namespace) -> None:
    """Carry out `meduris backup`. Raises BackupError and OSError."""
    from companion.memory.data_folder import chosen_folder  # noqa: PLC0415
    from companion.memory.exchange.backup import back_up  # noqa: PLC0415

    manifest = back_up(chosen_folder(arguments.data), arguments.file)
    told = Sentence(
        "{number} game is backed up in {file}",
        {"number": manifest.games, "file": str(arguments.file)},
        "{number} games are backed up in {file}",
    )
    print_line(arguments.said(told))


def restore(arguments: argparse.Namespace) -> None:
    """Carry out `meduris restore`. Raises CompanionError and OSError."""
    from companion.memory.data_folder import chosen_folder  # noqa: PLC0415
    from companion.memory.exchange import restore as restoring  # noqa: PLC0415
    from companion.memory.folder_lock import DataFolderLock  # noqa: PLC0415

    folder = chosen_folder(arguments.data, there=False)
    try:
        with DataFolderLock(folder):
            restored = restoring.restore(
                folder, arguments.file, force=arguments.force, heed=teller(arguments.said)
            )
    except KeyboardInterrupt as error:
        raise StoppedError(restoring.STOPPED) from error
    except restoring.NewerGamesError as error:
        told = Sentence(
            "{reason} Nothing was changed; --force replaces all the same, and keeps what was.",
            {"reason": error.sentence},
        )
        raise BackupError(told) from error
    told = Sentence(
        "{number} game is here now", {"number": restored.games}, "{number} games are here now"
    )
    print_line(arguments.said(told))
    if restored.kept is not None:
        kept = Sentence("what was here before is kept in {folder}", {"folder": str(restored.kept)})
        print_line(arguments.said(kept))
