import random

import pytest

from companion.pieces import Color
from companion.sentence import Sentence
from kiosk.machine.doctor.checks import CheckUp, examine
from kiosk.machine.help_report import CODE, HelpReportError, codes_of, report, text_of
from kiosk.rotation import Rotation, TouchFit
from kiosk.settings import Settings
from tests.kiosk.machine.doctor.machines import ILL

LONG = "".join(map(chr, random.Random(1).choices(range(60, 400), k=2000)))


def told(settings: Settings, *sentences: Sentence) -> str:
    return report(
        CheckUp(ILL, examine(ILL)),
        settings=settings,
        window="800x480",
        rotation=Rotation.QUARTER,
        touch=TouchFit(Rotation.HALF, mirrored=True),
        games=3,
        told=sentences,
    )


def test_a_report_tells_the_machine_line_by_line_in_english() -> None:
    text = told(Settings(language="de", large_letters=True))
    assert "window 800x480 turned 90; touch 180 mirrored; 3 games" in text
    assert "settings large_letters True, language de" in text
    assert "warning  clock     it shows the year 1970" in text
    assert "companion 1.0.0 (1a2b3c4)" in text


def test_no_name_is_in_a_report_whatever_the_settings_and_the_app_have_to_tell() -> None:
    settings = Settings(sides=((Color.RED, Rotation.HALF),))
    text = told(settings, Sentence("{name} is spelt in two ways.", {"name": "Zoraida"}))
    assert "is spelt in two ways" in text
    assert "Zoraida" not in text
    assert "sides" not in text


def test_what_the_codes_hold_is_the_report_in_whatever_order_they_were_scanned() -> None:
    text = told(Settings()) + LONG
    codes = codes_of(text)
    assert len(codes) > 1
    assert all(CODE.fullmatch(code) for code in codes)
    assert max(map(len, codes)) - min(map(len, codes)) < len(codes)
    scanned = "Here they are:\n" + "\n".join(reversed(codes)) + "\n" + codes[0]
    assert text_of(scanned) == text


def test_a_missing_code_is_named_and_what_is_damaged_is_told() -> None:
    first, *_others = codes_of(LONG)
    with pytest.raises(HelpReportError, match="Code 2 of"):
        text_of(first)
    with pytest.raises(HelpReportError, match="no code"):
        text_of("MEDURIS")
    (small,) = codes_of("all is well")
    for wrong in (small[:-9], small[:-5] + "AAAAA", small[:20]):
        with pytest.raises(HelpReportError):
            text_of(wrong)


def test_what_is_made_to_fill_the_memory_is_no_report() -> None:
    codes = codes_of("x" * 50_000_000)
    with pytest.raises(HelpReportError):
        text_of("\n".join(codes))
