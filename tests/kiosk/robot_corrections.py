"""How the robot corrects the app: change by change through the pages of the correcting screen."""

from companion import commands as do
from tests.kiosk.robot_typing import Typist
from tests.kiosk.touch import Touchscreen


def correct(touch: Touchscreen, command: do.Correct) -> None:
    """Set all that the command sets and give its reason; begins and ends at the table."""
    touch.tap("menu")
    touch.tap("menu.correct")
    chips = {change.field for change in command.changes if isinstance(change, do.SetBonus)}
    for change in command.changes:
        _set(touch, change, chips)
    touch.tap("next")
    touch.tap("why.type")
    Typist(touch).type(command.why)
    touch.tap("correct.done")


def _set(touch: Touchscreen, change: do.Change, chips: set[int]) -> None:
    """Set one thing; `chips` are the fields of which the command tells which chip lies there."""
    match change:
        case do.SetPoints(color, points):
            _tap_all(touch, "part.points", f"points.{color}")
            _enter(touch, points)
            _tap_all(touch, "done", "done")
        case do.SetHand(color, material, number):
            _tap_all(touch, "part.hands", f"hand.{color}.{material}")
            _count(touch, number, touch.app_state.game.state.player(color).hand.number(material))
            _tap_all(touch, "done", "done")
        case do.SetSupply(material, number):
            touch.tap_plain(material)
            touch.tap("supply")
            _enter(touch, number)
            _tap_all(touch, "done", "done")
        case do.SetStack(plain, workers):
            touch.tap_plain(plain)
            _tap_all(touch, "stack.clear", *(f"stack.{color}" for color in workers), "done")
        case do.SetRune(rune, holder):
            _tap_all(touch, "part.runes", f"rune.{rune}", f"holder.{holder or 'none'}", "done")
        case do.SetField(field, building):
            touch.tap_field(field)
            stands = f"{building.kind}.{building.owner}" if building else "empty"
            # A chip of which nothing is said would go into the box with it.
            leave = () if field in chips else ("bonus.leave",)
            _tap_all(touch, f"field.{stands}", *leave, "done")
        case do.SetBonus(field, bonus):
            touch.tap_field(field)
            _tap_all(touch, f"bonus.{bonus or 'none'}", "done")
        case do.SetDruid(stone, None):
            _tap_all(touch, "part.druid", f"stone.{stone}", "done")
        case do.SetDruid(_, field):
            touch.tap("part.druid")
            touch.tap_field(field)
            touch.tap("done")
        case do.SetPrinted(field, (first, second), rune):
            touch.tap_field(field)
            _tap_all(touch, "printed", f"area.{rune}", f"first.{first}", f"second.{second}")
            _tap_all(touch, "done", "done")
        case do.SetActive(color):
            _tap_all(touch, "part.turn", f"turn.{color}", "done")


def _enter(touch: Touchscreen, number: int) -> None:
    _tap_all(touch, "digit.clear", *(f"digit.{digit}" for digit in str(number)))


def _count(touch: Touchscreen, number: int, present: int) -> None:
    """A number of chips in a hand; of secret ones how many more or fewer than the app has."""
    if touch.app_state.settings.open_chips:
        _enter(touch, number)
        return
    key = "number.more" if number > present else "number.less"
    _tap_all(touch, *[key] * abs(number - present))


def _tap_all(touch: Touchscreen, *keys: str) -> None:
    for key in keys:
        touch.tap(key)
