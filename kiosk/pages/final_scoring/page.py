"""The final scoring, step by step: large points on every player, one tap a step (touchscreen)."""

from typing import NamedTuple

from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp

from companion.state import GameState
from kiosk import routes
from kiosk.navigator import Navigator, Page
from kiosk.pages.final_scoring.card import StepCard
from kiosk.pages.final_scoring.tiles import HEIGHT, ScoreTiles, Tile
from kiosk.pages.final_scoring.view import final_scoring
from kiosk.rotation import Rotation
from kiosk.ui.reading import ReadingCard
from kiosk.ui.surface import Box, Column, Surface
from kiosk.words.language import _, visible
from kiosk.words.reasons import reason_paragraph

_MARGIN = 12
_GAP = 8
_MAIN = 56


class _Reached(NamedTuple):
    """Which step, from 0, of which game is shown, and whether the rule behind it is read."""

    state: GameState
    page: int
    why: bool


class FinalScoringPage(Page):
    """Unfolds the end of a finished game, a step a tap; then comes the final score.

    Keys: `next`, `before` (one step back), `all` (the final score at once), `why` and its `back`.
    """

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        session = self.app_state.game
        if session.state.winners is None:
            raise ValueError("the final scoring is that of a finished game")
        self._state = session.state
        scoring = final_scoring(session.steps)
        self._steps = scoring.steps
        self._former = (scoring.points_before, *(step.points for step in self._steps))
        self._names = {player.color: visible(player.name) for player in self._state.players}
        self._tiles: ScoreTiles | None = None
        kept = navigator.half_entered
        self._page, self._reads = 0, False
        if isinstance(kept, _Reached) and kept.state == self._state:
            self._page, self._reads = kept.page, kept.why
        if self._reads:
            self._read()
        else:
            self._show(moving=self.app_state.settings.motion and not self._page)

    @property
    def faces(self) -> Rotation:
        """The final scoring is for all: as the screen stands."""
        return Rotation.NONE

    @property
    def half_entered(self) -> _Reached | None:
        """Which step is shown, and what is read; None at the first."""
        if not self._page and not self._reads:
            return None
        return _Reached(self._state, self._page, self._reads)

    def close(self) -> None:
        """Let the points stop counting."""
        self._finish_count()
        super().close()

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """A touch ends whatever counts."""
        self._finish_count()
        return bool(super().on_touch_down(touch))

    def go_on(self) -> None:
        """Show the next step, after the last the final score."""
        if self._page + 1 == len(self._steps):
            self._finish()
            return
        self._page += 1
        self._show(moving=self.app_state.settings.motion)

    def _go_back(self) -> None:
        self._page -= 1
        self._show(moving=False)

    def _finish(self) -> None:
        self._page = 0  # who looks at it again begins with the first step
        self.navigator.replace(routes.End())

    def _finish_count(self) -> None:
        if self._tiles is not None:
            self._tiles.finish_count()

    def _show(self, *, moving: bool) -> None:
        self._reads = False
        self._finish_count()
        self.clear()
        column = Column(self.box.inset(dp(_MARGIN)), dp(_GAP))
        self._tiles = ScoreTiles(column.take(dp(HEIGHT)), self._tiles_now())
        self.add_widget(self._tiles)
        card, foot = column.rest().footed(dp(_MAIN), dp(_GAP))
        self.add_widget(StepCard(card, self._steps[self._page], self._names, self._read))
        self._lay_foot(foot)
        if moving:
            self._tiles.count()

    def _tiles_now(self) -> tuple[Tile, ...]:
        step, former = self._steps[self._page], self._former[self._page]
        return tuple(
            Tile(color, self._names[color], before, points, gain, lit=color == step.color)
            for color, before, points, gain in zip(
                self._state.colors, former, step.points, step.gains, strict=True
            )
        )

    def _lay_foot(self, box: Box) -> None:
        last = self._page + 1 == len(self._steps)
        whole, before, main = box.split((1, 0.5, 2.5), dp(_GAP))
        if not self._page:
            main = Box(before.x, main.y, main.right - before.x, main.height)
        else:
            self.button(before, "before", "‹", self._go_back)
        self.button(whole, "all", _("All of it"), self._finish)
        text = _("Who has won?")
        if not last:
            text = _("Next: {what}", what=self._steps[self._page + 1].title)
        detail = _("{page} of {pages}", page=self._page + 1, pages=len(self._steps))
        self.button(main, "next", text, self.go_on, primary=True, detail=detail)

    def _read(self) -> None:
        """Read the rule behind the step in its place."""
        step = self._steps[self._page]
        self._reads = True
        self._finish_count()
        self.clear()
        inner = self.box.inset(dp(_MARGIN))

        def close() -> None:
            self._show(moving=False)

        def read_about() -> None:
            self.navigator.go(routes.Rules((step.why.rule,)))

        paper = (reason_paragraph(step.why),)
        reading: Surface = ReadingCard(inner, step.title, paper, close, read_about)
        self._tiles = None
        self.add_widget(reading)
