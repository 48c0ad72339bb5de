"""Base class of pages with a flow: steps, each with a form, that fill in one draft."""

from typing import Generic

import msgspec
from msgspec.structs import replace

from kiosk import routes
from kiosk.navigator import Navigator
from kiosk.pages.board_page import BoardPage
from kiosk.pieces.form import ExplainRule
from kiosk.ui.form import DraftT, Flow, PageAction, StepT
from kiosk.words.texts import ignored_tap_text


class SavedFlow(msgspec.Struct, frozen=True):
    """Unfinished flow of a page, resumed only while its subject `about` has not changed."""

    about: object
    flow: object


class FlowPage(BoardPage, Generic[DraftT, StepT]):
    """Page with a flow: steps that fill in one draft.

    A subclass defines the forms and the effects of the steps. If the player leaves the page and
    comes back, the flow continues, unless its subject `about` has changed.
    """

    def __init__(
        self, navigator: Navigator, fresh: Flow[DraftT, StepT], about: object = None
    ) -> None:
        super().__init__(navigator)
        self._fresh, self._about = fresh, about
        self._shown_step: object = None
        self.flow = fresh
        kept = navigator.saved_state
        if isinstance(kept, SavedFlow) and kept.about == about and isinstance(kept.flow, Flow):
            self.flow = self.resumed_flow(kept.flow) if navigator.was_reopened else kept.flow
        if self.route is not None:
            self.flow = self.flow_at_route(self.flow)
        self._show_step()

    # For subclasses

    def apply_page_action(self, effect: PageAction) -> None:
        raise NotImplementedError

    def resumed_flow(self, flow: Flow[DraftT, StepT]) -> Flow[DraftT, StepT]:
        """Return the saved `flow` to continue with; subclasses may add a note that it was kept."""
        return flow

    def flow_at_route(self, flow: Flow[DraftT, StepT]) -> Flow[DraftT, StepT]:
        """Return the flow at the step that the page's route asks for."""
        return flow

    # Control

    @property
    def saved_state(self) -> msgspec.Struct | None:
        flow = self.flow.without_message
        if self.typed is not None:
            flow = flow.with_current_step(replace(flow.step, typing=self.typed))
        return None if flow == self._fresh else SavedFlow(self._about, flow)

    def perform(self, action: object) -> None:
        """Carry out a button's action; the second tap of a trembling finger never ends the flow."""
        if isinstance(action, PageAction):
            if action is not PageAction.FINISH or self.saw_current_question():
                self.apply_page_action(action)
        elif isinstance(action, ExplainRule):
            self.navigator.go(routes.Rules((action.rule,)))
        elif isinstance(action, Flow):
            self.flow = action
            self._show_step()
        else:
            super().perform(action)

    def saw_current_question(self) -> bool:
        """Return whether the player saw the current step before tapping; if not, show a notice."""
        if super().saw_current_question():
            return True
        if not self.navigator.fingers.bounces:
            self.flow = self.flow.with_refusal(ignored_tap_text())
            self._show_step()
        return False

    def finished(self) -> None:
        self.flow, self._keyboard = self._fresh, None

    # Display

    def _show_step(self) -> None:
        if self.flow.step != self._shown_step:
            self._shown_step = self.flow.step
            self.begin_question()
            self.turned.clear()
        self.show()
