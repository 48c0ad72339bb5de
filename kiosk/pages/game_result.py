"""Page at the end of a game: who won and why, and how and when each player scored (rules end.*)."""

from collections.abc import Callable, Sequence

from companion.errors import JournalError
from companion.events import Corrected, FinaleStarted, GameEnded, PointsScored, TurnStarted
from companion.history import Step
from companion.memory.journal import Journal
from companion.memory.session import Session
from companion.memory.statistics.figures import Achievement, HouseRecordCategory, compute_figures
from companion.memory.statistics.queries import broken_house_records
from companion.pieces import START_POINTS, Color
from companion.state import FinaleStage, GameState, PointSource
from kiosk import routes
from kiosk.navigator import Navigator
from kiosk.pages.form_page import FormPage
from kiosk.pages.table.page import TablePage
from kiosk.pieces import palette
from kiosk.pieces.charts import (
    PointsByTurn,
    PointsByTurnChart,
    is_tall_enough_for_points_by_turn,
)
from kiosk.pieces.form import badge_above_name
from kiosk.rotation import Rotation
from kiosk.ui import theme
from kiosk.ui.form import (
    Align,
    Block,
    Button,
    ButtonStyle,
    Column,
    Form,
    Ground,
    HorizontalLine,
    Icon,
    Row,
    Table,
    Text,
    TextStyle,
    Widget,
)
from kiosk.words.language import _, join_with_and, mark, plural
from kiosk.words.texts import display_name, short_name
from kiosk.words.victory import (
    SOURCE_NAMES,
    deciding_criteria_lines,
    game_story_sentences,
    winners_headline,
)

FOOT_HEIGHT = 52
_SHARE = {2: 0.44, 3: 0.5, 4: 0.56}
"""Width of the table of points beside the chart, relative to the page, by number of players."""
_LABELS = 0.6
"""Relative width of the column that names the ways of scoring; each player's column has 0.2."""
_HEAD = 64
_RECORDS: dict[HouseRecordCategory, str] = {
    HouseRecordCategory.MOST_POINTS: mark("Most points: {players} {number}"),
    HouseRecordCategory.CLEAREST_WIN: mark("Clearest win: {players} +{number}"),
    HouseRecordCategory.NARROWEST_WIN: mark("Narrowest win: {players} +{number}"),
    HouseRecordCategory.MOST_OFFERING_POINTS: mark(
        "Most points from offerings: {players} {number}"
    ),
    HouseRecordCategory.MOST_RUNE_POINTS: mark("Most points from runes: {players} {number}"),
    HouseRecordCategory.MOST_TEMPLE_POINTS: mark("Most points from temples: {players} {number}"),
}


class GameResultPage(FormPage):
    wanted_rotation = Rotation.NONE

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self._session = self.app_state.required_session
        self._records = broken_house_record_lines(self.app_state.journal, self._session)
        # The whole story does not fit below new records.
        sentences = game_story_sentences(self._session.state, self._session.steps)
        self._story = sentences[:1] if self._records else sentences
        self.show()
        self._announce_winners()

    def _announce_winners(self) -> None:
        announcer, state = self.navigator.announcer, self._session.state
        known = GameResultPage, self._session.game.key
        if announcer.speaks_everything and not announcer.by_keys and announcer.last_screen != known:
            announcer.last_screen = known
            announcer.say_parts((winners_headline(state), *deciding_criteria_lines(state)))

    def build_form(self) -> Form:
        state = self._session.state
        again = Button("final_scoring", routes.FinalScoring(), _("Step by step"))
        chart = points_by_turn_chart(points_by_turn(self._session.steps))
        buttons = (
            Button("undo", self._undo, _("Undo")),
            Button("log", routes.Log(), _("Log")),
            Button("rolls", routes.DieRolls(), _("Rolls")),
            Button("table", routes.Table(), _("Table")),
            Button("hand_over", routes.ExportGame(), _("BG Stats")),
            Button("games", routes.Games(), _("Games")),
            Button("rematch", routes.NewGame(rematch=self._session.setup), _("Rematch")),
            Button("to.start", routes.Start(), _("To the start screen"), ButtonStyle.PRIMARY),
        )
        records: tuple[Block, ...] = ()
        if self._records:
            heading, *lines = self._records
            words = (Text(heading, TextStyle.BOLD), Text("\n".join(lines), TextStyle.PLAIN))
            records = (Column(words, gap=0, ground=theme.SAND),)
        title, why = winners_headline(state), " · ".join(deciding_criteria_lines(state))

        def form(story: Sequence[str], charts: tuple[Block, ...]) -> Form:
            beside, below = (*records, *charts), ()
            if self.box.is_upright and not charts:
                beside, below = below, beside  # the table grows into the chart's room
            rows = (
                winners_banner(title, why, state.winners or (), story),
                points_table_with_blocks_beside(state, again, beside),
                *below,
                Row(buttons, FOOT_HEIGHT, wraps_after=4, fits_texts=True),
            )
            return Form("", None, (Column(rows),))

        return form_with_room_for_chart(self, form, self._story, chart)

    def perform(self, action: object) -> None:
        # A player who taps quickly through the scoring may tap once more than intended.
        if self.was_tap_meant_for_question():
            super().perform(action)

    def _undo(self) -> None:
        self.navigator.go(routes.Table())
        if isinstance(self.navigator.page, TablePage):
            self.navigator.page.undo()


