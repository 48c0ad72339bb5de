"""How the game's blocks of a form are drawn, and its symbols on buttons."""

from functools import partial

from kivy.metrics import dp, sp

from companion.pieces import STACK_LIMIT, Bonus, Color, Face, Material, Rune
from companion.state import Building
from hardware.panel import PanelState
from kiosk.pieces import drawing, palette
from kiosk.pieces.form import Held, Person, PlayerName, RoundTable, Score, Stack, Stone
from kiosk.pieces.picture import InTower
from kiosk.pieces.round_table import RoundTableView
from kiosk.ui import theme
from kiosk.ui.form import Column, Row
from kiosk.ui.renderer import (
    NAME_LINE,
    FormView,
    OnTap,
    draw_mark,
    draw_symbol,
    height_of,
    sign_and_words,
    widget_of,
)
from kiosk.ui.shapes import Point, around, disc, polygon, ring
from kiosk.ui.surface import Box, Surface
from kiosk.ui.tap import Hold, draw_button

_WORKER = 120
_BADGE, _BESIDE = 15, 12
_PERSON_BADGE = 11
_SCORE_BADGE, _CROWN = 11, 9
_SCORE_LINE, _SCORE_POINTS = 24, 40
"""How high a player's line is in a list of games, and how wide the points are there, in sp."""
_PERSON_LINE = 28
"""The height of a line that has a badge and a name beside it, in sp."""


@draw_symbol.register(Material)
@draw_symbol.register(Face)
@draw_symbol.register(Rune)
@draw_symbol.register(Color)
@draw_symbol.register(Bonus)
@draw_symbol.register(InTower)
def _(symbol: object, center: Point, size: float) -> None:
    drawing.sign(symbol, center, size)


@draw_symbol.register
def _(symbol: Stone, center: Point, size: float) -> None:
    drawing.rune_stone(symbol.rune, center, size, symbol.holder)


@draw_symbol.register
def _(symbol: PanelState, center: Point, size: float) -> None:
    match symbol:
        case PanelState.READY:
            disc(center, size * 0.6, palette.PLAYERS[Color.GREEN])
        case PanelState.TROUBLED:
            drawing.troubled_panel(center, size)
        case _:
            ring(center, size * 0.6, theme.LIGHT_SOFT, dp(1.5))


@draw_symbol.register
def _(symbol: Building, center: Point, size: float) -> None:
    drawing.building(symbol.kind, symbol.owner, center, size)


@height_of.register(PlayerName)
@height_of.register(Stack)
@height_of.register(Held)
@height_of.register(RoundTable)
def _(block: object, width: float, ease: float) -> float:  # noqa: ARG001 - as high as its row
    return 0.0


@height_of.register
def _(block: Person, width: float, ease: float) -> float:  # noqa: ARG001 - a line, however wide
    return float(sp(_PERSON_LINE))


@widget_of.register
def _(block: Stack, box: Box, ground: theme.Rgb, on_tap: OnTap) -> Surface:  # noqa: ARG001 - nothing to tap
    surface, plain = Surface(box), palette.PLAINS[block.plain]
    surface.fill(plain, radius=9)
    places = box.inset(dp(10), dp(6)).rows((1,) * STACK_LIMIT, dp(4))
    with surface.canvas:
        for level, place in enumerate(reversed(places)):
            if level < len(block.workers):
                drawing.worker(block.workers[level], place.center, dp(_WORKER), place.height)
            else:
                edge = theme.mixed(plain, theme.LIGHT, 0.3)
                drawing.empty_worker(place.center, dp(_WORKER), place.height * 0.9, edge)
    if block.marked:
        draw_mark(surface, box)
    return surface


@widget_of.register
def _(block: Person, box: Box, ground: theme.Rgb, on_tap: OnTap) -> Surface:  # noqa: ARG001 - nothing to tap
    surface = Surface(box)
    surface.ground = ground
    _draw_person(surface, box, block)
    return surface


@widget_of.register
def _(block: PlayerName, box: Box, ground: theme.Rgb, on_tap: OnTap) -> Surface:  # noqa: ARG001 - nothing to tap
    surface = Surface(box)
    radius = min(dp(_BADGE) * block.size / theme.DECISION_TEXT, box.height / 2)
    beside = _BESIDE if block.size == theme.DECISION_TEXT else 0
    with surface.canvas:
        drawing.badge(block.color, (box.x + radius + dp(beside), box.center[1]), radius)
    left = 2 * radius + dp(beside + _BESIDE * block.size / theme.DECISION_TEXT)
    words = Box(box.x + left, box.y, box.width - left, box.height)
    write = partial(surface.write, block.name, words, ground=ground, bold=block.bold)
    write(size=block.size, is_name=True)
    return surface


