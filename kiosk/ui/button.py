"""Drawing of buttons and of the symbols on them, and the size that buttons need."""

from collections.abc import Callable, Hashable, Sequence
from functools import partial, singledispatch

from kivy.graphics import Color
from kivy.metrics import dp, sp
from msgspec.structs import replace

from kiosk.ui import theme
from kiosk.ui.form import Block, Button, ButtonStyle
from kiosk.ui.shapes import Point, draw_disc, draw_ring, draw_rounded_box
from kiosk.ui.surface import (
    Box,
    Surface,
    descending_letter_sizes,
    fitting_letter_size,
    smallest_running_text_size,
    smallest_text_size,
    text_height,
    text_width,
)
from kiosk.ui.tap import HoldButton, TapButton
from kiosk.words.language import plural

_RADIUS = 10
_SYMBOL, _SYMBOL_GAP, _SYMBOL_MARGIN = 15, 6, 10
"""Half the width of a symbol before the text, the gap after it, and the button's margin, in dp."""
_MARGIN = 4
_ACROSS_ALONE, _ALONG_ALONE = 0.36, 0.44
"""Half the height of a symbol without text beside it, relative to the box's width and height."""
_LABEL, _MOST_LABEL = 0.42, 24
"""Height of a label below a symbol: relative to the button's height, and its limit in sp."""
_FRAME_MARGIN = 5
"""Distance in dp of a label from the edge of a chosen button, which has a frame, if there is room.
"""
NAME_LINE = 19
"""Height in sp of a name or a number below a symbol."""
_AMOUNT, _AMOUNT_BESIDE, _AMOUNT_EDGE = 11, 5, 6
"""Half the width of a symbol with a number, the gap before the number, and the margin at the right
end of a button, in dp."""
_AMOUNT_GAPS = (3, 12)
"""Least and usual gap before a symbol with a number, in dp."""
_BESIDE_DETAIL = 8
_WRAPPED_MARGIN = (4, 2)
"""Margins in dp of a text that may wrap: left and right, and above and below."""
_VEIL = 0.65
"""Opacity of the shade over the symbol of a dim button."""
_RADIO, _RADIO_MARGIN = 9, 13
"""Half the width of a radio button, and its distance from the edge, in dp."""
_MOST_RADIO_MARGIN = 0.06
"""Maximum distance of a radio button from the edge, relative to the width of the whole button."""
_MARK = 6


@singledispatch
def draw_symbol(symbol: Hashable, center: Point, size: float) -> None:  # noqa: ARG001 - used by the registered functions
    """Draw a symbol, such as a `Material`, centred at `center`.

    `size` is half the symbol's height in pixels. Each type of symbol registers its own drawing
    function. Raises TypeError for a symbol of another type.
    """
    raise TypeError(f"no drawing is registered for {symbol!r}")


# Size


def least_button_height(button: Button, width: float) -> float:
    """Return the least height in pixels at which the text of a button `width` pixels wide fits.

    Return 0 for a button whose text never has several lines, such as a button with a symbol.
    """
    wraps = button.style in (
        ButtonStyle.PLAIN,
        ButtonStyle.QUIET,
        ButtonStyle.PRIMARY,
        ButtonStyle.MAIN,
    )
    if not wraps or button.symbols or button.amounts or not button.text:
        return 0.0
    across, along = map(dp, _WRAPPED_MARGIN)
    return text_height(button.text, width - 2 * across, theme.SMALL_TEXT) + 2 * along


def symbol_and_number_width(number: int) -> float:
    """Return the width in pixels that a button needs for one symbol with `number` beside it.

    These are the symbols in `Button.amounts`. The width includes the gap before the symbol.
    """
    figure = text_width(str(number), theme.DECISION_TEXT, bold=True)
    return float(dp(_AMOUNT_GAPS[1] + 2 * _AMOUNT + _AMOUNT_BESIDE) + figure)


def _text_room(button: Button, width: float) -> float:
    if number := len(button.symbols):
        width -= dp(2 * _SYMBOL_MARGIN + 2 + number * (2 * _SYMBOL + _SYMBOL_GAP))
    else:
        width -= dp(2 * _MARGIN)
    return width - sum(symbol_and_number_width(number) for _symbol, number in button.amounts)


def fits_in_a_line(button: Button, width: float) -> bool:
    words = text_width(button.text, theme.DECISION_TEXT)
    if button.detail:
        words += dp(_BESIDE_DETAIL) + text_width(button.detail, theme.TEXT)
    return words <= _text_room(button, width)


