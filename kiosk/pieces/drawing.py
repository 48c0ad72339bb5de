"""Drawings of all pieces: `draw_player_badge`, `draw_hut`, `draw_die` and others.

Each function draws onto the current canvas (`with widget.canvas:`), around a centre, in pixels. The
arguments `size` and `radius` are half the width of the drawing, unless a docstring says otherwise.
Pieces never differ only by colour (SCREEN.md, 7).
"""

from collections.abc import Sequence
from math import pi
from typing import assert_never

from kivy.graphics import Color as Ink
from kivy.graphics import Line, Rectangle, SmoothEllipse, SmoothLine, SmoothRoundedRectangle
from kivy.metrics import dp

from companion.pieces import Bonus, BuildingKind, Color, Face, Material, Rune
from kiosk.pieces import palette
from kiosk.pieces.picture import WorkerInStack
from kiosk.ui import theme
from kiosk.ui.shapes import (
    Point,
    arc_points,
    canvas_points,
    draw_disc,
    draw_letters,
    draw_polygon,
    flat_coordinates,
    point_on_circle,
)
from kiosk.ui.sprite_atlas import cached_as_sprite
from kiosk.ui.theme import Rgb

# Players: symbol, badge and workers


_OUTLINE = theme.mix_colors(theme.LIGHT_SOFT, theme.INK_SOFT, 0.5)
"""Colour of outlines that are visible both on dark buttons and on paper."""
_WORKER_IN_STACK = 0.66
"""Height of a worker in a small stack, relative to half its width."""
_STACK = 0.85
"""Maximum height of a stack, relative to its width."""


@cached_as_sprite(lambda _color, _center, _size, ink: ink)
def draw_player_symbol(color: Color, center: Point, size: float, ink: Rgb) -> None:
    match color:
        case Color.PURPLE:
            draw_polygon(canvas_points(center, size, (0, 1), (1, 0), (0, -1), (-1, 0)), ink)
        case Color.BLUE:
            draw_disc(center, size * 0.9, ink)
        case Color.GREEN:
            draw_polygon(canvas_points(center, size, (0, 1), (1, -0.8), (-1, -0.8)), ink)
        case Color.RED:
            x, y, half = round(center[0]), round(center[1]), round((size * 0.85) + 0.5)
            Ink(*ink)
            Rectangle(pos=(x - half, y - half), size=(2 * half, 2 * half))


@cached_as_sprite(theme.LINE)
def draw_player_badge(color: Color, center: Point, radius: float) -> None:
    """Draw the badge of a player: a disc in the player's colour with the player's symbol."""
    fill = palette.PLAYERS[color]
    draw_disc(center, radius, theme.LINE)
    draw_disc(center, radius * 0.93, fill)
    draw_player_symbol(color, center, radius * 0.5, theme.strongest_text_color_on(fill))


def draw_marker(color: Color, center: Point, size: float) -> None:
    x, y = center
    fill = palette.PLAYERS[color]
    low, high = y - size * 0.45, y + size * 0.45
    bottom = arc_points((x, low), size, pi, 2 * pi, 16)
    side = [*bottom, (x + size, high), (x - size, high)]
    draw_polygon(side, theme.mix_colors(fill, theme.LINE, 0.3), theme.LINE, max(1.0, size * 0.06))
    Ink(*theme.LINE)
    SmoothLine(points=flat_coordinates(bottom), width=max(1.0, size * 0.06))
    draw_disc((x, high), size, theme.LINE)
    draw_disc((x, high), size * 0.94, fill)
    draw_player_symbol(color, (x, high), size * 0.45, theme.strongest_text_color_on(fill))


@cached_as_sprite(theme.LINE)
def draw_worker(color: Color, center: Point, width: float, height: float) -> None:
    fill = palette.PLAYERS[color]
    left, bottom = center[0] - width / 2, center[1] - height / 2
    Ink(*theme.LINE)
    SmoothRoundedRectangle(pos=(left, bottom), size=(width, height), radius=[height * 0.4])
    Ink(*fill)
    SmoothRoundedRectangle(
        pos=(left + 1, bottom + 1), size=(width - 2, height - 2), radius=[height * 0.36]
    )
    size = min(height * 0.26, width * 0.09)  # on a short worker the symbols would overlap
    for step in (-0.27, 0, 0.27):
        draw_player_symbol(
            color, (center[0] + step * width, center[1]), size, theme.strongest_text_color_on(fill)
        )


