"""Base class of pages that show the board after a step, with the score and the moves."""

from collections.abc import Sequence

from companion.history import LogEntry
from companion.memory.played_game import last_face_rolled
from companion.pieces import Color
from kiosk import routes
from kiosk.navigator import Navigator
from kiosk.pages.board_page import BoardPage
from kiosk.pages.log.view import edits_at, entry_text, field_of, moves_of, turn_at
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
from kiosk.words.reasons import reason_paragraph, reasons, rules_of
from kiosk.words.times import time_text


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
        entry = self.log[place]
        step, turn = entry.step, turn_at(entry)
        face = last_face_rolled(step.after, game.history.ancestors(step.number))
        picture = board_picture(step.after, pointed=field_of(step), face=face)
        title = f"{turn.title} · {turn.name}" if turn.name else turn.title
        why = reasons(step.start, step.all_events)
        if self.reads:
            # Reasons that players typed may need several pages, so the card can turn pages.
            texts = [Paragraph(entry_text(entry), ""), *map(reason_paragraph, why)]
            about = Button("about", routes.Rules(rules_of(why)), _("All about it"))
            card = reading_card(_("Why?"), texts, about)
            return Form(title, back_button(self._stop_reading), (card,), BoardBesideForm(picture))
        edits = edits_at(entry, len(game.steps)) if self._can_edit else ()
        foot = [Row(tuple(map(self._edit, edits)))] if edits else []
        ways = [Button("earlier", call(self.look_at, place - 1), _("Earlier"))]
        if why:
            ways.append(Button("why", call(self.read, place, only=False), _("Why?")))
        ways.append(Button("later", call(self.look_at, place + 1), _("Later")))
        return self.form_with_card(
            title,
            back_button(self.leave_step),
            self._card(entry, turn.color),
            (*foot, Row(tuple(ways), fits_texts=True), *self.foot),
            step.after,
            picture,
            hands=open_chips,
        )

    def _card(self, entry: LogEntry, color: Color | None) -> Column:
        time, struck = time_text(entry.step.time), entry.place is None
        if struck:
            time = _("{time} · undone", time=time)
        tone = Tone.BOLD if self._said or struck else Tone.PLAIN
        badge = () if color is None else (Icon(color, 9),)
        moves = moves_of(entry, open_chips=self.app_state.settings.open_chips)
        texts = (
            Row((*badge, Text(self._said or time, tone, size=SMALL_TEXT)), height=0, gap=5),
            Text(entry_text(entry), Tone.BOLD, size=DECISION_TEXT, shrinks=True),
            *(Text(move, Tone.PLAIN) for move in moves),
        )
        return Column(texts, gap=6, ground=Ground.PAPER, pad=10, pages="more", share=1)

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
