"""Keyboard control: everything on a page that a finger can tap can be used with these keys.

- Arrow keys move the focus ring up, down, left or right; Tab moves it in reading order.
- Digits move the focus ring to the field of the board with that number.
- Enter taps the focused part of the page. If no part has the focus, Enter taps the page's main
  button, provided that the page has exactly one.
- Escape goes back.
- Space rolls the app's die. If no roll is due, the voice reads the page aloud.
- F1 turns the voice on, which then reads the list of keys and the page aloud. If the voice was off,
  a remark shows that it is on now.

While the voice is on, it reads each part of the page that gets the focus. At the first key press,
it also reads the list of keys. No key shows secret chips: they are visible only while a finger
holds the player's tray.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import hypot
from typing import TYPE_CHECKING, NamedTuple, TypeGuard

from kivy.clock import Clock
from kivy.core.window import WindowBase
from kivy.graphics import Color, InstructionGroup, SmoothLine
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.pieces import MATERIALS
from kiosk.idle_timer import IdleTimer
from kiosk.machine.sound_devices import sound_devices
from kiosk.navigator import Navigator
from kiosk.pieces.spoken import spoken_text_of_button
from kiosk.settings import SpeechLevel
from kiosk.ui import theme
from kiosk.ui.form import Block
from kiosk.ui.key_pages import SpecialKey
from kiosk.ui.keyboard import Keyboard
from kiosk.ui.surface import Box, Surface, text_height
from kiosk.ui.tap import HoldButton, TapButton
from kiosk.words.language import _, escape_invisible
from kiosk.words.spoken_text import join_as_sentences
from kiosk.words.texts import NO_NAMES, player_names

if TYPE_CHECKING:
    from kiosk.pieces.board import BoardView

_ENTER = (13, 271)
_ESCAPE, _SPACE, _BACKSPACE, _DELETE, _TAB, _F1 = 27, 32, 8, 127, 9, 282
_ARROWS = {273: (0, 1), 274: (0, -1), 275: (1, 0), 276: (-1, 0)}
"""Direction of each arrow key, by Kivy's key code: steps to the right, and steps up."""
_WAYS_BACK = ("key.cancel", "color.cancel", "cancel", "back", "close")
"""Names of the buttons that Escape can tap. If a page has several of them, Escape taps the one that
comes first here."""
_SIDEWAYS_WEIGHT = 2.5
"""Weight of a distance perpendicular to an arrow's direction, relative to one along it."""
_FOLLOW_SECONDS = 0.1
_NUMBER_SECONDS = 1.5
"""Seconds within which a second digit is added to the first digit of a field's number."""
_LINE_TOLERANCE = 24
"""Largest vertical distance, in dp, between targets in one line of the page."""
_FIELD = 24
_WIDTH = 3
_REMARK_MARGIN, _REMARK_RADIUS = 16, 12


class Target(NamedTuple):
    """Part of the page that can have the keyboard focus.

    `name` identifies the part on its page, and `box` is its place there. The Enter key calls `act`.
    `tap` is the part's button, or None if the part is not a button.
    """

    name: str
    box: Box
    act: Callable[[], object]
    tap: TapButton | None = None


