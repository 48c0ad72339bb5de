"""Easels are used again, and what was drawn on them stays."""

from pathlib import Path

import pytest
from kivy.graphics import Color, Fbo, Rectangle
from kivy.graphics.texture import Texture

from kiosk.ui import easels
from tests.kiosk.laid_games import app_state_with_game, beginning
from tests.kiosk.touch import Touchscreen, the_window

SIZE = (8, 6)
RED, BLUE = (1, 0, 0), (0, 0, 1)


@pytest.fixture(autouse=True, scope="module")
def window() -> None:
    the_window()


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Fbo]:
    """The easels that are made from now on; none lies ready."""
    made: list[Fbo] = []

    def make(**options: object) -> Fbo:
        made.append(Fbo(**options))
        return made[-1]

    monkeypatch.setattr(easels, "Fbo", make)
    monkeypatch.setattr(easels, "_free", [])
    return made


def painted(easel: Fbo, color: tuple[int, int, int]) -> Texture:
    with easel:
        Color(*color)
        Rectangle(size=easel.size)
    easel.draw()
    return easel.texture


def first_pixel(texture: Texture) -> tuple[int, ...]:
    return tuple(texture.pixels[:3])


def test_a_picture_stays_when_its_easel_is_used_for_the_next_of_that_size(made) -> None:
    easel = easels.take(SIZE)
    red = painted(easel, RED)
    easels.give_back(easel)
    blue = painted(easels.take(SIZE), BLUE)
    assert len(made) == 1
    assert (first_pixel(red), first_pixel(blue)) == ((255, 0, 0), (0, 0, 255))
    assert red.size == blue.size == SIZE


def test_an_easel_comes_back_clear(made) -> None:
    easel = easels.take(SIZE)
    painted(easel, RED)
    easels.give_back(easel)
    again = easels.take(SIZE)
    again.draw()
    assert again.length() == 0
    assert tuple(again.texture.pixels) == (0,) * (SIZE[0] * SIZE[1] * 4)


def test_pictures_at_the_same_time_have_easels_of_their_own(made) -> None:
    one, other = easels.take(SIZE), easels.take(SIZE)
    assert (painted(one, RED).id, len(made)) != (painted(other, BLUE).id, 1)
    assert first_pixel(one.texture) == (255, 0, 0)


def test_page_after_page_takes_the_same_easels(made, tmp_path: Path) -> None:
    app_state = app_state_with_game(tmp_path, beginning(3), 30)
    with Touchscreen(tmp_path, app_state=app_state) as touch:
        show(touch)
        at_first = len(made)
        show(touch)
    assert 0 < len(made) == at_first


def show(touch: Touchscreen) -> None:
    for page in ("start", "table", "log", "table"):
        touch.navigator.go(page)
        touch.draw()
