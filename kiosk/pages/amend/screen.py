"""An old step is put right: the table's question once more, what comes of it, and a second tap."""

from msgspec.structs import replace

from companion.commands import Command
from companion.errors import RuleViolation
from companion.memory.amending import Amending
from companion.pieces import Material
from kiosk.pages.amend.sheet import SheetButton, SheetView
from kiosk.pages.amend.view import (
    Asked,
    Changing,
    Line,
    Sheet,
    amending_of,
    answered,
    asked,
    begun,
    instead_of,
    next_asked,
    one_back,
    sheet,
    without_ways_out,
)
from kiosk.pages.rules.view import RulesBehind
from kiosk.pages.table.arrangement import Arrangement, BarButton, Contents
from kiosk.pages.table.card_layout import height_of
from kiosk.pages.table.column import RightColumn
from kiosk.pages.table.draft import Draft, draft_at_field
from kiosk.pages.table.hand import HandHeld
from kiosk.pages.table.moment import Moment, contents_of, picture_of
from kiosk.pages.table.paying import unpaid
from kiosk.pages.table.places import places
from kiosk.pages.table.question import Action, Do, Go, Moved, Peek, RollDie, Tell, Think
from kiosk.pages.table.view import tap_on_plain
from kiosk.pieces.board import BoardView
from kiosk.pieces.picture import board_picture
from kiosk.stage import Screen, Stage
from kiosk.toolkit.surface import Surface
from kiosk.toolkit.trembling import LastStep
from kiosk.words.language import _
from kiosk.words.latest_moves import LatestMoves
from kiosk.words.reasons import Reason, refused, without_rule
from kiosk.words.saving import still_saving


