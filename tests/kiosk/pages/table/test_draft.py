import pytest
from msgspec.structs import replace

from companion.commands import EnterPrintedField, MakeOffering
from companion.evolution import apply_events
from companion.game import events_of_command
from companion.pieces import BuildingKind, Chips, Color, OfferingAnswer, Rune
from companion.state import Phase
from companion.teaching.things import TablePart
from kiosk.pages.table.draft import (
    ChipSwapDraft,
    Draft,
    EmptyDraft,
    EndDeclarationDraft,
    HandsDraft,
    MenuDraft,
    PaymentDraft,
    PlainExplanationDraft,
    PlayerStatusDraft,
    PrintedFieldDraft,
    SavedDraft,
    SelectedField,
    SelectedOption,
    SelectedWorker,
    ThingExplanationDraft,
    TurnOption,
    draft_after_back,
    draft_after_field_tap,
    draft_after_printed_field,
    restore_draft,
    uncovered_draft,
)
from tests.companion.positions import BLUE, GREEN, RED, STONE, WOOD, position, side_for_four
from tests.kiosk.pages.table.asking import ask


def test_the_way_back_from_hands_and_menu_leads_to_what_they_cover() -> None:
    swapping = ChipSwapDraft(GREEN, Chips(wood=2))
    assert uncovered_draft(swapping) == swapping
    for cover in (HandsDraft(swapping), MenuDraft(swapping)):
        assert ask(position(BLUE, GREEN, RED), cover).back == swapping
        assert uncovered_draft(cover) == swapping


def test_after_a_look_at_fields_comes_back_what_was_begun() -> None:
    state = position(BLUE, GREEN, RED)
    for pondered in (
        EmptyDraft(),
        ChipSwapDraft(GREEN, Chips(wood=2)),
        PaymentDraft(MakeOffering(by=RED, give=OfferingAnswer.ONE), Chips(wood=1)),
    ):
        for before in (pondered, HandsDraft(pondered), MenuDraft(pondered)):
            look = draft_after_field_tap(state, 5, before, lifted=False)
            further = draft_after_field_tap(state, 6, look)
            assert further == SelectedField(6, previous_draft=pondered)
            assert draft_after_back(further, Phase.ACTION) == pondered


def test_the_way_back_from_other_options_is_the_building() -> None:
    own = SelectedField(5, previous_draft=MenuDraft())
    more = replace(own, shows_more=True)
    assert draft_after_back(more, Phase.ACTION) == own
    assert draft_after_field_tap(position(BLUE, GREEN, RED), 5, more) == own


def test_another_field_is_looked_at_for_the_same_player_and_the_same_one_as_it_was() -> None:
    state = position(BLUE, GREEN, RED)
    look = SelectedField(5, BuildingKind.TEMPLE, RED)

    assert draft_after_field_tap(state, 5, look) == look
    assert draft_after_field_tap(state, 6, look) == SelectedField(6, builder=RED)
    assert draft_after_field_tap(state, 5, EndDeclarationDraft()) == SelectedField(5)


LOOKS: tuple[Draft, ...] = (
    SelectedOption(TurnOption.HUT),
    SelectedWorker(WOOD, 1),
    PlainExplanationDraft(WOOD),
    SelectedField(4),
    SelectedField(4, previous_draft=PlainExplanationDraft(WOOD, SelectedOption(TurnOption.HUT))),
    SelectedField(4, previous_draft=SelectedWorker(WOOD, None)),
)


def test_one_way_back_closes_what_was_only_looked_at_but_not_what_a_cover_lies_on() -> None:
    state = position(BLUE, GREEN, RED)
    for look in LOOKS:
        further = draft_after_field_tap(state, 9, look, lifted=False)
        for closed in (look, further, PlainExplanationDraft(WOOD, look)):
            assert draft_after_back(closed, Phase.ACTION) == EmptyDraft()
        for cover in (
            ThingExplanationDraft(TablePart.DIE, look),
            PlayerStatusDraft(RED, look),
            MenuDraft(look),
            HandsDraft(look),
        ):
            assert draft_after_back(cover, Phase.ACTION) == look


@pytest.mark.parametrize(
    ("wish", "comes"),
    [
        (EmptyDraft(), SelectedField(9)),
        (SelectedField(9), SelectedField(9)),
        (
            SelectedOption(TurnOption.HUT),
            SelectedField(9, BuildingKind.HUT, None, SelectedOption(TurnOption.HUT)),
        ),
        (
            SelectedOption(TurnOption.TEMPLE),
            SelectedField(9, BuildingKind.TEMPLE, previous_draft=SelectedOption(TurnOption.TEMPLE)),
        ),
        (SelectedField(3, builder=RED), SelectedField(9, builder=RED)),
    ],
)
def test_whoever_reads_a_field_to_build_there_comes_back_to_that(wish: Draft, comes: Draft) -> None:
    unread = position(*Color, board=side_for_four())
    reading = draft_after_field_tap(unread, 9, wish)
    assert isinstance(reading, PrintedFieldDraft)
    printed = EnterPrintedField(field=9, needs=(WOOD, STONE), rune=Rune.SPROUT)
    read = apply_events(unread, events_of_command(unread, printed))
    assert draft_after_printed_field(read, reading) == comes
    assert restore_draft(SavedDraft(unread, reading), read).draft == comes
    assert draft_after_back(reading, Phase.ACTION) == (
        EmptyDraft() if wish == SelectedField(9) else wish
    )


def test_whoever_reads_a_field_before_the_roll_is_asked_for_the_roll_again() -> None:
    unread = position(*Color, board=side_for_four(), phase=Phase.ROLL)
    looked_at = draft_after_field_tap(unread, 9, lifted=False)
    assert isinstance(looked_at, SelectedField)
    reading = draft_after_field_tap(unread, 9, looked_at)
    printed = EnterPrintedField(field=9, needs=(WOOD, STONE), rune=Rune.SPROUT)
    assert (
        draft_after_printed_field(apply_events(unread, events_of_command(unread, printed)), reading)
        == EmptyDraft()
    )
