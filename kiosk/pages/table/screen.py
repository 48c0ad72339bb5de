"""The table: the board at the left, one question at the right (touchscreen, "Screens")."""

from bisect import bisect_left
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from kivy.clock import Clock
from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp

from companion.commands import Command, Roll
from companion.errors import RuleViolation
from companion.events import DruidWalked, Event, GameEnded
from companion.pieces import MATERIALS, Material
from companion.sentence import Sentence
from companion.state import GameState, Phase
from kiosk.pages.table.card import Card, height_of
from kiosk.pages.table.draft import (
    Draft,
    Ending,
    Hands,
    Menu,
    Mover,
    Nothing,
    Paying,
    Site,
    Surveying,
    beneath,
    draft_at_field,
)
from kiosk.pages.table.question import Choice, Do, Go, Peek, RollDie, Tell, Think
from kiosk.pages.table.view import question, tap_on_plain
from kiosk.pieces import drawing
from kiosk.pieces.board import BoardView
from kiosk.pieces.die import TUMBLE_SECONDS, TumblingDie
from kiosk.pieces.picture import Standing, board_picture, face_up, standings
from kiosk.pieces.standings import Standings, rows_height, tiles_height
from kiosk.stage import Screen, Stage
from kiosk.toolkit import theme
from kiosk.toolkit.reading import Paragraph, ReadingCard, reason_paragraph
from kiosk.toolkit.surface import Box, Surface, text_height
from kiosk.toolkit.tap import Tap, draw_button
from kiosk.words.latest_moves import latest_moves
from kiosk.words.reasons import Reason, reason
from kiosk.words.texts import _, refusal_text, said, several

_MARGIN = 8
_GAP = 8
_SECOND_TAP_SECONDS = 0.35
_SECOND_TAP_REACH = 40
"""A step so soon and so near after another is the same finger trembling, in dp."""
_SAVE_SECONDS = 5


class _Head(NamedTuple):
    """What stands above the question: the players as rows or as tiles, in pixels of height."""

    players: tuple[Standing, ...]
    height: float
    tiles: bool


class _Pondering(NamedTuple):
    """What somebody had pointed at or counted out, and in which state of the game."""

    state: GameState
    draft: Draft


