"""Draws what is plugged where, for the owners' pages and the printed sheet.

    python deploy/plugs.py [FILE]

Seen from above: a Raspberry Pi 4, a touchscreen with the game on it, and what joins them, numbered
as the pages number it. Without FILE it becomes deploy/owners/plugs.png. Needs Pillow (the extra
`print`), and the picture of the table that deploy/screenshots/ holds.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

from PIL import Image, ImageDraw, ImageFilter, ImageFont

HERE = Path(__file__).parent
WIDTH, HEIGHT = 1600, 860
_FINE = 2
"""All is drawn so much larger, and made smaller at the end: no edge has steps then."""
_MM = 6.6
"""Pixels a millimetre of the board, which is 85 by 56 of them."""
_BOARD = (110.0, 210.0)
_SCREEN = (950.0, 60.0, 1570.0, 470.0)

Color = tuple[int, int, int]
Point = tuple[float, float]
Area = tuple[float, float, float, float]

_BLACK: Color = (30, 31, 34)
_WHITE: Color = (238, 238, 234)
_SILVER: Color = (196, 200, 204)
_GOLD: Color = (205, 170, 90)
_GREEN: Color = (22, 116, 72)


class Drawing:
    """A picture that is laid down layer by layer, each with its shadow on what lies below it."""

    def __init__(self) -> None:
        size = (WIDTH * _FINE, HEIGHT * _FINE)
        light = Image.radial_gradient("L").resize(size)
        self.image = Image.composite(
            Image.new("RGB", size, (203, 193, 176)), Image.new("RGB", size, (240, 234, 222)), light
        )

    def shadow(self, area: Area, radius: float = 4, depth: float = 8) -> None:
        """Darken what lies below something that is so high, in pixels."""
        mask = Image.new("L", self.image.size, 0)
        left, top, right, bottom = area
        ImageDraw.Draw(mask).rounded_rectangle(
            _fine((left + depth / 2, top + depth, right + depth / 2, bottom + depth)),
            radius * _FINE,
            fill=115,
        )
        self._darken(mask, depth)

    def _darken(self, mask: Image.Image, depth: float) -> None:
        soft = mask.filter(ImageFilter.GaussianBlur(depth * _FINE * 0.7))
        self.image.paste(Image.new("RGB", self.image.size, (35, 28, 20)), (0, 0), soft)

    def block(self, area: Area, color: Color, *, radius: float = 3, high: float = 6) -> None:
        """A body with a bright edge towards the light, which comes from the upper left."""
        self.shadow(area, radius, high)
        width, height = round((area[2] - area[0]) * _FINE), round((area[3] - area[1]) * _FINE)
        slope = Image.linear_gradient("L").resize((width, height))
        body = Image.composite(
            Image.new("RGB", (width, height), _shade(color, 0.82)),
            Image.new("RGB", (width, height), _shade(color, 1.1)),
            slope,
        )
        mask = Image.new("L", (width, height), 0)
        ImageDraw.Draw(mask).rounded_rectangle(
            (0, 0, width - 1, height - 1), radius * _FINE, fill=255
        )
        self.image.paste(body, (round(area[0] * _FINE), round(area[1] * _FINE)), mask)
        ImageDraw.Draw(self.image).rounded_rectangle(
            _fine(area), radius * _FINE, outline=_shade(color, 0.62), width=_FINE
        )

    def flat(self, area: Area, color: Color, *, radius: float = 0) -> None:
        """A patch of colour without a height."""
        ImageDraw.Draw(self.image).rounded_rectangle(_fine(area), radius * _FINE, fill=color)

    def disc(self, at: Point, radius: float, color: Color) -> None:
        """A round patch."""
        x, y = at
        ImageDraw.Draw(self.image).ellipse(
            _fine((x - radius, y - radius, x + radius, y + radius)), fill=color
        )

    def cable(self, points: Sequence[Point], color: Color, thick: float) -> None:
        """A round cable along a curve through four points of control, with its shadow."""
        way = [
            (x * _FINE, y * _FINE)
            for start in range(0, len(points) - 1, 3)
            for x, y in _curve(points[start : start + 4])
        ]
        mask = Image.new("L", self.image.size, 0)
        below = [(x + thick * 0.5 * _FINE, y + thick * 0.9 * _FINE) for x, y in way]
        _stroke(ImageDraw.Draw(mask), below, 110, thick * _FINE)
        self._darken(mask, thick * 0.6)
        draw = ImageDraw.Draw(self.image)
        _stroke(draw, way, _shade(color, 0.7), thick * _FINE)
        _stroke(draw, way, color, thick * _FINE * 0.72)
        lit = [(x - thick * 0.16 * _FINE, y - thick * 0.16 * _FINE) for x, y in way]
        _stroke(draw, lit, _shade(color, 1.0, 34), thick * _FINE * 0.22)

    def number(self, at: Point, text: str) -> None:
        """What the pages call it."""
        x, y = at
        self.shadow((x - 26, y - 26, x + 26, y + 26), 26, 6)
        self.disc(at, 28, (255, 255, 255))
        self.disc(at, 25, (200, 50, 43))
        ImageDraw.Draw(self.image).text(
            (x * _FINE, y * _FINE), text, (255, 255, 255), _font(34), anchor="mm"
        )

    def finished(self) -> Image.Image:
        """In its own size."""
        return self.image.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)


def _fine(area: Area) -> tuple[int, int, int, int]:
    left, top, right, bottom = (round(one * _FINE) for one in area)
    return left, top, right, bottom


def _shade(color: Color, by: float, plus: int = 0) -> Color:
    red, green, blue = (max(0, min(255, round(part * by) + plus)) for part in color)
    return red, green, blue


def _curve(points: Sequence[Point]) -> list[Point]:
    """Some points of a Bézier curve."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = points
    way = []
    for step in range(61):
        t = step / 60
        a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        way.append((a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3))
    return way


