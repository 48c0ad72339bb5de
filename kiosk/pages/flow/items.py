"""Draws the items of a form: buttons, texts, a stack of workers, a player's badge, a paper."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain
from typing import assert_never

from kivy.metrics import dp, sp
from msgspec.structs import replace

from companion.pieces import STACK_LIMIT
from companion.state import Building
from kiosk.pages.flow.narrow_paper import NarrowPaper
from kiosk.pages.flow.round_table import RoundTableView
from kiosk.pages.flow.view import (
    About,
    Choice,
    Column,
    Held,
    Item,
    Paper,
    Person,
    RoundTable,
    Row,
    Stack,
    Stone,
    Style,
    Symbol,
    Tone,
    Words,
)
from kiosk.pieces import drawing, palette
from kiosk.toolkit import theme
from kiosk.toolkit.radio import draw_radio
from kiosk.toolkit.shapes import Point, disc
from kiosk.toolkit.surface import Box, Surface, least_words, text_height, text_width
from kiosk.toolkit.tap import Hold, Tap, draw_button, draw_tells_more
from kiosk.words.language import several

_GAP = theme.GAP
_FOLDED_GAP = 14
"""Between rows of which some have two lines: what belongs together lies closer together."""
_MARK = 6
_SIGN = 14
_FIGURE = 28
_TELLS_MORE = 32
"""What a question mark takes of the width of words that can be tapped, in dp."""
_TWO_COLUMNS = 500
_PAPER_HEAD, _PAPER_TEXT = 22, 17
"""From this width in dp on a paper has two columns."""
_NAME_LINE = 19
"""The height of a name or a number below a sign, in sp."""

_PERSON_LINE = 28
"""The height of a line that has a badge and a name beside it, in sp."""
_PERSON_BADGE = 11

_INKS = {
    Tone.SOFT: (theme.LIGHT_SOFT, theme.GROUND, theme.TEXT),
    Tone.TOLD: (theme.SAND, theme.GROUND, theme.TEXT),
    Tone.STRONG: (theme.LIGHT_SOFT, theme.GROUND, theme.TEXT),
    Tone.ENTRY: (theme.LIGHT, theme.SURFACE, theme.TEXT),
    Tone.CARD: (theme.INK, theme.PAPER, theme.TITLE_TEXT),
    Tone.NUMBER: (theme.INK, theme.PAPER, _FIGURE),
}
"""The ink, the ground and the size of each tone."""
_BOLD = (Tone.STRONG, Tone.NUMBER)
_PRINTED = (Style.PLAIN, Style.QUIET, Style.PRIMARY)
"""Buttons whose texts may go on in further lines."""
_BUTTON_MARGIN = (4, 2)
"""Around the text of such a button, across and along."""
_PADDING = {Tone.ENTRY: 12, Tone.CARD: 20}

OnTap = Callable[[object], None]
"""Is told a choice's action when it is tapped."""


def add_column(
    sheet: Surface, box: Box, column: Column, on_tap: OnTap, *, folded: bool = False
) -> None:
    """Add the rows of a column to a sheet; `folded`: each as many lines as it has when upright."""
    lines = [_lines(row, folded=folded) for row in column.rows]
    shared = [_least_shared(parts, box.width) for parts in lines]
    gap, inner = dp(_GAP), sum(dp(_GAP) * (len(parts) - 1) for parts in lines)
    if any(len(parts) > 1 for parts in lines):
        rows = (row for row in chain(*lines) if not row.share)
        own = sum(_height(row, box.width, row.height) for row in rows)
        wide = (box.height - inner - sum(shared) - own) / max(1, len(lines) - 1)
        gap = min(dp(_FOLDED_GAP), max(gap, wide))
    room = box.height - inner - gap * (len(lines) - 1)
    heights = _heights(lines, box.width, room - sum(shared))
    left = room - sum(map(sum, heights))
    shares = _shared([row.share for row in column.rows], shared, left)
    top = box.top
    for parts, own_heights, share in zip(lines, heights, shares, strict=True):
        for part, natural in zip(parts, own_heights, strict=True):
            height = natural + share / len(parts)
            line = Box(box.x, top - height, box.width, height)
            for item, cell in zip(part.items, _places(part, line), strict=True):
                _add_item(sheet, cell, item, on_tap)
            top -= height + dp(_GAP)
        top -= gap - dp(_GAP)


