"""Draws the blocks and symbols that are declared in `kiosk.pieces.form`."""

from collections.abc import Callable, Hashable, Sequence
from itertools import chain
from math import pi
from typing import NamedTuple

from kivy.graphics import Color as Ink
from kivy.graphics import SmoothLine
from kivy.metrics import dp, sp

from companion.pieces import MATERIALS, STACK_LIMIT, Bonus, Chips, Color, Face, Material, Rune
from companion.state import Building
from hardware.panel import PanelState
from kiosk.pieces import drawing, palette
from kiosk.pieces.form import (
    CardBackground,
    ChipNumber,
    ChipRow,
    ChipTable,
    ChosenChip,
    GivenChip,
    LabelledPieces,
    LessonPicture,
    PlayerNumbers,
    PlayerPartBackground,
    PointRanges,
    RolledDie,
    RoundTable,
    RuneStone,
    Sign,
    Symbol,
    SymbolsWithTexts,
    Worker,
    Workers,
    WorkerStack,
)
from kiosk.pieces.picture import WorkerInStack
from kiosk.pieces.points import is_ambiguous_upside_down
from kiosk.rotation import Rotation
from kiosk.ui import theme
from kiosk.ui.button import draw_changed_dot, draw_symbol, symbol_and_number_width
from kiosk.ui.form import Block, Column, Row
from kiosk.ui.renderer import BlockView, OnTap, height_of, height_of_shrinkable_text, widget_of
from kiosk.ui.shapes import (
    Point,
    arc_points,
    canvas_points,
    draw_disc,
    draw_polygon,
    draw_ring,
    draw_rounded_box,
    flat_coordinates,
)
from kiosk.ui.surface import Box, Surface, smallest_running_text_size, text_height, text_width
from kiosk.words.texts import piece_name

_WORKER = 120
_WORKER_HIGH = 0.56
"""Height of a worker relative to its width."""
_EDGE = 0.12
"""Margin around the workers in a small drawing of a plain, relative to the drawing's sides."""


@draw_symbol.register
def _(  # noqa: C901, PLR0912 - one case for each symbol
    symbol: Symbol
    | Material
    | Face
    | Color
    | Bonus
    | Rune
    | Building
    | WorkerInStack
    | PanelState
    | Sign,
    center: Point,
    size: float,
) -> None:
    x, y = center
    match symbol:
        case Material():
            drawing.draw_chip(symbol, center, size)
        case Face():
            drawing.draw_face_symbol(symbol, center, size)
        case Color():
            drawing.draw_player_badge(symbol, center, size)
        case Bonus():
            drawing.draw_bonus_chip(symbol, center, size)
        case Rune():
            drawing.draw_rune_stone(symbol, center, size, None)
        case Building(kind, owner):
            drawing.draw_building(kind, owner, center, size)
        case RuneStone(rune, holder):
            drawing.draw_rune_stone(rune, center, size, holder)
        case RolledDie(face):
            drawing.draw_die(face, center, size)
        case Worker(owner):
            drawing.draw_worker(owner, center, 2 * size, 2 * size * _WORKER_HIGH)
        case Workers(owner):
            for level in (-1, 0, 1):
                drawing.draw_worker(owner, (x, y + level * size * 0.69), 2 * size, size * 0.6)
        case WorkerInStack():
            drawing.draw_worker_in_stack(symbol, center, size)
        case GivenChip(material):
            drawing.draw_chip_with_minus(material, center, size)
        case ChosenChip(None):
            draw_disc(center, size * 0.8, theme.INK_SOFT)
            drawing.draw_tick(center, size * 0.5)
        case ChosenChip(Material() as material):
            drawing.draw_chip(material, center, size * 0.85)
            corner = (x + size * 0.6, y - size * 0.6)
            draw_disc(corner, size * 0.42, theme.PAPER)
            draw_disc(corner, size * 0.36, theme.INK_SOFT)
            drawing.draw_tick(corner, size * 0.24)
        case PanelState.READY:
            draw_disc(center, size * 0.6, palette.PLAYERS[Color.GREEN])
        case PanelState.TROUBLED:
            drawing.draw_faulty_panel(center, size)
        case PanelState():
            draw_ring(center, size * 0.6, theme.LIGHT_SOFT, dp(1.5))
        case Sign():
            _SIGNS[symbol](center, size)
        case _:
            raise TypeError(f"no drawing for {symbol!r}")


