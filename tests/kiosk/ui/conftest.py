import pytest

from tests.kiosk.touch import the_window


@pytest.fixture(scope="module", autouse=True)
def _window() -> None:
    the_window()


@pytest.fixture(autouse=True)
def _painted_where_somebody_looks() -> None: ...
