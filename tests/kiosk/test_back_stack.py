from hypothesis import given
from hypothesis import strategies as st

from kiosk import routes
from kiosk.navigator import BackStack, StackEntry
from kiosk.routes import Route

PAGES = (
    routes.Start,
    routes.NewGame,
    routes.Table,
    routes.Log,
    routes.Settings,
    routes.ButtonPanel,
    routes.Correct,
)
STEPS = st.lists(
    st.tuples(st.sampled_from(["go", "replace", "back", "enter"]), st.sampled_from(PAGES))
)


def pages(stack: BackStack) -> list[type[Route]]:
    return [entry.page for entry in stack.entries]


def entries(stack: BackStack) -> list[object]:
    return [entry.state_to_restore for entry in stack.entries]


def at(*pages: type[Route]) -> BackStack:
    stack = BackStack()
    for page in pages:
        stack = stack.go(page)
    return stack


def walked(steps: list[tuple[str, type[Route]]]) -> tuple[BackStack, dict[type[Route], str]]:
    stack, entered = at(routes.Start), {}
    for number, (way, name) in enumerate(steps):
        if way == "enter":
            entered[pages(stack)[-1]] = f"entry {number}"
            stack = stack.with_state_to_restore(f"entry {number}")
        else:
            stack = stack.back() if way == "back" else getattr(stack, way)(name)
    return stack, entered


def test_the_first_page_is_beneath_all_others_and_one_in_place_of_another_beneath_none() -> None:
    assert pages(at(routes.Log).back()) == [routes.Start]
    assert pages(at(routes.Start).back()) == [routes.Start]
    assert pages(at(routes.Table, routes.Settings, routes.Start)) == [routes.Start]
    stack = at(routes.Start, routes.NewGame).replace(routes.Table)
    assert pages(stack) == [routes.Start, routes.Table]


def test_what_was_entered_to_the_end_is_half_entered_no_more() -> None:
    stack = (
        at(routes.Start, routes.Table)
        .with_state_to_restore("three chips")
        .with_state_to_restore(None)
        .go(routes.Start)
        .go(routes.Table)
    )
    assert stack.top == StackEntry(routes.Table)


@given(STEPS)
def test_on_any_way_each_page_lies_there_at_most_once_and_nothing_half_entered_is_lost(
    steps: list[tuple[str, type[Route]]],
) -> None:
    stack, entered = walked(steps)
    lying = pages(stack) + [entry.page for entry in stack.set_aside_with_draft]
    assert len(lying) == len(set(lying))
    assert stack.entries
    for name, entry in entered.items():
        top = stack.go(name).top
        assert (top.page, top.state_to_restore) == (name, entry)


@given(STEPS, st.sampled_from(PAGES))
def test_back_from_a_page_that_was_opened_leads_to_where_one_was(
    steps: list[tuple[str, type[Route]]], name: type[Route]
) -> None:
    stack, _entered = walked(steps)
    if name not in pages(stack) and name != routes.Start:
        back = stack.go(name).back()
        assert pages(back) == pages(stack)
        assert entries(back) == entries(stack)


def test_a_page_knows_that_somebody_had_gone_away_from_it_until_another_covers_it() -> None:
    entered = at(routes.Start, routes.NewGame).with_state_to_restore("Zoë")
    assert not entered.top.was_reopened
    again = entered.back().go(routes.NewGame)
    assert again.top.was_reopened
    assert again.with_state_to_restore("Zoë and Bo").top.was_reopened, "it is drawn in another size"
    assert not again.go(routes.PrintedFields).back().top.was_reopened
    assert not entered.with_state_to_restore(None).back().go(routes.NewGame).top.was_reopened