_SIGNS: dict[Sign, Callable[[Point, float], None]] = {
    Sign.DRUID: drawing.draw_druid,
    Sign.CROWN: drawing.draw_crown,
    Sign.ARROW: drawing.draw_arrow,
    Sign.UNDO: drawing.draw_undo_arrow,
    Sign.REDO: drawing.draw_redo_arrow,
    Sign.SOUND: drawing.draw_loudspeaker,
    Sign.MUTED: drawing.draw_muted_loudspeaker,
    Sign.NO_CHIP: drawing.draw_no_chip,
}


@height_of.register
def _(
    block: WorkerStack | ChipNumber | ChipTable | CardBackground | PlayerPartBackground,  # noqa: ARG001 - needs no height of its own
    width: float,  # noqa: ARG001 - likewise
    ease: float,  # noqa: ARG001 - likewise
) -> float:
    return 0.0


@height_of.register
def _(block: RoundTable, width: float, ease: float) -> float:
    return height_of(_words_of(block), width, ease)


def _words_of(block: RoundTable) -> Column:
    return Column(
        (block.description,)
        if block.sort_button is None
        else (block.description, Row((block.sort_button,)))
    )


def _draw_worker_stack(surface: Surface, box: Box, block: WorkerStack) -> None:
    plain = palette.PLAINS[block.plain]
    surface.fill(plain, radius=9)
    inner = box.inset(min(dp(10), box.width * _EDGE), min(dp(6), box.height * _EDGE))
    wide, places = min(dp(_WORKER), inner.width), inner.split_rows((1,) * STACK_LIMIT, dp(4))
    with surface.canvas:
        for level, place in enumerate(reversed(places)):
            if level < len(block.workers):
                drawing.draw_worker(block.workers[level], place.center, wide, place.height)
            else:
                edge = theme.mix_colors(plain, theme.LIGHT, 0.3)
                drawing.draw_worker_outline(place.center, wide, place.height * 0.9, edge)
    if block.has_dot:
        draw_changed_dot(surface, box)


@widget_of.register
def _(block: RoundTable, box: Box, ground: theme.Rgb, on_tap: OnTap) -> Surface:  # noqa: ARG001 - the widget has its own background
    # If the box is too small for the drawing, only the text is shown.
    said = _words_of(block)
    picture, words = box.split_bottom(height_of(said, box.width, 1.0), dp(theme.GAP))
    side = min(box.height, box.width / 2)
    if side > min(picture.width, picture.height):
        picture = Box(box.right - side, box.y, side, box.height)
        words = Box(box.x, box.y, box.width - side - 2 * dp(theme.GAP), box.height)
    if height_of(said, words.width, 1.0) > words.height:
        picture, words = Box(0, 0, 0, 0), box
    surface = Surface(box)
    if min(picture.width, picture.height) >= dp(_LEAST):
        _draw_round_table(surface, picture, block.seats)
    high = min(words.height, height_of(said, words.width, 1.0))
    view = BlockView(Box(words.x, words.center[1] - high / 2, words.width, high), on_tap)
    view.show(said)
    surface.add_widget(view)
    return surface


# Contents of questions


_GAP = 8
_SHARE_GAP, _CLOSER = 12, 9
"""Gap in dp before a badge with a number, and how much narrower this gap may become."""
_BADGE_OF_SHARE = 11
_LEAST_NAME = 24
"""Minimum width in dp of a name beside the player's sign. If a part of a card is too narrow for
this, it shows no name, as the trays show the names."""
_CHIP_ROW = 32
_CHIP, _CHIP_GAP, _HEAP_GAP = 14, 6, 14
_SINGLE_CHIPS = 7
"""Maximum number of chips drawn one by one. A larger number is written beside a single chip, as is
one whose chips have no room beside the text of their row."""
_COUNTED, _LEAST_LABELLED, _LEAST_COUNTED = 9, 5, 4
"""Radius in dp of a chip in a table of numbers: usual (`_COUNTED`), and minimum with row labels
(`_LEAST_LABELLED`) and without row labels (`_LEAST_COUNTED`)."""
_LINE = 26
"""Height in sp of a line of players with their numbers."""
_SPAN_GAP = 5
_EFFECT, _EFFECT_GAP, _EFFECTS_APART = 12, 6, 16
"""Sizes in dp: half the width of a symbol with text at its right (`_EFFECT`), gap between symbol
and text (`_EFFECT_GAP`), gap after the text (`_EFFECTS_APART`)."""


