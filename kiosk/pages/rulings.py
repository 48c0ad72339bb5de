"""The house rules: what the table has ruled and keeps, each removable; how it swaps chips."""

from datetime import UTC, datetime

from msgspec.structs import replace

from companion.memory.local_time import local_time
from companion.state import Phase
from kiosk.navigator import Navigator
from kiosk.pages.form_page import FormPage
from kiosk.rulings import (
    KeptRuling,
    Rulings,
    StandIn,
    SwapInPayment,
    in_force,
    swaps_any_time,
    who_plays,
    with_swaps,
)
from kiosk.ui.form import (
    Block,
    Button,
    Column,
    Form,
    Row,
    Style,
    Text,
    Tone,
    call,
    way_back,
)
from kiosk.words.dates import day
from kiosk.words.language import _
from kiosk.words.rulings import in_one_breath, stand_in_text, swaps_text

_SWITCH = 52
_ENTRY = 96


class RulingsPage(FormPage):
    """Keys: `remove.<n>` removes the nth ruling (from 0), `more` turns the page, `back`.

    Where a game is at hand, `swaps.any` and `swaps.payment` say how chips are swapped in it.
    """

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self.show()

    def form(self) -> Form:
        """Each ruling with a way to remove it; above them the switch of the game at hand."""
        rulings = in_force(self.app_state.settings.rulings)
        rows: tuple[Block, ...] = tuple(map(self._entry, range(len(rulings)), rulings))
        if not rulings:
            told = _(
                "No rule of yours is kept yet. Where a payment is refused, “We play it "
                "differently” can keep one."
            )
            rows = (Text(told),)
        back = way_back(self.navigator.back)
        return Form(_("House rules"), back, (Column(rows, pages="more"),), above=self._switch())

    def _switch(self) -> tuple[Block, ...]:
        """How chips are swapped in the game at hand."""
        session = self.app_state.at_hand
        if session is None or session.state.phase is Phase.FINISHED:
            return ()
        players = tuple(player.name for player in session.state.players)
        now = swaps_any_time(self.app_state.settings.rulings, session.key)
        ways = ((True, "any", _("At any time")), (False, "payment", _("Only in a payment")))
        choices = (
            Button(
                f"swaps.{key}",
                call(self._choose_swaps, any_time=any_time),
                text,
                Style.RADIO,
                chosen=any_time is now,
            )
            for any_time, key, text in ways
        )
        told = _("3 for 1 in the game of {players}:", players=in_one_breath(players))
        return (Text(told, Tone.STRONG), Row(tuple(choices), _SWITCH))

    def _entry(self, number: int, ruling: KeptRuling) -> Row:
        text = f"{ruling_text(ruling)}\n{_whose_text(ruling)}"
        remove = Button(f"remove.{number}", call(self._remove, ruling), _("Drop it"))
        return Row((Text(text, Tone.ENTRY, 3.4), remove), _ENTRY)

    def _remove(self, ruling: KeptRuling) -> None:
        if self.is_meant():
            rulings = self.app_state.settings.rulings
            self._hold(tuple(one for one in rulings if one != ruling))

    def _choose_swaps(self, *, any_time: bool) -> None:
        game, rulings = self.app_state.game, self.app_state.settings.rulings
        players = (player.name for player in game.state.players)
        who_is = who_plays(self.app_state.journal)
        self._hold(with_swaps(rulings, game.key, players, who_is, any_time=any_time))

    def _hold(self, rulings: Rulings) -> None:
        """Hold to these from now on; a finger that stays there removes no other one."""
        self.app_state.set(replace(self.app_state.settings, rulings=rulings))
        self.navigator.ignore_bounces()
        self.ask_anew()
        self.show()


def ruling_text(ruling: KeptRuling) -> str:
    """What a table has ruled."""
    match ruling:
        case StandIn(others):
            return stand_in_text(others)
        case SwapInPayment():
            return swaps_text(any_time=False)


def _whose_text(ruling: KeptRuling) -> str:
    """For whom a ruling holds, and since when."""
    players = in_one_breath(ruling.players)
    since = day(local_time(datetime.fromtimestamp(ruling.since, UTC))) if ruling.since else ""
    match ruling:
        case StandIn(players=()):
            return _("This evening, whoever plays")
        case SwapInPayment(again=False):
            return _("{players}: only games that have begun so", players=players)
        case _ if since:
            return _("{players}, since {day}", players=players, day=since)
        case _:
            return players
