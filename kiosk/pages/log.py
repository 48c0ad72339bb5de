"""Page with the log: all steps, including undone ones, the newest first.

A tap on a row shows the board after that step. The page changes nothing in the game, and shows
hands only if the setting for open chips is on. If the route asks for the board (`shows_board`), the
page shows no list, but the board after the last step, and a slider to choose another step. Undone
steps are then left out.
"""

from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple

import msgspec
from kivy.clock import Clock
from kivy.metrics import dp, sp

from companion.commands import BuildHut, BuildTemple, Correct, Roll
from companion.events import OfferingMade
from companion.evolution import state_before_final_scoring
from companion.history import LogEntry, Step
from companion.memory.played_game import face_rolled_in_turn
from companion.moves import News
from companion.moves import Row as MoveRow
from companion.pieces import Color
from companion.state import FinaleStage, GameState, Phase
from kiosk import routes
from kiosk.navigator import Navigator
from kiosk.pages.board_page import BoardPage
from kiosk.pages.table.question import signed_number
from kiosk.pieces.form import BoardBesideForm, RolledDie, Sign
from kiosk.pieces.palette import PLAYERS
from kiosk.pieces.picture import board_picture
from kiosk.routes import AmendmentKind, StepToAmend
from kiosk.ui import theme
from kiosk.ui.form import (
    GAP_ROW,
    Align,
    Block,
    Button,
    ButtonStyle,
    Column,
    Form,
    Ground,
    Icon,
    Row,
    Table,
    Text,
    TextStyle,
    Widget,
    back_button,
    call,
    reading_card,
)
from kiosk.ui.renderer import height_cache, height_of
from kiosk.ui.slider import Slider
from kiosk.ui.surface import Box
from kiosk.words.amendments import step_text
from kiosk.words.language import _
from kiosk.words.moves import command_text, event_move_texts
from kiosk.words.paragraph import Paragraph
from kiosk.words.reasons import reason_paragraph, reasons, rule_ids
from kiosk.words.texts import short_name
from kiosk.words.times import date_and_time_text

_BADGE, _DIE = 11, 14
_STRIP = 0.06
_POINTS = 0.64
"""Relative widths: of the coloured edge of a turn, and of the points in a row."""
_PAD, _EDGE = 8, 1.5
_MOST_TYPED = 100
"""Maximum number of characters of a typed reason in a row of the log."""


class TurnHeading(msgspec.Struct, frozen=True):
    """Heading in the log: a turn, the placing of workers, or the final circuit.

    `color` and `name` belong to the player whose turn it is. For the placing of workers and the
    final circuit, `color` is None and `name` is empty.
    """

    title: str
    color: Color | None = None
    name: str = ""


class PointsChange(msgspec.Struct, frozen=True):
    """Change of a player's points by a step; `points` is not 0, and `total` is the new total."""

    color: Color
    name: str
    points: int
    total: int


def turn_heading(entry: LogEntry) -> TurnHeading:
    state = entry.step.state_before
    if state.phase is Phase.PLACING:
        return TurnHeading(_("Placing workers"))
    if state.finale is FinaleStage.CIRCUIT or state.active is None:
        return TurnHeading(_("Final circuit"))
    name = short_name(state.player(state.active).name)
    return TurnHeading(_("Turn {turn}", turn=state.turn), state.active, name)


def entry_text(entry: LogEntry) -> str:
    text = step_text(entry.step)
    if entry.position is None:
        return text
    if entry.replaces is not None:
        return _("Changed to: {step}", step=text)
    return _("Added later: {step}", step=text) if entry.inserted else text


def points_changes(entry: LogEntry) -> tuple[PointsChange, ...]:
    """Return the changes in points by the entry's step, except those by the final scoring.

    Return () if the step was undone.
    """
    step = entry.step
    if entry.position is None:
        return ()
    is_end = step.after.winners is not None
    after = state_before_final_scoring(step.before, step.events) if is_end else step.after
    return _changes(step.state_before, after)


def final_scoring_changes(entry: LogEntry) -> tuple[PointsChange, ...]:
    """Return the changes in points by the final scoring, if the entry's step ended the game.

    Return () if it did not, or if it was undone.
    """
    step = entry.step
    if entry.position is None or step.after.winners is None:
        return ()
    return _changes(state_before_final_scoring(step.before, step.events), step.after)


def _changes(before: GameState, after: GameState) -> tuple[PointsChange, ...]:
    pairs = zip(before.players, after.players, strict=True)
    return tuple(
        PointsChange(new.color, short_name(new.name), new.points - old.points, new.points)
        for old, new in pairs
        if new.points != old.points
    )


# Appearance of a row


