"""Page with the final scoring of a finished game, one step per tap (rules end.*).

The steps are the final offerings, the temples one by one, the rune stones, and the tie-break.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import msgspec

from companion import telling
from companion.events import Event, FinaleStarted, OfferingMade, PointsScored, TempleScored
from companion.evolution import is_final_scoring_event
from companion.game import apply_events
from companion.history import Step
from companion.pieces import BuildingKind, Color
from companion.state import Building, FinaleStage, GameState, PointSource
from companion.telling.reasons import Reason, settlements_beside_temple
from kiosk import routes
from kiosk.navigator import Navigator
from kiosk.pages.form_page import FormPage
from kiosk.pieces import palette
from kiosk.pieces.form import LabelledPiece, LabelledPieces, RuneStone, badge_beside_name
from kiosk.pieces.points import ScoreTile, ScoreTiles
from kiosk.rotation import Rotation
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
    back_button,
    call,
    reading_card,
)
from kiosk.ui.theme import LARGE_TEXT, RAISED_MORE, darken_for_text
from kiosk.words.language import _
from kiosk.words.reasons import ReasonText, reason_paragraph, rule_reason_text
from kiosk.words.texts import display_name, player_names, sentence_text
from kiosk.words.victory import deciding_criteria_lines

_TILES = 100
_FOOT = 56
_BADGE = 17
_PAD = 8
_LARGEST = 34
"""Half the maximum width of a piece in dp, in a step for a single player."""
_POINTS, _POINTS_ALONE = 30, 52
"""Letter size in sp of a step's points: in a row of several players, and for a single player."""
_NAME, _SIGNS = 0.36, 1.0
"""Widths of a player's name and of the pieces, relative to each other."""


class _Position(NamedTuple):
    state: GameState
    page: int
    why: bool


class FinalScoringPage(FormPage):
    wanted_rotation = Rotation.NONE  # for all players: the screen does not turn

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        session = self.app_state.required_session
        self._state = session.state
        self._steps = final_scoring_steps(session.steps)
        self._names = {player.color: display_name(player.name) for player in self._state.players}
        kept = navigator.state_to_restore
        self._page, self._shows_rule = 0, False
        if isinstance(kept, _Position) and kept.state == self._state:
            self._page, self._shows_rule = kept.page, kept.why
        self._counts = self.app_state.settings.motion and not self._page
        self.show()

    @property
    def state_to_restore(self) -> _Position | None:
        if not self._page and not self._shows_rule:
            return None
        return _Position(self._state, self._page, self._shows_rule)

    def show_next_step(self) -> None:
        if self._page + 1 == len(self._steps):
            self._finish()
        else:
            self._go_to(self._page + 1, counts=self.app_state.settings.motion)

    def _go_to(self, page: int, *, counts: bool = False, reads: bool = False) -> None:
        self._page, self._counts, self._shows_rule = page, counts, reads
        self.show_first_pages()

    def _finish(self) -> None:
        self._page = 0  # when the page is opened again, it begins with the first step
        self.navigator.replace(routes.GameResult())

    def build_form(self) -> Form:
        step, page = self._steps[self._page], self._page
        if self._shows_rule:
            about = Button("about", routes.Rules((step.explanation.rule_id,)), _("The full rule"))
            back = back_button(call(self._go_to, page))
            paper = (reason_paragraph(step.explanation),)
            return Form("", None, (reading_card(step.title, paper, back, about),))
        tiles = Widget(ScoreTiles, (tuple(self._tiles(step)), self._counts), _TILES)
        why = call(self._go_to, page, reads=True)
        return Form("", None, (Column((tiles, _card(step, self._names, why), self._foot())),))

    def _tiles(self, step: "ScoringStep") -> Iterator[ScoreTile]:
        for color, points, gain in zip(self._state.colors, step.totals, step.gains, strict=True):
            name, lit = self._names[color], color == step.color
            yield ScoreTile(color, name, points - gain, points, lit)

    def _foot(self) -> Row:
        text = _("Who has won?")
        if self._page + 1 < len(self._steps):
            text = _("Next: {what}", what=self._steps[self._page + 1].title)
        position = _("{page} of {pages}", page=self._page + 1, pages=len(self._steps))
        whole = Button("all", call(self._finish), _("Show everything"))
        before = Button("before", call(self._go_to, self._page - 1), "‹", width=0.5)
        wide = 2.5 if self._page else 3.0
        on = Button(
            "next",
            call(self.show_next_step),
            text,
            ButtonStyle.PRIMARY,
            detail=position,
            width=wide,
        )
        return Row((whole, before, on) if self._page else (whole, on), _FOOT)


