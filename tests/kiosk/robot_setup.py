"""How the robot begins a game: from the start screen through settings and a new game."""

from companion.memory.boards import BoardShelf
from companion.rules.setup import Setup
from tests.kiosk.robot_typing import Typist
from tests.kiosk.touch import NotOnScreenError, Touchscreen


def play_calmly(touch: Touchscreen, *, large_letters: bool = False) -> None:
    """Turn off motion and the app's die, and set the size of letters, from the start page."""
    letters = "on" if large_letters else "off"
    touch.tap("settings")
    for key in ("motion.off", "app_die.off", f"large_letters.{letters}"):
        _turn_to(touch, f"setting.{key}")
        touch.tap(f"setting.{key}")
    touch.tap("back")


def _turn_to(touch: Touchscreen, key: str) -> None:
    first = touch.texts()
    while not touch.shows(key):
        touch.tap("more")
        if touch.texts() == first:
            raise NotOnScreenError(f"{key} stands on no page")


def begin(touch: Touchscreen, setup: Setup) -> None:
    touch.tap("new_game")
    _seat(touch, setup)
    _choose_board(touch, setup)
    touch.tap("next", "next")
    _lay_bonus(touch, setup)
    touch.tap("next")
    touch.tap("begin")


def _seat(touch: Touchscreen, setup: Setup) -> None:
    while _seats(touch) > len(setup.players):
        touch.tap(f"seat.{_seats(touch) - 1}.remove")
    while _seats(touch) < len(setup.players):
        touch.tap("seat.add")
    for number, seat in enumerate(setup.players):
        touch.tap(f"seat.{number}.color")
        touch.tap(f"color.{seat.color}")
        touch.tap(f"seat.{number}.name")
        Typist(touch).type(seat.name)
    touch.tap(f"seat.{setup.first}.first")


def _seats(touch: Touchscreen) -> int:
    return sum(tap.key.startswith("seat.") and tap.key.endswith(".name") for tap in touch.taps())


def _choose_board(touch: Touchscreen, setup: Setup) -> None:
    names = [file.board.name for file in BoardShelf(touch.app_state.folder).boards]
    key = f"board.{names.index(setup.board.name)}"
    touch.tap("board")
    for _page in names:
        if touch.shows(key):
            touch.tap(key)
            return
        touch.tap("more")
    raise NotOnScreenError(f"the board {setup.board.name!r} cannot be chosen")


def _lay_bonus(touch: Touchscreen, setup: Setup) -> None:
    touch.tap("bonus.clear")
    for field, kind in setup.bonus:
        touch.tap(f"bonus.{kind}")
        touch.tap_field(field)
