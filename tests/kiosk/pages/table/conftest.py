import pytest

from tests.kiosk.laid_games import beginning
from tests.kiosk.pages.table.laid_tables import WORKERS, lay_table
from tests.kiosk.touch import Touchscreen


@pytest.fixture
def touch(screen: Touchscreen) -> Touchscreen:
    """Two at a table whose workers stand; the purple one, Pim, rolls."""
    lay_table(screen, beginning(2), WORKERS)
    return screen
