"""The kiosk's app on a disk that saves no step until its folder has a file `answer`.

    python -m tests.kiosk.slow_kiosk FOLDER

It begins a game, decides once, and prints a line.
"""

import sys
import time
from pathlib import Path

from companion.memory.journal import GameRows, Journal
from companion.sentence import Sentence
from kiosk import process, routes
from kiosk.settings import KioskConfig
from tests.companion.playing import commands, two_players

_PULSE_SECONDS = 1
"""Shorter than the kiosk's interval, so that nobody has to wait for it."""


def main(folder: Path) -> None:
    process.configure_kivy(800, 480, fullscreen=False)
    hold_up_steps(folder / "answer")
    from kivy.clock import Clock  # noqa: PLC0415 - Kivy is configured by now

    from kiosk import service as kiosk_service  # noqa: PLC0415
    from kiosk.app import CompanionApp  # noqa: PLC0415
    from kiosk.navigator import Navigator  # noqa: PLC0415
    from kiosk.service import KioskService  # noqa: PLC0415

    kiosk_service.PULSE_SECONDS = _PULSE_SECONDS

    def attend(navigator: Navigator) -> KioskService:
        service = KioskService(time.monotonic())
        navigator.app_state.begin_game(two_players())
        Clock.schedule_once(lambda _delta: decide(navigator), 1)
        return service

    CompanionApp(folder, attend, service=KioskConfig()).run()


def hold_up_steps(answer: Path) -> None:
    save = Journal.save

    def saved_later(journal: Journal, game: GameRows, *result: str | None) -> int | Sentence:
        while game.steps and not answer.exists():
            time.sleep(0.02)
        return save(journal, game, *result)

    Journal.save = saved_later  # type: ignore[method-assign]


def decide(navigator: "Navigator") -> None:  # noqa: F821 - Kivy is configured before it is imported
    navigator.go(routes.Table())
    navigator.page.decide(commands(two_players(), 1)[0])
    sys.stdout.write(f"saving {navigator.app_state.is_saving}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