def _lines(row: Row, *, folded: bool) -> list[Row]:
    if not (folded and row.folds):
        return [row]
    parts = (row.items[: row.folds], row.items[row.folds :])
    return [replace(row, items=items) for items in parts]


def _places(row: Row, line: Box) -> Sequence[Box]:
    return line.split([item.width for item in row.items], dp(_GAP)) if row.items else []


def _heights(lines: list[list[Row]], width: float, room: float) -> list[list[float]]:
    """The heights of lines in pixels: their own, as much less as they need to fit into `room`."""

    def own(row: Row) -> float:
        return _height(row, width, row.height)

    def least(row: Row) -> float:
        return _height(row, width, min(row.height, theme.TOUCH), short=True)

    rows = [row for parts in lines for row in parts if not row.share]
    high, low = sum(map(own, rows)), sum(map(least, rows))
    part = 1.0 if high <= room else max(0.0, room - low) / max(high - low, 1.0)

    def fitted(row: Row) -> float:
        return 0.0 if row.share else least(row) + (own(row) - least(row)) * part

    return [list(map(fitted, parts)) for parts in lines]


def _least_shared(parts: list[Row], width: float) -> float:
    """What the lines of a row with a share need at least, in pixels; 0 of other rows."""
    if not parts[0].share:
        return 0.0
    needs = []
    for part in parts:
        cells = zip(part.items, _places(part, Box(0, 0, width, 0)), strict=True)
        needs.append(max((_least(item, cell.width) for item, cell in cells), default=0.0))
    return max(needs) * len(needs)


def _least(item: Item, width: float) -> float:
    """How high a cell of that width has to be at least: for a finger, or for small letters."""
    match item:
        case Choice() | Held() | Words(about=About()):
            return float(dp(theme.TOUCH))
        case Words(text=text, tone=tone):
            room = width - 2 * dp(_PADDING.get(tone, 0))
            return text_height(text, room, least_words(), bold=tone in _BOLD)
        case _:
            return 0.0


def _shared(shares: Sequence[float], least: Sequence[float], room: float) -> list[float]:
    """How rows with a share divide so many pixels; none gets less than it needs at least."""
    found = [0.0 for _share in shares]
    left, open_rows = max(0.0, room), {row for row, share in enumerate(shares) if share}
    while open_rows:
        whole = sum(shares[row] for row in open_rows)
        low = {row for row in open_rows if left * shares[row] / whole < least[row]}
        for row in low or open_rows:
            found[row] = least[row] if low else left * shares[row] / whole
        left = max(0.0, left - sum(least[row] for row in low))
        open_rows = open_rows - low if low else set()
    return found


def _height(row: Row, width: float, height: float, *, short: bool = False) -> float:
    """What a row of so many dp needs, in pixels: more where its texts, or the `short` ones, are.

    Somebody alone needs a line of text only, whatever its height.
    """
    if all(isinstance(item, Person) for item in row.items) and row.items:
        return sp(_PERSON_LINE)
    needs = [dp(height)]
    for item, place in zip(row.items, _places(row, Box(0, 0, width, 0)), strict=True):
        if isinstance(item, Words):
            _ink, _ground, size = _INKS[item.tone]
            pad = dp(_PADDING.get(item.tone, 0))
            bold = item.tone in _BOLD
            beside = dp(_TELLS_MORE) if item.about else 0
            room = place.width - 2 * pad - beside
            words = (item.short if short else "") or item.text
            needs.append(text_height(words, room, size, bold=bold) + 2 * pad)
            if item.about:
                needs.append(dp(theme.TOUCH))
        elif isinstance(item, Choice) and item.symbol is None and item.style in _PRINTED:
            across, along = map(dp, _BUTTON_MARGIN)
            text = text_height(item.text, place.width - 2 * across, theme.SMALL_TEXT)
            needs.append(text + 2 * along)
    return max(needs)