def _card(step: "ScoringStep", names: dict[Color, str], why: object) -> Column:
    ask = Button("why", why, "?", ButtonStyle.ROUND, width=0)
    head: tuple[Block, ...]
    if step.color is None:
        ground, rows = RAISED_MORE, _rows(step, names)
        head = (Text(step.title, TextStyle.BOLD, size=LARGE_TEXT), ask)
    else:
        ground, (row,) = darken_for_text(palette.PLAYERS[step.color]), step.rows
        name = Text(names[step.color], TextStyle.BOLD, size=LARGE_TEXT, is_name=True)
        head = (Icon(step.color, _BADGE), name, Text(step.title, TextStyle.NUMERAL, 0), ask)
        rows = (
            LabelledPieces(row.labelled_pieces, max_half_width=_LARGEST, centered=True, share=1),
            Text(row.text, TextStyle.NUMERAL, align=Align.CENTER),
            Text(row.points_text, TextStyle.BOLD, align=Align.CENTER, size=_POINTS_ALONE),
        )
    band = Row((Row(width=0), *head))
    paper = Column(rows, ground=Ground.PAPER, pad=_PAD, share=1)
    return Column((band, paper), gap=0, ground=ground, pad=0, share=1)


def _rows(step: "ScoringStep", names: dict[Color, str]) -> tuple[Block, ...]:
    most = max(len(row.labelled_pieces) for row in step.rows)
    rows: list[Block] = []
    for row in step.rows:
        if rows:
            rows.append(HorizontalLine())
        if row.color is None:
            rows.append(Row((Text(row.text, TextStyle.NUMERAL),), share=1))
            continue
        signs: Block = LabelledPieces(row.labelled_pieces, most)
        if not row.labelled_pieces:
            signs = Text(row.text)
        points = Text(row.points_text, TextStyle.BOLD, align=Align.RIGHT, size=_POINTS)
        name = badge_beside_name(row.color, names[row.color])
        rows.append(Row((name, signs, points), share=1))
    if step.rows[0].color is None:
        return tuple(rows)
    return (Table(tuple(rows), (_NAME, _SIGNS, 0), gap=2, share=1),)


# The scoring of a game


class ScoringRow(msgspec.Struct, frozen=True, kw_only=True):
    """Row of a scoring step: a player, the pieces that score, and the points for them.

    If there are no pieces, `text` is shown instead. `color` is the player of the row. It is None if
    the row has only `text`, in a step about a single player (see `ScoringStep.color`) or in the
    step that explains a tie.
    """

    color: Color | None = None
    labelled_pieces: tuple[LabelledPiece, ...] = ()
    text: str = ""
    points_text: str = ""


class ScoringStep(msgspec.Struct, frozen=True):
    """Step of the final scoring.

    `color` is the player who scores, or None if the step is about all players. `gains` are the
    points gained or lost in the step, and `totals` are the totals after the step. Both are in
    seating order. `explanation` is the rule that explains the step.
    """

    color: Color | None
    title: str
    rows: tuple[ScoringRow, ...]
    gains: tuple[int, ...]
    totals: tuple[int, ...]
    explanation: ReasonText


class _Moment(NamedTuple):
    event: Event
    reasons: tuple[Reason, ...]
    after: GameState


def final_scoring_steps(steps: Sequence[Step]) -> tuple[ScoringStep, ...]:
    """Return the steps of a finished game's final scoring.

    Raises ValueError if the final circuit has not begun.
    """
    moments = _moments(steps)[1:]
    scoring = next(
        place for place, moment in enumerate(moments) if is_final_scoring_event(moment.event)
    )
    circuit, rest = moments[:scoring], moments[scoring:]
    ended = rest[-1].after
    return (
        *_offerings(circuit, rest[0]),
        *_temples(rest),
        _rune_stones(rest, ended),
        *_tie(ended),
    )


def _moments(steps: Sequence[Step]) -> list[_Moment]:
    moments: list[_Moment] = []
    for step in steps:
        if not moments and not any(map(_begins_circuit, step.events)):
            continue
        state = step.before
        for one in telling.narrate(state, step.events):
            state = apply_events(state, (one.event,))
            if moments or _begins_circuit(one.event):
                moments.append(_Moment(one.event, one.reasons, state))
    if not moments:
        raise ValueError("the final circuit of this game has not begun")
    return moments


