"""Page that shows the consequences of a possible move, and the board after the move.

The page does not change the game, and reveals no player's hidden chips. A tap on the board tries
out another move.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from msgspec.structs import replace

from companion.commands import BuildHut, BuildTemple
from companion.errors import RuleViolation
from companion.pieces import MATERIALS, BuildingKind, Color, Material
from companion.preview import DruidVisit, plain_has_room
from companion.state import FinaleStage, GameState, Phase
from companion.teaching.payoff import (
    EffectTime,
    effect_time_heading,
    effects_of_choice,
    final_score_assumption_sentence,
)
from companion.what_if import (
    BuildingOutcome,
    MoveOutcome,
    PointsRange,
    building_outcome,
    move_outcome,
)
from kiosk import routes
from kiosk.navigator import Navigator, Page
from kiosk.pages.table.building import BUILDS, KINDS, price_and_effect_rows, why_not_built
from kiosk.pages.table.column import RightColumn, seat_rotations
from kiosk.pages.table.draft import EmptyDraft
from kiosk.pages.table.layout import table_layout
from kiosk.pages.table.question import Question, SetDraft, rule_reasons, shrinking_text
from kiosk.pages.table.sheet import SheetInputs, sheet_of
from kiosk.pieces.board import BoardView
from kiosk.pieces.form import PlayerNumbers, PointRanges
from kiosk.pieces.picture import BoardPicture, WorkerInStack, board_picture
from kiosk.routes import BuildingToTry, Route, Trial, WorkerToTry
from kiosk.ui.form import Block, Button, Call, Column, Ground, Row, Text, TextStyle, call
from kiosk.ui.theme import SMALL_TEXT
from kiosk.words.language import _, join_with_and, plural
from kiosk.words.reasons import ReasonText, building_reasons
from kiosk.words.texts import piece_name, player_names, refusal_text, sentence_text

NAMED_HUTS = 4
"""Maximum number of huts listed one by one on the druid's way; more huts are grouped by owner."""


class WhatIfPage(Page):
    opening_route: routes.WhatIf | None

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        opened = (
            navigator.state_to_restore if self.opening_route is None else self.opening_route.trial
        )
        if not isinstance(opened, BuildingToTry | WorkerToTry):
            raise TypeError("the page needs a building or a worker to try out")
        state = self.app_state.required_session.state
        at = table_layout(self.box, len(state.players))
        self.board = BoardView(at.board, self._on_field, self._on_plain, navigator.board_rotation)
        self.add_widget(self.board)
        back = Button("leave", call(navigator.back), _("Back"))
        self._column = RightColumn(
            self.box,
            at,
            (back,),
            self._take,
            seat_rotations(state, self.app_state.settings, navigator.screen_rotation),
        )
        self.add_widget(self._column)
        self._show_trial(opened)

    @property
    def state_to_restore(self) -> Trial:
        return self._trial

    def _show_trial(self, trial: Trial) -> None:
        self._trial = trial
        state = self.app_state.required_session.state
        picture, card = trial_outcome(state, trial)
        self.board.show(picture)
        inputs = SheetInputs(state, EmptyDraft(), self.app_state.settings)
        sheet = sheet_of(inputs)._replace(question=card, keeps_hint_room=False)
        self._column.reset_pages()
        self._column.show(self._column.layout_for(sheet))

    def _take(self, action: object) -> None:
        match action:
            case routes.WhatIf(trial):
                self._show_trial(trial)
            case Route():
                self.navigator.go(action)
            case Call():
                action()
            case SetDraft():
                self.navigator.back()
            case _:
                pass

    def _on_field(self, field: int, _lifted: bool) -> None:  # noqa: FBT001 - the order of BoardView's callbacks
        before = self._trial if isinstance(self._trial, BuildingToTry) else BuildingToTry(field)
        self._show_trial(replace(before, field=field))

    def _on_plain(self, plain: Material) -> None:
        self._show_trial(WorkerToTry(plain))


class TrialOutcome(NamedTuple):
    picture: BoardPicture
    card: Question


