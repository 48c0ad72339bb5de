"""The table of scenes: every page in every state that is worth looking at, and how it comes about.

A new page needs one scene here. The tests of layouts, languages and colours, the pictures, and the
walks over random displays take it from there: `shown` shows a scene in a layout, and is called back
at each look. What is the same for many scenes, a saved game far on, is made once in a process.
"""

import atexit
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Event, Thread, current_thread
from types import SimpleNamespace
from typing import NamedTuple, cast
from unittest.mock import patch

from msgspec.structs import astuple, replace

from companion import commands as do
from companion.events import FinaleStarted, RiverCrossed
from companion.game import events_of_command, state_after_command
from companion.memory.boards import write_board_file
from companion.memory.database import DISK_FULL
from companion.memory.exchange.backup import back_up
from companion.memory.journal import Journal
from companion.memory.people import People, merge_people
from companion.pieces import (
    MATERIALS,
    STACK_LIMIT,
    BuildingKind,
    Chips,
    Face,
    Material,
    OfferingAnswer,
    Rune,
)
from companion.preview import building_sites, preview_build
from companion.rulebook import CHAPTERS, RULE_QUESTIONS, RULES
from companion.rules.big_yield import movable_levels
from companion.rules.setup import Setup
from companion.rules.setup import initial_state as begun
from companion.sentence import Sentence
from companion.state import Board, FinaleStage, GameState, Phase
from companion.teaching.hint_setting import HintSetting
from companion.teaching.hints import CONCEPTS
from hardware.lamps import Lamp
from hardware.panel import Notes, PanelKind, PanelReport, PanelState, PanelStatus
from hardware.troubles import TroubleKind, make_trouble
from kiosk import routes
from kiosk.app_state import AppState
from kiosk.first_steps import FirstStartQuestion
from kiosk.machine.backlight import Backlight
from kiosk.machine.doctor.checks import Diagnosis, run_checks
from kiosk.machine.root_requests import Machine
from kiosk.machine.sound_devices import SoundDevice, SoundOutputKind
from kiosk.machine.stick_writing import WriteAnswer, WriteOutcome
from kiosk.machine.sticks import BlockDevice
from kiosk.machine.updates import StickUpdate, UpdateRefusedError, update_sentence
from kiosk.pages.new_game.page import NewGamePage
from kiosk.pages.rules import (
    BrowsingHistory,
    ChapterList,
    ChapterRuleList,
    ChapterText,
    HistoryEntry,
    QuestionList,
    QuestionSection,
    RulesSection,
    SeenHintsSection,
)
from kiosk.pages.table.draft import (
    EmptyDraft,
    PaymentDraft,
    PlayerStatusDraft,
    PrintedFieldDraft,
    SelectedWorker,
)
from kiosk.pieces.board_layers import rune_stone_points
from kiosk.pieces.calibration import CROSSES
from kiosk.rotation import DisplayPoint, Rotation, TouchCalibration
from kiosk.routes import (
    AmendmentKind,
    BuildingToTry,
    CommandToAllow,
    DruidToCorrect,
    FieldToCorrect,
    PlainToCorrect,
    PlayerToCorrect,
    RunesToCorrect,
    StepToAmend,
    TurnToCorrect,
    WorkerToTry,
)
from kiosk.settings import KioskConfig, Settings, SoundSettings, SpeechLevel
from kiosk.ui.form import TypingForm
from kiosk.ui.slider import Slider
from kiosk.words.language import language
from tests.companion.memory.finished_games import Ended
from tests.companion.memory.sessions import played
from tests.companion.playing import commands, named
from tests.companion.playthrough import FOLDER as PLAYTHROUGHS
from tests.companion.playthrough import extract, steps
from tests.companion.positions import ring
from tests.kiosk.beside import settle, until, until_shown
from tests.kiosk.held_disk import held_disk
from tests.kiosk.laid_games import LONGEST_NAMES, beginning
from tests.kiosk.machine.doctor.machines import ILL, WELL
from tests.kiosk.machine.listings import plug_in
from tests.kiosk.pages.past_games import play_some
from tests.kiosk.pages.table.asking import drafts
from tests.kiosk.robot import has_more, tap_more
from tests.kiosk.robot_typing import Typist
from tests.kiosk.touch import (
    COARSE_FRAME,
    WRITING,
    Layout,
    NotOnScreenError,
    Touchscreen,
    route,
    says,
)

TORN = "name ="
"""A board file that is no TOML."""
TROUBLE = Sentence(
    "The file of the saved games was damaged and was repaired as far as possible: {number} game is "
    "incomplete or lost. The damaged file is kept as {name}; a backup may still have it.",
    {"number": 12, "name": "games.damaged-20260101T120000Z.db"},
    "The file of the saved games was damaged and was repaired as far as possible: {number} games "
    "are incomplete or lost. The damaged file is kept as {name}; a backup may still have them.",
)
_LOOK_SECONDS = 0.5
"""Who comes to a page looks at it before they tap."""
_PAGES = 30
"""More than any page has parts."""
_HANGS_SECONDS = 12
"""More than a disk takes until it is said to hang."""


class Guests(NamedTuple):
    """Who sits at the tables of the scenes, and what they have set."""

    players: int = 4
    longest: bool = True
    settings: Settings = Settings(motion=False, open_chips=True)


class Hand:
    """A finger on the screen of a scene; after each tap `look` is told what was done."""

    def __init__(self, touch: Touchscreen, guests: Guests, look: Callable[[str], None]) -> None:
        self.touch = touch
        self.guests = guests
        self.look = look

    @property
    def app_state(self) -> AppState:
        return self.touch.app_state

    @property
    def state(self) -> GameState:
        return self.app_state.required_session.state

    def tap(self, *keys: str) -> None:
        for key in keys:
            self.touch.tap(key)
            self.look(key)

    def go(self, to: str | routes.Route) -> None:
        """Come to a page, by its name or by a route that says more, and look at it.

        The way back from the first page of a scene leads to the start screen.
        """
        way = route(to) if isinstance(to, str) else to
        navigator = self.touch.navigator
        show = navigator.go if navigator.page else navigator.go_from_start
        show(way)
        self.touch.wait(_LOOK_SECONDS, COARSE_FRAME)
        name, said = routes.page_module_name(type(way)), astuple(way)
        at = next((one for one in said if one), None)
        self.look(name if at is None else f"{name} at {type(at).__name__}")

    def turn(self, key: str = "more", pages: int = _PAGES) -> None:
        """Tap what turns pages, as long as it is there and shows another one."""
        seen = [self.touch.texts()]
        while self.touch.shows(key) and len(seen) < min(pages, self._pages(key)):
            self.tap(key)
            if self.touch.texts() in seen:
                return
            seen.append(self.touch.texts())

    def _pages(self, key: str) -> int:
        """How many pages there are if the button says so, as in "More (1 of 2)"."""
        label = " ".join(text.text for text in self.touch.find(key).written_texts)
        numbers = re.findall(r"\d+", label)
        return int(numbers[1]) if len(numbers) == 2 else _PAGES

    def sit_down(self, page: str = "table") -> None:
        """Take up the newest saved game and come to a page that is about it."""
        self.app_state.resume_game(self.app_state.journal.games()[0])
        self.go(page)

    def play_on(self) -> None:
        """Take up the newest saved game, let its guests decide once, and see the table."""
        self.app_state.resume_game(self.app_state.journal.games()[0])
        self.decide()

    def decide(self) -> None:
        """Let the guests decide once, and see the table after that."""
        session = self.app_state.required_session
        session.apply(_whole_game(self.guests.players, self.guests.longest)[len(session.steps)])
        self.go("table")

    def first(self, kind: str) -> str:
        """The key of the first thing of a kind that can be tapped, as "entry" or "game"."""
        return next(tap.key for tap in self.touch.taps() if tap.key.startswith(f"{kind}."))


Folder = Callable[[Path, Guests], None]
"""What lays saved games into a data folder."""


RELEASES = "https://example.org/a-name-of-somebody/meduris-companion/releases"


@dataclass(frozen=True)
class Scene:
    """A page, or some that belong together, from one look to the next.

    It begins with what `lies` in the data folder, at a touchscreen with a panel and a light like
    these.
    """

    name: str
    act: Callable[[Hand], object]
    lies: Folder
    panel: object | None = None
    has_light: bool = False
    mounted: KioskConfig | None = None


SCENES: dict[str, Scene] = {}
"""All of them by their names, in the order in which their pictures are numbered."""


def nothing(_folder: Path, _guests: Guests) -> None:
    """An app that is started for the first time."""


def scene(
    lies: Folder = nothing, *, name: str = "", **around: object
) -> Callable[[Callable[[Hand], object]], Callable[[Hand], object]]:
    """Put what follows into the table, called like its function unless it has a name."""

    def put(act: Callable[[Hand], object]) -> Callable[[Hand], object]:
        called = name or act.__name__.replace("_", " ").strip()
        if called in SCENES:
            raise ValueError(f"there are two scenes {called!r}")
        SCENES[called] = Scene(called, act, lies, **around)  # type: ignore[arg-type]
        return act

    return put


