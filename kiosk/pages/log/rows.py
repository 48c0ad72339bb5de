"""What the log is drawn of: turns, and their rows, each with whose points it changed."""

from bisect import bisect_right
from collections.abc import Callable

from kivy.graphics import Color as Ink
from kivy.graphics import Line
from kivy.metrics import dp, sp

from kiosk.pages.log.view import LogLine, Look, Shape, Turn
from kiosk.pieces import drawing, palette
from kiosk.ui import theme
from kiosk.ui.shapes import around, polygon
from kiosk.ui.surface import Box, Surface, breakable, least_words, text_height, text_width
from kiosk.ui.tap import Tap, draw_tells_more
from kiosk.words.language import _

_PADDING = 10
_STRIP = 5
"""The edge of a turn, in the colour of whose turn it is."""
_BADGE = 11
_DIE = 14
_POINTS = 176
"""What the points at the right need, in sp: badge, name, by how many, how many there are now."""
_LEAST_BESIDE = 420
"""How wide a row has to be for its points to stand beside its words, in sp."""
_LINE = 21
"""What a line of words needs of the height, in sp."""
_LEAST_FOR_TWO = 300
_AROUND = 6
_SCORE = 22
_SCORE_WEIGHTS = (86, 34, 24, 32)


def draw_turn(surface: Surface, turn: Turn, box: Box) -> None:
    """Which part of the game it is, written at the top of its box."""
    edge = theme.LIGHT_SOFT if turn.color is None else palette.PLAYERS[turn.color]
    surface.fill(edge, box, radius=8)
    paper = Box(box.x + dp(_STRIP), box.y, box.width - dp(_STRIP), box.height)
    surface.fill(theme.RAISED, paper, radius=6)
    inner = paper.inset(dp(6), dp(3))
    high = sp(2 * _LINE)
    head = Box(inner.x, inner.top - high, inner.width, high)
    if turn.color is None:
        high = min(inner.height, sp(3 * _LINE))
        head = Box(inner.x, inner.top - high, inner.width, high)
        surface.write(turn.title, head, ground=theme.RAISED, bold=True, size=theme.SMALL_TEXT)
        return
    title, name = head.rows((1, 1), 0)
    surface.write(turn.title, title, ground=theme.RAISED, bold=True)
    with surface.canvas:
        drawing.badge(turn.color, (name.x + dp(9), name.center[1]), dp(9))
    words = Box(name.x + dp(23), name.y, name.width - dp(23), name.height)
    valign = "middle"
    if text_width(turn.name, theme.SMALL_TEXT) > words.width:
        # A name that is broken goes on below the sign, as far as the turn's rows reach.
        high = max(name.height, min(sp(3 * _LINE), name.top - inner.y))
        words, valign = Box(words.x, name.top - high, words.width, high), "top"
    surface.write(
        turn.name, words, ground=theme.RAISED, size=theme.SMALL_TEXT, valign=valign, is_name=True
    )


def line_height(shape: Shape, width: float) -> float:
    """How high a row of that width is, in pixels: a finger's height or more."""
    points, words = _score_height(shape.scorers), _words_height(shape, width)
    if _all_below(width):
        return words + points + _mark_height(shape)
    return max(words, points + dp(_AROUND))


def _words_height(shape: Shape, width: float) -> float:
    """How high the words of a row of that width are: two lines, or as many as long ones need.

    In a narrow row they have three.
    """
    lines = 3 if width < sp(_LEAST_FOR_TWO) else 2
    usual = float(max(dp(theme.TOUCH), sp(_LINE * lines) + dp(_AROUND)))
    if not shape.text:
        return usual
    room = width - dp(2 * _PADDING) - _badge_width()
    if not _all_below(width):
        room -= sp(_POINTS) + dp(_PADDING) if shape.scorers else 0
        room -= _mark_width() if shape.struck else 0
    size = theme.SMALL_TEXT if shape.struck else least_words()
    return max(usual, text_height(shape.text, room, size) + dp(_AROUND))


def _mark_height(shape: Shape) -> float:
    """How high it is below the words of a narrow row that it was taken back, in pixels."""
    return float(sp(_LINE)) if shape.struck else 0.0


def _all_below(width: float) -> bool:
    """Whether a row's points stand below its words, and that it was taken back.

    There is no room for them beside.
    """
    return width < sp(_LEAST_BESIDE)


def _score_height(scorers: int) -> float:
    """How high the points of so many players are below each other, in pixels."""
    return float(sp(_SCORE) * scorers)


def line_tap(line: LogLine, box: Box, on_tap: Callable[[], None]) -> Tap:
    """The row as something to tap; what does not count is greyed, and said in words too."""
    tap = Tap(box, f"entry.{line.key}", on_tap)
    tap.fill(theme.SURFACE, radius=8)
    if line.look is not Look.PLAIN:
        tap.fill(theme.GROUND, box.inset(dp(1.5)), radius=7)
    inner = box.inset(dp(_PADDING), dp(3))
    points = Box(inner.right - sp(_POINTS), inner.y, sp(_POINTS), inner.height)
    if _all_below(box.width):
        points = Box(points.x, box.y + dp(4), points.width, _score_height(len(line.scored)))
        high = box.height - points.height - _mark_height(line.shape) - dp(_AROUND)
        inner = Box(inner.x, box.top - dp(_AROUND / 2) - high, inner.width, high)
    words = _draw_signs(tap, line, inner)
    if line.scored:
        _write_scores(tap, line, points)
        if not _all_below(box.width):
            words = Box(words.x, words.y, points.x - words.x - dp(_PADDING), words.height)
    if line.look is Look.STRUCK:
        _write_struck(tap, line.text, words, shorten=line.typed)
    else:
        text = _cut_to(words, line.text) if line.typed else line.text
        tap.write(text, words, ink=_ink(line), ground=_ground(line))
    tap.shade_when_pressed()
    return tap


