"""The table overrules the app: what really lies on the board, and why (correct.table)."""

from collections.abc import Callable
from functools import partial
from typing import assert_never

import msgspec
from kivy.graphics import Color as Ink
from kivy.graphics import SmoothLine
from kivy.metrics import dp
from msgspec.structs import replace

from companion.commands import (
    Change,
    Correct,
    SetActive,
    SetBonus,
    SetDruid,
    SetField,
    SetHand,
    SetPoints,
    SetRune,
    SetStack,
    SetSupply,
)
from companion.errors import RuleViolation
from companion.pieces import (
    DRUID_STONES,
    MATERIALS,
    RUNES,
    STACK_LIMIT,
    Bonus,
    BuildingKind,
    Color,
    Material,
    Rune,
)
from companion.state import Building, GameState
from kiosk.pages.correct.view import (
    Correction,
    DruidPlace,
    Entry,
    Hands,
    Number,
    NumberChange,
    Overview,
    Page,
    Plain,
    Points,
    Reasons,
    Runes,
    Site,
    Turn,
    hindrance,
    page_before,
    present_bonus,
    present_druid,
    present_field,
    present_hand,
    present_points,
    present_rune,
    present_stack,
    present_supply,
    present_turn,
    status_text,
    with_worker,
)
from kiosk.pieces import drawing, palette
from kiosk.pieces.board import BoardView
from kiosk.pieces.picture import board_picture
from kiosk.pieces.ring import plain_boxes
from kiosk.stage import Screen, Stage
from kiosk.toolkit import theme
from kiosk.toolkit.key_pages import Typing, typing
from kiosk.toolkit.keyboard import Keyboard
from kiosk.toolkit.side_panel import Button, SidePanel, draw_mark
from kiosk.toolkit.surface import Box, Surface, text_height
from kiosk.toolkit.tap import Tap, draw_button
from kiosk.words.narration import change_text
from kiosk.words.texts import _, refusal_text, several, short_name, visible, word

_GAP = 8
_MARGIN = 8
_FOOT = 56
_ENTRIES_A_PAGE = 4
_LEAVE_WIDTH = 96


class _Entries(msgspec.Struct, frozen=True):
    """What is set, the page that is shown, and the reason while it is typed.

    They belong to one state of one game (its number in the journal, if it has one yet).
    """

    game: int | None
    state: GameState
    correction: Correction = Correction()
    page: Page = Overview()
    why: Typing | None = None


