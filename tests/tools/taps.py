"""Taps and words in whole games by touch, counted the same way whatever the screen looks like.

    python -m tests.tools.taps [GAMES]

Plays 20 games (default) of 2 to 4 players in turn, in four sizes in turn, each with usual and with
large letters, everybody seated at another side, and prints a line for each and one for all:

- taps a turn, until the final circuit begins, and those of whoever's turn it is,
- taps in the final circuit, a hut,
- words to read a turn, the median: of all texts that come onto the screen from tap to tap, each
  word of two letters or more that is no player's name,
- which things are tapped how often, in all games together.

Everybody builds what they can pay and otherwise moves to the best yield, takes the shortest of
several ways, and in the final circuit says, where that can be said, that they give nothing for the
rest once there is nothing that they would give. Nobody taps their tray. A tap that answers belongs
to whoever is asked, one that acknowledges something to whoever's turn it is.
"""

import re
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from unittest.mock import patch

from msgspec.structs import replace

from companion import commands as do
from companion.game import legal_commands, state_after_command
from companion.pieces import BuildingKind, Color, OfferingAnswer
from companion.rules import building
from companion.rules.setup import Setup, initial_state
from companion.state import FinaleStage, GameState, Phase
from kiosk import routes
from kiosk.rotation import Rotation
from kiosk.ui.rotated_view import IGNORE_SECONDS, QUIET_SECONDS
from tests.kiosk import touch as touches
from tests.kiosk.records import lay_board
from tests.kiosk.robot import Robot
from tests.kiosk.robot_setup import begin, play_calmly
from tests.kiosk.touch import Touchscreen
from tests.luck import Luck
from tests.tables import board_of, setup_on

SIZES = ((800, 480), (480, 800), (1024, 600), (800, 600))
_FIELDS = {2: 32, 3: 32, 4: 40}
_PAUSE = 0.5
"""Seconds after which a tap without effect is repeated."""
_WORD = re.compile(r"[^\W\d_]{2,}")
_NUMBER = re.compile(r"\.?\b(\d+|wood|wool|copper|stone|purple|blue|green|red|plus|minus)\b")


def decide(state: GameState, chance: Random) -> do.Command:
    """Return the decider's command: of all that are worth the most to them, any one."""
    color, hand = state.decider, state.player(state.decider).hand

    def worth(command: do.Command) -> float:
        match command:
            case do.BuildHut(field=place, pay=pay) | do.BuildTemple(field=place, pay=pay):
                is_hut = isinstance(command, do.BuildHut)
                kind = BuildingKind.HUT if is_hut else BuildingKind.TEMPLE
                missing = pay.total - building.building_price(state, kind, place).total
                if missing > 2 or (missing and hand.total <= pay.total):
                    return -1  # nobody gives all that they have for one missing chip
                return (3 if is_hut else 2) - missing / 4
            case do.MoveWorker(level=level):
                earned = state_after_command(state, command).player(color).hand.total - hand.total
                return (earned + level / 10) / 100
            case do.TakeChip(material=material):
                return -hand.total if material is None else -hand.number(material)
            case do.GiveBackChip(material=material):
                return hand.number(material)
            case do.MakeOffering(give=OfferingAnswer.CHIP):
                return 9
            case do.MakeOffering(give=give, pay=pay):
                is_swapped = pay.total > (2 if give is OfferingAnswer.BOTH else 1)
                return -1 if is_swapped or hand.total <= 2 * pay.total else pay.total
            case do.PlaceWorker() | do.Roll():
                return 0
            case _:
                return -99

    options = [one for one in legal_commands(state) if getattr(one, "by", None) == color]
    return max(options, key=lambda option: (worth(option), chance.random()))


@dataclass
class Counts:
    """Counts of games; words are those of each turn."""

    turns: int = 0
    taps: int = 0
    own_taps: int = 0
    huts: int = 0
    circuit_taps: int = 0
    words: list[int] = field(default_factory=list)
    kinds: Counter[str] = field(default_factory=Counter)

    def add(self, other: "Counts") -> None:
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)

    def tell(self, name: str) -> None:
        sys.stdout.write(
            f"{name:32}{self.turns:6} {self.taps / self.turns:7.2f} "
            f"{self.own_taps / self.turns:7.2f} {self.circuit_taps / (self.huts or 1):7.2f} "
            f"{median(self.words):7.1f}\n"
        )
        sys.stdout.flush()


