"""Where else to go from the table."""

from kiosk.pages.table.parts import rules
from kiosk.pages.table.question import Choice, Go, Question, alone
from kiosk.words.language import _


def menu_question() -> Question:
    """Offers the other screens."""
    places = (
        ("resume", _("Check the board")),
        ("correct", _("Correct the app")),
        ("rolls", _("Rolls of the die")),
        ("settings", _("Settings")),
        ("panel", _("Panel")),
        ("start", _("To the start screen")),
    )
    rows = tuple(
        alone(Choice(key=f"menu.{screen}", text=text, action=Go(screen))) for screen, text in places
    )
    return Question(color=None, title=_("Menu"), rows=rows, reasons=rules("correct.table"))
