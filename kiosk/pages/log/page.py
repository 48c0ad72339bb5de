"""Page with the log: all steps, including undone ones. The page changes nothing in the game."""

from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple

from kivy.clock import Clock
from kivy.metrics import dp, sp

from companion.history import LogEntry
from companion.memory.played_game import last_face_rolled
from companion.pieces import Color
from kiosk import routes
from kiosk.navigator import Navigator
from kiosk.pages.board_page import BoardPage
from kiosk.pages.log.view import (
    TurnHeading,
    entry_block,
    entry_text,
    field_of,
    final_points,
    move_texts,
    possible_edits,
    scoring_block,
    turn_block,
    turn_heading,
)
from kiosk.pieces.form import BoardBesideForm
from kiosk.pieces.picture import board_picture
from kiosk.routes import AmendmentKind, StepToAmend
from kiosk.ui.form import (
    Align,
    Block,
    Button,
    ButtonStyle,
    Column,
    Form,
    Ground,
    Icon,
    Row,
    Text,
    TextStyle,
    Widget,
    back_button,
    call,
    reading_card,
)
from kiosk.ui.renderer import cached_heights, height_of
from kiosk.ui.slider import Slider
from kiosk.ui.surface import Box
from kiosk.ui.theme import DECISION_TEXT, GAP, SMALL_TEXT, TOUCH
from kiosk.words.language import _
from kiosk.words.paragraph import Paragraph
from kiosk.words.reasons import reason_paragraph, reasons, rule_ids
from kiosk.words.times import time_text

_TURN = 0.28
_SIDE = 0.17
"""Widths of a turn's title and of the column of buttons, relative to the rows of the log."""
_SHARES = (1.0, 1.6, 1.0, 1.6, 1.0)
"""Heights of the four buttons and of the text in the middle, relative to each other."""
_COLUMN_GAP = 16
_SLIDER = 48
"""Height of the slider in dp."""
_NARROW = 420
"""Width in sp below which a row shows its points below its text instead of beside it."""


class _Left(NamedTuple):
    """State of the page to restore when the player comes back.

    `log` identifies the log of a game: the game's key, and the number of rows. `place` is the index
    of the step shown. `reads` is true while the rules behind the step are open. If `reads_only` is
    set too, closing the rules also closes the step. `board` is true if the page was opened for the
    board, not for the list of rows.
    """

    log: tuple[str, int]
    place: int
    reads: bool
    reads_only: bool
    board: bool


