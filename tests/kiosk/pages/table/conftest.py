from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kiosk.laid_games import beginning
from tests.kiosk.pages.table.laid_tables import WORKERS, lay_table
from tests.kiosk.touch import Touchscreen


@pytest.fixture
def touch(tmp_path: Path) -> Iterator[Touchscreen]:
    """Two at a table whose workers stand; the purple one, Pim, rolls."""
    with Touchscreen(tmp_path) as touch:
        lay_table(touch, beginning(2), WORKERS)
        yield touch
