"""These tests look at drawings: everything is painted."""

import pytest


@pytest.fixture(autouse=True)
def _painted_where_somebody_looks() -> None:
    """As in the app."""
