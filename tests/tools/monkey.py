"""A monkey at the table: all screens, layouts and languages, several fingers, a bad panel and disk.

    python -m tests.tools.monkey [MINUTES [SEED]]

Round by round the app is started in another layout and language on an evening's data folder, and a
monkey taps, slides, holds, with up to five fingers at once, preferring what it has tried least. The
panel is unplugged and plugged in, and the disk becomes full and broken, and recovers. There may be
no traceback; at the end of each round all is saved, and every game can be replayed.
"""

import errno
import random
import shutil
import sys
import tempfile
import time
import traceback
from collections import Counter, deque
from contextlib import closing
from pathlib import Path

from companion.game import state_after_command
from companion.memory.journal import Journal
from companion.memory.session import read_game
from companion.memory.snapshots import check_and_snapshot_games
from companion.pieces import Color
from companion.rules.setup import initial_state
from companion.state import Phase
from deploy.catalogues import compile_catalogues
from hardware.simulated_panel import SimulatedPanel
from kiosk import routes
from kiosk.machine.root_requests import Machine
from kiosk.rotation import Rotation
from kiosk.settings import Settings, save_settings
from kiosk.words.language import languages, use_language
from tests.companion.memory.failing_calls import asked
from tests.companion.memory.watched_disk import DO_IT, why_not
from tests.kiosk.laid_games import beginning, left_game
from tests.kiosk.touch import (
    LAYOUTS,
    SIZES,
    UPRIGHT,
    Layout,
    NotOnScreenError,
    Point,
    Touchscreen,
    configure,
    route,
    the_window,
)
from tests.legal_commands import legal_command
from tests.luck import Luck

GESTURES = 200
"""So many of a round."""
_SIZES = (*SIZES, *UPRIGHT)
_REMEMBERED = 15
_LOST_AFTER = 40
"""Gestures after which a page is gone to that was seen least: some lie deep."""
_FROM_START = (
    "button_panel",
    "first_start",
    "games",
    "machine",
    "new_game",
    "people",
    "rules",
    "settings",
    "statistics",
)
_OF_A_GAME = ("log", "die_rolls", "thinking_times")
_AT_THE_END = ("final_scoring", "export_game")
_WRITING = 60
_DISK_CHANGES = 0.03
"""Likelihood of a change of the disk after a gesture."""
_WRITES = ("write", "pwrite", "pwrite64", "ftruncate", "fsync", "open")
_MOST_FINGERS = 5
_TREMBLE = 6
"""Pixels by which a finger misses the middle of its target."""
_HOLD_SECONDS = (0.2, 0.8, 3.0)
_PAUSES = (0.1, 0.6, 2.0, 7.0)
_FRAMES_A_SECOND = 30
_MOST_FRAMES = 20
"""Most frames of a long pause; most others have no gesture."""


class WrongError(AssertionError):
    """The monkey's result is wrong; the message says what."""


