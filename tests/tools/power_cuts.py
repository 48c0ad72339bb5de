"""Simulated power cuts, while games are played and saved by the app state and its writer.

    python -m tests.tools.power_cuts [CUTS [SEED]]

All of SQLite's disk operations are recorded while evenings are played. Then power is cut (default
2000 times): synced writes survive, of the rest random sectors are lost. The next start must find
everything that the app had confirmed, and at most one act more.
"""

import random
import shutil
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from companion.game import legal_commands
from companion.memory.database import FILE_NAME, sibling_path
from companion.memory.journal import Journal
from companion.memory.played_game import PlayedGame
from companion.memory.session import Session, read_game
from companion.memory.snapshots import find_damage
from kiosk.app_state import AppState
from tests.companion.memory.cut_disk import Deed, Disk, Recorder
from tests.companion.memory.watched_disk import watched_by, why_not
from tests.companion.playing import (
    as_told,
    four_players,
    luck,
    one_more,
    told_by,
    two_players,
)
from tests.kiosk.touch import WRITING
from tests.luck import Luck

OnFault = Callable[[int, Exception], None]
EVENINGS = 3
STEPS = 400
"""Steps of an evening, enough for SQLite to checkpoint its WAL."""
CUTS_AT_A_TIME = 100
"""Number of cuts in one recording."""
_SHARED_MEMORY = 32768
"""Size of SQLite's shared-memory file (WAL index) in bytes; it is never synced."""


class LostError(AssertionError):
    """Confirmed data are missing after a cut; the message says which."""


class Confirmed(NamedTuple):
    """The app state has confirmed that all of a game was saved."""

    game: int
    told: bytes


Recording = Sequence[Deed | Confirmed]


def record(folder: Path, seed: int, evenings: int = EVENINGS, steps: int = STEPS) -> Recording:
    """Play evenings on a watched disk, each with a start and an end of the app.

    Returns the disk operations and confirmations in order.
    """
    recorder, recording = Recorder(folder), []
    recorder.deeds = recording
    chance = luck(seed)
    with watched_by(recorder):
        for evening in range(evenings):
            with closing(AppState(folder)) as app_state:
                session = _laid(app_state, chance, anew=evening % 2 == 0)
                for _step in range(steps):
                    recording.append(_confirmed(app_state))
                    one_more(session, chance)
                recording.append(_confirmed(app_state))
    return recording


def _laid(app_state: AppState, chance: Luck, *, anew: bool) -> Session:
    if anew:
        return app_state.begin(four_players() if chance.once_in(2) else two_players())
    return app_state.resume(app_state.journal.games()[0])


def _confirmed(app_state: AppState) -> Confirmed:
    if (
        not app_state.wait_for_writes(WRITING)
        or app_state.is_saving
        or app_state.game.unsaved is not None
    ):
        raise LostError(f"a sound disk, and it is not saved: {app_state.game.unsaved}")
    return Confirmed(app_state.game.game_id, told_by(app_state.game))


def cut_often(
    recording: Recording, scratch: Path, cuts: int, seed: int, on_fault: OnFault
) -> Counter:
    """Cut a recording a number of times; count the results. `on_fault` receives unexpected ones."""
    chance = random.Random(seed)
    places = sorted(chance.randrange(len(recording)) for _cut in range(cuts))
    ends: Counter = Counter()
    disk, done, confirmed = Disk(), 0, {}
    for place in places:
        for deed in recording[done:place]:
            if isinstance(deed, Confirmed):
                confirmed[deed.game] = deed.told
            else:
                disk.do(deed)
        done = place
        folder = scratch / "after"
        lay(folder, disk.cut(chance), chance)
        try:
            ends[look(folder, confirmed)] += 1
        except Exception as error:  # noqa: BLE001 - nothing may be raised, whatever it is
            ends["lost" if isinstance(error, LostError) else "traceback"] += 1
            on_fault(place, error)
        shutil.rmtree(folder)
    return ends


def lay(folder: Path, files: dict[str, bytes], chance: random.Random) -> None:
    """Put files into a new folder, with random content in those that are never synced."""
    folder.mkdir()
    for name, content in files.items():
        (folder / name).write_bytes(content)
    if chance.random() < 0.5:
        sibling_path(folder / FILE_NAME, "-shm").write_bytes(chance.randbytes(_SHARED_MEMORY))


def look(folder: Path, confirmed: dict[int, bytes]) -> str:
    """Start after a cut, and continue; return whether an unconfirmed row survived.

    Raises LostError, and unexpected errors of a start.
    """
    with closing(Journal.open(folder)) as journal:
        if journal.notice or journal.trouble:
            raise LostError(f"told: {journal.notice} {journal.trouble}")
        if find_damage(journal.path):
            raise LostError("the file is damaged")
        there = {game.id for game in journal.games()}
        if not there >= confirmed.keys():
            raise LostError(f"of the games {sorted(confirmed)} only {sorted(there)} are there")
        more = sum(_more_than_confirmed(journal, game, confirmed.get(game)) for game in there)
        if more > 1:
            raise LostError(f"{more} acts more than were confirmed")
        _go_on(journal)
    return "with the step under way" if more else "as confirmed"


def _more_than_confirmed(journal: Journal, game: int, confirmed: bytes | None) -> int:
    found = read_game(journal, game)
    if confirmed is None:
        return acts(found)
    known = as_told(found.rows, confirmed)
    if told_by(known) != confirmed:
        raise LostError(f"game {game} is another than the one that was confirmed")
    return acts(found) - acts(known)


def acts(game: PlayedGame) -> int:
    """Return the number of acts: all steps of a branch are one act."""
    again = sum(move.made for move in game.history.moves)
    return len(game.history.steps) - again + len(game.history.moves)


def _go_on(journal: Journal) -> None:
    games = journal.games(limit=1)
    if games:
        session = Session.resume(journal, games[0].id)
    else:
        session = Session.begin(journal, two_players())
    step = next(iter(legal_commands(session.state)), None)
    if step is not None:
        session.apply(step)
    if session.unsaved is not None:
        raise LostError(f"it does not go on: {session.unsaved}")


def main() -> int:
    """Cut, and print the results."""
    cuts = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    if (reason := why_not()) is not None:
        sys.stderr.write(f"{reason}\n")
        return 2

    def tell(place: int, error: Exception) -> None:
        sys.stderr.write(f"cut at deed {place} of recording {number}: {error!r}\n")
        traceback.print_exception(error)

    ends: Counter = Counter()
    for number in range(-(-cuts // CUTS_AT_A_TIME)):
        with tempfile.TemporaryDirectory(prefix="meduris-") as name:
            scratch = Path(name)
            recording = record(scratch / "played", seed + number)
            more = min(CUTS_AT_A_TIME, cuts - ends.total())
            ends += cut_often(recording, scratch, more, seed + number, tell)
        sys.stdout.write(f"{ends.total()} power cuts: {dict(ends)}\n")
        sys.stdout.flush()
    return 1 if ends["lost"] or ends["traceback"] else 0


if __name__ == "__main__":
    sys.exit(main())
