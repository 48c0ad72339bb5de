"""Page with statistics of one person or of everybody: figures, points, die, records and year."""

from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace

from companion.errors import JournalError
from companion.memory.people import People, Person
from companion.memory.statistics.queries import EVERYBODY, PersonStatistics, statistics_by_person
from kiosk import routes
from kiosk.navigator import Navigator
from kiosk.pages.form_page import FormPage
from kiosk.pieces.charts import Bar, DieChart, PointSourceChart, PointsPerGameChart
from kiosk.ui.form import (
    GAP_ROW,
    Align,
    Block,
    Button,
    Column,
    Form,
    Ground,
    Row,
    Text,
    TextStyle,
    Widget,
    arrange_in_rows,
    back_button,
    call,
)
from kiosk.ui.surface import text_width
from kiosk.ui.theme import DECISION_TEXT, GROUND, LARGE_TEXT, RAISED, SMALL_TEXT, TITLE_TEXT
from kiosk.words.language import _, mark
from kiosk.words.statistics import (
    FigureLine,
    HouseRecordTexts,
    die_verdict,
    figure_lines,
    games_wins_and_points_texts,
    house_record_texts,
    last_year_and_summary,
    name_or_everybody,
    number_of_games_text,
    people_by_number_of_games,
    point_source_rows,
)
from kiosk.words.texts import sentence_text

_FOOT = 48
_FIGURE = 30
_WIDTHS, _WIDTHS_OF_LARGE_LETTERS = (0.27, 0.24), (0.46, 0.36)
"""Widths of a figure and of the number of games behind it, relative to the label: for normal
letters, and for large letters."""
_PAD = 12
"""Margin inside a row of the list of people, in dp."""
_PARTS = {
    "figures": mark("Figures"),
    "points": mark("Points"),
    "die": mark("Die"),
    "records": mark("Records"),
    "year": mark("Year"),
}
_HOUSES = {"records": mark("House records"), "year": mark("Your year")}
"""Parts of the statistics that do not depend on the chosen person."""


class _State(msgspec.Struct, frozen=True):
    """Saved state of the page.

    `person` is the id of the chosen person, or None for everybody. `part` is a key of `_PARTS`.
    `choosing` is set while the list of people is open. `turned` has an entry for each column with
    several pages: the column's key, and the index in the column of the first visible row.
    """

    person: str | None = None
    part: str = "figures"
    choosing: bool = False
    turned: tuple[tuple[str, int], ...] = ()


