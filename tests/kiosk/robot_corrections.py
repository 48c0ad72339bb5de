"""How the robot corrects the app: thing by thing in the editor of corrections."""

from companion import commands as do
from companion.pieces import Color, Material
from companion.state import GameState
from tests.kiosk.robot_typing import Typist
from tests.kiosk.touch import Touchscreen


def correct(touch: Touchscreen, command: do.Correct) -> None:
    """Set what the command changes, and type its reason; begins and ends at the table."""
    touch.tap("menu", "menu.correct")
    chips = {change.field for change in command.changes if isinstance(change, do.SetBonus)}
    stacks = {c.plain: c.workers for c in command.changes if isinstance(c, do.SetStack)}
    hands = [change for change in command.changes if isinstance(change, do.SetHand)]
    state = touch.app_state.required_session.state
    # A plain may have too few chips until others have given some back.
    hands.sort(key=lambda hand: hand.number - _held(state, hand))
    for hand in hands:
        _set_hand(touch, hand, hand.number - _held(state, hand))
    _set_stacks(touch, stacks)
    for change in command.changes:
        _set(touch, change, chips)
    touch.tap("next", "why.type")
    Typist(touch).type(command.why)
    touch.tap("correct.done")


def _held(state: GameState, hand: do.SetHand) -> int:
    return state.player(hand.color).hand.number(hand.material)


def _set(touch: Touchscreen, change: do.Change, chips: set[int]) -> None:
    """Set one thing; `chips` are the fields with a change of their own for the bonus chip."""
    match change:
        case do.SetPoints(color, points):
            more = points - touch.app_state.required_session.state.player(color).points
            tens, ones = divmod(abs(more), 10)
            key = "points.more" if more > 0 else "points.less"
            touch.tap(f"part.{color}", *[f"{key}.10"] * tens, *[key] * ones, "done")
        case do.SetRune(rune, holder):
            touch.tap("part.runes", f"rune.{rune}", f"holder.{holder or 'none'}", "done")
        case do.SetBuilding(field, building):
            touch.tap_field(field)
            stands = f"{building.kind}.{building.owner}" if building else "empty"
            touch.tap(f"field.{stands}")
            if field not in chips:
                touch.tap(
                    f"bonus.{touch.app_state.required_session.state.bonus_on(field) or 'none'}"
                )
            touch.tap("done")
        case do.SetBonus(field, bonus):
            touch.tap_field(field)
            touch.tap(f"bonus.{bonus or 'none'}", "done")
        case do.SetDruid(stone, None):
            touch.tap("part.druid", f"stone.{stone}", "done")
        case do.SetDruid(_, field):
            touch.tap("part.druid", "field.other")
            touch.tap_field(field)
            touch.tap("done")
        case do.SetPrintedField(field, (first, second), rune):
            touch.tap_field(field)
            touch.tap("printed", f"area.{rune}", f"first.{first}", f"second.{second}")
            touch.tap("done", "done")
        case do.SetActive(color):
            touch.tap("part.turn", f"turn.{color}", "done")


def _set_hand(touch: Touchscreen, hand: do.SetHand, more: int) -> None:
    key = f"chips.{hand.material}.{'more' if more > 0 else 'less'}"
    touch.tap(f"part.{hand.color}", *[key] * abs(more), "done")


def _set_stacks(touch: Touchscreen, wanted: dict[Material, tuple[Color, ...]]) -> None:
    state = touch.app_state.required_session.state
    now = {plain: list(state.stack(plain)) for plain in Material}
    for plain, workers in wanted.items():
        touch.tap_plain(plain)
        for color in workers:
            if now[plain].count(color) < workers.count(color):
                other = next(
                    one
                    for one, others in wanted.items()
                    if now[one].count(color) > others.count(color)
                )
                touch.tap(f"from.{other}.{color}")
                now[other].reverse()
                now[other].remove(color)
                now[other].reverse()
                now[plain].append(color)
        touch.tap("done")
    for plain, workers in wanted.items():
        touch.tap_plain(plain)
        for color in workers:
            level = now[plain].index(color)
            if level < len(workers) - 1:
                touch.tap(f"top.{level + 1}")
            now[plain].append(now[plain].pop(level))
        touch.tap("done")