def trial_outcome(state: GameState, trial: Trial) -> TrialOutcome:
    """Return the board after a possible move, and a card with the move's consequences."""
    if isinstance(trial, BuildingToTry):
        return _building_outcome(state, trial)
    return _worker_outcome(state, trial)


def _question(
    title: str, top: tuple[Block, ...], blocks: Iterable[Block], reasons: tuple[ReasonText, ...]
) -> Question:
    paged = Column(tuple(blocks), ground=Ground.PAPER, pad=0, pages="more", share=1)
    rows = (*top, paged)
    return Question(None, title, rows, reasons, back=EmptyDraft(), covers_trays=True)


# A building


def _building_outcome(state: GameState, trial: BuildingToTry) -> TrialOutcome:
    builder = trial.builder or state.active
    title = _("What if? Field {field}", field=trial.field)
    kinds, builders = [], []
    for kind in BuildingKind:
        other, chosen = routes.WhatIf(replace(trial, kind=kind)), kind is trial.kind
        kinds.append(Button(f"show.{kind}", other, KINDS[kind](), chosen=chosen))
    for color in state.colors:
        other, chosen = routes.WhatIf(replace(trial, builder=color)), color == builder
        builders.append(Button(f"plan.{color}", other, symbol=color, chosen=chosen))
    top = (Row(tuple(kinds)), Row(tuple(builders)))
    outlook = _built(state, trial, builder)
    if isinstance(outlook, BuildingOutcome):
        picture = board_picture(outlook.state_if_refused, touched_field=trial.field)
        reasons = building_reasons(outlook.state_before, outlook.preview)
        told = _outlook_rows(state, outlook, trial.builder or state.whose_turn)
        return TrialOutcome(picture, _question(title, top, told, reasons))
    picture = board_picture(state, touched_field=trial.field)
    text, rule = outlook
    return TrialOutcome(picture, _question(title, top, [shrinking_text(text)], rule_reasons(rule)))


def _built(
    state: GameState, trial: BuildingToTry, builder: Color | None
) -> BuildingOutcome | tuple[str, str]:
    if builder is None or state.phase is Phase.FINISHED:
        return _("The game is over."), "turn.decider"
    if state.finale is FinaleStage.CIRCUIT:
        return _("Nobody builds in the final circuit."), "end.circuit"
    try:
        return building_outcome(state, trial.kind, trial.field, builder)
    except RuleViolation as refusal:
        return why_not_built(state, trial.kind, refusal), refusal.rule


def _later_rows(state: GameState, choice: BuildHut | BuildTemple) -> Iterator[Block]:
    brought, names = effects_of_choice(state, choice), player_names(state)
    for effect_time in (EffectTime.RIVER, EffectTime.END):
        told = [
            sentence_text(line.text, names) for line in brought if line.effect_time is effect_time
        ]
        if told:
            heading = Text(sentence_text(effect_time_heading(effect_time)), TextStyle.BOLD)
            yield Column((heading, *map(shrinking_text, told)), gap=2)
    if any(line.effect_time is EffectTime.END for line in brought):
        yield Text(sentence_text(final_score_assumption_sentence()), size=SMALL_TEXT)


def _outlook_rows(state: GameState, outlook: BuildingOutcome, builder: Color) -> Iterator[Block]:
    changes = any(one.now != one.least or one.now != one.most for one in outlook.points)
    if state.visits:
        now_counts = shrinking_text(_("Offerings still to come in this ritual count too."))
        yield Column((_points_row(outlook.points), now_counts))
    elif changes:
        yield _points_row(outlook.points)
    yield from _asked_rows(outlook.preview.visits)
    preview = outlook.preview
    yield from price_and_effect_rows(outlook.state_before, preview, builder)
    yield from _later_rows(state, BUILDS[preview.kind](builder, preview.field))


