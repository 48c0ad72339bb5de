"""QR code in black on white, as large as fits with a whole number of pixels per module."""

from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture

from kiosk.ui.surface import Box, Surface


class QrCode(Surface):
    """Widget of a QR code; `rows` have one byte for each module, 0 for black, 255 for white.

    The rows go from top to bottom and include the quiet zone. Without rows, the widget is empty.
    """

    def __init__(self, box: Box, rows: tuple[bytes, ...]) -> None:
        super().__init__(box)
        if not rows:
            return
        pixels = int(min(box.width, box.height)) // len(rows)
        side = pixels * len(rows)
        center = box.center
        with self.canvas:
            Color(1, 1, 1)
            Rectangle(
                texture=_texture(rows),
                pos=(round(center[0] - side / 2), round(center[1] - side / 2)),
                size=(side, side),
            )


def _texture(rows: tuple[bytes, ...]) -> Texture:
    """Return an unsmoothed texture with a pixel per module; it survives a graphics memory loss."""
    texture = Texture.create(size=(len(rows), len(rows)), colorfmt="rgb")
    texture.mag_filter = "nearest"

    def draw(texture: Texture) -> None:
        # Kivy's textures begin with the lowest row.
        content = b"".join(bytes((grey,)) * 3 for row in reversed(rows) for grey in row)
        texture.blit_buffer(content, colorfmt="rgb", bufferfmt="ubyte")

    draw(texture)
    texture.add_reload_observer(draw)
    return texture