class TableScreen(Screen):
    """Plays the game on the desk: every decision, its pieces to move, and its way back."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        if self.desk.session is None:
            raise ValueError("the table shows the game on the desk, and there is none")
        self.session = self.desk.session
        self.draft = self._draft_before()
        self._told: tuple[str, ...] = ()
        self._reasons: tuple[Reason, ...] = ()
        self._notice: Reason | None = None
        self._reading = ""
        self._decided_at = (-1.0, (0.0, 0.0))
        self._rolling: TumblingDie | None = None
        self._column: Surface | None = None
        self._standings: Standings | None = None
        self._overlay: Surface | None = None
        self._panel_mark: Tap | None = None
        self.board = BoardView(
            Box(self.box.x, self.box.y, self.box.height, self.box.height),
            self._on_field,
            self._on_plain,
        )
        self.add_widget(self.board)
        self._saving = Clock.schedule_interval(self._save_again, _SAVE_SECONDS)
        self._tell_latest_moves()
        self.refresh()
        self._show_panel_mark()

    @property
    def state(self) -> GameState:
        """The game as it stands."""
        return self.session.state

    def _draft_before(self) -> Draft:
        """What was half decided here, unless the game has moved on since."""
        kept = self.stage.half_entered.get("table")
        if isinstance(kept, _Pondering) and kept.state == self.session.state:
            return kept.draft
        return Nothing()

    @property
    def half_entered(self) -> _Pondering | None:
        """What somebody ponders; looking at hands and at the menu above it ends here."""
        draft = beneath(self.draft)
        if isinstance(draft, Nothing | Ending):
            return None
        return _Pondering(self.state, draft)

    def panel_changed(self) -> None:
        """Show or clear the mark of a panel that does not work."""
        self._show_panel_mark()

    def leave(self) -> None:
        """Stop the clock of this screen."""
        self._saving.cancel()
        if self._rolling is not None:
            self._rolling.stop()
        self.finish_motion()

    def finish_motion(self) -> None:
        """Let the druid arrive and the points be counted at once."""
        self.board.finish_walk()
        if self._standings is not None:
            self._standings.finish_count()

    def refresh(self, *, walk_from: int | None = None) -> None:
        """Draw what the game and the draft ask for now."""
        draft = self.draft
        plain = draft.plain if isinstance(draft, Mover) else None
        picture = board_picture(
            self.state, pointed=_pointed(draft), plain=plain, face=face_up(self.session)
        )
        self.board.show(picture, walk_from=walk_from)
        self._show_column()

    def _show_panel_mark(self) -> None:
        """A small mark in the board's corner while the panel does not work; a tap tells why."""
        if self._panel_mark is not None:
            self.remove_widget(self._panel_mark)
            self._panel_mark = None
        if self.stage.panel is None or not self.stage.panel.is_troubled:
            return
        side = dp(theme.TOUCH)
        board = self.board.box
        box = Box(board.right - side - dp(4), board.y + dp(4), side, side)
        mark = Tap(box, "panel_mark", lambda: self.stage.go("panel"))
        with mark.canvas:
            drawing.troubled_panel(box.center, side * 0.3)
        mark.shade_when_pressed()
        self._panel_mark = mark
        self.add_widget(mark)

    def _tell_latest_moves(self) -> None:
        self._told, self._reasons = latest_moves(self.session.log)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """A touch ends whatever moves; while the die tumbles it does nothing else."""
        self.finish_motion()
        if self._rolling is not None:
            self._rolling.skip()
            return True
        return bool(super().on_touch_down(touch))

    # The right column

    def _show_column(self) -> None:
        if self._column is not None:
            self.remove_widget(self._column)
        if self._standings is not None:
            self._standings.finish_count()
            self._standings = None
        margin = dp(_MARGIN)
        left = self.box.height + margin
        box = Box(
            left, self.box.y + margin, self.box.right - left - margin, self.box.height - 2 * margin
        )
        column = Surface(box)
        self._column = column
        bar = Box(box.x, box.y, box.width, dp(theme.TOUCH))
        self._add_bar(column, bar)
        area = Box(box.x, bar.top + dp(_GAP), box.width, box.top - bar.top - dp(_GAP))
        if self._reading:
            column.add_widget(self._reading_card(area))
        else:
            self._add_question(column, area)
        self.add_widget(column)

    def _add_question(self, column: Surface, area: Box) -> None:
        asked = question(self.state, self.draft, app_die=self.desk.settings.app_die)
        gap = dp(_GAP)
        lines = self._lines_to_show()
        told = self._told_height(lines, area.width)
        room = area.height - height_of(asked, area.width) - (gap if lines else 0)
        if self._notice is not None and room < dp(theme.TOUCH):
            column.add_widget(self._reading_card(area))
            return
        head = self._head_that_fits(told, room)
        below = area.top
        if head is not None:
            top = Box(area.x, area.top - head.height, area.width, head.height)
            self._standings = Standings(top, head.players, tiles=head.tiles)
            column.add_widget(self._standings)
            below = top.y - gap
            room -= head.height + gap
        if lines:
            box = Box(area.x, below - min(told, room), area.width, min(told, room))
            column.add_widget(self._told_box(box, lines))
            below = box.y - gap
        column.add_widget(
            Card(
                Box(area.x, area.y, area.width, below - area.y),
                asked,
                on_choice=self._on_choice,
                on_peek=self._on_peek,
                on_why=lambda: self._read("question"),
            )
        )

    def _head_that_fits(self, told: float, room: float) -> _Head | None:
        """The largest standings that leave enough of `room` for what is told; None: not any.

        Rows leave room for all that is told, tiles for its beginning. In pixels.
        """
        hands = self.desk.settings.open_chips
        number = len(self.state.players)
        whole = standings(self.state, open_chips=hands)
        bare = standings(self.state, open_chips=False)
        least = min(told, dp(theme.TOUCH))
        heads = (
            (_Head(whole, rows_height(number, hands=hands), tiles=False), told),
            (_Head(whole, tiles_height(hands=hands), tiles=True), least),
            (_Head(bare, tiles_height(hands=False), tiles=True), least),
        )
        gap = dp(_GAP)
        return next((head for head, need in heads if head.height + gap + need <= room), None)

    def _lines_to_show(self) -> tuple[str, ...]:
        if self._notice is not None:
            return (self._notice.sum,)
        trouble = _sentences(self.session.unsaved)
        if self.draft != Nothing():
            return trouble
        # Why nothing is saved fills the box of a small screen: what to move goes before it.
        short = (_("Not saved."),) if trouble and self._told else ()
        return (*short, *self._told, *trouble, *_sentences(self.session.notice))

    def _told_height(self, lines: tuple[str, ...], width: float) -> float:
        if not lines:
            return 0.0
        inner = width - dp(20 + 28)
        text = text_height("\n".join(lines), inner, theme.SMALL_TEXT)
        return max(float(dp(theme.TOUCH)), text + dp(12))

    def _told_box(self, box: Box, lines: tuple[str, ...]) -> Tap:
        """What to move on the cardboard, or what went wrong; a tap tells all and why."""
        wrong = self._notice is not None or bool(self.session.unsaved)
        ground = theme.WARNING if wrong else theme.SURFACE
        tap = Tap(box, "told", lambda: self._read("told"))
        tap.fill(ground, radius=10)
        sign = (box.right - dp(18), box.center[1])
        with tap.canvas:
            drawing.disc(sign, dp(11), theme.mixed(ground, theme.LIGHT, 0.15))
        tap.write(
            "?",
            Box(sign[0] - dp(11), sign[1] - dp(11), dp(22), dp(22)),
            ink=theme.LIGHT,
            ground=theme.mixed(ground, theme.LIGHT, 0.15),
            size=theme.SMALL_TEXT,
            bold=True,
            halign="center",
        )
        text = Box(box.x + dp(10), box.y + dp(5), box.width - dp(20 + 28), box.height - dp(10))
        shown = _lines_that_fit(lines, text)
        tap.write(shown, text, ink=theme.LIGHT, ground=ground, size=theme.SMALL_TEXT)
        tap.shade_when_pressed()
        return tap

    def _add_bar(self, column: Surface, box: Box) -> None:
        buttons = (
            ("undo", _("Undo"), self.undo),
            ("redo", _("Redo"), self._redo),
            ("log", _("Log"), lambda: self.stage.go("log")),
            ("hands", _("Hand"), lambda: self.point(Hands(beneath(self.draft)))),
            ("menu", _("Menu"), lambda: self.point(Menu(beneath(self.draft)))),
        )
        can = {"undo": self.session.can_undo, "redo": self.session.can_redo}
        for (key, text, action), place in zip(buttons, box.split((1,) * 5, dp(_GAP)), strict=True):
            tap = Tap(place, key, partial(self._unless_rolling, action))
            ink = (
                theme.LIGHT if can.get(key, True) else theme.mixed(theme.LIGHT, theme.SURFACE, 0.4)
            )
            draw_button(tap, text=text, fill=theme.SURFACE, ink=ink, size=theme.SMALL_TEXT)
            column.add_widget(tap)

    # Reading

    def _read(self, what: str) -> None:
        self._reading = what
        self._show_column()

    def _stop_reading(self) -> None:
        """Go back to the question; why something was refused has been read then."""
        if self._reading != "question":
            self._notice = None
        self._reading = ""
        self._show_column()

    def _reading_card(self, area: Box) -> ReadingCard:
        if self._reading == "question":
            asked = question(self.state, self.draft, app_die=self.desk.settings.app_die)
            found = tuple(reason(rule) for rule in asked.rules)
            before = [Paragraph("", text) for text in asked.sums]
            return ReadingCard(
                area, _("Why?"), [*before, *map(reason_paragraph, found)], self._stop_reading
            )
        if self._notice is not None:
            return ReadingCard(
                area, _("Why not?"), [reason_paragraph(self._notice)], self._stop_reading
            )
        return self._moves_card(area)

    def _moves_card(self, area: Box) -> ReadingCard:
        """All that the box above the question tells, the rules behind it, and trouble first."""
        title, moves = _("Do this at the table"), "\n".join(self._told)
        paragraphs = [Paragraph("", moves)]
        if self.session.unsaved is not None:
            trouble = Paragraph("", said(self.session.unsaved))
            paragraphs = [trouble, Paragraph(title, moves)] if moves else [trouble]
            title = _("Not saved")
        paragraphs += [Paragraph("", text) for text in _sentences(self.session.notice)]
        paragraphs += map(reason_paragraph, self._reasons)
        return ReadingCard(area, title, paragraphs, self._stop_reading)

    # What people do

    def _on_field(self, field: int, lifted: bool) -> None:  # noqa: FBT001 - the board's own order
        self.finish_motion()
        self._notice = None
        self._reading = ""
        draft = Site(field) if not lifted else draft_at_field(self.state, field)
        if draft != self.draft:
            self.point(draft)

    def _on_plain(self, plain: Material) -> None:
        self._unless_rolling(lambda: self._carry_out(tap_on_plain(self.state, self.draft, plain)))

    def _on_choice(self, choice: Choice) -> None:
        self._unless_rolling(lambda: self._carry_out(choice.action))

    def _unless_rolling(self, act: Callable[[], None]) -> None:
        """Act, but not while the die tumbles: a finger may have lain there as the panel rolled."""
        if self._rolling is None:
            act()

    def _carry_out(self, action: object) -> None:
        match action:
            case Think(draft):
                self.point(draft)
            case Do() | RollDie() if self._is_second_tap():
                pass
            case Do(command):
                self.decide(command)
            case RollDie():
                self.roll()
            case Tell(text):
                self._say(text)
            case Go(screen):
                self.stage.go(screen)
            case Peek():
                pass
            case _:
                raise TypeError(f"nobody can carry out {action!r}")

    def point(self, draft: Draft) -> None:
        """Show what somebody points at."""
        self._notice = None
        self._reading = ""
        self.draft = draft
        self.refresh()

    def _say(self, text: str) -> None:
        self._notice = Reason("", None, "", text)
        self._reading = ""
        self.refresh()

    def _is_second_tap(self) -> bool:
        """Whether the finger that has just decided or taken back trembles: it means one step."""
        when, (x, y) = self._decided_at
        touch, reach = self.stage.last_touch, dp(_SECOND_TAP_REACH)
        near = abs(touch[0] - x) < reach and abs(touch[1] - y) < reach
        return near and Clock.get_time() - when < _SECOND_TAP_SECONDS

    def decide(self, command: Command) -> None:
        """Carry out a command, and show what it did or why it was refused."""
        self._reading = ""
        try:
            step = self.session.apply(command)
        except RuleViolation as refusal:
            page = reason(refusal.rule)
            text = refusal_text(self.state, refusal)
            self._notice = Reason(
                page.rule, page.page, page.text, _("Not possible: {reason}.", reason=text)
            )
            self.refresh()
            return
        self._decided_at = (Clock.get_time(), self.stage.last_touch)
        self._notice = None
        self.draft = Nothing()
        self._tell_latest_moves()
        if any(isinstance(event, GameEnded) for event in step.events):
            self.stage.go("end")
            return
        if not self.desk.settings.motion:
            self.refresh()
            return
        self.refresh(walk_from=_walked_from(step.events))
        if self._standings is not None:
            self._standings.count_from({one.color: one.points for one in step.before.players})

    def undo(self) -> None:
        """Take the last step back, and tell which pieces to put back, or that there is none."""
        if self._is_second_tap():
            return
        if not self.session.can_undo:
            self._say(_("There is nothing to take back."))
            return
        self.session.undo()
        self._back_to_question()

    def _redo(self) -> None:
        if self._is_second_tap():
            return
        if not self.session.can_redo:
            self._say(_("Nothing was taken back that could be done again."))
            return
        self.session.redo()
        self._back_to_question()

    def _back_to_question(self) -> None:
        self._decided_at = (Clock.get_time(), self.stage.last_touch)
        self._tell_latest_moves()
        self.draft = Nothing()
        self._notice = None
        self._reading = ""
        self.refresh()

    # The die

    @property
    def asks_roll(self) -> bool:
        """Whether the roll of the app's die is what the screen asks at this moment."""
        return (
            self.state.phase is Phase.ROLL
            and self.desk.settings.app_die
            and self.draft == Nothing()
            and not self._reading
            and self._rolling is None
        )

    def roll(self) -> None:
        """Roll the app's die; it tumbles for under a second where the table allows motion.

        Does nothing while it tumbles already, and once the roll is not asked any more.
        """
        decider = self.state.decider
        if decider is None or self.state.phase is not Phase.ROLL or self._rolling is not None:
            return
        self.finish_motion()
        command = Roll(by=decider, face=self.desk.roll())
        if not self.desk.settings.motion:
            self.decide(command)
            return
        link = self.stage.panel
        seconds = TUMBLE_SECONDS if link is None else link.tumble()
        self._rolling = TumblingDie(self._card_box(), lambda: self._stop_rolling(command), seconds)
        self.add_widget(self._rolling)

    def _stop_rolling(self, command: Command) -> None:
        if self._rolling is None:
            return
        self.remove_widget(self._rolling)
        self._rolling = None
        self.decide(command)

    def _card_box(self) -> Box:
        if self._column is None:
            raise ValueError("the column is drawn before anything covers it")
        return next(child.box for child in self._column.children if isinstance(child, Card))

    # Secret chips

    def _on_peek(self, choice: Choice, shown: bool) -> None:  # noqa: FBT001 - the card's own order
        self._clear_overlay()
        if not shown or not isinstance(choice.action, Peek):
            return
        player = self.state.player(choice.action.color)
        card = self._card_box()
        box = Box(card.x, self.box.top - dp(_MARGIN) - dp(150), card.width, dp(150))
        overlay = Surface(box)
        overlay.fill(theme.PLAYERS[player.color], radius=12)
        overlay.fill(theme.PAPER, box.inset(dp(4)), radius=9)
        inner = box.inset(dp(12))
        title, chips = inner.rows((0.35, 0.65), dp(6))
        overlay.write(
            player.name,
            title,
            ink=theme.INK,
            ground=theme.PAPER,
            size=theme.TITLE_TEXT,
            bold=True,
            shorten=True,
        )
        for material, cell in zip(MATERIALS, chips.split((1,) * 4, dp(4)), strict=True):
            upper, lower = cell.rows((0.6, 0.4), 0)
            with overlay.canvas:
                drawing.chip(material, upper.center, dp(18))
            overlay.write(
                str(player.hand.number(material)),
                lower,
                ink=theme.INK,
                ground=theme.PAPER,
                size=theme.TITLE_TEXT,
                bold=True,
                halign="center",
            )
        self._overlay = overlay
        self.add_widget(overlay)

    def _clear_overlay(self) -> None:
        if self._overlay is not None:
            self.remove_widget(self._overlay)
            self._overlay = None

    # Saving

    def _save_again(self, _delta: float) -> None:
        """Write what a full disk has kept from being written, as soon as it can be."""
        if self.session.unsaved is None:
            return
        self.session.save_pending()
        if self.session.unsaved is None:
            self._show_column()


