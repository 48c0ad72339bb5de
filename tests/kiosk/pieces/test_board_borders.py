"""Areas of the board are parted by a line, for their tones are of one family."""

from itertools import pairwise
from math import cos, sin

from kivy.graphics.texture import Texture

from companion.rules.setup import initial_state
from kiosk import routes
from kiosk.pieces import palette
from kiosk.pieces.board import BoardView
from kiosk.pieces.picture import board_picture
from kiosk.ui import theme
from tests.kiosk.laid_games import beginning
from tests.kiosk.touch import SIZES, Touchscreen

_BESIDE_ICONS = 0.395
"""How far from the middle nothing but the lines is printed between two fields."""
_REACH = 0.02
_STEPS = 60


def darkness(texture: Texture, pixels: bytes, board: BoardView, before: float) -> int:
    """How many points of a picture are dark on a short way over the line before a field."""
    ring = board.ring
    middle, radius = ring.box.center, _BESIDE_ICONS * ring.side
    dark = 0
    for step in range(_STEPS):
        angle = ring.angle(before - 0.5) + _REACH * (2 * step / _STEPS - 1)
        x, y = middle[0] + radius * cos(angle), middle[1] + radius * sin(angle)
        start_at = 4 * ((texture.height - 1 - int(y)) * texture.width + int(x))
        red, green, blue = (part / 255 for part in pixels[start_at : start_at + 3])
        dark += theme.contrast((red, green, blue), theme.LINE) < 1.6
    return dark


def test_the_line_between_two_areas_is_wider_than_between_two_fields(tmp_path, monkeypatch) -> None:
    one_tone = palette.AREAS[next(iter(palette.AREAS))]
    monkeypatch.setattr(palette, "AREAS", dict.fromkeys(palette.AREAS, one_tone))
    picture = board_picture(initial_state(beginning(2)))
    with Touchscreen(tmp_path, SIZES[2]) as touch:
        touch.app_state.begin(beginning(2))
        touch.navigator.go(routes.Table())
        touch.draw()
        texture = touch.navigator.export_as_image().texture
        pixels, board = texture.pixels, touch.board
        lines = [
            (field.rune is not before.rune, darkness(texture, pixels, board, field.number))
            for before, field in pairwise(picture.fields)
        ]

    borders = [dark for is_border, dark in lines if is_border]
    edges = [dark for is_border, dark in lines if not is_border]
    assert len(borders) == len(palette.AREAS) - 1
    assert min(borders) > max(edges)
