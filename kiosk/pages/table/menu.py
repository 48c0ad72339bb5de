"""Where else to go from the table."""

from kiosk.pages.table.parts import rules
from kiosk.pages.table.question import Choice, Choices, Go, Question
from kiosk.words.language import _


def menu_question() -> Question:
    """Offers the other screens."""
    lines = (
        (("resume", _("Check the board")),),
        (("correct", _("Correct the app")),),
        (("rules", _("Rules")), ("settings", _("Settings"))),
        (("rolls", _("Rolls of the die")),),
        (("panel", _("Panel")),),
        (("start", _("To the start screen")),),
    )
    rows = tuple(
        Choices(
            tuple(
                Choice(key=f"menu.{screen}", text=text, action=Go(screen)) for screen, text in line
            )
        )
        for line in lines
    )
    return Question(color=None, title=_("Menu"), rows=rows, reasons=rules("correct.table"))
