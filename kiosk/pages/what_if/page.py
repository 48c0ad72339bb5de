"""What if: the board as it would be, and all that would come of it; nothing is decided here."""

from companion.pieces import Material
from kiosk import routes
from kiosk.navigator import Navigator, Page
from kiosk.pages.table.card import card_height
from kiosk.pages.table.column import BarButton, Contents, RightColumn
from kiosk.pages.table.draft import Nothing
from kiosk.pages.table.moment import Moment, contents_of
from kiosk.pages.table.places import places
from kiosk.pages.table.question import Question
from kiosk.pages.what_if.view import page_of, shown
from kiosk.pieces.board import BoardView
from kiosk.routes import Building, Route, Thought, Worker
from kiosk.ui.form import Call, call
from kiosk.words.language import _
from kiosk.words.latest_moves import LatestMoves


class WhatIfPage(Page):
    """Shows what would come of the `Thought` at which the page is opened.

    A field of the picture is built on, a plain's topmost worker moves. Keys: `show.hut` and
    `show.temple`, `plan.<color>` for whose it is; `worker.<height>`, `to.<plain>`; `more` turns the
    page; `why` and its `back` and `about`, `leave`.
    """

    route: routes.WhatIf | None

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        opened = navigator.half_entered if self.route is None else self.route.thought
        if not isinstance(opened, Building | Worker):
            raise TypeError("the page is opened at what somebody thinks of")
        self._thought: Thought = opened
        at = places(self.box)
        self.board = BoardView(at.board, self._on_field, self._on_plain, navigator.lie)
        self.add_widget(self.board)
        self._column = RightColumn(
            at.column,
            (BarButton("leave", _("Back"), call(navigator.back)),),
            self._take,
            players=at.players,
        )
        self.add_widget(self._column)
        self._show()

    @property
    def half_entered(self) -> Thought:
        """What somebody thinks of, as it is drawn anew in another size."""
        return self._thought

    def _show(self) -> None:
        found = shown(self.app_state.game.state, self._thought)
        self.board.show(found.picture)
        asked = page_of(found, self._thought, self._fits)
        self._column.show(self._column.arranged(self._contents(asked)))

    def _fits(self, asked: Question) -> bool:
        card = self._column.arranged(self._contents(asked)).card
        return card is not None and card_height(asked, card.width) <= card.height

    def _contents(self, asked: Question) -> Contents:
        moment = Moment(self.app_state.game.state, Nothing(), LatestMoves((), ()), frozenset())
        return contents_of(moment, self.app_state.settings)._replace(question=asked)

    def _take(self, action: object) -> None:
        match action:
            case routes.WhatIf(thought):
                self._think(thought)
            case Route():
                self.navigator.go(action)
            case Call():
                action()

    def _think(self, thought: Thought) -> None:
        self._thought = thought
        self._show()

    def _on_field(self, field: int, _lifted: bool) -> None:  # noqa: FBT001 - the board's own order
        before = self._thought
        if isinstance(before, Building):
            self._think(Building(field, before.kind, before.builder))
        else:
            self._think(Building(field))

    def _on_plain(self, plain: Material) -> None:
        self._think(Worker(plain))
