"""The graphics memory is lost: all that was drawn only once is drawn again."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from kivy.clock import Clock
from kivy.graphics.context import get_context

from hardware.memory_panel import MemoryPanel
from kiosk.app import Front
from kiosk.panel_link import PanelLink
from kiosk.presence import Presence
from tests.kiosk.compare_pictures import Picture, difference
from tests.kiosk.laid_games import beginning, desk_with_game
from tests.kiosk.touch import SIZES, the_window


@pytest.fixture
def front(tmp_path: Path) -> Iterator[Front]:
    """A window with a table and a drawn panel."""
    window = the_window()
    window.resize(SIZES[0], 0)
    desk = desk_with_game(tmp_path, beginning(3), 30)
    panel = MemoryPanel()
    link = PanelLink(panel, desk, Presence(Clock.get_time, 0, 0), None)
    front = Front(desk, link, None, panel)
    window.kivy.add_widget(front)
    front.stage.go("table")
    yield front
    front.stage.screen.leave()
    front.strip.stop()
    window.kivy.unbind(on_resize=front._refit)
    window.kivy.remove_widget(front)
    link.close()
    desk.close()


def seen(front: Front) -> Picture:
    the_window().draw()
    texture = front.export_as_image().texture
    return Picture(texture.size, texture.pixels)


def test_what_is_shown_looks_as_it_did_before(front: Front) -> None:
    before = seen(front)
    get_context().reload()
    found = difference(before, seen(front), by=2)
    assert found.pixels == 0
