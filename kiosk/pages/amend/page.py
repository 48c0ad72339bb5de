"""Page to amend an old step: ask for another answer, show the consequences, apply them."""

from functools import partial

from kivy.clock import Clock
from kivy.metrics import dp, sp
from msgspec.structs import replace

from companion.commands import Command
from companion.errors import RuleViolation
from companion.memory.amending import PreparedAmendment, Remove
from companion.memory.played_game import last_face_rolled
from companion.pieces import Material
from kiosk import routes
from kiosk.navigator import Navigator, Page
from kiosk.pages.amend.view import (
    AmendDraft,
    AmendedStep,
    AmendSheet,
    add_amendment,
    amendment_sheet,
    begin_amendment,
    page_before,
    prepare_draft,
    step_to_answer,
    stop_inserting,
    with_amended_step,
    with_answer,
    without_ways_out,
)
from kiosk.pages.table.card import card_height
from kiosk.pages.table.column import BarButton, ColumnContents, ColumnLayout, RightColumn, seats
from kiosk.pages.table.draft import Draft, HandsDraft, draft_at_field, draft_below
from kiosk.pages.table.hand import HandDisplay
from kiosk.pages.table.paying import draft_after_refusal
from kiosk.pages.table.places import places
from kiosk.pages.table.question import Decide, ExplainImpossible, SetDraft, ShowHand
from kiosk.pages.table.scene_inputs import SceneInputs, contents_of, picture_of
from kiosk.pages.table.view import tap_on_plain
from kiosk.pieces.board import BoardView
from kiosk.pieces.picture import board_picture, tray_pictures
from kiosk.pieces.tray import StaticTrays, static_height
from kiosk.routes import AmendmentKind, Route, StepToAmend
from kiosk.ui import renderer, theme
from kiosk.ui.form import Block, Button, Call, Column, Ground, Row, Style, Text, Tone, Widget, call
from kiosk.ui.renderer import FormView
from kiosk.ui.surface import Surface
from kiosk.words.language import _
from kiosk.words.latest_moves import LatestMoves
from kiosk.words.reasons import ReasonText, refused, without_rule
from kiosk.words.saving import still_saving
from kiosk.words.texts import bounced_tap_text

_LEAST_CARD = 170
"""Minimum height of the card in sp: room for a title, some lines and the button that turns the
page. If there is less room, the trays are left out."""
_BELOW = 3
"""Maximum number of buttons stacked in single rows. More buttons are placed in pairs, with the
primary button in a row of its own."""


