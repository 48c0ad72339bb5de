from pathlib import Path

import pytest
from kivy.graphics import Color, Fbo, Rectangle
from kivy.graphics.texture import Texture

from kiosk.ui import framebuffer_pool
from tests.kiosk.laid_games import app_state_with_game, beginning
from tests.kiosk.touch import Touchscreen, route

SIZE = (8, 6)
RED, BLUE = (1, 0, 0), (0, 0, 1)


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Fbo]:
    made: list[Fbo] = []

    def make(**options: object) -> Fbo:
        made.append(Fbo(**options))
        return made[-1]

    monkeypatch.setattr(framebuffer_pool, "Fbo", make)
    monkeypatch.setattr(framebuffer_pool, "_free", [])
    return made


def painted(framebuffer: Fbo, color: tuple[int, int, int]) -> Texture:
    with framebuffer:
        Color(*color)
        Rectangle(size=framebuffer.size)
    framebuffer.draw()
    return framebuffer.texture


def first_pixel(texture: Texture) -> tuple[int, ...]:
    return tuple(texture.pixels[:3])


def test_a_picture_stays_when_its_framebuffer_is_used_for_the_next_of_that_size(made) -> None:
    framebuffer = framebuffer_pool.acquire(SIZE)
    red = painted(framebuffer, RED)
    framebuffer_pool.release(framebuffer)
    blue = painted(framebuffer_pool.acquire(SIZE), BLUE)
    assert len(made) == 1
    assert (first_pixel(red), first_pixel(blue)) == ((255, 0, 0), (0, 0, 255))
    assert red.size == blue.size == SIZE


def test_a_framebuffer_comes_back_clear(made) -> None:
    framebuffer = framebuffer_pool.acquire(SIZE)
    painted(framebuffer, RED)
    framebuffer_pool.release(framebuffer)
    again = framebuffer_pool.acquire(SIZE)
    again.draw()
    assert again.length() == 0
    assert tuple(again.texture.pixels) == (0,) * (SIZE[0] * SIZE[1] * 4)


def test_pictures_at_the_same_time_have_framebuffers_of_their_own(made) -> None:
    one, other = framebuffer_pool.acquire(SIZE), framebuffer_pool.acquire(SIZE)
    assert (painted(one, RED).id, len(made)) != (painted(other, BLUE).id, 1)
    assert first_pixel(one.texture) == (255, 0, 0)


def test_page_after_page_takes_the_same_framebuffers(made, tmp_path: Path) -> None:
    app_state = app_state_with_game(tmp_path, beginning(3), 30)
    with Touchscreen(tmp_path, app_state=app_state) as touch:
        show(touch)
        at_first = len(made)
        show(touch)
    assert 0 < len(made) == at_first


def show(touch: Touchscreen) -> None:
    for page in ("start", "table", "log", "table"):
        touch.navigator.go(route(page))
        touch.draw()