def fits_in_smallest_letters(button: Button, width: float) -> bool:
    """Return whether a button `width` pixels wide can show its text in the smallest letters.

    The text of a `NAME` button always fits, because its letters shrink as far as necessary.
    """
    text, detail, room = button.text, button.detail, _text_room(button, width)
    if button.is_symbol_above_label:
        text, detail, room = detail, "", width - dp(6)
    if button.style is ButtonStyle.NAME or not text:
        return True
    least = smallest_running_text_size()
    if detail:
        words = text_width(text, least) + text_width(detail, least)
        return words + dp(3 * _BESIDE_DETAIL) <= room
    bold = button.style is ButtonStyle.PRIMARY
    widest = max(text_width(word, least, bold=bold) for word in text.split())
    return widest <= room and text_height(text, room, least) <= dp(theme.TOUCH)


def button_boxes(
    box: Box, texts: Sequence[str], gap: float, size: float = theme.DECISION_TEXT
) -> list[Box]:
    """Split a box into boxes for buttons with these texts, side by side and `gap` pixels apart.

    The boxes are equally wide, unless one text needs more width and other boxes can spare it.
    Letters are `size` sp high, or smaller if there is too little room.
    """
    usable, touch = box.width - gap * (len(texts) - 1), float(dp(theme.TOUCH))
    needs = _needs(texts, fitting_text_size(box, texts, gap, size))
    if usable <= touch * len(needs) or max(needs) <= usable / len(needs):
        return box.split_columns((1,) * len(needs), gap)
    # Each button keeps the width that a finger needs. If there is too little room, only the longer
    # texts get less than they need.
    share = (usable - touch * len(needs)) / (sum(needs) - touch * len(needs))
    spare = max(0.0, usable - sum(needs)) / len(needs)
    return box.split_columns(
        [touch + (need - touch) * min(1.0, share) + spare for need in needs], gap
    )


def fitting_text_size(box: Box, texts: Sequence[str], gap: float, size: float) -> float:
    """Return the largest letter size in sp at which buttons with `texts` fit side by side in `box`.

    The size is at most `size`. The buttons are `gap` pixels apart.
    """
    least = min(size, smallest_text_size())
    sizes = descending_letter_sizes(size, least)
    return next((one for one in sizes if texts_fit_side_by_side(box, texts, gap, one)), least)


def texts_fit_side_by_side(box: Box, texts: Sequence[str], gap: float, size: float) -> bool:
    """Return whether buttons with these texts fit side by side in `box`, `gap` pixels apart.

    The letters of the texts are `size` sp high.
    """
    return sum(_needs(texts, size)) <= box.width - gap * (len(texts) - 1)


def _needs(texts: Sequence[str], size: float) -> list[float]:
    words = (text_width(text, size) + dp(2 * _MARGIN + 1) for text in texts)
    return [max(word, float(dp(theme.TOUCH))) for word in words]


def with_equal_letter_sizes(items: Sequence[Block], boxes: Sequence[Box]) -> list[Block]:
    """Return copies of `items` in which all buttons with only a text have the same letter size.

    The size is the largest at which all these texts fit their buttons. `boxes` has the box of each
    item.
    """
    sizes = [
        _letter_size(item, box)
        for item, box in zip(items, boxes, strict=True)
        if isinstance(item, Button) and _shows_only_text(item)
    ]
    return [
        replace(item, size=min(sizes))
        if isinstance(item, Button) and _shows_only_text(item)
        else item
        for item in items
    ]


def _shows_only_text(button: Button) -> bool:
    if not button.text or button.typed or button.symbols or button.detail or button.amounts:
        return False
    others = (ButtonStyle.NAME, ButtonStyle.LISTING, ButtonStyle.ROUND, ButtonStyle.WHY)
    return button.style not in others


def _letter_size(button: Button, box: Box) -> float:
    if button.style is ButtonStyle.RADIO:
        _circle, words = _radio_boxes(box)
        line = words._replace(height=text_height("M", words.width, button.size, bold=True))
        size = fitting_letter_size(button.text, line, button.size, bold=True)
        is_too_wide = text_width(button.text, size, bold=True) > words.width
        if is_too_wide or size < smallest_running_text_size():
            size = fitting_letter_size(button.text, words, button.size, bold=True)
        return size
    inner, bold = box.inset(dp(_MARGIN), dp(2)), button.style is ButtonStyle.PRIMARY
    return fitting_letter_size(button.text, inner, button.size, bold=bold)


# Drawing


