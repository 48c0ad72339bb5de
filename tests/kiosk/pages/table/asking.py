"""Looking at questions: their choices by key, their words, and all that can be asked."""

from companion.commands import BuildHut, BuildTemple, MakeOffering
from companion.pieces import MATERIALS, BuildingKind, Chips, Color, OfferingAnswer
from companion.preview import price_options
from companion.state import FinaleStage, GameState, Phase
from kiosk.pages.table.draft import (
    ChipSwapDraft,
    DeclineOfferingsDraft,
    Draft,
    EmptyDraft,
    EndDeclarationDraft,
    HandsDraft,
    MenuDraft,
    PaymentDraft,
    PlainExplanationDraft,
    SelectedField,
    SelectedOption,
    SelectedWorker,
    TurnOption,
    draft_after_field_tap,
)
from kiosk.pages.table.question import Decide, Question
from kiosk.pages.table.view import table_question
from kiosk.pieces.form import ChipRow, PlayerNumbers, SymbolsWithTexts
from kiosk.ui.form import Block, Button, Column, Text


def choice(asked: Question, key: str) -> Button:
    return next(one for one in asked.choices if one.key == key)


def keys(asked: Question) -> list[str]:
    return [one.key for one in asked.choices]


def words(asked: Question) -> str:
    """All that a question says; players with a number as "blue 3, red 1"."""
    return "\n".join(filter(None, map(_row_words, asked.rows)))


def _row_words(row: Block) -> str:
    match row:
        case Text(text) | ChipRow(text=text):
            return text
        case PlayerNumbers(text, shares):
            return _with_shares(text, shares)
        case SymbolsWithTexts(effects):
            return "\n".join(text for _symbol, text in effects)
        case Column(rows):
            return "\n".join(filter(None, map(_row_words, rows)))
        case _:
            return ""


def _with_shares(text: str, shares: tuple[tuple[Color, int], ...]) -> str:
    return " ".join((text, ", ".join(f"{color} {number}" for color, number in shares)))


def rules(asked: Question) -> list[str]:
    return [one.rule_id for one in asked.reasons]


def command(asked: Question, key: str) -> object:
    action = choice(asked, key).action
    assert isinstance(action, Decide)
    return action.command


def ask(state: GameState, draft: Draft | None = None, *, app_die: bool = True) -> Question:
    return table_question(state, draft or EmptyDraft(), app_die=app_die)


def drafts(state: GameState) -> list[Draft]:
    """Everything that somebody may point at in a state."""
    color = state.colors[0]
    swapping = ChipSwapDraft(color, Chips(3))
    found: list[Draft] = [
        EmptyDraft(),
        HandsDraft(),
        MenuDraft(),
        ChipSwapDraft(color),
        swapping,
        HandsDraft(swapping),
    ]
    found += [PlainExplanationDraft(plain) for plain in MATERIALS]
    fields = range(1, len(state.board) + 1, 5)
    found += [draft_after_field_tap(state, field) for field in fields]
    found += [
        SelectedField(field, kind, state.colors[-1])
        for field in fields[:3]
        for kind in BuildingKind
    ]
    found += [
        SelectedField(fields[0], shows_more=True),
        SelectedField(fields[0], builder=state.colors[-1], shows_more=True),
    ]
    if state.phase is Phase.ACTION:
        found += [SelectedOption(aim) for aim in TurnOption]
        found += [SelectedField(field, BuildingKind.TEMPLE) for field in fields]
        found += [SelectedWorker(plain, None) for plain in MATERIALS if state.stack(plain)]
        found += [
            SelectedWorker(plain, level)
            for plain in MATERIALS
            for level, owner in enumerate(state.stack(plain), 1)
            if owner == state.decider
        ]
        for field in fields:
            if state.board.field(field).is_known and state.building(field) is None:
                found += _payments(state, BuildTemple(by=state.decider, field=field))
    if state.phase is Phase.OFFERING and state.board.field(state.visits[0]).is_known:
        found += _payments(state, MakeOffering(by=state.decider, give=OfferingAnswer.ONE))
        found += _payments(state, MakeOffering(by=state.decider, give=OfferingAnswer.BOTH))
    if state.finale is FinaleStage.CIRCUIT:
        found.append(DeclineOfferingsDraft())
    if state.phase in (Phase.ROLL, Phase.ACTION) and not state.supply.total:
        found.append(EndDeclarationDraft())
    return found


def _payments(state: GameState, purpose: BuildHut | BuildTemple | MakeOffering) -> list[Draft]:
    """A payment that is the price, one with a chip missing and one with three for it, and more."""
    due = price_options(state, purpose)[0]
    lacking = due - Chips.of(next(one for one in MATERIALS if due.number(one)))
    other = next(one for one in MATERIALS if not due.number(one))
    pays = (due, lacking, lacking + Chips.of(other), lacking + Chips.of(other, other, other))
    return [PaymentDraft(purpose, pay) for pay in pays]
