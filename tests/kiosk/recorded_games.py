"""Games played through the screen as a whole, one for each number of players."""

from companion.memory.record import encode_record
from tests.companion.playing import named
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
    return encode_record(named(played.setup, *_NAMES), commands)


def script(players: int) -> Script:
    return extract((FOLDER / f"{GAMES[players]}.txt").read_text(encoding="utf-8"))