@height_of.register
def _(block: ChipRow, width: float, ease: float) -> float:
    least, usual = dp(2 * _CHIP), dp(_CHIP_ROW)
    words = _beside_height(block.text, width - _chips_width(block, width), ease)
    return float(max(least + (usual - least) * ease, words))


@height_of.register
def _(block: PlayerNumbers, width: float, ease: float) -> float:
    least, usual = dp(2 * _BADGE_OF_SHARE + 2), sp(_LINE)
    words = _beside_height(block.text, width - _shares_width(block, width), ease)
    return float(max(least + (usual - least) * ease, words))


@height_of.register
def _(block: PointRanges, width: float, ease: float) -> float:
    words = height_of_shrinkable_text(block.text, width, theme.TEXT, ease)
    return words + _lines_of_spans(block, width) * sp(_LINE)


@height_of.register
def _(block: SymbolsWithTexts, width: float, ease: float) -> float:
    least, usual = dp(2 * _EFFECT + 2), sp(_LINE)
    lines = sum(map(_lines_of_words, _lines_of_effects(block, width)))
    return float(lines * (least + max(0.0, usual - least) * ease))


def _lines_of_effects(
    block: SymbolsWithTexts, width: float
) -> list[list[tuple[Hashable, str, float]]]:
    lines: list[list[tuple[Hashable, str, float]]] = []
    left = 0.0
    for symbol, text in block.symbols_and_texts:
        words = text_width(text, theme.DECISION_TEXT) + dp(2)
        wide = min(width, dp(2 * _EFFECT + _EFFECT_GAP) + words)
        if not lines or wide > left:
            lines.append([])
            left = width
        lines[-1].append((symbol, text, wide))
        left -= wide + dp(_EFFECTS_APART)
    return lines


def _lines_of_words(line: Sequence[tuple[Hashable, str, float]]) -> int:
    _symbol, text, wide = line[0]
    room = wide - dp(2 * _EFFECT + _EFFECT_GAP)
    return 2 if text_width(text, theme.DECISION_TEXT) > room else 1


def _beside_height(text: str, width: float, ease: float) -> float:
    return height_of_shrinkable_text(text, width - dp(_GAP), theme.TEXT, ease) if text else 0.0


def _single_chips_width(chips: Chips) -> float:
    return float(chips.total * dp(2 * _CHIP + _CHIP_GAP) - dp(_CHIP_GAP))


def _draws_single_chips(row: ChipRow, width: float) -> bool:
    if row.chips.total > _SINGLE_CHIPS:
        return False
    words = text_width(row.text, theme.TEXT) + dp(_GAP) if row.text else 0
    return words + _single_chips_width(row.chips) <= width


def _chips_width(row: ChipRow, width: float) -> float:
    if _draws_single_chips(row, width):
        return _single_chips_width(row.chips)
    numbers = [*filter(None, row.chips.counts)]
    return float(sum(map(_counted_width, numbers)) - dp(_HEAP_GAP))


def _counted_width(number: int) -> float:
    text = text_width(_times(number), theme.DECISION_TEXT, bold=True)
    return float(text + dp(4 + 2 * _CHIP + _HEAP_GAP))


def _times(number: int) -> str:
    return f"{number} ×"


def _shares_width(row: PlayerNumbers, width: float) -> float:
    """Return the width in pixels of all badges and numbers in `row`, including the gaps.

    `width` is the width of the whole row in pixels. The gaps are narrower if the longest word of
    its text would not fit beside them otherwise.
    """
    usual = sum(symbol_and_number_width(number) for _color, number in row.numbers)
    spare = width - usual - dp(_GAP) - _widest_word(row.text)
    return float(usual + max(min(0.0, spare), -dp(_CLOSER) * len(row.numbers)))