def _stroke(
    draw: ImageDraw.ImageDraw, way: Sequence[Point], color: Color | int, thick: float
) -> None:
    draw.line([*way], fill=color, width=round(thick), joint="curve")
    for x, y in (way[0], way[-1]):
        draw.ellipse((x - thick / 2, y - thick / 2, x + thick / 2, y + thick / 2), fill=color)


def _font(size: float) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size * _FINE)


def _on_board(left: float, top: float, right: float, bottom: float) -> Area:
    """From millimetres on the board, whose upper left corner is 0, 0."""
    x, y = _BOARD
    return x + left * _MM, y + top * _MM, x + right * _MM, y + bottom * _MM


def _at(x: float, y: float) -> Point:
    left, top, _right, _bottom = _on_board(x, y, x, y)
    return left, top


def draw_board(drawing: Drawing) -> None:
    """A Raspberry Pi 4: its connectors stand where they really are."""
    drawing.block(_on_board(0, 0, 85, 56), _GREEN, radius=3 * _MM, high=10)
    for x, y in ((3.5, 3.5), (61.5, 3.5), (3.5, 52.5), (61.5, 52.5)):
        drawing.disc(_at(x, y), 3.1 * _MM, _GOLD)
        drawing.disc(_at(x, y), 1.4 * _MM, (214, 205, 189))
    _tracks(drawing)
    _lights(drawing)
    drawing.block(_on_board(7.1, 1.0, 57.9, 6.0), (38, 38, 40), radius=2, high=8)
    for column in range(20):
        for row in range(2):
            x, y = 8.4 + column * 2.54, 2.2 + row * 2.54
            drawing.flat(
                _on_board(x - 0.45, y - 0.45, x + 0.45, y + 0.45), (222, 186, 98), radius=1
            )
    drawing.block(_on_board(22, 18, 37, 33), _SILVER, radius=4, high=6)
    drawing.block(_on_board(40.5, 19, 54.5, 32), _BLACK, radius=2, high=4)
    drawing.block(_on_board(6.5, 8.5, 18, 17.5), (176, 181, 186), radius=3, high=4)
    drawing.block(_on_board(58, 34, 65, 41), _BLACK, radius=2, high=3)
    drawing.block(_on_board(4.5, 36, 10.5, 42), _BLACK, radius=2, high=3)
    drawing.block(_on_board(20.5, 36.5, 28.5, 40.5), (70, 72, 76), radius=2, high=3)
    drawing.block(_on_board(1.5, 19, 4.0, 36), (52, 52, 56), radius=2, high=6)
    drawing.block(_on_board(44, 36.5, 46.5, 53.5), (52, 52, 56), radius=2, high=6)
    for left, right in ((6.7, 15.7), (22.75, 29.25), (36.25, 42.75)):
        drawing.block(_on_board(left, 49.5, right, 57.2), _SILVER, radius=4, high=6)
    drawing.block(_on_board(50.5, 44.5, 57.5, 56), (46, 46, 48), radius=3, high=8)
    drawing.block(_on_board(52.0, 56, 56.0, 58.5), (46, 46, 48), radius=6, high=8)
    drawing.block(_on_board(66, 2.3, 87.3, 18.3), _SILVER, radius=3, high=14)
    for top, inside in ((22.4, (46, 96, 190)), (40.4, _BLACK)):
        drawing.block(_on_board(70, top, 87.3, top + 13.2), _SILVER, radius=3, high=16)
        drawing.flat(_on_board(85.6, top + 1.2, 87.2, top + 12), inside, radius=2)