class Keys:
    """Keyboard control of a window.

    A ring marks the part of the page that has the focus. The next touch hides the ring. If a key
    shows a remark at the foot of the page, the remark disappears at the next key press or touch.
    """

    def __init__(self, navigator: Navigator, idle_timer: IdleTimer) -> None:
        self._navigator = navigator
        self._idle_timer = idle_timer
        self._down: set[int] = set()
        self._is_woken = False
        self.focused_name: str | None = None
        self._digits, self._typed_at = "", 0.0
        self._label = ""
        self._knows_keys = False
        self._ring = InstructionGroup()
        self._ringed: Box | None = None
        self._remark: Surface | None = None
        self._follow = Clock.create_trigger(self._update_ring, _FOLLOW_SECONDS, interval=True)

    def watch(self, window: WindowBase) -> Callable[[], None]:
        """Handle the window's keys; return a function that stops handling them."""
        listeners: dict[str, Callable[..., object]] = {
            "on_key_down": self._on_key_down,
            "on_key_up": self._on_key_up,
            "on_textinput": self._on_text,
            "on_touch_down": lambda *_touch: self._leave(),
        }
        window.bind(**listeners)

        def end() -> None:
            window.unbind(**listeners)
            self._close_remark()
            self._hide()

        return end

    # Input

    def _on_key_down(
        self,
        _window: object,
        key: int,
        _code: object = None,
        _text: object = None,
        held: Sequence[str] = (),
        *_more: object,
    ) -> bool:
        # Repeats of most held keys are ignored, so that a held key decides only once.
        is_anew = key not in self._down
        self._down.add(key)
        if is_anew:
            self._is_woken = self._idle_timer.record_key_press()
        if self._is_woken:
            return True
        self._navigator.touch_history.forget_last_position()
        self._close_remark()
        told = self._first_text()
        if key in _ARROWS:
            self._move(*_ARROWS[key], told)
        elif key == _TAB:
            self._focus_next(-1 if "shift" in held else 1, told)
        elif key == _F1:
            self._help()
        elif key in (_BACKSPACE, _DELETE):
            self._type(SpecialKey.DELETE)
        elif not is_anew:
            return True
        elif key in _ENTER:
            self._enter()
        elif key == _ESCAPE:
            self._back()
        elif key == _SPACE and self._keyboard is None and not self._roll():
            self._navigator.announcer.say(told or self._page_text())
        return True

    def _first_text(self) -> str:
        # Only the first key press after a touch reads the page aloud. The very first one also
        # lists the keys.
        announcer = self._navigator.announcer
        if announcer.by_keys or announcer.speech_level is SpeechLevel.NOTHING:
            return ""
        announcer.by_keys = True
        keys = "" if self._knows_keys else _known_keys()
        self._knows_keys = True
        return join_as_sentences((keys, self._page_text()))

    def _help(self) -> None:
        announcer = self._navigator.announcer
        if announcer.speech_level is SpeechLevel.NOTHING:
            announcer.turn_voice_on()
            self._show_remark(_voice_remark())
        announcer.by_keys = self._knows_keys = True
        announcer.say(join_as_sentences((_known_keys(), self._page_text())))

    def _show_remark(self, text: str) -> None:
        box = self._navigator.box.inset(dp(_REMARK_MARGIN))
        high = text_height(text, box.width - 2 * dp(_REMARK_MARGIN), theme.DECISION_TEXT)
        foot = Box(box.x, box.y, box.width, high + 2 * dp(_REMARK_MARGIN))
        self._remark = Surface(foot)
        self._remark.fill_as_framed_paper(theme.SAND, _REMARK_RADIUS)
        self._remark.write(text, foot.inset(dp(_REMARK_MARGIN)), size=theme.DECISION_TEXT)
        self._navigator.add_widget(self._remark)

    def _close_remark(self) -> None:
        if self._remark is not None:
            self._remark.destroy()
            self._remark = None

    def _on_key_up(self, _window: object, key: int, *_more: object) -> bool:
        self._down.discard(key)
        return True

    def _on_text(self, _window: object, text: str) -> bool:
        keyboard = self._keyboard
        if keyboard is not None and not self._is_woken:
            self._hide()
            keyboard.type_in(text)
            self._tell_typed(keyboard)
        elif not self._is_woken and text.isascii() and text.isdigit():
            self._go_to_field(text)
        return True

    # Actions

    def _enter(self) -> None:
        target, announcer = self._focused_target(), self._navigator.announcer
        told = announcer.spoken_count
        if target is not None:
            target.act()
            if announcer.spoken_count == told:
                self._say_again()
            return
        if self._keyboard is not None:
            self._type(SpecialKey.DONE)
            return
        main = [tap for tap in self._taps() if tap.responds_to_enter]
        if len(main) == 1:
            main[0].on_tap()
        elif announcer.spoken_count == told:
            announcer.say_to_keyboard_user(self._page_text())

    def _say_again(self) -> None:
        here = self._focused_target()
        told = self._page_text() if here is None else self._spoken(here)
        self._navigator.announcer.say_to_keyboard_user(told)

    def _back(self) -> None:
        self._hide()
        taps = {tap.key: tap for tap in self._taps()}
        way = next((taps[key] for key in _WAYS_BACK if key in taps), None)
        if way is not None:
            way.on_tap()

    def _roll(self) -> bool:
        screen = self._navigator.page
        rolls = [tap for tap in self._taps() if tap.key == "roll"]
        if screen is None or not screen.asks_for_roll or not rolls:
            return False
        rolls[0].on_tap()
        return True

    def _page_text(self) -> str:
        page = self._navigator.page
        return "" if page is None else page.spoken_text()

    def _spoken(self, target: Target) -> str:
        page, session = self._navigator.page, self._navigator.app_state.session
        names = NO_NAMES if session is None else player_names(session.state)
        block = None if target.tap is None else target.tap.block
        if isinstance(block, Block) and (told := spoken_text_of_button(block, names)):
            label = "" if page is None else page.row_label_of(block)
            former, self._label = self._label, label
            return f"{label}: {told}" if label and label != former else told
        key = target.name if target.tap is None else target.tap.key
        told = "" if page is None else page.focus_target_text(key)
        return told or key.rpartition(".")[2]

    def _type(self, key: str) -> None:
        if (keyboard := self._keyboard) is not None:
            keyboard.press(key)
            if keyboard.parent is not None:
                self._tell_typed(keyboard)

    def _tell_typed(self, keyboard: Keyboard) -> None:
        self._navigator.announcer.say_to_keyboard_user(
            keyboard.typed.message or escape_invisible(keyboard.typed.text)
        )

    @property
    def _keyboard(self) -> Keyboard | None:
        return next((one for one in self._widgets() if isinstance(one, Keyboard)), None)

    # Targets

    def _widgets(self) -> Iterator[Widget]:
        if self._navigator.page is not None:
            yield from self._navigator.page.walk(restrict=True)

    def _taps(self) -> list[TapButton]:
        page = self._navigator.page
        return [
            tap
            for tap in self._widgets()
            if isinstance(tap, TapButton)
            and not isinstance(tap, HoldButton)
            and _topmost(page, tap.box_to_ancestor(page).center) is tap
        ]

    def _targets(self) -> Iterator[Target]:
        for number, tap in enumerate(taps := self._taps()):
            twins = sum(other.key == tap.key for other in taps[:number])
            yield Target(
                f"{tap.key}/{twins}", tap.box_to_ancestor(self._navigator.page), tap.on_tap, tap
            )
        for board in self._widgets():
            if _is_board(board) and board.picture is not None:
                yield from self._places(board, len(board.picture.fields))

    def _places(self, board: "BoardView", fields: int) -> Iterator[Target]:
        for field in range(1, fields + 1):
            box = _around(board.field_center(field))
            if _topmost(self._navigator.page, box.center) is board:
                yield Target(f"field.{field}", box, partial(_point, board, field))
        for plain in MATERIALS:
            box = _around(board.plain_center(plain))
            if _topmost(self._navigator.page, box.center) is board:
                yield Target(f"plain.{plain}", box, partial(board.on_plain, plain))

    def _focused_target(self) -> Target | None:
        return next((one for one in self._targets() if one.name == self.focused_name), None)

    # Focus ring

    def _move(self, right: int, up: int, told: str = "") -> None:
        targets, here = list(self._targets()), self._focused_target()
        if here is None:
            first = max(targets, key=lambda one: (one.box.top, -one.box.x), default=None)
        else:
            first = _next(here, targets, right, up)
        if first is not None:
            self._focus_target(first, told)

    def _focus_next(self, way: int, told: str) -> None:
        targets = _in_reading_order(list(self._targets()))
        names = [target.name for target in targets]
        if self.focused_name in names:
            self._focus_target(targets[(names.index(self.focused_name) + way) % len(names)], told)
        elif targets:
            self._focus_target(targets[0 if way > 0 else -1], told)

    def _go_to_field(self, digit: str) -> None:
        now = Clock.get_time()
        goes_on = now - self._typed_at < _NUMBER_SECONDS
        self._typed_at = now
        fields = {target.name: target for target in self._targets() if target.tap is None}
        longer = self._digits + digit if goes_on else digit
        self._digits = longer if f"field.{longer}" in fields else digit
        if f"field.{self._digits}" in fields:
            self._focus_target(fields[f"field.{self._digits}"])

    def _focus_target(self, target: Target, told: str = "") -> None:
        self.focused_name = target.name
        self._draw(target.box)
        self._follow()
        announcer = self._navigator.announcer
        if announcer.speech_level is not SpeechLevel.NOTHING:
            announcer.say(f"{told} {self._spoken(target)}")

    def _update_ring(self, _delta: float) -> None:
        target = self._focused_target()
        if target is None:
            self._hide()
        elif target.box != self._ringed:
            self._draw(target.box)

    def _draw(self, box: Box) -> None:
        self._take_off()
        self._ringed = box
        around = box.inset(-dp(2))
        line = (*(around.x, around.y, around.width, around.height), dp(10))
        self._ring.add(Color(*theme.INK))
        self._ring.add(SmoothLine(rounded_rectangle=line, width=dp(_WIDTH + 1)))
        self._ring.add(Color(*theme.SAND))
        self._ring.add(SmoothLine(rounded_rectangle=line, width=dp(_WIDTH - 1)))
        self._navigator.canvas.after.add(self._ring)

    def _take_off(self) -> None:
        if self._ringed is not None:
            self._navigator.canvas.after.remove(self._ring)
            self._ring.clear()
        self._ringed = None

    def _leave(self) -> None:
        self._close_remark()
        self._navigator.announcer.by_keys = False
        self._hide()

    def _hide(self) -> None:
        self.focused_name = None
        self._follow.cancel()
        self._take_off()