def _turn_block(turn: TurnHeading) -> Row:
    edge = theme.LIGHT_SOFT if turn.color is None else PLAYERS[turn.color]
    lines: tuple[Block, ...] = (Text(turn.title, TextStyle.BOLD),)
    if turn.color is not None:
        name = Text(turn.name, TextStyle.PLAIN, is_name=True, size=theme.SMALL_TEXT)
        lines = (*lines, Row((Icon(turn.color, 9), name), height=0, gap=5))
    strip = Column((), ground=edge, pad=0, width=_STRIP)
    words = Column(lines, gap=1, ground=theme.RAISED, pad=6)
    return Row((strip, words), height=0, gap=0, width=_TURN)


def entry_block(entry: LogEntry, number: int, tap_action: object, *, narrow: bool) -> Column:
    """Return the log's row for `entry`; a tap on the row performs the action `tap_action`.

    `number` distinguishes the row's key from the keys of the other rows. The row of an undone or
    replaced step is grey, with the word “undone”. If `narrow` is set, the points are below the text
    instead of beside it.
    """
    command, ruling = entry.step.command, entry.step.ruling
    struck, text = entry.position is None, entry_text(entry)
    color = getattr(command, "by", None)
    items: list[Block] = [] if color is None else [Icon(color, _BADGE)]
    tone = TextStyle.STRUCK if struck else TextStyle.PLAIN
    items.append(Text(_cut(text) if isinstance(command, Correct) else text, tone))
    if isinstance(command, Roll) and not struck:
        items.append(Icon(RolledDie(command.face), _DIE))
    below: list[Block] = []
    if ruling is not None:
        corrected = _cut(command_text(ruling.before, ruling.command))
        below.append(Text(corrected, TextStyle.SOFT, size=theme.SMALL_TEXT))
    key = f"entry.{number}"
    if not struck:
        rows = _with_points(items, points_changes(entry), below, narrow=narrow)
        return Column(rows, gap=2, ground=theme.SURFACE, pad=_PAD, key=key, action=tap_action)
    undone = Text(_("undone"), TextStyle.WARNED, width=0, size=theme.SMALL_TEXT, align=Align.RIGHT)
    (below if narrow else items).append(undone)
    rows = (Row(tuple(items), height=0, share=1), *below)
    within = Column(rows, gap=2, ground=theme.GROUND, pad=_PAD - _EDGE, share=1)
    return Column((within,), ground=theme.SURFACE, pad=_EDGE, key=key, action=tap_action)


def _with_points(
    items: list[Block], scored: tuple[PointsChange, ...], below: list[Block], *, narrow: bool
) -> tuple[Block, ...]:
    points = Table(tuple(map(_score, scored)), (0, 1, 0, 0, 0), across=4, gap=2)
    if scored and narrow:
        return (Row(tuple(items), height=0, share=1), *below, points)
    if scored:
        items = [*items, Column((GAP_ROW, points, GAP_ROW), gap=0, width=_POINTS)]
    return (Row(tuple(items), height=0, share=1), *below)