@height_of.register
def _(block: Score, width: float, ease: float) -> float:  # noqa: ARG001 - a line, however wide
    return float(sp(_SCORE_LINE))


@widget_of.register
def _(block: Score, box: Box, ground: theme.Rgb, on_tap: OnTap) -> Surface:  # noqa: ARG001 - nothing to tap
    surface = Surface(box)
    surface.ground = ground
    center = (box.x + dp(_SCORE_BADGE), box.center[1])
    with surface.canvas:
        drawing.badge(block.color, center, dp(_SCORE_BADGE))
    points = Box(center[0] + dp(_SCORE_BADGE + 6), box.y, sp(_SCORE_POINTS), box.height)
    surface.write(str(block.points), points, size=theme.TITLE_TEXT, bold=block.won)
    left = points.right
    if block.won:
        with surface.canvas:
            _crown((left + dp(_CROWN), box.center[1]), dp(_CROWN))
        left += dp(2 * _CROWN + 6)
    name = Box(left, box.y, box.right - left, box.height)
    surface.write(block.name, name, bold=block.won, is_name=True)
    return surface


def _crown(center: Point, size: float) -> None:
    """What marks who has won, in parts that are convex each."""
    for part in (
        ((-0.85, -0.75), (0.85, -0.75), (0.85, -0.35), (-0.85, -0.35)),
        ((-0.85, -0.35), (-0.1, -0.35), (-1, 0.6)),
        ((0.85, -0.35), (0.1, -0.35), (1, 0.6)),
        ((-0.5, -0.35), (0.5, -0.35), (0, 0.85)),
    ):
        polygon(around(center, size, *part), theme.WARNING)


@widget_of.register
def _(block: Held, box: Box, ground: theme.Rgb, on_tap: OnTap) -> Surface:  # noqa: ARG001 - it brings its own
    hold = Hold(box, block.key, partial(on_tap, block.touched), partial(on_tap, block.lifted))
    draw_button(hold, fill=theme.RAISED)
    _draw_person(hold, box.inset(dp(4), dp(3)), block)
    return hold


def _draw_person(surface: Surface, box: Box, person: Person | Held) -> None:
    """The badge with the name below; beside it where that has no room."""
    write = partial(surface.write, person.name, is_name=True, bold=getattr(person, "bold", False))
    if box.height < 2 * sp(NAME_LINE):
        radius = min(sp(_PERSON_BADGE), box.height / 2)
        with surface.canvas:
            drawing.badge(person.color, (box.x + radius, box.center[1]), radius)
        indent = 2 * radius + dp(theme.GAP)
        beside = Box(box.x + indent, box.y, box.width - indent, box.height)
        write(beside, size=theme.TEXT)
        return
    upper, lower = sign_and_words(box, 0.4)
    with surface.canvas:
        drawing.badge(person.color, upper.center, min(dp(13), upper.height / 2))
    write(lower, size=theme.SMALL_TEXT, halign="center")


@widget_of.register
def _(block: RoundTable, box: Box, ground: theme.Rgb, on_tap: OnTap) -> Surface:  # noqa: ARG001 - it brings its own
    """The drawing with what is said of it below, or at its left where that leaves it larger.

    Where it could not be told what it is, nothing is drawn.
    """
    said = Column((block.about,) if block.order is None else (block.about, Row((block.order,))))
    picture, words = box.footed(height_of(said, box.width, 1.0), dp(theme.GAP))
    side = min(box.height, box.width / 2)
    if side > min(picture.width, picture.height):
        picture = Box(box.right - side, box.y, side, box.height)
        words = Box(box.x, box.y, box.width - side - 2 * dp(theme.GAP), box.height)
    surface = Surface(box)
    if RoundTableView.has_room(picture):
        surface.add_widget(RoundTableView(picture, block.seats))
    high = min(words.height, height_of(said, words.width, 1.0))
    view = FormView(Box(words.x, words.center[1] - high / 2, words.width, high), on_tap)
    view.show(said)
    surface.add_widget(view)
    return surface
