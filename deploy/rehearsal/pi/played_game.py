"""A demonstration game off screen, whose die is rolled by the panel's button.

    python3 played_game.py ROLLS

All other decisions are automatic. Prints `asks COLOR` when a player is to roll, `rolled FACE` after
the button was pressed, `closed` at the end.
"""

import sys
from collections.abc import Callable
from random import Random

from companion import commands as do
from companion.memory.data_folder import data_dir
from companion.state import Phase
from hardware.panel_config import PanelChoice
from kiosk import process, routes

process.configure(800, 480, fullscreen=False)

from kivy.clock import Clock  # noqa: E402 - Kivy is configured by now

from kiosk.app import CompanionApp  # noqa: E402
from kiosk.demo import choose, demo_setup  # noqa: E402
from kiosk.navigator import Navigator  # noqa: E402

_STEP_SECONDS = 0.5
_LOOK_SECONDS = 8
"""Time for which the result of a roll stays, to look at the lamps."""


class Evening:
    """Plays until the die was rolled `rolls` times, then ends the app."""

    def __init__(self, navigator: Navigator, rolls: int, end: Callable[[], None]) -> None:
        self._navigator = navigator
        self._left = rolls
        self._end = end
        self._asked = False
        self._luck = Random(2026)  # noqa: S311 - the same game each time
        board = navigator.app_state.shelf.for_players(3)
        navigator.app_state.begin(demo_setup(board, self._luck))
        navigator.go(routes.Table())
        self._clock = Clock.schedule_interval(self._go_on, _STEP_SECONDS)

    def _go_on(self, _delta: float) -> None:
        game = self._navigator.app_state.game
        steps = game.steps
        if self._navigator.page.asks_roll:
            if not self._asked:
                self._asked = True
                say(f"asks {game.state.decider}")
        elif self._asked and steps and isinstance(steps[-1].command, do.Roll):
            self._asked = False
            say(f"rolled {steps[-1].command.face}")
            self._left -= 1
            self._clock.cancel()
            Clock.schedule_once(self._continue if self._left else self._stop, _LOOK_SECONDS)
        elif game.state.phase is not Phase.ROLL:
            page = self._navigator.page
            page.finish_motion()
            # On +1 and -1 several players decide at once: the first may have answered already.
            page.decide(choose(page.state, game.state.asked[0], self._luck))

    def _continue(self, _delta: float) -> None:
        self._clock()

    def _stop(self, _delta: float) -> None:
        self._end()


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> None:
    """Play, with the unit's data folder."""
    app = CompanionApp(
        data_dir(),
        lambda navigator: Evening(navigator, int(sys.argv[1]), app.stop),
        panel_choice=PanelChoice.GPIO,
        language="en",
    )
    app.run()
    say("closed")


if __name__ == "__main__":
    main()
