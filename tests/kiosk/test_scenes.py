"""Every page in every state that is worth looking at (`scenes`), and all that is asked of each.

Nothing is cut, covered or too small, whatever the display, the letters and the language: each scene
is shown once in every size, and each language where it has the least room. `deploy/test
--languages` shows all of them in every language, size and letters. That each text stands on the
colour that its contrast is measured on, and that nothing is left in English, is the same in all.
"""

import os
import re
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

import pytest
from babel.dates import get_month_names

from hardware.lamps import Lamp
from kiosk.settings import Settings
from kiosk.words import language
from kiosk.words.language import SOURCE_LANGUAGE, languages, use_language
from tests.kiosk.all_pages import all_pages
from tests.kiosk.inspection import ground_faults
from tests.kiosk.laid_games import LONGEST_NAMES
from tests.kiosk.pseudo_language import PseudoTranslations, english
from tests.kiosk.scenes import BY_ID, SCENES, Guests, Scene, faults_in, shown
from tests.kiosk.touch import SIZES, UPRIGHT, Layout, Touchscreen

LYING, STANDING = SIZES[0], UPRIGHT[0]
"""The smallest ones, where all has the least room."""


class Showing(NamedTuple):
    """How a scene is shown, in which language, and to whom."""

    layout: Layout
    language: str = SOURCE_LANGUAGE
    guests: Guests = Guests()


SECRET = Settings(motion=False, app_die=False)
"""A table that rolls the wooden die, and plays behind the screens."""
OTHERS = tuple(code for code in languages() if code != SOURCE_LANGUAGE)
HARDEST = (
    *(Showing(Layout(size)) for size in (*SIZES, *UPRIGHT)),
    *(
        Showing(Layout((LYING, STANDING)[(place + large) % 2], large=large), code)
        for place, code in enumerate(OTHERS)
        for large in (True, False)
    ),
    Showing(Layout((800, 600)), guests=Guests(2, longest=False, settings=SECRET)),
    Showing(Layout((600, 800)), guests=Guests(3, longest=True, settings=SECRET)),
)
ALL = (
    *HARDEST,
    *(
        Showing(Layout(size, large=large), code)
        for code, size, large in product(languages(), (*SIZES, *UPRIGHT), (False, True))
    ),
)
SHOWINGS = dict.fromkeys(ALL if os.environ.get("MEDURIS_WALKS") == "all" else HARDEST)

KNOWN = re.findall(
    "[A-Za-z]{2,}",
    " ".join(
        (
            *LONGEST_NAMES,
            *get_month_names("abbreviated", locale="en_GB").values(),
            "Gus Bo Ria Pim Ada We play it differently Three others for one counted So",
            "/dev/gpiochip4",
            BY_ID,
            "somebody knocked the table over others stand in for missing chip test",
            "Deutsch Fran ais boards torn toml TOML Invalid value at end of document",
            "games unreadable db meduris-backup SPI GPIO is used twice for the button lamp",
            *Lamp,
            "panel seen on the table",
            "No space left on device No such file or directory",
        )
    ),
)
"""What people have typed, and what files and Python itself say."""
RULED = "pay swap hut field temple big move any time end exhausted hand"
"""The ids of rules that are played otherwise: they are the same in every language."""
LISTED = "and"
"""What parts the last of several things: Babel's, not the catalogue's."""

OWED = {"800x480-0-large, fr": ("more moves than a card holds",)}
"""Scenes that have no room yet in a layout and a language: each of them is a fault to be mended."""

every_scene = pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)


@every_scene
def test_nothing_is_cut_covered_or_too_small(scene: Scene) -> None:
    found = []
    for showing in SHOWINGS:
        if scene.name in OWED.get(f"{showing.layout.name}, {showing.language}", ()):
            continue
        use_language(showing.language)
        faults = faults_in(scene, showing.layout, showing.guests)
        found += [f"{showing.language}, {showing.guests.players}: {fault}" for fault in faults]

    assert "\n".join(found) == ""


@every_scene
def test_every_text_stands_on_the_colour_that_its_contrast_is_measured_on(scene: Scene) -> None:
    found = []

    def look(touch: Touchscreen, what: str) -> None:
        found.extend(f"{what}: {fault}" for fault in ground_faults(touch))

    shown(scene, Layout(LYING), look)

    assert "\n".join(found) == ""


@pytest.fixture
def _pseudo(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with monkeypatch.context() as patch:
        patch.setattr(language, "_translations", lambda _code: PseudoTranslations())
        use_language(SOURCE_LANGUAGE)
        yield


@pytest.mark.usefixtures("_pseudo")
@every_scene
def test_nothing_is_left_in_english(scene: Scene) -> None:
    found = []

    def look(touch: Touchscreen, what: str) -> None:
        known = [
            *KNOWN,
            *RULED.split(),
            *LISTED.split(),
            *re.findall("[A-Za-z]{2,}", str(touch.app_state.folder)),
        ]
        found.extend(f"{what}: {text}" for text in english(touch.texts(), known))

    shown(scene, Layout(LYING), look, Guests(settings=SECRET))

    assert "\n".join(found) == ""


def test_every_page_is_in_a_scene() -> None:
    seen: set[str] = set()
    for scene in SCENES.values():
        shown(scene, Layout(LYING), lambda touch, _what: seen.add(touch.name))

    assert seen == all_pages()