class AmendScreen(Screen):
    """Changes the step at whose place (from 1) among those that count the page is opened.

    First the table asks once more what it asked then, with its own keys, and `back`. Then a sheet
    tells what comes of the answer: `amend.do` lets it count, and shows the table. Where a later
    step does not fit any more: `amend.also` asks for that one too, `amend.end` ends there. On each
    sheet `amend.again` is the page before, `amend.leave` leaves everything as it was; `more`.
    """

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        if self.desk.session is None:
            raise ValueError("a step of the game on the desk is changed, and there is none")
        self.session = self.desk.session
        self._steps = self.session.steps
        self._changing: Changing | None = self._taken_up()
        self._amending = amending_of(self._changing, self._steps)
        self._refused: Reason | None = None
        self._last_step = LastStep()
        self._places = places(self.box)
        self.board = BoardView(self._places.board, self._on_field, self._on_plain, stage.lie)
        self.add_widget(self.board)
        self._page: Surface | None = None
        self._show()
        if self._entered.why and isinstance(self._page, RightColumn):
            self._page.read("question")

    def _taken_up(self) -> Changing:
        """What was entered when another page came above this one, unless a step is named."""
        kept, place, rows = self.stage.half_entered, self.stage.opened_at, len(self.session.log)
        if isinstance(place, int):
            return begun(rows, place, self._steps)
        if isinstance(kept, Changing) and kept.rows == rows:
            return kept
        raise ValueError("the page is opened at the place of a step")

    @property
    def half_entered(self) -> Changing | None:
        """What was entered so far; nothing once it counts, or everything is left as it was."""
        if self._changing is None:
            return None
        reads = isinstance(self._page, RightColumn) and self._page.reading == "question"
        return replace(self._changing, why=reads)

    # What is shown

    def _show(self) -> None:
        """Draw the question or the sheet anew."""
        if self._page is not None:
            self.take_off(self._page)
        changing = self._entered
        self._page = self._new_column() if changing.asked is not None else self._new_sheet()
        self.add_widget(self._page)
        self._refresh()

    @property
    def _entered(self) -> Changing:
        if self._changing is None:
            raise ValueError("the page has been left")
        return self._changing

    @property
    def _outcome(self) -> Amending:
        if self._amending is None:
            raise ValueError("nothing has been entered yet")
        return self._amending

    @property
    def _asked(self) -> Asked:
        return asked(self._entered, self._steps, self._amending)

    def _refresh(self) -> None:
        """Show the question for what was pointed at, or why a tap did nothing."""
        if isinstance(self._page, RightColumn):
            one = self._asked
            moment = Moment(
                one.state,
                self._entered.draft,
                LatestMoves((), ()),
                frozenset(),
                refused=self._refused,
                face=self.session.face_in(one.state, reversed(one.before)),
            )
            settings = replace(self.desk.settings, app_die=False, moves_as_card=False)
            self.board.show(picture_of(moment))
            self._page.show(_arranged(self._page, one, contents_of(moment, settings)))

    def _new_column(self) -> RightColumn:
        column = RightColumn(
            self._places.column,
            (BarButton("back", _("Back"), self._go_back),),
            on_choice=lambda choice: self._carry_out(choice.action),
            on_peek=lambda choice, shown: hand.heed(choice.action, self._asked.state, held=shown),
            on_read=lambda: self._refuse(None),
            on_about=lambda rules: self.stage.go("rules", RulesBehind(rules)),
            on_done=lambda: None,
            players=self._places.players,
        )
        hand = HandHeld(self, lambda: column.card_box)
        return column

    def _new_sheet(self) -> SheetView:
        open_chips = self.desk.settings.open_chips
        found = sheet(self._entered, self._outcome, open_chips=open_chips)
        if self._refused is not None:
            found = replace(found, lines=(Line(self._refused.sum, bold=True), *found.lines))
        self.board.show(board_picture(found.state))
        return SheetView(
            self.box, self._places, found, self._sheet_buttons(found), open_chips=open_chips
        )

    def _sheet_buttons(self, found: Sheet) -> list[SheetButton]:
        leave = SheetButton("amend.leave", _("Leave everything as it was"), self._leave_all)
        if not found.end:
            again = SheetButton("amend.again", _("Answer otherwise"), self._go_back)
            return [
                leave,
                again,
                SheetButton("amend.do", _("Change it"), self._amend, primary=True),
            ]
        end = SheetButton("amend.end", found.end, self._end_there)
        if not found.can_ask:
            return [leave, end]
        also = SheetButton("amend.also", _("Change that step, too"), self._ask_too, primary=True)
        return [leave, end, also]

    # What people do

    def _on_field(self, field: int, lifted: bool) -> None:  # noqa: FBT001 - the board's own order
        if self._entered.asked is not None:
            self._point(
                draft_at_field(self._asked.state, field, self._entered.draft, lifted=lifted)
            )

    def _on_plain(self, plain: Material) -> None:
        if isinstance(self._page, RightColumn):
            shows = self._page.asked is not None
            state, draft = self._asked.state, self._entered.draft
            self._carry_out(tap_on_plain(state, draft, plain, asked=shows))

    def _carry_out(self, action: Action) -> None:
        match action:
            case Think(draft):
                self._point(draft)
            case Do() if self._last_step.is_meant_by(self.stage.last_touch):
                pass
            case Do(command):
                self._answer(command)
            case Tell(text):
                self._refuse(without_rule(text))
            case Go():
                self._refuse(without_rule(_("Only this one step is changed here.")))
            case RollDie() | Moved() | Peek():
                pass

    def _point(self, draft: Draft) -> None:
        self._refused = None
        self._changing = replace(self._entered, draft=draft)
        self._refresh()

    def _refuse(self, why: Reason | None) -> None:
        self._refused = why
        self._refresh()

    def _answer(self, command: Command) -> None:
        try:
            changing, amending = answered(self._entered, self._steps, command)
        except RuleViolation as refusal:
            state = self._asked.state
            if (again := unpaid(state, command, refusal)) is not None:
                self._point(again)
                return
            self._refuse(refused(state, refusal))
            return
        if not amending.changes:
            self._refuse(without_rule(_("That is what was done already: nothing changes.")))
            return
        self._go_on(changing, amending)

    def _go_on(self, changing: Changing, amending: Amending | None) -> None:
        """Show another page, which the same trembling finger does not answer."""
        self._last_step.happen(self.stage.last_touch)
        self._changing, self._amending, self._refused = changing, amending, None
        self._show()

    def _ask_too(self) -> None:
        misfit = self._outcome.misfit
        if misfit is not None and not self._trembles:
            self._go_on(next_asked(self._entered, misfit), self._amending)

    def _end_there(self) -> None:
        if not self._trembles:
            self._go_on(replace(self._entered, ends=True), self._amending)

    def _go_back(self) -> None:
        before = one_back(self._entered)
        if before is None:
            self._leave_all()
        else:
            self._go_on(before, amending_of(before, self._steps))

    def _leave_all(self) -> None:
        self._changing = None
        self.stage.back()

    def _amend(self) -> None:
        """Let the change count; the table tells what to move."""
        if self._trembles:
            return
        if self.desk.is_saving:
            self._refused = without_rule(still_saving())
            self._show()
            return
        self.session.amend(self._outcome)
        self._changing = None
        self.stage.go("table")

    @property
    def _trembles(self) -> bool:
        return self._last_step.is_meant_by(self.stage.last_touch)


def _arranged(column: RightColumn, one: Asked, contents: Contents) -> Arrangement:
    """The question, and above it which step is answered anew, where there is room for that."""
    asks = without_ways_out(contents.question)
    named = instead_of(one, asks)
    arrangement = column.arranged(contents._replace(question=named))
    card = arrangement.card
    if card is None or height_of(named, card.width, tight=True) <= card.height:
        return arrangement
    return column.arranged(contents._replace(question=asks))