def _known_keys() -> str:
    # For translators: said by a voice to somebody who plays with the keys of a keyboard
    return _(
        "Tab moves to the next button, Enter taps it, Escape goes back. Space rolls the die, or "
        "reads the page again. A number moves to that field of the board. F1 repeats these "
        "keys."
    )


def _voice_remark() -> str:
    if sound_devices():
        return _("The voice is on. You can turn it off in Settings, Sound.")
    return _(
        "The voice is on, but there is no loudspeaker. Plug one in, or turn the voice off in "
        "Settings, Sound."
    )


def _is_board(widget: Widget) -> "TypeGuard[BoardView]":
    # Import the class late, for a faster start.
    from kiosk.pieces.board import BoardView  # noqa: PLC0415

    return isinstance(widget, BoardView)


def _point(board: "BoardView", field: int) -> None:
    board.on_field(field, False)  # noqa: FBT003 - a callback has no keyword arguments
    board.on_field(field, True)  # noqa: FBT003 - a callback has no keyword arguments


def _around(center: tuple[float, float]) -> Box:
    half = dp(_FIELD)
    return Box(center[0] - half, center[1] - half, 2 * half, 2 * half)


def _topmost(widget: Widget | None, point: tuple[float, float]) -> Widget | None:
    if widget is None:
        return None
    for child in widget.children:
        found = _topmost(child, widget.to_local(*point))
        if found is not None:
            return found
    takes = (isinstance(widget, TapButton) or _is_board(widget)) and widget.collide_point(*point)
    return widget if takes else None


def _next(here: Target, targets: list[Target], right: int, up: int) -> Target | None:
    def far(one: Target) -> float:
        x, y = (there - now for there, now in zip(one.box.center, here.box.center, strict=True))
        ahead, aside = (x * right, y) if right else (y * up, x)
        return hypot(ahead, _SIDEWAYS_WEIGHT * aside) if ahead > dp(4) else float("inf")

    found = min((one for one in targets if one.name != here.name), key=far, default=None)
    return None if found is None or far(found) == float("inf") else found


def _in_reading_order(targets: list[Target]) -> list[Target]:
    taps = [target for target in targets if target.tap is not None]
    lines: list[list[Target]] = []
    for target in sorted(taps, key=lambda one: -one.box.center[1]):
        if lines and lines[-1][0].box.center[1] - target.box.center[1] < dp(_LINE_TOLERANCE):
            lines[-1].append(target)
        else:
            lines.append([target])
    read = [target for line in lines for target in sorted(line, key=lambda one: one.box.x)]
    places = [target for target in targets if target.tap is None]
    return [*read, *sorted(places, key=lambda one: one.name.startswith("field"))]