def button_widget(
    button: Button, box: Box, ground: theme.Rgb, on_tap: Callable[[object], None]
) -> TapButton:
    """Create the widget of a button.

    `ground` is the colour behind the button. A tap calls `on_tap` with the button's `action`. A
    button with `lifted` must be held down instead: it calls `on_tap` with `action` when touched,
    and with `lifted` when released.
    """
    act = partial(on_tap, button.action)
    if button.lifted is None:
        tap = TapButton(box, button.key, act)
    else:
        tap = HoldButton(box, button.key, act, partial(on_tap, button.lifted))
    tap.block = button
    tap.responds_to_enter = button.style in (ButtonStyle.PRIMARY, ButtonStyle.MAIN)
    match button.style:
        case ButtonStyle.ROUND:
            fill = button.fill or theme.PAPER_SHADE
            x, y = tap.box.center
            tap.fill(fill, Box(x - dp(15), y - dp(15), dp(30), dp(30)), radius=15)
            tap.ground = fill
            tap.write(button.text, tap.box, size=theme.TITLE_TEXT, bold=True, halign="center")
        case ButtonStyle.WHY:
            draw_question_mark(tap, box.center, ground)
            tap.shade_when_pressed()
        case ButtonStyle.RADIO:
            _draw_radio(tap, button, theme.RAISED if ground == theme.SURFACE else theme.SURFACE)
        case ButtonStyle.LISTING:
            _draw_listing(tap, button.text)
        case _:
            _draw_plain(tap, button, *_colors(button, on_paper=ground == theme.PAPER))
    if button.marked:
        draw_changed_dot(tap, box)
    return tap


def _colors(button: Button, *, on_paper: bool) -> tuple[theme.Rgb, theme.Rgb]:
    if button.dim and on_paper:
        return theme.PAPER_SHADE, theme.INK_SOFT
    if button.dim:
        return theme.SURFACE, theme.mix_colors(theme.LIGHT, theme.SURFACE, 0.4)
    fill = button.fill
    if fill is None:
        match button.style:
            case ButtonStyle.PRIMARY:
                fill = theme.RIVER
            case ButtonStyle.PLAIN | ButtonStyle.NAME | ButtonStyle.MAIN if (
                button.text or not on_paper
            ):
                fill = theme.RAISED
            case _:
                fill = theme.PAPER_SHADE if on_paper else theme.SURFACE
    ink_on = theme.text_color_on if fill == theme.PAPER_SHADE else theme.strongest_text_color_on
    return fill, ink_on(fill)


def _draw_plain(tap: TapButton, button: Button, fill: theme.Rgb, ink: theme.Rgb) -> None:
    if button.chosen:
        tap.fill(ink, radius=_RADIUS)
        tap.fill(fill, tap.box.inset(dp(3)), radius=_RADIUS - 2)
    else:
        tap.fill(fill, radius=_RADIUS)
    tap.ground = fill
    if button.is_symbol_above_label:
        _draw_above_label(tap, button, ink)
    else:
        is_alone = not button.text and not button.amounts
        inner = _draw_symbols(tap, button, alone=is_alone)
        inner = _write_amounts(tap, inner, button.amounts, ink)
        _write_text(tap, inner, button, ink)
    tap.shade_when_pressed()


def _draw_above_label(tap: TapButton, button: Button, ink: theme.Rgb) -> None:
    inner = tap.box.inset(0, dp(3))
    label = min(max(inner.height * _LABEL, sp(NAME_LINE)), sp(_MOST_LABEL))
    upper, lower = inner.split_bottom(label, 0)
    with tap.canvas:
        radius = min(upper.height * _ALONG_ALONE, upper.width * _ACROSS_ALONE)
        draw_symbol(button.symbol, upper.center, radius)
        _draw_veil(tap, button)
    if button.chosen:
        least = text_width(button.detail, smallest_running_text_size(), bold=True)
        lower = lower.inset(min(dp(_FRAME_MARGIN), max(0.0, lower.width - least) / 2), 0)
    tap.write(button.detail, lower, ink=ink, size=theme.DECISION_TEXT, bold=True, halign="center")


def _draw_symbols(tap: TapButton, button: Button, *, alone: bool) -> Box:
    box, symbols = tap.box, button.symbols
    if alone:
        with tap.canvas:
            for symbol in symbols:
                draw_symbol(symbol, box.center, min(box.width, box.height) * _ACROSS_ALONE)
            _draw_veil(tap, button)
        return box
    wide = symbols or button.style is ButtonStyle.NAME
    inner = box.inset(dp(_SYMBOL_MARGIN if wide else _MARGIN), dp(2))
    radius = min(dp(_SYMBOL), box.height * 0.32)
    x = inner.x
    with tap.canvas:
        for symbol in symbols:
            draw_symbol(symbol, (x + radius, box.center[1]), radius)
            x += 2 * radius + dp(_SYMBOL_GAP)
    shift = x - inner.x + (dp(2) if symbols else 0)
    return Box(inner.x + shift, inner.y, inner.width - shift, inner.height)


def _draw_veil(tap: TapButton, button: Button) -> None:
    # A symbol has fixed colours, so a dim one is shaded. A dim text is written in another colour.
    if button.dim:
        Color(*tap.ground, _VEIL)
        draw_rounded_box(*tap.box, dp(_RADIUS))


