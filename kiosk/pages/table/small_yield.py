"""The questions of part 1 of a turn: the die, and what plus and minus bring (small.*)."""

from companion.commands import GiveBack, Roll, Take
from companion.pieces import FACES
from companion.state import GameState
from kiosk.pages.table.ending import end_rows
from kiosk.pages.table.parts import decider_of, material_rows
from kiosk.pages.table.question import (
    Choice,
    Choices,
    Do,
    Question,
    RollDie,
    Row,
    Style,
    Words,
    alone,
)
from kiosk.words.language import _
from kiosk.words.reasons import reasons_to_ask


def roll_question(state: GameState, *, app_die: bool) -> Question:
    """Asks for the die: the app rolls it, or somebody tells what the wooden one shows."""
    color = decider_of(state)
    faces = tuple(
        Choice(key=f"face.{face}", symbol=face, action=Do(Roll(by=color, face=face)))
        for face in FACES
    )
    rows: list[Row] = [
        Words(_("Tap what the wooden die shows:")),
        Choices(faces[:3]),
        Choices(faces[3:]),
        *end_rows(state),
    ]
    if app_die:
        rows[0] = Words(_("Roll, or tap what the wooden die shows:"))
        roll = Choice(key="roll", text=_("Roll"), action=RollDie(), style=Style.PRIMARY)
        rows.append(alone(roll))
    return Question(
        color=color,
        title=_("rolls the die"),
        rows=tuple(rows),
        reasons=reasons_to_ask(state),
    )


def take_question(state: GameState) -> Question:
    """Asks which chip is taken after plus."""
    color = decider_of(state)
    nothing = Choice(
        key="take.none",
        text=_("Take nothing"),
        action=Do(Take(by=color, material=None)),
        style=Style.QUIET,
    )
    return Question(
        color=color,
        title=_("takes one chip"),
        rows=(
            Words(_("Any material that is left.")),
            *material_rows(
                "take",
                lambda material: Do(Take(by=color, material=material)),
                lambda material: state.supply.number(material) > 0,
            ),
            alone(nothing),
        ),
        reasons=reasons_to_ask(state),
    )


def give_back_question(state: GameState) -> Question:
    """Asks which chip is given back after minus."""
    color = decider_of(state)
    return Question(
        color=color,
        title=_("returns one chip"),
        rows=(
            Words(_("A chip of your choice goes to its plain.")),
            *material_rows(
                "give_back",
                lambda material: Do(GiveBack(by=color, material=material)),
                lambda _material: True,
            ),
        ),
        reasons=reasons_to_ask(state),
    )
