"""Where else to go from the table."""

from kiosk.pages.log.view import Forgotten
from kiosk.pages.table.parts import rules
from kiosk.pages.table.question import Choice, Choices, Go, Question
from kiosk.words.language import _


def menu_question() -> Question:
    """Offers the other screens."""
    lines = (
        (_way("resume", _("Check the board")),),
        (_way("correct", _("Correct the app")),),
        (Choice(key="menu.forgotten", text=_("We forgot a step"), action=Go("log", Forgotten())),),
        (_way("rules", _("Rules")), _way("settings", _("Settings"))),
        (_way("rolls", _("Rolls of the die")), _way("panel", _("Panel"))),
        (_way("start", _("To the start screen")),),
    )
    rows = tuple(map(Choices, lines))
    return Question(color=None, title=_("Menu"), rows=rows, reasons=rules("correct.table"))


def _way(screen: str, text: str) -> Choice:
    return Choice(key=f"menu.{screen}", text=text, action=Go(screen))
