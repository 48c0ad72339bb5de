"""The rules by chapter, questions that tables ask, and what is found (touchscreen, "Screens")."""

from collections.abc import Callable
from functools import partial

from kivy.metrics import dp

from kiosk.navigator import Navigator, Page
from kiosk.pages.rules.layout import Piece, parts_of
from kiosk.pages.rules.trail import Stop, Trail
from kiosk.pages.rules.view import LONGEST_SEARCH, Place, Searched, rules_page
from kiosk.ui import theme
from kiosk.ui.key_pages import typing
from kiosk.ui.keyboard import Keyboard
from kiosk.ui.surface import Box, Column
from kiosk.words.language import _

_GAP = 10


class RulesPage(Page):
    """A page of the rules at a time; opened at a place of `view`, it begins there.

    Keys: `chapter.<number>`, `questions`, `rule.<id>` and `question.<id>` lead to other pages,
    `search` to the keyboard, `more` to the next part of a long page, `back` to the page before,
    and from the first one to where people came from.
    """

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self._trail = _beginning(navigator)
        self._keyboard: Keyboard | None = None
        self._show()

    @property
    def half_entered(self) -> Trail | None:
        """Where somebody reads, and what they type; nothing on the first page."""
        trail = self._trail
        if self._keyboard is not None:
            trail = trail.looking_for(self._keyboard.typed)
        return None if trail == Trail() else trail

    def _show(self) -> None:
        self.wipe()
        self._keyboard = None
        if self._trail.typing is not None:
            self._keyboard = Keyboard(
                self.box,
                _("A word of the rules"),
                self._trail.typing,
                on_done=self._found,
                on_cancel=lambda: self._go(self._trail.looking_for(None)),
            )
            self.add_widget(self._keyboard)
            return
        page, room = rules_page(self._trail.here.place), self.body
        parts = parts_of(page, room)
        buttons = [("search", _("Search"), self._search)]
        if len(parts) > 1 and room.is_upright:
            room, foot = room.footed(dp(theme.TOUCH), dp(_GAP))
            parts = parts_of(page, room)
            self.button(foot, *self._more(len(parts)))
        elif len(parts) > 1:
            buttons.insert(0, self._more(len(parts)))
        self.head(page.title, self._back, buttons)
        self._draw(parts[self._part_of(len(parts))], room)

    def _draw(self, part: list[Piece], room: Box) -> None:
        column = Column(room, dp(_GAP))
        for piece in part:
            piece.draw(self, column.take(piece.height), self._open)

    def _part_of(self, parts: int) -> int:
        """The part that is shown of so many: smaller letters need fewer than there were."""
        return min(self._trail.here.part, parts - 1)

    def _more(self, parts: int) -> tuple[str, str, Callable[[], None]]:
        part = self._part_of(parts)
        text = _("More ({page} of {pages})", page=part + 1, pages=parts)
        following = self._trail.at_part((part + 1) % parts)
        return "more", text, partial(self._go, following)

    # Where taps lead

    def _go(self, trail: Trail) -> None:
        self._trail = trail
        self._show()

    def _open(self, place: Place) -> None:
        self._go(self._trail.to(place))

    def _back(self) -> None:
        before = self._trail.before
        if before is not None:
            self._go(before)
            return
        self._trail = Trail()  # who leaves has read: they begin anew the next time
        self.navigator.back()

    def _search(self) -> None:
        here = self._trail.here.place
        text = here.query if isinstance(here, Searched) else ""
        self._go(self._trail.looking_for(typing(text, LONGEST_SEARCH, fresh=bool(text))))

    def _found(self, query: str) -> None:
        trail = self._trail
        if isinstance(trail.here.place, Searched):
            trail = trail.before or Trail()
        self._go(trail.to(Searched(query)))


def _beginning(navigator: Navigator) -> Trail:
    """Where the rules are opened, else where they were left."""
    if isinstance(navigator.opened_at, Place):
        return Trail((Stop(navigator.opened_at),))
    return navigator.half_entered if isinstance(navigator.half_entered, Trail) else Trail()
