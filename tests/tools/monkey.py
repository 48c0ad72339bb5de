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

from companion.game import state_after
from companion.memory.journal import Journal
from companion.memory.session import read_game
from companion.memory.snapshots import find_damage
from companion.pieces import Color
from companion.rules.setup import initial_state
from companion.state import Phase
from deploy.catalogues import compile_catalogues
from hardware.memory_panel import MemoryPanel
from kiosk import routes
from kiosk.machine.requests import Machine
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
    Touchscreen,
    configure,
    route,
    the_window,
)
from tests.legal_commands import legal_command
from tests.luck import Luck
from tests.tools.monkey_hands import Hands

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
_CHANGES = 0.03
"""Likelihood of a change of the disk after a gesture."""
_WRITES = ("write", "pwrite", "pwrite64", "ftruncate", "fsync", "open")
_REFUSALS = (errno.ENOSPC, errno.EIO, errno.EROFS)


class WrongError(AssertionError):
    """The monkey's result is wrong; the message says what."""


class MoodyDisk:
    """A disk that is sound, full, broken or read-only, and now and then changes."""

    def __init__(self, chance: random.Random) -> None:
        self.refusal = DO_IT
        self._chance = chance

    def change(self) -> None:
        """Refuse to write, or recover, once in a while."""
        if self._chance.random() < _CHANGES:
            self.refusal = DO_IT if self.refusal else self._chance.choice(_REFUSALS)

    def ask(self, name: str) -> int:
        """Return the result of a call: 0 for success."""
        return self.refusal if name in _WRITES else DO_IT


class Monkey:
    """Plays rounds in this process's window, and counts the frames of each page in `seen`."""

    def __init__(self, seed: int, scratch: Path) -> None:
        self.faults: list[Exception] = []
        self.seen: Counter[str] = Counter()
        self.gestures = 0
        self.rounds = 0
        self._chance = random.Random(seed)
        self._tried: Counter = Counter()
        self._done: deque[str] = deque(maxlen=_REMEMBERED)
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

        save_settings(folder, self._settings(layout, code))
        use_language(code)
        the_window()  # the panel has to go by its clock
        disk, panel = MoodyDisk(self._chance), MemoryPanel(clock=Clock.time)
        with (
            asked(folder, disk.ask),
            Touchscreen(folder, layout.size, rotation=layout.rotation, panel=panel) as touch,
        ):
            touch.navigator.machine = Machine(folder / "run", folder / "sticks", folder / "root")
            touch.waits_for_writer = False
            try:
                self._begin(touch)
                self._attack(touch, panel, disk, gestures)
            finally:
                disk.refusal = DO_IT
            settle(touch)

    def _settings(self, layout: Layout, code: str) -> Settings:
        chance, colors = self._chance, list(Color)
        return Settings(
            open_chips=chance.random() < 0.5,
            motion=chance.random() < 0.5,
            app_die=chance.random() < 0.5,
            times=chance.random() < 0.5,
            screen_turns=chance.random() < 0.3,
            large_letters=layout.large,
            river=chance.choice(list(Rotation)),
            sides=tuple((color, chance.choice(list(Rotation))) for color in colors)
            if chance.random() < 0.3
            else (),
            language=code,
        )

    def _begin(self, touch: Touchscreen) -> None:
        """Begin at the start page, at some decision of a saved game, or at its end."""
        touch.navigator.go(routes.Start())
        if self._chance.random() < 0.2:
            return
        games = touch.app_state.journal.games()
        session = touch.app_state.resume(self._chance.choice(games))
        luck = Luck(self._chance.randbytes(100_000))
        for _step in range(self._chance.randrange(60)):
            if session.state.phase is Phase.FINISHED:
                break
            session.apply(legal_command(session.state, luck))
        touch.app_state.wait_for_writes(_WRITING)
        finished = session.state.phase is Phase.FINISHED
        touch.navigator.go(route("game_result" if finished else "table"))

    def _attack(
        self, touch: Touchscreen, panel: MemoryPanel, disk: MoodyDisk, gestures: int
    ) -> None:
        def frame(what: str) -> None:
            self.seen[touch.name] += 1
            self._done.append(f"{what}, disk {errno.errorcode.get(disk.refusal, 'sound')}")
            touch.draw()

        hands = Hands(touch, panel, self._chance, self._tried, frame)
        for number in range(1, gestures + 1):
            if number % _LOST_AFTER == 0:
                self._go_elsewhere(touch)
            disk.change()
            hands.do_something()
            self.gestures += 1

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
        if journal.game(app_state.session.game_id) != app_state.session.game.rows:
            raise WrongError("what is saved is not what was played")


def look(folder: Path) -> None:
    """Check that all saved games are sound and legal.

    Raises WrongError, and RuleViolation.
    """
    with closing(Journal.open(folder)) as journal:
        damaged = find_damage(journal.path)
        if damaged or journal.notice or journal.trouble:
            raise WrongError(f"damaged: {damaged} {journal.notice} {journal.trouble}")
        for game in (*journal.games(), *journal.games(archived=True)):
            played = read_game(journal, game.id)
            state = initial_state(played.setup)
            for command in (one for step in played.steps for one in step.commands):
                state = state_after(state, command)
            if state != played.state:
                raise WrongError(f"game {game.id} goes on otherwise when it is replayed")


def main() -> int:
    """Play for some minutes, and print after each round; return the exit status."""
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
