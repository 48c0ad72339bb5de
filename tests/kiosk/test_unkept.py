"""The app with nothing kept, which the quick screens are compared with."""

from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest
from kivy.graphics.texture import Texture

from kiosk import routes
from kiosk.pages.table.column import RightColumn
from kiosk.pieces.tray import TrayTap
from kiosk.settings import Settings
from kiosk.ui import cached_layer, rounded, surface
from kiosk.ui.sprite_atlas import Sprite, SpriteDrawing
from tests.kiosk.laid_games import app_state_with_game, beginning
from tests.kiosk.picture_of import picture_of
from tests.kiosk.touch import Touchscreen
from tests.kiosk.unkept import nothing_kept

pytestmark = pytest.mark.usefixtures("painted")

FALSE = bytes((255, 0, 255, 255))
STEPS = 60
"""So far into a game: huts stand, and workers lie on the plains."""


@pytest.fixture
def touch(tmp_path: Path) -> Iterator[Touchscreen]:
    app_state = app_state_with_game(tmp_path, beginning(3), STEPS)
    with Touchscreen(tmp_path, app_state=app_state) as touch:
        touch.app_state.set(Settings(motion=False, open_chips=True))
        yield touch


@pytest.fixture(autouse=True)
def nothing_false_stays() -> Iterator[None]:
    yield
    cached_layer.forget_cached()


def seen(touch: Touchscreen) -> bytes:
    touch.draw()
    return picture_of(touch.navigator).pixels


def table(touch: Touchscreen) -> bytes:
    touch.navigator.go(routes.Table())
    return seen(touch)


def false_picture(size: tuple[int, int]) -> Texture:
    texture = Texture.create(size=size)
    texture.blit_buffer(FALSE * (size[0] * size[1]), colorfmt="rgba")
    return texture


def spoil_drawings(spoilt: pytest.MonkeyPatch) -> None:
    sprite = Sprite(false_picture((20, 20)), 10, 10)
    spoilt.setattr(SpriteDrawing, "keep", lambda *_words: sprite)


def spoil_what_is_printed(spoilt: pytest.MonkeyPatch) -> None:
    for name, picture in cached_layer._kept.items():
        spoilt.setitem(
            cached_layer._kept, name, picture._replace(texture=false_picture(picture.texture.size))
        )


def spoil_letterings(spoilt: pytest.MonkeyPatch) -> None:
    kept = surface._lettering

    def false(*words: object) -> surface._Lettering:
        lettering = kept(*words)
        return lettering._replace(texture=false_picture(lettering.texture.size))

    false.__wrapped__ = kept.__wrapped__
    spoilt.setattr(surface, "_lettering", false)


def spoil_corners(spoilt: pytest.MonkeyPatch) -> None:
    spoilt.setattr(rounded, "_corners", lambda radius: false_picture((2 * int(radius) + 4,) * 2))


def test_what_is_kept_wrongly_is_seen_only_where_it_is_kept(
    touch: Touchscreen, monkeypatch: pytest.MonkeyPatch
) -> None:
    with nothing_kept():
        unkept = table(touch)
    sound = table(touch)
    assert table(touch) == sound
    for spoil in (spoil_drawings, spoil_what_is_printed, spoil_letterings, spoil_corners):
        with monkeypatch.context() as spoilt:
            spoil(spoilt)
            assert table(touch) != sound, spoil
            with nothing_kept():
                assert table(touch) == unkept, spoil
        cached_layer.forget_cached()
        assert table(touch) == sound


def spoil_widgets(touch: Touchscreen) -> None:
    """Fill all that the column and the board lay, but not what is laid on."""
    column = next(one for one in touch.widgets() if isinstance(one, RightColumn))
    for around in (column, touch.board):
        for widget in around.walk(restrict=True):
            if not widget.children and not isinstance(widget, TrayTap):
                widget.fill((1, 0, 1))


@pytest.mark.parametrize("keeps", [True, False])
def test_a_wrong_widget_is_seen_after_the_next_question_only_where_widgets_are_kept(
    touch: Touchscreen,
    keeps: bool,  # noqa: FBT001 - pytest's own way
) -> None:
    with nullcontext() if keeps else nothing_kept():
        sound = table(touch)
        spoil_widgets(touch)
        assert seen(touch) != sound
        touch.page.refresh()
        assert (seen(touch) != sound) is keeps
