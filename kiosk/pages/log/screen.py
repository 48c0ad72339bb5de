"""The log: everything that was done, and what was taken back (touchscreen, "Screens").

Reading it changes nothing.
"""

from kivy.graphics import Color as Ink
from kivy.graphics import Line
from kivy.metrics import dp

from kiosk.pages.log.view import LogColumn, LogLine, Look, log_columns, log_detail, log_lines
from kiosk.pieces import drawing
from kiosk.stage import Screen, Stage
from kiosk.toolkit import theme
from kiosk.toolkit.reading import ReadingCard
from kiosk.toolkit.surface import Box, Column, text_height, text_width
from kiosk.toolkit.tap import Tap, draw_button
from kiosk.words.language import _
from kiosk.words.paragraph import Paragraph
from kiosk.words.reasons import reason_paragraph

_COLUMNS = 2
_GAP = 8
_HEADING = 24
_RIGHT = 8
_LINES = 6
"""Lines that a paragraph of a row's detail holds: pages break between paragraphs."""
_BADGE = 11
_FOOT = 52


class LogScreen(Screen):
    """All rows of the game, the newest first, in pages of two columns under headings of turns.

    Keys: `entry.<number>` shows a row in full, `newer` and `older` turn the pages, `newest` and
    `oldest` go to their ends.
    """

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        if self.desk.session is None:
            raise ValueError("the log is that of the game on the desk, and there is none")
        self._session = self.desk.session
        self._open_chips = self.desk.settings.open_chips
        self._entries = {entry.number: entry for entry in self._session.log}
        self._page = 0
        self._said = ""
        self._columns = self._laid_out()
        self._show()

    def _body(self) -> Box:
        """The box below the title and above the buttons: `Screen.head` leaves what it leaves."""
        inner = self.box.inset(dp(16), dp(12))
        foot = dp(_FOOT + _GAP)
        return Box(inner.x, inner.y + foot, inner.width, inner.height - foot - dp(theme.TOUCH + 12))

    def _laid_out(self) -> tuple[LogColumn, ...]:
        body = self._body()
        width = body.split((1,) * _COLUMNS, dp(2 * _GAP))[0].width
        return log_columns(
            log_lines(self._session.log),
            room=body.height + dp(_GAP),
            heading=dp(_HEADING),
            height=lambda line: _row_height(line, width) + dp(_GAP),
        )

    @property
    def _pages(self) -> int:
        return max(1, -(-len(self._columns) // _COLUMNS))

    def _show(self) -> None:
        self.wipe()
        self.head(_("Log"), self.stage.back)
        if not self._columns:
            self.write(
                _("Nothing has been done yet."),
                self._body(),
                ink=theme.LIGHT_SOFT,
                size=theme.DECISION_TEXT,
                halign="center",
            )
            return
        self._write_page()
        first = self._page * _COLUMNS
        places = self._body().split((1,) * _COLUMNS, dp(2 * _GAP))
        for column, place in zip(self._columns[first : first + _COLUMNS], places, strict=False):
            self._draw_column(column, Column(place, dp(_GAP)))
        self._add_foot()

    def _write_page(self) -> None:
        inner = self.box.inset(dp(16), dp(12))
        line = Box(inner.x + dp(120), inner.top - dp(theme.TOUCH), inner.width - dp(250), dp(48))
        page = _("Page {page} of {pages}", page=self._page + 1, pages=self._pages)
        self.write(
            self._said or page,
            line,
            ink=theme.SAND if self._said else theme.LIGHT_SOFT,
            halign="right",
        )

    # The rows

    def _draw_column(self, column: LogColumn, place: Column) -> None:
        for part in column.parts:
            if isinstance(part, LogLine):
                self._add_row(part, place.take(_row_height(part, place.box.width)))
            else:
                self._write_heading(part, place.take(dp(_HEADING - _GAP)))

    def _write_heading(self, text: str, box: Box) -> None:
        self.write(
            text,
            Box(box.x, box.y - dp(2), box.width, box.height + dp(4)),
            ink=theme.SAND,
            size=theme.SMALL_TEXT,
            bold=True,
        )

    def _add_row(self, line: LogLine, box: Box) -> None:
        tap = Tap(box, f"entry.{line.number}", lambda: self._read(line.number))
        ground = theme.GROUND if line.look is Look.NOTE else theme.SURFACE
        tap.fill(theme.SURFACE, radius=8)
        if line.look is Look.NOTE:
            tap.fill(ground, box.inset(dp(1.5)), radius=7)
        left = _text_left(line)
        if line.color is not None:
            with tap.canvas:
                drawing.badge(
                    line.color, (box.x + left - dp(8 + _BADGE), box.center[1]), dp(_BADGE)
                )
        inner = Box(box.x + left, box.y, box.width - left - dp(_RIGHT), box.height).inset(0, dp(3))
        if line.look is Look.STRUCK:
            self._write_struck(tap, line.text, inner)
        else:
            ink = theme.LIGHT_SOFT if line.look is Look.NOTE else theme.LIGHT
            tap.write(line.text, inner, ink=ink, ground=ground, size=theme.SMALL_TEXT)
        tap.shade_when_pressed()
        self.add_widget(tap)

    def _write_struck(self, tap: Tap, text: str, box: Box) -> None:
        """A step that was taken back: dim, struck out, and said so."""
        mark = _taken_back()
        words = Box(box.x, box.y, box.width - _mark_width(), box.height)
        side = Box(words.right, box.y, _mark_width(), box.height)
        tap.write(mark, side, ink=theme.SAND, size=theme.SMALL_TEXT, bold=True, halign="right")
        lines = _wrapped(text, words.width)
        height = text_height("X", words.width, theme.SMALL_TEXT)
        top = words.center[1] + height * len(lines) / 2
        for number, line in enumerate(lines):
            place = Box(words.x, top - (number + 1) * height, words.width, height)
            used = tap.write(line, place, ink=theme.LIGHT_SOFT, size=theme.SMALL_TEXT)
            middle = used.y + used.height * 0.46
            with tap.canvas:
                Ink(*theme.LIGHT_SOFT)
                Line(points=[used.x, middle, used.right, middle], width=dp(0.8))

    # Turning pages

    def _add_foot(self) -> None:
        inner = self.box.inset(dp(16), dp(12))
        foot = Box(inner.x, inner.y, inner.width, dp(_FOOT))
        buttons = (
            ("newest", _("Newest"), 0),
            ("newer", _("Newer"), self._page - 1),
            ("older", _("Older"), self._page + 1),
            ("oldest", _("Oldest"), self._pages - 1),
        )
        places = foot.split((1,) * len(buttons), dp(_GAP))
        for (key, text, page), place in zip(buttons, places, strict=True):
            self._add_turn(place, key, text, page)

    def _add_turn(self, box: Box, key: str, text: str, page: int) -> None:
        leads_on = 0 <= page < self._pages and page != self._page
        tap = Tap(box, key, lambda: self._turn(page))
        ink = theme.LIGHT if leads_on else theme.mixed(theme.LIGHT, theme.RAISED, 0.35)
        draw_button(tap, text=text, fill=theme.RAISED, ink=ink)
        self.add_widget(tap)

    def _turn(self, page: int) -> None:
        self._said = ""
        if page < 0 or page == self._page == 0:
            self._said = _("These are the newest.")
        elif page >= self._pages or page == self._page:
            self._said = _("These are the oldest.")
        self._page = min(max(page, 0), self._pages - 1)
        self._show()

    # A row in full

    def _read(self, number: int) -> None:
        detail = log_detail(self._entries[number], open_chips=self._open_chips)
        moved = [
            "\n".join(detail.moves[start : start + _LINES])
            for start in range(0, len(detail.moves), _LINES)
        ]
        paragraphs = [
            Paragraph("", detail.time),
            *(Paragraph("", text) for text in moved),
            *map(reason_paragraph, detail.reasons),
        ]
        self.wipe()
        area = self.box.inset(dp(16), dp(12))
        self.add_widget(ReadingCard(area, detail.title, paragraphs, self._show))


def _taken_back() -> str:
    return _("taken back")


def _mark_width() -> float:
    return text_width(_taken_back(), theme.SMALL_TEXT, bold=True) + dp(10)


def _text_left(line: LogLine) -> float:
    return float(dp(10)) if line.color is None else float(dp(10 + 2 * _BADGE + 8))


def _row_height(line: LogLine, width: float) -> float:
    """A finger's height, or more where a text needs more lines."""
    room = width - _text_left(line) - dp(_RIGHT)
    if line.look is Look.STRUCK:
        room -= _mark_width()
    return max(dp(theme.TOUCH), text_height(line.text, room, theme.SMALL_TEXT) + dp(8))


def _wrapped(text: str, width: float) -> list[str]:
    """The text in lines of at most `width` pixels, broken between words."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, theme.SMALL_TEXT) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
