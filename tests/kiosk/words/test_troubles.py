import pytest

from hardware.troubles import Trouble, TroubleKind, make_config_problem, make_trouble
from kiosk.words.language import use_language
from kiosk.words.texts import sentence_text
from kiosk.words.troubles import trouble_sentence, trouble_text

PIN = {"pin": 17, "use": "the button"}
TROUBLES = (
    make_trouble(TroubleKind.PIN_HAS_OTHER_USE, **PIN, other="the serial console"),
    make_trouble(TroubleKind.PIN_BUSY, **PIN, error="busy"),
    Trouble(
        TroubleKind.CONFIG_IN_PART,
        (("file", "panel.toml"),),
        (make_config_problem("{where} cannot be used: {error}.", where="lamps", error="no"),) * 2,
    ),
)


@pytest.mark.parametrize("one", TROUBLES)
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_a_sentence_that_is_kept_says_what_is_told_at_once(one: Trouble, language: str) -> None:
    use_language(language)
    told = trouble_text(one)
    assert sentence_text(trouble_sentence(one)) == f"{told.reason} {told.advice}"


def test_what_the_hardware_calls_its_parts_is_translated() -> None:
    use_language("de")
    told = sentence_text(trouble_sentence(TROUBLES[0]))
    assert "der Knopf" in told
    assert "button" not in told