class StatisticsPage(FormPage):
    opening_route: routes.Statistics | None

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        former = navigator.state_to_restore
        self._state = former if isinstance(former, _State) else _State()
        self.turned.update(self._state.turned)
        if self.opening_route is not None and self.opening_route.person_id is not None:
            self._state = _State(person=self.opening_route.person_id)
        self.show()

    @property
    def state_to_restore(self) -> object:
        return replace(self._state, turned=tuple(self.turned.items()))

    def build_form(self) -> Form:
        try:
            return self._people() if self._state.choosing else self._statistics()
        except JournalError as error:
            return self._message_form(sentence_text(error.sentence))

    def _message_form(self, text: str) -> Form:
        message = Text(text, align=Align.CENTER, size=DECISION_TEXT)
        column = Column((GAP_ROW, message, GAP_ROW))
        return Form(_("Statistics"), back_button(self.navigator.back), (column,))

    def _statistics(self) -> Form:
        journal, person = self.app_state.journal, self._state.person
        standing = statistics_by_person(journal).get(person or EVERYBODY)
        if standing is None:
            form = self._message_form(_("No game has been finished yet."))
            if person is None:
                return form
            title = name_or_everybody(People.from_journal(journal).find_by_id(person))
        else:
            part, foot = Column(tuple(self._part(standing))), (self._tabs(),)
            form = replace(self._message_form(""), columns=(part,), foot=foot)
            number = number_of_games_text(standing.statistics.games)
            title = f"{name_or_everybody(standing.person)} · {number}"
            # House records and the year are about the whole table, not about a person.
            title = _(_HOUSES[self._state.part]) if self._state.part in _HOUSES else title
        above = Text(title, TextStyle.BOLD, is_name=True, size=TITLE_TEXT)
        others = Button("people", call(self._go_to, choosing=True), _("Person"))
        return replace(form, above=(above,), head_buttons=(others,))

    def _tabs(self) -> Row:
        tabs = []
        for part, text in _PARTS.items():
            act, chosen = call(self._go_to, part=part), part == self._state.part
            tabs.append(Button(f"part.{part}", act, _(text), chosen=chosen))
        return Row(tuple(tabs), _FOOT, fits_texts=True)

    def _part(self, standing: PersonStatistics) -> Iterator[Block]:
        person, stats = standing
        match self._state.part:
            case "points":
                bars = tuple(
                    Bar(row.label, row.points, row.text) for row in point_source_rows(stats)
                )
                title = _("Points") if person is not None else _("Highest points")
                points = Widget(PointSourceChart, (_("Points by source"), bars))
                yield Row(
                    (points, Widget(PointsPerGameChart, (title, stats.points.last_games))),
                    share=1,
                    wraps_after=1,
                )
            case "die":
                counts = tuple(stats.faces.values())
                yield Widget(DieChart, (counts,), share=1)
                words = Text(die_verdict(counts), TextStyle.PLAIN, size=DECISION_TEXT)
                yield Column((words,), ground=Ground.PAPER)
            case "year":
                year, sentences = last_year_and_summary(self.app_state.journal)
                paragraphs = (Text(one, TextStyle.PLAIN, size=TITLE_TEXT) for one in sentences)
                rows = (Text(year, TextStyle.HEADING, size=LARGE_TEXT), *paragraphs)
                yield Column(rows, gap=14, ground=Ground.PAPER, pad=20, pages="more", share=1)
            case "records":
                cards = [_record(one) for one in house_record_texts(self.app_state.journal)]
                for row in arrange_in_rows(cards, 1 if self.box.is_upright else 2):
                    yield replace(row, share=1)
            case _:
                yield self._figures(figure_lines(standing))

    def _figures(self, found: tuple[FigureLine, ...]) -> Block:
        across = 1 if self.box.is_upright else 2
        long = -(-len(found) // across)
        games = Text(_("Games"), align=Align.RIGHT, size=SMALL_TEXT)
        head = self._line((Text(""), Text(""), games))
        rows: list[Block] = []
        for number in range(long):
            beside = [self._line(_figure(one)) for one in found[number::long]]
            rows.append(Row((*beside, *(Text(""),) * (across - len(beside))), _FIGURE, gap=24))
        paged = Column(tuple(rows), gap=2, pages="more", share=1)
        heads = Row((head,) * across, height=0, gap=24)
        return Column((heads, paged), gap=0, ground=Ground.SURFACE, share=1)

    def _line(self, cells: tuple[Block, Text, Text]) -> Row:
        is_large = self.app_state.settings.large_letters
        value, games = _WIDTHS_OF_LARGE_LETTERS if is_large else _WIDTHS
        label, number, of = cells
        return Row((label, replace(number, width=value), replace(of, width=games)), height=0)

    def _people(self) -> Form:
        heads = (_("Games"), _("Wins"), _("Points"))
        known = people_by_number_of_games(self.app_state.journal)
        numbers = [games_wins_and_points_texts(row) for row in known]
        # Columns of numbers are a little wider than their widest texts; the names get the rest.
        widths = [
            1.2
            * max(text_width(head, SMALL_TEXT), *(text_width(one, DECISION_TEXT) for one in texts))
            for head, *texts in zip(heads, *numbers, strict=True)
        ]
        widths.insert(0, self.body_box.width - sum(widths))
        over = (
            Text(text, align=Align.RIGHT, size=SMALL_TEXT, width=width)
            for text, width in zip(heads, widths[1:], strict=True)
        )
        line = Row((Text("", width=widths[0]), *over), height=0)
        head = Column((line,), ground=GROUND, pad=_PAD)  # as wide as the rows below it
        rows = [
            self._person(
                f"person.{number}", name_or_everybody(row.person), texts, widths, row.person
            )
            for number, (row, texts) in enumerate(zip(known, numbers, strict=True))
        ]
        everybody = self._person("everybody", _("Everybody"), ("", "", ""), widths, None)
        back = back_button(call(self._go_to, choosing=False))
        people = Column(tuple(rows), pages="more")
        return Form(_("Who plays here"), back, (people,), above=(head, everybody))

    def _person(
        self,
        key: str,
        name: str,
        numbers: tuple[str, str, str],
        widths: Sequence[float],
        person: Person | None,
    ) -> Block:
        person_id = None if person is None else person.id
        chosen = self._state.person == person_id
        tone = TextStyle.BOLD if chosen else TextStyle.PLAIN
        cells = (
            Text(number, TextStyle.PLAIN, align=Align.RIGHT, size=DECISION_TEXT, width=width)
            for number, width in zip(numbers, widths[1:], strict=True)
        )
        words = Text(name, tone, is_name=True, size=DECISION_TEXT, width=widths[0])
        row = Row((words, *cells), share=1)
        act = call(self._go_to, person=person_id, choosing=False)
        ground = Ground.PAPER if chosen else RAISED
        return Column((row,), ground=ground, pad=_PAD, key=key, action=act)

    def _go_to(self, **what: object) -> None:
        self._state = replace(self._state, **what)
        self.show_first_pages()


def _figure(line: FigureLine) -> tuple[Block, Text, Text]:
    label: Block = Text(line.label, TextStyle.PLAIN)
    if line.comparison:
        label = Column((label, Text(line.comparison, size=SMALL_TEXT)), gap=0)
    value = Text(line.value, TextStyle.BOLD, align=Align.RIGHT, size=TITLE_TEXT)
    return label, value, Text(str(line.number_of_games), align=Align.RIGHT, size=SMALL_TEXT)


def _record(record: HouseRecordTexts) -> Block:
    whose = (
        Text(record.value, TextStyle.WARNED, size=LARGE_TEXT, width=0),
        Text(record.names, TextStyle.PLAIN, is_name=True, size=DECISION_TEXT),
        Text(record.date, size=SMALL_TEXT, width=0),
    )
    rows = (Row((Text(record.label),), share=1), Row(whose, share=1.2))
    return Column(rows, gap=0, ground=Ground.SURFACE, pad=6)
