from msgspec.structs import replace

from companion.commands import EnterPrintedField
from companion.pieces import MATERIALS, Color, Material, Rune
from kiosk import routes
from kiosk.pages.table.draft import EmptyDraft, PrintedFieldDraft, draft_after_field_tap
from kiosk.pages.table.question import SetDraft
from tests.companion.positions import STONE, WOOD, position, side_for_four
from tests.kiosk.pages.table.asking import ask, choice, command, keys, words


def test_an_unread_field_is_surveyed_first_with_only_the_areas_that_fit() -> None:
    state = position(*Color, board=side_for_four())

    draft = draft_after_field_tap(state, 9)
    runes = {key for key in keys(ask(state, draft)) if key.startswith("rune.")}
    picked = PrintedFieldDraft(9, Rune.SPROUT, Material.WOOD)

    assert draft == PrintedFieldDraft(9, under=EmptyDraft())
    assert choice(ask(state, draft), "survey.all").action == routes.PrintedFields()
    assert runes == {"rune.shield", "rune.sprout"}
    assert command(ask(state, picked), "second.stone") == EnterPrintedField(
        field=9, needs=(WOOD, STONE), rune=Rune.SPROUT
    )


def test_of_two_equal_icons_it_is_asked_whether_they_really_are() -> None:
    state = position(*Color, board=side_for_four())
    picked = PrintedFieldDraft(9, Rune.SPROUT, Material.WOOD)
    twice = PrintedFieldDraft(9, Rune.SPROUT, Material.WOOD, Material.WOOD)

    assert choice(ask(state, picked), "second.wood").action == SetDraft(twice)
    assert command(ask(state, twice), "survey.done") == EnterPrintedField(
        field=9, needs=(WOOD, WOOD), rune=Rune.SPROUT
    )
    assert choice(ask(state, twice), "survey.change").action == SetDraft(picked)
    assert ask(state, twice).back == picked


def test_the_outer_icon_is_asked_before_the_inner_one_in_the_same_place() -> None:
    state = position(*Color, board=side_for_four())
    read = PrintedFieldDraft(9, Rune.SPROUT)
    outer, inner = ask(state, read), ask(state, replace(read, first=WOOD))

    assert words(outer) == "The outer icon?"
    assert words(inner) == "Outer: wood. The inner icon?"
    assert keys(outer)[1:5] == [f"first.{icon}" for icon in MATERIALS]
    assert keys(inner)[1:5] == [f"second.{icon}" for icon in MATERIALS]
    assert len(outer.rows) == len(inner.rows)
    assert inner.back == read
    assert outer.back == EmptyDraft()
