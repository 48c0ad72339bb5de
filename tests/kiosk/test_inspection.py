"""The measure of layouts finds what is wrong, and nothing else."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from kivy.metrics import dp

from kiosk.navigator import Page
from kiosk.settings import Settings
from kiosk.ui import theme
from kiosk.ui.surface import Box, Surface
from kiosk.ui.tap import Tap
from tests.kiosk.inspection import faults, ground_faults
from tests.kiosk.touch import Touchscreen

pytestmark = pytest.mark.usefixtures("painted")


@pytest.fixture
def touch(tmp_path: Path) -> Iterator[Touchscreen]:
    with Touchscreen(tmp_path) as touch:
        touch.navigator.page = Page(touch.navigator)
        touch.navigator.add_widget(touch.navigator.page)
        yield touch


def box(left: float, bottom: float, width: float = 200, height: float = 48) -> Box:
    return Box(dp(left), dp(bottom), dp(width), dp(height))


def write(touch: Touchscreen, text: str, place: Box, **other: object) -> Surface:
    surface = Surface(place)
    surface.fill(theme.PAPER)
    words = {"ink": theme.INK, "ground": theme.PAPER, **other}
    surface.write(text, place, **words)
    touch.page.add_widget(surface)
    return surface


def add_tap(touch: Touchscreen, key: str, place: Box) -> None:
    touch.page.add_widget(Tap(place, key, lambda: None))


def test_a_calm_screen_has_no_faults(touch: Touchscreen) -> None:
    write(touch, "one", box(10, 10))
    write(touch, "another", box(10, 80))
    add_tap(touch, "left", box(300, 10, 48, 48))
    add_tap(touch, "right", box(356, 10, 48, 48))
    assert faults(touch) == []
    assert ground_faults(touch) == []


def test_a_text_that_is_too_long_is_found(touch: Touchscreen) -> None:
    write(touch, "more words than this little box can ever hold", box(10, 10, 60, 20))
    assert any("does not fit" in fault for fault in faults(touch))


def test_a_word_that_is_too_wide_is_found_even_when_it_is_not_the_longest(
    touch: Touchscreen,
) -> None:
    write(touch, "WWWWWWWW iiiiiiiiii", box(10, 10, 80, 200))
    assert faults(touch) == ["'WWWWWWWW iiiiiiiiii' does not fit into its box"]


def test_a_text_beyond_its_surface_and_the_window_is_found(touch: Touchscreen) -> None:
    surface = write(touch, "one", box(10, 10))
    surface.write("far out", box(900, 10), ink=theme.INK, ground=theme.PAPER)
    found = faults(touch)
    assert "'far out' leaves its Surface" in found
    assert "'far out' leaves the window" in found


def test_texts_on_top_of_each_other_are_found(touch: Touchscreen) -> None:
    write(touch, "one", box(10, 10))
    write(touch, "another", box(15, 12))
    assert "'one' overlaps 'another'" in faults(touch)


def test_a_text_below_a_target_is_found_but_not_one_that_stands_on_it(touch: Touchscreen) -> None:
    write(touch, "covered in part", box(10, 10, 300))
    tap = Tap(box(60, 10, 80, 48), "over", lambda: None)
    tap.fill(theme.PAPER)
    tap.write("on it", tap.box, ink=theme.INK, ground=theme.PAPER, halign="right")
    touch.page.add_widget(tap)

    assert "'covered in part' lies under the target over" in faults(touch)
    assert not any("'on it' lies" in fault for fault in faults(touch))


def test_small_letters_are_found_where_the_table_has_set_large_ones(touch: Touchscreen) -> None:
    touch.app_state.set(Settings(large_letters=True))
    touch.navigator.fit_letters()
    write(touch, "large", box(10, 10, 200, 60))
    write(touch, "squeezed", box(10, 80, 200, 19))

    assert [fault.split()[0] for fault in faults(touch)] == ["'squeezed'"]


def test_a_text_that_hardly_stands_out_is_found_unless_it_is_large(touch: Touchscreen) -> None:
    write(touch, "faint", box(10, 10), ink=theme.rgb("#808080"))
    write(touch, "faint and large", box(10, 80), ink=theme.rgb("#808080"), size=theme.LARGE_TEXT)
    found = [fault for fault in faults(touch) if "stands out" in fault]
    assert [fault.split()[0] for fault in found] == ["'faint'"]


def test_small_targets_and_near_ones_are_found(touch: Touchscreen) -> None:
    add_tap(touch, "small", box(10, 10, 40, 60))
    add_tap(touch, "near", box(54, 10, 60, 60))
    add_tap(touch, "below", box(54, 74, 60, 60))
    add_tap(touch, "outside", box(780, 300, 60, 60))
    assert sorted(faults(touch)) == [
        "the target outside leaves the window",
        "the target small has 40.0 by 60.0 dp",
        "the targets near and below are 4.0 dp apart",
        "the targets small and below are 4.0 dp apart",
        "the targets small and near are 4.0 dp apart",
    ]


def test_a_ground_that_is_not_there_is_found(touch: Touchscreen) -> None:
    write(touch, "one", box(10, 10), ground=theme.GROUND, ink=theme.LIGHT)
    assert len(ground_faults(touch)) == 1