def _lights(drawing: Drawing) -> None:
    """The red one, and the green one that flickers, at the edge between card and power."""
    for along, color in ((43.4, (255, 70, 50)), (46.4, (110, 255, 110))):
        drawing.disc(_at(2.2, along), 9, _shade(color, 0.55))
        drawing.disc(_at(2.2, along), 5, color)


def _tracks(drawing: Drawing) -> None:
    """What glints on the board between its parts."""
    for number in range(14):
        y = 9.5 + number * 0.62
        drawing.flat(_on_board(20, y, 56 - number * 0.8, y + 0.16), _shade(_GREEN, 0.86))
    for number in range(54):
        x, y = 12 + (number * 37) % 52, 34.5 + (number * 23) % 12
        drawing.flat(_on_board(x, y, x + 1.1, y + 0.55), (188, 172, 140))


def draw_screen(drawing: Drawing) -> None:
    """The touchscreen, with a game at its table."""
    left, top, right, bottom = _SCREEN
    drawing.block(_SCREEN, (26, 27, 30), radius=20, high=18)
    table = Image.open(HERE / "screenshots" / "table-800x480.png").convert("RGB")
    width = right - left - 44
    picture = table.resize(
        (round(width * _FINE), round(width * 0.6 * _FINE)), Image.Resampling.LANCZOS
    )
    above = top + (bottom - top - width * 0.6) / 2
    drawing.image.paste(picture, (round((left + 22) * _FINE), round(above * _FINE)))


def draw_plugs(drawing: Drawing) -> None:
    """The card, the cables and the stick."""
    x, y = _at(26, 57)
    screen_left, _top, _right, screen_bottom = _SCREEN
    # The picture's cable, from the first of the two small sockets.
    drawing.block((1190, screen_bottom - 8, 1246, screen_bottom + 46), (40, 41, 44), high=8)
    drawing.cable(
        ((x, y + 70), (x, y + 250), (720, 800), (900, 760), (1080, 720), (1218, 660), (1218, 510)),
        (44, 45, 49),
        17,
    )
    drawing.block((x - 26, y - 2, x + 26, y + 78), (40, 41, 44), radius=7, high=9)
    # The finger's cable, from one of the four large sockets.
    out, middle = _at(87.3, 47)
    drawing.block((screen_left - 52, 380, screen_left + 10, 420), (62, 64, 70), high=8)
    drawing.cable(
        ((out + 70, middle), (out + 190, middle), (790, 400), (screen_left - 50, 400)),
        (74, 77, 84),
        12,
    )
    drawing.block((out - 2, middle - 31, out + 24, middle + 31), _SILVER, radius=2, high=8)
    drawing.block((out + 16, middle - 37, out + 82, middle + 37), (62, 64, 70), radius=8, high=10)
    # The stick, in another one.
    out, middle = _at(87.3, 29)
    drawing.block((out - 2, middle - 29, out + 30, middle + 29), _SILVER, radius=2, high=8)
    drawing.block(
        (out + 22, middle - 34, out + 118, middle + 34), (45, 110, 176), radius=10, high=10
    )
    drawing.flat((out + 92, middle - 9, out + 108, middle + 9), (203, 193, 176), radius=8)
    # The current, from the wall.
    x, y = _at(11.2, 57)
    drawing.cable(((x, y + 60), (x, y + 110), (118, 730), (150, 764)), _WHITE, 13)
    drawing.block((x - 27, y - 2, x + 27, y + 64), _WHITE, radius=9, high=9)
    drawing.block((128, 742, 262, 836), _WHITE, radius=16, high=14)
    for prong in (765, 799):
        drawing.block((260, prong, 304, prong + 14), _SILVER, radius=6, high=5)
    # The card in its slot below the board, as far as it goes: 3 of its 15 mm are left to be seen.
    x, y = _at(0, 28)
    drawing.block((x - 3 * _MM, y - 36, x + 2, y + 36), (36, 37, 41), radius=5, high=5)


def draw_numbers(drawing: Drawing) -> None:
    """As the pages count them: in the order in which they are plugged in."""
    x, y = _at(0, 28)
    drawing.number((x - 58, y), "1")
    drawing.number((900, 700), "2")
    out, middle = _at(87.3, 47)
    drawing.number((out + 175, middle + 10), "3")
    drawing.number((195, 789), "4")
    out, middle = _at(87.3, 29)
    drawing.number((out + 70, middle - 80), "5")


def draw() -> Image.Image:
    """All of it."""
    drawing = Drawing()
    draw_screen(drawing)
    draw_plugs(drawing)
    draw_board(drawing)
    draw_numbers(drawing)
    return drawing.finished()


def main() -> int:
    """Draw it; returns the exit status."""
    file = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "owners" / "plugs.png"
    file.parent.mkdir(exist_ok=True)
    draw().save(file, optimize=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