def _cut(text: str) -> str:
    if len(text) <= _MOST_TYPED:
        return text
    end = text.rfind(" ", _MOST_TYPED // 2, _MOST_TYPED + 1)
    return f"{text[: _MOST_TYPED if end < 0 else end].rstrip()}…"


def _score(one: PointsChange) -> Row:
    items = (
        Icon(one.color, 9),
        Text(one.name, TextStyle.PLAIN, is_name=True, size=theme.SMALL_TEXT),
        Text(signed_number(one.points), TextStyle.BOLD, align=Align.RIGHT),
        Icon(Sign.ARROW, 8),
        Text(str(one.total), TextStyle.BOLD),
    )
    return Row(items, height=0)


# A step on a page of its own


def possible_amendments(entry: LogEntry, last_step: int) -> tuple[StepToAmend, ...]:
    """Return the possible amendments: change the entry's step, insert one after it, or remove it.

    An undone or replaced step cannot be amended. A correction can be removed, but not changed.
    `last_step` is the number of the game's last step. No step can be inserted after the last step,
    because the game itself continues there.
    """
    if entry.position is None:
        return ()
    wishes = [StepToAmend(entry.position, AmendmentKind.REMOVE)]
    if entry.position < last_step:
        wishes.insert(0, StepToAmend(entry.position + 1, AmendmentKind.INSERT))
    if not isinstance(entry.step.command, Correct):
        wishes.insert(0, StepToAmend(entry.position, AmendmentKind.CHANGE))
    return tuple(wishes)


def piece_move_texts(entry: LogEntry, *, open_chips: bool) -> tuple[str, ...]:
    """Return lines about the entry's step: the step that it replaces, if any, and its moves.

    `open_chips` is set if hands are public at this table.
    """
    step, text = entry.step, step_text(entry.step)
    moves = event_move_texts(step.state_before, step.all_events, open_chips=open_chips)
    lines = [row.text for row in moves if row.text != text and not _only_names_roll(step, row.move)]
    if entry.replaces is not None:
        lines.insert(0, _("Before: {step}", step=step_text(entry.replaces)))
    return tuple(lines)


def _only_names_roll(step: Step, row: MoveRow) -> bool:
    # The entry's text already names the player and the face. News about players who have no chip
    # to give back is listed all the same.
    if not isinstance(step.command, Roll) or not isinstance(row, News) or not row.repeats:
        return False
    return "players" not in row.sentence.facts


def field_of_build_or_offering(step: Step) -> int | None:
    """Return the field on which the step builds or makes an offering; None if it does neither."""
    if isinstance(step.command, BuildHut | BuildTemple):
        return step.command.field
    offered = (event for event in step.events if isinstance(event, OfferingMade))
    return next((event.field for event in offered), None)


_TURN = 0.28
_SIDE = 0.17
"""Widths of a turn's title and of the column of buttons, relative to the rows of the log."""
_SHARES = (1.0, 1.6, 1.0, 1.6, 1.0)
"""Heights of the four buttons and of the text in the middle, relative to each other."""
_COLUMN_GAP = 16
_SLIDER = 48
_NARROW = 420
"""Minimum width in sp of a row that shows the points beside the text."""


class _SavedPosition(NamedTuple):
    """State of the page to restore when the player comes back.

    `log` has the game's key and the number of entries in the log. `place` is the index in the log
    of the entry that the page shows instead of the list. `reads` is set while the page shows the
    explanation of this entry's step (“Why?”) instead of the step's card. `reads_only` is set if
    closing the explanation leads back to the list, not to the card. `board` is set if the page was
    opened to show the board, not the list of rows.
    """

    log: tuple[str, int]
    place: int
    reads: bool
    reads_only: bool
    board: bool


class LogPage(BoardPage):
    opening_route: routes.Log | None

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        game, session = navigator.displayed_game, navigator.app_state.session
        self._can_edit = session is not None and game is session.game
        route, kept = self.opening_route or routes.Log(), navigator.state_to_restore
        self._log_key = (game.key, len(game.log))
        left = kept if isinstance(kept, _SavedPosition) and kept.log == self._log_key else None
        self._board = (
            left is not None and left.board if self.opening_route is None else route.shows_board
        )
        self.log = [entry for entry in game.log if entry.position or not self._board]
        self.place: int | None = None
        """Index of the visible step; None while the list of rows is visible."""
        self._reads = self._reads_only = False
        self._forgot = self._can_edit and (route.for_forgotten_step or isinstance(kept, routes.Log))
        self._rows: dict[int, Column] = {}
        self._slider: Slider | None = None
        self._shown = self._down_from(len(self.log) - 1)
        self._said = ""
        # A finger on the slider may pass several steps in one frame; draw the board only once.
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
    def state_to_restore(self) -> _SavedPosition | routes.Log | None:
        # A step opened from the list is restored only if its explanation was open.
        if self.place is not None and (self._reads or self._board):
            return _SavedPosition(
                self._log_key, self.place, self._reads, self._reads_only, self._board
            )
        return routes.Log(for_forgotten_step=True) if self._forgot else None

    def destroy(self) -> None:
        self._soon.cancel()
        super().destroy()

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

    def build_form(self) -> Form:
        return self._rows_form() if self.place is None else self._step_form(self.place)

    def _look_at(self, place: int) -> None:
        if 0 <= place < len(self.log):
            self.place, self._said = place, ""
            self.turned.clear()
        else:
            self._said = _("This is the first.") if place < 0 else _("This is the newest.")
        self.show()
        self._reached = self.place or 0
        if self._slider is not None:
            self._slider.move_handle(self._reached)

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
        self._slider.move_handle(self._reached)
        return self._slider

    def _slide(self, place: int, lifted: bool) -> None:  # noqa: FBT001 - the order of Slider's callback
        self._reached = place
        if lifted:
            self._soon.cancel()
            self._look_at(place)
        else:
            self._soon()

    def _step_form(self, place: int) -> Form:
        game, open_chips = self.navigator.displayed_game, self.app_state.settings.open_chips
        entry = self.log[place]
        step, turn = entry.step, turn_heading(entry)
        face = face_rolled_in_turn(step.after, game.history.ancestors(step.number))
        picture = board_picture(
            step.after, touched_field=field_of_build_or_offering(step), die_face=face
        )
        title = f"{turn.title} · {turn.name}" if turn.name else turn.title
        why = reasons(step.state_before, step.all_events)
        if self._reads:
            # Reasons that players typed may need several pages, so the card can turn pages.
            texts = [Paragraph(entry_text(entry), ""), *map(reason_paragraph, why)]
            about = Button("about", routes.Rules(rule_ids(why)), _("The full rule"))
            card = reading_card(_("Why?"), texts, about)
            return Form(title, back_button(self._stop_reading), (card,), BoardBesideForm(picture))
        edits = possible_amendments(entry, len(game.steps)) if self._can_edit else ()
        foot = [Row(tuple(map(self._edit, edits)))] if edits else []
        slider = [Widget(self._new_slider, height=_SLIDER)] if self._board else []
        ways = [Button("earlier", call(self._look_at, place - 1), _("Earlier"))]
        if why:
            ways.append(Button("why", call(self._read, place, only=False), _("Why?")))
        ways.append(Button("later", call(self._look_at, place + 1), _("Later")))
        rows = (*foot, Row(tuple(ways), fits_texts=True), *slider)
        back, card = back_button(self._leave_step), self._card(entry)
        return self.form_with_trays_and_card(
            title, back, card, rows, step.after, picture, show_hands=open_chips
        )

    def _card(self, entry: LogEntry) -> Column:
        color = getattr(entry.step.command, "by", None)
        time, struck = date_and_time_text(entry.step.time), entry.position is None
        if struck:
            time = _("{time} · undone", time=time)
        tone = TextStyle.BOLD if self._said or struck else TextStyle.PLAIN
        badge = () if color is None else (Icon(color, 9),)
        moves = piece_move_texts(entry, open_chips=self.app_state.settings.open_chips)
        texts = (
            Row((*badge, Text(self._said or time, tone, size=theme.SMALL_TEXT)), height=0, gap=5),
            Text(entry_text(entry), TextStyle.BOLD, size=theme.DECISION_TEXT, shrinks=True),
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

    def _rows_form(self) -> Form:
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
        return Row((_turn_block(turn), Column(tuple(map(self._row, places)))), height=0)

    def _row(self, place: int) -> Column:
        if place not in self._rows:
            entry, act = self.log[place], call(self._look_at, place)
            width = self._room[0] / (1 + _TURN) - dp(theme.TOUCH + 2 * theme.GAP)
            narrow = width < sp(_NARROW)
            blocks = {place + 1: entry_block(entry, place + 1, act, narrow=narrow)}
            if scored := final_scoring_changes(entry):
                text = Text(_("Final scoring"), TextStyle.PLAIN)
                rows = _with_points([text], scored, [], narrow=narrow)
                final = Column(
                    rows, gap=2, ground=theme.SURFACE, pad=_PAD, key="entry.0", action=act
                )
                blocks = {0: final, **blocks}
            read = call(self._read, place, only=True)
            lines = []
            for number, block in blocks.items():
                why = Button(f"why.{number}", read, style=ButtonStyle.WHY, width=0)
                lines.append(Row((block, why), height=0))
            self._rows[place] = Column(tuple(lines))
        return self._rows[place]

    def _turn_at(self, place: int) -> TurnHeading:
        return turn_heading(self.log[place])

    @property
    def _room(self) -> tuple[float, float]:
        body = self.body_box
        if self.box.is_upright:
            foot = height_of(Column((Text("0"), Row())), body.width, 1.0)
            return body.width, body.height - foot - dp(theme.GAP)
        return body.split_columns((1.0, _SIDE), dp(_COLUMN_GAP))[0].width, body.height

    def _fitting(self, places: Iterable[int]) -> list[int]:
        width, left = self._room
        found: list[int] = []
        for place in places:
            group = self._group(self._turn_at(place), (place,))
            left -= height_of(group, width, 1.0)
            if found and left < 0:
                break
            found.append(place)
            left -= dp(theme.GAP)
        return found

    def _down_from(self, place: int) -> list[int]:
        return self._fitting(range(place, -1, -1))

    def _up_from(self, place: int) -> list[int]:
        return self._fitting(range(place, len(self.log)))[::-1]

    def _turning(self) -> tuple[Block, ...]:
        first, last, number = self._shown[0] + 1, self._shown[-1] + 1, len(self.log)
        range_text = _("Rows {first} to {last} of {number}", first=first, last=last, number=number)
        said = TextStyle.WARNED if self._said else TextStyle.SOFT
        ways = (
            ("newest", _("Newest"), first == number),
            ("newer", _("Newer"), first == number),
            ("older", _("Older"), last == 1),
            ("oldest", _("Oldest"), last == 1),
        )
        buttons: list[Block] = []
        for key, text, is_last in ways:
            style = ButtonStyle.QUIET if is_last else ButtonStyle.PLAIN
            buttons.append(Button(key, call(self._turn, key), text, style))
        buttons.insert(2, Text(self._said or range_text, said, align=Align.CENTER))
        return tuple(buttons)

    def _turn(self, key: str) -> None:
        top, bottom, newest = self._shown[0], self._shown[-1], len(self.log) - 1
        self._said = ""
        with height_cache():
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
                case _:
                    self._shown = self._up_from(0)
            self.show()
