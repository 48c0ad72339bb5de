"""Our own drawings of the pieces: never only a colour (touchscreen, principle 7).

Every function draws onto the canvas that is open (`with widget.canvas:`), around a centre and
in pixels.
"""

from math import cos, pi, sin

from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color as Ink
from kivy.graphics import (
    Mesh,
    Rectangle,
    SmoothEllipse,
    SmoothLine,
    SmoothRoundedRectangle,
)

from companion.pieces import Bonus, BuildingKind, Color, Face, Material, Rune
from kiosk.toolkit import theme
from kiosk.toolkit.theme import Rgb

Point = tuple[float, float]


def polygon(points: list[Point], fill: Rgb, edge: Rgb | None = None, width: float = 1) -> None:
    """A convex polygon, with an edge that smooths it."""
    vertices: list[float] = []
    for x, y in points:
        vertices += [x, y, 0, 0]
    Ink(*fill)
    Mesh(vertices=vertices, indices=list(range(len(points))), mode="triangle_fan")
    Ink(*(edge or fill))
    SmoothLine(points=[part for point in points for part in point], close=True, width=width)


def disc(center: Point, radius: float, fill: Rgb, alpha: float = 1.0) -> None:
    """A filled circle."""
    Ink(*fill, alpha)
    SmoothEllipse(pos=(center[0] - radius, center[1] - radius), size=(2 * radius, 2 * radius))


def ring(center: Point, radius: float, color: Rgb, width: float) -> None:
    """A circle's outline."""
    Ink(*color)
    SmoothLine(circle=(center[0], center[1], radius), width=width)


def letters(text: str, center: Point, height: float, ink: Rgb, *, bold: bool = True) -> None:
    """A short sign centred on a point, `height` pixels high: part of a drawing, not a text."""
    label = CoreLabel(text=text, font_size=height, bold=bold)
    label.refresh()
    width, high = label.texture.size
    Ink(*ink)
    Rectangle(
        texture=label.texture,
        pos=(round(center[0] - width / 2), round(center[1] - high / 2)),
        size=(width, high),
    )


def chip(material: Material, center: Point, radius: float) -> None:
    """A material chip: a hexagon in the material's colour with its drawing."""
    x, y = center
    corners = [(x + radius * cos(k * pi / 3), y + radius * sin(k * pi / 3)) for k in range(6)]
    edge = max(1.0, radius * 0.07)
    polygon(corners, theme.MATERIALS[material], theme.LINE, edge)
    glyph(material, center, radius * 0.5, theme.LINE)


def glyph(material: Material, center: Point, size: float, ink: Rgb) -> None:
    """A material's drawing: a tree, a fleece, an ingot, a block; `size` is half its width."""
    x, y = center
    match material:
        case Material.WOOD:
            polygon(
                [
                    (x - size * 0.8, y - size * 0.45),
                    (x + size * 0.8, y - size * 0.45),
                    (x, y + size),
                ],
                ink,
            )
            Ink(*ink)
            Rectangle(pos=(x - size * 0.2, y - size), size=(size * 0.4, size * 0.6))
        case Material.WOOL:
            for dx, dy, part in (
                (-0.45, -0.1, 0.5),
                (0.45, -0.1, 0.5),
                (0, 0.35, 0.5),
                (0, -0.3, 0.5),
            ):
                disc((x + dx * size, y + dy * size), part * size, ink)
        case Material.COPPER:
            polygon(
                [
                    (x - size, y - size * 0.55),
                    (x + size, y - size * 0.55),
                    (x + size * 0.55, y + size * 0.55),
                    (x - size * 0.55, y + size * 0.55),
                ],
                ink,
            )
        case Material.STONE:
            polygon(
                [
                    (x - size * 0.85, y - size * 0.6),
                    (x + size * 0.7, y - size * 0.7),
                    (x + size * 0.95, y + size * 0.1),
                    (x + size * 0.3, y + size * 0.8),
                    (x - size * 0.6, y + size * 0.6),
                ],
                ink,
            )


def symbol(color: Color, center: Point, size: float, ink: Rgb) -> None:
    """A player's symbol: diamond, disc, triangle or square; `size` is half its width."""
    x, y = center
    match color:
        case Color.PURPLE:
            polygon([(x, y + size), (x + size, y), (x, y - size), (x - size, y)], ink)
        case Color.BLUE:
            disc(center, size * 0.9, ink)
        case Color.GREEN:
            polygon([(x, y + size), (x + size, y - size * 0.8), (x - size, y - size * 0.8)], ink)
        case Color.RED:
            side = size * 0.85
            polygon(
                [
                    (x - side, y - side),
                    (x + side, y - side),
                    (x + side, y + side),
                    (x - side, y + side),
                ],
                ink,
            )


def badge(color: Color, center: Point, radius: float) -> None:
    """A player's sign: a disc in the colour with the symbol on it."""
    fill = theme.PLAYERS[color]
    disc(center, radius, theme.LINE)
    disc(center, radius * 0.93, fill)
    symbol(color, center, radius * 0.5, theme.ink_on(fill))