class Monkey:
    """Plays rounds in this process's window, and counts the frames of each page in `seen`.

    Its hands prefer what they have tried least. One finger comes as SDL reports it on Linux, as a
    mouse; several come to Kivy as fingers, as on platforms where SDL reports them.
    """

    _touch: Touchscreen
    _panel: SimulatedPanel

    def __init__(self, seed: int, scratch: Path) -> None:
        self.faults: list[Exception] = []
        self.seen: Counter[str] = Counter()
        self.gestures = 0
        self.rounds = 0
        self._chance = random.Random(seed)
        self._tried: Counter = Counter()
        self._done: deque[str] = deque(maxlen=_REMEMBERED)
        self._finger = 0
        self._refusal = DO_IT
        self._scratch = scratch
        self._evening = scratch / "evening"
        lay_evening(self._evening)

    def play_round(self, gestures: int) -> str:
        """Start the app in the next layout and language, play, and check; return a description."""
        size, code = _SIZES[self.rounds % len(_SIZES)], self._chance.choice(languages())
        layout = self._chance.choice([one for one in LAYOUTS.values() if one.size == size])
        self.rounds += 1
        folder = self._scratch / "data"
        shutil.copytree(self._evening, folder)
        try:
            self._play(folder, layout, code, gestures)
            look(folder)
        except Exception as error:  # noqa: BLE001 - nothing may be raised, whatever it is
            error.add_note(f"{layout.name} {code}: " + "; ".join(self._done))
            self.faults.append(error)
        shutil.rmtree(folder)
        return f"{layout.name} {code}"

    def _play(self, folder: Path, layout: Layout, code: str, gestures: int) -> None:
        from kivy.clock import Clock  # noqa: PLC0415 - Kivy is configured by now

        chance, rotations = self._chance, list(Rotation)
        settings = Settings(
            open_chips=chance.random() < 0.5,
            motion=chance.random() < 0.5,
            app_die=chance.random() < 0.5,
            times=chance.random() < 0.5,
            screen_turns=chance.random() < 0.3,
            large_letters=layout.large,
            river=chance.choice(rotations),
            sides=tuple((color, chance.choice(rotations)) for color in Color)
            if chance.random() < 0.3
            else (),
            language=code,
        )
        save_settings(folder, settings)
        use_language(code)
        the_window()  # the panel has to go by its clock
        self._panel = SimulatedPanel(clock=Clock.time)
        with (
            asked(folder, lambda name: self._refusal if name in _WRITES else DO_IT),
            Touchscreen(folder, layout.size, rotation=layout.rotation, panel=self._panel) as touch,
        ):
            touch.navigator.machine = Machine(folder / "run", folder / "sticks", folder / "root")
            touch.waits_for_writer = False
            self._touch = touch
            try:
                self._begin(touch)
                for number in range(1, gestures + 1):
                    if number % _LOST_AFTER == 0:
                        self._go_elsewhere(touch)
                    if chance.random() < _DISK_CHANGES:
                        refusals = (errno.ENOSPC, errno.EIO, errno.EROFS)
                        self._refusal = DO_IT if self._refusal else chance.choice(refusals)
                    self._gesture()
                    self.gestures += 1
            finally:
                self._refusal = DO_IT
            settle(touch)

    def _begin(self, touch: Touchscreen) -> None:
        touch.navigator.go(routes.Start())
        if self._chance.random() < 0.2:
            return
        games = touch.app_state.journal.games()
        session = touch.app_state.resume_game(self._chance.choice(games))
        luck = Luck(self._chance.randbytes(100_000))
        for _step in range(self._chance.randrange(60)):
            if session.state.phase is Phase.FINISHED:
                break
            session.apply(legal_command(session.state, luck))
        touch.app_state.wait_for_writes(_WRITING)
        finished = session.state.phase is Phase.FINISHED
        touch.navigator.go(route("game_result" if finished else "table"))

    def _go_elsewhere(self, touch: Touchscreen) -> None:
        """Go to one of the pages that were seen least, through the usual one before it."""
        session = touch.app_state.session
        if session is None:
            game: tuple[str, ...] = ()
        elif session.state.phase is Phase.FINISHED:
            game = ("game_result", *_AT_THE_END, *_OF_A_GAME)
        else:
            game = ("table", "correct", *_OF_A_GAME)
        pages = (*_FROM_START, *game)
        page = min(pages, key=lambda page: (self.seen[page], self._chance.random()))
        touch.navigator.go_from_start(route(game[0] if page in game else page))
        if page in game[1:]:
            touch.navigator.go(route(page))

    def _gesture(self) -> None:
        gestures = (
            (60, self._tap),
            (12, self._tap_somewhere),
            (8, self._slide),
            (3, self._hold),
            (10, self._several_fingers),
            (3, self._press_panel),
            (2, self._flap_panel),
            (5, lambda: self._pass(self._chance.choice(_PAUSES), "pause")),
        )
        weights, makes = zip(*gestures, strict=True)
        (make,) = self._chance.choices(makes, weights)
        make()

    def _frame(self, what: str) -> None:
        """Draw a frame, and remember its gesture."""
        self.seen[self._touch.name] += 1
        self._done.append(f"{what}, disk {errno.errorcode.get(self._refusal, 'sound')}")
        self._touch.draw()

    def _tap(self) -> None:
        self._down_and_up(*self._least_tried())

    def _tap_somewhere(self) -> None:
        self._down_and_up(self._somewhere(), "somewhere")

    def _down_and_up(self, point: Point, what: str) -> None:
        self._mouse("down", point, f"tap {what}")
        self._mouse("up", point, f"lift from {what}")

    def _slide(self) -> None:
        point, what = self._least_tried() if self._chance.random() < 0.5 else self._anywhere()
        self._mouse("down", point, f"slide from {what}")
        for _step in range(self._chance.randint(1, 5)):
            point = self._somewhere()
            self._mouse("move", point, f"slide from {what}")
        self._mouse("up", point, f"lift after a slide from {what}")

    def _hold(self) -> None:
        point, what = self._least_tried()
        self._mouse("down", point, f"hold {what}")
        self._pass(self._chance.choice(_HOLD_SECONDS), f"hold {what}")
        self._mouse("up", point, f"let go of {what}")

    def _several_fingers(self) -> None:
        """Put down, move and lift several fingers in any order, handled in the same frames."""
        down: dict[int, Point] = {}
        for _finger in range(self._chance.randint(2, _MOST_FINGERS)):
            point, what = self._least_tried() if self._chance.random() < 0.7 else self._anywhere()
            self._finger += 1
            down[self._finger] = point
            tell_of_finger(self._touch, "fingerdown", self._finger, point)
            if self._chance.random() < 0.5:
                self._frame(f"{len(down)} fingers, one on {what}")
        while down:
            finger = self._chance.choice(list(down))
            if self._chance.random() < 0.3:
                down[finger] = self._somewhere()
                tell_of_finger(self._touch, "fingermotion", finger, down[finger])
            else:
                tell_of_finger(self._touch, "fingerup", finger, down.pop(finger))
            if self._chance.random() < 0.6:
                self._frame(f"{len(down)} fingers left")
        self._frame("no finger left")

    def _press_panel(self) -> None:
        self._panel.press_button()
        self._pass(self._chance.choice(_HOLD_SECONDS), "press the panel's button")
        self._panel.release_button()
        self._pass(0.1, "let go of the panel's button")

    def _flap_panel(self) -> None:
        for _time in range(self._chance.randint(1, 6)):
            (self._panel.unplug if self._panel.is_plugged_in else self._panel.plug_in)()
            self._pass(self._chance.choice((0.03, 0.3)), "the panel comes and goes")

    # Places

    def _least_tried(self) -> tuple[Point, str]:
        """Return one of the least tapped buttons of this page, and its name."""
        taps = self._touch.taps()
        if not taps:
            return self._anywhere()
        page = self._touch.name
        weights = [1 / (1 + self._tried[page, tap.key]) for tap in taps]
        (tap,) = self._chance.choices(taps, weights)
        self._tried[page, tap.key] += 1
        x, y = (middle + self._chance.uniform(-_TREMBLE, _TREMBLE) for middle in tap.box.center)
        return (x, y), f"{page}:{tap.key}"

    def _anywhere(self) -> tuple[Point, str]:
        """Return a field of the board, if there is one, or any point."""
        try:
            board = self._touch.board
        except NotOnScreenError:
            return self._somewhere(), "somewhere"
        field = self._chance.choice(range(1, len(board.picture.fields) + 1))
        return board.field_center(field), f"field {field}"

    def _somewhere(self) -> Point:
        width, height = self._touch.navigator.size
        return self._chance.uniform(0, width - 1), self._chance.uniform(0, height - 1)

    # Fingers

    def _mouse(self, what: str, point: Point, told: str) -> None:
        from kivy.core.window import Window  # noqa: PLC0415 - Kivy is configured by now

        x, y = self._touch.navigator.to_window(*point)
        button = () if what == "move" else ("left",)
        Window.dispatch(f"on_mouse_{what}", x, Window.height - 1 - y, *button, [])
        self._frame(told)

    def _pass(self, seconds: float, what: str) -> None:
        """Wait, frame by frame."""
        frames = min(max(1, round(seconds * _FRAMES_A_SECOND)), _MOST_FRAMES)
        for _frame in range(frames):
            self._touch._window.clock.skip(seconds / frames)
            self._frame(what)