def draw_stack(workers: Sequence[Color], center: Point, size: float) -> None:
    """Draw a stack of workers, listed from the bottom up; `size` is the width of a worker."""
    high = min(size * _WORKER_IN_STACK / 2, size * _STACK / len(workers))
    bottom = center[1] - high * (len(workers) - 1) / 2
    for level, owner in enumerate(workers):
        draw_worker(owner, (center[0], bottom + level * high), size, high)


def draw_worker_in_stack(piece: WorkerInStack, center: Point, size: float) -> None:
    """Draw a stack of workers, of which one is filled and the others are outlines.

    `piece` has the stack and the level of the filled worker. `size` is half a worker's width.
    """
    high = size * _WORKER_IN_STACK
    bottom = center[1] - high * (len(piece.stack) - 1) / 2
    for level, owner in enumerate(piece.stack, start=1):
        middle = (center[0], bottom + (level - 1) * high)
        if level == piece.level:
            draw_worker(owner, middle, 2 * size, high)
        else:
            draw_worker_outline(middle, 2 * size - 2, high - 2, _OUTLINE)


@cached_as_sprite(lambda _center, _width, _height, color: color)
def draw_worker_outline(center: Point, width: float, height: float, color: Rgb) -> None:
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


# The druid


@cached_as_sprite(theme.LINE)
def draw_druid(center: Point, radius: float) -> None:
    draw_disc(center, radius, theme.LINE)
    draw_disc(center, radius * 0.9, theme.PAPER)
    x, y = center
    size = radius * 0.62
    draw_polygon(canvas_points(center, size, (-0.8, -1), (0.8, -1), (0, 0.75)), theme.INK)
    draw_disc((x, y + size * 0.35), size * 0.48, theme.INK)
    draw_disc((x, y + size * 0.3), size * 0.27, theme.PAPER)


def draw_druids_temple(center: Point, size: float) -> None:
    """Draw the druid's temple in the corner of the board; `size` is half the temple's height."""
    base, roof = (theme.mix_colors(theme.SAND, theme.LINE, share) for share in (0.4, 0.15))
    walls = (-0.8, -1), (0.8, -1), (0.8, -0.2), (-0.8, -0.2)
    draw_polygon(canvas_points(center, size, *walls), base)
    draw_polygon(canvas_points(center, size, (-1, -0.2), (1, -0.2), (0, 1)), roof)


def draw_open_eye(center: Point, size: float) -> None:
    paper = (-1.15, -0.65), (1.15, -0.65), (1.15, 0.65), (-1.15, 0.65)
    draw_polygon(canvas_points(center, size, *paper), theme.PAPER)
    corner, low = 0.64, 0.75
    upper = arc_points((0, -low), 1.25, corner, pi - corner, 8)
    lower = arc_points((0, low), 1.25, pi + corner, 2 * pi - corner, 8)
    draw_polygon(canvas_points(center, size, *upper, *lower), theme.INK)
    draw_disc(center, size * 0.42, theme.PAPER)
    draw_disc(center, size * 0.22, theme.INK)


# Chips of the materials and bonus chips


@cached_as_sprite(theme.LINE)
def draw_chip(material: Material, center: Point, radius: float) -> None:
    corners = arc_points(center, radius, 0, 5 * pi / 3, 5)
    edge = max(1.0, radius * 0.07)
    draw_polygon(corners, palette.MATERIALS[material], theme.LINE, edge)
    (x, y), size = center, radius * 0.5
    match material:
        case Material.WOOD:  # a tree
            draw_polygon(
                canvas_points(center, size, (-0.8, -0.45), (0.8, -0.45), (0, 1)), theme.LINE
            )
            Rectangle(pos=(x - size * 0.2, y - size), size=(size * 0.4, size * 0.6))
        case Material.WOOL:
            fleece = ((-0.45, -0.1), (0.45, -0.1), (0, 0.35), (0, -0.3))
            for curl in canvas_points(center, size, *fleece):
                draw_disc(curl, 0.5 * size, theme.LINE)
        case Material.COPPER:
            ingot = ((-1, -0.55), (1, -0.55), (0.55, 0.55), (-0.55, 0.55))
            draw_polygon(canvas_points(center, size, *ingot), theme.LINE)
        case Material.STONE:
            block = ((-0.85, -0.6), (0.7, -0.7), (0.95, 0.1), (0.3, 0.8), (-0.6, 0.6))
            draw_polygon(canvas_points(center, size, *block), theme.LINE)