def _begins_circuit(event: Event) -> bool:
    return isinstance(event, FinaleStarted) and event.finale is FinaleStage.CIRCUIT


def _scored(moments: Iterable[_Moment], source: PointSource) -> list[_Moment]:
    return [
        moment
        for moment in moments
        if isinstance(moment.event, PointsScored) and moment.event.source is source
    ]


def _points(state: GameState) -> tuple[int, ...]:
    return tuple(player.points for player in state.players)


def _gains(moments: Sequence[_Moment], state: GameState) -> tuple[int, ...]:
    scored = [moment.event for moment in moments if isinstance(moment.event, PointsScored)]
    return tuple(
        sum(event.points for event in scored if event.color == color) for color in state.colors
    )


def signed_points_text(points: int) -> str:
    return f"+{points}" if points > 0 else str(points).replace("-", "−")


def _offerings(moments: Sequence[_Moment], scoring: _Moment) -> Iterator[ScoringStep]:
    state = moments[-1].after if moments else scoring.after
    offered: dict[Color, tuple[LabelledPiece, ...]] = dict.fromkeys(state.colors, ())
    for moment, following in pairwise((*moments, scoring)):
        if isinstance(moment.event, OfferingMade):
            color = moment.event.color
            points = sum(_gains(_scored((following,), PointSource.FINAL_OFFERINGS), state))
            sign = LabelledPiece(Building(BuildingKind.HUT, color), signed_points_text(points))
            offered[color] = (*offered[color], sign)
    if not any(offered.values()):
        return
    gains = _gains(_scored(moments, PointSource.FINAL_OFFERINGS), state)
    rows = (
        ScoringRow(color=color, labelled_pieces=signs, points_text=signed_points_text(gain))
        for (color, signs), gain in zip(offered.items(), gains, strict=True)
    )
    title = _("Final offerings")
    yield ScoringStep(
        None, title, tuple(rows), gains, _points(state), rule_reason_text("end.circuit")
    )


def _temples(moments: Sequence[_Moment]) -> Iterator[ScoringStep]:
    for moment, following in pairwise(moments):
        if isinstance(moment.event, TempleScored):
            scored = _scored((following,), PointSource.TEMPLES)
            after = [moment, *scored][-1].after
            gains, field = _gains(scored, after), moment.event.field
            signs = _beside(after, field)
            names = player_names(after)
            sums = (sentence_text(one, names) for why in moment.reasons for one in why.calculations)
            points = signed_points_text(sum(gains))
            row = ScoringRow(labelled_pieces=signs, text="\n".join(sums), points_text=points)
            title, why = _("Temple on {field}", field=field), rule_reason_text("end.temples")
            yield ScoringStep(moment.event.color, title, (row,), gains, _points(after), why)


def _beside(state: GameState, field: int) -> tuple[LabelledPiece, ...]:
    before, behind = settlements_beside_temple(state, field)
    fields = (*before, field, *behind)
    standing = ((one, state.building(one)) for one in fields)
    return tuple(
        LabelledPiece(building, str(one)) for one, building in standing if building is not None
    )


def _rune_stones(moments: Sequence[_Moment], ended: GameState) -> ScoringStep:
    scored = _scored(moments, PointSource.RUNES)
    gains = _gains(scored, ended)
    series = {
        sum_.facts["player"]: str(sum_.facts["series"]).split(" + ")
        for moment in scored
        for why in moment.reasons
        for sum_ in why.calculations
    }
    rows = []
    for color, gain in zip(ended.colors, gains, strict=True):
        stones = zip(ended.runes_of(color), series.get(color, []), strict=True)
        signs = tuple(LabelledPiece(RuneStone(rune, color), f"+{one}") for rune, one in stones)
        text = "" if gain else _("no rune stone")
        rows.append(
            ScoringRow(
                color=color, labelled_pieces=signs, text=text, points_text=signed_points_text(gain)
            )
        )
    title, why = _("Rune stones"), rule_reason_text("end.runes")
    return ScoringStep(None, title, tuple(rows), gains, _points(ended), why)


def _tie(ended: GameState) -> Iterator[ScoringStep]:
    lines = deciding_criteria_lines(ended)
    if len(lines) == 1:
        return
    rows = tuple(ScoringRow(text=line) for line in lines)
    nothing = (0,) * len(ended.players)
    title = _("Level on points")
    yield ScoringStep(None, title, rows, nothing, _points(ended), rule_reason_text("end.winner"))
