"""A new game: who plays, on which board, where the bonus chips lie, what to lay out."""

from collections.abc import Callable
from enum import StrEnum
from functools import partial
from secrets import SystemRandom

import msgspec
from kivy.metrics import dp
from msgspec.structs import replace

from companion.errors import JournalError, RuleViolation
from companion.memory.boards import BoardFile
from companion.pieces import Bonus, Color, Material
from kiosk.pages.new_game.view import (
    MOST,
    NAME_LIMIT,
    Chair,
    LayOut,
    SetupDraft,
    board_detail,
    board_of,
    board_title,
    bonus_advice,
    finished,
    holding,
    laid_by_chance,
    left_of,
    on_ring,
    places_for_held,
    refusal_in_words,
    same_players,
    setup_picture,
    tapped_field,
    to_lay_out,
    with_chair,
    with_color,
    with_name,
    without_bonus,
    without_chair,
)
from kiosk.pieces import drawing
from kiosk.pieces.board import BoardView
from kiosk.stage import Screen, Stage
from kiosk.toolkit import theme
from kiosk.toolkit.key_pages import Typing, typing
from kiosk.toolkit.keyboard import Keyboard
from kiosk.toolkit.reading import ReadingCard
from kiosk.toolkit.surface import Box, Column, Surface, text_height
from kiosk.toolkit.tap import Tap, draw_button
from kiosk.words.moments import journal_text
from kiosk.words.paragraph import Paragraph
from kiosk.words.texts import _, several, visible, word

_GAP = 8
_MARGIN = 8
_FOOT = 56
_NOTICE = 40
_BOARDS_A_PAGE = 5
_TITLE = 40


class _Page(StrEnum):
    """What of the setup is shown."""

    PLAYERS = "players"
    BOARDS = "boards"
    BONUS = "bonus"
    LAY_OUT = "lay_out"


class _Entries(msgspec.Struct, frozen=True):
    """What has been entered, the page that is shown, and the name of a chair while it is typed."""

    setup: SetupDraft
    page: _Page = _Page.PLAYERS
    name: tuple[int, Typing] | None = None


