"""A game of the list as screen data: who won it or how far it is, and what can be done with it.

Knows no Kivy.
"""

import msgspec

from companion.pieces import Color
from companion.state import GameState
from kiosk.app_state import PastGame
from kiosk.pages.end.view import courses, headline, verdict
from kiosk.pieces.course import Course
from kiosk.words.language import _, in_context
from kiosk.words.moments import length_text, time_text, turn_text


class Head(msgspec.Struct, frozen=True):
    """What stands above the points: whose victory it is, or how far the game is, and more of it."""

    title: str
    below: str
    winners: tuple[Color, ...] = ()


class Action(msgspec.Struct, frozen=True):
    """A button: `key` names it for good."""

    key: str
    text: str
    primary: bool = False


def head(past: PastGame) -> Head:
    """Who has won a past game, when it was played, and how long."""
    state = past.read.timeline.state
    played = time_text(past.saved.last_played)
    if past.saved.away:
        title = _("Not played to the end") if state.winners is None else headline(state)
        below = _("Archived: in no list, in no figures.")
        return Head(title, below, state.winners or ())
    if state.winners is None:
        about = [turn_text(state), _("last played {time}", time=played), *_length(past)]
        return Head(_("Not played to the end"), " · ".join(about))
    about = [*verdict(state), played, *_length(past)]
    return Head(headline(state), " · ".join(about), state.winners)


def _length(past: PastGame) -> list[str]:
    minutes = past.read.summary.minutes
    return [] if minutes is None else [length_text(minutes)]


def actions(past: PastGame) -> tuple[Action, ...]:
    """What can be done with a past game, but for going back."""
    state, away = past.read.timeline.state, past.saved.away
    found = [Action("log", _("Log")), Action("rolls", _("Rolls"))]
    if past.read.timeline.steps:
        found.append(Action("past_board", _("Board")))
    if state.winners is not None:
        found.append(Action("hand_over", _("BG Stats")))
    if away:
        found.append(Action("bring_back", _("Bring back"), primary=True))
    else:
        found.append(Action("take_away", in_context("a game", "Archive")))
    if state.winners is None and not away:
        found.append(Action("go_on", _("Go on"), primary=True))
    return tuple(found)


def courses_so_far(past: PastGame) -> tuple[Course, ...]:
    """Everybody's points by turn; of a game that has not ended up to now, none without a turn."""
    timeline = past.read.timeline
    found = courses(timeline.steps)
    if not found or not found[0].points:
        return ()
    return found if timeline.state.winners is not None else _with_now(found, timeline.state)


def _with_now(found: tuple[Course, ...], state: GameState) -> tuple[Course, ...]:
    points = {player.color: player.points for player in state.players}
    return tuple(Course(one.color, (*one.points, points[one.color])) for one in found)
