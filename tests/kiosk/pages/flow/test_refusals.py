"""What the rules refuse on a form leads to the rule, and back to what was entered."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kiosk.touch import Touchscreen, says


@pytest.fixture
def touch(tmp_path: Path) -> Iterator[Touchscreen]:
    """A new game, at its bonus chips, one of which lies on field 12."""
    with Touchscreen(tmp_path, at="start") as touch:
        touch.tap("new_game", "next", "next", "bonus.druid")
        touch.tap_field(12)
        touch.wait(0.5)
        yield touch


def test_a_refusal_leads_to_its_rule_and_back_to_what_was_entered(touch) -> None:
    entered = touch.texts()
    touch.tap_field(13)
    assert says(touch, "Not possible")
    touch.tap("told")
    assert touch.name == "rules"
    assert says(touch, "Laying the bonus chips")
    touch.wait(0.5)
    touch.tap("back")
    assert touch.name == "new_game"
    assert set(entered) <= set(touch.texts()) | {""}
    assert not touch.shows("told")
