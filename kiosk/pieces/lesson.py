"""Draws the picture of a lesson: pieces, chips earned on plains, and numbers beside players.

A lesson can also mention places on the board. This module does not draw them, because the board
highlights them.
"""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple, assert_never

from kivy.graphics import Color as Ink
from kivy.graphics import SmoothLine
from kivy.metrics import dp, sp
from msgspec.structs import replace

from companion.pieces import MATERIALS, RUNES, Color, Face, Material
from companion.teaching.illustration import Illustration, Piece, PieceGroup
from companion.what_if import Yields
from kiosk.pieces import drawing, emblem, palette
from kiosk.ui import theme
from kiosk.ui.shapes import (
    Point,
    canvas_points,
    draw_disc,
    draw_letters,
    draw_polygon,
    flat_coordinates,
)
from kiosk.ui.surface import Box, Surface, smallest_running_text_size, text_width

_LARGEST, _LEAST = 44.0, 12.0
"""Maximum and minimum of half a piece's width, in dp."""
_LABEL = 22
"""Height in sp of the number below a piece."""
_BETWEEN = 4
"""Gap in dp between the numbers below neighbouring pieces."""
_APART = 1.25
"""Width of the cell that contains a piece, relative to the piece."""
_LINES = 4
_CHIP, _SHARE_GAP = 12, 10
"""Half the width of a chip or badge beside a number, and the gap between two such pairs, in dp."""
_LEVEL, _STACK_GAP = 30, 8
"""Maximum height of a worker in a stack, and the gap between two stacks, in dp."""
_NARROW = 0.5
"""Half the width of a worker relative to its height, if there is little room."""
_CHIP_LEVELS, _LINE_HEIGHT = 1.5, 1.2
"""Height of a chip relative to a worker, and of a line relative to its letters."""
_TICK = 13
_ROW, _LEAST_ROW = 30, 22
"""Usual and minimum height in sp of a line with the yields of a plain."""


class _Cell(NamedTuple):
    draw: Callable[[Point, float], None]
    label: str


def draw_illustration(
    surface: Surface, box: Box, illustration: Illustration, *, has_tick: bool = False
) -> None:
    cells = _cells(illustration)
    examples = illustration.yield_examples
    stacks = [one for one in examples if one.workers]
    if stacks and _draw_stacks(surface, box, stacks):
        return
    room = box.height * (0.5 if cells else 1.0)
    earned = [one for one in examples if one.shares][: int(room / sp(_LEAST_ROW))]
    line = min(sp(_ROW), room / max(1, len(earned)))
    high = line * len(earned)
    if cells:
        upper = Box(box.x, box.y + high, box.width, box.height - high)
        _draw_cells(surface, upper, cells, _kinds(illustration))
    if earned:
        low = box.y if cells else box.center[1] - high / 2
        widest = max(map(_yields_width, earned))
        size = min(1.0, box.width / widest)
        lines = Box(box.x, low, box.width, high).split_rows((1,) * len(earned), 0)
        for yields, place in zip(earned, lines, strict=True):
            _draw_yields(surface, place, yields, size)
    if has_tick:
        radius = min(dp(_TICK), box.height / 3)
        center = (box.right - radius, box.top - radius)
        with surface.canvas:
            draw_disc(center, radius, theme.INK)
            Ink(*theme.PAPER)
            tick = canvas_points(center, radius, (-0.45, 0), (-0.1, -0.35), (0.5, 0.4))
            SmoothLine(points=flat_coordinates(tick), width=radius * 0.12)


def illustration_fits(illustration: Illustration, width: float, height: float) -> bool:
    """Return whether pieces of `illustration` are recognizable in a box of this size in pixels."""
    number, box = len(_cells(replace(illustration, player_numbers=()))), Box(0, 0, width, height)
    lines = _possible_lines(number, _kinds(illustration))
    return not number or any(_radius(box, number, some, 0.0) >= dp(_LEAST) for some in lines)


