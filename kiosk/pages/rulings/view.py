"""The house rules: what the table has ruled and keeps, and how it swaps chips; no Kivy."""

from datetime import UTC, datetime

import msgspec

from kiosk.rulings import KeptRuling, Rulings, StandIn, SwapInPayment
from kiosk.ui.form import (
    GAP_ROW,
    Button,
    Column,
    Effect,
    Flow,
    Form,
    Row,
    Style,
    Text,
    Tone,
    page_words,
)
from kiosk.words.language import _, day
from kiosk.words.rulings import in_one_breath, stand_in_text, swaps_text

_A_PAGE = 3
_SWITCH = 52
_FOOT = 52


class Nothing(msgspec.Struct, frozen=True):
    """Nothing is entered here: what is tapped holds at once."""


class Listing(msgspec.Struct, frozen=True):
    """The rulings, page by page; `number` is how many there are."""

    page: int = 0
    number: int = 0


class Remove(msgspec.Struct, frozen=True):
    """That ruling holds no more."""

    ruling: KeptRuling


class ChooseSwaps(msgspec.Struct, frozen=True):
    """In the game at hand chips are swapped at any time, or only in a payment."""

    any_time: bool


RulingsFlow = Flow[Nothing, Listing]


class Swaps(msgspec.Struct, frozen=True):
    """How chips are swapped in the game at hand, and whose game that is, by name."""

    players: tuple[str, ...]
    any_time: bool


def rulings_form(flow: RulingsFlow, rulings: Rulings, swaps: Swaps | None) -> Form:
    """Each ruling with a way to remove it; above them the switch of the game at hand."""
    rows = [] if swaps is None else _switch(swaps)
    pages = max(1, -(-len(rulings) // _A_PAGE))
    page = min(flow.step.page, pages - 1)
    shown = rulings[page * _A_PAGE : (page + 1) * _A_PAGE]
    if not rulings:
        told = _(
            "No rule of yours is kept yet. Where a payment is refused, “We play it differently” "
            "can keep one."
        )
        rows += [Row((Text(told),), height=0), GAP_ROW]
    rows += [_entry(number, ruling) for number, ruling in enumerate(shown)]
    rows += [Row(share=1)] * (_A_PAGE - len(shown)) if rulings else []
    if pages > 1:
        following = flow.at(Listing((page + 1) % pages, len(rulings)))
        rows.append(Row((Button("more", following, page_words(page, pages), Style.QUIET),), _FOOT))
    back = Button("back", Effect.LEAVE, _("Back"))
    return Form(_("House rules"), back, (Column(tuple(rows)),))


def _switch(swaps: Swaps) -> list[Row]:
    """How chips are swapped in the game at hand."""
    ways = ((True, _("At any time")), (False, _("Only in a payment")))
    choices = (
        Button(
            f"swaps.{'any' if any_time else 'payment'}",
            ChooseSwaps(any_time),
            text,
            Style.RADIO,
            chosen=any_time is swaps.any_time,
        )
        for any_time, text in ways
    )
    told = _("3 for 1 in the game of {players}:", players=in_one_breath(swaps.players))
    return [Row((Text(told, Tone.STRONG),), height=0), Row(tuple(choices), _SWITCH)]


def _entry(number: int, ruling: KeptRuling) -> Row:
    text = f"{ruling_text(ruling)}\n{_whose_text(ruling)}"
    remove = Button(f"remove.{number}", Remove(ruling), _("Drop it"))
    return Row((Text(text, Tone.ENTRY, 3.4), remove), share=1)


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
    since = day(datetime.fromtimestamp(ruling.since, UTC)) if ruling.since else ""
    match ruling:
        case StandIn(players=()):
            return _("This evening, whoever plays")
        case SwapInPayment(again=False):
            return _("{players}: only games that have begun so", players=players)
        case _ if since:
            return _("{players}, since {day}", players=players, day=since)
        case _:
            return players