def tell_of_finger(touch: Touchscreen, what: str, finger: int, point: Point) -> None:
    """Send `fingerdown`, `fingermotion` or `fingerup` of one of several fingers to Kivy.

    As in SDL, relative to the window, from its top. It is handled in the next frame.
    """
    from kivy.core.window import Window  # noqa: PLC0415 - Kivy is configured by now
    from kivy.core.window.window_sdl2 import SDL2MotionEventProvider  # noqa: PLC0415

    x, y = touch.navigator.to_window(*point)
    told = (what, finger, x / Window.width, 1 - y / Window.height, 0.5)
    SDL2MotionEventProvider.q.appendleft(told)


def lay_evening(folder: Path) -> None:
    """Return a data folder with boards, finished games, and unfinished games of two to four."""
    from tests.kiosk.scenes import lay_boards  # noqa: PLC0415 - Kivy is configured by now

    folder.mkdir()
    lay_boards(folder)
    for players in (2, 3, 4):
        left_game(folder, beginning(players, longest=players == 4), seed=players)
        left_game(folder, beginning(players), 30 * players, seed=10 + players)
    for name in ("run", "sticks", "root"):
        (folder / name).mkdir()


def settle(touch: Touchscreen) -> None:
    """Recover the disk and wait for all saves. Raises WrongError."""
    app_state = touch.app_state
    if not app_state.wait_for_writes(_WRITING):
        raise WrongError("the writer does not come to an end")
    if app_state.session is None:
        return
    app_state.session.save_pending()
    if not app_state.wait_for_writes(_WRITING) or app_state.session.unsaved is not None:
        raise WrongError(f"the disk is sound, and it is not saved: {app_state.session.unsaved}")
    with closing(Journal.open_for_reading(app_state.folder)) as journal:
        if journal.game_rows(app_state.session.game_id) != app_state.session.game.rows:
            raise WrongError("what is saved is not what was played")


