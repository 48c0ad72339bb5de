"""Games played through the screen as a whole, one for each number of players."""

from msgspec.structs import replace

from companion.memory.record import encode_record
from companion.rules.setup import Seat, Setup
from tests.companion.playthrough import FOLDER, Script, extract, steps

GAMES = {
    2: "two-players-build-everything",
    3: "hoarders-won-by-chips",
    4: "four-players-survey",
}
_NAMES = ("Zoë Ångström", "Łucja", "李 ☃ 😀", '"Ò;\\')


def record_of(players: int) -> bytes:
    """Return a whole game of that many players, whose names need several pages of the keyboard."""
    played = script(players)
    commands = [step.command for step in steps(played) if step.command is not None]
    return encode_record(_renamed(played.setup), commands)


def script(players: int) -> Script:
    return extract((FOLDER / f"{GAMES[players]}.txt").read_text(encoding="utf-8"))


def _renamed(setup: Setup) -> Setup:
    seats = zip(setup.players, _NAMES, strict=False)
    return replace(setup, players=tuple(Seat(seat.color, name) for seat, name in seats))
