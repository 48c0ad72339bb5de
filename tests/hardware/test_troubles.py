import string

import pytest

from hardware.troubles import PanelError, Trouble, TroubleKind, make_trouble


def gaps(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


@pytest.mark.parametrize("kind", TroubleKind)
def test_every_trouble_says_what_is_and_what_to_do_with_the_same_facts(kind):
    assert kind.reason[-1] in ".}"
    assert kind.advice.endswith(".")
    assert gaps(kind.advice) <= gaps(kind.reason)


def test_facts_fill_the_gaps():
    why = make_trouble(TroubleKind.CHIP_FORBIDDEN, chip=4)
    assert why == Trouble(TroubleKind.CHIP_FORBIDDEN, (("chip", "4"),))
    assert str(why) == (
        "This program may not open /dev/gpiochip4. Add the user it runs as to the group gpio,"
        " then restart it."
    )
    assert str(PanelError(why)) == str(why)


def test_a_brace_in_a_fact_does_no_harm():
    why = make_trouble(TroubleKind.CHIP_BROKEN, chip=0, error="{odd} {0}")
    assert why.reason == "/dev/gpiochip0 cannot be used: {odd} {0}."
