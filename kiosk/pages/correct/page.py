"""Page to correct the app when it differs from the cardboard (rule correct.table)."""

from companion.errors import RuleViolation
from companion.pieces import Material
from companion.ruling import with_exact_payment
from companion.state import Phase
from kiosk import routes
from kiosk.navigator import Navigator
from kiosk.pages.correct.steps import (
    NEW_FLOW,
    CorrectFlow,
    Correction,
    OverviewStep,
    RulingStep,
    Step,
    ThingStep,
    correction_by_ruling,
    flow_after_leaving,
    flow_for_thing,
)
from kiosk.pages.correct.things import CorrectionEditor, HandLook
from kiosk.pages.correct.view import correct_form, tapped_field
from kiosk.pages.flow_page import FlowPage
from kiosk.pages.table.hand import HandDisplay
from kiosk.routes import PlainToCorrect
from kiosk.ui.form import Effect, Form, TypingForm
from kiosk.words.language import _
from kiosk.words.saving import still_saving


class CorrectPage(FlowPage[Correction, Step]):
    """Page to correct the app: choose a piece or place on the board, change it, and give a reason.

    If the page is opened for one piece or place, the controls and the reasons are on one page. If
    it is opened for a `Ruling`, the players' decision to allow what a rule refuses, it shows the
    rule and the changes that make the refused step possible; a refused payment is then carried out
    together with the correction. The draft is kept until the game changes.
    """

    route: routes.Correct | None

    def __init__(self, navigator: Navigator) -> None:
        self.session = navigator.app_state.game
        super().__init__(navigator, NEW_FLOW, (self.session.game.key, self.session.state))
        self._hand = HandDisplay(self, self.body)

    def form(self) -> Form | TypingForm:
        open_chips = self.app_state.settings.open_chips
        return correct_form(self.flow, self.session.state, open_chips=open_chips)

    def resumed_flow(self, flow: CorrectFlow) -> CorrectFlow:
        """Return the saved flow; on the board's page, a note says that nothing is corrected yet."""
        if flow.step != OverviewStep():
            return flow
        return flow.with_note(_("What you set before stays; nothing is corrected yet."))

    def flow_at_route(self, flow: CorrectFlow) -> CorrectFlow:
        at = None if self.route is None else self.route.at
        if isinstance(at, routes.CommandToAllow):
            return correction_by_ruling(self.session.state, at)
        return flow if at is None else flow_for_thing(flow, at)

    def perform(self, action: object) -> None:
        """Carry out an action. A hand is shown only while a finger holds its owner's name."""
        if isinstance(action, HandLook):
            self._hand.show(action.color if action.held else None, self.session.state)
        else:
            if isinstance(action, routes.Log):
                self.flow = flow_after_leaving(self.flow)
            super().perform(action)

    def tap_field(self, field: int) -> CorrectFlow:
        return tapped_field(self._here, field)

    def tap_plain(self, plain: Material) -> CorrectFlow:
        return self.flow.from_start(ThingStep(PlainToCorrect(plain)))

    @property
    def _here(self) -> CorrectionEditor:
        return CorrectionEditor(self.flow, self.session.state, self.app_state.settings.open_chips)

    def run(self, effect: Effect) -> None:
        if effect is Effect.FINISH:
            self._correct()
        elif effect is Effect.LEAVE:
            self.flow = flow_after_leaving(self.flow)
            self.navigator.back()
        else:
            raise ValueError(f"a correction has no effect {effect}")

    def _correct(self) -> None:
        if self.app_state.is_saving:
            self.perform(self.flow.with_refusal(still_saving()))
            return
        correction, step = self.flow.draft.command, self.flow.step
        paid = step.paid if isinstance(step, RulingStep) else None
        try:
            if paid is None:
                self.session.apply(correction)
            else:
                settled = with_exact_payment(self.session.state, paid)
                self.session.apply(settled, correction)
        except RuleViolation as refusal:
            self.perform(self._here.refused(refusal.sentence))
            return
        self.finished()
        if self.session.state.phase is Phase.FINISHED:
            self.navigator.go(routes.Table())
            self.navigator.go(routes.FinalScoring())
        elif paid is not None:
            self.navigator.go(routes.Table(has_news=True))
        else:
            self.navigator.back()