class AmendPage(Page):
    """Page to amend an old step, which is named in the route or restored from a saved draft.

    The page asks the step's question again, shows the consequences of the new answer, and applies
    them after another tap. If a later step no longer fits, the player can change that step, insert
    a step before it, remove it, or undo it together with all steps after it.
    """

    route: routes.Amend | None

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        if self.app_state.session is None:
            raise ValueError("a step of the game at hand is put right, and there is none")
        self.session = self.app_state.session
        self._steps = self.session.steps
        self._entered = self._restored_draft()
        self._amending = prepare_draft(self._entered, self._steps)
        self._is_done = False
        self._refused: ReasonText | None = None
        self._shown_since = Clock.get_time()
        self._note_refused_step()
        self._places = places(self.box, len(self.session.state.players))
        self.board = BoardView(
            self._places.board, self._on_field, self._on_plain, navigator.board_rotation
        )
        self.add_widget(self.board)
        self._page: Surface | None = None
        self._hand = HandDisplay(self, self._places.card)
        self._show()
        if self._entered.why and isinstance(self._page, RightColumn):
            self._page.read("question")

    def _restored_draft(self) -> AmendDraft:
        kept, rows = self.navigator.saved_state, self.session.game.rows.size
        if self.route is not None:
            return begin_amendment(rows, self.route.amendment, self._steps)
        if isinstance(kept, AmendDraft) and kept.rows == rows:
            return kept
        raise ValueError("the page is opened at what is wanted")

    @property
    def saved_state(self) -> AmendDraft | None:
        if self._is_done:
            return None
        reads = isinstance(self._page, RightColumn) and self._page.reading == "question"
        return replace(self._entered, why=reads)

    # Display

    def _show(self) -> None:
        if self._page is not None:
            self._page.close()
        asks = self._entered.amendment is not None
        self._page = self._new_column() if asks else self._new_sheet()
        self.add_widget(self._page)
        self._refresh()

    @property
    def _outcome(self) -> PreparedAmendment:
        if self._amending is None:
            raise ValueError("nothing has been entered yet")
        return self._amending

    @property
    def _asked(self) -> AmendedStep:
        return step_to_answer(self._entered, self._steps, self._amending)

    def _refresh(self) -> None:
        if isinstance(self._page, RightColumn):
            one = self._asked
            inputs = SceneInputs(
                one.state,
                self._entered.draft,
                LatestMoves(),
                frozenset(),
                refused=self._refused,
                face=last_face_rolled(one.state, reversed(one.before)),
            )
            settings = replace(self.app_state.settings, app_die=False)
            self.board.show(picture_of(inputs))
            self._page.show(_arranged(self._page, one, contents_of(inputs, settings)))

    def _new_column(self) -> RightColumn:
        state = self._asked.state
        return RightColumn(
            self.box,
            self._places,
            self._bar(),
            self._carry_out,
            seats(state, self.app_state.settings, self.navigator.screen_rotation),
        )

    def _bar(self) -> tuple[BarButton, ...]:
        bar = [BarButton("back", _("Back"), call(self._go_back))]
        if self._entered.goes_on:
            no_more = call(self._go_on, stop_inserting(self._entered), self._amending)
            bar.append(BarButton("amend.enough", _("That is all"), no_more))
        if self._entered.inserts:
            bar.append(BarButton("hands", _("Hand"), call(self._look_at_hands)))
        return tuple(bar)

    def _new_sheet(self) -> Surface:
        """Return the sheet with the consequences, a button to apply them, and the players' trays.

        On a screen without a separate area for the trays, they are placed above the sheet, or left
        out if there is no room.
        """
        open_chips, at = self.app_state.settings.open_chips, self._places
        found = amendment_sheet(
            self._entered, self._outcome, len(self._steps), open_chips=open_chips
        )
        refused = () if self._refused is None else (Text(self._refused.sum, Tone.BOLD),)
        self.board.show(board_picture(found.state))
        title = Text(found.title, Tone.BOLD, size=theme.DECISION_TEXT)
        lines = Column((*refused, *found.lines), gap=5, pages="more", share=1)
        paper = Column((title, lines), gap=5, ground=Ground.PAPER, pad=8, share=1)
        foot = self._sheet_rows(found)
        players = partial(tray_pictures, found.state, won=dict(found.won))
        page = Surface(self.box)
        above: tuple[Block, ...] = ()
        beside, column = at.beside, at.column
        if beside is not None:
            page.add_widget(StaticTrays(beside, players(open_chips=open_chips), at.trays))
        else:
            width, number = column.width, len(found.state.players)
            low = renderer.height_of(Column(foot), width, 0.0) + dp(theme.GAP)
            most = column.height - low - sp(_LEAST_CARD)
            trays = {
                hands: static_height(number, width, hands=hands) for hands in {open_chips, False}
            }
            hands = max((hands for hands, high in trays.items() if high <= most), default=None)
            if hands is not None:
                shown = players(open_chips=open_chips)
                above = (Widget(StaticTrays, (shown,), height=lambda _width: trays[hands]),)
        view = FormView(column, self._carry_out)
        view.show(Column((*above, paper, *foot)))
        page.add_widget(view)
        return page

    def _sheet_rows(self, found: AmendSheet) -> tuple[Row, ...]:
        leave = Button("amend.leave", call(self._leave_all), _("Leave everything as it was"))
        if found.do:
            do = Button("amend.do", call(self._amend), found.do, Style.PRIMARY)
            asks = not isinstance(self._entered.edits[-1], Remove) and not self._entered.ends
            again = _("Choose something else") if asks else _("One step back")
            back = Button("amend.again", call(self._go_back), again)
            buttons = [leave, do] if page_before(self._entered) is None else [leave, back, do]
        else:
            ways = {
                AmendmentKind.REMOVE: ("amend.remove", _("Remove that step")),
                AmendmentKind.INSERT: ("amend.insert", _("Add one before it")),
                AmendmentKind.CHANGE: ("amend.also", _("Change that step too")),
            }
            buttons = [leave, Button("amend.end", call(self._end_there), found.end)]
            for amendment in found.ways:
                key, text = ways[amendment.kind]
                style = Style.PRIMARY if amendment.kind is AmendmentKind.CHANGE else Style.PLAIN
                buttons.append(Button(key, call(self._want, amendment), text, style))
        if len(buttons) <= _BELOW:
            return tuple(Row((button,)) for button in buttons)
        alone = (Row((buttons.pop(),)),) if buttons[-1].style is Style.PRIMARY else ()
        pairs = (Row(tuple(buttons[at : at + 2])) for at in range(0, len(buttons), 2))
        return (*pairs, *alone)

    # Actions

    def _on_field(self, field: int, lifted: bool) -> None:  # noqa: FBT001 - the order of BoardView's callbacks
        if self._entered.amendment is not None:
            self._point(
                draft_at_field(self._asked.state, field, self._entered.draft, lifted=lifted)
            )

    def _on_plain(self, plain: Material) -> None:
        if isinstance(self._page, RightColumn):
            shows = self._page.asked is not None
            state, draft = self._asked.state, self._entered.draft
            self._carry_out(tap_on_plain(state, draft, plain, asked=shows))

    def _carry_out(self, action: object) -> None:
        match action:
            case Call():
                action()
            case SetDraft(draft):
                self._point(draft)
            case Decide() if not self._is_meant():
                pass
            case Decide(command):
                self._answer(command)
            case ExplainImpossible(text):
                self._refuse(None if text is None else without_rule(text))
            case ShowHand(color):
                self._hand.show(color, self._asked.state)
            case routes.Rules():
                self.navigator.go(action)
            case Route():
                inserts = self._entered.inserts
                here = (
                    _("You can only add forgotten steps here.")
                    if inserts
                    else _("You can only change this one step here.")
                )
                self._refuse(without_rule(here))
            case _:
                pass

    def _point(self, draft: Draft) -> None:
        self._refused = None
        self._entered = replace(self._entered, draft=draft)
        self._refresh()

    def _refuse(self, why: ReasonText | None) -> None:
        self._refused = why
        self._refresh()

    def _answer(self, command: Command) -> None:
        try:
            changing, amending = with_answer(self._entered, self._steps, command)
        except RuleViolation as refusal:
            self._note(command, refusal)
            state = self._asked.state
            draft = draft_after_refusal(state, self._entered.draft, command, refusal)
            self._entered = replace(self._entered, draft=draft)
            self._refuse(refused(state, refusal))
            return
        if not amending.has_effect:
            self._refuse(without_rule(_("That is what you did: nothing changes.")))
            return
        self._go_on(changing, amending)

    def _go_on(self, changing: AmendDraft, amending: PreparedAmendment | None) -> None:
        """Show the next question or sheet, and ignore fingers that already touch the screen."""
        self._shown_since = Clock.get_time()
        self._entered, self._amending, self._refused = changing, amending, None
        self._note_refused_step()
        self._show()

    def _note_refused_step(self) -> None:
        """Record that a step no longer fits, if the refusal reveals something about a hand."""
        refused_step = None if self._amending is None else self._amending.refused_step
        if refused_step is not None and self._entered.amendment is None and not self._entered.ends:
            self._note(refused_step.command, refused_step.refusal)

    def _note(self, command: Command, refusal: RuleViolation) -> None:
        self.session.note_refusal(command, refusal)
        self._entered = replace(self._entered, rows=self.session.game.rows.size)

    def _want(self, amendment: StepToAmend) -> None:
        if self._is_meant():
            changing = add_amendment(self._entered, amendment, self._steps)
            self._go_on(changing, prepare_draft(changing, self._steps))

    def _look_at_hands(self) -> None:
        self._point(HandsDraft(draft_below(self._entered.draft)))

    def _end_there(self) -> None:
        if self._is_meant():
            self._go_on(replace(self._entered, ends=True), self._amending)

    def _go_back(self) -> None:
        before = page_before(self._entered)
        if before is None:
            self._leave_all()
        else:
            self._go_on(before, prepare_draft(before, self._steps))

    def _leave_all(self) -> None:
        self._is_done = True
        self.navigator.back()

    def _amend(self) -> None:
        if not self._is_meant():
            return
        if self.app_state.is_saving:
            self._refused = without_rule(still_saving())
            self._show()
            return
        self.session.amend(self._outcome)
        self._is_done = True
        self.navigator.go(routes.Table())

    def _is_meant(self) -> bool:
        """Return whether the tap was meant for the present content of the page.

        If it came too soon after a change of the content, show a notice, except for a bounce.
        """
        column = self._page if isinstance(self._page, RightColumn) else None
        since = self._shown_since if column is None else column.asked_since()
        if self.navigator.fingers.was_meant_for(since):
            return True
        if not self.navigator.fingers.bounces:
            self._refused = without_rule(bounced_tap_text())
            if column is None:
                self._show()
            else:
                self._refresh()
        return False


def _arranged(column: RightColumn, one: AmendedStep, contents: ColumnContents) -> ColumnLayout:
    """Return the layout of the question, below the amended step if there is room for both."""
    asks = without_ways_out(contents.question)
    named = with_amended_step(one, asks)
    arrangement = column.arranged(contents._replace(question=named))
    card = arrangement.card
    if card is None or card_height(named, card.width, least=True) <= card.height:
        return arrangement
    return column.arranged(contents._replace(question=asks))
