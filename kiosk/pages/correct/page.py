"""Page to correct the app if it differs from the real game on the table (rule correct.table).

The page's route names what to correct: a piece or place, a command that a rule refuses, or an
earlier step of the game.

- For a piece or place, the player enters its correct state.
- For a refused command, the page shows the rule, and the changes that make the command possible.
  If the command was refused because the player cannot pay, the correction also carries it out.
- For an earlier step, the page asks that step's question again, and shows the consequences of the
  new answer. If the answer makes a later step impossible, the player can change that step, insert a
  step before it, remove it, or undo it together with all steps after it.

The game changes only when the player confirms the correction. Until then, players can leave the
page: most entries are kept (see `flow_to_restore`), unless the game changes in the meantime.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from companion.commands import Command, Correct, MoveWorker
from companion.errors import RuleViolation
from companion.history import Step as GameStep
from companion.memory.amending import Amendment, Edit, prepare_amendment
from companion.memory.clock import current_timestamp
from companion.memory.played_game import face_rolled_in_turn
from companion.pieces import Material
from companion.ruling import with_legal_payment
from companion.state import GameState, Phase
from kiosk import routes
from kiosk.navigator import Navigator
from kiosk.pages.board_page import FlowPage
from kiosk.pages.correct.view import (
    NEW_FLOW,
    AllowCommandStep,
    AmendmentOutcomeStep,
    ChooseReasonStep,
    ChooseThingStep,
    CorrectFlow,
    Correction,
    CorrectionEditor,
    EnterPastStep,
    Step,
    ThingStep,
    amendment_outcome_contents,
    correct_form,
    draft_for_command,
    first_step_of_amendment,
    flow_after_field_tap,
    flow_to_allow_command,
    flow_to_correct_thing,
    flow_to_restore,
    question_with_recorded_step,
    state_and_steps_before,
    step_after_answer,
)
from kiosk.pages.table.column import RightColumn, seat_rotations
from kiosk.pages.table.draft import Draft, HandsDraft, draft_after_field_tap, uncovered_draft
from kiosk.pages.table.hand import HandDisplay
from kiosk.pages.table.layout import table_layout
from kiosk.pages.table.paying import draft_after_refused_command
from kiosk.pages.table.question import Decide, ExplainImpossible, SetDraft, ShowHand
from kiosk.pages.table.sheet import SheetInputs, board_picture_of, sheet_of
from kiosk.pages.table.view import action_for_plain_tap, draft_for_dragged_worker
from kiosk.pieces.board import BoardView, DraggedWorker
from kiosk.pieces.picture import board_picture
from kiosk.routes import PlainToCorrect, Route, StepToAmend
from kiosk.ui.form import (
    Button,
    Column,
    Form,
    Ground,
    PageAction,
    Text,
    TextStyle,
    TypingForm,
    back_button,
)
from kiosk.words.language import _
from kiosk.words.reasons import reason_without_rule, refusal_reason, rule_reason_text
from kiosk.words.saving import still_saving_text


class CorrectPage(FlowPage[Correction, Step]):
    opening_route: routes.Correct | None

    def __init__(self, navigator: Navigator) -> None:
        self.session = navigator.app_state.required_session
        self._prepared: dict[tuple[Edit, ...], Amendment] = {}
        self._column: RightColumn | None = None
        game = self.session.game
        super().__init__(navigator, NEW_FLOW, (game.key, game.history.head_number))

    def build_form(self) -> Form | TypingForm:
        open_chips, step = self.app_state.settings.open_chips, self.flow.step
        if not isinstance(step, AmendmentOutcomeStep):
            return correct_form(self.flow, self.session.state, open_chips=open_chips)
        amendment = self._consequences(step.edits)
        moves = self.session.game.tray_rows_added_by_branch(
            amendment.fork, amendment.new_steps, open_chips=open_chips
        )
        found = amendment_outcome_contents(
            self.flow, step, amendment, len(self.session.steps), moves
        )
        message = (Text(self.flow.message, TextStyle.BOLD),) if self.flow.message else ()
        rows = (*message, *found.lines)
        card = Column(rows, gap=5, ground=Ground.PAPER, pad=8, pages="more", share=1)
        out = back_button(self.flow.back() if len(self.flow.steps) > 1 else PageAction.LEAVE)
        picture, gained = board_picture(found.state), found.points_changes
        return self.form_with_trays_and_card(
            found.title, out, card, found.buttons, found.state, picture, points_gained=gained
        )

    def content_of(self, form: Form | TypingForm) -> object:
        # When a change is left out, the button of the next one takes its place.
        is_listed = isinstance(self.flow.step, ChooseReasonStep)
        changes = len(self.flow.draft.changes) if is_listed else 0
        return super().content_of(form), changes

    def show(self) -> None:
        step = self.flow.step
        if isinstance(step, EnterPastStep):
            self._ask(step)
            return
        if self._column is not None:
            self.clear()
        super().show()

    def clear(self) -> None:
        super().clear()
        self._column = None
        self._hand = HandDisplay(self, self.body_box)

    def _ask(self, step: EnterPastStep) -> None:
        state, before = self._past(step)
        settings, flow = self.app_state.settings, self.flow
        if self._column is None:
            self.clear()
            at = table_layout(self.box, len(state.players))
            self.board = BoardView(
                at.board,
                self._on_field,
                self._on_plain,
                self.navigator.board_rotation,
                lift=self._lift,
                on_drop=lambda worker, target: self.perform(
                    Decide(MoveWorker(worker.owner, worker.source, worker.level, target))
                ),
            )
            self.add_widget(self.board)
            self._shown_form = None
            self._hand = HandDisplay(self, at.card)
            self._column = RightColumn(
                self.box,
                at,
                (),
                self.perform,
                seat_rotations(state, settings, self.navigator.screen_rotation),
                on_read=self._note_reading,
            )
            self.add_widget(self._column)
        column = self._column
        column.bar = self._bar(step)
        refusal_reason = (
            rule_reason_text(flow.rule, flow.message)
            if flow.rule
            else reason_without_rule(flow.message)
        )
        self._inputs = SheetInputs(
            state,
            step.draft,
            replace(settings, app_die=False),
            refusal_or_news=refusal_reason if flow.message else None,
            die_face=face_rolled_in_turn(state, reversed(before)),
        )
        sheet = sheet_of(self._inputs)
        self.board.show(sheet.board_picture)
        former = self.session.steps[step.step_number - 1]
        question = question_with_recorded_step(step, former, sheet.question)
        column.show(column.layout_for(sheet._replace(question=question)))
        if step.shows_reason:
            column.show_text("question")

    def _bar(self, step: EnterPastStep) -> tuple[Button, ...]:
        flow = self.flow
        bar = [back_button(flow.back() if len(flow.steps) > 1 else PageAction.LEAVE)]
        if step.needs_another_insertion:
            enough = flow.with_next_step(AmendmentOutcomeStep(step.edits))
            bar.append(Button("amend.enough", enough, _("That is all")))
        if step.is_insertion:
            hands = SetDraft(HandsDraft(uncovered_draft(step.draft)))
            bar.append(Button("hands", hands, _("Hands")))
        return tuple(bar)

    def _note_reading(self) -> None:
        step = self.flow.step
        if isinstance(step, EnterPastStep) and self._column is not None:
            reads = replace(step, shows_reason=self._column.card_text_key == "question")
            self.flow = replace(self.flow, steps=(*self.flow.steps[:-1], reads))

    def _show_step(self) -> None:
        step, is_new = self.flow.step, self.flow.step != self._shown_step
        super()._show_step()
        if is_new and isinstance(step, AmendmentOutcomeStep) and not step.undoes_rest:
            conflict = self._consequences(step.edits).conflict
            if conflict is not None:
                # If the refusal reveals something about a hand, the game records that.
                self.session.record_refusal(conflict.command, conflict.refusal)

    def flow_when_reopened(self, flow: CorrectFlow) -> CorrectFlow:
        if flow.step != ChooseThingStep():
            return flow
        return flow.with_remark(_("What you set before stays; nothing is corrected yet."))

    def flow_for_route(self, flow: CorrectFlow) -> CorrectFlow:
        match None if self.opening_route is None else self.opening_route.subject:
            case None:
                return flow
            case routes.CommandToAllow() as command:
                return flow_to_allow_command(self.session.state, command)
            case StepToAmend() as wanted:
                step = first_step_of_amendment(wanted, self.session.steps)
                return replace(flow.without_message, steps=(step,))
            case thing:
                return flow_to_correct_thing(flow, thing)

    def perform(self, action: object) -> None:
        flow, step = self.flow, self.flow.step
        if isinstance(step, EnterPastStep):
            self._perform_in_question(step, action)
            return
        leaves = action is PageAction.LEAVE
        if (
            isinstance(step, AmendmentOutcomeStep)
            and not leaves
            and not self.was_tap_meant_for_question()
        ):
            return
        match action:
            case StepToAmend() if isinstance(step, AmendmentOutcomeStep):
                further = first_step_of_amendment(action, self.session.steps, step.edits)
                super().perform(flow.with_next_step(further))
            case ShowHand(color):
                self._hand.show(color, self.session.state)
            case routes.Log():
                self.flow = flow_to_restore(flow)
                self.navigator.replace(action)
            case _:
                super().perform(action)

    def _perform_in_question(self, step: EnterPastStep, action: object) -> None:
        match action:
            case ShowHand(color):
                self._hand.show(color, self._past(step)[0])
            case SetDraft(draft):
                self._point(step, draft)
            case Decide(command):
                if self.was_tap_meant_for_question():
                    self._answer(step, command)
            case ExplainImpossible(text):
                super().perform(self.flow.with_refusal(text or ""))
            case Route() if not isinstance(action, routes.Rules):
                adds, changes = (
                    _("You can only add forgotten steps here."),
                    _("You can only change this one step here."),
                )
                super().perform(self.flow.with_refusal(adds if step.is_insertion else changes))
            case _:
                super().perform(action)

    def was_tap_meant_for_question(self) -> bool:
        if self._column is not None:
            self._shown_since = self._column.shown_since()
        return super().was_tap_meant_for_question()

    def _on_field(self, field: int, lifted: bool) -> None:  # noqa: FBT001 - the order of BoardView's callbacks
        step = self.flow.step
        if isinstance(step, EnterPastStep):
            state, _before = self._past(step)
            self._point(step, draft_after_field_tap(state, field, step.draft, lifted=lifted))
        else:
            super()._on_field(field, lifted)

    def _lift(self, plain: Material, level: int) -> DraggedWorker | None:
        if self._column is None or self._column.answerable_question is None:
            return None
        state, owner = self._inputs.state, self._inputs.state.decider
        worker = draft_for_dragged_worker(state, self._inputs.draft, plain, level)
        if worker is None or worker.level is None or owner is None:
            return None
        picture = board_picture_of(self._inputs._replace(draft=worker))
        return DraggedWorker(plain, worker.level, owner, picture)

    def field_tap_action(self, field: int) -> CorrectFlow:
        return flow_after_field_tap(self._editor, field)

    def plain_tap_action(self, plain: Material) -> object:
        step = self.flow.step
        if isinstance(step, EnterPastStep):
            asks = self._column is not None and self._column.answerable_question is not None
            return action_for_plain_tap(self._past(step)[0], step.draft, plain, can_decide=asks)
        return self.flow.from_start(ThingStep(PlainToCorrect(plain)))

    @property
    def _editor(self) -> CorrectionEditor:
        return CorrectionEditor(self.flow, self.session.state, self.app_state.settings.open_chips)

    def perform_page_action(self, effect: PageAction) -> None:
        if effect is PageAction.LEAVE:
            self.flow = flow_to_restore(self.flow)
            self.navigator.back()
        elif self.app_state.is_saving:
            self.perform(self.flow.with_refusal(still_saving_text()))
        elif isinstance(self.flow.step, AmendmentOutcomeStep):
            self.session.amend(self._consequences(self.flow.step.edits))
            self.reset_flow()
            self.navigator.go(routes.Table())
        else:
            self._correct()

    def _correct(self) -> None:
        draft, step = self.flow.draft, self.flow.step
        correction = Correct(changes=draft.changes, why=draft.why)
        paid = step.command_to_apply if isinstance(step, AllowCommandStep) else None
        try:
            if paid is None:
                self.session.apply(correction)
            else:
                settled = with_legal_payment(self.session.state, paid)
                self.session.apply(settled, correction)
        except RuleViolation as refusal:
            self.perform(self._editor.flow_with_refusal(refusal.sentence))
            return
        self.reset_flow()
        if self.session.state.phase is Phase.FINISHED:
            self.navigator.go(routes.Table())
            self.navigator.go(routes.FinalScoring())
        elif isinstance(step, AllowCommandStep) or not correction.changes:
            # A correction with only a reason leaves the state unchanged. `back` would then restore
            # the input on the table's page together with the refusal.
            self.navigator.go(routes.Table(has_news=True))
        else:
            self.navigator.back()

    def _past(self, entry_step: EnterPastStep) -> tuple[GameState, Sequence[GameStep]]:
        amendment = self._consequences(entry_step.edits) if entry_step.edits else None
        return state_and_steps_before(entry_step, self.session.steps, amendment)

    def _consequences(self, edits: tuple[Edit, ...]) -> Amendment:
        if edits not in self._prepared:
            steps = self.session.steps
            self._prepared[edits] = prepare_amendment(steps, edits, current_timestamp())
        return self._prepared[edits]

    def _point(self, step: EnterPastStep, draft: Draft) -> None:
        super().perform(self.flow.with_current_step(replace(step, draft=draft, shows_reason=False)))

    def _answer(self, step: EnterPastStep, command: Command) -> None:
        state, _before = self._past(step)
        try:
            following = step_after_answer(step, command, self._consequences)
        except RuleViolation as refusal:
            self.session.record_refusal(command, refusal)
            draft = draft_after_refused_command(state, step.draft, command, refusal)
            flow = self.flow.with_current_step(replace(step, draft=draft, shows_reason=False))
            super().perform(
                flow.with_refusal(refusal_reason(state, refusal).explanation, refusal.rule)
            )
            return
        is_outcome = isinstance(following, AmendmentOutcomeStep)
        if is_outcome and not self._consequences(following.edits).has_effect:
            nothing = _("That is what you did: nothing changes.")
            super().perform(self.flow.with_refusal(nothing))
            return
        # Back leads to the question with the answer, which can then be changed.
        chosen = replace(step, draft=draft_for_command(command), shows_reason=False)
        super().perform(self.flow.with_current_step(chosen).with_next_step(following))
