"""The roll sheet: how often each face was rolled, beside what chance expects."""

from kivy.graphics import Color as Ink
from kivy.graphics import Line
from kivy.metrics import dp, sp

from companion.memory.timeline import whole_log
from companion.pieces import FACES
from kiosk.navigator import Navigator, Page
from kiosk.pages.rolls.view import RollRow, expected_text, roll_sheet, verdict
from kiosk.pieces import drawing
from kiosk.ui import theme
from kiosk.ui.surface import Box, Column, text_height, text_width
from kiosk.words.language import _

_GAP = 8
_WEIGHTS = (2.4, *(1,) * len(FACES), 1.05, 1.5)
"""The columns: whose rolls, a face each, all rolls, and what chance expects of each face."""
_DIE = 15
_FACES = 42
_MOST_CHART = 240
_ROW = 28
_BADGE = 10
_NAME_LEFT = 2 * _BADGE + 8
_PADDING = 14
_LEAST_SCALE = 4
"""So many rolls are as high as the chart, at least: a single one is no tower."""
_BAR = 0.5
"""How wide a bar is, as a share of its column."""


class RollsPage(Page):
    """Bars for all rolls, a line a player, and how often a fair die is so uneven.

    Keys: `back`, and `times` where the table wants to know its time.
    """

    leads_to = ("times",)

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        game = navigator.viewed
        sheet = roll_sheet(whole_log(game), game.state.players)
        times = ("times", _("Time"), lambda: self.navigator.go("times"))
        others = (times,) if self.app_state.settings.times else ()
        body = self.head(_("Rolls of the die"), self.navigator.back, others)
        if not sheet.together.rolls:
            self.write(
                _("Nobody has rolled yet."),
                body,
                ink=theme.LIGHT_SOFT,
                size=theme.DECISION_TEXT,
                halign="center",
            )
            return
        rest = self._write_verdict(sheet.together, body)
        rows = [sheet.together, *sheet.players]
        if sheet.taken_back.rolls:
            rows.append(sheet.taken_back)
        lines = [2 if _stands_above(row, body) else 1 for row in rows]
        below = sp(_ROW) * sum(lines) + sp(_FACES)
        chart = min(rest.height - below - dp(20), dp(_MOST_CHART))
        paper = Column(rest, 0).take(chart + below + dp(20))
        self.fill(theme.SURFACE, paper, radius=12)
        column = Column(paper.inset(dp(_PADDING), dp(10)), 0)
        self._draw_bars(sheet.together, column.take(chart))
        self._draw_faces(column.take(sp(_FACES)))
        for row, number in zip(rows, lines, strict=True):
            self._draw_row(row, column.take(sp(_ROW) * number), soft=row is sheet.taken_back)

    def _write_verdict(self, together: RollRow, body: Box) -> Box:
        """Say at the foot how uneven the sheet is; returns what is left above."""
        text = verdict(together)
        inner = body.width - 2 * dp(_PADDING)
        height = text_height(text, inner, theme.DECISION_TEXT) + dp(20)
        above, foot = body.footed(height, dp(_GAP))
        self.fill(theme.PAPER, foot, radius=12)
        words = foot.inset(dp(_PADDING), dp(8))
        self.write(text, words, ground=theme.PAPER, size=theme.DECISION_TEXT)
        return above

    def _draw_bars(self, row: RollRow, box: Box) -> None:
        """A bar a face, and a line across where chance expects them to end."""
        _name, *faces, _rolls, expected = _cells(box)
        pixels = box.height / max(*row.counts, 2 * row.expected, _LEAST_SCALE)
        for count, cell in zip(row.counts, faces, strict=True):
            width = cell.width * _BAR
            bar = Box(cell.center[0] - width / 2, box.y, width, pixels * count)
            if count:
                self.fill(theme.RIVER, bar, radius=3)
        y = box.y + pixels * row.expected
        with self.canvas:
            Ink(*theme.SAND)
            Line(points=[faces[0].x, y, expected.x - dp(6), y], width=dp(1))
        words = Box(expected.x, max(y - sp(10), box.y), expected.width, sp(20))
        self.write(
            expected_text(row),
            words,
            ink=theme.SAND,
            ground=theme.SURFACE,
            halign="center",
        )

    def _draw_faces(self, box: Box) -> None:
        _name, *faces, rolls, expected = _cells(box)
        with self.canvas:
            for face, cell in zip(FACES, faces, strict=True):
                drawing.die(face, cell.center, dp(_DIE))
        for text, cell in zip(_headings(), (rolls, expected), strict=True):
            self._write_cell(text, cell, theme.LIGHT_SOFT)

    def _draw_row(self, row: RollRow, box: Box, *, soft: bool) -> None:
        above, line = box.footed(sp(_ROW), 0)
        name, *faces, rolls, expected = _cells(line)
        if above.height:
            name = above
        ink = theme.LIGHT_SOFT if soft else theme.LIGHT
        bold = row.color is None and not soft
        if row.color is not None:
            with self.canvas:
                drawing.badge(row.color, (name.x + dp(_BADGE), name.center[1]), dp(_BADGE))
        if row.color is None:
            edge = box.top if soft else box.y
            self.fill(theme.RAISED_MORE, Box(box.x, edge - dp(0.5), box.width, dp(1)))
        left = dp(_NAME_LEFT)
        words = Box(name.x + left, name.y, name.width - left, name.height)
        named = row.color is not None
        self.write(row.name, words, ink=ink, ground=theme.SURFACE, bold=bold, is_name=named)
        for count, cell in zip(row.counts, faces, strict=True):
            self._write_cell(str(count), cell, ink if count else theme.LIGHT_SOFT, bold=bold)
        self._write_cell(str(row.rolls), rolls, ink, bold=bold)
        if not soft:
            self._write_cell(expected_text(row), expected, ink, bold=bold)

    def _write_cell(self, text: str, cell: Box, ink: theme.Rgb, *, bold: bool = False) -> None:
        self.write(text, cell, ink=ink, ground=theme.SURFACE, bold=bold, halign="center")


def _stands_above(row: RollRow, body: Box) -> bool:
    """Whether a name that is nobody's is too long for its column, and has a line to itself."""
    name, *_others = _cells(body.inset(dp(_PADDING), 0))
    room = name.width - dp(_NAME_LEFT)
    return row.color is None and text_width(row.name, theme.TEXT, bold=True) > room


def _cells(line: Box) -> list[Box]:
    """The columns; words have room in theirs, at the cost of the faces.

    Only the name of what was taken back has a line to itself where that left no room for the dice.
    """
    gap = dp(4)
    widths = [cell.width for cell in line.split(_WEIGHTS, gap)]
    for column, heading in enumerate(_headings(), start=len(widths) - 2):
        word = max(text_width(word, theme.SMALL_TEXT) for word in heading.split())
        _widen(widths, column, word + dp(1))
    wider = widths.copy()
    _widen(wider, 0, dp(_NAME_LEFT + 1) + text_width(_("Undone"), theme.TEXT, bold=True))
    return line.split(wider if wider[1] >= dp(2 * _DIE) else widths, gap)


def _widen(widths: list[float], column: int, least: float) -> None:
    """Let a column be so wide at least, at the cost of the faces."""
    more = max(0.0, least - widths[column])
    widths[column] += more
    for face in range(1, len(FACES) + 1):
        widths[face] -= more / len(FACES)


def _headings() -> tuple[str, str]:
    """What stands above how often somebody rolled, and above what chance expects."""
    return _("Rolls"), _("Each by chance")
