from collections.abc import Iterator
from pathlib import Path

import pytest
from kivy.clock import Clock
from kivy.graphics.context import get_context
from PIL import Image

from hardware.simulated_panel import SimulatedPanel
from kiosk import routes
from kiosk.app import AppRoot
from kiosk.idle_timer import IdleTimer
from kiosk.panel_link import PanelLink
from kiosk.ui.surface import clear_text_cache
from tests.kiosk.laid_games import app_state_with_game, beginning
from tests.kiosk.touch import SIZES, the_window
from tests.tools.compare_pictures import difference

pytestmark = pytest.mark.usefixtures("painted")


@pytest.fixture
def front(tmp_path: Path) -> Iterator[AppRoot]:
    clear_text_cache()  # else thousands of texts of other tests are drawn again, too
    window = the_window()
    window.resize(SIZES[0], 0)
    app_state = app_state_with_game(tmp_path, beginning(3), 30)
    panel = SimulatedPanel()
    link = PanelLink(panel, app_state, IdleTimer(Clock.get_time, 0, 0), None)
    front = AppRoot(app_state, link, None, panel)
    window.kivy.add_widget(front)
    front.navigator.go(routes.Table())
    yield front
    front.navigator.page.destroy()
    front.strip.destroy()
    window.kivy.unbind(on_resize=front._refit)
    window.kivy.remove_widget(front)
    link.close()
    app_state.close()


def seen(front: AppRoot) -> Image.Image:
    the_window().draw()
    texture = front.export_as_image().texture
    return Image.frombytes("RGBA", texture.size, texture.pixels)


def test_what_is_shown_looks_as_it_did_before(front: AppRoot) -> None:
    before = seen(front)
    get_context().reload()
    share, _most = difference(before, seen(front), by=2)
    assert share == 0