def _write_amounts(
    tap: TapButton, inner: Box, amounts: Sequence[tuple[Hashable, int]], ink: theme.Rgb
) -> Box:
    if not amounts:
        return inner
    size, radius = theme.DECISION_TEXT, dp(_AMOUNT)
    edge, beside = dp(_AMOUNT_EDGE), dp(_AMOUNT_BESIDE)
    widths = [text_width(str(number), size, bold=True) for _symbol, number in amounts]
    taken = sum(widths) + len(amounts) * (beside + 2 * radius) + edge
    least, usual = map(dp, _AMOUNT_GAPS)
    gap = min(max((inner.width - taken) / len(amounts), least), usual)
    right = inner.right - edge
    for (symbol, number), width in reversed([*zip(amounts, widths, strict=True)]):
        place = Box(right - width, inner.y, width, inner.height)
        tap.write(str(number), place, ink=ink, size=size, bold=True)
        with tap.canvas:
            draw_symbol(symbol, (place.x - beside - radius, inner.center[1]), radius)
        right = place.x - beside - 2 * radius - gap
    return Box(inner.x, inner.y, right - inner.x, inner.height)


def _write_text(tap: TapButton, inner: Box, button: Button, ink: theme.Rgb) -> None:
    text, detail, is_name = button.text, button.detail, button.style is ButtonStyle.NAME
    if not text:
        return
    bold = button.style is ButtonStyle.PRIMARY or button.typed
    size = theme.TITLE_TEXT if button.typed else button.size
    write = partial(tap.write, text, ink=ink, size=size, bold=bold, is_name=is_name)
    if not detail:
        write(inner, halign="left" if button.symbols or is_name else "center")
        return
    second = text_width(detail, theme.TEXT)
    if is_name:
        line, share = inner, min((second + dp(4)) / inner.width, 0.75)
        ink = theme.mix_colors(ink, tap.ground, 0.25)
    else:
        line, first = inner.inset(dp(6), 0), text_width(text, size, bold=bold)
        share = min(max(second / (first + second), 0.25), 0.75)
    left, right = line.split_columns((1 - share, share), dp(6))
    write(left)
    tap.write(detail, right, ink=ink, size=theme.TEXT, halign="right")


def _draw_radio(tap: TapButton, button: Button, fill: theme.Rgb) -> None:
    box = tap.box
    ground = theme.PAPER if button.chosen else fill
    ink = theme.text_color_on(ground)
    tap.fill(ground, radius=_RADIUS)
    circle, words = _radio_boxes(box)
    mark = circle.center
    with tap.canvas:
        draw_ring(mark, dp(_RADIO), ink, dp(1.5))
        if button.chosen:
            draw_disc(mark, dp(5), ink)
    tap.write(button.text, words, size=button.size, bold=button.chosen)
    tap.shade_when_pressed()


def _radio_boxes(box: Box) -> tuple[Box, Box]:
    margin = min(dp(_RADIO_MARGIN), box.width * _MOST_RADIO_MARGIN)
    circle = Box(box.x + margin, box.y, dp(2 * _RADIO), box.height)
    left = circle.right + dp(2) + margin / 2
    return circle, Box(left, box.y, box.right - left - dp(4), box.height)


def _draw_listing(tap: TapButton, text: str) -> None:
    tap.fill(theme.SURFACE, radius=_RADIUS)
    inner, lines = tap.box.inset(dp(12), dp(8)), text.split("\n")
    shown = plural("{number} change", "{number} changes", len(lines))
    for count in range(1, len(lines) + 1):
        some = lines[:count]
        if count < len(lines):
            more = len(lines) - count + 1
            some = [*lines[: count - 1], plural("and {number} more", "and {number} more", more)]
        if text_height("\n".join(some), inner.width, theme.TEXT) <= inner.height + 1:
            shown = "\n".join(some)
    tap.write(shown, inner, valign="top")
    tap.shade_when_pressed()


def draw_changed_dot(surface: Surface, box: Box) -> None:
    corner = (box.right - dp(_MARK + 3), box.top - dp(_MARK + 3))
    with surface.canvas:
        draw_disc(corner, dp(_MARK), theme.PAPER)
        draw_disc(corner, dp(_MARK - 1.5), theme.BONUS_RED)


def draw_question_mark(surface: Surface, center: Point, ground: theme.Rgb) -> None:
    lighter = theme.mix_colors(ground, theme.LIGHT, 0.15)
    place = Box(center[0] - sp(11), center[1] - sp(11), sp(22), sp(22))
    surface.fill(lighter, place, radius=11)
    surface.write("?", place, ground=lighter, size=theme.SMALL_TEXT, bold=True, halign="center")
