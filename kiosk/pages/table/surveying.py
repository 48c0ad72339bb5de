"""Reading a field off the cardboard: its rune area and its two icons (board.survey)."""

from msgspec.structs import replace

from companion.commands import Survey
from companion.pieces import MATERIALS, Material
from companion.preview import runes_that_fit
from companion.state import GameState
from kiosk.pages.table.draft import Surveying
from kiosk.pages.table.parts import rules
from kiosk.pages.table.question import (
    Choice,
    Choices,
    Do,
    Go,
    Question,
    Row,
    Style,
    Think,
    Words,
    alone,
)
from kiosk.words.language import _
from kiosk.words.texts import word

_RUNE_ROWS_WITH_HELP = 3
"""Above so many rows of areas the help has room; with more, in two lines, it has none upright."""


def survey_question(state: GameState, draft: Surveying) -> Question:
    """Asks what is printed on a field that nobody has read."""
    rows: list[Row] = [*_rune_rows(state, draft)]
    if len(rows) <= _RUNE_ROWS_WITH_HELP:
        rows.insert(0, Words(_("Read it off your board: the rune area and the two icons.")))
    if draft.rune is not None:
        rows.append(_icon_row("first", draft, draft.first))
        rows.append(_icon_row("second", draft, draft.second))
    if draft.rune is not None and draft.first is not None and draft.second is not None:
        command = Survey(field=draft.field, needs=(draft.first, draft.second), rune=draft.rune)
        printed = _("That is what is printed")
        if draft.first is draft.second:
            printed = _("Yes, really twice {icon}", icon=word(draft.first))
        done = Choice(key="survey.done", text=printed, action=Do(command), style=Style.PRIMARY)
        rows.append(alone(done))
    else:
        all_fields = _("Read all fields, one by one")
        rows.append(alone(Choice(key="survey.all", text=all_fields, action=Go("survey"))))
    return Question(
        color=None,
        title=_("Field {field}: what is printed?", field=draft.field),
        rows=tuple(rows),
        reasons=rules("board.survey"),
    )


def _rune_rows(state: GameState, draft: Surveying) -> list[Row]:
    """The rune areas that fit between those already read, in rows of two."""
    fitting = runes_that_fit(state.board, draft.field) if draft.rune is None else (draft.rune,)
    choices = [
        Choice(
            key=f"rune.{rune}",
            text=word(rune),
            symbol=rune,
            chosen=rune is draft.rune,
            action=Think(replace(draft, rune=None if rune is draft.rune else rune)),
        )
        for rune in fitting
    ]
    return [Choices(tuple(choices[start : start + 2])) for start in range(0, len(choices), 2)]


def _icon_row(slot: str, draft: Surveying, chosen: Material | None) -> Choices:
    return Choices(
        tuple(
            Choice(
                key=f"{slot}.{material}",
                symbol=material,
                chosen=material is chosen,
                action=Think(replace(draft, **{slot: material})),
            )
            for material in MATERIALS
        )
    )
