"""Where the saved games, the learnt boards and the settings lie."""

import os
from pathlib import Path

VARIABLE = "MEDURIS_DATA"


def data_dir() -> Path:
    """The data folder: `$MEDURIS_DATA` where it is set, else the platform's own. Makes nothing."""
    chosen = os.environ.get(VARIABLE)
    if chosen:
        return Path(chosen)
    import platformdirs  # noqa: PLC0415 - not needed, and not cheap, where the variable is set

    return Path(platformdirs.user_data_dir("meduris", appauthor=False))