def draw_crossed_out_chip(material: Material, center: Point, size: float) -> None:
    """Draw a crossed-out chip of `material`, which stands for a chip that a player lacks."""
    draw_chip(material, center, size * 0.85)
    (x, y), far = center, size * 0.9
    for ink, width in ((theme.PAPER, 0.16), (theme.INK, 0.09)):
        Ink(*ink)
        SmoothLine(points=[x - far, y - far, x + far, y + far], width=max(1.0, size * width))


def draw_no_chip(center: Point, size: float) -> None:
    """Draw a crossed-out blank chip, which stands for no chip of any material."""
    corners, (x, y), far = arc_points(center, size * 0.85, 0, 5 * pi / 3, 5), center, size * 0.9
    draw_polygon(corners, theme.PAPER, theme.INK, size * 0.1)
    Ink(*theme.INK)
    SmoothLine(points=[x - far, y - far, x + far, y + far], width=size * 0.07)


def draw_chip_with_minus(material: Material, center: Point, size: float) -> None:
    x, y = center
    draw_chip(material, (x + size * 0.32, y), size * 0.68)
    # The minus sign has an edge all round: two lines alone would look like an equals sign.
    for ink, more, width in (
        (theme.LINE, size * 0.1, max(1.8, size * 0.21)),
        (theme.LIGHT, 0.0, max(1.0, size * 0.12)),
    ):
        Ink(*ink)
        SmoothLine(points=[x - size * 1.08 - more, y, x - size * 0.68 + more, y], width=width)


@cached_as_sprite(theme.BONUS_RED)
def draw_bonus_chip(kind: Bonus, center: Point, radius: float) -> None:
    draw_disc(center, radius, theme.BONUS_RED)
    draw_disc(center, radius * 0.8, theme.PAPER)
    match kind:
        case Bonus.POINTS:
            draw_letters(str(kind.traits.points), center, radius * 1.15, theme.INK)
        case Bonus.HUT:
            small = radius * 0.42
            foot = canvas_points(center, small, (-1, -1), (1, -1))
            draw_polygon([*foot, *arc_points(center, small, 0, pi, 6)], theme.INK)
        case Bonus.DRUID:
            (x, y), size = center, radius * 0.55
            width, bow = max(1.0, size * 0.16), (size * 0.62, size * 0.8, -90, 180)
            Ink(*theme.INK)
            SmoothLine(points=[x, y - size, x, y + size * 0.35], width=width)
            SmoothLine(ellipse=(x - size * 0.62, y + size * 0.05, *bow), width=width)
        case _:
            assert_never(kind)


# Huts and temples


@cached_as_sprite(theme.LINE)
def draw_hut(color: Color, center: Point, size: float) -> None:
    x, y = center
    fill = palette.PLAYERS[color]
    arch = arc_points((x, y + size * 0.1), size, 0, pi, 8)
    foot = canvas_points(center, size, (-1, -0.85), (1, -0.85))
    draw_polygon([*foot, *arch], fill, theme.LINE, max(1.0, size * 0.1))
    draw_player_symbol(color, center, size * 0.45, theme.strongest_text_color_on(fill))


@cached_as_sprite(theme.LINE, reach=1.45)
def draw_temple(color: Color, center: Point, size: float) -> None:
    x, y = center
    fill = palette.PLAYERS[color]
    points = canvas_points(
        center, size, (-1, -0.9), (1, -0.9), (0.55, -0.1), (0, 1.15), (-0.55, -0.1)
    )
    draw_polygon(points, fill, theme.LINE, max(1.0, size * 0.1))
    draw_player_symbol(color, (x, y - size * 0.3), size * 0.38, theme.strongest_text_color_on(fill))


BUILDINGS = {BuildingKind.HUT: draw_hut, BuildingKind.TEMPLE: draw_temple}


def draw_building(kind: BuildingKind, color: Color, center: Point, size: float) -> None:
    BUILDINGS[kind](color, center, size)


# The nine runes and their stones


