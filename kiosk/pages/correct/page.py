"""The table overrules the app: what really lies on the board, and why (correct.table)."""

import msgspec

from companion.errors import RuleViolation
from companion.events import Event, FinaleBegun
from companion.pieces import Material
from companion.ruling import as_settled
from companion.state import Phase
from kiosk import routes
from kiosk.navigator import Navigator
from kiosk.pages.correct.steps import (
    FRESH,
    CorrectFlow,
    Correction,
    Overview,
    Ruled,
    Step,
    WaitingRuling,
    given_up,
    hindrance,
    pointed_at,
    ruled,
    ruled_later,
    still_waits,
)
from kiosk.pages.correct.view import Correcting, HandLook, correct_form, tapped_field
from kiosk.pages.flow_page import FlowPage
from kiosk.pages.table.hand import HandHeld
from kiosk.routes import Plain, Thing
from kiosk.ui.form import Effect, Form, TypingForm
from kiosk.words.language import _
from kiosk.words.saving import still_saving


class CorrectPage(FlowPage[Correction, Step]):
    """Puts a `Correct` command together: the picture at the left, one item at a time at the right.

    A value that is tapped counts as set, even where it is what the app had; `leave` takes that
    back. Who goes back to the table finds it again while the game stands as it stood. The picture
    is a `BoardView` at `board` (`field_center`, `plain_center`).

    On the first page: `part.points`, `part.hands`, `part.runes`, `part.druid`, `part.turn`, a field
    of the picture (what stands and lies there), a plain of the picture (its chips and workers),
    `next` (the reasons; `changes`, the list of what is set, leads there too), `back` (the table).
    Every further page goes back to the one before with `done`; the picture works on all of them.
    Which taps make which change is shown by `tests.kiosk.robot_corrections`.

    - points: `points.<color>`, then a number
    - hands: `hand.<color>.<material>`, then a number; of secret chips one has only `number.less`,
      `number.more` and `leave`, and `look.<color>` shows them while it is held
    - a number: `digit.0` to `digit.9`, `digit.clear`, `number.less`, `number.more`, `leave`
    - a plain: `supply`, then a number; `stack.clear`, then `stack.<color>` puts a worker on top;
      `stack.leave`
    - runes: `rune.<rune>`, then `holder.<color>`, `holder.none` or `leave`
    - a field: `field.empty`, `field.hut.<color>`, `field.temple.<color>`, `field.leave`;
      `bonus.none`, `bonus.<kind>`, `bonus.leave`
    - printed (`printed` on a field that has been read): `area.<rune>`, `first.<material>` and
      `second.<material>` for its icons; `leave`
    - druid: `stone.0` (his temple) to `stone.3`, or a field of the picture; `leave`
    - turn: `turn.<color>`, `leave`
    - reasons: `leave.<n>` leaves the nth change of the list (from 0) as it was, `more` turns the
      list's page, `why.<n>` is a ready reason, `why.type` opens the keyboard (see `Keyboard`),
      `correct.done` corrects and shows the page beneath, `back` is the first page again

    Opened at a `Ruling` the page shows the rule, with what makes the refused step possible. Where
    that is a payment of a building, `correct.done` also builds.
    Where nothing can be corrected at this moment it says what can be done now; a payment that the
    druid did not take is kept until the end of the next turn, and proposed where the page is opened
    again.

    Opened at a `Thing` the page shows that alone, with the reasons and `correct.done` beside it;
    `further` leads to the first page, `back` leaves and sets nothing. Its keys:

    - a player: `points.less`, `points.more`, `points` (a number); `hand.<material>` (a number),
      `chips.<material>.less` and `.more` (to the plain and from it); `rune.<rune>` gives it or
      takes it
    - a plain: `top.<level>` puts a worker on top (1 is the lowest), `from.<plain>.<color>` brings
      one; `took.<color>` and `gave.<color>` move a chip between plain and hand
    - a field: as above without `leave`, and `stands.<field>` carries the building there,
      `holder.<color>` and `holder.none` its area's rune stone
    - rune stones, the druid, the turn: as above; `field.<n>` and `field.other` for the druid

    Beside the reasons for a building more than the app has, `forgotten` leads to the log, where the
    forgotten step is played. A chip on its field goes into the box with it, unless that is undone.

    Where nothing can be corrected at this moment the screen says why; then there is only `back`.
    """

    route: routes.Correct | None

    def __init__(self, navigator: Navigator) -> None:
        self.session = navigator.app_state.game
        kept = navigator.saved_state
        if not isinstance(kept, WaitingRuling) or not still_waits(kept, self.session):
            kept = None
        self._waiting: WaitingRuling | None = kept
        super().__init__(navigator, FRESH, (self.session.game.key, self.session.state))
        self._hand = HandHeld(self, self.body)
        asked = None if self.route is None else self.route.at
        if kept is not None and asked is None and self._can_correct:
            self._waiting = None
            self.take(ruled_later(FRESH, self.session.state, kept))

    def form(self) -> Form | TypingForm:
        """What the present step shows."""
        open_chips = self.app_state.settings.open_chips
        return correct_form(self.flow, self.session.state, self._waiting, open_chips=open_chips)

    def taken_up(self, flow: CorrectFlow) -> CorrectFlow:
        """The flow as it was left; the first step says that what was set before stays."""
        if flow.step != Overview():
            return flow
        return flow.with_note(_("What you set before stays; nothing is corrected yet."))

    def opened(self, flow: CorrectFlow) -> CorrectFlow:
        """The thing that somebody pointed at on another page, or what the table plays otherwise."""
        at = None if self.route is None else self.route.at
        if isinstance(at, Thing):
            return pointed_at(flow, at)
        if at is None:
            return flow
        if self._can_correct:
            return ruled(flow, self.session.state, at)
        self._waiting = WaitingRuling(at, self.session.state, self.session.game.key)
        return flow

    def take(self, action: object) -> None:
        """Do what a choice says; show a hand for as long as its owner's name is held."""
        if isinstance(action, HandLook):
            self._hand.show(action.color if action.held else None, self.session.state)
        else:
            if isinstance(action, routes.Log):
                self.flow = given_up(self.flow)
            super().take(action)

    def tap_field(self, field: int) -> CorrectFlow:
        """What stands and lies there, or the druid's field."""
        return tapped_field(self._here, field)

    def tap_plain(self, plain: Material) -> CorrectFlow:
        """The plain's chips and workers."""
        return self.flow.from_start(Plain(plain))

    @property
    def saved_state(self) -> msgspec.Struct | None:
        """All that was entered, or a ruling that has to wait until something can be corrected."""
        return super().saved_state if self._waiting is None else self._waiting

    @property
    def _can_correct(self) -> bool:
        return hindrance(self.session.state) is None

    @property
    def _here(self) -> Correcting:
        return Correcting(self.flow, self.session.state, self.app_state.settings.open_chips)

    def run(self, effect: Effect) -> None:
        """Go back to where somebody came from, corrected or not."""
        if effect is Effect.FINISH:
            self._correct()
        elif effect is Effect.LEAVE:
            self.flow = given_up(self.flow)
            if self._waiting is not None and not self._waiting.can_be_kept:
                self._waiting = None
            self.navigator.back()
        else:
            raise ValueError(f"a correction has no effect {effect}")

    def _correct(self) -> None:
        if self.app_state.is_saving:
            self.take(self.flow.telling(still_saving()))
            return
        correction, step = self.flow.draft.command, self.flow.step
        paid = step.paid if isinstance(step, Ruled) else None
        settled = None if paid is None else as_settled(self.session.state, paid)
        happened: tuple[Event, ...] = ()
        try:
            if settled is None:
                self.session.apply(correction)
            else:
                happened = self.session.apply(settled, correction).events
        except RuleViolation as refusal:
            self.take(self._here.refused(refusal.sentence))
            return
        self.finished()
        if self.session.state.phase is Phase.FINISHED:
            self.navigator.go(routes.Table())
            self.navigator.go(routes.FinalScoring())
        elif any(isinstance(event, FinaleBegun) for event in happened):
            self.navigator.go(routes.Table(happened))
        else:
            self.navigator.back()
