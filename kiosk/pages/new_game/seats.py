"""Who sits at which side of the screen, so that it can turn to them; no Kivy."""

from msgspec.structs import replace

from kiosk.pages.flow.view import GAP_ROW, Choice, Column, Form, Person, Row, Style, Words
from kiosk.pages.new_game.draft import SetupDraft
from kiosk.pages.new_game.steps import BonusChips, SetupFlow, back_from
from kiosk.rotation import Rotation
from kiosk.words.language import _, visible

_FOOT = 56
_SEAT = 62


def seats_form(flow: SetupFlow) -> Form:
    """Asks everybody's side; nobody has to answer: all sit in front of the screen."""
    in_front = Choice("side.all", flow.entered(all_in_front(flow.draft)), _("All in front"))
    following = Choice("next", flow.on(BonusChips()), _("Bonus chips"), Style.PRIMARY)
    rows = (
        *(Row(_sides(flow, number), _SEAT, folds=1) for number in range(len(flow.draft.chairs))),
        Row((Words(_("As you look at the screen, which can turn to each of you.")),), 0),
        GAP_ROW,
        Row((replace(in_front, style=Style.QUIET), following), _FOOT),
    )
    return Form(_("Who sits where?"), back_from(flow), (Column(rows),))


def _sides(flow: SetupFlow, number: int) -> tuple[Person | Choice, ...]:
    chair = flow.draft.chairs[number]
    choices = (
        Choice(
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