def _cut_to(box: Box, text: str) -> str:
    """As much of what people have typed as has room in a box in the smallest letters."""
    words = breakable(text, box.width, least_words()).split(" ")

    def beginning(count: int) -> str:
        return " ".join(words[:count]) + ("…" if count < len(words) else "")

    def is_too_high(count: int) -> bool:
        return text_height(beginning(count), box.width, least_words()) > box.height

    fitting = bisect_right(range(1, len(words) + 1), 0, key=is_too_high)
    return beginning(max(1, fitting))


def why_tap(line: LogLine, box: Box, on_tap: Callable[[], None]) -> Tap:
    """What leads from a row to the rules behind it: a small question mark on the bare ground."""
    tap = Tap(box, f"why.{line.key}", on_tap)
    draw_tells_more(tap, box.center, theme.GROUND)
    tap.shade_when_pressed()
    return tap


def _ink(line: LogLine) -> theme.Rgb:
    return theme.LIGHT if line.look is Look.PLAIN else theme.LIGHT_SOFT


def _ground(line: LogLine) -> theme.Rgb:
    return theme.SURFACE if line.look is Look.PLAIN else theme.GROUND


def _draw_signs(tap: Tap, line: LogLine, inner: Box) -> Box:
    """Whose row it is, and the die where it was rolled; returns what is left for the words."""
    left, right = 0.0, 0.0
    middle = inner.center[1]
    with tap.canvas:
        if line.color is not None:
            drawing.badge(line.color, (inner.x + dp(_BADGE), middle), dp(_BADGE))
            left = _badge_width()
        if line.face is not None and line.look is Look.PLAIN:
            drawing.die(line.face, (inner.right - dp(_DIE), middle), dp(_DIE))
            right = dp(2 * _DIE + 9)
    return Box(inner.x + left, inner.y, inner.width - left - right, inner.height)


def _badge_width() -> float:
    """What the sign of whose row it is takes, in pixels."""
    return float(dp(2 * _BADGE + 9))


def _mark_width() -> float:
    """What it takes beside the words of a row that it was taken back, in pixels."""
    return text_width(_("undone"), theme.SMALL_TEXT, bold=True) + dp(10)


def _write_scores(tap: Tap, line: LogLine, box: Box) -> None:
    """Write for every player whose points changed by how many, and how many they are now."""
    ink, ground = _ink(line), _ground(line)
    top = box.center[1] + _score_height(len(line.scored)) / 2
    for number, one in enumerate(line.scored, start=1):
        place = Box(box.x, top - _score_height(number), box.width, sp(_SCORE))
        name, by, arrow, total = place.split(_SCORE_WEIGHTS, 0)
        words = Box(name.x + dp(22), name.y, name.width - dp(22), name.height)
        tap.write(one.name, words, ink=ink, ground=ground, size=theme.SMALL_TEXT, is_name=True)
        sign = "+" if one.points > 0 else "−"
        text = f"{sign}{abs(one.points)}"
        tap.write(text, by, ink=ink, ground=ground, bold=True, halign="right")
        tap.write(str(one.total), total, ink=ink, ground=ground, bold=True)
        with tap.canvas:
            drawing.badge(one.color, (name.x + dp(9), name.center[1]), dp(9))
            _draw_arrow((arrow.x + dp(6), arrow.center[1]), dp(13), ink)


def _draw_arrow(start: tuple[float, float], length: float, ink: theme.Rgb) -> None:
    """An arrow to the right: the app's letters have none."""
    x, y = start
    head = length * 0.5
    Ink(*ink)
    Line(points=[x, y, x + length - head * 0.6, y], width=dp(0.8))
    tip = ((-1, 0.6), (0, 0), (-1, -0.6))
    polygon(around((x + length, y), head, *tip), ink)


def _write_struck(tap: Tap, text: str, box: Box, *, shorten: bool) -> None:
    """A step that was taken back: dim, struck out, and said so."""
    mark = _("undone")
    if _all_below(tap.box.width):
        words, place = box, Box(box.x, tap.box.y + dp(_AROUND / 2), box.width, sp(_LINE))
    else:
        side = _mark_width()
        words = Box(box.x, box.y, box.width - side, box.height)
        place = Box(words.right, box.y, side, box.height)
    tap.write(
        mark,
        place,
        ink=theme.SAND,
        ground=theme.GROUND,
        size=theme.SMALL_TEXT,
        bold=True,
        halign="right",
    )
    height = text_height("X", words.width, theme.SMALL_TEXT)
    lines = [text] if shorten else _wrapped(text, words.width)
    top = words.center[1] + height * len(lines) / 2
    for number, line in enumerate(lines, start=1):
        place = Box(words.x, top - number * height, words.width, height)
        used = tap.write(
            line,
            place,
            ink=theme.LIGHT_SOFT,
            ground=theme.GROUND,
            size=theme.SMALL_TEXT,
            shorten=shorten,
        ).extent
        middle = used.y + used.height * 0.46
        with tap.canvas:
            Ink(*theme.LIGHT_SOFT)
            Line(points=[used.x, middle, used.right, middle], width=dp(0.8))


def _wrapped(text: str, width: float) -> list[str]:
    """The text in lines of at most `width` pixels, broken between words."""
    lines: list[str] = []
    for word in breakable(text, width, theme.SMALL_TEXT).split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, theme.SMALL_TEXT) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