@cached_as_sprite(lambda _kind, _center, _size, ink: ink)
def draw_rune(kind: Rune, center: Point, size: float, ink: Rgb) -> None:  # noqa: C901 - one case for each rune
    thick = max(1.0, size * 0.13)
    Ink(*ink)

    def stroke(*points: Point) -> None:
        SmoothLine(points=flat_coordinates(canvas_points(center, size, *points)), width=thick)

    def dot(right: float, up: float) -> None:
        ((x, y),) = canvas_points(center, size, (right, up))
        part = max(1.2, size * 0.17)
        SmoothEllipse(pos=(x - part, y - part), size=(2 * part, 2 * part))

    def bow(right: float, up: float, radius: float, start: float, end: float) -> None:
        stroke(*arc_points((right, up), radius, start, end, 12))

    match kind:
        case Rune.SERPENT:
            bow(-0.1, 0.42, 0.42, 0, pi * 1.5)
            bow(-0.1, -0.42, 0.42, pi * 0.5, -pi)
            dot(0.75, 0.75)
        case Rune.SHIELD:
            stroke((0, 0.9), (0.6, 0), (0, -0.9), (-0.6, 0), (0, 0.9))
            dot(0.85, 0.7)
        case Rune.SPROUT:
            bow(-0.75, -0.85, 0.75, 0, pi / 2.2)
            bow(0.75, -0.85, 0.75, pi, pi - pi / 2.2)
            stroke((0, -0.9), (0, 0.2))
            dot(0, 0.75)
        case Rune.EYE:
            stroke((-0.9, -0.5), (0.9, -0.5))
            bow(0, -0.5, 0.8, 0, pi)
            dot(0, -0.12)
        case Rune.SPIRAL:
            bow(-0.38, 0, 0.42, -pi * 0.2, pi * 1.6)
            bow(0.38, 0, 0.42, pi * 0.8, pi * 2.6)
        case Rune.WAVES:
            for level in (-0.15, -0.7):
                crest = level + 0.4
                stroke((-0.9, level), (-0.45, crest), (0, level), (0.45, crest), (0.9, level))
            dot(0, 0.75)
        case Rune.CROSS:
            bow(-0.95, 0, 0.75, -pi / 3, pi / 3)
            bow(0.95, 0, 0.75, pi - pi / 3, pi + pi / 3)
            dot(0, 0.85)
            dot(0, -0.85)
        case Rune.HOOK:
            bow(0, 0, 0.7, pi * 0.6, -pi)
            stroke((-0.7, 0), (-0.7, 0.6))
            dot(0, 0)
        case Rune.ARROW:
            stroke((-0.85, 0.35), (0, 0.95), (0.85, 0.35))
            stroke((0, -0.9), (0, 0.35))
            stroke((-0.4, 0), (0, 0.4), (0.4, 0))
            dot(-0.6, -0.6)
            dot(0.6, -0.6)


_HOLDER = 0.56
"""Size of the holder's symbol relative to the rune stone."""


def _stone_edge(holder: Color | None) -> Rgb:
    return palette.PLAYERS[holder] if holder else theme.LINE


@cached_as_sprite(lambda _kind, _center, _radius, holder: _stone_edge(holder))
def draw_rune_stone(kind: Rune, center: Point, radius: float, holder: Color | None) -> None:
    draw_disc(center, radius, _stone_edge(holder))
    draw_disc(center, radius * 0.8, theme.PAPER if holder else theme.SAND)
    if holder is None:
        draw_rune(kind, center, radius * 0.5, theme.INK)
        return
    aside, corner = canvas_points(center, radius, (-0.12, 0.12), (0.64, -0.64))
    draw_rune(kind, aside, radius * 0.5, theme.INK)
    draw_player_badge(holder, corner, radius * _HOLDER)


# The die


@cached_as_sprite(theme.LINE)
def draw_die(face: Face, center: Point, size: float, fill: Rgb = theme.PAPER) -> None:
    x, y = center
    Ink(*theme.LINE)
    SmoothRoundedRectangle(pos=(x - size, y - size), size=(2 * size, 2 * size), radius=[size * 0.4])
    Ink(*fill)
    SmoothRoundedRectangle(
        pos=(x - size + 1, y - size + 1), size=(2 * size - 2, 2 * size - 2), radius=[size * 0.36]
    )
    draw_face_symbol(face, center, size * 0.74)


@cached_as_sprite(lambda face, _center, _size: theme.LINE if face.material else theme.INK)
def draw_face_symbol(face: Face, center: Point, size: float) -> None:
    if face.material is not None:
        draw_chip(face.material, center, size)
        return
    Ink(*theme.INK)
    SmoothLine(
        ellipse=(center[0] - size, center[1] - size, 2 * size, 2 * size, 40, 380),
        width=max(1.0, size * 0.09),
    )
    draw_letters("+1" if face is Face.PLUS else "−1", center, size * 0.95, theme.INK)


# Panels and lamps


