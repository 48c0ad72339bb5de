"""The list of mutants that may live: that it speaks of functions which are there."""

import pkgutil

import pytest

from tests.mutants import function_of, reasons


@pytest.mark.parametrize(
    ("mutant", "function"),
    [
        ("companion.preview.x_price_options__mutmut_5", "companion.preview.price_options"),
        ("companion.preview.x__one__mutmut_12", "companion.preview._one"),
        (
            "companion.history.xǁHistoryǁ_move__mutmut_12",
            "companion.history.History._move",
        ),
    ],
)
def test_the_function_that_a_mutant_changes_is_read_off_its_name(mutant: str, function: str):
    assert function_of(mutant) == function


@pytest.mark.parametrize("function", reasons())
def test_a_reason_to_live_is_given_for_a_function_that_is_there(function: str):
    assert callable(pkgutil.resolve_name(function))