def _add_item(sheet: Surface, box: Box, item: Item, on_tap: OnTap) -> None:
    match item:
        case Choice():
            sheet.add_widget(_tap(box, item, on_tap))
        case Words(about=None):
            _write_words(sheet, box, item)
        case Words():
            sheet.add_widget(_words_tap(box, item, on_tap))
        case Stack():
            _draw_stack(sheet, box, item)
        case Person():
            _draw_person(sheet, box, item)
        case Held():
            sheet.add_widget(_hold(box, item, on_tap))
        case Paper():
            _write_paper(sheet, box, item)
        case RoundTable():
            _add_round_table(sheet, box, item, on_tap)
        case _:
            assert_never(item)


def _add_round_table(sheet: Surface, box: Box, table: RoundTable, on_tap: OnTap) -> None:
    """The drawing with what is said of it below, or at its left where that leaves it larger.

    Where it could not be told what it is, nothing is drawn.
    """
    rows = [Row((table.about,), 0)]
    if table.order is not None:
        rows.append(Row((table.order,)))
    said = Column(tuple(rows))
    drawing, words = box.footed(_column_height(said, box.width), dp(_GAP))
    side = min(box.height, box.width / 2)
    if side > min(drawing.width, drawing.height):
        drawing = Box(box.right - side, box.y, side, box.height)
        words = Box(box.x, box.y, box.width - side - 2 * dp(_GAP), box.height)
    if RoundTableView.has_room(drawing):
        sheet.add_widget(RoundTableView(drawing, table.seats))
    high = min(words.height, _column_height(said, words.width))
    middle = Box(words.x, words.center[1] - high / 2, words.width, high)
    add_column(sheet, middle, said, on_tap)


def _column_height(column: Column, width: float) -> float:
    """What the rows of a column need, none of which has a share, in pixels."""
    gaps = dp(_GAP) * (len(column.rows) - 1)
    return gaps + sum(_height(row, width, row.height) for row in column.rows)


def _write_words(sheet: Surface, box: Box, words: Words) -> None:
    ink, ground, size = _INKS[words.tone]
    if ground != theme.GROUND:
        sheet.fill(ground, box, radius=10)
    inner, text = box.inset(dp(_PADDING.get(words.tone, 0)), 0), words.text
    if words.short:
        text, size = _with_room(words, inner, size)
    sheet.write(
        text,
        inner,
        ink=ink,
        ground=ground,
        size=size,
        bold=words.tone in _BOLD,
        halign="center" if words.tone is Tone.NUMBER else "left",
    )


def _with_room(words: Words, box: Box, size: int) -> tuple[str, int]:
    """The words as large as there is room for them, or what is short for them."""
    for smaller in (size, theme.DECISION_TEXT, theme.TEXT):
        if smaller <= size and text_height(words.text, box.width, smaller) <= box.height - dp(8):
            return words.text, smaller
    return words.short, theme.DECISION_TEXT


def _words_tap(box: Box, words: Words, on_tap: OnTap) -> Tap:
    """Words that lead to the rule behind them."""
    tap = Tap(box, "told", lambda: on_tap(words.about))
    _ink, ground, _size = _INKS[words.tone]
    tap.fill(ground, radius=10)
    _write_words(tap, Box(box.x, box.y, box.width - dp(_TELLS_MORE), box.height), words)
    draw_tells_more(tap, (box.right - dp(_TELLS_MORE) / 2, box.center[1]), ground)
    tap.shade_when_pressed()
    return tap


