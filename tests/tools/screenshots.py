"""Takes the pictures for the README and the printed sheet, always of the same game.

    python -m tests.tools.screenshots

They go to deploy/screenshots/. README's are 800x480 and 480x800, with the table in each
language and a moving picture of a turn. The sheet (`deploy/sheet`) shows a larger table and trays
in each language.
"""

import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from PIL import Image

from companion.commands import BuildHut
from companion.moves import ChipsToReturn, ChipsToTake, MarkerToMove
from companion.pieces import Chips, Color
from companion.preview import price_options
from companion.rules.settlements import settlement_size_with_new_hut
from companion.state import GameState, Phase
from deploy.catalogues import compile_catalogues
from kiosk import routes
from kiosk.words.language import SOURCE_LANGUAGE, languages, use_language
from tests.kiosk.touch import SIZES, UPRIGHT, Touchscreen, configure

FOLDER = Path(__file__).parents[2] / "deploy" / "screenshots"
_SHEET = (1200, 720)
"""Looks like 800x480, with more pixels for print."""
_SEED = 12
_OPENING = 30
"""Commands before the first picture of play, so that there is something to see."""
_FRAME_MS = 1600
"""Duration of a frame of the moving picture."""


def main() -> int:
    compile_catalogues()
    configure()
    for size in (SIZES[0], UPRIGHT[0]):
        _take_all(size)
    _take_turn()
    _take_sheet(SOURCE_LANGUAGE)
    for language in languages():
        if language != SOURCE_LANGUAGE:
            use_language(language)
            with playing(SIZES[0]) as (touch, play):
                play.to_a_field()
                touch.shot(FOLDER / f"table-{language}-{_named(SIZES[0])}.png")
            _take_sheet(language)
    sys.stdout.write(f"{len(list(FOLDER.glob('*.png')))} pictures in {FOLDER}\n")
    return 0


class Play:
    """The game of the pictures, played randomly with a fixed seed."""

    def __init__(self, touch: Touchscreen, luck: Random) -> None:
        self._touch = touch
        self._luck = luck

    @property
    def state(self) -> GameState:
        return self._touch.app_state.required_session.state

    def until(self, enough: Callable[[], bool]) -> None:
        """Decide until a condition holds; deciders have moved their pieces before."""
        from kiosk.demo import choose_command  # noqa: PLC0415 - Kivy is configured by now
        from kiosk.pages.table.draft import EmptyDraft  # noqa: PLC0415

        while not enough():
            game = self._touch.app_state.required_session
            asked = game.state.deciders[0]
            game.mark_done(asked)
            self._touch.page.set_draft(EmptyDraft())
            self._touch.step()
            self._touch.page.decide(choose_command(self.state, asked, self._luck))

    def to_a_field(self) -> None:
        """Choose a field that joins huts, late enough in the game."""
        self.until(self._can_join)
        self._touch.tap_field(
            max(self._free, key=lambda field: settlement_size_with_new_hut(self.state, field))
        )

    def is_before_a_roll(self) -> bool:
        far = len(self._touch.app_state.required_session.steps) > _OPENING
        return far and self.state.phase is Phase.ROLL

    def affordable_hut(self) -> int | None:
        """Return a field where the active player can build another hut, if any."""
        if self.state.phase is not Phase.ACTION:
            return None
        active = self.state.deciders[0]
        hand = self.state.player(active).hand
        for field in self._free:
            (price,) = price_options(self.state, BuildHut(active, field, Chips()))
            if (
                settlement_size_with_new_hut(self.state, field) >= 2
                and min((hand - price).counts) >= 0
            ):
                return field
        return None

    def to_an_offering(self) -> None:
        """Continue to the first of several offerings."""
        self.until(lambda: self.state.phase is Phase.OFFERING and len(self.state.visits) > 1)

    def tray_with_a_marker(self) -> Color | None:
        """Return the player who has just to move a point marker and chips of one material."""
        for tray in self._touch.app_state.session.trays():
            rows = [type(row) for row in tray.rows]
            if rows in ([ChipsToTake, MarkerToMove], [ChipsToReturn, MarkerToMove]):
                return tray.color
        return None

    def tray_with_a_list(self, height: float) -> Color | None:
        """Return the player whose tray, at a height in pixels, has no room for all moves."""
        from tests.kiosk.robot import has_more  # noqa: PLC0415 - Kivy is configured by now

        self._touch.step()
        colors = [player.color for player in self.state.players]
        long = (one for one in colors if has_more(self._touch, one))
        whole = (one for one in long if self._touch.place(f"tray.{one}").height == height)
        return next(whole, None)

    @property
    def _free(self) -> list[int]:
        return [field for field, bare in enumerate(self.state.buildings, 1) if bare is None]

    def _can_join(self) -> bool:
        done = (
            len(self._touch.app_state.required_session.steps) > _OPENING
            and self.state.phase is Phase.ACTION
        )
        return (
            done
            and max(settlement_size_with_new_hut(self.state, field) for field in self._free) >= 3
        )


