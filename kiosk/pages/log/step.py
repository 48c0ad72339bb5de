"""Base class of pages that show the board after a step, with the score and the moves."""

from collections.abc import Iterator, Sequence

from companion.history import LogEntry
from kiosk import routes
from kiosk.navigator import Navigator
from kiosk.pages.board_page import BoardPage
from kiosk.pages.log.view import LogDetail, log_detail
from kiosk.pieces.form import BoardBesideForm
from kiosk.pieces.picture import board_picture
from kiosk.routes import AmendmentKind, StepToAmend
from kiosk.ui.form import (
    Block,
    Button,
    Column,
    Form,
    Ground,
    Icon,
    Row,
    Style,
    Text,
    Tone,
    back_button,
    call,
    reading_card,
)
from kiosk.ui.theme import DECISION_TEXT, SMALL_TEXT
from kiosk.words.language import _
from kiosk.words.paragraph import Paragraph
from kiosk.words.reasons import reason_paragraph, rules_of


class StepPage(BoardPage):
    """Page with the board after a step of a game, and a way to the rules behind that step."""

    def __init__(self, navigator: Navigator, log: Sequence[LogEntry], *, can_edit: bool) -> None:
        super().__init__(navigator)
        self.log, self._can_edit = log, can_edit
        self.place: int | None = None
        """Index of the step shown; None while no step is shown."""
        self.reads = self.reads_only = False
        """True while the rules behind the step are open. If `reads_only` is set too, closing the
        rules also closes the step."""
        self._said = ""

    # For subclasses

    def leave_step(self) -> None:
        raise NotImplementedError

    forgot = False
    """True while the player looks for the place where a step was forgotten."""
    foot: tuple[Block, ...] = ()
    """Additional rows at the bottom of the page."""

    # Control

    def look_at(self, place: int) -> None:
        if 0 <= place < len(self.log):
            self.place, self._said = place, ""
            self.turned.clear()
        else:
            self._said = _("This is the first.") if place < 0 else _("This is the newest.")
        self.show()

    def read(self, place: int, *, only: bool) -> None:
        self.reads, self.reads_only = True, only
        self.look_at(place)

    def _stop_reading(self) -> None:
        self.reads = False
        if self.reads_only:
            self.leave_step()
        else:
            self.turned.clear()
            self.show()

    # Display

    def step_form(self, place: int) -> Form:
        game, open_chips = self.navigator.viewed_game, self.app_state.settings.open_chips
        detail = log_detail(game, self.log[place], open_chips=open_chips)
        picture = board_picture(detail.state, pointed=detail.field, face=detail.face)
        turn = detail.turn
        title = f"{turn.title} · {turn.name}" if turn.name else turn.title
        if self.reads:
            # Reasons that players typed may need several pages, so the card can turn pages.
            texts = [Paragraph(detail.title, ""), *map(reason_paragraph, detail.reasons)]
            about = Button("about", routes.Rules(rules_of(detail.reasons)), _("All about it"))
            card = reading_card(_("Why?"), texts, about)
            return Form(title, back_button(self._stop_reading), (card,), BoardBesideForm(picture))
        edits = tuple(map(self._edit, detail.edits if self._can_edit else ()))
        ways = Row(tuple(self._ways(detail, place)), fits_texts=True)
        foot = (*([Row(edits)] if edits else []), ways, *self.foot)
        card, out = self._card(detail), back_button(self.leave_step)
        return self.form_with_card(title, out, card, foot, detail.state, picture, hands=open_chips)

    def _card(self, detail: LogDetail) -> Column:
        time = _("{time} · undone", time=detail.time) if detail.struck else detail.time
        tone = Tone.BOLD if self._said or detail.struck else Tone.PLAIN
        badge = () if detail.turn.color is None else (Icon(detail.turn.color, 9),)
        texts = (
            Row((*badge, Text(self._said or time, tone, size=SMALL_TEXT)), height=0, gap=5),
            Text(detail.title, Tone.BOLD, size=DECISION_TEXT, shrinks=True),
            *(Text(move, Tone.PLAIN) for move in detail.moves),
        )
        return Column(texts, gap=6, ground=Ground.PAPER, pad=10, pages="more", share=1)

    def _ways(self, detail: LogDetail, place: int) -> Iterator[Button]:
        yield Button("earlier", call(self.look_at, place - 1), _("Earlier"))
        if detail.reasons:
            yield Button("why", call(self.read, place, only=False), _("Why?"))
        yield Button("later", call(self.look_at, place + 1), _("Later"))

    def _edit(self, wanted: StepToAmend) -> Button:
        texts = {
            AmendmentKind.CHANGE: _("Change"),
            AmendmentKind.INSERT: _("Add after it"),
            AmendmentKind.REMOVE: _("Remove it"),
        }
        is_insert = wanted.kind is AmendmentKind.INSERT
        style = Style.PRIMARY if self.forgot and is_insert else Style.PLAIN
        width = 1.2 if is_insert else 1.0
        return Button(
            wanted.kind.value, routes.Correct(wanted), texts[wanted.kind], style, width=width
        )