class NewGameScreen(Screen):
    """Three pages: the players and the board, the six bonus chips, what to lay out.

    Players, n from 0 in seating order: `seat.<n>.color` turns the row into `color.<color>` for each
    colour (one that another player has is swapped with theirs) and `color.cancel`; `seat.<n>.name`
    opens the keyboard (see `Keyboard`); `seat.<n>.first` makes them begin; `seat.<n>.remove`;
    `seat.add`. `board` lists the boards: `board.auto` (the one for that number of players) or
    `board.<index>` in the order of `BoardShelf.boards`, `more` turns the page, `board.errors` tells
    which files cannot be read, `back` changes nothing. `next` goes on, `back` is the start screen.
    There may be players already: those of the game on the desk. What has been entered is there
    again until a game is begun with it.

    Bonus chips: `bonus.<kind>` takes one up; a field of the picture (a `BoardView` at `board`, see
    `field_center`) lays it, or takes away the chip that lies there; `bonus.lay` lays all six by
    chance; `bonus.clear` takes all away; `next`, `back`.

    What to lay out: `begin` begins the game and shows the table, or why the game at hand must not
    be given up yet; `back`.
    """

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        session = self.desk.session
        self._fresh = _Entries(SetupDraft() if session is None else same_players(session.setup))
        kept = stage.half_entered
        entries = kept if isinstance(kept, _Entries) else self._fresh
        self.draft = entries.setup
        self.board = BoardView(
            Box(self.box.x, self.box.y, self.box.height, self.box.height),
            self._on_field,
            self._on_plain,
        )
        self._page = entries.page
        self._naming: tuple[int, Keyboard] | None = None
        self._coloring: int | None = None
        self._boards_page = 0
        self._notice = ""
        self._show()
        if entries.name is not None:
            self._type_name(*entries.name)

    @property
    def half_entered(self) -> _Entries | None:
        """All that was entered, unless nothing was."""
        name = None
        if self._naming is not None:
            number, keyboard = self._naming
            name = (number, keyboard.typed)
        entries = _Entries(self.draft, self._page, name)
        return None if entries == self._fresh else entries

    def _show(self) -> None:
        self._clear()
        match self._page:
            case _Page.PLAYERS:
                self._show_players()
            case _Page.BOARDS:
                self._show_boards()
            case _Page.BONUS:
                self._show_bonus()
            case _Page.LAY_OUT:
                self._show_lay_out()

    def _clear(self) -> None:
        self._naming = None
        self.clear_widgets()
        self.canvas.clear()
        self.inscriptions.clear()

    def _turn_to(self, page: _Page) -> None:
        self._page = page
        self._notice = ""
        self._coloring = None
        self._show()

    def _try(self, change: Callable[[], SetupDraft]) -> None:
        """Take over a change, or say why it cannot be."""
        try:
            self.draft = change()
            self._notice = ""
        except RuleViolation as refusal:
            self._notice = refusal_in_words(refusal)
        self._coloring = None
        self._show()

    # The players

    def _show_players(self) -> None:
        area = self.head(_("New game"), back=self.stage.back)
        foot = Box(area.x, area.y, area.width, dp(_FOOT))
        told = Box(area.x, foot.top + dp(_GAP), area.width, dp(_NOTICE))
        rows_box = Box(area.x, told.top, area.width, area.top - told.top)
        rows = rows_box.rows((1,) * MOST, dp(_GAP))
        for number, (chair, row) in enumerate(zip(self.draft.chairs, rows, strict=False)):
            if number == self._coloring:
                self._add_colors(row, number)
            else:
                self._add_chair(row, number, chair)
        if len(self.draft.chairs) < MOST:
            self._add_quiet(
                rows[len(self.draft.chairs)],
                "seat.add",
                _("One more player"),
                self._add_player,
            )
        self._tell(told)
        board, following = foot.split((2.4, 1), dp(_GAP))
        self._add_board_button(board)
        self.button(
            following, "next", _("Bonus chips"), lambda: self._turn_to(_Page.BONUS), primary=True
        )

    def _tell(self, box: Box) -> None:
        text = self._notice or _("In seating order, clockwise round the table.")
        ink = theme.SAND if self._notice else theme.LIGHT_SOFT
        self.write(text, box, ink=ink, ground=theme.GROUND)

    def _add_chair(self, row: Box, number: int, chair: Chair) -> None:
        color, name, starts, gone = row.split((1.5, 4.1, 1.3, 0.6), dp(_GAP))
        self.button(
            color,
            f"seat.{number}.color",
            word(chair.color),
            lambda: self._choose_color(number),
            pieces=(chair.color,),
        )
        self._add_name(name, number, chair)
        self._add_starts(starts, number)
        self._add_quiet(gone, f"seat.{number}.remove", "×", lambda: self._remove_player(number))

    def _add_player(self) -> None:
        self._try(lambda: with_chair(self.draft))

    def _remove_player(self, number: int) -> None:
        self._try(lambda: without_chair(self.draft, number))

    def _add_quiet(self, box: Box, key: str, text: str, on_tap: Callable[[], None]) -> None:
        tap = Tap(box, key, on_tap)
        draw_button(tap, text=text, fill=theme.SURFACE)
        self.add_widget(tap)

    def _add_name(self, box: Box, number: int, chair: Chair) -> None:
        tap = Tap(box, f"seat.{number}.name", lambda: self._type_name(number))
        tap.fill(theme.RAISED, radius=10)
        name, hint = box.inset(dp(14), dp(2)).split((3, 1), dp(_GAP))
        tap.write(
            visible(chair.shown),
            name,
            ink=theme.LIGHT,
            ground=theme.RAISED,
            size=theme.TITLE_TEXT,
            bold=chair.name is not None,
            shorten=True,
        )
        tap.write(
            _("Rename"),
            hint,
            ink=theme.LIGHT_SOFT,
            ground=theme.RAISED,
            size=theme.SMALL_TEXT,
            halign="right",
        )
        tap.shade_when_pressed()
        self.add_widget(tap)

    def _add_starts(self, box: Box, number: int) -> None:
        starts = number == self.draft.first
        tap = Tap(box, f"seat.{number}.first", lambda: self._start_with(number))
        ground = theme.PAPER if starts else theme.SURFACE
        ink = theme.INK if starts else theme.LIGHT_SOFT
        tap.fill(ground, radius=10)
        mark = (box.x + dp(22), box.center[1])
        with tap.canvas:
            drawing.ring(mark, dp(8), ink, dp(1.5))
            if starts:
                drawing.disc(mark, dp(4.5), ink)
        text = Box(mark[0] + dp(16), box.y, box.right - mark[0] - dp(20), box.height)
        tap.write(_("Starts"), text, ink=ink, ground=ground, bold=starts)
        tap.shade_when_pressed()
        self.add_widget(tap)

    def _start_with(self, number: int) -> None:
        self._try(lambda: replace(self.draft, first=number))

    def _choose_color(self, number: int) -> None:
        self._notice = ""
        self._coloring = number
        self._show()

    def _add_colors(self, row: Box, number: int) -> None:
        *places, cancel = row.split((1.6,) * len(Color) + (0.6,), dp(_GAP))
        for color, place in zip(Color, places, strict=True):
            self.button(
                place,
                f"color.{color}",
                word(color),
                partial(self._take_color, number, color),
                pieces=(color,),
                chosen=color is self.draft.chairs[number].color,
            )
        self._add_quiet(cancel, "color.cancel", "×", lambda: self._try(lambda: self.draft))

    def _take_color(self, number: int, color: Color) -> None:
        self._try(lambda: with_color(self.draft, number, color))

    def _type_name(self, number: int, typed: Typing | None = None) -> None:
        """Open the keyboard on a chair's name, or on what is `typed` of it already."""
        chair = self.draft.chairs[number]
        self._clear()
        keyboard = Keyboard(
            self.box,
            _("The name of the {color} player", color=word(chair.color)),
            typed or typing(chair.shown, NAME_LIMIT, fresh=chair.name is None),
            on_done=lambda name: self._try(lambda: with_name(self.draft, number, name)),
            on_cancel=self._show,
        )
        self._naming = (number, keyboard)
        self.add_widget(keyboard)

    # The board

    def _add_board_button(self, box: Box) -> None:
        shown = board_of(self.draft, self.desk.shelf)
        file = next(file for file in self.desk.shelf.boards if file.board == shown)
        self._add_board(box, "board", file, lambda: self._turn_to(_Page.BOARDS))

    def _add_board(
        self,
        box: Box,
        key: str,
        file: BoardFile,
        on_tap: Callable[[], None],
        *,
        chosen: bool = False,
    ) -> None:
        """A button with a board's name, which may be cut, and how many fields it has."""
        tap = Tap(box, key, on_tap)
        draw_button(tap, fill=theme.RAISED, chosen=chosen)
        title, detail = box.inset(dp(14), dp(4)).split((1.7, 1), dp(_GAP))
        tap.write(
            board_title(file.board.name),
            title,
            ink=theme.LIGHT,
            ground=theme.RAISED,
            size=theme.DECISION_TEXT,
            shorten=True,
        )
        tap.write(
            board_detail(file), detail, ink=theme.LIGHT_SOFT, ground=theme.RAISED, halign="right"
        )
        self.add_widget(tap)

    def _show_boards(self) -> None:
        area = self.head(_("Which board?"), back=lambda: self._turn_to(_Page.PLAYERS))
        foot = Box(area.x, area.y, area.width, dp(_FOOT))
        lines = Box(area.x, foot.top + dp(_GAP), area.width, area.top - foot.top - dp(_GAP))
        first, *places = lines.rows((1,) * (_BOARDS_A_PAGE + 1), dp(_GAP))
        self.button(
            first,
            "board.auto",
            several(
                "The one for {number} player",
                "The one for {number} players",
                len(self.draft.chairs),
            ),
            lambda: self._choose_board(None),
            detail=board_title(self.desk.shelf.for_players(len(self.draft.chairs)).name),
            chosen=self.draft.board is None,
        )
        files = list(enumerate(self.desk.shelf.boards))
        start = self._boards_page * _BOARDS_A_PAGE
        for (index, file), place in zip(
            files[start : start + _BOARDS_A_PAGE], places, strict=False
        ):
            self._add_board(
                place,
                f"board.{index}",
                file,
                partial(self._choose_board, file.board.name),
                chosen=self.draft.board == file.board.name,
            )
        self._add_boards_foot(foot, -(-len(files) // _BOARDS_A_PAGE))

    def _add_boards_foot(self, box: Box, pages: int) -> None:
        errors, more = box.split((1, 1), dp(_GAP))
        wrong = self.desk.shelf.errors
        if wrong:
            text = several(
                "{number} board cannot be read", "{number} boards cannot be read", len(wrong)
            )
            self._add_quiet(errors, "board.errors", text, self._show_board_errors)
        if pages > 1:
            text = _("More ({page} of {pages})", page=self._boards_page + 1, pages=pages)
            self._add_quiet(more, "more", text, lambda: self._turn_boards(pages))

    def _turn_boards(self, pages: int) -> None:
        self._boards_page = (self._boards_page + 1) % pages
        self._show()

    def _show_board_errors(self) -> None:
        self._clear()
        told = [Paragraph("", str(error)) for error in self.desk.shelf.errors]
        box = self.box.inset(dp(16), dp(12))
        self.add_widget(ReadingCard(box, _("Boards that cannot be read"), told, self._show))

    def _choose_board(self, name: str | None) -> None:
        self.draft = replace(self.draft, board=name)
        self._turn_to(_Page.PLAYERS)

    # The bonus chips

    def _show_bonus(self) -> None:
        board = board_of(self.draft, self.desk.shelf)
        self.draft = on_ring(self.draft, len(board))
        self.add_widget(self.board)
        self.board.show(setup_picture(self.draft, board))
        self.add_widget(_PlacesLayer(self.board, places_for_held(self.draft, len(board))))
        column = Column(self._beside_board(), dp(_GAP))
        self._write_title(column.take(dp(_TITLE)), _("The six bonus chips"))
        foot = self._add_foot(_("What to lay out"), "next", self._finish_bonus, _Page.PLAYERS)
        self._write_advice(column, len(board))
        for kind in Bonus:
            self._add_kind(column.take(dp(theme.TOUCH)), kind)
        rest = column.rest()
        lay = Box(rest.x, foot.top + dp(_GAP), rest.width, dp(theme.TOUCH))
        chance, clear = lay.split((1.7, 1), dp(_GAP))
        self._add_quiet(chance, "bonus.lay", _("Lay them for us"), self._lay_by_chance)
        self._add_quiet(clear, "bonus.clear", _("Take away"), self._take_away)

    def _beside_board(self) -> Box:
        left = self.box.x + self.box.height + dp(_MARGIN)
        width = self.box.right - left - dp(_MARGIN)
        return Box(left, self.box.y + dp(_MARGIN), width, self.box.height - 2 * dp(_MARGIN))

    def _write_title(self, box: Box, title: str) -> None:
        self.write(
            title, box, ink=theme.LIGHT, ground=theme.GROUND, size=theme.TITLE_TEXT, bold=True
        )

    def _write_advice(self, column: Column, fields: int) -> None:
        text = self._notice or bonus_advice(self.draft, fields)
        height = max(dp(84), text_height(text, column.box.width, theme.TEXT))
        ink = theme.SAND if self._notice else theme.LIGHT_SOFT
        self.write(text, column.take(height), ink=ink, ground=theme.GROUND, valign="top")

    def _add_kind(self, box: Box, kind: Bonus) -> None:
        self.button(
            box,
            f"bonus.{kind}",
            word(kind),
            lambda: self._try(lambda: holding(self.draft, kind)),
            detail=several("{number} to lay", "{number} to lay", left_of(self.draft, kind)),
            pieces=(kind,),
            chosen=kind is self.draft.held,
        )

    def _on_field(self, field: int, lifted: bool) -> None:  # noqa: FBT001 - the board's own order
        board = board_of(self.draft, self.desk.shelf)
        if lifted:
            self._try(lambda: tapped_field(self.draft, len(board), field))
        else:
            self.board.show(setup_picture(self.draft, board, pointed=field))

    def _on_plain(self, _plain: Material) -> None:
        self._notice = _("Bonus chips lie on the fields of the ring, not on the high plains.")
        self._show()

    def _lay_by_chance(self) -> None:
        fields = len(board_of(self.draft, self.desk.shelf))
        self._try(lambda: laid_by_chance(self.draft, fields, SystemRandom()))

    def _take_away(self) -> None:
        self._try(lambda: without_bonus(self.draft))

    def _finish_bonus(self) -> None:
        left = self.draft.chips_left
        if not left:
            self._turn_to(_Page.LAY_OUT)
            return
        self._notice = several(
            "{number} chip is still to be laid.", "{number} chips are still to be laid.", left
        )
        self._show()

    def _add_foot(self, text: str, key: str, on_next: Callable[[], None], former: _Page) -> Box:
        """The way back and the way on, at the bottom of the right column."""
        column = self._beside_board()
        foot = Box(column.x, column.y, column.width, dp(_FOOT))
        back, following = foot.split((1, 1.7), dp(_GAP))
        self.button(back, "back", _("Back"), lambda: self._turn_to(former))
        self.button(following, key, text, on_next, primary=True)
        return foot

    # What to lay out

    def _show_lay_out(self) -> None:
        board = board_of(self.draft, self.desk.shelf)
        area = self.head(_("Lay this out"), back=lambda: self._turn_to(_Page.BONUS))
        foot = Box(area.x, area.y, area.width, dp(_FOOT))
        paper = Box(area.x, foot.top + dp(_GAP), area.width, area.top - foot.top - dp(_GAP))
        self.fill(theme.PAPER, paper, radius=12)
        lines = to_lay_out(self.draft, board)
        half = -(-len(lines) // 2)
        columns = paper.inset(dp(18), dp(12)).split((1, 1), dp(24))
        for part, column in zip((lines[:half], lines[half:]), columns, strict=True):
            for line, place in zip(part, column.rows((1,) * half, dp(6)), strict=False):
                self._write_line(place, line)
        begin, told = foot.split((1, 1.9), dp(2 * _GAP))
        if self._notice:
            self.write(self._notice, told, ink=theme.SAND, ground=theme.GROUND)
        self.button(begin, "begin", _("Begin"), self._begin, primary=True)

    def _write_line(self, box: Box, line: LayOut) -> None:
        what = Box(box.x, box.top - dp(22), box.width, dp(22))
        self.write(line.what, what, ink=theme.INK, ground=theme.PAPER, size=18, bold=True)
        how = Box(box.x, box.y, box.width, what.y - box.y)
        self.write(line.how, how, ink=theme.INK, ground=theme.PAPER, size=17, valign="top")

    def _begin(self) -> None:
        try:
            self.desk.begin(finished(self.draft, board_of(self.draft, self.desk.shelf)))
        except RuleViolation as refusal:
            self._notice = refusal_in_words(refusal)
            self._show()
            return
        except JournalError as error:
            self._show_why_not(error)
            return
        # What is begun is no longer half entered.
        self.draft, self._page = self._fresh.setup, self._fresh.page
        self.stage.go_instead("table")

    def _show_why_not(self, error: JournalError) -> None:
        self._clear()
        box = self.box.inset(dp(16), dp(12))
        told = [Paragraph("", journal_text(error))]
        self.add_widget(ReadingCard(box, _("The game at hand is not saved"), told, self._show))


class _PlacesLayer(Surface):
    """Where the bonus chip that is held may lie."""

    def __init__(self, board: BoardView, places: frozenset[int]) -> None:
        super().__init__(board.box)
        with self.canvas:
            for field in places:
                drawing.ring(
                    board.field_center(field), board.ring.disc_radius() * 1.12, theme.LIGHT, dp(1.2)
                )
