"""Who sits at which side of the screen, so that it can turn to them; no Kivy."""

from msgspec.structs import replace

from kiosk.pages.new_game.draft import SetupDraft, in_order_of_seats, sit_clockwise
from kiosk.pages.new_game.steps import BonusChips, SetupFlow, back_from
from kiosk.pieces.form import Person, RoundTable
from kiosk.rotation import Rotation
from kiosk.ui.form import GAP_ROW, Button, Column, Form, Row, Style, Text, Tone
from kiosk.words.language import _, visible

_FOOT = 56
_SEAT = 62
_DRAWING = 20
"""So much of what an upright screen has left is the drawing's, of a little more."""
_SEATS = 2.4
"""How much wider than the drawing the choices are."""


def seats_form(flow: SetupFlow) -> Form:
    """Asks everybody's side; nobody has to answer: all sit in front of the screen.

    Who sit otherwise than they were entered are told, and a tap puts them in their order.
    """
    draft = flow.draft
    in_front = Button("side.all", flow.entered(all_in_front(flow.draft)), _("All in front"))
    following = Button("next", flow.on(BonusChips()), _("Bonus chips"), Style.PRIMARY)
    rows = (
        *(Row(_sides(flow, number), _SEAT, folds=1) for number in range(len(draft.chairs))),
        GAP_ROW,
        Row((replace(in_front, style=Style.QUIET), following), _FOOT),
    )
    seats = tuple((chair.color, chair.side) for chair in draft.chairs)
    drawing = RoundTable(
        seats, Text(_("As you look at the screen, which can turn to each of you."))
    )
    if not sit_clockwise(draft):
        told = _("You do not sit in the order of your turns, which goes clockwise.")
        order = flow.entered(in_order_of_seats(draft))
        drawing = RoundTable(
            seats, Text(told, Tone.WARNED), Button("seats.order", order, _("Turns as you sit"))
        )
    columns = (Column(rows, width=_SEATS), Column((Row((drawing,), share=_DRAWING),)))
    return Form(_("Who sits where?"), back_from(flow), columns)


def _sides(flow: SetupFlow, number: int) -> tuple[Person | Button, ...]:
    chair = flow.draft.chairs[number]
    choices = (
        Button(
            f"side.{number}.{side:d}",
            flow.entered(with_side(flow.draft, number, side)),
            side_name(side),
            Style.RADIO,
            chosen=side is chair.side,
        )
        for side in Rotation
    )
    return (Person(chair.color, visible(chair.shown)), *choices)


def side_name(side: Rotation) -> str:
    """Where somebody sits to whom the picture is turned so far."""
    match side:
        case Rotation.NONE:
            return _("In front")
        case Rotation.QUARTER:
            return _("Right")
        case Rotation.HALF:
            return _("Behind")
        case Rotation.THREE_QUARTERS:
            return _("Left")


def with_side(draft: SetupDraft, number: int, side: Rotation) -> SetupDraft:
    """Chair `number` (from 0) at that side of the screen."""
    chair = replace(draft.chairs[number], side=side)
    return replace(draft, chairs=(*draft.chairs[:number], chair, *draft.chairs[number + 1 :]))


def all_in_front(draft: SetupDraft) -> SetupDraft:
    """Everybody in front of the screen, which never turns then."""
    chairs = tuple(replace(chair, side=Rotation.NONE) for chair in draft.chairs)
    return replace(draft, chairs=chairs)