class Watcher(Robot):
    """A robot that counts: players and kinds of taps, and words."""

    def __init__(self, touch: Touchscreen, state: GameState) -> None:
        super().__init__(touch, state)
        self.counts = Counts()
        self._before = state
        self._owner: Color | None = None
        self._resting: set[Color] = set()
        self._what = ""
        self._names = {word for player in state.players for word in _WORD.findall(player.name)}
        self._words: Counter[int] = Counter()
        self._read = Counter(touch.texts())

    def count(self) -> Counts:
        self.counts.words = [self._words[turn] for turn in range(1, self.counts.turns + 1)]
        return self.counts

    def _until_it_answers(self, tap: Callable[[], None], what: str) -> None:
        self._what = _NUMBER.sub("", what).split(" ")[0]
        super()._until_it_answers(tap, what)

    def play(self, command: do.Command) -> None:
        """Carry out one command in the shortest of the ways that robots try in turns, and count."""
        self._number = _shortest(self.state, command) - 1
        self._what = type(command).__name__
        self._before = self.state
        self.counts.turns += isinstance(command, do.Roll)
        if self.state.finale is FinaleStage.CIRCUIT:
            self.counts.huts += isinstance(command, do.MakeOffering)
        self._owner = command.by
        if _gives_nothing_more(self.state, command) and self.touch.shows("offer.rest"):
            self.tap("offer.rest")
            self.tap("offer.rest.done")
            self._resting.add(command.by)
            self.state = state_after_command(self.state, command)
            self.move_the_pieces()
            self.compare()
        else:
            super().play(command)
        self._owner = None
        self._let_it_turn()
        self._read_anew()

    def move_the_pieces(self) -> None:
        """Go on to the scoring, and pass over huts whose owner gives nothing more."""
        if self.state is not self._before:  # the command has just been carried out
            while self.state.decider in self._resting:
                self.counts.huts += 1
                self.state = state_after_command(
                    self.state, do.MakeOffering(by=self.state.decider, give=OfferingAnswer.NONE)
                )
        answers, self._owner = self._owner, self._before.active
        while self.touch.shows("to.scoring"):
            before = self.touch.texts()
            self._what = "to.scoring"
            self.touch.tap("to.scoring")
            if self.touch.texts() == before:
                self.touch.wait(_PAUSE)
        self._owner = answers
        self._let_it_turn()

    def _let_it_turn(self) -> None:
        self.touch.wait(QUIET_SECONDS + IGNORE_SECONDS + 0.2)

    def finger(self, what: str) -> None:
        """Count a finger, and the words read until then."""
        if what != "down" or self._owner is None:
            return
        self._read_anew()
        self.counts.kinds[self._what] += 1
        if self._before.finale is FinaleStage.CIRCUIT:
            self.counts.circuit_taps += 1
        elif self._before.turn:
            self.counts.taps += 1
            self.counts.own_taps += self._owner == self._before.active

    def _read_anew(self) -> None:
        """Count the words that have appeared since the last count."""
        shown = Counter(self.touch.texts())
        if self._before.turn and self._before.finale is not FinaleStage.CIRCUIT:
            self._words[self._before.turn] += sum(
                len([word for word in _WORD.findall(text) if word not in self._names]) * times
                for text, times in (shown - self._read).items()
            )
        self._read = shown


def _shortest(state: GameState, command: do.Command) -> int:
    """Return as which one in turn a robot carries a command out with the fewest taps."""
    match command:
        case do.MoveWorker():
            return 3
        case do.BuildHut(_, place, pay):
            return 3 if pay == building.building_price(state, BuildingKind.HUT, place) else 2
        case do.BuildTemple(_, place, pay):
            return 3 if pay == building.building_price(state, BuildingKind.TEMPLE, place) else 2
        case do.MakeOffering():
            return 2
        case _:
            return 1


def _gives_nothing_more(state: GameState, command: do.Command) -> bool:
    """Whether an owner gives nothing at this and all later huts of the final circuit."""
    nothing = do.MakeOffering(by=command.by, give=OfferingAnswer.NONE)
    if state.finale is not FinaleStage.CIRCUIT or command != nothing:
        return False
    later = [place for place in state.visits[1:] if state.hut_owner(place) == command.by]
    answers = [decide(replace(state, visits=(place,)), Random(1)) for place in later]
    return bool(answers) and all(answer == nothing for answer in answers)


def play_game(setup: Setup, seed: int, size: touches.Size, *, large: bool) -> Counts:
    """Play a game by touch to its end, and count."""
    chance, window = Random(seed), touches.the_window()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "data"
        lay_board(setup, folder)
        with Touchscreen(folder, size) as touch:
            touch.navigator.go(routes.Start())
            play_calmly(touch, large_letters=large)
            begin(touch, setup)
            sides = tuple(zip(initial_state(setup).colors, Rotation, strict=False))
            touch.app_state.set_settings(replace(touch.app_state.settings, sides=sides))
            touch.navigator.go(routes.Table())
            watcher, finger = Watcher(touch, initial_state(setup)), window.finger

            def told(what: str, point: touches.Point) -> None:
                watcher.finger(what)
                finger(what, point)

            with patch.object(window, "finger", told):
                while watcher.state.phase is not Phase.FINISHED:
                    watcher.play(decide(watcher.state, chance))
            return watcher.count()


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    totals = {False: Counts(), True: Counts()}
    sys.stdout.write(f"{'':32} turns    taps     own  a hut   words\n")
    for number in range(games):
        size, players, luck = SIZES[number % len(SIZES)], 2 + number % 3, Luck(number + 1)
        setup = setup_on(board_of(_FIELDS[players], 0, luck), players, luck)
        for large, total in totals.items():
            counts = play_game(setup, number + 1, size, large=large)
            total.add(counts)
            letters = "large" if large else "usual"
            counts.tell(f"{number + 1:3} {players} players {size[0]}x{size[1]} {letters}")
    for large, total in totals.items():
        total.tell(f"all {games} games, {'large' if large else 'usual'} letters")
        most = ", ".join(f"{what} {times}" for what, times in total.kinds.most_common(24))
        sys.stdout.write(f"    {most}\n")


if __name__ == "__main__":
    touches.configure()
    main()
