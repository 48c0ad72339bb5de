"""Correcting numbers: everybody's points and chips, and the keys to type one; no Kivy."""

from collections.abc import Callable
from functools import partial
from typing import assert_never

from msgspec.structs import replace

from companion.commands import SetHand, SetPoints, SetSupply
from companion.game import check_number, number_limit
from companion.pieces import MATERIALS, Color, Material
from companion.state import GameState
from kiosk.pages.correct.draft import (
    Entry,
    NumberChange,
    present_hand,
    present_points,
    present_supply,
)
from kiosk.pages.correct.steps import CorrectFlow, Correcting, Look, Number
from kiosk.pieces.form import Held, Person
from kiosk.ui.form import GAP_ROW, Button, Form, Row, Style, Text, Tone
from kiosk.words.language import _
from kiosk.words.texts import short_name, word

_PLAYER_ROW = 56
_HAND_ROW = 58
_KEY_ROW = 50


def points_form(here: Correcting) -> Form:
    """Whose points are wrong?"""
    rows = (Row((_points_button(here, color),), _PLAYER_ROW) for color in here.state.colors)
    return here.panel(_("Points"), _("Whose points are wrong?"), *rows)


def _points_button(here: Correcting, color: Color) -> Button:
    present = present_points(here.after, color)
    return Button(
        f"points.{color}",
        entering(here, present),
        here.name(color),
        Style.NAME,
        color,
        detail=str(present.points),
        marked=here.draft.holds(present),
    )


def hands_form(here: Correcting) -> Form:
    """Whose chips are wrong? Secret ones are shown to who holds their name."""
    help_text = _("Whose chips are wrong?") if here.open_chips else _secret_help()
    rows = []
    for color in here.state.colors:
        buttons = (_hand_button(here, color, each) for each in MATERIALS)
        rows.append(Row((_whose(here, color), *buttons), _HAND_ROW))
    return here.panel(_("Chips"), help_text, *rows)


def _secret_help() -> str:
    return _("Hold your name to look at the chips that the app has for you.")


def _whose(here: Correcting, color: Color) -> Person | Held:
    """A player's name; where chips are secret it is held to look at them."""
    if here.open_chips:
        return Person(color, here.name(color), width=1.2)
    touched, lifted = Look(color, held=True), Look(color, held=False)
    return Held(f"look.{color}", color, here.name(color), touched, lifted, width=1.2)


def _hand_button(here: Correcting, color: Color, material: Material) -> Button:
    present = present_hand(here.after, color, material)
    return Button(
        f"hand.{color}.{material}",
        entering(here, present),
        symbol=material,
        detail=number_shown(here, present),
        marked=here.draft.holds(present),
    )


def number_shown(here: Correcting, hand: SetHand) -> str:
    """How many chips there are; of secret ones only how many more or fewer than the app has."""
    if here.open_chips:
        return str(hand.number)
    more = _more(here, hand)
    if not more:
        return _("?")
    return f"{'−' if more < 0 else '+'}{abs(more)}"


def _more(here: Correcting, hand: SetHand) -> int:
    return hand.number - present_hand(here.state, hand.color, hand.material).number


def counted(here: Correcting, hand: SetHand, chips: int) -> SetHand:
    """So many chips more in a hand, below 0: fewer. Raises RuleViolation where that cannot be.

    Of secret chips nobody is told how few there are before they are set right.
    """
    after = replace(hand, number=hand.number + chips)
    number = after.number if here.open_chips else abs(_more(here, after))
    check_number(number, number_limit(after))
    return after


def entering(here: Correcting, present: NumberChange) -> CorrectFlow:
    """A number set to what it is, and the keys to type another."""
    return here.setting(present).on(Number(Entry(present)))


def number_form(here: Correcting, entry: Entry) -> Form:
    """Keys for a number, which is set with every key."""
    if isinstance(entry.change, SetHand) and not here.open_chips:
        return _secret_form(here, entry.change)
    title, present = _titled(here.state, entry.change)
    has = _("The app has: {what}", what=here.line(present))

    def key(name: str, text: str, typed: Callable[[], Entry], width: float = 1) -> Button:
        def taken() -> CorrectFlow:
            after = typed()
            return here.setting(after.change).at(Number(after))

        return Button(name, here.attempt(taken), text, width=width)

    def digit(number: int) -> Button:
        return key(f"digit.{number}", str(number), partial(entry.with_digit, number))

    less = key("number.less", "−", partial(entry.stepped, -1))
    more = key("number.more", "+", partial(entry.stepped, 1))
    clear = key("digit.clear", _("Clear"), entry.cleared, 2.08)
    leave = Button("leave", here.leaving(present).back(), _("Leave as it is"), Style.QUIET)
    return here.panel(
        title,
        has,
        Row((less, Text(str(entry.number), Tone.NUMBER, 1.6), more), _PLAYER_ROW),
        *(Row(tuple(map(digit, range(start, start + 3))), _KEY_ROW) for start in (1, 4, 7)),
        Row((digit(0), clear), _KEY_ROW),
        GAP_ROW,
        Row((leave,)),
    )


def _secret_form(here: Correcting, hand: SetHand) -> Form:
    """How many more or fewer chips than the app has, which only their owner may look at."""
    title, present = _titled(here.state, hand)

    def key(name: str, text: str, chips: int) -> Button:
        def taken() -> CorrectFlow:
            after = counted(here, hand, chips)
            return here.setting(after).at(Number(Entry(after)))

        return Button(name, here.attempt(taken), text)

    return here.panel(
        title,
        _("How many more or fewer than the app has?"),
        Row(
            (
                key("number.less", "−", -1),
                Text(number_shown(here, hand), Tone.NUMBER, 1.6),
                key("number.more", "+", 1),
            ),
            _PLAYER_ROW,
        ),
        GAP_ROW,
        Row((Text(_secret_help()),), height=0),
        Row((_whose(here, hand.color),), _HAND_ROW),
        GAP_ROW,
        Row((Button("leave", here.leaving(present).back(), _("Leave as it is"), Style.QUIET),)),
    )


def _titled(state: GameState, change: NumberChange) -> tuple[str, NumberChange]:
    """What is being counted, and what the app has."""
    match change:
        case SetPoints(color):
            name = short_name(state.player(color).name)
            return _("{player}'s points", player=name), present_points(state, color)
        case SetHand(color, material):
            name = short_name(state.player(color).name)
            title = _("{player}: {material}", player=name, material=word(material))
            return title, present_hand(state, color, material)
        case SetSupply(material):
            title = _("Chips of {material}", material=word(material))
            return title, present_supply(state, material)
        case _:
            assert_never(change)
