"""When a saved game was written, and how far it is."""

from companion.memory.clock import moment_of
from companion.state import Finale, GameState, Phase
from kiosk.words.dates import date_and_time, day, time_of_day
from kiosk.words.language import _, several
from kiosk.words.texts import short_name, word

_AN_HOUR = 60
NO_TIME = "?"
"""Stands for a time that is damaged."""


def time_text(time: str) -> str:
    """A time of the journal (ISO 8601, UTC) by the clock of this place, to the minute."""
    moment = moment_of(time)
    return NO_TIME if moment is None else date_and_time(moment)


def day_and_hour(time: str) -> tuple[str, str]:
    """The day and the time of day of a time of the journal by the clock of this place."""
    moment = moment_of(time)
    return (NO_TIME, "") if moment is None else (day(moment), time_of_day(moment))


def day_text(time: str) -> str:
    """The day of a time of the journal by the clock of this place."""
    return day_and_hour(time)[0]


def length_text(minutes: int) -> str:
    """How long a game took."""
    hours, rest = divmod(minutes, _AN_HOUR)
    if hours and rest:
        return _("{hours} h {minutes} min", hours=hours, minutes=rest)
    if hours:
        return _("{hours} h", hours=hours)
    return several("{number} minute", "{number} minutes", minutes)


def turn_text(state: GameState) -> str:
    """How far a game is."""
    if state.phase is Phase.FINISHED:
        return _("The game is over")
    if state.finale is Finale.CIRCUIT:
        return _("Final circuit")
    if state.phase is Phase.PLACING:
        return _("Before the first turn")
    if state.finale is Finale.LAST_TURNS:
        return _("Turn {turn}, one of the last", turn=state.turn)
    return _("Turn {turn}", turn=state.turn)


def decision_text(state: GameState) -> str:
    """Whose decision comes next, and which."""
    if state.decider is None:
        return _("Nobody has to decide anything")
    return _(
        "{player} decides: {decision}",
        player=short_name(state.player(state.decider).name),
        decision=word(state.phase),
    )
