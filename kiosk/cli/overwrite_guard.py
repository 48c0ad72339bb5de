"""Check that a command overwrites no files of a data folder."""

import os
from pathlib import Path

from companion.errors import CompanionError
from companion.memory.database import FILE_NAME
from companion.memory.exchange.backup import ENDING
from companion.sentence import Sentence

_OWN_ENDINGS = (".db", ".json", ".toml")


def refuse_to_overwrite_data(target: Path, data_folder: Path) -> None:
    """Raise CompanionError if writing to `target` could damage the files of a data folder.

    In `data_folder`, or in any folder with saved games, the target may be an existing backup or a
    new file, but no other existing file. A new file must not have a name like the app's own files,
    such as one ending in .toml. Symbolic links in `target` are resolved first. Also raises OSError.
    """
    place = Path(os.path.realpath(target))  # Path.resolve raises RuntimeError for a loop of links
    name = place.name.casefold()
    is_own = name.startswith((".", FILE_NAME)) or name.endswith(_OWN_ENDINGS)
    if not (is_own or place.exists()) or place.name.endswith(ENDING):
        return
    for folder in place.parents:
        if folder == data_folder.resolve() or (folder / FILE_NAME).exists():
            raise CompanionError(
                Sentence(
                    "{file} belongs to the saved games and settings in {folder}. Nothing was "
                    "written; choose another name or folder.",
                    {"file": str(target), "folder": str(folder)},
                )
            )