@cached_as_sprite(theme.BONUS_RED)
def draw_faulty_panel(center: Point, size: float) -> None:
    x, y = center
    Ink(*theme.BONUS_RED)
    SmoothRoundedRectangle(
        pos=(x - size, y - size * 0.75), size=(2 * size, 1.5 * size), radius=[size * 0.3]
    )
    draw_disc((x - size * 0.5, y), size * 0.26, theme.PAPER)
    draw_letters("!", (x + size * 0.35, y), size * 1.2, theme.PAPER)


@cached_as_sprite(theme.BONUS_RED)
def draw_lit_lamp(center: Point, radius: float) -> None:
    """Draw a lit lamp as a disc with eight rays; `radius` includes the rays."""
    draw_disc(center, radius * 0.5, theme.BONUS_RED)
    for number in range(8):
        ray = [point_on_circle(center, part * radius, number * pi / 4) for part in (0.68, 1)]
        SmoothLine(points=flat_coordinates(ray), width=max(1.0, radius * 0.1))


# Signs on buttons and lists


_BOW = 0.42
"""Radius of the curve of an undo arrow, relative to half the sign's width."""
_BOW_STEPS = 12


def draw_undo_arrow(center: Point, size: float) -> None:
    _bent_arrow(center, size, -1)


def draw_redo_arrow(center: Point, size: float) -> None:
    _bent_arrow(center, size, 1)


def _bent_arrow(center: Point, size: float, way: int) -> None:
    bow = arc_points((0.3, 0), _BOW, -pi / 2, pi / 2, _BOW_STEPS)
    line = [(-0.35, -_BOW), *bow, (-0.3, _BOW)]
    head = ((-0.85, _BOW), (-0.25, _BOW + 0.4), (-0.25, _BOW - 0.4))
    shaft, tip = (
        canvas_points(center, size, *((-way * right, up) for right, up in part))
        for part in (line, head)
    )
    Ink(*theme.LIGHT)
    SmoothLine(points=flat_coordinates(shaft), width=max(1.0, size * 0.09))
    draw_polygon(tip, theme.LIGHT)


@cached_as_sprite(theme.LIGHT)
def draw_loudspeaker(center: Point, size: float) -> None:
    _speaker_box(center, size)
    for radius in (0.35, 0.7):
        waves = arc_points((0.1, 0), radius, -pi / 3, pi / 3, _BOW_STEPS)
        points = flat_coordinates(canvas_points(center, size, *waves))
        SmoothLine(points=points, width=max(1.0, size * 0.09))


@cached_as_sprite(theme.LIGHT)
def draw_muted_loudspeaker(center: Point, size: float) -> None:
    _speaker_box(center, size)
    for way in (-1, 1):
        line = canvas_points(center, size, (0.25, -0.32 * way), (0.85, 0.32 * way))
        SmoothLine(points=flat_coordinates(line), width=max(1.0, size * 0.11))


def _speaker_box(center: Point, size: float) -> None:
    for part in (
        ((-0.9, -0.28), (-0.5, -0.28), (-0.5, 0.28), (-0.9, 0.28)),
        ((-0.5, -0.28), (0, -0.7), (0, 0.7), (-0.5, 0.28)),
    ):
        draw_polygon(canvas_points(center, size, *part), theme.LIGHT)


def draw_arrow(center: Point, size: float) -> None:
    tip = (center[0] + size, center[1])
    Ink(*theme.LIGHT_SOFT)
    Line(points=[center[0] - size, center[1], tip[0] - size * 0.6, tip[1]], width=dp(0.8))
    draw_polygon(canvas_points(tip, size, (-1, 0.6), (0, 0), (-1, -0.6)), theme.LIGHT_SOFT)


def draw_crown(center: Point, size: float) -> None:
    for part in (
        ((-0.85, -0.75), (0.85, -0.75), (0.85, -0.35), (-0.85, -0.35)),
        ((-0.85, -0.35), (-0.1, -0.35), (-1, 0.6)),
        ((0.85, -0.35), (0.1, -0.35), (1, 0.6)),
        ((-0.5, -0.35), (0.5, -0.35), (0, 0.85)),
    ):
        draw_polygon(canvas_points(center, size, *part), theme.WARNING)


@cached_as_sprite(theme.PAPER)
def draw_tick(center: Point, size: float) -> None:
    Ink(*theme.PAPER)
    points = flat_coordinates(canvas_points(center, size, (-0.9, 0), (-0.25, -0.7), (0.95, 0.75)))
    SmoothLine(points=points, width=max(1.0, size * 0.22))
