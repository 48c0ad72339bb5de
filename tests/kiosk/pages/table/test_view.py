import pytest
from hypothesis import given
from msgspec.structs import replace

from companion.commands import BuildTemple, PlaceWorker, SwapChips, TakeChip
from companion.game import state_after_command
from companion.pieces import Chips
from companion.rulebook import RULES
from companion.rules.setup import initial_state
from companion.state import GameState, Phase
from kiosk.pages.table.draft import (
    Draft,
    EmptyDraft,
    EndDeclarationDraft,
    FieldReadingDraft,
    HandsDraft,
    MenuDraft,
    PaymentDraft,
    PlayerStatusDraft,
    SelectedField,
    SelectedWorker,
    SwapDraft,
    ThingExplanationDraft,
)
from kiosk.pages.table.question import Decide, ExplainImpossible, SetDraft
from kiosk.pages.table.view import action_for_plain_tap
from kiosk.ui.form import Button
from tests.companion.positions import BLUE, GREEN, RED, STONE, WOOD, position, setup
from tests.kiosk.pages.table.asking import ask, drafts, keys
from tests.legal_commands import some_way
from tests.luck import Luck
from tests.strategies import lucks, setups


def with_other_hands(state: GameState) -> GameState:
    """The same table, but what lies behind the screens has changed owners."""
    hands = [player.hand for player in state.players]
    turned = hands[1:] + hands[:1]
    players = tuple(
        replace(player, hand=hand) for player, hand in zip(state.players, turned, strict=True)
    )
    return replace(state, players=players)


def with_rich_decider(state: GameState) -> GameState:
    players = tuple(
        replace(player, hand=Chips(90, 90, 90, 90)) if player.color == state.decider else player
        for player in state.players
    )
    return replace(state, players=players)


@given(setups(), lucks)
def test_no_question_depends_on_what_lies_behind_a_screen(beginning, luck: Luck) -> None:
    state = some_way(beginning, luck, 25)
    other = with_other_hands(state)

    for draft in drafts(state):
        assert ask(state, draft) == ask(other, draft)


@given(setups(), lucks)
def test_behind_every_question_there_is_something_to_read(beginning, luck: Luck) -> None:
    state = some_way(beginning, luck, 25)
    looked_at = [PlayerStatusDraft(color) for color in state.colors]

    for draft in (*drafts(state), *looked_at, ThingExplanationDraft(None)):
        reasons = ask(state, draft).reasons
        assert any(reason.text or reason.sum for reason in reasons), draft


@given(setups(), lucks)
def test_every_answer_offered_is_legal_for_whoever_can_pay(beginning, luck: Luck) -> None:
    state = some_way(beginning, luck, 60)
    rich = with_rich_decider(state)

    for draft in drafts(rich):
        for one in ask(rich, draft).choices:
            if isinstance(one.action, Decide) and not one.dim and not _needs_chips(one):
                state_after_command(rich, one.action.command)


def _needs_chips(one: Button) -> bool:
    """A payment may be for what nobody was offered to build, and a swap another player's."""
    return one.key == "pay.done" or one.key.startswith("swap.take")


@given(setups(), lucks)
def test_every_question_names_rules_of_the_rulebook_and_has_different_keys(
    beginning, luck: Luck
) -> None:
    state = some_way(beginning, luck, 40)

    for draft in drafts(state):
        asked = ask(state, draft)
        assert asked.reasons
        assert {one.rule for one in asked.reasons} <= set(RULES)
        assert len(set(keys(asked))) == len(keys(asked))
        assert (asked.back is None) == (draft == EmptyDraft())


def test_a_tap_on_a_plain_means_what_the_question_asks() -> None:
    placing = initial_state(setup(BLUE, GREEN, RED))
    action = position(BLUE, GREEN, RED, stacks={WOOD: (BLUE,), STONE: (RED,)})

    assert action_for_plain_tap(placing, EmptyDraft(), WOOD) == Decide(
        PlaceWorker(by=BLUE, plain=WOOD)
    )
    assert action_for_plain_tap(action, EmptyDraft(), WOOD) == SetDraft(SelectedWorker(WOOD, 1))
    assert action_for_plain_tap(action, EmptyDraft(), STONE) == ExplainImpossible(
        "Bo only has workers on wood and wool."
    )
    moved = action_for_plain_tap(action, SelectedWorker(WOOD, 1), STONE)
    assert isinstance(moved, Decide)
    assert moved.command.target is STONE


@pytest.mark.parametrize("phase", [Phase.TAKE, Phase.GIVE_BACK, Phase.ACTION], ids=str)
def test_a_tap_on_a_plain_decides_nothing_while_another_question_is_asked(phase: Phase) -> None:
    state = position(BLUE, GREEN, RED, phase=phase, stacks={WOOD: (BLUE,)})
    others: tuple[Draft, ...] = (
        HandsDraft(),
        MenuDraft(),
        EndDeclarationDraft(),
        FieldReadingDraft(3),
        SwapDraft(GREEN),
    )

    for draft in others:
        assert isinstance(action_for_plain_tap(state, draft, WOOD), ExplainImpossible)


def test_a_tap_on_a_plain_while_looking_at_a_field_answers_who_decides() -> None:
    state = position(BLUE, GREEN, RED, phase=Phase.TAKE)

    assert action_for_plain_tap(state, SelectedField(3), WOOD) == Decide(
        TakeChip(by=BLUE, material=WOOD)
    )


def test_a_tap_on_a_plain_keeps_what_is_counted_out_for_a_hut() -> None:
    state = position(BLUE, GREEN, RED, stacks={WOOD: (BLUE,)})
    paying = PaymentDraft(BuildTemple(by=BLUE, field=2), Chips(wood=2))

    assert isinstance(action_for_plain_tap(state, paying, WOOD), ExplainImpossible)


def test_a_tap_on_a_plain_is_the_chip_of_a_swap_once_three_are_put_in() -> None:
    state = position(BLUE, GREEN, RED, phase=Phase.TAKE)
    three = Chips(wood=2, wool=1)

    assert action_for_plain_tap(state, SwapDraft(GREEN, three), STONE) == Decide(
        SwapChips(by=GREEN, pay=three, take=STONE)
    )
    assert action_for_plain_tap(state, SwapDraft(GREEN, Chips(wood=2)), STONE) == ExplainImpossible(
        "Put in 1 more chip."
    )