def shown(
    scene: Scene,
    layout: Layout,
    look: Callable[[Touchscreen, str], None],
    guests: Guests = Guests(),  # noqa: B008 - it never changes
    folder: Path | None = None,
) -> None:
    """Show a scene in a layout; `look` is called with what was done before each look.

    `folder` does not exist yet, and becomes the data folder; else that is a temporary one.
    """
    with tempfile.TemporaryDirectory(prefix="meduris-") as scratch:
        data = folder or Path(scratch, "data")
        shutil.copytree(_laid(scene.lies, guests.players, guests.longest), data)
        light = Backlight(100, _light(Path(scratch, "lights"))) if scene.has_light else None
        with Touchscreen(
            data,
            layout.size,
            rotation=layout.rotation,
            panel=scene.panel,
            backlight=light,
            mounted=scene.mounted,
        ) as touch:
            touch.app_state.settings = replace(
                guests.settings, large_letters=layout.large, river=layout.rotation
            )
            touch.navigator.apply_letter_size()
            scene.act(Hand(touch, guests, lambda what: look(touch, what)))


def faults_in(
    scene: Scene,
    layout: Layout,
    guests: Guests = Guests(),  # noqa: B008 - it never changes
    find: Callable[[Touchscreen], Sequence[str]] | None = None,
) -> list[str]:
    """Return what `find` finds at each look at a scene; by default, all faults of the layout."""
    from tests.kiosk.inspection import faults  # noqa: PLC0415 - a picture needs none of it
    from tests.kiosk.unpainted import safely_released, unpainted  # noqa: PLC0415 - likewise

    found: dict[str, None] = {}

    def look(touch: Touchscreen, what: str) -> None:
        said = (find or faults)(touch)
        found.update((f"{layout.name}, {scene.name}, {what}: {fault}", None) for fault in said)

    try:
        with safely_released(), unpainted():
            shown(scene, layout, look, guests)
    except NotOnScreenError as error:
        found[f"{layout.name}, {scene.name} ends: {error}"] = None
    return list(found)


