"""The end of a game: declared by the table, or reached (end.*)."""

from companion.commands import DeclareEnd
from companion.preview import may_be_declared
from companion.state import GameState
from kiosk.pages.table.draft import Ending
from kiosk.pages.table.parts import rules
from kiosk.pages.table.question import Choice, Do, Go, Question, Row, Style, Think, Words, alone
from kiosk.words.language import _
from kiosk.words.narration import winners_line
from kiosk.words.reasons import reasons_to_ask


def end_rows(state: GameState) -> tuple[Row, ...]:
    """The way to the end where all four high plains are empty."""
    if not may_be_declared(state):
        return ()
    choice = Choice(
        key="end", text=_("Nobody wants to build"), action=Think(Ending()), style=Style.QUIET
    )
    return (alone(choice),)


def ending_question() -> Question:
    """Asks the whole table whether the game ends now: nobody can do that alone."""
    agree = Choice(
        key="end.table", text=_("We all agree"), action=Do(DeclareEnd()), style=Style.PRIMARY
    )
    return Question(
        color=None,
        title=_("End the game now?"),
        rows=(
            Words(_("All four high plains are empty.")),
            Words(_("If nobody wants to build, the druid's final circuit begins.")),
            alone(agree),
        ),
        reasons=rules("end.exhausted", "end.circuit"),
    )


def finished_question(state: GameState) -> Question:
    """Tells who has won, and leads to the final score."""
    score = Choice(key="to.end", text=_("Final score"), action=Go("end"), style=Style.PRIMARY)
    return Question(
        color=state.winners[0] if state.winners and len(state.winners) == 1 else None,
        title=winners_line(state, state.winners or ()),
        rows=(
            Words(_("The final score tells where the points came from.")),
            alone(score),
        ),
        reasons=reasons_to_ask(state),
    )
