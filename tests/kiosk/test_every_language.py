"""A walk over every screen in every language: nothing is cut, and nothing is left in English.

`deploy/test --languages` takes the walks in all sizes, with usual letters and with large ones; each
run takes the smallest in both ways up, where texts have the least room.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.dates import get_month_names

from kiosk.settings import Settings
from kiosk.words import language
from kiosk.words.language import SOURCE_LANGUAGE, languages, use_language
from tests.kiosk.laid_games import LONGEST_NAMES
from tests.kiosk.pseudo_language import PseudoTranslations, english
from tests.kiosk.touch import SIZES, UPRIGHT, Size, Touchscreen
from tests.kiosk.walk import REASON, Walk, lay_learnt_boards, walk_over_all

OTHERS = tuple(code for code in languages() if code != SOURCE_LANGUAGE)
LETTERS = {"usual": False, "large": True}
ALL = [
    (code, size, letters) for code in OTHERS for size in (*SIZES, *UPRIGHT) for letters in LETTERS
]
SMALLEST = [(code, (SIZES, UPRIGHT)[place % 2][0], "usual") for place, code in enumerate(OTHERS)]
WALKS = ALL if os.environ.get("MEDURIS_WALKS") == "all" else SMALLEST

NAMES = " ".join((*LONGEST_NAMES, REASON, "Gus Bo Ria Pim Deutsch Fran ais"))
UNTRANSLATED = "boards torn.toml TOML Invalid value at end of document games.unreadable db"
"""What files and Python itself say."""
RULED = "pay swap"
"""The id of the rule that the table plays otherwise: it is the same in every language."""
LISTED = "and"
"""What parts the last of several things: Babel's, not the catalogue's."""
MONTHS = " ".join(get_month_names("abbreviated", locale="en_GB").values())
"""Likewise."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder with learnt boards."""
    lay_learnt_boards(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("code", "size", "letters"),
    WALKS,
    ids=lambda value: value if isinstance(value, str) else "x".join(map(str, value)),
)
def test_every_screen_fits_in_every_language(
    code: str, size: Size, letters: str, folder: Path
) -> None:
    use_language(code)
    with Touchscreen(folder, size) as touch:
        large = LETTERS[letters]
        touch.app_state.set(Settings(motion=False, open_chips=True, large_letters=large))
        walk = Walk(touch)
        walk_over_all(walk, 4, longest=True)

        assert "\n".join(walk.found) == ""


class Searching(Walk):
    """Looks for words that are left in English."""

    def _faults(self) -> list[str]:
        known = f"{NAMES} {UNTRANSLATED} {RULED} {LISTED} {MONTHS} {self.touch.app_state.folder}"
        return english(self.touch.texts(), re.findall("[A-Za-z]{2,}", known))


@pytest.fixture
def _pseudo(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with monkeypatch.context() as patch:
        patch.setattr(language, "_translations", lambda _code: PseudoTranslations())
        use_language(SOURCE_LANGUAGE)
        yield


@pytest.mark.usefixtures("_pseudo")
def test_nothing_is_left_in_english(folder: Path) -> None:
    with Touchscreen(folder, SIZES[0]) as touch:
        touch.app_state.set(Settings(motion=False, app_die=False))
        walk = Searching(touch)
        walk_over_all(walk, 3, longest=False)

        assert "\n".join(walk.found) == ""
        assert walk.looks > 100
