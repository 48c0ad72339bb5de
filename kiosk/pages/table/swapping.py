"""Looking at hands, and three chips for one by any player at any time (swap.any-time)."""

from msgspec.structs import replace

from companion.commands import Swap
from companion.pieces import MATERIALS, SWAP_RATE, Color
from companion.state import GameState
from kiosk.pages.table.draft import Draft, Swapping
from kiosk.pages.table.parts import rules, steppers
from kiosk.pages.table.question import (
    Choice,
    Choices,
    Do,
    Go,
    Peek,
    Question,
    Row,
    Style,
    Think,
    Words,
    alone,
)
from kiosk.words.language import _, several, visible
from kiosk.words.rulings import swaps_text


def hands_question(state: GameState, under: Draft, *, swaps: bool = True) -> Question:
    """Offers to look at hands and, in play, to swap; `under` is what it covers.

    Where a table swaps only in a payment, not `swaps`, it leads to where that is chosen.
    """
    help_text = Words(_("Hold a name to look at your own chips, hidden from the others."))
    hands = [_hand(player.color, visible(player.name)) for player in state.players]
    if not state.in_play:
        rows = tuple(map(alone, hands))
    elif swaps:
        rows = tuple(
            Choices((hand, _swap(under, player.color)))
            for hand, player in zip(hands, state.players, strict=True)
        )
    else:
        text = swaps_text(any_time=False)
        way = Choice(key="rulings", text=text, action=Go("rulings"), style=Style.QUIET)
        pairs = (Choices(tuple(hands[place : place + 2])) for place in range(0, len(hands), 2))
        rows = (*pairs, alone(way))
    return Question(
        color=None,
        title=_("Hands"),
        rows=(help_text, *rows),
        reasons=rules("swap.any-time", "setup.hand"),
    )


def _hand(color: Color, name: str) -> Choice:
    return Choice(
        key=f"hand.{color}",
        text=name,
        is_name=True,
        symbol=color,
        action=Peek(color),
        width=2.2,
    )


def _swap(under: Draft, color: Color) -> Choice:
    return Choice(
        key=f"swap.{color}",
        text=_("Swap 3 for 1"),
        action=Think(_swap_over(under, color)),
        width=1.8,
    )


def _swap_over(under: Draft, color: Color) -> Swapping:
    """A player's swap over what the hands cover: a new one, or theirs that they have begun."""
    if not isinstance(under, Swapping):
        return Swapping(color, under=under)
    return under if under.color == color else Swapping(color, under=under.under)


def swap_question(draft: Swapping) -> Question:
    """Asks for three chips, then for the one that is taken for them."""
    color = draft.color
    missing = SWAP_RATE - draft.pay.total
    rows: list[Row] = [
        Words(swap_text(missing)),
        steppers("give", draft.pay, lambda pay: replace(draft, pay=pay)),
    ]
    if missing == 0:
        rows.append(Choices(_swap_takes(draft)))
    return Question(
        color=color,
        title=_("swaps three for one"),
        rows=tuple(rows),
        reasons=rules("swap.any-time"),
    )


def swap_text(missing: int) -> str:
    """How many of the three chips are still missing."""
    if missing == 0:
        return _("Now tap the chip that you take:")
    if missing < 0:
        return several("{number} chip too many.", "{number} chips too many.", -missing)
    return several("Put in {number} more chip.", "Put in {number} more chips.", missing)


def _swap_takes(draft: Swapping) -> tuple[Choice, ...]:
    return tuple(
        Choice(
            key=f"swap.take.{material}",
            symbol=material,
            action=Do(Swap(by=draft.color, pay=draft.pay, take=material)),
        )
        for material in MATERIALS
    )