class LogPage(BoardPage):
    """Page with all log rows, newest first; a tap on a row shows the board after that step.

    If the route asks for the board of a past game, the page shows it after the last step, with a
    slider to choose any other step that counts, and without the list of rows.
    """

    route: routes.Log | None

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        game, session = navigator.viewed_game, navigator.app_state.session
        self._can_edit = session is not None and game is session.game
        route, kept = self.route or routes.Log(), navigator.saved_state
        self._log_key = (game.key, len(game.log))
        left = kept if isinstance(kept, _Left) and kept.log == self._log_key else None
        self._board = left is not None and left.board if self.route is None else route.board
        self.log = [entry for entry in game.log if entry.place or not self._board]
        self.place: int | None = None
        """Index of the step shown; None while the list of rows is shown."""
        self._reads = self._reads_only = False
        self._forgot = self._can_edit and (route.forgot or isinstance(kept, routes.Log))
        self._rows: dict[int, Column] = {}
        self._slider: Slider | None = None
        self._shown = self._down_from(len(self.log) - 1)
        self._said = ""
        # A finger may pass several steps between two frames; the board is drawn only once.
        self._soon = Clock.create_trigger(lambda _delta: self._look_at(self._reached))
        self._reached = len(self.log) - 1
        if left is not None and left.board is self._board:
            self._reads, self._reads_only = left.reads, left.reads_only
            self._look_at(left.place)
        elif self._board:
            self._look_at(self._reached)
        else:
            self.show()

    @property
    def saved_state(self) -> _Left | routes.Log | None:
        """Visible step, or the route if the player is looking for a forgotten step.

        A step of the list is kept only while its rules are open.
        """
        if self.place is not None and (self._reads or self._board):
            return _Left(self._log_key, self.place, self._reads, self._reads_only, self._board)
        return routes.Log(forgot=True) if self._forgot else None

    def close(self) -> None:
        self._soon.cancel()
        super().close()

    def perform(self, action: object) -> None:
        if isinstance(action, routes.Correct):
            self._forgot = False
        super().perform(action)

    def _leave(self) -> None:
        self._forgot = False
        self.navigator.back()

    def _leave_step(self) -> None:
        if self._board:
            self._leave()
            return
        if self.place is not None and self.place not in self._shown:
            self._shown = self._down_from(self.place)
        self._said, self.place, self._reads = "", None, False
        self.show()

    def form(self) -> Form:
        return self._rows_form() if self.place is None else self._step_form(self.place)

    # A step

    def _look_at(self, place: int) -> None:
        if 0 <= place < len(self.log):
            self.place, self._said = place, ""
            self.turned.clear()
        else:
            self._said = _("This is the first.") if place < 0 else _("This is the newest.")
        self.show()
        self._reached = self.place or 0
        if self._slider is not None:
            self._slider.put(self._reached)

    def _read(self, place: int, *, only: bool) -> None:
        self._reads, self._reads_only = True, only
        self._look_at(place)

    def _stop_reading(self) -> None:
        self._reads = False
        if self._reads_only:
            self._leave_step()
        else:
            self.show_first_pages()

    def _new_slider(self, box: Box) -> Slider:
        self._slider = Slider(box, len(self.log), self._slide)
        self._slider.put(self._reached)
        return self._slider

    def _slide(self, place: int, lifted: bool) -> None:  # noqa: FBT001 - the order of Slider's callback
        self._reached = place
        if lifted:
            self._soon.cancel()
            self._look_at(place)
        else:
            self._soon()

    def _step_form(self, place: int) -> Form:
        game, open_chips = self.navigator.viewed_game, self.app_state.settings.open_chips
        entry = self.log[place]
        step, turn = entry.step, turn_heading(entry)
        face = last_face_rolled(step.after, game.history.ancestors(step.number))
        picture = board_picture(step.after, pointed=field_of(step), face=face)
        title = f"{turn.title} · {turn.name}" if turn.name else turn.title
        why = reasons(step.start, step.all_events)
        if self._reads:
            # Reasons that players typed may need several pages, so the card can turn pages.
            texts = [Paragraph(entry_text(entry), ""), *map(reason_paragraph, why)]
            about = Button("about", routes.Rules(rule_ids(why)), _("All about it"))
            card = reading_card(_("Why?"), texts, about)
            return Form(title, back_button(self._stop_reading), (card,), BoardBesideForm(picture))
        edits = possible_edits(entry, len(game.steps)) if self._can_edit else ()
        foot = [Row(tuple(map(self._edit, edits)))] if edits else []
        slider = [Widget(self._new_slider, height=_SLIDER)] if self._board else []
        ways = [Button("earlier", call(self._look_at, place - 1), _("Earlier"))]
        if why:
            ways.append(Button("why", call(self._read, place, only=False), _("Why?")))
        ways.append(Button("later", call(self._look_at, place + 1), _("Later")))
        return self.form_with_card(
            title,
            back_button(self._leave_step),
            self._card(entry, turn.color),
            (*foot, Row(tuple(ways), fits_texts=True), *slider),
            step.after,
            picture,
            hands=open_chips,
        )

    def _card(self, entry: LogEntry, color: Color | None) -> Column:
        time, struck = time_text(entry.step.time), entry.place is None
        if struck:
            time = _("{time} · undone", time=time)
        tone = TextStyle.BOLD if self._said or struck else TextStyle.PLAIN
        badge = () if color is None else (Icon(color, 9),)
        moves = move_texts(entry, open_chips=self.app_state.settings.open_chips)
        texts = (
            Row((*badge, Text(self._said or time, tone, size=SMALL_TEXT)), height=0, gap=5),
            Text(entry_text(entry), TextStyle.BOLD, size=DECISION_TEXT, shrinks=True),
            *(Text(move, TextStyle.PLAIN) for move in moves),
        )
        return Column(texts, gap=6, ground=Ground.PAPER, pad=10, pages="more", share=1)

    def _edit(self, wanted: StepToAmend) -> Button:
        texts = {
            AmendmentKind.CHANGE: _("Change"),
            AmendmentKind.INSERT: _("Add after it"),
            AmendmentKind.REMOVE: _("Remove it"),
        }
        is_insert = wanted.kind is AmendmentKind.INSERT
        style = ButtonStyle.PRIMARY if self._forgot and is_insert else ButtonStyle.PLAIN
        width = 1.2 if is_insert else 1.0
        return Button(
            wanted.kind.value, routes.Correct(wanted), texts[wanted.kind], style, width=width
        )

    # The rows

    def _rows_form(self) -> Form:
        """Return a form with rows of the log and, beside or below them, buttons that turn pages."""
        out = back_button(self._leave)
        if not self.log:
            return Form(_("Log"), out, (Column((Text(_("Nothing has been done yet.")),)),))
        title = _("After which step was one forgotten? Tap it.") if self._forgot else _("Log")
        groups = groupby(self._shown, self._turn_at)
        rows = Column(tuple(self._group(turn, places) for turn, places in groups))
        newest, newer, visible, older, oldest = turning = self._turning()
        if self.box.is_upright:
            return Form(title, out, (rows,), foot=(visible, Row((newest, newer, older, oldest))))
        shares = zip(turning, _SHARES, strict=True)
        beside = tuple(Row((one,), share=share) for one, share in shares)
        return Form(title, out, (rows, Column(beside, width=_SIDE)))

    def _group(self, turn: TurnHeading, places: Iterable[int]) -> Row:
        return Row((turn_block(turn, _TURN), Column(tuple(map(self._row, places)))), height=0)

    def _row(self, place: int) -> Column:
        """Return the lines of the step at index `place`; they are built once, then cached.

        A button beside each line opens the reasons for the step. For the last offering of the game,
        the line of the final scoring comes first.
        """
        if place not in self._rows:
            entry, act = self.log[place], call(self._look_at, place)
            width = self._room[0] / (1 + _TURN) - dp(TOUCH + 2 * GAP)
            narrow = width < sp(_NARROW)
            blocks = {place + 1: entry_block(entry, place + 1, act, narrow=narrow)}
            if scored := final_points(entry):
                blocks = {0: scoring_block(scored, act, narrow=narrow), **blocks}
            why = call(self._read, place, only=True)
            self._rows[place] = Column(
                tuple(
                    Row(
                        (block, Button(f"why.{number}", why, style=ButtonStyle.WHY, width=0)),
                        height=0,
                    )
                    for number, block in blocks.items()
                )
            )
        return self._rows[place]

    def _turn_at(self, place: int) -> TurnHeading:
        return turn_heading(self.log[place])

    @property
    def _room(self) -> tuple[float, float]:
        body = self.body
        if self.box.is_upright:
            foot = height_of(Column((Text("0"), Row())), body.width, 1.0)
            return body.width, body.height - foot - dp(GAP)
        return body.split((1.0, _SIDE), dp(_COLUMN_GAP))[0].width, body.height

    def _fitting(self, places: Iterable[int]) -> list[int]:
        """Return as many of the first `places` as fit on a page, at least one."""
        width, left = self._room
        found: list[int] = []
        for place in places:
            group = self._group(self._turn_at(place), (place,))
            left -= height_of(group, width, 1.0)
            if found and left < 0:
                break
            found.append(place)
            left -= dp(GAP)
        return found

    def _down_from(self, place: int) -> list[int]:
        """Return the indexes of the rows on a page from top to bottom; row `place` is the first."""
        return self._fitting(range(place, -1, -1))

    def _up_from(self, place: int) -> list[int]:
        """Return the indexes of the rows on a page from top to bottom; row `place` is the last."""
        return self._fitting(range(place, len(self.log)))[::-1]

    # Turning pages

    def _turning(self) -> tuple[Block, ...]:
        """Return the buttons that turn pages and, between them, the range of visible rows."""
        first, last, number = self._shown[0] + 1, self._shown[-1] + 1, len(self.log)
        range_text = _("Rows {first} to {last} of {number}", first=first, last=last, number=number)
        said = TextStyle.WARNED if self._said else TextStyle.SOFT
        ways = (
            ("newest", _("Newest"), first == number),
            ("newer", _("Newer"), first == number),
            ("older", _("Older"), last == 1),
            ("oldest", _("Oldest"), last == 1),
        )
        newest, newer, older, oldest = (
            Button(
                key,
                call(self._turn, key),
                text,
                ButtonStyle.QUIET if is_last else ButtonStyle.PLAIN,
            )
            for key, text, is_last in ways
        )
        text = Text(self._said or range_text, said, align=Align.CENTER)
        return newest, newer, text, older, oldest

    def _turn(self, key: str) -> None:
        """Turn the page towards the button `key`, or show a notice at the end of the log."""
        top, bottom, newest = self._shown[0], self._shown[-1], len(self.log) - 1
        self._said = ""
        with cached_heights():
            match key:
                case "newest" | "newer" if top == newest:
                    self._said = _("These are the newest.")
                    self._shown = self._down_from(newest)
                case "newest":
                    self._shown = self._down_from(newest)
                case "newer":
                    shown = self._up_from(top + 1)
                    self._shown = self._down_from(newest) if newest in shown else shown
                case "older" | "oldest" if bottom == 0:
                    self._said = _("These are the oldest.")
                case "older":
                    self._shown = self._down_from(bottom - 1)
                case "oldest":
                    self._shown = self._up_from(0)
                case _:
                    raise ValueError(f"no button turns the page to {key!r}")
            self.show()