def worker(color: Color, center: Point, width: float, height: float) -> None:
    """A worker lying in its stack: a bar in the colour with the symbol as its pattern."""
    fill = theme.PLAYERS[color]
    left, bottom = center[0] - width / 2, center[1] - height / 2
    Ink(*theme.LINE)
    SmoothRoundedRectangle(pos=(left, bottom), size=(width, height), radius=[height * 0.4])
    Ink(*fill)
    SmoothRoundedRectangle(
        pos=(left + 1, bottom + 1), size=(width - 2, height - 2), radius=[height * 0.36]
    )
    for step in (-0.27, 0, 0.27):
        symbol(color, (center[0] + step * width, center[1]), height * 0.26, theme.ink_on(fill))


def empty_worker(center: Point, width: float, height: float, color: Rgb) -> None:
    """A free place in a stack."""
    Ink(*color)
    SmoothLine(
        rounded_rectangle=(
            center[0] - width / 2,
            center[1] - height / 2,
            width,
            height,
            height * 0.4,
        ),
        width=1,
    )


def hut(color: Color, center: Point, size: float) -> None:
    """A hut: an arch in the owner's colour with the symbol; `size` is half its width."""
    x, y = center
    arch = [(x + size * cos(k * pi / 8), y + size * 0.1 + size * sin(k * pi / 8)) for k in range(9)]
    points = [(x - size, y - size * 0.85), (x + size, y - size * 0.85), *arch]
    fill = theme.PLAYERS[color]
    polygon(points, fill, theme.LINE, max(1.0, size * 0.1))
    symbol(color, (x, y), size * 0.45, theme.ink_on(fill))


def temple(color: Color, center: Point, size: float) -> None:
    """A temple: a steep roof on a broad base with the symbol; `size` is half its width."""
    x, y = center
    fill = theme.PLAYERS[color]
    points = [
        (x - size, y - size * 0.9),
        (x + size, y - size * 0.9),
        (x + size * 0.55, y - size * 0.1),
        (x, y + size * 1.15),
        (x - size * 0.55, y - size * 0.1),
    ]
    Ink(*fill)
    polygon(points, fill, theme.LINE, max(1.0, size * 0.1))
    symbol(color, (x, y - size * 0.3), size * 0.38, theme.ink_on(fill))


def building(kind: BuildingKind, color: Color, center: Point, size: float) -> None:
    """A hut or a temple."""
    if kind is BuildingKind.HUT:
        hut(color, center, size)
    else:
        temple(color, center, size)


def bonus(kind: Bonus, center: Point, radius: float) -> None:
    """A bonus chip: a ringed disc with 2, a hut or the druid's staff."""
    disc(center, radius, theme.BONUS_RED)
    disc(center, radius * 0.8, theme.PAPER)
    x, y = center
    match kind:
        case Bonus.POINTS:
            letters("2", center, radius * 1.15, theme.INK)
        case Bonus.HUT:
            small = radius * 0.42
            arch = [(x + small * cos(k * pi / 6), y + small * sin(k * pi / 6)) for k in range(7)]
            polygon([(x - small, y - small), (x + small, y - small), *arch], theme.INK)
        case Bonus.DRUID:
            staff((x, y), radius * 0.55, theme.INK)


def staff(center: Point, size: float, ink: Rgb) -> None:
    """The druid's staff with its curl."""
    x, y = center
    Ink(*ink)
    width = max(1.0, size * 0.16)
    SmoothLine(points=[x, y - size, x, y + size * 0.35], width=width)
    SmoothLine(
        ellipse=(x - size * 0.62, y + size * 0.05, size * 0.62, size * 0.8, -90, 180), width=width
    )


def druid(center: Point, radius: float) -> None:
    """The druid: a pale disc with a hooded figure."""
    disc(center, radius, theme.LINE)
    disc(center, radius * 0.9, theme.PAPER)
    x, y = center
    size = radius * 0.62
    polygon(
        [(x - size * 0.8, y - size), (x + size * 0.8, y - size), (x, y + size * 0.75)], theme.INK
    )
    disc((x, y + size * 0.35), size * 0.48, theme.INK)
    disc((x, y + size * 0.3), size * 0.27, theme.PAPER)