def _lines_of_spans(row: PointRanges, width: float) -> int:
    words = max(text_width(text, theme.DECISION_TEXT, bold=True) for _color, text in row.ranges)
    need = words + dp(2 * _BADGE_OF_SHARE + _SPAN_GAP + 2)
    number = len(row.ranges)
    each = max(1, min(number, int((width + dp(_GAP)) // (need + dp(_GAP)))))
    return -(-number // each)


def _draw_chip_row(surface: Surface, box: Box, row: ChipRow) -> None:
    x, draws_single_chips = box.x, _draws_single_chips(row, box.width)
    if row.text:
        x = box.right - _chips_width(row, box.width)
        surface.write(row.text, Box(box.x, box.y, x - box.x - dp(_GAP), box.height))
    for material in MATERIALS:
        number = row.chips.number(material)
        if number and not draws_single_chips:
            place = Box(x, box.y, _counted_width(number), box.height)
            used = surface.write(_times(number), place, size=theme.DECISION_TEXT, bold=True)
            with surface.canvas:
                middle = used.text_box.right + dp(4 + _CHIP)
                drawing.draw_chip(material, (middle, box.center[1]), dp(_CHIP))
            x += place.width
            continue
        with surface.canvas:
            for _one in range(number):
                drawing.draw_chip(material, (x + dp(_CHIP), box.center[1]), dp(_CHIP))
                x += dp(2 * _CHIP + _CHIP_GAP)


def _draw_chip_sums(surface: Surface, box: Box, block: ChipTable) -> None:
    columns = [
        (material, [chips.number(material) for _text, chips in block.lines])
        for material in MATERIALS
    ]
    columns = [(material, numbers) for material, numbers in columns if any(numbers)]
    rows, gap = box.split_rows((1,) * len(block.lines), 0), dp(_EFFECT_GAP)
    labels = max(text_width(text, theme.SMALL_TEXT) for text, _chips in block.lines)

    def width_of(numbers: Sequence[int]) -> float:
        figures = (text_width(str(one), size, bold=True) for one in numbers)
        return max(figures) + dp(2) + 2 * radius

    def taken() -> float:
        return sum(width_of(numbers) + gap for _material, numbers in columns)

    for beside, least in ((labels, _LEAST_LABELLED), (-gap, _LEAST_COUNTED)):
        size: float = theme.DECISION_TEXT
        radius = min(dp(_COUNTED), rows[0].height / 2)
        while beside + taken() > box.width and radius > dp(least):
            size, radius = max(size - 1, smallest_running_text_size()), radius - dp(0.5)
        if beside + taken() <= box.width:
            break
    if beside == labels:
        for (text, _chips), row in zip(block.lines, rows, strict=True):
            surface.write(text, row._replace(width=labels + dp(1)), size=theme.SMALL_TEXT)
    x = box.right - taken() + gap
    for material, numbers in columns:
        width = width_of(numbers)
        for number, row in zip(numbers, rows, strict=True):
            if not number:
                continue
            place = Box(x, row.y, width - 2 * radius - dp(2), row.height)
            surface.write(str(number), place, size=size, bold=True, halign="right")
            with surface.canvas:
                drawing.draw_chip(material, (x + width - radius, row.center[1]), radius)
        x += width + gap


def _draw_shares(surface: Surface, box: Box, row: PlayerNumbers) -> None:
    shares = _shares_width(row, box.width)
    x, usual = (
        box.right - shares,
        sum(symbol_and_number_width(number) for _color, number in row.numbers),
    )
    closer = (usual - shares) / max(1, len(row.numbers))
    surface.write(row.text, Box(box.x, box.y, x - box.x - dp(_GAP), box.height))
    for color, number in row.numbers:
        center = (x + dp(_SHARE_GAP + _BADGE_OF_SHARE) - closer, box.center[1])
        with surface.canvas:
            drawing.draw_player_badge(color, center, dp(_BADGE_OF_SHARE))
        x += symbol_and_number_width(number) - closer
        width = text_width(str(number), theme.DECISION_TEXT, bold=True)
        place = Box(x - width, box.y, width, box.height)
        surface.write(str(number), place, size=theme.DECISION_TEXT, bold=True)


def _draw_effects(surface: Surface, box: Box, block: SymbolsWithTexts) -> None:
    lines, beside = _lines_of_effects(block, box.width), dp(2 * _EFFECT + _EFFECT_GAP)
    shares = tuple(map(_lines_of_words, lines))
    for line, row in zip(lines, box.split_rows(shares, 0), strict=True):
        x = row.x
        for symbol, text, wide in line:
            with surface.canvas:
                draw_symbol(symbol, (x + dp(_EFFECT), row.center[1]), dp(_EFFECT))
            words = Box(x + beside, row.y, wide - beside, row.height)
            surface.write(text, words, size=theme.DECISION_TEXT)
            x += wide + dp(_EFFECTS_APART)


def _draw_spans(surface: Surface, box: Box, row: PointRanges) -> None:
    lines = _lines_of_spans(row, box.width)
    words, below = box.split_bottom(lines * sp(_LINE), 0)
    surface.write(row.text, words, valign="top")
    across = -(-len(row.ranges) // lines)
    rows = (
        line.split_columns((1,) * across, dp(_GAP)) for line in below.split_rows((1,) * lines, 0)
    )
    for (color, text), cell in zip(row.ranges, chain.from_iterable(rows), strict=False):
        with surface.canvas:
            center = (cell.x + dp(_BADGE_OF_SHARE), cell.center[1])
            drawing.draw_player_badge(color, center, dp(_BADGE_OF_SHARE))
        left = dp(2 * _BADGE_OF_SHARE + _SPAN_GAP)
        place = Box(cell.x + left, cell.y, cell.width - left, cell.height)
        surface.write(text, place, size=theme.DECISION_TEXT, bold=True)


def _draw_chip_number(surface: Surface, box: Box, block: ChipNumber) -> None:
    upper, lower = (
        box.split_rows((1, 1), 0) if box.height > box.width else box.split_columns((1, 1), 0)
    )
    with surface.canvas:
        draw = drawing.draw_crossed_out_chip if block.number < 0 else drawing.draw_chip
        draw(block.material, upper.center, dp(10))
    surface.write(
        str(block.number).replace("-", "−"),
        lower,
        size=theme.DECISION_TEXT,
        bold=True,
        halign="center",
    )


_LEAST_SIGN = 9
_LABEL = 20
_SIGN_LINE = 25
"""Heights in sp of a label (`_LABEL`), and of a label with the gap below it (`_SIGN_LINE`)."""
_LEAST_CELL = 32
"""Minimum width in sp of a piece with a label below it."""


@height_of.register
def _(block: LabelledPieces, width: float, ease: float) -> float:  # noqa: ARG001 - always the minimum height
    return _signs_height(len(block.pieces), width, dp(_LEAST_SIGN))


def _draw_signs(surface: Surface, box: Box, block: LabelledPieces) -> None:
    number = len(block.pieces)
    sizes = range(block.max_half_width, _LEAST_SIGN, -1)
    most = max(number, block.room_for)
    fitting = (dp(one) for one in sizes if _signs_height(most, box.width, dp(one)) <= box.height)
    radius = next(fitting, dp(_LEAST_SIGN))
    cell, high = _sign_cell(radius), 2 * radius + sp(_SIGN_LINE)
    lines = _sign_lines(number, box.width, radius)
    across = -(-number // lines)
    left = box.center[0] - across * cell / 2 if block.centered else box.x
    top = box.center[1] + lines * high / 2
    for place, sign in enumerate(block.pieces):
        x = left + (place % across + 0.5) * cell
        y = top - (place // across) * high - radius
        with surface.canvas:
            draw_symbol(sign.piece, (x, y), radius * 0.9)
        label = Box(x - cell / 2, y - radius - sp(_LABEL), cell, sp(_LABEL))
        surface.write(sign.label, label, bold=True, halign="center")


def _signs_height(number: int, width: float, radius: float) -> float:
    return float(_sign_lines(number, width, radius) * (2 * radius + sp(_SIGN_LINE)))


def _sign_lines(number: int, width: float, radius: float) -> int:
    return max(1, -(-number // max(1, int(width // _sign_cell(radius)))))


def _sign_cell(radius: float) -> float:
    return max(2 * radius + dp(6), float(sp(_LEAST_CELL)))


def _draw_player_part(surface: Surface, box: Box, block: PlayerPartBackground) -> None:
    surface.fill_as_framed_paper(palette.PLAYERS[block.color], radius=12)
    wide, high = block.head_size
    if not high:
        return
    head = Box(box.x + dp(6), box.top - high - dp(4), wide - dp(6), high)
    face = piece_name(block.face)
    taken = text_width(face, theme.TITLE_TEXT, bold=True) + dp(6)
    line, asked = head.split_columns((head.width - taken, taken), 0)
    if high >= dp(theme.TOUCH) - 1:
        line, asked = head._replace(width=wide - dp(4)).split_rows((1, 1), 0)
    radius = min(dp(_BADGE_OF_SHARE), line.height / 2)
    with surface.canvas:
        drawing.draw_player_badge(block.color, (line.x + radius, line.center[1]), radius)
    left = line.x + 2 * radius + dp(6)
    if block.name and line.right - left > dp(_LEAST_NAME):
        name = Box(left, line.y, line.right - left, line.height)
        surface.write(block.name, name, size=theme.DECISION_TEXT, bold=True, is_name=True)
    halign = "right" if line.y == asked.y else "left"
    surface.write(face, asked, size=theme.TITLE_TEXT, bold=True, halign=halign)


def draw_name_and_question_mark(surface: Surface, box: Box, name: str) -> None:
    """Draw a player's name with a “?” below it, for a card's head with no room for a “?” button."""
    upper, lower = box.split_rows((theme.TEXT, theme.SMALL_TEXT), 0)
    surface.write(name, upper, size=theme.TEXT, bold=True, is_name=True)
    disc = Box(lower.right - lower.height, lower.y, lower.height, lower.height)
    surface.fill(theme.PAPER_SHADE, disc, radius=12)
    ground, size = theme.PAPER_SHADE, theme.SMALL_TEXT
    surface.write("?", disc, ground=ground, size=size, bold=True, halign="center")


@height_of.register
def _(block: LessonPicture, width: float, ease: float) -> float:  # noqa: ARG001 - fixed height
    return float(dp(block.height))


def _draw_illustration(surface: Surface, box: Box, block: LessonPicture) -> None:
    from kiosk.pieces.lesson import draw_illustration  # noqa: PLC0415 - not needed at startup

    draw_illustration(surface, box, block.illustration, has_tick=block.has_tick)


CARD_PADDING = 8
_BAND = 48
_PHRASES = 45
"""Minimum height of a card's head: `_BAND` dp or, if larger, `_PHRASES` sp for two lines of text.
"""
_BAND_BADGE = 16
_NAME = 22
_TITLE_MARGIN = 6
_LEAST_PHRASE = 0.55
_BELOW_TITLE = 2
"""Free height in dp below a title in a line of its own."""
_FIELD, _FIELD_HIGH, _FIELD_GAP = 28, 38, 6
"""Letter size in sp of the field number in a card's head; height of its box and gap before it, in
dp. The number is large: if the druid asks for two offerings in a row, the cards differ in little
more than the field."""
_CORNER_ROOM = 56
_CORNERS_ASIDE = 12
"""Width in dp by which the title may reach into the boxes of the round buttons in the corner, as
the buttons' discs are narrower than these boxes."""


def card_color(asked_player: Color | None) -> theme.Rgb:
    """Return the colour of a card with a question for `asked_player`.

    `asked_player` is None if the question is for no particular player.
    """
    return theme.RAISED_MORE if asked_player is None else palette.PLAYERS[asked_player]


class _Head(NamedTuple):
    """Layout in pixels of a card's head: the band at the top, with a player's name and a title.

    Positions are relative to the top left corner of the card. If `name` or `title` is omitted, its
    box has the width 0. The player's badge and the round buttons are in the upper `line` pixels. If
    the card is about a field of the board, the field's number is to the right of the point `field`,
    and centred at the height of that point.
    """

    height: float
    line: float
    name: Box
    title: Box
    field: Point


def _head(paper: CardBackground, width: float) -> _Head:
    """Return the layout of a card's head: the title is beside the player's name or below it.

    The title is below the name if it is too long to be beside it. If the name would be small beside
    the title, the name is above the title. A title of one line then has room in a head of the same
    height, unless the head is low.

    If `paper.small_head` is set, a title that is too long replaces the name. The title is omitted
    if it does not fit in the name's place either. The player's badge is always shown.
    """
    room = _title_width(paper, width)
    high = float(dp(_BAND) if paper.small_head else max(dp(_BAND), sp(_PHRASES)))
    left, right = dp(CARD_PADDING + 2 * _BAND_BADGE + 6), dp(CARD_PADDING) + room
    rest = room - dp(2 * _BAND_BADGE + 6 + _GAP)
    words = text_width(paper.title, theme.DECISION_TEXT) + dp(4)
    phrase = min(words, rest * _LEAST_PHRASE)
    phrase = max(rest - text_width(paper.name, _NAME, bold=True) - dp(2), phrase)
    first = Box(left, -high, right - left, high)
    if _fits_in_band(paper.title, phrase):
        name = first._replace(width=first.width - phrase - dp(_GAP))
        title = first._replace(x=right - phrase, width=phrase)
        is_wide = text_width(paper.name, theme.DECISION_TEXT, bold=True) > name.width
        is_short = text_width(paper.title, theme.SMALL_TEXT) < first.width
        if is_wide and is_short and high >= sp(_PHRASES):
            name, title = first.inset(0, dp(2)).split_rows((_NAME, theme.DECISION_TEXT), 0)
            is_wide = False
        if paper.small_head or not is_wide:
            return _Head(high, high, name, title, (right, -high / 2))
    omitted = first._replace(width=0)
    if paper.small_head:
        fits = _fits_in_band(paper.title, first.width)
        texts = (omitted, first) if fits else (first, omitted)
        return _Head(high, high, *texts, (right, -high / 2))
    number = 0.0 if paper.field is None else _field_width(paper.field) + dp(_FIELD_GAP)
    below = width - 2 * dp(CARD_PADDING) - number
    size = _phrase_size(paper.title, below)
    more = max(text_height(paper.title, below, size), dp(_FIELD_HIGH) if number else 0.0)
    first = first._replace(y=-dp(_BAND), height=dp(_BAND))
    title = Box(dp(CARD_PADDING), -first.height - more, below, more)
    end = title.x + min(below, text_width(paper.title, size))
    high = first.height + more + dp(_BELOW_TITLE)
    return _Head(high, first.height, first, title, (end, title.center[1]))


def card_head_fits(paper: CardBackground, width: float) -> bool:
    """Return whether a card `width` pixels wide can show `paper.title` without breaking a word."""
    return _widest_word(paper.title) <= _head(paper, width).title.width


def card_head_height(paper: CardBackground, width: float) -> float:
    """Return the height in pixels of the head of a card `width` pixels wide.

    The head is the band at the top.
    """
    if paper.name:
        return _head(paper, width).height
    size = smallest_running_text_size() if paper.small_head else theme.TITLE_TEXT
    title = text_height(paper.title, _title_width(paper, width), size, bold=True)
    return max(float(dp(_BAND)), title + 2 * float(dp(_TITLE_MARGIN)))


def corner_button_boxes(paper: CardBackground, box: Box) -> tuple[Box, Box]:
    """Return the boxes of the two round buttons at the top right of a card in `box`.

    The box at the right comes first.
    """
    inner, touch = box.inset(dp(CARD_PADDING)), dp(theme.TOUCH)
    high = _head(paper, box.width).line if paper.name else card_head_height(paper, box.width)
    corner = Box(inner.right - touch + dp(6), box.top - (high + touch) / 2, touch, touch)
    return corner, Box(corner.x - dp(_CORNER_ROOM), corner.y, touch, touch)


def _title_width(paper: CardBackground, width: float) -> float:
    taken = dp(_CORNER_ROOM) * (2 if paper.has_back_button else 1)
    if paper.name and paper.field is not None:
        taken += _field_width(paper.field) + dp(_FIELD_GAP)
    return width - 2 * dp(CARD_PADDING) - taken + dp(_CORNERS_ASIDE)


def _field_width(field: int) -> float:
    return max(text_width(str(field), _FIELD, bold=True) + dp(12), float(dp(_FIELD_HIGH)))


def _draw_card(surface: Surface, box: Box, block: CardBackground) -> None:
    high = card_head_height(block, box.width)
    if not block.name:
        surface.fill_as_framed_paper(card_color(block.color), radius=14)
        inner, room = box.inset(dp(CARD_PADDING)), _title_width(block, box.width)
        title = Box(inner.x, box.top - high, room, high)
        surface.write(block.title, title, size=theme.TITLE_TEXT, bold=True)
        return
    fill, head = theme.darken_for_text(card_color(block.color)), _head(block, box.width)
    surface.fill(fill, radius=14)
    paper = Box(box.x, box.y, box.width, box.height - high)
    surface.fill(theme.PAPER, paper, radius=14)
    surface.fill(theme.PAPER, Box(paper.x, paper.top - dp(14), paper.width, dp(14)))
    ink, radius = theme.strongest_text_color_on(fill), dp(_BAND_BADGE)
    name, title = (one.moved(box.x, box.top) for one in (head.name, head.title))
    if block.color is not None:
        center = (box.x + dp(CARD_PADDING) + radius, box.top - head.line / 2)
        with surface.canvas:
            drawing.draw_player_badge(block.color, center, radius)
    if name.width:
        surface.write(block.name, name, ink=ink, ground=fill, size=_NAME, bold=True, is_name=True)
    if title.width:
        size, halign = _phrase_size(block.title, title.width), "left"
        if name.width and title.y == name.y:
            halign = "right"
        surface.write(block.title, title, ink=ink, ground=fill, size=size, halign=halign)
    if block.field is not None:
        wide, tall = _field_width(block.field), dp(_FIELD_HIGH)
        x, y = head.field
        place = Box(box.x + x + dp(_FIELD_GAP), box.top + y - tall / 2, wide, tall)
        surface.fill(theme.LINE, place.inset(-dp(1)), radius=9)
        surface.fill(theme.SAND, place, radius=8)
        surface.write(
            str(block.field),
            place,
            ground=theme.SAND,
            size=_FIELD,
            bold=True,
            halign="center",
            underlined=is_ambiguous_upside_down(str(block.field)),
        )


def _widest_word(title: str) -> float:
    return max(
        (text_width(one, smallest_running_text_size()) for one in title.split()), default=0.0
    )


def _fits_in_band(title: str, width: float) -> bool:
    high = text_height(title, width, smallest_running_text_size())
    return _widest_word(title) < width and high <= dp(_BAND)


def _phrase_size(title: str, width: float) -> float:
    sizes = (*range(theme.DECISION_TEXT, theme.SMALL_TEXT - 1, -1), smallest_running_text_size())
    fitting = (size for size in sizes if text_width(title, size) < width)
    return next(fitting, theme.DECISION_TEXT)


# The table from above


_BADGE = 0.085
"""Radius of a badge, relative to the side of the drawing."""
_TABLE = 0.62
_LEAST = 90
"""Minimum width of the drawing, in dp."""
_SCREEN = (0.26, 0.16)
_ARROW = 0.22
_ARROW_FROM, _ARROW_TO = pi * 1.18, -pi * 0.18
"""Angles in radians at which the clockwise arrow starts and ends."""


def _draw_round_table(surface: Surface, box: Box, seats: Sequence[tuple[Color, Rotation]]) -> None:
    side = min(box.width, box.height)
    x, y = box.center
    table = Box(x - side * _TABLE / 2, y - side * _TABLE / 2, side * _TABLE, side * _TABLE)
    surface.fill(theme.RAISED, table, radius=14)
    across, up = side * _SCREEN[0], side * _SCREEN[1]
    low, half = y - up * 0.3, across * 0.3
    with surface.canvas:
        Ink(*theme.GROUND)
        draw_rounded_box(x - across / 2, y - up / 2, across, up, dp(5))
        Ink(*theme.RIVER)
        SmoothLine(points=[x - half, low, x + half, low], width=dp(1.4))
        way = arc_points((x, y), side * _ARROW, _ARROW_FROM, _ARROW_TO, 40)
        Ink(*theme.LIGHT_SOFT)
        SmoothLine(points=flat_coordinates(way), width=dp(1.6))
        head = canvas_points(way[-1], side * _ARROW * 0.2, (-1.1, 0.5), (0.9, 0.9), (-0.25, -1))
        draw_polygon(head, theme.LIGHT_SOFT)
        for turn in Rotation:
            there = [color for color, sits in seats if sits is turn]
            for number, color in enumerate(there):
                # For a player at the front, clockwise means to the left.
                aside = ((len(there) - 1) / 2 - number) * 2.3 * _BADGE * side
                right, up = turn.rotate_point(aside, -(_TABLE / 2 + _BADGE * 1.15) * side)
                drawing.draw_player_badge(color, (x + right, y + up), side * _BADGE)


_DRAWINGS: dict[type, Callable[..., None]] = {
    CardBackground: _draw_card,
    ChipNumber: _draw_chip_number,
    ChipRow: _draw_chip_row,
    ChipTable: _draw_chip_sums,
    LabelledPieces: _draw_signs,
    LessonPicture: _draw_illustration,
    PlayerNumbers: _draw_shares,
    PlayerPartBackground: _draw_player_part,
    PointRanges: _draw_spans,
    SymbolsWithTexts: _draw_effects,
    WorkerStack: _draw_worker_stack,
}


def _widget(block: Block, box: Box, ground: theme.Rgb, _on_tap: OnTap) -> Surface:
    surface = Surface(box)
    surface.ground = ground
    _DRAWINGS[type(block)](surface, box, block)
    return surface


for _kind in _DRAWINGS:
    widget_of.register(_kind, _widget)