@contextmanager
def playing(size: tuple[int, int]) -> Iterator[tuple[Touchscreen, Play]]:
    """Return a touchscreen of that size at the beginning of the game of the pictures."""
    from kiosk.demo import demo_setup  # noqa: PLC0415 - Kivy is configured by now

    luck = Random(_SEED)
    with (
        tempfile.TemporaryDirectory(prefix="meduris-") as data,
        Touchscreen(Path(data), size) as it,
    ):
        it.navigator.go(routes.Settings())
        it.tap("setting.motion.off")
        it.app_state.begin_game(demo_setup(it.app_state.shelf.default_board(3), luck))
        it.navigator.go(routes.Table())
        yield it, Play(it, luck)


def _take_all(size: tuple[int, int]) -> None:
    with playing(size) as (touch, play):

        def shoot(name: str) -> None:
            touch.shot(FOLDER / f"{name}-{_named(size)}.png")

        play.to_a_field()
        shoot("table")
        touch.tap("build.hut.pay")
        shoot("pay")
        touch.tap("back")
        play.to_an_offering()
        shoot("offering")
        touch.navigator.go(routes.Start())
        shoot("start")
        touch.navigator.go(routes.Table())
        play.until(lambda: play.state.phase is Phase.FINISHED)
        if touch.shows("to.scoring"):  # what the last offerings have people move comes before that
            touch.tap("to.scoring")
        shoot("final-scoring")
        touch.tap("all")
        shoot("end")


def _take_turn() -> None:
    frames: list[Image.Image] = []
    with playing(SIZES[0]) as (touch, play), tempfile.TemporaryDirectory() as scratch:

        def shoot() -> None:
            touch.shot(Path(scratch) / "frame.png")
            with Image.open(Path(scratch) / "frame.png") as picture:
                frames.append(picture.convert("RGB"))

        field = None
        while field is None:
            play.until(play.is_before_a_roll)
            frames.clear()
            shoot()
            touch.tap("face.wool")
            field = play.affordable_hut()
        shoot()
        touch.tap_field(field)
        shoot()
        touch.tap("build.hut")
        shoot()
    first, *others = (one.quantize(palette=frames[0].quantize(), dither=0) for one in frames)
    first.save(FOLDER / "turn.png", save_all=True, append_images=others, duration=_FRAME_MS, loop=0)


def _take_sheet(language: str) -> None:
    with playing(_SHEET) as (touch, play):
        play.to_a_field()
        play.to_an_offering()
        touch.shot(FOLDER / f"sheet-{language}.png")
        places = [f"tray.{player.color}" for player in play.state.players]
        touch.shot(FOLDER / f"tray-chip-{language}.png", touch.place(places[0]))
        touch.tap(places[0])
        touch.shot(FOLDER / f"tray-empty-{language}.png", touch.place(places[0]))
        height = touch.place(places[0]).height
        play.until(lambda: play.tray_with_a_marker() is not None)
        touch.draw()
        marker = touch.place(f"tray.{play.tray_with_a_marker()}")
        touch.shot(FOLDER / f"tray-marker-{language}.png", marker)
        play.until(lambda: play.tray_with_a_list(height) is not None)
        long = touch.place(f"tray.{play.tray_with_a_list(height)}")
        touch.shot(FOLDER / f"tray-list-{language}.png", long)


def _named(size: tuple[int, int]) -> str:
    return f"{size[0]}x{size[1]}"


if __name__ == "__main__":
    sys.exit(main())
