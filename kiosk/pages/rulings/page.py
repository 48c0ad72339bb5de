"""The house rules: what the table has ruled and keeps, each removable; how it swaps chips."""

from msgspec.structs import replace

from companion.state import Phase
from kiosk.navigator import Navigator
from kiosk.pages.form_page import FlowPage
from kiosk.pages.rulings.view import (
    ChooseSwaps,
    Listing,
    Nothing,
    Remove,
    RulingsFlow,
    Swaps,
    rulings_form,
)
from kiosk.rulings import Rulings, in_force, swaps_any_time, who_plays, with_swaps
from kiosk.ui.form import Effect, Form


class RulingsPage(FlowPage[Nothing, Listing]):
    """Keys: `remove.<n>` removes the nth ruling of the page (from 0), `more` turns it, `back`.

    Where a game is at hand, `swaps.any` and `swaps.payment` say how chips are swapped in it.
    """

    def __init__(self, navigator: Navigator) -> None:
        fresh = RulingsFlow(
            Nothing(), (Listing(number=len(in_force(navigator.app_state.settings.rulings))),)
        )
        super().__init__(navigator, fresh)

    def form(self) -> Form:
        """All rulings that hold for somebody."""
        return rulings_form(self.flow, in_force(self.app_state.settings.rulings), self._swaps)

    @property
    def _swaps(self) -> Swaps | None:
        session = self.app_state.at_hand
        if session is None or session.state.phase is Phase.FINISHED:
            return None
        players = tuple(player.name for player in session.state.players)
        any_time = swaps_any_time(self.app_state.settings.rulings, session.head.key)
        return Swaps(players, any_time)

    def take(self, action: object) -> None:
        """Remove a ruling, set the switch, or go on as every form does."""
        rulings = self.app_state.settings.rulings
        match action:
            case Remove(ruling):
                if self.is_meant():
                    self._hold(tuple(one for one in rulings if one != ruling))
            case ChooseSwaps(any_time):
                game = self.app_state.game
                players = (player.name for player in game.state.players)
                who_is = who_plays(self.app_state.journal)
                self._hold(with_swaps(rulings, game.head.key, players, who_is, any_time=any_time))
            case _:
                super().take(action)

    def _hold(self, rulings: Rulings) -> None:
        """Hold to these from now on; a finger that stays there removes no other one."""
        self.app_state.set(replace(self.app_state.settings, rulings=rulings))
        self.navigator.ignore_bounces()
        self.take(self.flow.at(replace(self.flow.step, number=len(in_force(rulings)))))

    def run(self, errand: Effect) -> None:
        """Go back to where somebody came from."""
        if errand is not Effect.LEAVE:
            raise ValueError(f"{errand} is no errand of this page")
        self.finished()
        self.navigator.back()
