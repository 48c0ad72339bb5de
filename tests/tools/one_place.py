"""Checks that a finger tapping one place twenty times decides at most once, as intended.

    python -m tests.tools.one_place [MOMENTS] [SEED]

At a number of random moments of random games (default 30), each in the next layout, a finger taps
each place of a grid, and each button, twenty times: `PACE_SECONDS` apart. It must not make more
than one decision, none for another player than the one who was asked when it came, and none that
was not visible then. Exit status 1: wrong decisions are printed, a line each.
"""

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from companion.commands import EnterPrintedField, Roll
from companion.pieces import Material
from kiosk import routes
from kiosk.rotation import Rotation
from kiosk.settings import Settings
from tests.kiosk.laid_games import app_state_with_game, beginning
from tests.kiosk.touch import LAYOUTS, Layout, Point, Touchscreen, configure
from tests.luck import Luck

TAPS = 20
PACE_SECONDS = (0.4, 0.7, 0.9)
"""Seconds from one tap to the next."""
_COLUMNS, _ROWS = 9, 6
_MOST_COMMANDS = 160
_REST_SECONDS = 4


class Moment(NamedTuple):
    """When a finger comes to a game: its progress, and the layout."""

    players: int
    commands: int
    seed: int
    layout: Layout
    settings: Settings

    @property
    def name(self) -> str:
        die = "app die" if self.settings.app_die else "wooden die"
        seats = "seated" if self.settings.sides else "in front"
        return (
            f"{self.players} players, command {self.commands}, seed {self.seed}, "
            f"{self.layout.name}, {die}, {seats}"
        )


def moments(number: int, seed: int) -> Iterator[Moment]:
    """Yield random moments; all layouts come in turns."""
    luck, layouts = Luck(seed), list(LAYOUTS.values())
    for one in range(number):
        layout = layouts[(seed + 5 * one) % len(layouts)]
        players = luck.pick((2, 3, 4))
        colors = [seat.color for seat in beginning(players).players]
        sides = tuple(zip(colors, Rotation, strict=False)) if luck.once_in(3) else ()
        settings = Settings(
            motion=luck.once_in(2),
            app_die=luck.once_in(2),
            large_letters=layout.large,
            sides=sides,
        )
        yield Moment(players, luck.below(_MOST_COMMANDS), luck.below(1000), layout, settings)


def faults_at(touch: Touchscreen, point: Point, pace: float) -> list[str]:
    """Return the wrong decisions of a finger that taps a place repeatedly."""
    offered, session = _offered(touch), touch.app_state.required_session
    before, decider = len(session.game.history.steps), session.state.decider
    window = touch.navigator.to_window(*point)
    for _tap in range(TAPS):
        touch.tap_in_window(window)
        touch.wait(pace)
    now = touch.app_state.required_session
    if now is not session and now.game_id != session.game_id:
        return ["another game was begun"]
    made = [step.command for step in now.game.history.steps[before:]]
    faults = [f"{len(made)} decisions: {made}"] if len(made) > 1 else []
    for command in made:
        of_table = isinstance(command, EnterPrintedField)
        if getattr(command, "by", decider) != decider and not of_table:
            faults.append(f"decided for another: {command}")
        elif command not in offered and not (isinstance(command, Roll) and "roll" in offered):
            faults.append(f"nobody had seen that: {command}")
    return faults


def _offered(touch: Touchscreen) -> set[object]:
    """Return all decisions that a tap could make now: answers of the question, and plains."""
    from kiosk.pages.table.question import Decide, RollDie  # noqa: PLC0415 - Kivy is configured by now
    from kiosk.pages.table.view import action_for_plain_tap  # noqa: PLC0415 - likewise
    from tests.kiosk.robot import asked_at  # noqa: PLC0415 - likewise

    found: set[object] = set()
    asked = asked_at(touch)
    if asked is None:
        return found
    actions = [choice.action for choice in asked.choices]
    screen = touch.page
    actions += [action_for_plain_tap(screen.state, screen.draft, plain) for plain in Material]
    for action in actions:
        if isinstance(action, Decide):
            found.add(action.command)
        elif isinstance(action, RollDie):
            found.add("roll")
    return found


def faults_of(moment: Moment, scratch: Path, only: int | None = None) -> tuple[int, list[str]]:
    """Return the number of tapped places at a moment, and the faults; `only` every few of them."""
    found, tapped = [], 0
    with Touchscreen(
        scratch,
        moment.layout.size,
        rotation=moment.layout.rotation,
        app_state=app_state_with_game(
            scratch, beginning(moment.players), moment.commands, moment.seed
        ),
    ) as touch:
        touch.app_state.set_settings(moment.settings)
        touch.navigator.apply_letter_size()
        session = touch.app_state.required_session
        game = session.game_id
        touch.navigator.go(routes.Table())
        touch.wait(_REST_SECONDS)
        width, height = touch.navigator.size
        places = [tap.box_to_ancestor(touch.page).center for tap in touch.taps()]
        places += [
            (width * (column + 0.5) / _COLUMNS, height * (row + 0.5) / _ROWS)
            for column in range(_COLUMNS)
            for row in range(_ROWS)
        ]
        for number, point in enumerate(places[::only]):
            pace = PACE_SECONDS[number % len(PACE_SECONDS)]
            tapped += 1
            found += [
                f"{moment.name}, {point[0]:.0f},{point[1]:.0f} every {pace} s: {fault}"
                for fault in faults_at(touch, point, pace)
            ]
            touch.app_state.set_settings(moment.settings)
            session = touch.app_state.required_session
            if session.game_id != game:
                break
            while len(session.steps) < moment.commands and session.can_redo:
                session.redo()
            while len(session.steps) > moment.commands:
                session.undo()
            touch.navigator.go_from_start(routes.Table())
            touch.wait(_REST_SECONDS)
    return tapped, found


def main() -> int:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 30
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    configure()
    tapped = faulty = 0
    for moment in moments(number, seed):
        with tempfile.TemporaryDirectory(prefix="meduris-") as scratch:
            places_tapped, faults = faults_of(moment, Path(scratch))
        tapped += places_tapped
        faulty += len(faults)
        sys.stdout.write("".join(f"{fault}\n" for fault in faults))
        sys.stdout.flush()
    sys.stdout.write(f"{tapped} places tapped {TAPS} times each, {faulty} faults\n")
    return 1 if faulty else 0


if __name__ == "__main__":
    sys.exit(main())
