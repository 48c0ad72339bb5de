"""How near the end is: a card as the last turns or the final circuit begin, then a line (end.*).

Knows no Kivy.
"""

from collections.abc import Sequence

from companion.events import EndDeclared, Event, FinaleBegun
from companion.pieces import Color
from companion.state import Finale, GameState
from companion.telling import turns_left
from kiosk.pages.table.draft import Begun, Draft, Menu, Nothing
from kiosk.pages.table.moves_shown import follows
from kiosk.pages.table.parts import name_of, rules
from kiosk.pages.table.question import Choice, Moved, Question, Style, Words, alone
from kiosk.words.language import _, listed, several


def begun(happened: Sequence[Event]) -> Draft:
    """What is told before the next question: that the last turns or the final circuit begin."""
    if not any(isinstance(event, FinaleBegun) for event in happened):
        return Nothing()
    return Begun(declared=any(isinstance(event, EndDeclared) for event in happened))


def begun_question(state: GameState, draft: Begun) -> Question:
    """Tells the whole table what begins, and what it means for everybody."""
    text = _("Done · {what}", what=follows(state))
    done = Choice(key="begun.done", text=text, action=Moved(), style=Style.PRIMARY)
    if state.finale is Finale.LAST_TURNS:
        title = _("{player} has built everything", player=name_of(state, state.finisher))
        words = (
            _("One more turn for: {players}.", players=_names(state, _to_come(state))),
            _("Then comes the final circuit."),
        )
        reasons = rules("end.trigger")
    else:
        title = _("The table ends the game") if draft.declared else _("The final circuit begins")
        words = (
            several(
                "The druid goes round once more: {number} hut, and its owner decides.",
                "The druid goes round once more: {number} huts, and at each its owner decides.",
                len(state.visits),
            ),
            _("Offerings score as always, crossing the river scores nothing."),
        )
        reasons = rules(*(["end.exhausted"] if draft.declared else []), "end.circuit")
    return Question(
        color=None, title=title, rows=(*map(Words, words), alone(done)), reasons=reasons
    )


def finale_line(state: GameState, draft: Draft) -> str:
    """What stays to be read on every card from then on; empty before that, and on the menu.

    So it is on the card that tells that it begins.
    """
    match state.finale:
        case _ if isinstance(draft, Begun | Menu):
            return ""
        case Finale.LAST_TURNS:
            players = _to_come(state)
            if len(players) == 1:
                return _("The last turn: {player}", player=name_of(state, players[0]))
            return _("Last turns: {players} still to come", players=_names(state, players))
        case Finale.CIRCUIT if state.visits:
            return several(
                "Final circuit: {number} hut still to come",
                "Final circuit: {number} huts still to come",
                len(state.visits),
            )
        case _:
            return ""


def _to_come(state: GameState) -> tuple[Color, ...]:
    """Whose last turn is on or still to come."""
    return (state.whose_turn, *turns_left(state, state.finisher))


def _names(state: GameState, colors: Sequence[Color]) -> str:
    return listed([name_of(state, color) for color in colors])
