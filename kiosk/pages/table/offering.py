"""The druid's question at a hut: what its owner offers (offer.*)."""

from typing import assert_never

from msgspec.structs import replace

from companion.commands import Offer
from companion.pieces import MATERIALS, Bonus, Chips, Color, Give, Material
from companion.preview import OfferPreview, preview_offers, visits
from companion.state import Finale, GameState
from kiosk.pages.table.draft import Surveying
from kiosk.pages.table.parts import NAMED_HUTS, decider_of, name_of
from kiosk.pages.table.paying import swap_choice
from kiosk.pages.table.question import (
    Choice,
    Choices,
    Do,
    Question,
    Row,
    Style,
    Think,
    Words,
    alone,
)
from kiosk.words.language import _, several
from kiosk.words.reasons import reasons_to_ask
from kiosk.words.texts import in_a_row


def offering_question(state: GameState) -> Question:
    """Asks the owner of the hut at which the druid stands what they offer."""
    field = state.visits[0]
    color = decider_of(state)
    asked = visits(state)
    now, later = asked[0], asked[1:]
    rows: list[Row] = [Words(_settlement_text(state, now.both, tuple(v.field for v in later)))]
    printed = state.board.field(field)
    if printed.needs is None:
        rows.append(Words(_("Nobody has read field {field} yet.", field=field)))
        survey = Choice(
            key="survey", text=_("Read it off your board"), action=Think(Surveying(field))
        )
        rows.append(alone(survey))
    single = now.both == 1
    previews = sorted(preview_offers(state), key=lambda one: _order(one, single=single))
    rows += [_offer_row(color, one, printed.needs or (), single=single) for one in previews]
    return Question(
        color=color,
        title=_("offers at {field}", field=field),
        rows=tuple(rows),
        reasons=reasons_to_ask(state),
    )


def _order(preview: OfferPreview, *, single: bool) -> int:
    """The main answer at the foot: at a single hut both icons bring no more than one."""
    last = (Give.BOTH, Give.ONE) if single else (Give.ONE, Give.BOTH)
    return (Give.NONE, Give.CHIP, *last).index(preview.give)


def _settlement_text(state: GameState, huts: int, later: tuple[int, ...]) -> str:
    text = several("A single hut.", "A settlement of {number} huts.", huts)
    if not later:
        return text
    if len(later) > NAMED_HUTS and state.finale is Finale.CIRCUIT:
        return text
    if len(later) > NAMED_HUTS:
        return _("{settlement} Then {number} more huts.", settlement=text, number=len(later))
    names = [
        _("{player} ({field})", field=field, player=_hut_owner(state, field)) for field in later
    ]
    if state.bonus_on(state.visits[0]) is Bonus.DRUID:
        # One choice more is offered: the card has no room for names.
        names = [str(field) for field in later]
    return _("{settlement} Then he asks {huts}.", settlement=text, huts=in_a_row(names))


def _hut_owner(state: GameState, field: int) -> str:
    standing = state.building(field)
    return name_of(state, standing.owner if standing else None)


def _points_text(points: int) -> str:
    return several(
        "{sign}{number} point",
        "{sign}{number} points",
        abs(points),
        sign="−" if points < 0 else "+",
    )


def _offer_row(
    color: Color, preview: OfferPreview, needs: tuple[Material, ...], *, single: bool
) -> Choices:
    """An answer as it can be tapped; `needs` are the field's icons in the order of the board.

    At a `single` hut one material is as good an offering as both.
    """
    offer, prices = Offer(by=color, give=preview.give), preview.prices
    detail = _points_text(preview.points)
    match preview.give:
        case Give.NONE:
            nothing = Choice(
                key="offer.none",
                text=_("Nothing"),
                detail=detail,
                action=Do(offer),
                style=Style.QUIET,
            )
            return alone(nothing)
        case Give.CHIP:
            chip = Choice(
                key="offer.chip",
                text=_("Druid chip"),
                detail=detail,
                symbol=Bonus.DRUID,
                action=Do(offer),
            )
            return alone(chip)
        case Give.BOTH:
            both = Choice(
                key="offer.both",
                text=_("both: also +1") if single else detail,
                symbols=needs,
                action=Do(replace(offer, pay=prices[0])),
                style=Style.QUIET if single else Style.PRIMARY,
                width=3.4,
            )
            return Choices((both, swap_choice("offer.both.pay", offer, prices)))
        case Give.ONE:
            style = Style.PRIMARY if single else Style.PLAIN
            ones = _one_choices(offer, prices, style)
            return Choices((*ones, swap_choice("offer.one.pay", offer, prices)))
    assert_never(preview.give)


def _one_choices(offer: Offer, prices: tuple[Chips, ...], style: Style) -> tuple[Choice, ...]:
    ones = tuple(dict.fromkeys(prices))
    return tuple(
        Choice(
            key=f"offer.one.{_only_material(price)}",
            text=_("+1"),
            symbol=_only_material(price),
            action=Do(replace(offer, pay=price)),
            style=style,
            width=3.4 / len(ones),
        )
        for price in ones
    )


def _only_material(price: Chips) -> Material:
    return next(material for material in MATERIALS if price.number(material))