def rune(kind: Rune, center: Point, size: float, ink: Rgb) -> None:  # noqa: C901 - one flat case a rune
    """A rune in strokes after the printed shape's description; `size` is half its height."""
    x, y = center
    thick = max(1.0, size * 0.13)
    Ink(*ink)

    def stroke(*points: Point) -> None:
        flat: list[float] = []
        for dx, dy in points:
            flat += [x + dx * size, y + dy * size]
        SmoothLine(points=flat, width=thick)

    def dot(dx: float, dy: float) -> None:
        part = max(1.2, size * 0.17)
        SmoothEllipse(pos=(x + dx * size - part, y + dy * size - part), size=(2 * part, 2 * part))

    def arc(dx: float, dy: float, radius: float, start: float, end: float) -> None:
        stroke(
            *(
                (dx + radius * cos(a), dy + radius * sin(a))
                for a in [start + (end - start) * k / 12 for k in range(13)]
            )
        )

    match kind:
        case Rune.SERPENT:
            arc(-0.1, 0.42, 0.42, 0, pi * 1.5)
            arc(-0.1, -0.42, 0.42, pi * 0.5, -pi)
            dot(0.75, 0.75)
        case Rune.SHIELD:
            stroke((0, 0.9), (0.6, 0), (0, -0.9), (-0.6, 0), (0, 0.9))
            dot(0.85, 0.7)
        case Rune.SPROUT:
            arc(-0.75, -0.85, 0.75, 0, pi / 2.2)
            arc(0.75, -0.85, 0.75, pi, pi - pi / 2.2)
            stroke((0, -0.9), (0, 0.2))
            dot(0, 0.75)
        case Rune.EYE:
            stroke((-0.9, -0.5), (0.9, -0.5))
            arc(0, -0.5, 0.8, 0, pi)
            dot(0, -0.12)
        case Rune.SPIRAL:
            arc(-0.38, 0, 0.42, -pi * 0.2, pi * 1.6)
            arc(0.38, 0, 0.42, pi * 0.8, pi * 2.6)
        case Rune.WAVES:
            for level in (-0.15, -0.7):
                stroke(
                    (-0.9, level),
                    (-0.45, level + 0.4),
                    (0, level),
                    (0.45, level + 0.4),
                    (0.9, level),
                )
            dot(0, 0.75)
        case Rune.CROSS:
            arc(-0.95, 0, 0.75, -pi / 3, pi / 3)
            arc(0.95, 0, 0.75, pi - pi / 3, pi + pi / 3)
            dot(0, 0.85)
            dot(0, -0.85)
        case Rune.HOOK:
            arc(0, 0, 0.7, pi * 0.6, -pi)
            stroke((-0.7, 0), (-0.7, 0.6))
            dot(0, 0)
        case Rune.ARROW:
            stroke((-0.85, 0.35), (0, 0.95), (0.85, 0.35))
            stroke((0, -0.9), (0, 0.35))
            stroke((-0.4, 0), (0, 0.4), (0.4, 0))
            dot(-0.6, -0.6)
            dot(0.6, -0.6)


def rune_stone(kind: Rune, center: Point, radius: float, holder: Color | None) -> None:
    """A rune stone, ringed in its holder's colour and with their symbol while somebody has it."""
    edge = theme.PLAYERS[holder] if holder else theme.LINE
    disc(center, radius, edge)
    disc(center, radius * 0.8, theme.PAPER if holder else theme.SAND)
    rune(kind, center, radius * 0.5, theme.INK)


def die(face: Face, center: Point, size: float, fill: Rgb = theme.PAPER) -> None:
    """A die with a face up; `size` is half its width."""
    x, y = center
    Ink(*theme.LINE)
    SmoothRoundedRectangle(pos=(x - size, y - size), size=(2 * size, 2 * size), radius=[size * 0.4])
    Ink(*fill)
    SmoothRoundedRectangle(
        pos=(x - size + 1, y - size + 1), size=(2 * size - 2, 2 * size - 2), radius=[size * 0.36]
    )
    face_sign(face, center, size * 0.74)


def face_sign(face: Face, center: Point, size: float) -> None:
    """What a face of the die shows."""
    if face.material is not None:
        chip(face.material, center, size)
        return
    Ink(*theme.INK)
    SmoothLine(
        ellipse=(center[0] - size, center[1] - size, 2 * size, 2 * size, 40, 380),
        width=max(1.0, size * 0.09),
    )
    letters("+1" if face is Face.PLUS else "−1", center, size * 0.95, theme.INK)


def troubled_panel(center: Point, size: float) -> None:
    """A panel with its button and lamps, crossed by an exclamation mark; `size` is half."""
    x, y = center
    Ink(*theme.BONUS_RED)
    SmoothRoundedRectangle(
        pos=(x - size, y - size * 0.75), size=(2 * size, 1.5 * size), radius=[size * 0.3]
    )
    disc((x - size * 0.5, y), size * 0.26, theme.PAPER)
    letters("!", (x + size * 0.35, y), size * 1.2, theme.PAPER)


def light(center: Point, radius: float, color: Rgb) -> None:
    """A lamp that is lit: a disc with eight rays; `radius` reaches to the rays' ends."""
    x, y = center
    disc(center, radius * 0.5, color)
    for number in range(8):
        way = number * pi / 4
        start, end = radius * 0.68, radius
        SmoothLine(
            points=[
                x + start * cos(way),
                y + start * sin(way),
                x + end * cos(way),
                y + end * sin(way),
            ],
            width=max(1.0, radius * 0.1),
        )


def sign(piece: object, center: Point, size: float) -> None:
    """The drawing of any piece that a choice names; `size` is half its width."""
    match piece:
        case Material():
            chip(piece, center, size)
        case Face():
            face_sign(piece, center, size)
        case Rune():
            rune_stone(piece, center, size, None)
        case Color():
            badge(piece, center, size)
        case Bonus():
            bonus(piece, center, size)
        case _:
            raise TypeError(f"nothing is drawn for {piece!r}")