def _asked_rows(asked: tuple[DruidVisit, ...]) -> Iterator[Block]:
    if not asked:
        yield shrinking_text(_("The druid asks nobody."))
        return
    head = shrinking_text(
        plural(
            "The druid asks. One material or both: +1, nothing: −1.",
            "The druid asks. One material: +1, both: +{number}, nothing: −1.",
            asked[0].settlement_size,
        )
    )
    if len(asked) <= NAMED_HUTS:
        rows = [PlayerNumbers(_hut_text(one), ((one.owner, one.settlement_size),)) for one in asked]
    else:
        # Huts are grouped by owner, with the points for each owner.
        rows = []
        for owner in dict.fromkeys(one.owner for one in asked):
            own = [one for one in asked if one.owner is owner]
            fields = join_with_and([str(one.field) for one in own])
            rows.append(PlayerNumbers(fields, ((owner, sum(one.settlement_size for one in own)),)))
    yield Column((head, rows[0]))
    yield from rows[1:]


def _hut_text(one: DruidVisit) -> str:
    if one.needs is None:
        if one.has_druid_chip:
            return _("{field}: not read yet, or the druid chip", field=one.field)
        return _("{field}: not read yet", field=one.field)
    first, second = map(piece_name, one.needs)
    facts = {"field": one.field, "first": first, "second": second}
    if one.has_druid_chip:
        return _("{field}: {first}, {second} or the druid chip", **facts)
    return _("{field}: {first}, {second}", **facts)


def _points_row(points: tuple[PointsRange, ...]) -> PointRanges:
    text = _("Points now › then:")
    if any(one.least != one.most for one in points):
        text = _("Points now › then, by what is offered:")
    spans = (
        _("{now} › {then}", now=one.now, then=one.least)
        if one.least == one.most
        else _("{now} › {least}–{most}", now=one.now, least=one.least, most=one.most)
        for one in points
    )
    return PointRanges(text, tuple(zip((one.color for one in points), spans, strict=True)))


# A worker


def _worker_outcome(state: GameState, trial: WorkerToTry) -> TrialOutcome:
    plain, stack = trial.plain, state.stack(trial.plain)
    title = _("What if? Worker from {plain}", plain=piece_name(plain))
    picture = board_picture(state, chosen_plains=(plain,))
    if not stack:
        told = [
            shrinking_text(_("No worker stands on the {plain} plain.", plain=piece_name(plain)))
        ]
        return TrialOutcome(picture, _question(title, (), told, rule_reasons("big.move")))
    others = [one for one in MATERIALS if one is not plain]
    # Suggest the first other plain with room; if no plain has room, the first other plain.
    usual = next((one for one in others if plain_has_room(state, one)), others[0])
    level, target = trial.level or len(stack), trial.target_plain or usual
    meant = replace(trial, level=level, target_plain=target)
    workers, targets = [], []
    for each in range(len(stack), 0, -1):
        symbol, other = WorkerInStack(stack, each), routes.WhatIf(replace(meant, level=each))
        workers.append(Button(f"worker.{each}", other, symbol=symbol, chosen=each == level))
    for there in others:
        other = routes.WhatIf(replace(meant, target_plain=there))
        targets.append(Button(f"to.{there}", other, symbol=there, chosen=there is target))
    top = (shrinking_text(_("This worker moves to:")), Row(tuple(workers)), Row(tuple(targets)))
    try:
        outlook = move_outcome(state, plain, level, target)
    except RuleViolation as refusal:
        told = [shrinking_text(_("Not possible: {reason}.", reason=refusal_text(state, refusal)))]
        return TrialOutcome(picture, _question(title, top, told, rule_reasons(refusal.rule)))
    picture = board_picture(outlook.state_after, chosen_plains=(target,))
    reasons = rule_reasons("big.move", "big.yield", "small.material")
    return TrialOutcome(picture, _question(title, top, _move_rows(outlook), reasons))


def _move_rows(outlook: MoveOutcome) -> Iterator[Block]:
    yield PlayerNumbers(_("Income from moving, at once:"), outlook.preview.earnings)
    for yields in outlook.small_yields:
        material = piece_name(yields.plain)
        if yields.shares:
            yield PlayerNumbers(_("Then {material} on the die:", material=material), yields.shares)
        else:
            yield shrinking_text(_("Then {material} on the die: nobody", material=material))
    yield shrinking_text(_("Points and rune stones stay as they are."))
