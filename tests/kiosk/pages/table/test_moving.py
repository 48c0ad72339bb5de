from msgspec.structs import replace

from companion.state import FinaleStage
from kiosk import routes
from kiosk.pages.table.draft import SelectedWorker
from kiosk.pages.table.question import ExplainImpossible, SetDraft
from kiosk.pieces.picture import WorkerInStack
from kiosk.routes import WorkerToTry
from kiosk.ui.form import Row
from tests.companion.positions import BLUE, COPPER, GREEN, RED, STONE, WOOD, WOOL, position
from tests.kiosk.pages.table.asking import ask, choice, keys, rules


def test_the_workers_of_a_plain_are_asked_for_as_a_stack_and_others_workers_tell_why() -> None:
    for stack, told in (
        ((BLUE, GREEN, BLUE), ["Top", "Middle", "Bottom"]),
        ((BLUE, BLUE), ["Top", "Bottom"]),
    ):
        state = position(BLUE, GREEN, RED, stacks={WOOD: stack})
        asked = ask(state, SelectedWorker(WOOD, None))
        levels = range(len(stack), 0, -1)
        workers = [choice(asked, f"worker.{level}") for level in levels]
        assert [one.text for one in workers] == told
        assert [one.symbol for one in workers] == [WorkerInStack(stack, one) for one in levels]
        rows = [one for row in asked.rows if isinstance(row, Row) for one in row.items]
        assert [one for one in rows if one in workers] == workers
        assert choice(asked, "worker.1").action == SetDraft(SelectedWorker(WOOD, 1))
        if GREEN in stack:
            assert choice(asked, "worker.2").action == ExplainImpossible("This worker is Gus's.")


def test_a_move_tells_what_every_target_would_yield() -> None:
    state = position(
        BLUE,
        GREEN,
        RED,
        stacks={WOOD: (BLUE,), STONE: (RED, GREEN), WOOL: (RED, GREEN, BLUE), COPPER: ()},
    )

    asked = ask(state, SelectedWorker(WOOD, 1))

    assert choice(asked, "to.stone").amounts == ((BLUE, 3), (GREEN, 2), (RED, 1))
    assert choice(asked, "to.copper").amounts == ((BLUE, 1),)
    assert choice(asked, "to.wool").dim


def test_why_names_what_the_end_is_about_when_it_is_near() -> None:
    plenty = position(BLUE, GREEN, RED)
    empty = position(BLUE, GREEN, RED, supply="")
    last = replace(plenty, finale=FinaleStage.LAST_TURNS, finisher=GREEN)

    near = {"end.exhausted", "end.trigger"}
    assert near & set(rules(ask(plenty))) == set()
    assert near & set(rules(ask(empty))) == {"end.exhausted"}
    assert near & set(rules(ask(last))) == {"end.trigger"}


def test_what_a_move_leads_to_is_offered_where_its_rules_are_read() -> None:
    asked = ask(position(BLUE, GREEN, RED, stacks={WOOD: (BLUE,)}), SelectedWorker(WOOD, 1))

    assert keys(asked) == ["to.wool", "to.copper", "to.stone"]
    assert asked.button_below_reasons is not None
    assert asked.button_below_reasons.action == routes.WhatIf(WorkerToTry(WOOD, 1))
