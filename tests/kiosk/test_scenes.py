"""Every page in every state that is worth looking at (`scenes`), and all that is asked of each.

Nothing is cut, covered or too small, whatever the display, the letters and the language. Each scene
is shown where it has the least room: in large letters on the smallest screens, lying and upright,
in the longest words of all languages (`longest_language`), and where these have no room in each
language by itself. One of the two screens is painted, and its colours and translations are checked.
Usual letters, other sizes and fewer guests are dealt out among every third scene.
`deploy/test --languages` shows all scenes in every language, size and letters.
"""

import os
import re
import tomllib
from collections.abc import Iterable, Iterator
from contextlib import nullcontext, suppress
from itertools import count, product
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

import pytest
from babel.dates import get_month_names

from hardware.lamps import Lamp
from kiosk.pages.form_page import FormPage
from kiosk.settings import Settings
from kiosk.words import language
from kiosk.words.language import SOURCE_LANGUAGE, languages, use_language
from kiosk.words.time_zones import countries_in_region, time_zone_name
from tests.companion.memory.failing_calls import asked
from tests.companion.memory.watched_disk import why_not
from tests.kiosk.all_pages import all_pages
from tests.kiosk.inspection import faults, ground_faults
from tests.kiosk.laid_games import LONGEST_NAMES
from tests.kiosk.longest_language import (
    Measure,
    longest_language,
    whole_width,
    widest_word,
)
from tests.kiosk.pseudo_language import PseudoTranslations, english
from tests.kiosk.scenes import BY_ID, RELEASES, SCENES, TORN, Guests, Scene, faults_in, shown
from tests.kiosk.slow_disk import SlowDisk
from tests.kiosk.touch import EXTREME, SIZES, UPRIGHT, Layout, Touchscreen

LYING, STANDING = SIZES[0], UPRIGHT[0]
"""The smallest ones, where all has the least room."""


class Showing(NamedTuple):
    layout: Layout
    language: str = SOURCE_LANGUAGE
    guests: Guests = Guests()


SECRET = Settings(motion=False, app_die=False)
"""A table that rolls the wooden die, and plays behind the screens."""
TRANSLATIONS = language._translations
"""The real ones: some tests put others into their place."""
OTHERS = tuple(code for code in languages() if code != SOURCE_LANGUAGE)
ELSE = (
    *(Showing(Layout(size), code) for size in (LYING, STANDING) for code in languages()),
    *(Showing(Layout(size)) for size in (*SIZES[1:], *UPRIGHT[1:])),
    *(Showing(Layout(size, large=True)) for size in EXTREME),
    Showing(Layout((800, 600)), guests=Guests(2, longest=False)),
    Showing(Layout((600, 800)), guests=Guests(3)),
)
EVERYWHERE = tuple(
    Showing(Layout(size, large=large), code)
    for code, size, large in product(languages(), (*SIZES, *UPRIGHT, *EXTREME), (False, True))
)


def _place(scene: Scene) -> int:
    return [*SCENES].index(scene.name)