def form_with_room_for_chart(
    page: FormPage,
    make_form: Callable[[Sequence[str], tuple[Block, ...]], Form],
    story: Sequence[str],
    chart: Block,
) -> Form:
    """Return a form with all sentences of `story` and the block `chart`, if there is room for both.

    Otherwise the form has only the first sentence and the chart. If that leaves too little room for
    the chart, as with large letters, the form has the whole story and no chart. `make_form` makes
    the form, given the sentences and a tuple with the chart or nothing.
    """
    for told in (story, story[:1]):
        form = make_form(told, (chart,))
        box = page.box_of(chart, form)
        if box is None or is_tall_enough_for_points_by_turn(box):
            return form
    return make_form(story, ())


def winners_banner(
    title: str, reason: str, winners: Sequence[Color], lines: Sequence[str]
) -> Block:
    ground = palette.PLAYERS[winners[0]] if len(winners) == 1 else theme.RAISED_MORE
    text = " · ".join(filter(None, (reason, " ".join(lines))))
    words = (
        Text(title, TextStyle.BOLD, size=theme.LARGE_TEXT, shrinks=True),
        Text(text, TextStyle.PLAIN, shrinks=True),
    )
    paper = Column(words, gap=0, ground=Ground.PAPER, pad=8)
    badges = tuple(Icon(color) for color in winners)
    return Column((Row((*badges, paper), height=0),), ground=ground, pad=6)


def points_table_with_blocks_beside(
    state: GameState, corner: Block, beside: tuple[Block, ...]
) -> Block:
    """Return a table of each player's points, with the blocks `beside` to the right of the table.

    The table has a row for each way of scoring. `corner` is the block in its top left corner. On a
    page taller than it is wide, the blocks `beside` are below the table.
    """
    share = _SHARE[len(state.players)]
    table = Column((_table(state, corner),), share, ground=Ground.SURFACE)
    blocks = (table, Column(beside, 1 - share)) if beside else (table,)
    return Row(blocks, share=1, wraps_after=1)


def _table(state: GameState, corner: Block) -> Table:
    won = [player.color in (state.winners or ()) for player in state.players]
    people = (
        badge_above_name(player.color, display_name(player.name), bold=bold)
        for player, bold in zip(state.players, won, strict=True)
    )
    head = (corner, *people)
    rows = [_points_row(label, points) for label, points in points_by_source(state)]
    totals = tuple(player.points for player in state.players)
    total = _points_row(_("Total"), totals, total=True)
    lit = tuple(place for place, one in enumerate(won, start=1) if one)
    widths = (_LABELS, *(0.2 for _player in state.players))
    return Table((Row(head, _HEAD), *rows, HorizontalLine(), total), widths, lit=lit, share=1)


def _points_row(label: str, points: tuple[int, ...], *, total: bool = False) -> Row:
    size = theme.DECISION_TEXT if total else theme.TEXT
    tone = TextStyle.BOLD if total else TextStyle.PLAIN
    cells = []
    for number in points:
        text, style = str(number).replace("-", "−"), tone if number else TextStyle.SOFT
        cells.append(Text(text, style, align=Align.CENTER, size=size + 2 if total else size))
    return Row((Text(label, tone, size=size), *cells), share=1)


def points_by_turn_chart(points: Sequence[PointsByTurn], end_label: str = "") -> Block:
    """Return a chart of each player's points after each turn.

    `end_label` is the label of the chart's last point.
    """
    return Widget(PointsByTurnChart, (tuple(points), end_label), share=1)


def points_by_source(state: GameState) -> list[tuple[str, tuple[int, ...]]]:
    """Return the names of the ways of scoring, each with the players' points in seating order.

    The first entry has the points at the start of the game. Corrections have an entry only if they
    changed any points.
    """
    rows = [(_("Start"), (START_POINTS,) * len(state.players))]
    for source, label in SOURCE_NAMES.items():
        points = tuple(getattr(player.breakdown, source.value) for player in state.players)
        if source is not PointSource.CORRECTIONS or any(points):
            rows.append((_(label), points))
    return rows


def broken_house_record_lines(journal: Journal, game: Session) -> tuple[str, ...]:
    """Return a heading, and a line for each house record that the game breaks.

    House records are the records among all games saved on this machine (in `journal`). The result
    is () if the game breaks no record, if there are too few games, or if `journal` cannot be read.
    """
    try:
        found = broken_house_records(journal, compute_figures(game.game), game.game_id)
    except JournalError:  # The end of a game is the wrong place to report this.
        return ()
    by_feat: dict[HouseRecordCategory, list[Achievement]] = {}
    for done in found:
        by_feat.setdefault(done.category, []).append(done)
    lines = []
    for feat, all_done in by_feat.items():
        names = join_with_and([short_name(done.player_name) for done in all_done])
        lines.append(_(_RECORDS[feat], players=names, number=all_done[0].value))
    if not lines:
        return ()
    return (plural("House record", "House records", len(lines)), *lines)


def points_by_turn(steps: Sequence[Step]) -> tuple[PointsByTurn, ...]:
    """Return each player's points at the start, after each turn and at the end, in seating order.

    All players have the same number of entries. Points scored between two turns count for the
    earlier turn. The last entry includes the final circuit and the final scoring.
    """
    if not steps:
        return ()
    players = steps[0].before.players
    points = {player.color: player.points for player in players}
    columns: list[tuple[int, ...]] = []
    for step in steps:
        for event in step.events:
            match event:
                case PointsScored(color, _points, total):
                    points[color] = total
                case Corrected():
                    points = {player.color: player.points for player in step.after.players}
                case TurnStarted() | FinaleStarted(FinaleStage.CIRCUIT) | GameEnded():
                    columns.append(tuple(points.values()))
                case _:
                    pass
    return tuple(
        PointsByTurn(player.color, tuple(column[seat] for column in columns))
        for seat, player in enumerate(players)
    )