def _parts(box: Box, share: float, line: float) -> tuple[Box, Box]:
    """Where a sign stands, and the words below it: a share of the height, or a line of pixels."""
    low = max(box.height * share, line)
    return box.footed(low, 0)


def _draw_stack(sheet: Surface, box: Box, stack: Stack) -> None:
    ground = palette.PLAINS[stack.plain]
    sheet.fill(ground, box, radius=9)
    places = box.inset(dp(10), dp(6)).rows((1,) * STACK_LIMIT, dp(4))
    with sheet.canvas:
        for level, place in enumerate(reversed(places)):
            width = dp(120)
            if level < len(stack.workers):
                drawing.worker(stack.workers[level], place.center, width, place.height)
            else:
                edge = theme.mixed(ground, theme.LIGHT, 0.3)
                drawing.empty_worker(place.center, width, place.height * 0.9, edge)
    if stack.marked:
        _draw_mark(sheet, box)


def _draw_person(sheet: Surface, box: Box, person: Person | Held) -> None:
    """The badge with the name below; beside it where that has no room."""
    if box.height < 2 * sp(_NAME_LINE):
        radius = min(sp(_PERSON_BADGE), box.height / 2)
        with sheet.canvas:
            drawing.badge(person.color, (box.x + radius, box.center[1]), radius)
        indent = 2 * radius + dp(_GAP)
        beside = Box(box.x + indent, box.y, box.width - indent, box.height)
        sheet.write(person.name, beside, size=theme.TEXT, is_name=True)
        return
    upper, lower = _parts(box, 0.4, sp(_NAME_LINE))
    with sheet.canvas:
        drawing.badge(person.color, upper.center, min(dp(13), upper.height / 2))
    sheet.write(person.name, lower, size=theme.SMALL_TEXT, halign="center", is_name=True)


def _hold(box: Box, held: Held, on_tap: OnTap) -> Tap:
    hold = Hold(box, held.key, partial(on_tap, held.touched), partial(on_tap, held.lifted))
    draw_button(hold, fill=theme.RAISED)
    _draw_person(hold, box.inset(dp(4), dp(3)), held)
    return hold


