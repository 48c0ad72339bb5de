"""Where the six bonus chips of a new game lie; no Kivy (setup.bonus)."""

from msgspec.structs import replace

from companion.pieces import CHIPS_PER_MATERIAL, MATERIALS, RUNES, Bonus
from companion.state import Board, Druid
from kiosk.pages.new_game.draft import (
    SetupDraft,
    chip_laid,
    chip_taken,
    left_of,
    places_for_held,
    without_bonus,
)
from kiosk.pages.new_game.steps import LayingOut, SetupFlow, back_from
from kiosk.pieces.form import Scene, attempt, told_or
from kiosk.pieces.picture import BoardPicture, FieldPicture, PlainPicture
from kiosk.ui.form import GAP_ROW, Button, Column, Effect, Form, Row, Style
from kiosk.words.language import _, several
from kiosk.words.texts import word

_FOOT = 56
_ADVICE = 62


def bonus_form(flow: SetupFlow, board: Board) -> Form:
    """Beside the board: what to lay, kind by kind, and the ways to have it laid or taken away."""
    draft = flow.draft
    chance = Button("bonus.lay", Effect.CHANCE, _("Lay them for us"), Style.QUIET, width=1.7)
    clear = Button("bonus.clear", flow.entered(without_bonus(draft)), _("Remove"), Style.QUIET)
    following = Button("next", _after_bonus(flow), _("What to lay out"), Style.PRIMARY)
    rows = (
        Row((told_or(flow, bonus_advice(draft, len(board))),), _ADVICE),
        *(Row((_kind(flow, kind),)) for kind in Bonus),
        GAP_ROW,
        Row((chance, clear)),
        Row((following,), _FOOT),
    )
    scene = Scene(setup_picture(draft, board), places_for_held(draft, len(board)))
    return Form(_("The six bonus chips"), back_from(flow), (Column(rows),), scene)


def _kind(flow: SetupFlow, kind: Bonus) -> Button:
    left = left_of(flow.draft, kind)
    held = flow.entered(replace(flow.draft, held=kind))
    both_lie = _(
        "Both “{bonus}” chips lie on the board. Tap one there to move it.", bonus=word(kind)
    )
    return Button(
        f"bonus.{kind}",
        held if left else flow.telling(both_lie),
        _("“{bonus}” chip", bonus=word(kind)),
        symbol=kind,
        detail=several("{number} to lay", "{number} to lay", left),
        chosen=kind is flow.draft.held,
    )


def bonus_advice(draft: SetupDraft, fields: int) -> str:
    """What to do next with the bonus chips."""
    if draft.held is None:
        return _("All six chips lie on the board. Tap one to take it away.")
    if not places_for_held(draft, fields):
        return _(
            "No field is left with three free ones on both sides: "
            "tap a chip to take it away, or let us lay all six."
        )
    return _(
        "Tap a field for a “{bonus}” chip. Between two chips three fields stay free.",
        bonus=word(draft.held),
    )


def _after_bonus(flow: SetupFlow) -> SetupFlow:
    left = flow.draft.chips_left
    if not left:
        return flow.on(LayingOut())
    return flow.telling(
        several("{number} chip is still to be laid.", "{number} chips are still to be laid.", left)
    )


def tapped_field(flow: SetupFlow, fields: int, field: int) -> SetupFlow:
    """Take up the chip that lies on a field of a ring of `fields`, else lay the held one."""
    draft = flow.draft
    if field in dict(draft.bonus):
        return flow.entered(chip_taken(draft, field))
    if draft.held is None:
        return flow.telling(bonus_advice(draft, fields))
    return attempt(flow, lambda: flow.entered(chip_laid(draft, fields, field)))


def tapped_plain(flow: SetupFlow) -> SetupFlow:
    """No bonus chip goes there."""
    return flow.telling(_("Bonus chips lie on the fields of the ring, not on the high plains."))


def setup_picture(draft: SetupDraft, board: Board) -> BoardPicture:
    """The board before the first worker: full plains, the druid at home, the chips laid so far."""
    chips = dict(draft.bonus)
    fields = tuple(
        FieldPicture(number, printed.needs, printed.rune, None, chips.get(number))
        for number, printed in enumerate(board.fields, start=1)
    )
    supply = CHIPS_PER_MATERIAL - len(draft.chairs)
    return BoardPicture(
        fields=fields,
        plains=tuple(PlainPicture(material, supply, (), chosen=False) for material in MATERIALS),
        runes=tuple((rune, None) for rune in RUNES),
        druid=Druid(),
    )
