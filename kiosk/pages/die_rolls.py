"""Page with statistics of the die: how often each face came up, beside the expected number.

The page counts the rolls of the app's die and of the wooden die. Undone rolls are listed
separately, because an undone roll may be a face that was tapped by mistake.
"""

from collections import Counter
from collections.abc import Sequence

import msgspec

from companion.events import DieRolled
from companion.history import LogEntry
from companion.pieces import FACES, Color, Face
from companion.state import Player
from kiosk import routes
from kiosk.navigator import Navigator
from kiosk.pages.form_page import FormPage
from kiosk.pieces.charts import draw_die, draw_expected_label, draw_rolls_and_expected
from kiosk.pieces.form import badge_beside_name
from kiosk.ui.form import (
    GAP_ROW,
    Align,
    Block,
    Button,
    Column,
    Form,
    Ground,
    HorizontalLine,
    Picture,
    Row,
    Table,
    Text,
    TextStyle,
    back_button,
)
from kiosk.ui.theme import DECISION_TEXT, SMALL_TEXT, TEXT
from kiosk.words.language import _, format_decimal
from kiosk.words.statistics import die_verdict
from kiosk.words.texts import display_name

_CHART, _FACES, _ROW = 240, 42, 28
_NAMES = 3
"""Width of the column with names, relative to the column of a face."""
_LEAST_SCALE = 4
"""Minimum number of rolls at the top of the chart, so that the bar of a single roll is short."""


class RollRow(msgspec.Struct, frozen=True):
    """Row of the table of rolls, with how often each face of the die came up.

    `face_counts` has these numbers in the order of `FACES`. `color` is the player's colour, or None
    if the row is not about a single player.
    """

    name: str
    color: Color | None
    face_counts: tuple[int, ...]

    @property
    def number_of_rolls(self) -> int:
        return sum(self.face_counts)

    @property
    def expected_per_face(self) -> float:
        return self.number_of_rolls / len(FACES)

    @property
    def expected_per_face_text(self) -> str:
        return format_decimal(self.expected_per_face)


def roll_rows(log: Sequence[LogEntry], players: Sequence[Player]) -> list[RollRow]:
    """Return a row for each player in seating order, one for all players, one for undone rolls.

    Undone rolls are left out of the other rows.
    """
    counted: Counter[tuple[Color | None, Face]] = Counter()
    for entry in log:
        for event in entry.step.events:
            if isinstance(event, DieRolled):
                counted[event.color if entry.position else None, event.face] += 1

    def row(name: str, color: Color | None) -> RollRow:
        return RollRow(name, color, tuple(counted[color, face] for face in FACES))

    rows = [row(display_name(player.name), player.color) for player in players]
    together = tuple(map(sum, zip(*(row.face_counts for row in rows), strict=True)))
    return [*rows, RollRow(_("All"), None, together), row(_("Undone"), None)]


class DieRollsPage(FormPage):
    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        game = navigator.displayed_game
        self._rows = roll_rows(game.log, game.state.players)
        self.show()

    def build_form(self) -> Form:
        *players, together, undone = self._rows
        sheet = Column((_table(players, together, undone),), ground=Ground.SURFACE)
        columns, foot = (Column((sheet,)),), []
        if together.number_of_rolls:
            words = Text(die_verdict(together.face_counts), TextStyle.PLAIN, size=DECISION_TEXT)
            foot.append(Column((words,), ground=Ground.PAPER))
        else:
            nobody = Text(_("Nobody has rolled yet."), align=Align.CENTER, size=DECISION_TEXT)
            columns = (Column((GAP_ROW, nobody, GAP_ROW)),)
        times = Button("times", routes.ThinkingTimes(), _("Time"))
        return Form(
            _("Rolls of the die"),
            back_button(self.navigator.back),
            columns,
            head_buttons=(times,) if self.app_state.settings.times else (),
            foot=tuple(foot),
        )


def _table(players: Sequence[RollRow], together: RollRow, undone: RollRow) -> Table:
    scale = max(*together.face_counts, 2 * together.expected_per_face, _LEAST_SCALE)
    bars = [
        Picture(draw_rolls_and_expected, about=(count / scale, together.expected_per_face / scale))
        for count in together.face_counts
    ]
    by_chance = Picture(
        draw_expected_label,
        about=(together.expected_per_face / scale, together.expected_per_face_text),
    )
    dice = [Picture(draw_die, about=(face,)) for face in FACES]
    headings = [
        Text("\n".join(words.rsplit(" ", 1)), align=Align.CENTER, size=SMALL_TEXT)
        for words in (_("Rolls"), _("Expected"))
    ]
    rows: list[Block] = [
        Row((Text(""), *bars, Text(""), by_chance), _CHART),
        Row((Text(""), *dice, *headings), _FACES),
        _row(together),
        HorizontalLine(),
        *map(_row, players),
    ]
    if undone.number_of_rolls:
        rows += [HorizontalLine(), _row(undone, undone=True)]
    return Table(tuple(rows), (_NAMES, *(1.0 for _face in FACES), 0.0, 0.0))


def _row(row: RollRow, *, undone: bool = False) -> Row:
    tone = TextStyle.SOFT if undone else TextStyle.PLAIN if row.color else TextStyle.BOLD
    name: Block = Text(row.name, tone, is_name=True)
    if row.color is not None:
        name = badge_beside_name(row.color, row.name, size=TEXT)
    counts = [
        Text(str(count), tone if count else TextStyle.SOFT, align=Align.CENTER)
        for count in row.face_counts
    ]
    rolls = Text(str(row.number_of_rolls), tone, align=Align.CENTER)
    by_chance = Text("" if undone else row.expected_per_face_text, tone, align=Align.CENTER)
    return Row((name, *counts, rolls, by_chance), _ROW)