def _sentences(notice: Sentence | None) -> tuple[str, ...]:
    return () if notice is None else (said(notice),)


def _walked_from(events: tuple[Event, ...]) -> int | None:
    walks = [event for event in events if isinstance(event, DruidWalked)]
    return walks[-1].source if walks else None


def _pointed(draft: Draft) -> int | None:
    match draft:
        case Site(field) | Surveying(field):
            return field
        case Paying(purpose):
            return getattr(purpose, "field", None)
        case _:
            return None


def _lines_that_fit(lines: tuple[str, ...], box: Box) -> str:
    """As many lines as the box holds, and how many more a tap shows."""
    for kept in range(len(lines), 0, -1):
        hidden = len(lines) - kept
        text = "\n".join((*lines[:kept], *((_more(hidden),) if hidden else ())))
        if _fits(text, box):
            return text
    return _beginning(lines[0], (_more(len(lines) - 1),) if len(lines) > 1 else (), box)


def _more(number: int) -> str:
    return several("and {number} more", "and {number} more", number)


def _fits(text: str, box: Box) -> bool:
    return text_height(text, box.width, theme.SMALL_TEXT) <= box.height + 1


def _beginning(line: str, following: tuple[str, ...], box: Box) -> str:
    """A line and what follows; only its beginning where it is too long: a tap shows the rest."""
    whole = "\n".join((line, *following))
    if _fits(whole, box):
        return whole

    def cut(length: int) -> str:
        return "\n".join((line[:length].rstrip() + "…", *following))

    fitting = bisect_left(range(len(line)), 1, key=lambda length: not _fits(cut(length), box))
    return cut(max(0, fitting - 1))
