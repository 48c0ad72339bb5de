from pathlib import Path

import pytest
from kivy.graphics import Color, Fbo, Rectangle
from kivy.graphics.texture import Texture

from kiosk.ui import framebuffer_pool
from tests.kiosk.laid_games import app_state_with_game, beginning
from tests.kiosk.touch import Touchscreen, route

SIZE = (8, 6)


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


def test_a_picture_stays_when_its_framebuffer_draws_the_next_one(made) -> None:
    framebuffer = framebuffer_pool.acquire(SIZE)
    red = painted(framebuffer, (1, 0, 0))
    framebuffer_pool.release(framebuffer)
    again, other = framebuffer_pool.acquire(SIZE), framebuffer_pool.acquire(SIZE)
    assert made == [framebuffer, other]
    assert again is framebuffer
    again.draw()
    assert again.length() == 0
    assert tuple(again.texture.pixels) == (0,) * (SIZE[0] * SIZE[1] * 4)
    blue = painted(again, (0, 0, 1))
    assert (first_pixel(red), first_pixel(blue)) == ((255, 0, 0), (0, 0, 255))
    assert red.size == blue.size == SIZE


def test_page_after_page_takes_the_same_framebuffers(made, tmp_path: Path) -> None:
    app_state = app_state_with_game(tmp_path, beginning(3), 30)
    with Touchscreen(tmp_path, app_state=app_state) as touch:
        numbers = []
        for _again in range(2):
            for page in ("start", "table", "log", "table"):
                touch.navigator.go(route(page))
                touch.draw()
            numbers.append(len(made))
    assert 0 < numbers[0] == numbers[1]
