"""The picture of the house shows the borders that are held."""

from tests.tools.picture import PAGE, drawn_into


def test_the_picture_is_the_one_of_the_borders_in_pyproject() -> None:
    """Else: `.venv/bin/python -m tests.tools.picture`."""
    page = PAGE.read_text(encoding="utf-8")
    assert drawn_into(page) == page
