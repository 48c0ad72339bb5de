"""A game that plays itself on the screen, as a show and as an endurance test.

The players are simple but sensible: they build if it pays, offer as many chips as possible, and
sometimes move a worker. Every command is entered through the table page.
"""

import itertools
from collections.abc import Callable
from pathlib import Path
from random import Random

from kivy.app import App
from kivy.clock import Clock
from msgspec.structs import replace

from companion import commands as do
from companion.game import Seat, Setup, legal_commands, state_after_command
from companion.memory.atomic_file import write_file_atomically
from companion.memory.record import commands_for_record, encode_record
from companion.pieces import FACES, BuildingKind, Color, OfferingAnswer
from companion.preview import settlement_size_with_new_hut
from companion.state import Board, GameState, Phase
from kiosk import routes
from kiosk.app_state import AppState
from kiosk.navigator import Navigator
from kiosk.pages.final_scoring import FinalScoringPage
from kiosk.pages.new_game.draft import SetupDraft
from kiosk.pages.table.draft import EmptyDraft, SelectedField
from kiosk.pages.table.page import TablePage

SHOW_SECONDS = 1.2
"""Seconds between two steps of the show. Selecting a field counts as a step of its own."""
FILM_SECONDS = 0.05
_END_SECONDS = 20
_OPTIONS = 4000
"""Largest number of legal commands considered. Further commands would differ only in the chips that
are swapped for a payment."""
_SEATS = (Seat(Color.BLUE, "Ada"), Seat(Color.RED, "Bo"), Seat(Color.GREEN, "Cem"))


def demo_setup(board: Board, luck: Random) -> Setup:
    """Return a setup of three players on `board`, with a legal, random layout of bonus chips."""
    bonus = SetupDraft().with_all_chips_at_random(len(board), luck).bonus_chips
    first = luck.randrange(len(_SEATS))
    return Setup(board=board, players=_SEATS, first=first, bonus=tuple(sorted(bonus)))


def choose_command(state: GameState, player: Color, luck: Random) -> do.Command:
    """Choose a simple but sensible command for `player`; `luck` decides between similar ones."""
    state = replace(state, pending=(player,))
    if state.phase is Phase.ROLL and state.supply.total:
        return do.Roll(by=player, face=luck.choice(FACES))
    options = list(itertools.islice(legal_commands(state), _OPTIONS))
    best = max(_worth(state, option) for option in options)
    return luck.choice([option for option in options if _worth(state, option) >= best - 0.5])


def _worth(state: GameState, command: do.Command) -> float:
    match command:
        case do.DeclareEnd(by=None):
            return 100
        case do.BuildHut(field=field, pay=pay):
            return 6 + 2 * settlement_size_with_new_hut(state, field) - 0.8 * pay.total
        case do.BuildTemple(field=field, pay=pay):
            return settlement_size_with_new_hut(state, field) * 1.5 - 1 - pay.total / 2
        case do.MoveWorker():
            before, after = (
                state.player(command.by),
                state_after_command(state, command).player(command.by),
            )
            return after.hand.total - before.hand.total - 0.5
        case do.MakeOffering(give=OfferingAnswer.NONE):
            return -1
        case do.MakeOffering(give=OfferingAnswer.CHIP):
            return 1.2
        case do.MakeOffering(give=OfferingAnswer.ONE, pay=pay):
            return 2 - pay.total
        case do.MakeOffering(pay=pay):
            huts = len(state.visits)
            return 1.5 * huts - pay.total
        case do.TakeChip(material=None) | do.SwapChips():
            return -5
        case _:
            return 0


class Demo:
    """Plays games in which the app decides for all players.

    If `picture_folder` is None, one game follows another as a show, until `stop` is called.
    Otherwise the app plays a single game, saves pictures and a record of the game in the folder
    `picture_folder`, and then calls `done`.
    """

    def __init__(
        self, navigator: Navigator, picture_folder: Path | None, done: Callable[[], None]
    ) -> None:
        self._navigator = navigator
        self._shots = picture_folder
        self._done = done
        self._luck = Random()  # noqa: S311 - a show needs no secrecy
        self._pointed: do.Command | None = None
        self._tapped: Color | None = None
        self._pictures = 0
        self._steps = 0
        self._begin()
        pace = SHOW_SECONDS if picture_folder is None else FILM_SECONDS
        self._clock = Clock.schedule_interval(self._go_on, pace)

    @property
    def _app_state(self) -> AppState:
        return self._navigator.app_state

    def stop(self) -> None:
        self._clock.cancel()

    def _begin(self) -> None:
        # The show may drop the previous game, even if a full disk has kept it from being saved.
        self._app_state.session = None
        board = self._app_state.shelf.default_board(len(_SEATS))
        self._app_state.begin_game(demo_setup(board, self._luck))
        self._navigator.go_from_start(routes.Table())

    def _go_on(self, _delta: float) -> None:
        screen = self._navigator.page
        if self._app_state.is_saving:
            return
        if isinstance(screen, TablePage):
            self._play(screen)
        elif isinstance(screen, FinalScoringPage):
            screen.show_next_step()
        elif self._shots is not None:
            self._finish(self._shots)
        else:
            self._clock.cancel()
            Clock.schedule_once(self._begin_again, _END_SECONDS)

    def _begin_again(self, _delta: float) -> None:
        self._begin()
        self._clock = Clock.schedule_interval(self._go_on, SHOW_SECONDS)

    def _play(self, table: TablePage) -> None:
        if self._tap_tray(table):
            return
        if table.state.phase is Phase.FINISHED:
            table.perform(routes.FinalScoring())
            return
        command = self._pointed
        if command is None:
            command = choose_command(table.state, table.state.deciders[0], self._luck)
            if isinstance(command, do.BuildHut | do.BuildTemple):
                self._pointed = command
                hut = isinstance(command, do.BuildHut)
                kind = BuildingKind.HUT if hut else BuildingKind.TEMPLE
                table.set_draft(SelectedField(command.field, kind))
                return
        table.finish_motion()
        self._take_picture()
        self._pointed = None
        table.set_draft(EmptyDraft())
        table.decide(command)

    def _tap_tray(self, table: TablePage) -> bool:
        session = self._app_state.required_session
        trays = {tray.color: tray for tray in session.trays()}
        color = next((one for one in session.state.deciders if trays[one].rows), None)
        if color is None or table.column.trays.parent is None:
            return False
        self._tapped = color if self._tapped != color else None
        table.column.trays.show_pressed(color, pressed=self._tapped is not None)
        if self._tapped is None:
            table.tap_tray(color)
        return True

    def _take_picture(self) -> None:
        self._steps += 1
        if self._shots is None or self._steps % 20 != 1:
            return
        self._pictures += 1
        self._save_picture(self._shots, f"table-{self._pictures:02}")

    def _save_picture(self, folder: Path, name: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._navigator.export_to_png(str(folder / f"{name}.png"))

    def _finish(self, folder: Path) -> None:
        self._clock.cancel()
        self._save_picture(folder, "end")
        session = self._app_state.required_session
        record = encode_record(session.setup, commands_for_record(session.steps))
        write_file_atomically(folder / "demo.jsonl", record)
        self._done()


def start_demo(navigator: Navigator, picture_folder: Path | None) -> Demo:
    """Start a game that plays itself on the screen.

    If `picture_folder` is a folder, one game is played, pictures are saved there, and then the app
    ends. If `picture_folder` is None, games follow one another as an endless show.
    """
    app = App.get_running_app()
    return Demo(navigator, picture_folder, app.stop)
