from hypothesis import given
from hypothesis import strategies as st

from kiosk.back_stack import FIRST, BackStack, Place

PAGES = (FIRST, "new_game", "table", "log", "settings", "panel", "correct")
STEPS = st.lists(
    st.tuples(st.sampled_from(["go", "go_instead", "back", "enter"]), st.sampled_from(PAGES))
)


def names(stack: BackStack) -> list[str]:
    return [place.name for place in stack.places]


def at(*pages: str) -> BackStack:
    stack = BackStack()
    for page in pages:
        stack = stack.go(page)
    return stack


def walked(steps: list[tuple[str, str]]) -> tuple[BackStack, dict[str, str]]:
    """Where the steps lead, and what was entered last on each page."""
    stack, entered = at(FIRST), {}
    for number, (way, name) in enumerate(steps):
        if way == "enter":
            entered[names(stack)[-1]] = f"entry {number}"
            stack = stack.holding(f"entry {number}")
        else:
            stack = stack.back() if way == "back" else getattr(stack, way)(name)
    return stack, entered


def test_back_leads_to_what_lies_beneath() -> None:
    stack = at(FIRST, "table", "settings", "panel")
    assert names(stack.back()) == [FIRST, "table", "settings"]
    assert names(stack.back().back()) == [FIRST, "table"]


def test_back_from_the_last_page_leads_to_the_first() -> None:
    assert names(at("log").back()) == [FIRST]
    assert names(at(FIRST).back()) == [FIRST]


def test_a_page_that_lies_on_the_stack_is_come_back_to() -> None:
    assert names(at(FIRST, "table", "end", "table")) == [FIRST, "table"]


def test_the_first_page_clears_the_stack() -> None:
    assert names(at("table", "settings", FIRST)) == [FIRST]


def test_a_page_in_place_of_another_has_the_same_beneath_it() -> None:
    stack = at(FIRST, "new_game").go_instead("table")
    assert names(stack) == [FIRST, "table"]


def test_what_lies_beneath_keeps_what_is_half_entered() -> None:
    stack = at(FIRST, "table").holding("three chips").go("log").back()
    assert stack.top == Place("table", "three chips")


def test_what_was_entered_to_the_end_is_half_entered_no_more() -> None:
    stack = at(FIRST, "table").holding("three chips").holding(None).go(FIRST).go("table")
    assert stack.top == Place("table")


@given(STEPS)
def test_on_any_way_each_page_lies_there_at_most_once(steps: list[tuple[str, str]]) -> None:
    stack, _entered = walked(steps)
    lying = names(stack) + [place.name for place in stack.aside]
    assert len(lying) == len(set(lying))
    assert stack.places


@given(STEPS)
def test_on_any_way_nothing_half_entered_is_lost(steps: list[tuple[str, str]]) -> None:
    stack, entered = walked(steps)
    for name, entry in entered.items():
        assert stack.go(name).top == Place(name, entry)


@given(STEPS, st.sampled_from(PAGES))
def test_back_from_a_page_that_was_opened_leads_to_where_one_was(
    steps: list[tuple[str, str]], name: str
) -> None:
    stack, _entered = walked(steps)
    if name not in names(stack) and name != FIRST:
        assert stack.go(name).back().places == stack.places
