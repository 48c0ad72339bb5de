from itertools import product

import pytest
from hypothesis import given
from msgspec.structs import replace

from companion.commands import BuildTemple, MoveWorker, PlaceWorker, Roll, SwapChips, TakeChip
from companion.game import state_after_command
from companion.history import Step, make_step
from companion.pieces import Chips, Color, Face
from companion.rulebook import RULES
from companion.rules.setup import initial_state
from companion.state import GameState, Phase
from kiosk.pages.table.draft import (
    ChipSwapDraft,
    EmptyDraft,
    EndDeclarationDraft,
    HandsDraft,
    MenuDraft,
    PaymentDraft,
    PlayerStatusDraft,
    PrintedFieldDraft,
    SelectedField,
    SelectedWorker,
    ThingExplanationDraft,
)
from kiosk.pages.table.question import Decide, ExplainImpossible, SetDraft
from kiosk.pages.table.sheet import SheetInputs, card_text, sheet_of
from kiosk.pages.table.view import action_for_plain_tap
from kiosk.settings import Settings
from kiosk.words.latest_moves import piece_moves_of_step
from tests.companion.positions import BLUE, GREEN, RED, STONE, WOOD, position, setup
from tests.kiosk.pages.table.asking import ask, drafts, keys
from tests.legal_commands import some_way
from tests.luck import Luck
from tests.strategies import lucks, setups


def with_other_hands(state: GameState) -> GameState:
    """Return the same table after the hidden chips have changed owners."""
    hands = [player.hand for player in state.players]
    turned = zip(state.players, hands[1:] + hands[:1], strict=True)
    return replace(state, players=tuple(replace(one, hand=hand) for one, hand in turned))


@given(setups(), lucks)
def test_no_question_depends_on_what_lies_behind_a_screen_and_all_can_be_read_about(
    beginning, luck: Luck
) -> None:
    state = some_way(beginning, luck, 25)
    # Whoever has no chips is asked to return none.
    hands = (replace(one, hand=one.hand + Chips(1, 1, 1, 1)) for one in state.players)
    state = replace(state, players=tuple(hands))
    other = with_other_hands(state)
    for draft in drafts(state):
        asked = ask(state, draft)
        assert asked == ask(other, draft)
        assert {one.rule_id for one in asked.reasons} <= set(RULES)
        assert any(reason.text or reason.explanation for reason in asked.reasons), draft
        assert len(set(keys(asked))) == len(keys(asked))
        assert (asked.back is None) == (draft == EmptyDraft())
    for draft in (*map(PlayerStatusDraft, state.colors), ThingExplanationDraft(None)):
        assert any(reason.text or reason.explanation for reason in ask(state, draft).reasons), draft


@given(setups(), lucks)
def test_every_answer_offered_is_legal_for_whoever_can_pay(beginning, luck: Luck) -> None:
    state = some_way(beginning, luck, 60)
    many = Chips(90, 90, 90, 90)
    players = (
        replace(player, hand=many) if player.color == state.decider else player
        for player in state.players
    )
    rich = replace(state, players=tuple(players))

    for draft in drafts(rich):
        for one in ask(rich, draft).choices:
            # A payment may be for what nobody was offered to build, a swap another player's.
            needs_chips = one.key == "pay.done" or one.key.startswith("swap.take")
            if isinstance(one.action, Decide) and not one.dim and not needs_chips:
                state_after_command(rich, one.action.command)


def test_why_a_roll_is_asked_names_each_face_and_tells_of_no_turn_before() -> None:
    def read(step: Step) -> str:
        inputs = SheetInputs(step.after, EmptyDraft(), Settings(), piece_moves_of_step(step))
        paragraphs = card_text(sheet_of(inputs), "question").paragraphs
        return "\n".join(f"{one.heading}\n{one.text}" for one in paragraphs)

    before = position(BLUE, GREEN, RED, phase=Phase.ROLL, stacks={WOOD: (BLUE,), STONE: (RED,)})
    rolled = make_step(before, Roll(by=BLUE, face=Face.WOOD), "")
    moved = make_step(rolled.after, MoveWorker(by=BLUE, source=WOOD, level=1, target=STONE), "")

    assert "What happened" in read(rolled), "the roll of this very turn"
    assert moved.after.phase is Phase.ROLL
    assert {"+1 is rolled", "\N{MINUS SIGN}1 is rolled"} <= set(read(moved).splitlines())
    assert "What happened" not in read(moved)
    assert "Moving a worker" not in read(moved), "nor the rules behind it"


PLACING, THREE = initial_state(setup(BLUE, GREEN, RED)), Chips(wood=2, wool=1)
TAKING = position(BLUE, GREEN, RED, phase=Phase.TAKE)
ACTING = position(BLUE, GREEN, RED, stacks={WOOD: (BLUE,), STONE: (RED,)})


def standing_on_wood(*workers: Color) -> GameState:
    return position(BLUE, GREEN, RED, stacks={WOOD: workers})


@pytest.mark.parametrize(
    ("state", "draft", "plain", "action"),
    [
        (PLACING, EmptyDraft(), WOOD, Decide(PlaceWorker(by=BLUE, plain=WOOD))),
        (ACTING, EmptyDraft(), STONE, ExplainImpossible("Bo only has workers on wood and wool.")),
        (
            ACTING,
            SelectedWorker(WOOD, 1),
            STONE,
            Decide(MoveWorker(by=BLUE, source=WOOD, level=1, target=STONE)),
        ),
        (TAKING, SelectedField(3), WOOD, Decide(TakeChip(by=BLUE, material=WOOD))),
        (
            TAKING,
            ChipSwapDraft(GREEN, THREE),
            STONE,
            Decide(SwapChips(by=GREEN, pay=THREE, take=STONE)),
        ),
        (
            TAKING,
            ChipSwapDraft(GREEN, Chips(wood=2)),
            STONE,
            ExplainImpossible("Add 1 more chip."),
        ),
        # Which worker is asked only where it makes a difference.
        *(
            (standing_on_wood(*workers), EmptyDraft(), WOOD, SetDraft(SelectedWorker(WOOD, level)))
            for workers, level in (
                ((BLUE,), 1),
                ((BLUE, BLUE), 2),
                ((GREEN, BLUE, BLUE), 3),
                ((BLUE, BLUE, GREEN), 2),
                ((BLUE, GREEN, BLUE), None),
            )
        ),
    ],
)
def test_a_tap_on_a_plain_means_what_the_question_asks(state, draft, plain, action) -> None:
    assert action_for_plain_tap(state, draft, plain) == action


def test_a_tap_on_a_plain_decides_nothing_while_another_question_is_asked() -> None:
    for phase, draft in product(
        (Phase.TAKE, Phase.GIVE_BACK, Phase.ACTION),
        (
            HandsDraft(),
            MenuDraft(),
            EndDeclarationDraft(),
            PrintedFieldDraft(3),
            ChipSwapDraft(GREEN),
            PaymentDraft(BuildTemple(by=BLUE, field=2), Chips(wood=2)),
        ),
    ):
        state = position(BLUE, GREEN, RED, phase=phase, stacks={WOOD: (BLUE,)})
        assert isinstance(action_for_plain_tap(state, draft, WOOD), ExplainImpossible), draft