def _possible_lines(cells: int, across: int) -> list[int]:
    lines = range(1, _LINES + 1)
    return [some for some in lines if not across or -(-cells // some) % across == 0]


def _cells(lesson: Illustration) -> list[_Cell]:
    cells = []
    for drawn in lesson.piece_groups:
        pieces = [drawn]
        if drawn.piece in (Piece.MARKER, Piece.WORKER) and drawn.color is None:
            pieces = [replace(drawn, number=1, color=one) for one in list(Color)[: drawn.number]]
        for one in pieces:
            has_label = one.number != 1 and one.piece is not Piece.TRAY
            cells.append(_Cell(partial(_draw_piece, one), f"×{one.number}" if has_label else ""))
    for color, number in lesson.player_numbers:
        cells.append(_Cell(partial(drawing.draw_player_badge, color), str(number)))
    return cells


def _kinds(lesson: Illustration) -> int:
    # There is a line for each player unless some drawings belong to no player, or all to the same
    # player.
    owners = {one.color for one in lesson.piece_groups}
    if None in owners or len(owners) < 2:
        return 0
    return len(lesson.piece_groups) // len(owners)


def _draw_cells(surface: Surface, box: Box, cells: list[_Cell], across: int) -> None:
    label = sp(_LABEL) if any(cell.label for cell in cells) else 0.0
    number = len(cells)
    possible = _possible_lines(number, across) or _possible_lines(number, 0)
    lines = max(possible, key=lambda some: _radius(box, number, some, label))
    radius = _radius(box, number, lines, label)
    each = -(-number // lines)
    wide, high = 2 * radius * _APART, 2 * radius + label
    if label:
        words = (text_width(cell.label, theme.DECISION_TEXT, bold=True) for cell in cells)
        wide = max(wide, *(width + dp(_BETWEEN) for width in words))
    # Omit numbers rather than draw tiny pieces or numbers that overlap, and omit pieces rather than
    # draw illegible ones.
    if label and (radius < dp(_LEAST) or wide * each > box.width + dp(_BETWEEN)):
        _draw_cells(surface, box, [cell._replace(label="") for cell in cells], across)
        return
    if radius < dp(_LEAST):
        return
    gap = min(dp(8), max(0.0, (box.height - lines * high) / lines))
    top = box.center[1] + (lines * high + (lines - 1) * gap) / 2
    for place, cell in enumerate(cells):
        in_line = min(each, number - place // each * each)
        x = box.center[0] + (place % each - (in_line - 1) / 2) * wide
        y = top - (place // each) * (high + gap) - radius
        with surface.canvas:
            cell.draw((x, y), radius)
        if cell.label:
            below = Box(x - wide / 2, y - radius - label, wide, label)
            surface.write(cell.label, below, size=theme.DECISION_TEXT, bold=True, halign="center")


def _radius(box: Box, cells: int, lines: int, label: float) -> float:
    each = -(-cells // lines)
    low = (box.height / lines - label) / 2 - dp(2)
    return float(min(dp(_LARGEST), low, box.width / each / 2 / _APART))


def _draw_yields(surface: Surface, line: Box, yields: Yields, size: float) -> None:
    radius, gap = dp(_CHIP) * size, dp(_SHARE_GAP) * size
    x, y = line.center[0] - _yields_width(yields) * size / 2 + radius, line.center[1]
    with surface.canvas:
        drawing.draw_chip(yields.plain, (x, y), radius)
    x += radius
    for color, number in yields.shares:
        with surface.canvas:
            drawing.draw_player_badge(color, (x + gap + radius, y), radius)
        wide = _share_width(number) * size
        place = Box(x + gap + 2 * radius, line.y, wide - gap - 2 * radius, line.height)
        x += wide
        signed = f"+{number}"
        fits = text_width(signed, theme.DECISION_TEXT, bold=True) <= place.width
        text = signed if fits else str(number)
        surface.write(text, place, size=theme.DECISION_TEXT, bold=True, halign="center")


def _draw_stacks(surface: Surface, box: Box, stacks: list[Yields]) -> bool:
    landed = any(one.big for one in stacks)
    levels = max(len(one.workers) for one in stacks) + _CHIP_LEVELS + landed
    level = min(dp(_LEVEL), box.height / levels)
    least = smallest_running_text_size()
    if level < sp(least) * _LINE_HEIGHT:
        return False
    size = max(least, min(theme.DECISION_TEXT, level / sp(1) / _LINE_HEIGHT))
    number, gap = text_width("+3", size, bold=True) + dp(4), dp(_STACK_GAP)
    each = (box.width + gap) / len(stacks)
    half = min(level * 0.9, max(level * _NARROW, (each - number - gap) / 2))
    wide = 2 * half + number + gap
    stacks = stacks[: max(1, int((box.width + gap) / wide + 0.001))]
    left = box.center[0] - (wide * len(stacks) - gap) / 2
    for place, stack in enumerate(stacks):
        x, y = left + place * wide + half, box.center[1] + level * (_CHIP_LEVELS - levels) / 2
        with surface.canvas:
            drawing.draw_chip(stack.plain, (x, y - level * 0.1), level * 0.62)
        y += level * (_CHIP_LEVELS / 2 + 0.5)
        for color, got in reversed(stack.workers):
            with surface.canvas:
                drawing.draw_worker(color, (x, y), 2 * half, level * 0.78)
            beside = Box(x + half, y - level / 2, number, level)
            if got:
                surface.write(f"+{got}", beside, size=size, bold=True, halign="center")
            y += level
        if stack.big:
            with surface.canvas:
                Ink(*theme.INK)
                tip, line = (x, y - level * 0.4), max(1.2, level * 0.06)
                barbs = canvas_points(tip, level * 0.3, (-1, 1), (0, 0), (1, 1))
                SmoothLine(points=flat_coordinates(barbs), width=line)
                SmoothLine(points=flat_coordinates([tip, (x, tip[1] + level * 0.75)]), width=line)
    return True


def _yields_width(yields: Yields) -> float:
    return float(dp(2 * _CHIP) + sum(_share_width(number) for _color, number in yields.shares))


def _share_width(number: int) -> float:
    figure = text_width(f"+{number}", theme.DECISION_TEXT, bold=True)
    return float(dp(_SHARE_GAP + 2 * _CHIP + 6) + figure)


# The pieces


def _draw_piece(drawn: PieceGroup, center: Point, size: float) -> None:  # noqa: C901, PLR0912 - one case for each piece
    color = drawn.color or Color.PURPLE
    match drawn.piece:
        case Piece.BOARD:
            emblem.draw_emblem_board(center, size)
        case Piece.DRUID:
            drawing.draw_druid(center, size * 0.8)
        case Piece.DIE:
            drawing.draw_die(Face.PLUS, center, size * 0.72)
        case Piece.HUT:
            drawing.draw_hut(color, center, size * 0.8)
        case Piece.TEMPLE:
            drawing.draw_temple(color, center, size * 0.8)
        case Piece.WORKER:
            drawing.draw_worker(color, center, size * 2, size * 0.62)
        case Piece.MARKER:
            drawing.draw_marker(color, center, size * 0.7)
        case Piece.SHIELD:
            _shield(drawn.color, center, size)
        case Piece.RUNE_STONE:
            drawing.draw_rune_stone(drawn.rune or RUNES[0], center, size * 0.85, drawn.color)
        case Piece.BONUS_CHIP:
            if drawn.bonus is not None:
                drawing.draw_bonus_chip(drawn.bonus, center, size * 0.8)
        case Piece.CHIP:
            _chip(drawn.material, center, size * 0.85)
        case Piece.TRAY:
            _tray(drawn, center, size)
        case Piece.HUNDRED_CHIP:
            _hundred(drawn.color, center, size * 0.85)
        case Piece.EXCHANGE_ARROW:
            arrow = canvas_points(center, size * 0.4, (-0.8, 1.1), (1, 0), (-0.8, -1.1))
            draw_polygon(arrow, theme.INK)
        case _:
            assert_never(drawn.piece)


def _chip(material: Material | None, center: Point, size: float) -> None:
    if material is not None:
        drawing.draw_chip(material, center, size)
        return
    for one, place in zip(
        MATERIALS,
        canvas_points(center, size * 0.46, (-1, 1), (1, 1), (-1, -1), (1, -1)),
        strict=True,
    ):
        drawing.draw_chip(one, place, size * 0.5)


def _shield(color: Color | None, center: Point, size: float) -> None:
    fill = theme.SAND if color is None else palette.PLAYERS[color]
    edge = max(1.0, size * 0.05)
    dark = theme.mix_colors(fill, theme.LINE, 0.35)
    left = canvas_points(center, size, (-1, -0.62), (-0.55, -0.4), (-0.55, 0.62), (-1, 0.3))
    right = canvas_points(center, size, (1, -0.62), (0.55, -0.4), (0.55, 0.62), (1, 0.3))
    middle = canvas_points(center, size, (-0.55, -0.4), (0.55, -0.4), (0.55, 0.62), (-0.55, 0.62))
    for wing in (left, right):
        draw_polygon(wing, dark, theme.LINE, edge)
    draw_polygon(middle, fill, theme.LINE, edge)
    if color is not None:
        x, y = center
        drawing.draw_player_symbol(
            color, (x, y + size * 0.11), size * 0.3, theme.strongest_text_color_on(fill)
        )


def _hundred(color: Color | None, center: Point, size: float) -> None:
    fill = theme.SAND if color is None else palette.PLAYERS[color]
    draw_disc(center, size, theme.LINE)
    draw_disc(center, size * 0.94, fill)
    draw_letters("100", center, size * 0.75, theme.strongest_text_color_on(fill))


def _tray(drawn: PieceGroup, center: Point, size: float) -> None:
    color, (x, y) = drawn.color or Color.PURPLE, center
    fill = palette.PLAYERS[color]
    outline = canvas_points(center, size, (-1, -0.72), (1, -0.72), (1, 0.72), (-1, 0.72))
    draw_polygon(outline, fill, theme.LINE, max(1.0, size * 0.03))
    draw_polygon(
        canvas_points(center, size, (-0.9, -0.62), (0.9, -0.62), (0.9, 0.22), (-0.9, 0.22)),
        theme.PAPER,
    )
    drawing.draw_player_symbol(
        color, (x - size * 0.72, y + size * 0.47), size * 0.17, theme.strongest_text_color_on(fill)
    )
    draw_letters(
        "+1" if drawn.number > 0 else "−1",
        (x - size * 0.35, y - size * 0.2),
        size * 0.62,
        theme.INK,
    )
    _chip(drawn.material, (x + size * 0.42, y - size * 0.2), size * 0.34)