def look(folder: Path) -> None:
    with closing(Journal.open(folder)) as journal:
        damaged = check_and_snapshot_games(journal.path)
        if damaged or journal.notice or journal.trouble:
            raise WrongError(f"damaged: {damaged} {journal.notice} {journal.trouble}")
        for game in (*journal.games(), *journal.games(archived=True)):
            played = read_game(journal, game.id)
            state = initial_state(played.setup)
            for command in (one for step in played.steps for one in step.all_commands):
                state = state_after_command(state, command)
            if state != played.state:
                raise WrongError(f"game {game.id} goes on otherwise when it is replayed")


def main() -> int:
    most = float(sys.argv[1]) if len(sys.argv) > 1 else 30
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    if (reason := why_not()) is not None:
        sys.stderr.write(f"{reason}\n")
        return 2
    compile_catalogues()
    configure()
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="meduris-") as scratch:
        monkey = Monkey(seed, Path(scratch))
        while (minutes := (time.monotonic() - began) / 60) < most:
            faults = len(monkey.faults)
            sys.stdout.write(f"{minutes:5.1f} min, {monkey.play_round(GESTURES)}\n")
            sys.stdout.flush()
            for error in monkey.faults[faults:]:
                traceback.print_exception(error)
    sys.stdout.write(
        f"{monkey.gestures} gestures in {monkey.rounds} rounds on {len(monkey.seen)} pages: "
        f"{', '.join(sorted(monkey.seen))}; {len(monkey.faults)} faults\n"
    )
    return 1 if monkey.faults else 0


if __name__ == "__main__":
    sys.exit(main())