def why_no_toml(text: str) -> str:
    try:
        return str(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        return str(error)


KNOWN = re.findall(
    "[A-Za-z]{2,}",
    " ".join(
        (
            *LONGEST_NAMES,
            # A long word is broken anywhere.
            LONGEST_NAMES[2].lower(),
            LONGEST_NAMES[2].lower()[1:],
            *get_month_names("abbreviated", locale="en_GB").values(),
            "Gus Bo Ria Pim Ada Ann Ben Cyd Dee",
            "We play it differently The app said Three others for one counted So",
            "/dev/gpiochip4",
            BY_ID,
            "somebody knocked the table over others stand in for missing chip test",
            "Deutsch Fran ais boards torn toml TOML",
            why_no_toml(TORN),
            "games damaged db meduris-backup SPI GPIO is used twice for the button and lamp",
            *Lamp,
            "panel seen on the table",
            "Raspberry Pi Model Rev",
            "meduris-companion zip repository",
            "var lib meduris sudo chmod",
            "aplay arecord espeak-ng ft5x06",
            f"NTFS KINGSTON Spieleabend Photos de vacances {'W' * 20}",
        )
    ),
)
"""What people have typed, and what files and Python itself say."""
RULED = "pay swap hut field temple big move any time end exhausted hand"
"""The ids of rules that are played otherwise: they are the same in every language."""
COUNTRIES = [
    word
    for region in ("America", "Australia", "Europe")
    for country in countries_in_region(region)
    for name in (country.name, *map(time_zone_name, country.zones))
    for word in re.findall("[A-Za-z]+", name)
]
"""Babel translates them, and knows no pseudo-language."""

MANY_PAGES = (
    *("no panel", "a first start that has nothing to ask", "where updates are", "no statistics"),
    *("the sound", "with the booklet at hand", "rolls and time", "a tie", "sticks of all kinds"),
    *("what the machine is", "a first game of their own", "a game that has just begun goes on"),
    *("seats that change", "what goes to whoever helps", "a planned building", "the log"),
    *("nothing is decided while a step is saved", "names that no code holds", "somebody"),
    "a long game that is read",
)
"""Scenes that show all pages between them, so that all need not be shown once more."""


def _least_room(scene: Scene, *, painted: bool) -> tuple[Layout, Measure]:
    """A screen on which a scene has the least room, painted or not, and what is longest on it."""
    # Mostly both find the same words; in a size that has not seen a scene's others the next has.
    one, other = Layout(LYING, large=True), Layout(STANDING, large=True)
    if _place(scene) // 2 % 2 == painted:
        one, other = other, one
    return one, (whole_width if _place(scene) % 2 == painted else widest_word)


def every_scene(*, painted: bool) -> pytest.MarkDecorator:
    """Those of one layout come together; called as functions are, so that `-k the_table` works."""
    scenes = sorted(SCENES.values(), key=lambda scene: _least_room(scene, painted=painted)[0])
    return pytest.mark.parametrize("scene", scenes, ids=lambda scene: scene.name.replace(" ", "_"))


@every_scene(painted=False)
def test_nothing_is_cut_covered_or_too_small(scene: Scene) -> None:
    layout, measure = _least_room(scene, painted=False)
    with longest_language(measure):
        has_room = not faults_in(scene, layout, find=faults_in_any_language)
    found = [] if has_room else [*faults_in_each(scene, layout)]
    if os.environ.get("MEDURIS_WALKS") == "all":
        found += [*faults_where(scene, (*EVERYWHERE, *ELSE))]
    elif scene.name == "start":  # the page that is seen most is shown in all of them
        found += [*faults_where(scene, ELSE)]
    elif _place(scene) % 3 == 0:
        found += [*faults_where(scene, ELSE[_place(scene) // 3 % len(ELSE) :][:1])]

    assert "\n".join(found) == ""


def faults_in_any_language(touch: Touchscreen) -> list[str]:
    """Faults of the page that is shown, if it has some in a language by itself, too.

    A row of buttons may have no room for the longest words of two languages.
    """
    found = faults(touch)
    if not found or not isinstance(touch.page, FormPage):
        return found
    here, has_room = language.language(), True
    with patch.object(language, "_translations", TRANSLATIONS):
        for code in OTHERS:
            use_language(code)
            touch.page.show()
            has_room = has_room and not faults(touch)
    use_language(here)
    touch.page.show()
    return [] if has_room else found


def faults_in_each(scene: Scene, layout: Layout) -> Iterator[str]:
    """What is wrong with a scene in each language but English, which is shorter."""
    return faults_where(scene, (Showing(layout, code) for code in OTHERS))


def faults_where(scene: Scene, some: Iterable[Showing]) -> Iterator[str]:
    for showing in some:
        use_language(showing.language)
        said = faults_in(scene, showing.layout, showing.guests)
        yield from (f"{showing.language}, {showing.guests.players}: {fault}" for fault in said)


SEEN: set[object] = set()
"""The kinds of texts whose ground has been looked at: these are the same in many scenes."""


@pytest.mark.usefixtures("painted")
@every_scene(painted=True)
def test_nothing_is_cut_on_another_ground_or_left_in_english_nor_does_drawing_wait_for_the_disk(
    tmp_path: Path, scene: Scene
) -> None:
    """Paint a scene in a pseudo-language as long as the longest one.

    A text has to stand on the colour that its contrast is measured on, and the thread that draws
    brings nothing to the disk.
    """
    found, cut, disk, folder = [], [], SlowDisk(), tmp_path / "data"
    # A long path or address is broken anywhere: its words may begin or end so.
    named = re.findall("[A-Za-z]+", f"{folder / 'boards/torn.toml'} {RELEASES}")
    paths = [word[at:] for word in named for at in range(len(word))]
    known = [*KNOWN, *RULED.split(), *paths, *COUNTRIES]
    looks = count()
    layout, measure = _least_room(scene, painted=True)

    def look(touch: Touchscreen, what: str) -> None:
        if next(looks) == 0:
            disk.waited_for.clear()  # before the first picture somebody has to make the file
        assert disk.waited_for == [], what
        left = (f"{text!r} is English" for text in english(touch.texts(), known))
        found.extend(f"{layout.name}, {what}: {fault}" for fault in left)
        if wrong := faults_in_any_language(touch):
            cut.extend(wrong)
        else:
            grounds = ground_faults(touch, SEEN)
            found.extend(f"{layout.name}, {what}: {fault}" for fault in grounds)

    # Every second scene behind the screens, and the one in which a hidden hand is set right.
    hidden = _place(scene) % 2 or scene.name == "a correction"
    guests = Guests(settings=SECRET) if hidden else Guests()
    with longest_language(measure):
        pseudo = PseudoTranslations(language._translations(""))
        with patch.object(language, "_translations", lambda _code: pseudo):
            use_language(SOURCE_LANGUAGE)
            with nullcontext() if why_not() else asked(folder, disk.ask):
                shown(scene, layout, look, guests, folder)
    if cut:
        found += faults_in_each(scene, layout)

    assert "\n".join(found) == ""


class AllPagesSeen(Exception):  # noqa: N818 - it is no error
    pass


def test_every_page_is_in_a_scene() -> None:
    seen, pages = set[str](), all_pages()

    def look(touch: Touchscreen, _what: str) -> None:
        seen.add(touch.name)
        if seen == pages:
            raise AllPagesSeen

    with suppress(AllPagesSeen):
        for name in (*MANY_PAGES, *SCENES):
            shown(SCENES[name], Layout(LYING), look)
    assert seen == pages
