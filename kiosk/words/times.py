"""Words for the times of saved games and for the progress of a game."""

from companion.memory.clock import local_start_time, parse_timestamp, to_game_local_time
from companion.memory.journal import SavedGame
from companion.state import FinaleStage, GameState, Phase
from kiosk.words.dates import format_date, format_date_and_time, format_time_of_day
from kiosk.words.language import _, mark, plural
from kiosk.words.texts import short_name

_AN_HOUR = 60
NO_TIME = "?"


def date_and_time_text(timestamp: str, started: str = "") -> str:
    """Return a saved time as text, exact to the minute, or NO_TIME if `timestamp` is invalid.

    The text uses the UTC offset of `started`, the start time of the game. If `started` is empty,
    has no offset or is in UTC, the text uses the machine's time zone.
    """
    moment = parse_timestamp(timestamp)
    return NO_TIME if moment is None else format_date_and_time(to_game_local_time(moment, started))


def last_played_date_and_time(game: SavedGame) -> tuple[str, str]:
    """Return the date and the time of day at which a game was last played.

    Both are in the game's own time zone. If they are unreadable, the date is NO_TIME and the time
    of day is "".
    """
    moment = parse_timestamp(game.last_played)
    if moment is None:
        return NO_TIME, ""
    there = to_game_local_time(moment, game.header.started)
    return format_date(there), format_time_of_day(there)


def start_date_text(started: str) -> str:
    """Return the date on which a game began, in its own time zone, or NO_TIME if unreadable."""
    moment = local_start_time(started)
    return NO_TIME if moment is None else format_date(moment)


def duration_text(minutes: int) -> str:
    hours, rest = divmod(minutes, _AN_HOUR)
    if hours and rest:
        return _("{hours} h {minutes} min", hours=hours, minutes=rest)
    if hours:
        return _("{hours} h", hours=hours)
    return plural("{number} minute", "{number} minutes", minutes)


def progress_text(state: GameState) -> str:
    if state.phase is Phase.FINISHED:
        return _("The game is over")
    if state.finale is FinaleStage.CIRCUIT:
        return _("Final circuit")
    if state.phase is Phase.PLACING:
        return _("Before the first turn")
    if state.finale is FinaleStage.LAST_TURNS:
        return _("Turn {turn}, one of the last", turn=state.turn)
    return _("Turn {turn}", turn=state.turn)


_DECISIONS = {
    Phase.PLACING: mark("{player} places a worker"),
    Phase.ROLL: mark("{player} rolls"),
    Phase.TAKE: mark("{player} takes a chip"),
    Phase.GIVE_BACK: mark("{player} returns a chip"),
    Phase.ACTION: mark("{player} moves a worker or builds"),
    Phase.OFFERING: mark("{player} decides about an offering"),
}


def next_decision_text(state: GameState) -> str:
    if state.decider is None:
        return _("Nothing to decide")
    return _(_DECISIONS[state.phase], player=short_name(state.player(state.decider).name))