@cache
def _laid(lies: Folder, players: int, longest: bool) -> Path:  # noqa: FBT001 - one of its keys
    """A data folder in which all that lies; nobody plays in it, but in copies."""
    folder = Path(tempfile.mkdtemp(prefix="meduris-scenes-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    lies(folder, Guests(players, longest))
    return folder


def _light(lights: Path) -> Path:
    panel = lights / "panel"
    panel.mkdir(parents=True)
    (panel / "brightness").write_text("200\n")
    (panel / "max_brightness").write_text("200\n")
    return lights


# What lies in a data folder


@cache
def _whole_game(players: int, longest: bool) -> tuple[do.Command, ...]:  # noqa: FBT001 - a key
    return tuple(commands(beginning(players, longest=longest), 5000, seed=players))


def _play(folder: Path, guests: Guests, number: int) -> None:
    with closing(AppState(folder)) as app_state:
        session = app_state.begin_game(beginning(guests.players, longest=guests.longest))
        for command in _whole_game(guests.players, guests.longest)[:number]:
            session.apply(command)
        app_state.wait_for_writes(WRITING)


@cache
def far(phase: Phase, turn: int = 0) -> Folder:
    """A game that comes to that kind of decision with its next step, after so many turns."""

    def lies(folder: Path, guests: Guests) -> None:
        state = begun(beginning(guests.players, longest=guests.longest))
        for number, command in enumerate(_whole_game(guests.players, guests.longest)):
            state = state_after_command(state, command)
            if state.phase is phase and state.turn >= turn:
                _play(folder, guests, number)
                return
        raise ValueError(f"the game of {guests} never comes to {phase}")

    return lies


@cache
def nobody_has_moved(phase: Phase) -> Folder:
    """The last decision of that kind in a whole game in which nobody has ever tapped a tray."""

    def lies(folder: Path, guests: Guests) -> None:
        state, last = begun(beginning(guests.players, longest=guests.longest)), 0
        for number, command in enumerate(_whole_game(guests.players, guests.longest)):
            state = state_after_command(state, command)
            if state.phase is phase:
                last = number
        _play(folder, guests, last + 1)

    return lies


FIRST_TURNS, MIDDLE = 2, 6
"""By the second many buildings stand, and chips are few."""


def first_roll(folder: Path, guests: Guests) -> None:
    """A game whose workers stand, four on a plain that is full."""
    _laid_out(folder, beginning(guests.players, longest=guests.longest))


def of_two(folder: Path, _guests: Guests) -> None:
    """The same of two with short names, in front of whom everything has room."""
    _laid_out(folder, beginning(2))


def _laid_out(folder: Path, start: Setup) -> None:
    with closing(AppState(folder)) as app_state:
        session = app_state.begin_game(start)
        while session.state.phase is Phase.PLACING:
            roomy = (one for one in Material if len(session.state.stack(one)) < STACK_LIMIT)
            session.apply(do.PlaceWorker(by=session.state.decider, plain=next(roomy)))
        app_state.wait_for_writes(WRITING)


def over(folder: Path, guests: Guests) -> None:
    _finished(folder, beginning(guests.players, longest=guests.longest), guests.players)


def over_again(folder: Path, guests: Guests) -> None:
    """Another one, with another end."""
    _finished(folder, beginning(guests.players, longest=guests.longest), 3)


def over_by_long_signs(folder: Path, _guests: Guests) -> None:
    """One of people whose names have 40 signs of four bytes each."""
    names = (f"{number}{chr(0x1F600) * 39}" for number in range(4))
    _finished(folder, named(beginning(4), *names), 2)


def _finished(folder: Path, start: Setup, seed: int) -> None:
    with closing(AppState(folder)) as app_state:
        played(app_state.begin_game(start), 5000, seed)
        app_state.wait_for_writes(WRITING)


def taken_back(folder: Path, guests: Guests) -> None:
    """A game far on, of which twenty steps are undone."""
    with closing(AppState(folder)) as app_state:
        session = app_state.begin_game(beginning(guests.players, longest=guests.longest))
        for command in _whole_game(guests.players, guests.longest)[:110]:
            session.apply(command)
        for _step in range(20):
            session.undo()
        app_state.wait_for_writes(WRITING)


def before_the_river(folder: Path, guests: Guests) -> None:
    """A game of which the next step takes the druid over the river."""
    state = begun(beginning(guests.players, longest=guests.longest))
    for number, command in enumerate(_whole_game(guests.players, guests.longest)):
        events = events_of_command(state, command)
        if any(isinstance(event, RiverCrossed) for event in events):
            _play(folder, guests, number)
            return
        state = state_after_command(state, command)
    raise ValueError(f"the game of {guests} never comes to the river")


def far_for_two(folder: Path, _guests: Guests) -> None:
    """A game of two of which much can be taken back."""
    with closing(AppState(folder)) as app_state:
        played(app_state.begin_game(beginning(2)), 150, seed=2)
        app_state.wait_for_writes(WRITING)


def corrected_at_length(folder: Path, guests: Guests) -> None:
    """A game with corrections of long reasons, one of which is undone."""
    with closing(AppState(folder)) as app_state:
        session = app_state.begin_game(beginning(guests.players, longest=guests.longest))
        for command in _whole_game(guests.players, guests.longest):
            session.apply(command)
            if session.state.turn > FIRST_TURNS and session.state.phase is Phase.ACTION:
                break
        for reason in (
            "We play it differently: 2 others stand in for a missing chip",
            "somebody knocked the table over " * 6,
        ):
            session.apply(do.Correct(changes=(), why=reason))
        session.undo()
        app_state.wait_for_writes(WRITING)


def shared_victory(folder: Path, _guests: Guests) -> None:
    with closing(AppState(folder)) as app_state:
        _replay(app_state, "four-players-share-the-victory")
        app_state.wait_for_writes(WRITING)


def _replay(app_state: AppState, name: str, until: FinaleStage | None = None) -> do.Command | None:
    """Play a recorded game; returns the step with which that part of its end begins."""
    text = (PLAYTHROUGHS / f"{name}.txt").read_text(encoding="utf-8")
    recorded = extract(text)
    session = app_state.begin_game(recorded.setup)
    for command in (step.command for step in steps(recorded) if step.command is not None):
        events = events_of_command(session.state, command)
        if until and any(isinstance(one, FinaleStarted) and one.finale is until for one in events):
            return command
        session.apply(command)
    return None


def a_record(folder: Path, guests: Guests) -> None:
    """A finished game in which somebody has more points than anybody had before."""
    with closing(Journal.open(folder)) as journal:
        for number in range(5):
            Ended(journal, 2 * number)
    over_again(folder, guests)
    with closing(AppState(folder)) as app_state:
        session, done = app_state.resume_game(app_state.journal.games()[0]), []
        while session.state.phase not in (Phase.ROLL, Phase.ACTION):
            done += (step.command for step in session.undo().removed[::-1])
        richest = max(session.state.players, key=lambda player: player.points)
        session.apply(do.Correct(changes=(do.SetPoints(richest.color, 190),), why="a test"))
        for command in reversed(done):
            session.apply(command)
        app_state.wait_for_writes(WRITING)


def evenings(folder: Path, _guests: Guests) -> None:
    """Games of several evenings: of short and of the longest names, and some that wait."""
    with closing(AppState(folder)) as app_state:
        played = SimpleNamespace(app_state=app_state)
        play_some(played, 3, longest=True)  # type: ignore[arg-type]
        play_some(played, 3)  # type: ignore[arg-type]
        for game in range(8):
            session = app_state.begin_game(named(beginning(2), f"Ada {game}", f"Bo {game}"))
            session.apply(commands(session.setup, 1)[0])
            app_state.wait_for_writes(WRITING)


def one_person(folder: Path, _guests: Guests) -> None:
    """Somebody who has played under all the longest names and some more."""
    others = (*LONGEST_NAMES, *(f"Ada {number}" for number in range(9)))
    with closing(AppState(folder)) as app_state:
        for name in ("Ada", *others):
            app_state.begin_game(named(beginning(2), name, "Bo"))
            app_state.wait_for_writes(WRITING)
        for name in others:
            people = People.from_journal(app_state.journal)
            merge_people(app_state.journal, people.find_or_new(name), people.find_or_new("Ada"))


def waiting(folder: Path, guests: Guests) -> None:
    with closing(AppState(folder)) as app_state:
        for game in range(6):
            start = beginning(2 + game % 3, longest=guests.longest)
            played(app_state.begin_game(start), 20)
            app_state.wait_for_writes(WRITING)


def boards(folder: Path, _guests: Guests) -> None:
    lay_boards(folder)


def lay_boards(folder: Path) -> None:
    """Put learnt boards of long names into a data folder, one of which is torn."""
    (folder / "boards").mkdir()
    for number in range(7):
        board = Board(f"{number} {LONGEST_NAMES[2]}", ring(24 + number).fields)
        write_board_file(folder / "boards" / f"{number}.toml", board)
    (folder / "boards" / "torn.toml").write_text(TORN)


@contextmanager
def full_disk() -> Iterator[None]:
    with patch.object(Journal, "save", lambda *_rows: DISK_FULL):
        yield


@contextmanager
def full_disk_for_settings() -> Iterator[None]:
    """No setting is kept within it."""

    def refuse(*_settings: object) -> None:
        raise OSError(28, "No space left on device")

    with patch("kiosk.app_state.save_settings", refuse):
        yield


# The panels


class FixedPanel:
    """A panel with which it stands as a scene wants, and whose lamps nobody looks at."""

    def __init__(self, status: PanelStatus) -> None:
        self.status = status
        self.buzzed: list[Notes] = []

    def poll(self) -> PanelReport:
        return PanelReport((), self.status)

    def show_pattern(self, pattern: object) -> None:
        """No lamp is lit."""

    def play_effect(self, effect: object) -> None:
        "Sound is off."

    def set_lamp_settings(self, settings: object) -> None:
        """No lamp is brighter."""

    def play_melody(self, notes: Notes) -> None:
        self.buzzed.append(notes)

    def close(self, wait_seconds: float = 0.0) -> None:
        """Nothing is open."""


BY_ID = "/dev/serial/by-id/usb-Raspberry_Pi_Pico_E6614C311B4A8B2F-if00"
PANELS = {
    "off": PanelStatus(PanelKind.OFF, PanelState.OFF),
    "searching": PanelStatus(
        PanelKind.SERIAL, PanelState.SEARCHING, make_trouble(TroubleKind.NO_PANEL_FOUND)
    ),
    "ready": PanelStatus(
        PanelKind.SERIAL, PanelState.READY, port=BY_ID, firmware="1.0.0", missed_presses=1234
    ),
    "buzzer": PanelStatus(
        PanelKind.GPIO, PanelState.READY, gpio_chip_number=0, capabilities=("buzzer",)
    ),
    "warned": PanelStatus(
        PanelKind.GPIO,
        PanelState.READY,
        gpio_chip_number=4,
        warnings=tuple(
            make_trouble(
                TroubleKind.PIN_HAS_OTHER_USE, pin=pin, use=f"the {lamp} lamp", other="SPI"
            )
            for pin, lamp in ((8, "purple"), (9, "copper"), (10, "minus"))
        ),
    ),
    "foreign": PanelStatus(
        PanelKind.SERIAL, PanelState.TROUBLED, make_trouble(TroubleKind.NOT_A_PANEL, port=BY_ID)
    ),
    "wrong file": PanelStatus(
        PanelKind.OFF,
        PanelState.TROUBLED,
        make_trouble(
            TroubleKind.CONFIG_WRONG,
            file="panel.toml",
            problems=" ".join(
                f"GPIO {pin} is used twice: for the button and for the {lamp} lamp."
                for pin, lamp in enumerate([*Lamp] * 3)
            ),
        ),
    ),
}


# Before a game


@scene()
def start(hand: Hand) -> None:
    hand.go("start")
    hand.app_state.notices.append(TROUBLE)
    hand.go("start")
    hand.tap("notice.dismiss")


@scene(far(Phase.ACTION, MIDDLE))
def start_beside_a_game(hand: Hand) -> None:
    hand.app_state.notices.append(TROUBLE)
    hand.go("start")
    hand.sit_down("start")


@scene(over)
def start_after_a_game(hand: Hand) -> None:
    hand.go("start")
    with full_disk():
        hand.app_state.begin_game(beginning(hand.guests.players, longest=hand.guests.longest))
        hand.go("start")
        hand.tap("last_score")


@scene()
def the_language(hand: Hand) -> None:
    hand.go("first_start")
    hand.tap(f"language.{language()}")


def _tap_crosses(hand: Hand, *places: DisplayPoint) -> None:
    for number, (x, y) in enumerate(places):
        width, height = hand.touch.rotated_view.area[2:]
        hand.touch.wait(_LOOK_SECONDS)
        hand.touch.tap_in_window((x * width, y * height))
        hand.look(f"touch {number + 1}")


@scene(mounted=KioskConfig(), panel=FixedPanel(PANELS["warned"]))
def a_first_start(hand: Hand) -> None:
    """Touches that make no sense, and an arrow that goes round."""
    hand.go("first_start")
    _tap_crosses(hand, (0.5, 0.9), (0.2, 0.2), (0.7, 0.3))
    hand.touch.wait(21)
    hand.look("nobody touches it")
    _tap_crosses(hand, *CROSSES)
    for _quarter in Rotation:
        hand.tap("turn")
    hand.tap("ok")
    with (
        patch("kiosk.pages.first_start.sound_devices", lambda: TWO_DEVICES),
        patch.object(hand.touch.navigator.announcer, "play_sample"),
    ):
        hand.tap(f"language.{language()}", "sound.voice", "go_on", "lamps", "go_on")


@scene(mounted=KioskConfig(), panel=FixedPanel(PANELS["searching"]))
def a_first_start_that_is_skipped(hand: Hand) -> None:
    hand.go("first_start")
    hand.tap("skip", "ok", "skip")


@scene(mounted=KioskConfig())
def a_time_zone(hand: Hand) -> None:
    hand.go(routes.FirstStart((FirstStartQuestion.ZONE,), returns_afterwards=True))
    hand.tap("region.America", "more", "back", "region.Australia")


@scene(mounted=KioskConfig())
def a_first_start_that_has_nothing_to_ask(hand: Hand) -> None:
    hand.go(routes.FirstStart((FirstStartQuestion.PANEL,)))


@scene(mounted=KioskConfig())
def touches_that_are_put_right(hand: Hand) -> None:
    hand.go("first_start")
    _tap_crosses(hand, *((1 - x, 1 - y) for x, y in CROSSES))


@scene(mounted=KioskConfig(), panel=FixedPanel(PANELS["wrong file"]))
def the_screen_is_tried_again(hand: Hand) -> None:
    hand.go("start")
    hand.go(routes.FirstStart(returns_afterwards=True))
    hand.tap("skip", "ok", "skip", "skip")
    hand.turn()
    hand.tap("go_on")


@scene(has_light=True, mounted=KioskConfig())
def the_settings(hand: Hand) -> None:
    hand.touch.navigator.go(routes.Start())
    hand.app_state.mark_seen({"roll", "huts"})
    hand.tap("settings")
    hand.tap(f"setting.language.{language()}")
    hand.turn()
    hand.touch.tap("back")
    hand.touch.tap("settings")
    for _page in range(_PAGES):
        if hand.touch.shows("brightness.less"):
            break
        hand.touch.tap("more")
    with full_disk_for_settings():
        hand.tap("brightness.less")
        hand.turn()


TWO_DEVICES = tuple(
    SoundDevice(key, name, way)
    for key, name, way in (
        ("Device", "Generalplus USB Audio Device", SoundOutputKind.USB),
        ("vc4hdmi0", "vc4-hdmi-0", SoundOutputKind.HDMI),
    )
)


@scene()
def the_sound(hand: Hand) -> None:
    hand.go("settings")
    with patch("kiosk.pages.sound.sound_devices", lambda: TWO_DEVICES):
        hand.go("sound")
        hand.tap("sound.tones.on", "sound.spoken.everything")
        hand.turn()
        while not hand.touch.shows("try"):
            hand.touch.tap("more")
    announcer = hand.touch.navigator.announcer
    announcer.speaker = DeafSpeaker()
    hand.tap("try")
    hand.touch.wait(2)
    hand.look("nothing was heard")


class DeafSpeaker:
    """A speaker of a machine whose sound device has gone."""

    volume = 0
    playback_error = Sentence("{program} does not answer.", {"program": "aplay"})

    def play_tone(self, tone: object) -> None:
        """Nobody hears it."""

    def say(self, sentence: str, language: str) -> None:
        """Nobody hears it."""

    def stop_sound(self) -> None:
        """Nothing is heard anyway."""

    def close(self) -> None:
        """Nothing is open."""


@scene(far(Phase.ACTION, MIDDLE))
def a_table_that_is_heard(hand: Hand) -> None:
    """With its loudspeaker, which is muted, and a sign that is tapped then."""
    sound = SoundSettings(tones=True, spoken=SpeechLevel.EVERYTHING)
    hand.app_state.set_settings(replace(hand.app_state.settings, sound=sound))
    hand.touch.navigator.announcer.speaker = DeafSpeaker()
    hand.sit_down("table")
    hand.tap("mute")
    box = hand.touch.place(f"tray.{hand.state.colors[0]}")
    hand.touch.tap_at((box.x + 12, box.top - 12))
    hand.look("the sign of a tray")


@scene()
def the_rules(hand: Hand) -> None:
    """Every page of the rules, where it has several parts all of them, and what is found."""
    hand.app_state.mark_seen(concept.id for concept in CONCEPTS)
    places = [
        ChapterList(),
        SeenHintsSection(),
        QuestionList(),
        RulesSection(tuple(RULES)[:12]),
        RulesSection(("hut.cost", "offer.both")),
        RulesSection(("hut.field", "hut.rune", "end.runes")),
    ]
    places += map(ChapterText, range(len(CHAPTERS)))
    places += map(ChapterRuleList, dict.fromkeys(rule.chapter for rule in RULES.values()))
    places += (RulesSection((rule_id,)) for rule_id in RULES)
    places += map(QuestionSection, RULE_QUESTIONS)
    hand.touch.navigator.go_from_start(routes.Rules())
    for place in places:
        hand.touch.page._go(BrowsingHistory((HistoryEntry(place),)))
        hand.look(f"rules at {type(place).__name__}")
        hand.turn()
    hand.touch.navigator.go(routes.Start())
    hand.tap("rules")
    for query in ("x", "+1", "the"):
        hand.touch.tap("search")
        Typist(hand.touch).type(query)
        hand.look(f"what is found for {query}")
        hand.turn()
    hand.tap("search", "key.cancel", "back", "back")


@scene(boards)
def a_new_game(hand: Hand) -> None:
    hand.touch.navigator.go(routes.Start())
    hand.tap("new_game", "seat.add", "seat.add", "first.chance", "seat.3.first")
    hand.tap("seat.1.color", "color.cancel", "read", "icon.wood", "first.again", "icon.wood")
    hand.tap("icon.wool", "again", "unsure")
    hand.touch.tap_field(25)
    hand.look("another field")
    while hand.touch.shows("unsure"):
        hand.touch.tap("unsure")
    hand.look("all are read")
    hand.tap("back", "seat.0.name", *["key.shift", "key.page"] * 4, "key.0", "key.page")
    hand.tap("key.cancel", "board")
    hand.turn()
    hand.tap("board.errors", "back", "board.auto", "next", "side.0.90", "next", "bonus.druid")
    hand.touch.tap_field(12)
    hand.look("a chip laid")
    hand.touch.tap_field(13)
    hand.look("a chip refused")
    hand.tap("told", "back", "next", "bonus.lay", "next")
    hand.turn()
    hand.tap("workers.lay", "back", "bonus.clear", "back", "back", "back")


@scene()
def a_first_game(hand: Hand) -> None:
    """As people set it up who have never played, with names as long as they may be."""
    hand.touch.navigator.go(routes.Start())
    hand.tap("first_game", f"players.{hand.guests.players}")
    hand.touch.tap("seat.0.name")  # those after that are asked at once
    for seat in range(hand.guests.players):
        if hand.guests.longest:
            page = cast(NewGamePage, hand.touch.page)
            page.perform(cast(TypingForm, page.build_form()).done(LONGEST_NAMES[seat]))
        else:
            Typist(hand.touch).type(("Ann", "Ben", "Cyd", "Dee")[seat])
    hand.look("all have names")
    hand.tap("next", "side.1.90", "next", "found.0", "found.4", "missing")
    hand.tap("back", "next", "opening.lay")
    while not hand.touch.shows("begin"):
        hand.tap("laid")
    hand.tap("laid.before", "laid.before", "laid.all", "begin")


def _about_to_learn(hand: Hand, *concepts: str) -> None:
    """A table that is taught, and knows all but that, sits down."""
    others = {concept.id for concept in CONCEPTS} - set(concepts)
    hand.app_state.mark_all_unseen()
    hand.app_state.mark_seen(others)
    hand.app_state.settings = replace(hand.app_state.settings, hints=HintSetting.FIRST_GAME)


@scene(first_roll)
def what_a_table_is_taught(hand: Hand) -> None:
    """The hint that is due at a question, as a strip and read; what follows it, and no more."""
    hand.go("start")
    for concept in ("roll", "huts"):
        _about_to_learn(hand, concept)
        hand.app_state.hint = None
        hand.sit_down()
        _read_hint(hand, "hint.got")
        hand.go("start")
    _about_to_learn(hand, "move-or-build", "settlement", "plus", "minus")
    hand.sit_down()
    hand.tap("face.wood")
    for key in ("hint.never", "hint.again", "hint.never"):
        _read_hint(hand, key)


def _read_hint(hand: Hand, key: str) -> None:
    """Open the hint if there is only room for its beginning, and tap one of its buttons."""
    if hand.touch.shows("hint"):
        hand.tap("hint")
    hand.tap(key)


@scene(far(Phase.ROLL, MIDDLE))
def what_things_are_and_how_somebody_stands(hand: Hand) -> None:
    hand.sit_down()
    board = hand.touch.board
    for rune, middle in [*rune_stone_points(board.ring, board.picture).items()][:2]:
        hand.touch.tap_at(middle)
        hand.look(f"what rune {rune} is")
    hand.touch.tap_at(board.ring.druid_stone_point(0))
    hand.look("what the temple is")
    hand.touch.tap("back")
    for color in hand.state.colors[:2]:
        hand.touch.page.set_draft(PlayerStatusDraft(color))
        hand.look(f"how {color} stands")
    hand.tap("menu", "menu.ask")
    for what, point in (
        ("a field", board.field_center(5)),
        ("a plain", board.plain_center(Material.WOOD)),
        ("the river", board.ring.river_points[0]),
    ):
        hand.touch.tap_at(point)
        hand.look(f"what {what} is")
    for key in [tap.key for tap in hand.touch.taps() if tap.key.startswith("tray.")][:1]:
        hand.tap(key)


@scene(far(Phase.ACTION, MIDDLE))
def what_a_move_brings(hand: Hand) -> None:
    hand.sit_down()
    state = hand.state
    own = [(p, n) for p in Material for n in movable_levels(state, state.whose_turn, p)]
    hand.touch.page.set_draft(SelectedWorker(*own[0]))
    hand.look("a worker that may go somewhere")
    hand.tap("why")
    hand.turn()


@scene()
def a_first_game_of_their_own(hand: Hand) -> None:
    hand.touch.navigator.go(routes.Start())
    hand.touch.tap("first_game")
    hand.touch.tap("players.2")
    hand.touch.tap("next")
    hand.touch.tap("next")
    hand.touch.tap("next")
    hand.tap("opening.leave", "bonus.lay", "next", "laid.first", "laid")


@scene(first_roll)
def a_new_game_of_known_people(hand: Hand) -> None:
    hand.go("new_game")
    hand.tap("seat.0.name", "known.1", "seat.1.name", "known.0", "first.chance")
    hand.tap("next", "next", "bonus.lay", "next", "workers.lay")


@scene(first_roll)
def where_everybody_sits(hand: Hand) -> None:
    hand.sit_down("start")
    hand.go("new_game")
    hand.tap("next", "side.1.90")
    if hand.guests.players > 2:
        hand.tap("side.2.180", "seats.order")
    with full_disk():
        hand.app_state.begin_game(beginning(2))
        hand.go("start")
        hand.go("new_game")
        hand.tap("next", "next", "bonus.lay", "next", "begin")


@scene(waiting)
def games_that_wait(hand: Hand) -> None:
    hand.go("start")
    hand.tap("games", "show.unfinished")
    hand.turn("older")
    hand.tap("show.ended", "back", "new_game")


# At the table


def _everything(state: GameState) -> list[object]:
    """Of each kind of what people may point at the first and the last, with the fullest payment."""
    kinds: dict[object, list[object]] = {}
    for draft in drafts(state):
        kind = (type(draft), getattr(draft, "kind", None), bool(getattr(draft, "pay", None)))
        kinds.setdefault(kind, []).append(draft)
    found = {place: None for some in kinds.values() for place in (some[0], some[-1])}
    fullest = [
        PaymentDraft(one.purpose, Chips(18, 18, 18, 18))
        for one in found
        if isinstance(one, PaymentDraft)
    ]
    return [*found, *fullest[:1]]


def _a_question_behind_screens(hand: Hand) -> None:
    hand.app_state.settings = replace(hand.app_state.settings, open_chips=False)
    _a_question(hand)


def _a_question(hand: Hand) -> None:
    """What was told of the step before, why, and all that can be pointed at."""
    hand.play_on()
    for key in ("told", "why"):
        if hand.touch.shows(key):
            hand.tap(key)
            hand.turn()
            hand.tap("back")
    for draft in _everything(hand.state):
        if draft != EmptyDraft():  # nothing has been pointed at so far
            hand.touch.page.set_draft(draft)
            hand.look(f"points at {draft}")
    hand.touch.page.set_draft(EmptyDraft())
    hand.tap("undo")


for _phase in (Phase.PLACING, Phase.ROLL, Phase.TAKE, Phase.GIVE_BACK, Phase.OFFERING):
    scene(far(_phase), name=f"table: {_phase.value}, early")(_a_question_behind_screens)
for _phase in (Phase.ROLL, Phase.ACTION, Phase.OFFERING):
    scene(far(_phase, MIDDLE), name=f"table: {_phase.value}")(_a_question)


@scene(far(Phase.ACTION, MIDDLE))
def a_planned_building(hand: Hand) -> None:
    """Every field that is known, and a building and a worker looked at to the end."""
    hand.play_on()
    board = hand.state.board
    for field in range(1, len(board) + 1, 3):
        if board.field(field).is_known:
            hand.touch.tap_field(field)
            hand.look(f"field {field}")
    if hand.touch.shows("more"):
        hand.tap("more", "show.temple")
    huts = building_sites(hand.state, BuildingKind.HUT)
    most = max(
        huts, key=lambda field: len(preview_build(hand.state, BuildingKind.HUT, field).visits)
    )
    hand.touch.tap_field(most)
    hand.tap("more", "what_if")
    hand.turn()
    hand.tap("show.temple", "why", "back")
    hand.touch.tap_plain(next(plain for plain in MATERIALS if hand.state.stack(plain)))
    hand.look("a worker")
    hand.touch.tap("leave")
    hand.tap("back")
    for thing in (BuildingToTry(4), *map(WorkerToTry, MATERIALS[:2])):
        hand.go(routes.WhatIf(thing))
        hand.turn()


@scene(first_roll)
def fields_that_nobody_has_read(hand: Hand) -> None:
    hand.sit_down()
    unread = [
        field
        for field in range(1, len(hand.state.board) + 1)
        if not hand.state.board.field(field).is_known
    ]
    for field in unread[:4]:
        hand.touch.page.set_draft(PrintedFieldDraft(field))
        hand.look(f"field {field}")
        hand.touch.page.set_draft(PrintedFieldDraft(field, Rune.SPROUT))
        hand.look(f"field {field} with a rune")
        hand.touch.page.set_draft(PrintedFieldDraft(field, Rune.SPROUT, Material.WOOD))
        hand.look(f"field {field} with its outer icon")
        hand.touch.page.set_draft(
            PrintedFieldDraft(field, Rune.SPROUT, Material.WOOD, Material.WOOD)
        )
        hand.look(f"field {field} with two equal icons")


def _holding(hand: Hand, chips: Chips) -> None:
    """Whoever decides has these chips, and is to move or to build."""
    session = hand.app_state.required_session
    session.apply(do.Roll(by=session.state.decider, face=Face.WOOL))
    color, supply = session.state.decider, session.state.supply
    given = chips - session.state.player(color).hand
    held = [do.SetHand(color, one, chips.number(one)) for one in Material]
    left = [do.SetSupply(one, (supply - given).number(one)) for one in Material]
    session.apply(do.Correct(changes=(*held, *left), why="counted"))
    hand.touch.navigator.go(routes.Start())
    hand.touch.navigator.go(routes.Table())
    hand.touch.step()


def _dearest(state: GameState) -> int:
    """A field whose hut costs chips of two kinds."""
    return next(
        field
        for field in building_sites(state, BuildingKind.HUT)
        if len(set(state.board.field(field).needs or ())) > 1
    )


@scene(first_roll)
def a_payment(hand: Hand) -> None:
    hand.sit_down()
    _holding(hand, Chips(1, 1, 1, 1))
    field = _dearest(hand.state)
    hand.touch.tap_field(field)
    hand.look("a field")
    hand.tap("build.hut.pay", "back")
    hand.touch.step()
    hand.touch.page.decide(do.BuildHut(by=hand.state.decider, field=field))
    hand.look("a payment that does not work")
    hand.tap("overrule")
    hand.tap("back")


@scene(of_two)
def a_payment_of_the_tables_own(hand: Hand) -> None:
    hand.sit_down()
    _holding(hand, Chips(wool=1, copper=3))
    hand.touch.tap_field(10)  # its icons are wool and stone
    hand.look("a field")
    hand.tap("build.hut", "pay.others", "pay.stone.less", "pay.copper.more", "pay.wood.more")


def what_lies_over_the_table(hand: Hand) -> None:
    """The menu, the hands, and how each player stands."""
    hand.play_on()
    hand.tap("menu", "why", "back", "back", "menu", "menu.hands", "why", "back", "back")
    for color in hand.state.colors:
        hand.app_state.required_session.mark_done(color)
    hand.touch.page.refresh()
    for color in hand.state.colors:
        hand.tap(f"tray.{color}")
    hand.tap("back")
    hand.app_state.required_session.notice = Sentence(
        "What was read counts in this game only. " * 9
    )
    hand.touch.page.refresh()
    hand.look("a long notice")
    if hand.touch.shows("told"):
        hand.tap("told")
        hand.turn()


@scene(first_roll)
def a_disk_that_hangs(hand: Hand) -> None:
    hand.app_state.settings = replace(hand.app_state.settings, app_die=False)
    hand.sit_down()
    with held_disk(hand.touch) as disk:
        hand.touch.tap("face.plus")
        hand.touch.wait(1)
        hand.look("it saves")
        hand.touch.wait(_HANGS_SECONDS)
        hand.look("it hangs")
        hand.tap("told", "back")
        disk.set()
        hand.app_state.wait_for_writes(WRITING)


@scene(first_roll)
def nothing_is_decided_while_a_step_is_saved(hand: Hand) -> None:
    """A field that is read, a correction, and an old step that is changed."""
    hand.sit_down()
    hand.go("correct")
    hand.touch.tap("next")
    hand.touch.tap("why.0")
    with held_disk(hand.touch) as disk:
        hand.app_state.required_session.undo()
        hand.app_state.required_session.redo()
        hand.tap("correct.done")
        hand.touch.navigator.go(routes.PrintedFields())
        for key in ("icon.wood", "icon.wool"):
            hand.touch.wait(1)
            if hand.touch.shows(key):  # nothing is unread on a board for two
                hand.tap(key)
        hand.touch.navigator.go(routes.Log())
        hand.touch.navigator.go(routes.Correct(StepToAmend(1, AmendmentKind.CHANGE)))
        hand.touch.wait(1)
        hand.touch.tap_plain("stone")
        for key in ("amend.end", "amend.do"):
            hand.touch.wait(1)
            if hand.touch.shows(key):
                hand.tap(key)
        disk.set()
        hand.app_state.wait_for_writes(WRITING)


@scene(far(Phase.ACTION, MIDDLE))
def a_long_game_that_is_read(hand: Hand) -> None:
    go_on, opened, readers = Event(), Journal.open_for_reading, list[Thread]()

    def slowly(folder: Path) -> Journal:
        readers.append(current_thread())
        go_on.wait(_HANGS_SECONDS)
        return opened(folder)

    with (
        patch.object(Journal, "open_for_reading", slowly),
        patch("kiosk.pages.start.LONG_GAME", 1),
        patch("kiosk.pages.past_game.LONG_GAME", 1),
    ):
        hand.go("start")
        hand.tap("games", "game.1", "back")
        go_on.set()
    for reader in readers:  # else it opens a folder that is being deleted
        reader.join(_HANGS_SECONDS)


@scene(far(Phase.ROLL, MIDDLE), panel=FixedPanel(PANELS["foreign"]))
def a_table_without_its_panel(hand: Hand) -> None:
    hand.play_on()


def all_seats(hand: Hand) -> None:
    sit_around(hand)
    for _command in range(4):
        hand.decide()
    hand.tap("menu")


def sit_around(hand: Hand) -> None:
    hand.app_state.resume_game(hand.app_state.journal.games()[0])
    sides = tuple(zip(hand.state.colors, Rotation, strict=False))
    hand.app_state.settings = replace(hand.app_state.settings, sides=sides)
    hand.go("table")


@scene(before_the_river)
def the_river_is_crossed(hand: Hand) -> None:
    """What it scores stands above the question, until the next tap."""
    hand.sit_down()
    number = len(hand.app_state.required_session.steps)
    hand.touch.step()
    hand.touch.page.decide(_whole_game(hand.guests.players, hand.guests.longest)[number])
    hand.look("over the river")
    hand.tap("told", "back")


@scene(far_for_two)
def more_moves_than_a_tray_holds(hand: Hand) -> None:
    sit_around(hand)
    while hand.app_state.required_session.can_undo:
        hand.app_state.required_session.undo()
    hand.go("table")
    for color in hand.state.colors:
        if has_more(hand.touch, color):
            tap_more(hand.touch, color)
            hand.look("other moves")
            hand.tap(f"tray.{color}")


@scene(name="last turns")
def _last_turns(hand: Hand) -> None:
    _the_end_begins(hand, FinaleStage.LAST_TURNS)


@scene(name="final circuit")
def _final_circuit(hand: Hand) -> None:
    _the_end_begins(hand, FinaleStage.CIRCUIT)


def _the_end_begins(hand: Hand, finale: FinaleStage) -> None:
    command = _replay(hand.app_state, "two-players-build-everything", finale)
    hand.go("table")
    hand.touch.page.decide(command)
    hand.touch.step()
    hand.look("a part of the end begins")


def a_game_that_goes_on(hand: Hand) -> None:
    hand.go("start")
    hand.tap("resume")
    hand.turn("next")
    hand.tap("back")


@scene(first_roll)
def a_game_that_has_just_begun_goes_on(hand: Hand) -> None:
    hand.go("start")
    hand.tap("resume")
    hand.turn("next")


# What is put right


@scene(far(Phase.ROLL, MIDDLE))
def a_correction(hand: Hand) -> None:
    hand.play_on()
    color = hand.state.players[-1].color
    hand.tap("menu", "menu.correct", f"part.{color}", "points.less", "points.more.10", "done")
    hand.tap("part.runes", "rune.eye", f"holder.{color}", "done", "part.turn", f"turn.{color}")
    hand.tap("done", "part.druid", "stone.2", "field.other", "back", "done")
    hand.touch.tap_plain("wool")
    hand.look("a plain")
    hand.tap(f"took.{color}", "done")
    for field in (1, 2, 9, 12):
        hand.touch.tap_field(field)
        hand.look("a field")
        hand.tap(f"field.hut.{color}", "bonus.druid", "done")
    hand.touch.tap_field(1)
    hand.tap("printed", "done", "done", "next")
    hand.turn()
    hand.tap("why.type")
    Typist(hand.touch).type("So")
    hand.look("a reason of their own")
    hand.tap("correct.done")


@scene(far(Phase.ROLL, MIDDLE))
def a_quick_correction(hand: Hand) -> None:
    """Each thing that was pressed and held, and then that nothing is changed."""
    hand.play_on()
    built = next(field for field, stands in enumerate(hand.state.buildings, 1) if stands)
    for thing in (
        *map(PlayerToCorrect, hand.state.colors[::2]),
        *map(PlainToCorrect, MATERIALS[::2]),
        *map(FieldToCorrect, (built, 30)),
        RunesToCorrect(Rune.EYE),
        DruidToCorrect(),
        TurnToCorrect(),
    ):
        hand.go(routes.Correct(thing))
    hand.tap("correct.done", "back")


@scene(far(Phase.TAKE))
def a_correction_while_chips_are_taken(hand: Hand) -> None:
    hand.play_on()
    hand.go("correct")
    hand.tap("part.turn", f"turn.{hand.state.players[-1].color}")


@scene(first_roll)
def a_ruling(hand: Hand) -> None:
    """A rule is played differently: a payment, a move, and what no correction stands for."""
    hand.sit_down()
    _holding(hand, Chips(5, 5, 5, 5))
    by = hand.state.decider
    fields = building_sites(hand.state, BuildingKind.HUT)
    hut = do.BuildHut(by=by, field=fields[0], pay=Chips(wood=2))
    move = do.MoveWorker(by=by, source=Material.WOOD, level=1, target=Material.WOOD)
    long = f"We play “Three others for one” differently. The app said: {LONGEST_NAMES[0]} " * 4
    for command, name in (
        (hut, "pay.swap"),
        (do.BuildHut(by=by, field=9), "hut.field"),
        (
            do.BuildTemple(by=by, field=hand.app_state.required_session.setup.bonus[0][0]),
            "temple.field",
        ),
        *((move, name) for name in ("big.move", "swap.any-time", "end.exhausted", "pay.hand")),
    ):
        hand.go(routes.Correct(CommandToAllow(command, name, long[:200])))
        hand.touch.navigator.go(routes.Table())
    hand.touch.page.decide(do.SwapChips(by=by, pay=Chips(wood=2), take=Material.WOOL))
    hand.look("a swap that does not work")
    hand.turn()


@scene(first_roll)
def with_the_booklet_at_hand(hand: Hand) -> None:
    """Rules name its pages: behind a question, on their own pages, beside a ruling."""
    hand.app_state.settings = replace(hand.app_state.settings, booklet=True)
    hand.sit_down()
    hand.tap("why")
    hand.turn()
    hand.go(routes.Rules(("end.exhausted",)))
    hand.tap("question.end-with-empty-plains")
    hand.turn()
    hand.go(routes.Rules(("swap.any-time",)))
    hand.tap("question.swap-freely")
    hand.turn()
    hand.touch.navigator.go(routes.Table())
    move = do.MoveWorker(by=hand.state.decider, source=Material.WOOD, level=1, target=Material.WOOD)
    hand.go(routes.Correct(CommandToAllow(move, "swap.any-time", LONGEST_NAMES[0])))


@scene(far(Phase.OFFERING))
def a_ruling_while_others_decide(hand: Hand) -> None:
    """The druid does not take what the table plays; nor has a plain room for a fourth worker."""
    hand.play_on()
    why = f"We play “Three others for one” differently. The app said: {LONGEST_NAMES[0]} " * 4
    by = hand.state.decider
    offer = do.MakeOffering(by=by, give=OfferingAnswer.ONE, pay=Chips(wood=2))
    take = do.TakeChip(by=by, material=Material.WOOD)
    for command, name in ((offer, "pay.swap"), (offer, "pay.hand"), (take, "small.plus")):
        hand.go(routes.Correct(CommandToAllow(command, name, why[:200])))
        hand.touch.navigator.go(routes.Table())
    game = hand.app_state.required_session
    while game.state.phase is not Phase.ACTION:
        game.undo()
    full = next(one for one in Material if len(game.state.stack(one)) == STACK_LIMIT)
    move = do.MoveWorker(by=by, source=Material.WOOD, level=1, target=full)
    hand.go(routes.Correct(CommandToAllow(move, "big.move", why[:200])))
    hand.touch.navigator.go(routes.Table())
    while game.state.phase is not Phase.PLACING:
        game.undo()
    place = do.PlaceWorker(by=hand.state.decider, plain=full)
    hand.go(routes.Correct(CommandToAllow(place, "setup.workers", why[:200])))


@scene(corrected_at_length)
def the_log(hand: Hand) -> None:
    hand.sit_down("log")
    hand.tap(hand.first("entry"))
    hand.turn()
    hand.tap("back")
    hand.tap(hand.first("why"), "back")
    hand.turn("older", pages=4)


@scene(taken_back)
def the_log_of_a_game_taken_back(hand: Hand) -> None:
    hand.sit_down("log")
    hand.tap(hand.first("entry"))
    hand.turn()
    if hand.touch.shows("more"):
        hand.touch.tap("more")
    for _row in range(4):
        hand.tap("later")
    hand.tap("earlier", "back")
    hand.turn("older", pages=6)


@scene(far(Phase.ACTION, MIDDLE))
def old_steps(hand: Hand) -> None:
    """Every kind of question once more, and what comes of another answer."""
    hand.play_on()
    hand.go("log")
    hand.tap(hand.first("entry"), "earlier", "earlier", "back", "back")
    for kind, place in _newest_of_each_kind(hand).items():
        hand.touch.navigator.go(routes.Correct(StepToAmend(place, AmendmentKind.CHANGE)))
        hand.look(f"asks for {kind.__name__} again")
    rolled = _newest_of_each_kind(hand)[do.Roll]
    for face in ("plus", "minus"):
        hand.touch.navigator.go(routes.Correct(StepToAmend(rolled, AmendmentKind.CHANGE)))
        hand.touch.wait(1)
        hand.touch.tap(f"face.{face}")
        hand.look(f"what comes of {face}")
    placed = _newest_of_each_kind(hand)[do.PlaceWorker]
    hand.touch.navigator.go(routes.Correct(StepToAmend(placed, AmendmentKind.CHANGE)))
    step = hand.app_state.required_session.steps[placed - 1]
    hand.touch.tap_plain(
        next(
            plain
            for plain in MATERIALS
            if plain is not step.command.plain and len(step.before.stack(plain)) < STACK_LIMIT
        )
    )
    hand.look("what comes of a worker elsewhere")
    hand.turn(pages=3)
    if hand.touch.shows("amend.end"):
        hand.touch.wait(1)
        hand.tap("amend.end")
        hand.turn(pages=4)
    hand.touch.wait(1)
    hand.tap("amend.do" if hand.touch.shows("amend.do") else "amend.leave")


def _newest_of_each_kind(hand: Hand) -> dict[type, int]:
    return {
        type(step.command): place
        for place, step in enumerate(hand.app_state.required_session.steps, start=1)
    }


@scene(far(Phase.ACTION, MIDDLE))
def forgotten_steps(hand: Hand) -> None:
    """A turn is put in by half, and the step that follows does not fit; one is left out."""
    hand.play_on()
    hand.tap("menu", "menu.forgotten")
    place = _newest_of_each_kind(hand)[do.Roll]
    hand.touch.navigator.go(routes.Correct(StepToAmend(place, AmendmentKind.INSERT)))
    hand.look("asks for a forgotten step")
    hand.tap("hands")
    hand.touch.navigator.go(routes.Correct(StepToAmend(place, AmendmentKind.INSERT)))
    hand.touch.wait(1)
    hand.touch.tap("face.wool")
    hand.look("asks for the rest of the turn")
    for key in ("amend.enough", "amend.remove"):
        hand.touch.wait(1)
        hand.tap(key)
    hand.turn(pages=3)
    hand.touch.wait(1)
    hand.tap("amend.leave")
    hand.touch.navigator.go(routes.Correct(StepToAmend(place, AmendmentKind.REMOVE)))
    hand.look("what comes of a step that was never done")
    hand.touch.wait(1)
    hand.tap("amend.do" if hand.touch.shows("amend.do") else "amend.leave")


# Where nobody has tapped a tray in a whole game


@scene(nobody_has_moved(Phase.ACTION))
def full_trays(hand: Hand) -> None:
    """Each is opened and told in whole, where it does not show all of it anyway."""
    hand.sit_down()
    hand.tap("menu", "menu.hands", "back")
    for color in hand.state.colors:
        hand.tap(f"tray.{color}")
        hand.turn()
        if hand.touch.shows("back"):
            hand.tap("back")
    hand.go(routes.WhatIf(WorkerToTry(next(one for one in MATERIALS if hand.state.stack(one)))))
    hand.turn()
    hand.go("correct")
    for part in (*hand.state.colors, "runes", "turn"):
        hand.tap(f"part.{part}", "done")


for _phase, _act in (
    (Phase.ACTION, all_seats),
    (Phase.ACTION, a_game_that_goes_on),
    (Phase.ROLL, what_lies_over_the_table),
):
    _called = f"full trays: {_act.__name__.replace('_', ' ')}"
    scene(nobody_has_moved(_phase), name=_called)(_act)


# After a game


@scene(over)
def the_end(hand: Hand) -> None:
    hand.sit_down("game_result")
    hand.touch.navigator.go(routes.FinalScoring())
    hand.look("as it comes")
    while hand.touch.name == "final_scoring":
        hand.tap("next")
    hand.tap("log", "back")


@scene(over_again)
def another_end(hand: Hand) -> None:
    hand.sit_down("game_result")
    hand.go("final_scoring")
    while hand.touch.name == "final_scoring":
        hand.tap("next")


@scene(shared_victory)
def a_tie(hand: Hand) -> None:
    hand.sit_down("final_scoring")
    hand.tap("next", "next", "all")


@scene(a_record)
def records_of_the_house(hand: Hand) -> None:
    hand.sit_down("game_result")


@scene(over)
def a_game_that_is_handed_over(hand: Hand) -> None:
    """Off the screen, and onto a stick."""
    sticks, asked = _beside(hand)
    hand.sit_down("game_result")
    hand.touch.tap("hand_over")
    until_shown(hand.touch)
    hand.look("hand_over")
    (sticks / "sda1").mkdir()
    _settled(hand, "a stick")
    hand.tap("to_stick")
    _settled(hand, "it is being written")
    (asked / "to-stick").unlink()
    (asked / "to-stick-said").write_text("refused")
    _settled(hand, "it was not written")
    hand.touch.tap("back")
    _plug_in(hand, "ntfs")
    hand.touch.tap("hand_over")
    _settled(hand, "a stick that it cannot go onto")
    _plug_in_many(hand)
    _settled(hand, "several sticks")
    hand.tap("to_stick")


@scene(over_by_long_signs)
def names_that_no_code_holds(hand: Hand) -> None:
    hand.app_state.resume_game(hand.app_state.journal.games()[0])
    hand.touch.navigator.go(routes.ExportGame())
    until_shown(hand.touch)
    hand.look("hand_over")


@scene(far(Phase.ACTION, MIDDLE))
def seats_that_change(hand: Hand) -> None:
    hand.sit_down()
    hand.tap("menu", "menu.settings", "seats", "side.around", "side.1.90", "back", "back")
    hand.tap("menu", "menu.settings")
    hand.touch.wait(1)  # a screen that turns takes no touch before
    hand.tap("seats", "side.all", "back", "back")


@scene(taken_back)
def rolls_and_time(hand: Hand) -> None:
    hand.app_state.settings = replace(hand.app_state.settings, times=True)
    hand.sit_down("die_rolls")
    hand.tap("times", "back")


@scene(over)
def rolls_of_a_whole_game(hand: Hand) -> None:
    hand.app_state.settings = replace(hand.app_state.settings, times=True)
    hand.sit_down("die_rolls")


@scene(evenings)
def past_games(hand: Hand) -> None:
    """The list of games and people, and each kind of game, taken away and brought back."""
    hand.go("games")
    for game in (3, 2, 1):
        while not hand.touch.shows(f"game.{game}"):
            hand.tap("older")
        hand.tap(f"game.{game}")
        if game == 3:
            hand.tap("log", "back", "rolls", "back", "past_board", "earlier", "why", "back")
            slider = next(one for one in hand.touch.widgets() if isinstance(one, Slider))
            for place in (0, 80):
                hand.touch.tap_at(slider.handle_center(place))
                hand.look(f"step {place}")
            hand.tap("back")
        if game != 1:
            hand.touch.tap("back")
    hand.tap("take_away", "back", "show.archived")
    hand.tap(hand.first("game"), "bring_back", "back", "show.ended", "people")
    hand.turn()
    hand.tap(hand.first("person"), "person", "join", "back")


@scene()
def no_past_games(hand: Hand) -> None:
    hand.go("start")
    hand.go("games")
    hand.app_state.begin_game(beginning(2))
    hand.app_state.wait_for_writes(WRITING)
    hand.touch.navigator.go(routes.Start())
    hand.go("games")
    hand.tap("show.ended", "show.archived", "show.unfinished", "game.1", "take_away", "back")
    hand.tap("show.all")


@scene(one_person)
def somebody(hand: Hand) -> None:
    hand.go("start")
    hand.go("people")
    hand.go(routes.Person(People.from_journal(hand.app_state.journal).find_or_new("Ada").id))
    hand.turn()
    hand.tap("rename", "key.cancel")


@scene(over)
def the_statistics(hand: Hand) -> None:
    hand.go("statistics")
    hand.look("all are added up")
    hand.tap(
        "people", "person.0", "part.points", "part.die", "part.records", "part.year", "part.figures"
    )
    hand.turn()


@scene()
def no_statistics(hand: Hand) -> None:
    hand.go("statistics")


# The machine and the panel


def _the_panel(hand: Hand) -> None:
    hand.go("button_panel")
    hand.turn()


scene(name="no panel")(_the_panel)
for _name, _status in PANELS.items():
    scene(name=f"panel: {_name}", panel=FixedPanel(_status))(_the_panel)


def _beside(hand: Hand) -> tuple[Path, Path]:
    """The machine's folders of sticks and of wishes; none of them is the real one."""
    root = hand.app_state.folder.parent
    sticks, asked = root / "sticks", root / "asked"
    sticks.mkdir()
    asked.mkdir()
    hand.touch.navigator.machine = Machine(asked, sticks, root / "root")
    return sticks, asked


def _plug_in(hand: Hand, name: str, *mounted: str) -> None:
    """Have only that stick plugged in, with partitions mounted."""
    _plug_in_disks(hand, lambda sticks: plug_in(name, sticks, *mounted))


def _plug_in_many(hand: Hand) -> None:
    """Plug in six sticks, with labels that are missing, wide, too long or invisible."""

    def disks(sticks: Path) -> Sequence[BlockDevice]:
        names = [f"sd{letter}" for letter in "abcdef"]
        for name in names:
            (sticks / name).mkdir()
        labels = ("", "KINGSTON", "Spieleabend", "Photos de vacances", "W" * 32, "\u202e" * 40)
        return [
            BlockDevice(name, "disk", "usb", "exfat", label, 10 ** (number + 8) * 3)
            for number, (name, label) in enumerate(zip(names, labels, strict=True))
        ]

    _plug_in_disks(hand, disks)


def _plug_in_disks(hand: Hand, list_disks: Callable[[Path], Sequence[BlockDevice]]) -> None:
    root = hand.app_state.folder.parent
    shutil.rmtree(root / "sticks")
    (root / "sticks").mkdir()
    disks = list_disks(root / "sticks")
    hand.touch.navigator.machine = Machine(
        root / "asked", root / "sticks", root / "root", lambda: disks
    )


def _settled(hand: Hand, what: str) -> None:
    """Look once nothing is worked at beside, and the page has looked at the sticks once more."""
    settle(hand.touch)
    hand.look(what)


@scene(over)
def the_machine(hand: Hand) -> None:
    sticks, asked = _beside(hand)
    hand.go("start")
    hand.go("machine")
    _settled(hand, "what the machine is like")
    (sticks / "sda1").mkdir()
    _settled(hand, "a stick without a version")
    hand.tap("switch_off")
    hand.touch.wait(_LOOK_SECONDS)
    hand.tap("switch_off.now")
    shutil.rmtree(asked)
    hand.touch.navigator.go(routes.Start())
    hand.go("machine")
    hand.tap("switch_off")
    hand.touch.wait(_LOOK_SECONDS)
    hand.touch.tap("switch_off.now")
    _settled(hand, "nobody switches it off")
    with full_disk():
        hand.app_state.begin_game(beginning(2))
        hand.touch.navigator.go(routes.Start())
        hand.go("machine")


def _fail(*_asked: object) -> None:
    raise OSError(5, "Input/output error", "/run/meduris-sticks/sda1")


@scene()
def updates_on_a_stick(hand: Hand) -> None:
    """What the last update said at length, the former version, a new one, and why it is refused."""
    _sticks, asked = _beside(hand)
    root = hand.app_state.folder.parent / "root"
    (root / "run/meduris-kiosk").mkdir(parents=True)
    (root / "run/meduris-kiosk/said").write_text("full\n")
    former = root / "var/lib/meduris-kiosk/former/meduris-kiosk_10.20.29_all.deb"
    former.parent.mkdir(parents=True)
    former.touch()
    hand.go("start")
    hand.go("machine")
    hand.tap("former")
    machine = hand.touch.navigator.machine
    with patch.object(machine, "find_offered_update", lambda: StickUpdate("10.20.30", "0" * 64)):
        _settled(hand, "an update is offered")
        hand.tap("update")
        (asked / "update").unlink()
        shutil.rmtree(asked)
        _settled(hand, "it is offered once more")
        hand.tap("update")
    with patch.object(machine, "find_offered_update", _fail):
        _settled(hand, "a stick that is pulled out")
    with patch.object(machine, "find_offered_update", _is_foreign):
        _settled(hand, "somebody else's version")


def _is_foreign() -> StickUpdate:
    raise UpdateRefusedError(update_sentence("foreign"))


@scene(over, mounted=KioskConfig())
def what_the_machine_is(hand: Hand) -> None:
    """All well, all wrong, and what cannot be examined."""
    _beside(hand)
    well = Diagnosis(WELL, run_checks(WELL))
    ill = Diagnosis(ILL, run_checks(ILL))
    hand.go("start")
    for found in (well, ill):
        with patch("kiosk.pages.health_check.diagnose", lambda _root, found=found: found):
            hand.go("health_check")
            _settled(hand, "what was found")
            hand.turn()
    with patch("kiosk.pages.health_check.diagnose", _fail):
        hand.go("health_check")
        _settled(hand, "it cannot be examined")
    hand.touch.display.add_calibration(TouchCalibration(mirrored=True))
    with patch("kiosk.pages.health_check.diagnose", lambda _root: well):
        hand.go("health_check")
        _settled(hand, "touches are put right")


@scene(over)
def what_goes_to_whoever_helps(hand: Hand) -> None:
    sticks, asked = _beside(hand)
    ill = Diagnosis(ILL, run_checks(ILL))
    with patch("kiosk.pages.support_report.diagnose", lambda _root: ill):
        hand.go("support_report")
        _settled(hand, "the codes")
        hand.tap("next")
        (sticks / "sda1").mkdir()
        _settled(hand, "a stick")
        hand.tap("to_stick.game")
        _settled(hand, "it is written")
        (asked / "to-stick").unlink()
        (asked / "to-stick-said").write_text(WriteOutcome.DONE.value)
        _settled(hand, "it is there")
    with patch("kiosk.pages.support_report.diagnose", _fail):
        hand.go("support_report")
        _settled(hand, "it cannot be examined")


@scene()
def where_updates_are(hand: Hand) -> None:
    _beside(hand)
    with (
        patch("kiosk.pages.machine.releases_url", lambda: RELEASES),
        patch("kiosk.pages.updates.releases_url", lambda: RELEASES),
    ):
        hand.go("start")
        hand.go("machine")
        _settled(hand, "the machine")
        hand.tap("updates")
        _settled(hand, "the code")
        hand.turn()


@scene(over)
def saved_games_on_a_stick(hand: Hand) -> None:
    sticks, asked = _beside(hand)
    hand.go("machine")
    hand.tap("backup")
    _settled(hand, "no stick")
    stick = sticks / "sda1"
    stick.mkdir()
    (stick / "torn.meduris-backup").write_bytes(b"PK\3\4 no backup")
    _settled(hand, "what is no backup")
    other = Thread(target=back_up, args=(hand.app_state.folder, stick / "old.meduris-backup"))
    other.start()
    other.join()
    hand.app_state.begin_game(beginning(2))
    hand.app_state.wait_for_writes(WRITING)
    _settled(hand, "an older backup")
    hand.touch.tap("restore")
    _settled(hand, "games here are newer")
    hand.touch.tap("back")
    hand.touch.tap("backup")
    _settled(hand, "it comes again")
    taken = WriteAnswer(WriteOutcome.DONE, "meduris-2026-12-31-20.meduris-backup")
    for answer in (*map(WriteAnswer, WriteOutcome), taken):
        hand.touch.tap("back_up")
        _settled(hand, "it is written")
        (asked / "to-stick").unlink()
        (asked / "to-stick-said").write_text(answer.encode())
        _settled(hand, f"what became of it: {answer.outcome} {answer.new_name}")
    hand.touch.tap("back")
    hand.touch.tap("backup")
    go_on = Event()

    def slowly(*_where: Path, progress: Callable[[float], object], **_how: bool) -> None:
        progress(0.42)
        go_on.wait(_HANGS_SECONDS)
        progress(0.43)

    with patch("kiosk.pages.backup.restore", slowly):
        _settled(hand, "it comes again")
        hand.touch.tap("restore")
        until(hand.touch, lambda: says(hand.touch, "42"))
        hand.look("how far a restoring is")
        hand.tap("stop")
        go_on.set()
        _settled(hand, "it was stopped")
    for number in range(12):
        shutil.copy(stick / "old.meduris-backup", stick / f"{number}.meduris-backup")
    _settled(hand, "several backups")
    hand.tap("restore")
    hand.turn()
    hand.touch.tap("back")
    with patch("kiosk.pages.backup.find_backups", _fail):
        _settled(hand, "a stick that is pulled out")


@scene(over)
def sticks_of_all_kinds(hand: Hand) -> None:
    """What cannot be used is named, and which of several is asked."""
    _beside(hand)
    hand.go("machine")
    _plug_in(hand, "ntfs")
    _settled(hand, "no update comes from a stick that cannot be used")
    hand.tap("backup")
    for name in ("ntfs", "blank", "torn"):
        _plug_in(hand, name)
        _settled(hand, f"a stick that cannot be used: {name}")
    _plug_in(hand, "macos", "sda1", "sda2")
    _settled(hand, "a stick that a Mac has made")
    _plug_in_many(hand)
    _settled(hand, "several sticks")
    hand.tap("back_up")
    hand.turn()