class CorrectScreen(Screen):
    """Puts a `Correct` command together: the picture at the left, one item at a time at the right.

    A value that is tapped counts as set, even where it is what the app had; `leave` takes that
    back. Who goes back to the table finds it again while the game stands as it stood. The picture
    is a `BoardView` at `board` (`field_center`, `plain_center`).

    On the first page: `part.points`, `part.hands`, `part.runes`, `part.druid`, `part.turn`, a field
    of the picture (what stands and lies there), a plain of the picture (its chips and workers),
    `next` (the reasons; `changes`, the list of what is set, leads there too), `back` (the table).
    Every further page goes back to the one before with `done`; the picture works on all of them.

    - points: `points.<color>`, then a number
    - hands: `hand.<color>.<material>`, then a number
    - a number: `digit.0` to `digit.9`, `digit.clear`, `number.less`, `number.more`, `leave`
    - a plain: `supply`, then a number; `stack.clear`, then `stack.<color>` puts a worker on top;
      `stack.leave`
    - runes: `rune.<rune>`, then `holder.<color>`, `holder.none` or `leave`
    - a field: `field.empty`, `field.hut.<color>`, `field.temple.<color>`, `field.leave`;
      `bonus.none`, `bonus.<kind>`, `bonus.leave`
    - druid: `stone.0` (his temple) to `stone.3`, or a field of the picture; `leave`
    - turn: `turn.<color>`, `leave`
    - reasons: `leave.<n>` leaves the nth change of the list (from 0) as it was, `more` turns the
      list's page, `why.<n>` is a ready reason, `why.type` opens the keyboard (see `Keyboard`),
      `correct.done` corrects and shows the table, `back` is the first page again

    From the first page, the taps for each change (`plain`, `field`: a tap on the picture):

    - `SetPoints(c, n)`: part.points, points.c, digit.clear, digit.d for each digit, done, done
    - `SetHand(c, m, n)`: part.hands, hand.c.m, digit.clear, digit.d for each digit, done, done
    - `SetSupply(m, n)`: plain m, supply, digit.clear, digit.d for each digit, done, done
    - `SetStack(m, workers)`: plain m, stack.clear, stack.c from the bottom up, done
    - `SetRune(r, c)`: part.runes, rune.r, holder.c or holder.none, done
    - `SetField(f, b)`: field f, field.hut.c or field.temple.c or field.empty, done
    - `SetBonus(f, b)`: field f, bonus.b or bonus.none, done
    - `SetDruid(n, None)`: part.druid, stone.n, done; `SetDruid(None, f)`: part.druid, field f, done
    - `SetActive(c)`: part.turn, turn.c, done
    - then: next, why.type, the keyboard's key.clear, the reason, key.done, correct.done

    Where nothing can be corrected at this moment the screen says why; then there is only `back`.
    """

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        if self.desk.session is None:
            raise ValueError("the game on the desk is corrected, and there is none")
        self.session = self.desk.session
        self._fresh = _Entries(self.session.game_id, self.session.state)
        entries = self._entries_before() or self._fresh
        self.correction = entries.correction
        self.board = BoardView(
            Box(self.box.x, self.box.y, self.box.height, self.box.height),
            self._on_field,
            self._on_plain,
        )
        self._page: Page = entries.page
        self._keyboard: Keyboard | None = None
        self._notice = ""
        if self.correction.changes and self._page == Overview():
            self._notice = _("What was set before is still set; nothing is corrected yet.")
        self._show()
        if entries.why is not None:
            self._type_why(entries.why)

    def _entries_before(self) -> _Entries | None:
        """What was left set here, unless it is of another game or another state."""
        kept = self.stage.half_entered
        if not isinstance(kept, _Entries):
            return None
        fits = (kept.game, kept.state) == (self._fresh.game, self._fresh.state)
        return kept if fits else None

    @property
    def half_entered(self) -> _Entries | None:
        """All that is set, unless nothing is."""
        why = None if self._keyboard is None else self._keyboard.typed
        entries = replace(self._fresh, correction=self.correction, page=self._page, why=why)
        return None if entries == self._fresh else entries

    @property
    def state(self) -> GameState:
        """The game as the app has it."""
        return self.session.state

    @property
    def after(self) -> GameState:
        """The game as it would be with what is set, possible or not."""
        return self.correction.after(self.state)

    def _clear(self) -> None:
        self._keyboard = None
        self.clear_widgets()
        self.canvas.clear()
        self.inscriptions.clear()

    def _show(self) -> None:
        self._clear()
        why_not = hindrance(self.state)
        if why_not is not None:
            self._show_hindrance(why_not)
        elif isinstance(self._page, Reasons):
            self._show_reasons(self._page)
        else:
            self.add_widget(self.board)
            self._show_picture()
            self.add_widget(_SetLayer(self.board, self.correction))
            self.add_widget(self._panel(self._page))

    def _show_picture(self, pointed: int | None = None) -> None:
        page = self._page
        if isinstance(page, Site) and pointed is None:
            pointed = page.field
        plain = page.plain if isinstance(page, Plain) else None
        self.board.show(board_picture(self.after, pointed=pointed, plain=plain))

    def _show_hindrance(self, why_not: str) -> None:
        area = self.head(_("Correct the app"), back=self.stage.back)
        height = text_height(why_not, area.width - dp(40), theme.TITLE_TEXT) + dp(40)
        card = Box(area.x, area.top - height, area.width, height)
        self.fill(theme.PAPER, card, radius=12)
        self.write(
            why_not, card.inset(dp(20)), ink=theme.INK, ground=theme.PAPER, size=theme.TITLE_TEXT
        )

    # Going from page to page

    def _turn_to(self, page: Page) -> None:
        self._page = page
        self._notice = ""
        self._show()

    def _set(self, change: Change) -> None:
        self.correction = self.correction.with_change(change)
        self._turn_to(self._page)

    def _leave(self, about: Change) -> None:
        self.correction = self.correction.without(about)
        self._turn_to(self._page)

    def _try(self, act: Callable[[], None]) -> None:
        """Do something, or say why it cannot be."""
        try:
            act()
        except RuleViolation as refusal:
            self._refuse(refusal)

    def _refuse(self, refusal: RuleViolation) -> None:
        text = visible(refusal_text(self.state, refusal))
        self._notice = _("Not possible: {reason}.", reason=text)
        self._show()

    def _on_field(self, field: int, lifted: bool) -> None:  # noqa: FBT001 - the board's own order
        if not lifted:
            self._show_picture(pointed=field)
        elif isinstance(self._page, DruidPlace):
            self._set(SetDruid(None, field))
        else:
            self._turn_to(Site(field))

    def _on_plain(self, plain: Material) -> None:
        self._turn_to(Plain(plain))

    # The right column

    def _panel(self, page: Page) -> SidePanel:
        match page:
            case Overview():
                return self._overview_panel()
            case Points():
                return self._points_panel()
            case Hands():
                return self._hands_panel()
            case Number(entry):
                return self._number_panel(entry)
            case Plain(plain):
                return self._plain_panel(plain)
            case Site(field):
                return self._site_panel(field)
            case Runes(rune):
                return self._runes_panel(rune)
            case DruidPlace():
                return self._druid_panel()
            case Turn():
                return self._turn_panel()
            case Reasons():
                raise ValueError("the reasons fill the whole screen")
            case _:
                assert_never(page)

    def _new_panel(self, title: str, help_text: str = "") -> SidePanel:
        """A further page: its title with the way back, and a sentence or why a tap did nothing."""
        panel = SidePanel(
            self._beside_board(),
            title,
            ("done", _("Done")),
            lambda: self._turn_to(page_before(self._page)),
        )
        if self._notice:
            panel.words(self._notice, told=True)
        elif help_text:
            panel.words(help_text)
        return panel

    def _beside_board(self) -> Box:
        left = self.box.x + self.box.height + dp(_MARGIN)
        width = self.box.right - left - dp(_MARGIN)
        return Box(left, self.box.y + dp(_MARGIN), width, self.box.height - 2 * dp(_MARGIN))

    def _status(self, panel: SidePanel, present: Change) -> None:
        held = self.correction.holds(present)
        panel.words(visible(status_text(self.state, self.correction, present)), bold=held)

    def _leave_button(self, key: str, about: Change) -> Button:
        return Button(key, lambda: self._leave(about), _("Leave as it is"), quiet=True)

    def _name(self, color: Color) -> str:
        return visible(self.state.player(color).name)

    def _words(self, change: Change) -> str:
        """A change in one line, whatever the names in it hold."""
        return visible(change_text(self.state, change))

    def _overview_panel(self) -> SidePanel:
        panel = SidePanel(
            self._beside_board(), _("Correct the app"), ("back", _("Back")), self.stage.back
        )
        help_text = _("Tap a field or a high plain of the picture, or:")
        panel.words(self._notice or help_text, told=bool(self._notice))
        parts: tuple[tuple[str, str, Page], ...] = (
            ("points", _("Points"), Points()),
            ("hands", _("Chips"), Hands()),
            ("turn", _("Turn"), Turn()),
            ("runes", _("Rune stones"), Runes()),
            ("druid", _("Druid"), DruidPlace()),
        )
        buttons = [
            Button(f"part.{key}", partial(self._turn_to, page), text) for key, text, page in parts
        ]
        panel.row(buttons[:3], 52)
        panel.row(buttons[3:], 52)
        self._add_changes(panel)
        go_on = Button("next", lambda: self._turn_to(Reasons()), _("Go on: why?"), primary=True)
        panel.foot([go_on], _FOOT)
        return panel

    def _add_changes(self, panel: SidePanel) -> None:
        """The running list of what is set; a tap shows all of it."""
        box = panel.rest(_FOOT)
        tap = Tap(box, "changes", lambda: self._turn_to(Reasons()))
        tap.fill(theme.SURFACE, radius=10)
        inner = box.inset(dp(12), dp(8))
        lines = [self._words(change) for change in self.correction.changes]
        text = _fitting(lines, inner) if lines else _("Nothing is set yet.")
        tap.write(text, inner, ink=theme.LIGHT, ground=theme.SURFACE, size=theme.TEXT, valign="top")
        tap.shade_when_pressed()
        panel.add_widget(tap)

    def _points_panel(self) -> SidePanel:
        panel = self._new_panel(_("Points"), _("Whose points are wrong?"))
        for player in self.after.players:
            present = present_points(self.after, player.color)
            button = self._player_button(
                f"points.{player.color}", player.color, partial(self._enter, present)
            )
            marked = self.correction.holds(present)
            panel.row([button._replace(detail=str(player.points), marked=marked)], 56)
        return panel

    def _player_button(self, key: str, color: Color, on_tap: Callable[[], None]) -> Button:
        return Button(
            key, on_tap, self._name(color), draw=partial(drawing.badge, color), is_name=True
        )

    def _hands_panel(self) -> SidePanel:
        open_chips = self.desk.settings.open_chips
        help_text = (
            _("Whose chips are wrong?")
            if open_chips
            else _("Chips are secret: a number shows once somebody taps it, for all to see.")
        )
        panel = self._new_panel(_("Chips"), help_text)
        for player in self.after.players:
            label, *places = panel.space(58).split((1.2, 1, 1, 1, 1), dp(_GAP))
            self._write_player(panel, label, player.color)
            for material, place in zip(MATERIALS, places, strict=True):
                panel.add(place, self._hand_button(player.color, material))
        return panel

    def _write_player(self, panel: SidePanel, box: Box, color: Color) -> None:
        """A player's badge with the name below it."""
        upper, lower = box.rows((0.6, 0.4), 0)
        with panel.canvas:
            drawing.badge(color, upper.center, dp(13))
        panel.write(
            self._name(color),
            lower,
            ink=theme.LIGHT,
            ground=theme.GROUND,
            size=theme.SMALL_TEXT,
            halign="center",
            shorten=True,
        )

    def _hand_button(self, color: Color, material: Material) -> Button:
        present = present_hand(self.after, color, material)
        marked = self.correction.holds(present)
        shown = marked or self.desk.settings.open_chips
        return Button(
            f"hand.{color}.{material}",
            lambda: self._enter(present),
            detail=str(present.number) if shown else _("?"),
            draw=partial(drawing.chip, material),
            marked=marked,
        )

    # Numbers

    def _enter(self, present: NumberChange) -> None:
        """Set a number to what the app has, and let it be typed."""
        self.correction = self.correction.with_change(present)
        self._turn_to(Number(Entry(present)))

    def _take_over(self, entry: Entry) -> None:
        self.correction = self.correction.with_change(entry.change)
        self._turn_to(Number(entry))

    def _number_panel(self, entry: Entry) -> SidePanel:
        change = entry.change
        panel = self._new_panel(*self._number_words(change))
        less, number, more = panel.space(56).split((1, 1.6, 1), dp(_GAP))
        panel.add(less, self._number_button("number.less", "−", partial(entry.stepped, -1)))
        panel.add(more, self._number_button("number.more", "+", partial(entry.stepped, 1)))
        self._write_number(panel, number, str(entry.number))
        for start in (1, 4, 7):
            panel.row([self._digit_button(entry, digit) for digit in range(start, start + 3)], 50)
        clear = self._number_button("digit.clear", _("Clear"), entry.cleared)
        panel.row([self._digit_button(entry, 0), clear._replace(width=2.08)], 50)
        panel.foot(
            [Button("leave", partial(self._leave_number, change), _("Leave as it is"), quiet=True)]
        )
        return panel

    def _number_words(self, change: NumberChange) -> tuple[str, str]:
        """What is being counted, and what the app has."""
        status = _("The app has: {what}", what=self._words(self._present(change)))
        match change:
            case SetPoints(color):
                return _("{player}'s points", player=self._short(color)), status
            case SetHand(color, material):
                title = _(
                    "{player}: {material}", player=self._short(color), material=word(material)
                )
                return title, status
            case SetSupply(material):
                return _("Chips of {material}", material=word(material)), status
            case _:
                assert_never(change)

    def _short(self, color: Color) -> str:
        return visible(short_name(self.state.player(color).name))

    def _present(self, change: NumberChange) -> NumberChange:
        match change:
            case SetPoints(color):
                return present_points(self.state, color)
            case SetHand(color, material):
                return present_hand(self.state, color, material)
            case SetSupply(material):
                return present_supply(self.state, material)
            case _:
                assert_never(change)

    def _number_button(self, key: str, text: str, typed: Callable[[], Entry]) -> Button:
        return Button(key, lambda: self._try(lambda: self._take_over(typed())), text)

    def _digit_button(self, entry: Entry, digit: int) -> Button:
        return self._number_button(f"digit.{digit}", str(digit), partial(entry.with_digit, digit))

    def _write_number(self, panel: SidePanel, box: Box, number: str) -> None:
        panel.fill(theme.PAPER, box, radius=10)
        panel.write(
            number, box, ink=theme.INK, ground=theme.PAPER, size=28, bold=True, halign="center"
        )

    def _leave_number(self, change: NumberChange) -> None:
        self.correction = self.correction.without(change)
        self._turn_to(page_before(self._page))

    # High plains

    def _plain_panel(self, plain: Material) -> SidePanel:
        title = _("High plain: {plain}", plain=word(plain))
        panel = self._new_panel(title, _("Workers are put on top of each other from below."))
        supply = present_supply(self.after, plain)
        panel.row(
            [
                Button(
                    "supply",
                    lambda: self._enter(supply),
                    _("Chips"),
                    detail=str(supply.number),
                    draw=partial(drawing.chip, plain),
                    marked=self.correction.holds(supply),
                    is_name=True,
                )
            ],
            52,
        )
        stack = present_stack(self.after, plain)
        self._draw_stack(panel.space(78), panel, stack)
        self._add_players(
            panel,
            [
                self._player_button(
                    f"stack.{color}", color, partial(self._put_on_top, stack, color)
                )
                for color in self.state.colors
            ],
        )
        clear = Button("stack.clear", lambda: self._set(SetStack(plain, ())), _("Take all off"))
        panel.foot([clear, self._leave_button("stack.leave", stack)])
        return panel

    def _put_on_top(self, stack: SetStack, color: Color) -> None:
        self._try(lambda: self._set(with_worker(stack, color)))

    def _draw_stack(self, box: Box, panel: SidePanel, stack: SetStack) -> None:
        panel.fill(palette.PLAINS[stack.plain], box, radius=9)
        places = box.inset(dp(10), dp(6)).rows((1,) * STACK_LIMIT, dp(4))
        with panel.canvas:
            for level, place in enumerate(reversed(places)):
                width = dp(120)
                if level < len(stack.workers):
                    drawing.worker(stack.workers[level], place.center, width, place.height)
                else:
                    edge = theme.mixed(palette.PLAINS[stack.plain], theme.LIGHT, 0.3)
                    drawing.empty_worker(place.center, width, place.height * 0.9, edge)
        if self.correction.holds(stack):
            draw_mark(panel, box)

    def _add_players(self, panel: SidePanel, buttons: list[Button]) -> None:
        """A button a player, two in a row."""
        for start in range(0, len(buttons), 2):
            panel.row(buttons[start : start + 2], 52)

    # Fields

    def _site_panel(self, field: int) -> SidePanel:
        panel = self._new_panel(_("Field {field}", field=field))
        standing = present_field(self.after, field)
        self._status(panel, standing)
        for kind in BuildingKind:
            panel.row(
                [self._building_button(standing, kind, color) for color in self.state.colors], 52
            )
        empty = self._value_button("field.empty", _("Empty"), SetField(field, None), standing)
        panel.row([empty, self._leave_button("field.leave", standing)])
        lying = present_bonus(self.after, field)
        self._status(panel, lying)
        none = self._value_button("bonus.none", _("None"), SetBonus(field, None), lying)
        panel.row([none, *(self._bonus_button(lying, bonus) for bonus in Bonus)], 52)
        panel.row([self._leave_button("bonus.leave", lying)])
        return panel

    def _value_button(self, key: str, text: str, value: Change, present: Change) -> Button:
        """A button that sets something to a value; ringed where it is set to that already."""
        chosen = value == present and self.correction.holds(present)
        return Button(key, lambda: self._set(value), text, chosen=chosen)

    def _building_button(self, standing: SetField, kind: BuildingKind, color: Color) -> Button:
        value = SetField(standing.field, Building(kind, color))
        button = self._value_button(f"field.{kind}.{color}", "", value, standing)
        return button._replace(draw=partial(drawing.building, kind, color))

    def _bonus_button(self, lying: SetBonus, bonus: Bonus) -> Button:
        value = SetBonus(lying.field, bonus)
        button = self._value_button(f"bonus.{bonus}", "", value, lying)
        return button._replace(draw=partial(drawing.bonus, bonus))

    # Rune stones, the druid, the turn

    def _runes_panel(self, chosen: Rune | None) -> SidePanel:
        help_text = "" if chosen else _("Which rune stone lies wrong?")
        panel = self._new_panel(_("Rune stones"), help_text)
        for start in (0, 3, 6):
            panel.row([self._rune_button(rune, chosen) for rune in RUNES[start : start + 3]], 60)
        if chosen is None:
            return panel
        held = present_rune(self.after, chosen)
        self._status(panel, held)
        holders = [self._holder_button(held, color) for color in self.state.colors]
        table = self._value_button("holder.none", _("Table"), SetRune(chosen, None), held)
        panel.row([*holders, table._replace(width=1.4)], 52)
        panel.foot([self._leave_button("leave", held)])
        return panel

    def _rune_button(self, rune: Rune, chosen: Rune | None) -> Button:
        present = present_rune(self.after, rune)
        return Button(
            f"rune.{rune}",
            lambda: self._turn_to(Runes(rune)),
            detail=word(rune),
            draw=lambda center, size: drawing.rune_stone(rune, center, size, present.holder),
            chosen=rune is chosen,
            marked=self.correction.holds(present),
        )

    def _holder_button(self, held: SetRune, color: Color) -> Button:
        button = self._value_button(f"holder.{color}", "", SetRune(held.rune, color), held)
        return button._replace(draw=partial(drawing.badge, color))

    def _druid_panel(self) -> SidePanel:
        panel = self._new_panel(
            _("The druid"), _("Tap where he stands: here, or on the picture the field of his hut.")
        )
        present = present_druid(self.after)
        self._status(panel, present)
        temple = self._value_button("stone.0", _("In his temple"), SetDruid(0, None), present)
        panel.row([temple], 52)
        panel.row(
            [
                self._value_button(
                    f"stone.{stone}",
                    _("Stone {stone}", stone=stone),
                    SetDruid(stone, None),
                    present,
                )
                for stone in range(1, DRUID_STONES + 1)
            ],
            52,
        )
        panel.foot([self._leave_button("leave", present)])
        return panel

    def _turn_panel(self) -> SidePanel:
        panel = self._new_panel(_("Turn"), _("Whose turn is it?"))
        present = present_turn(self.after)
        for color in self.state.colors:
            value = SetActive(color)
            button = self._player_button(f"turn.{color}", color, partial(self._set, value))
            chosen = value == present and self.correction.holds(present)
            panel.row([button._replace(chosen=chosen)], 56)
        self._status(panel, present)
        panel.foot([self._leave_button("leave", present)])
        return panel

    # The reasons

    def _show_reasons(self, page: Reasons) -> None:
        area = self.head(_("Why, and what is set right"), back=lambda: self._turn_to(Overview()))
        left, right = area.split((1, 1.4), dp(2 * _GAP))
        self._show_whys(left)
        self._show_entries(right, page)

    def _show_entries(self, box: Box, page: Reasons) -> None:
        changes = self.correction.changes
        if not changes:
            text = _("Nothing is set: only the reason goes into the log.")
            self.write(text, box, ink=theme.LIGHT_SOFT, ground=theme.GROUND, valign="top")
            return
        *lines, foot = box.rows((1,) * (_ENTRIES_A_PAGE + 1), dp(_GAP))
        pages = -(-len(changes) // _ENTRIES_A_PAGE)
        start = min(page.page, pages - 1) * _ENTRIES_A_PAGE
        for number, line in enumerate(lines[: len(changes) - start], start):
            self._add_entry(line, number, changes[number])
        if pages > 1:
            text = _("More ({page} of {pages})", page=start // _ENTRIES_A_PAGE + 1, pages=pages)
            following = Reasons((start // _ENTRIES_A_PAGE + 1) % pages)
            self.button(foot, "more", text, lambda: self._turn_to(following))

    def _add_entry(self, line: Box, number: int, change: Change) -> None:
        self.fill(theme.SURFACE, line, radius=10)
        text = Box(line.x + dp(12), line.y, line.width - dp(_LEAVE_WIDTH + 28), line.height)
        self.write(self._words(change), text, ink=theme.LIGHT, ground=theme.SURFACE)
        leave = Box(line.right - dp(_LEAVE_WIDTH), line.y, dp(_LEAVE_WIDTH), line.height)
        self.button(leave, f"leave.{number}", _("Leave it"), lambda: self._leave(change))

    def _show_whys(self, box: Box) -> None:
        ready = (
            _("Miscounted"),
            _("A piece was bumped"),
            _("We forgot a step"),
            _("Wrong field"),
        )
        upper, lower, own, told, done = box.rows((1, 1, 1, 1.2, 1.1), dp(_GAP))
        places = [*upper.split((1, 1), dp(_GAP)), *lower.split((1, 1), dp(_GAP))]
        for number, (why, place) in enumerate(zip(ready, places, strict=True)):
            chosen = why == self.correction.why
            self.button(place, f"why.{number}", why, partial(self._give, why), chosen=chosen)
        self._add_own_words(own, typed=self.correction.why not in ("", *ready))
        if self._notice:
            self.write(self._notice, told, ink=theme.SAND, ground=theme.GROUND)
        self.button(done, "correct.done", _("Correct it so"), self._done, primary=True)

    def _give(self, why: str) -> None:
        self.correction = replace(self.correction, why=why)
        self._turn_to(self._page)

    def _add_own_words(self, box: Box, *, typed: bool) -> None:
        tap = Tap(box, "why.type", self._type_why)
        draw_button(tap, fill=theme.RAISED, chosen=typed)
        tap.write(
            visible(self.correction.why) if typed else _("In our own words…"),
            box.inset(dp(12), dp(4)),
            ink=theme.LIGHT,
            ground=theme.RAISED,
            size=theme.DECISION_TEXT,
            halign="left" if typed else "center",
            shorten=typed,
        )
        self.add_widget(tap)

    def _type_why(self, typed: Typing | None = None) -> None:
        """Open the keyboard on the reason, or on what is `typed` of it already."""
        self._clear()
        self._keyboard = Keyboard(
            self.box,
            _("Why is the app corrected?"),
            typed or typing(self.correction.why, Correct.REASON_LIMIT),
            on_done=self._give,
            on_cancel=self._show,
        )
        self.add_widget(self._keyboard)

    def _done(self) -> None:
        try:
            self.session.apply(self.correction.command)
        except RuleViolation as refusal:
            self._refuse(refusal)
            return
        # Even where nothing has changed by it: what is done is no longer half entered.
        self.correction, self._page = self._fresh.correction, self._fresh.page
        self.stage.go("table")


class _SetLayer(Surface):
    """Marks on the picture what is set there: fields and plains."""

    def __init__(self, board: BoardView, correction: Correction) -> None:
        super().__init__(board.box)
        with self.canvas:
            for change in correction.changes:
                match change:
                    case SetField(field) | SetBonus(field):
                        radius = board.ring.disc_radius() * 1.15
                        drawing.ring(board.field_center(field), radius, theme.BONUS_RED, dp(2))
                    case SetSupply(plain) | SetStack(plain):
                        _frame(plain_boxes(board.box)[plain])
                    case _:
                        pass


def _frame(box: Box) -> None:
    Ink(*theme.BONUS_RED)
    SmoothLine(rounded_rectangle=(box.x, box.y, box.width, box.height, dp(9)), width=dp(2))


def _fitting(lines: list[str], box: Box) -> str:
    """As many lines as the box holds, the newest kinds last; how many more a tap shows."""
    for count in range(len(lines), 0, -1):
        shown = lines[:count]
        if count < len(lines):
            shown = [
                *lines[: count - 1],
                several("and {number} more", "and {number} more", len(lines) - count + 1),
            ]
        text = "\n".join(shown)
        if text_height(text, box.width, theme.TEXT) <= box.height + 1:
            return text
    return several("{number} change", "{number} changes", len(lines))