def _write_paper(sheet: Surface, box: Box, paper: Paper) -> None:
    half = -(-len(paper.lines) // 2)
    columns = box.inset(dp(18), dp(12)).split((1, 1), dp(24))
    least = columns[0].rows((1,) * half, dp(6))[0].height - sp(_PAPER_HEAD)
    high = max(text_height(text, columns[0].width, _PAPER_TEXT) for _heading, text in paper.lines)
    if box.width < dp(_TWO_COLUMNS) or high > least:
        sheet.add_widget(NarrowPaper(box, paper))
        return
    sheet.fill(theme.PAPER, box, radius=12)
    write = partial(sheet.write, ground=theme.PAPER)
    for part, column in zip((paper.lines[:half], paper.lines[half:]), columns, strict=True):
        for (heading, text), place in zip(part, column.rows((1,) * half, dp(6)), strict=False):
            head = Box(place.x, place.top - sp(_PAPER_HEAD), place.width, sp(_PAPER_HEAD))
            write(heading, head, size=theme.DECISION_TEXT, bold=True)
            below = Box(place.x, place.y, place.width, head.y - place.y)
            write(text, below, size=_PAPER_TEXT, valign="top")


# Choices


def _tap(box: Box, choice: Choice, on_tap: OnTap) -> Tap:
    tap = Tap(box, choice.key, lambda: on_tap(choice.action))
    match choice.style:
        case Style.RADIO:
            draw_radio(tap, choice.text, chosen=choice.chosen, fill=theme.SURFACE)
        case Style.LISTING:
            _draw_listing(tap, choice.text)
        case Style.NAME:
            draw_button(tap, fill=theme.RAISED, chosen=choice.chosen)
            _write_name(tap, choice)
        case Style.PLAIN if choice.symbol is not None and not choice.text:
            draw_button(tap, fill=theme.RAISED, chosen=choice.chosen)
            _draw_alone(tap, choice.symbol, choice.detail)
        case _:
            _draw_plain(tap, choice)
    if choice.marked:
        _draw_mark(tap, box)
    return tap


def _draw_plain(tap: Tap, choice: Choice) -> None:
    fills = {Style.PRIMARY: theme.RIVER, Style.QUIET: theme.SURFACE}
    draw_button(
        tap,
        text=choice.text,
        detail=choice.detail,
        signs=() if choice.symbol is None else (partial(_draw_symbol, choice.symbol),),
        fill=fills.get(choice.style, theme.RAISED),
        bold=choice.style is Style.PRIMARY,
        chosen=choice.chosen,
    )


def _draw_symbol(symbol: Symbol, center: Point, size: float) -> None:
    match symbol:
        case Stone(rune, holder):
            drawing.rune_stone(rune, center, size, holder)
        case Building(kind, owner):
            drawing.building(kind, owner, center, size)
        case _:
            drawing.sign(symbol, center, size)


def _write_name(tap: Tap, choice: Choice) -> None:
    """What somebody named, which may be cut before what stands at the right end."""
    inner = tap.box.inset(dp(10), dp(2))
    if choice.symbol is not None:
        with tap.canvas:
            _draw_symbol(choice.symbol, (inner.x + dp(_SIGN), inner.center[1]), dp(_SIGN))
        inner = Box(inner.x + dp(36), inner.y, inner.width - dp(36), inner.height)
    write = partial(tap.write, ground=theme.RAISED)
    end, bold = choice.detail or choice.hint, bool(choice.detail)
    size = theme.DECISION_TEXT if bold else theme.TEXT
    taken = text_width(end, size, bold=bold) + dp(10) if end else 0
    text = Box(inner.x, inner.y, inner.width - taken, inner.height)
    name_size = theme.TITLE_TEXT if choice.typed else theme.DECISION_TEXT
    write(choice.text, text, size=name_size, bold=choice.typed, is_name=True)
    if end:
        ink = theme.LIGHT if bold else theme.LIGHT_SOFT
        place = Box(text.right, inner.y, taken, inner.height)
        write(end, place, ink=ink, size=size, bold=bold, halign="right")


def _draw_alone(tap: Tap, symbol: Symbol, detail: str) -> None:
    box = tap.box
    if not detail:
        with tap.canvas:
            _draw_symbol(symbol, box.center, min(dp(18), box.height * 0.36))
        return
    upper, lower = _parts(box.inset(dp(2), dp(3)), 0.42, sp(_NAME_LINE))
    with tap.canvas:
        _draw_symbol(symbol, upper.center, min(dp(_SIGN), upper.height * 0.46))
    tap.write(detail, lower, ground=theme.RAISED, bold=True, halign="center")


def _draw_listing(tap: Tap, text: str) -> None:
    tap.fill(theme.SURFACE, radius=10)
    inner = tap.box.inset(dp(12), dp(8))
    shown = _fitting(text.split("\n"), inner)
    tap.write(shown, inner, valign="top")
    tap.shade_when_pressed()


def _fitting(lines: list[str], box: Box) -> str:
    """As many lines as the box holds; how many more a tap shows."""
    for count in range(len(lines), 0, -1):
        shown = lines[:count]
        if count < len(lines):
            more = len(lines) - count + 1
            shown = [*lines[: count - 1], several("and {number} more", "and {number} more", more)]
        text = "\n".join(shown)
        if text_height(text, box.width, theme.TEXT) <= box.height + 1:
            return text
    return several("{number} change", "{number} changes", len(lines))


def _draw_mark(surface: Surface, box: Box) -> None:
    """A dot in the corner of a box: something is set here."""
    corner = (box.right - dp(_MARK + 3), box.top - dp(_MARK + 3))
    with surface.canvas:
        disc(corner, dp(_MARK), theme.PAPER)
        disc(corner, dp(_MARK - 1.5), theme.BONUS_RED)
