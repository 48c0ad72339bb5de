"""The pictures of the house show the borders that are held, and the way that a touch takes."""

import pytest

from tests.tools.picture import PAGE, PICTURES


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_of_the_house_is_as_the_code_is(name: str) -> None:
    """Else: `.venv/bin/python -m tests.tools.picture`."""
    page = PAGE.read_text(encoding="utf-8")
    _, _, drawn = page.partition(f"<!-- {name} -->\n```text\n")
    assert drawn.partition("```\n")[0] == PICTURES[name]()
