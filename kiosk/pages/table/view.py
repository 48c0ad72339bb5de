"""One question at a time: what is asked, of whom, and all that answers it.

A `Draft` is what somebody has pointed at but not yet decided; every `Choice` carries either
the next draft or the command that it gives (touchscreen, 1, 2, 4, 5). Nothing here looks at
a hand: no choice appears, hides or dims because of what lies behind a screen.
"""

from collections.abc import Callable
from enum import StrEnum
from typing import assert_never

import msgspec
from msgspec.structs import replace

from companion.commands import (
    BuildHut,
    BuildTemple,
    Command,
    DeclareEnd,
    GiveBack,
    MoveWorker,
    Offer,
    PlaceWorker,
    Roll,
    Survey,
    Swap,
    Take,
)
from companion.errors import RuleViolation
from companion.pieces import (
    CHIPS_PER_MATERIAL,
    FACES,
    MATERIALS,
    NO_CHIPS,
    RUNES,
    STACK_LIMIT,
    SWAP_RATE,
    Bonus,
    BuildingKind,
    Chips,
    Color,
    Face,
    Give,
    Material,
    Rune,
)
from companion.preview import BuildPreview, Visit, preview_build, preview_offers, visits
from companion.rules import building, offering
from companion.rules.areas import areas_follow
from companion.rules.payment import settles
from companion.rules.settlements import settlement
from companion.rules.small_yield import shares
from companion.state import Finale, GameState, Phase
from kiosk.words.texts import (
    _,
    chips_text,
    enumerated,
    refusal_text,
    several,
    short_name,
    visible,
    word,
)

_RUNE_ROWS_WITH_HELP = 4
_NAMED_HUTS = 3
"""So many of the huts still to be asked are told one by one."""


class Nothing(msgspec.Struct, frozen=True):
    """Nobody has pointed at anything."""


class Site(msgspec.Struct, frozen=True):
    """A field of the ring that somebody has pointed at."""

    field: int


class Paying(msgspec.Struct, frozen=True):
    """A building or an offering that is paid with any mix of chips."""

    purpose: BuildHut | BuildTemple | Offer
    pay: Chips


class Mover(msgspec.Struct, frozen=True):
    """A worker to move; `level` is None while several of that plain could be meant."""

    plain: Material
    level: int | None


class Surveying(msgspec.Struct, frozen=True):
    """A field that is being read off the cardboard."""

    field: int
    rune: Rune | None = None
    first: Material | None = None
    second: Material | None = None


class Hands(msgspec.Struct, frozen=True):
    """Looking at hands and swapping chips, player by player; `under` is what that covers."""

    under: "Draft" = Nothing()


class Swapping(msgspec.Struct, frozen=True):
    """Three chips for one, by any player; `under` is what was pointed at before."""

    color: Color
    pay: Chips = NO_CHIPS
    under: "Draft" = Nothing()


class Ending(msgspec.Struct, frozen=True):
    """The table is about to declare the end."""


class Menu(msgspec.Struct, frozen=True):
    """Choosing where else to go; `under` is what that covers."""

    under: "Draft" = Nothing()


Draft = Nothing | Site | Paying | Mover | Surveying | Hands | Swapping | Ending | Menu


class Think(msgspec.Struct, frozen=True):
    """Going on to another draft; nothing is decided."""

    draft: Draft


class Do(msgspec.Struct, frozen=True):
    """A decision."""

    command: Command


class RollDie(msgspec.Struct, frozen=True):
    """The app's die decides the face."""


class Tell(msgspec.Struct, frozen=True):
    """Saying why something cannot be."""

    reason: str


class Peek(msgspec.Struct, frozen=True):
    """Showing a player's own hand for as long as the finger stays."""

    color: Color


class Go(msgspec.Struct, frozen=True):
    """Going to another screen, by its name."""

    screen: str


Action = Think | Do | RollDie | Tell | Peek | Go


class Style(StrEnum):
    """How loudly a choice is offered."""

    PRIMARY = "primary"
    PLAIN = "plain"
    QUIET = "quiet"


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """One answer: `key` names it for good, `dim` marks one that only tells why not.

    `symbol` stands before the text, or several in `symbols`; `detail` at the right end, or
    `earnings`: who would get how many chips; a text that `is_name` may be shortened; `width` is
    relative to the others in its row.
    """

    key: str
    action: Action
    text: str = ""
    detail: str = ""
    earnings: tuple[tuple[Color, int], ...] = ()
    style: Style = Style.PLAIN
    symbol: Material | Face | Rune | Color | Bonus | None = None
    symbols: tuple[Material, ...] = ()
    chosen: bool = False
    dim: bool = False
    is_name: bool = False
    width: float = 1.0


class Words(msgspec.Struct, frozen=True):
    """A sentence of the question: what helps to answer it, or what holds already."""

    text: str


class ChipRow(msgspec.Struct, frozen=True):
    """Chips as drawings, a group a material."""

    chips: Chips


class Choices(msgspec.Struct, frozen=True):
    """Answers side by side."""

    choices: tuple[Choice, ...]


class Stepper(msgspec.Struct, frozen=True):
    """One material of a payment with a button for less and one for more."""

    material: Material
    number: int
    less: Choice
    more: Choice


class Steppers(msgspec.Struct, frozen=True):
    """A payment that is being put together, two materials a line."""

    steppers: tuple[Stepper, ...]


Row = Words | ChipRow | Choices | Steppers


class Question(msgspec.Struct, frozen=True):
    """What the right panel asks of `color` (None: of the table), with the rules and sums behind.

    `back` is the draft that the way back leads to; None where there is nothing to go back from.
    """

    color: Color | None
    title: str
    rows: tuple[Row, ...]
    rules: tuple[str, ...]
    sums: tuple[str, ...] = ()
    back: Draft | None = None


def question(state: GameState, draft: Draft, *, app_die: bool) -> Question:
    """The question for a state and what has been pointed at so far."""
    asked = _draft_question(state, draft, app_die=app_die)
    return replace(asked, back=_back(draft))


def _back(draft: Draft) -> Draft | None:
    """Where the way back leads from a draft."""
    match draft:
        case Nothing():
            return None
        case Paying(BuildHut(field=field) | BuildTemple(field=field)):
            return Site(field)
        case Swapping(under=under):
            return Hands(under)
        case Hands(under) | Menu(under):
            return under
        case _:
            return Nothing()


def beneath(draft: Draft) -> Draft:
    """What somebody ponders while hands or the menu are looked at; else the draft itself."""
    return draft.under if isinstance(draft, Hands | Menu) else draft


def _draft_question(state: GameState, draft: Draft, *, app_die: bool) -> Question:
    match draft:
        case Site(field):
            return _site_question(state, field)
        case Paying():
            return _paying_question(state, draft)
        case Mover():
            return _mover_question(state, draft)
        case Surveying():
            return _survey_question(state, draft)
        case Hands(under):
            return _hands_question(state, under)
        case Swapping():
            return _swap_question(state, draft)
        case Ending():
            return _ending_question(state)
        case Menu():
            return _menu_question()
        case Nothing():
            return _phase_question(state, app_die=app_die)


def draft_at_field(state: GameState, field: int) -> Draft:
    """What pointing at a field begins: reading it where nobody has, else looking at it."""
    if not state.board.field(field).known and state.in_play:
        return Surveying(field)
    return Site(field)


def tap_on_plain(state: GameState, draft: Draft, plain: Material) -> Action:
    """What a tap on a high plain of the picture means now.

    It answers the question on the card and no other: only where a phase asks, or a field or a
    worker is looked at, does it decide for whoever decides.
    """
    match draft:
        case Nothing() | Site() | Mover():
            return _decider_taps_plain(state, draft, plain)
        case Swapping(color, pay) if pay.total == SWAP_RATE:
            return Do(Swap(by=color, pay=pay, take=plain))
        case Swapping(_, pay):
            return Tell(_swap_text(SWAP_RATE - pay.total))
        case _:
            return Tell(_plain_text(state, plain))


def _decider_taps_plain(state: GameState, draft: Nothing | Site | Mover, plain: Material) -> Action:
    decider = state.decider
    if decider is None:
        return Tell(_("The game is over."))
    if state.phase is Phase.PLACING:
        return Do(PlaceWorker(by=decider, plain=plain))
    if state.phase is Phase.TAKE:
        return Do(Take(by=decider, material=plain))
    if state.phase is Phase.GIVE_BACK:
        return Do(GiveBack(by=decider, material=plain))
    if state.phase is not Phase.ACTION:
        return Tell(_plain_text(state, plain))
    if isinstance(draft, Mover) and draft.level is not None and draft.plain is not plain:
        return Do(MoveWorker(by=decider, source=draft.plain, level=draft.level, target=plain))
    own = [level for level, color in enumerate(state.stack(plain), 1) if color == decider]
    if not own:
        return Tell(
            _("{player} has no worker on {plain}.", player=_name(state, decider), plain=word(plain))
        )
    return Think(Mover(plain, own[0] if len(own) == 1 else None))


def _name(state: GameState, color: Color | None) -> str:
    return _("the table") if color is None else short_name(state.player(color).name)


def _plain_text(state: GameState, plain: Material) -> str:
    return several(
        "{number} chip lies on {plain}.",
        "{number} chips lie on {plain}.",
        state.supply.number(plain),
        plain=word(plain),
    )


def _phase_question(state: GameState, *, app_die: bool) -> Question:
    match state.phase:
        case Phase.PLACING:
            return _placing_question(state)
        case Phase.ROLL:
            return _roll_question(state, app_die=app_die)
        case Phase.TAKE:
            return _take_question(state)
        case Phase.GIVE_BACK:
            return _give_back_question(state)
        case Phase.ACTION:
            return _action_question(state)
        case Phase.OFFERING:
            return _offering_question(state)
        case Phase.FINISHED:
            return _finished_question(state)


def _placing_question(state: GameState) -> Question:
    title = _("{player}, place a worker", player=_name(state, state.decider))
    return Question(
        color=state.decider,
        title=title,
        rows=(
            Words(_("Tap a high plain. Three workers fit on each.")),
            *_material_rows(
                "place",
                lambda plain: Do(PlaceWorker(by=_decider(state), plain=plain)),
                lambda plain: len(state.stack(plain)) < STACK_LIMIT,
            ),
        ),
        rules=("setup.workers",),
    )


def _decider(state: GameState) -> Color:
    if state.decider is None:
        raise ValueError("nobody has to decide any more")
    return state.decider


def _material_rows(
    key: str, action: Callable[[Material], Action], possible: Callable[[Material], bool]
) -> tuple[Choices, ...]:
    """The four materials as two rows of two; those not possible only tell why, when tapped."""
    choices = tuple(
        Choice(
            key=f"{key}.{material}",
            text=word(material),
            symbol=material,
            action=action(material),
            dim=not possible(material),
        )
        for material in MATERIALS
    )
    return (Choices(choices[:2]), Choices(choices[2:]))


def _roll_question(state: GameState, *, app_die: bool) -> Question:
    color = _decider(state)
    faces = tuple(
        Choice(
            key=f"face.{face}",
            symbol=face,
            action=Do(Roll(by=color, face=face)),
        )
        for face in FACES
    )
    rows: list[Row] = []
    if app_die:
        rows.append(
            Choices((Choice(key="roll", text=_("Roll"), action=RollDie(), style=Style.PRIMARY),))
        )
        rows.append(Words(_("Or tap what the wooden die shows:")))
    else:
        rows.append(Words(_("Tap what the wooden die shows:")))
    rows += [Choices(faces[:3]), Choices(faces[3:]), *_end_rows(state)]
    return Question(
        color=color,
        title=_("{player} rolls the die", player=_name(state, color)),
        rows=tuple(rows),
        rules=("small.roll", "small.material", "small.plus", "small.minus"),
    )


def _end_rows(state: GameState) -> tuple[Row, ...]:
    if state.supply.total:
        return ()
    choice = Choice(
        key="end", text=_("Nobody wants to build"), action=Think(Ending()), style=Style.QUIET
    )
    return (Choices((choice,)),)


def _ending_question(state: GameState) -> Question:
    color = _decider(state)
    return Question(
        color=None,
        title=_("End the game now?"),
        rows=(
            Words(_("All four high plains are empty. The druid's final circuit begins.")),
            Choices(
                (
                    Choice(
                        key="end.table",
                        text=_("We all agree"),
                        action=Do(DeclareEnd()),
                        style=Style.PRIMARY,
                    ),
                )
            ),
            Choices(
                (
                    Choice(
                        key="end.player",
                        text=_("{player} ends it", player=_name(state, color)),
                        action=Do(DeclareEnd(by=color)),
                    ),
                )
            ),
        ),
        rules=("end.exhausted", "end.circuit"),
    )


def _take_question(state: GameState) -> Question:
    color = _decider(state)
    nothing = Choice(
        key="take.none",
        text=_("Take nothing"),
        action=Do(Take(by=color, material=None)),
        style=Style.QUIET,
    )
    return Question(
        color=color,
        title=_("{player}, take one chip", player=_name(state, color)),
        rows=(
            Words(_("The die shows +1: any material that is left.")),
            *_material_rows(
                "take",
                lambda material: Do(Take(by=color, material=material)),
                lambda material: state.supply.number(material) > 0,
            ),
            Choices((nothing,)),
        ),
        rules=("small.plus",),
    )


def _give_back_question(state: GameState) -> Question:
    color = _decider(state)
    return Question(
        color=color,
        title=_("{player}, give one chip back", player=_name(state, color)),
        rows=(
            Words(_("The die shows −1: a chip of your choice goes to its plain.")),
            *_material_rows(
                "give_back",
                lambda material: Do(GiveBack(by=color, material=material)),
                lambda _material: True,
            ),
        ),
        rules=("small.minus",),
    )


def _action_question(state: GameState) -> Question:
    color = _decider(state)
    rows: list[Row] = [
        Words(_("Big yield: tap the plain where your worker stands.")),
        Words(_("Hut or temple: tap a field, or slide round the ring.")),
        *_end_rows(state),
    ]
    if state.finale is Finale.LAST_TURNS:
        rows.append(Words(_("These are the last turns.")))
    return Question(
        color=color,
        title=_("{player}, move or build", player=_name(state, color)),
        rows=tuple(rows),
        rules=("big.move", "big.yield", "hut.field", "temple.field"),
    )


def _mover_question(state: GameState, draft: Mover) -> Question:
    if draft.level is None:
        return _which_worker_question(state, draft.plain)
    color = _decider(state)
    rows: list[Row] = [Words(_("Where to? Every worker there then works."))]
    moved = replace(
        state,
        stacks=tuple(
            stack[: draft.level - 1] + stack[draft.level :] if plain is draft.plain else stack
            for plain, stack in zip(MATERIALS, state.stacks, strict=True)
        ),
    )
    for target in MATERIALS:
        if target is draft.plain:
            continue
        full = len(state.stack(target)) >= STACK_LIMIT
        command = MoveWorker(by=color, source=draft.plain, level=draft.level, target=target)
        rows.append(
            Choices(
                (
                    Choice(
                        key=f"to.{target}",
                        text=word(target),
                        symbol=target,
                        detail=_("full") if full else "",
                        earnings=() if full else _earnings(moved, target, color),
                        action=Do(command),
                        dim=full,
                    ),
                )
            )
        )
    return Question(
        color=color,
        title=_(
            "{player}'s worker leaves {plain}", player=_name(state, color), plain=word(draft.plain)
        ),
        rows=tuple(rows),
        rules=("big.move", "big.yield"),
    )


def _earnings(moved: GameState, target: Material, color: Color) -> tuple[tuple[Color, int], ...]:
    """What a plain would yield to whom with the moved worker on top, summed for each player."""
    plain = MATERIALS.index(target)
    stacks = list(moved.stacks)
    stacks[plain] = (*stacks[plain], color)
    totals: dict[Color, int] = {}
    for share in shares(replace(moved, stacks=tuple(stacks)), target, by_height=True):
        totals[share.color] = totals.get(share.color, 0) + share.got
    return tuple(totals.items())


def _which_worker_question(state: GameState, plain: Material) -> Question:
    color = _decider(state)
    rows: list[Row] = []
    for level, owner in reversed(list(enumerate(state.stack(plain), start=1))):
        own = owner == color
        reason = _("This worker is {player}'s.", player=_name(state, owner))
        rows.append(
            Choices(
                (
                    Choice(
                        key=f"worker.{level}",
                        text=_("Height {level}", level=level),
                        symbol=owner,
                        action=Think(Mover(plain, level)) if own else Tell(reason),
                        dim=not own,
                    ),
                )
            )
        )
    return Question(
        color=color,
        title=_("Which worker on {plain}?", plain=word(plain)),
        rows=tuple(rows),
        rules=("big.move",),
    )


def _site_question(state: GameState, field: int) -> Question:
    if state.building(field) is not None:
        return _standing_question(state, field)
    if state.phase is not Phase.ACTION:
        return _empty_site_question(state, field)
    return _build_question(state, field)


def _field_title(state: GameState, field: int) -> str:
    rune = state.board.field(field).rune
    if rune is None:
        return _("Field {field}", field=field)
    return _("Field {field} · {rune}", field=field, rune=word(rune))


def _standing_question(state: GameState, field: int) -> Question:
    standing = state.building(field)
    if standing is None:
        raise ValueError("nothing stands on this field")
    owner = _name(state, standing.owner)
    rows: list[Row] = []
    if standing.kind is BuildingKind.HUT:
        rows.append(
            Words(
                several(
                    "{owner}'s hut, standing alone.",
                    "{owner}'s hut, in a settlement of {number}.",
                    len(settlement(state, field)),
                    owner=owner,
                )
            )
        )
    else:
        rows.append(Words(_("{owner}'s temple.", owner=owner)))
    rows += _printed_rows(state, field)
    return Question(
        color=state.decider,
        title=_field_title(state, field),
        rows=tuple(rows),
        rules=("hut.field", "temple.field"),
    )


def _printed_rows(state: GameState, field: int) -> tuple[Row, ...]:
    printed = state.board.field(field)
    rows: tuple[Row, ...] = ()
    if printed.needs is not None:
        rows = (ChipRow(Chips.of(*printed.needs)),)
    bonus = state.bonus_on(field)
    if bonus is not None:
        rows = (*rows, Words(_("Bonus chip: {bonus}", bonus=word(bonus))))
    return rows


def _empty_site_question(state: GameState, field: int) -> Question:
    later = {
        Phase.PLACING: _("Huts and temples come after the workers."),
        Phase.FINISHED: _("The game is over."),
    }
    text = later.get(state.phase, _("Building is for part 2 of a turn."))
    return Question(
        color=state.decider,
        title=_field_title(state, field),
        rows=(*_printed_rows(state, field), Words(text)),
        rules=("turn.decider", "hut.field", "temple.field"),
    )


def _build_question(state: GameState, field: int) -> Question:
    rows: list[Row] = []
    rules: list[str] = []
    sums: tuple[str, ...] = ()
    hut = _preview(state, BuildingKind.HUT, field)
    temple = _preview(state, BuildingKind.TEMPLE, field)
    if isinstance(hut, BuildPreview):
        rows += _hut_rows(state, hut)
        rules += ["hut.cost", "hut.rune", "druid.walk"]
        sums = _hut_sums(hut)
        rows.append(Choices(_build_choices(state, hut)))
    else:
        rows.append(Words(_("No hut: {reason}.", reason=refusal_text(state, hut))))
        rules.append(hut.rule)
    if isinstance(temple, BuildPreview):
        rows.append(Choices(_build_choices(state, temple)))
        rules.append("temple.cost")
    else:
        rows.append(Words(_("No temple: {reason}.", reason=refusal_text(state, temple))))
        rules.append(temple.rule)
    return Question(
        color=state.decider,
        title=_field_title(state, field),
        rows=tuple(rows),
        rules=tuple(dict.fromkeys(rules)),
        sums=sums,
    )


def _preview(state: GameState, kind: BuildingKind, field: int) -> BuildPreview | RuleViolation:
    try:
        return preview_build(state, kind, field)
    except RuleViolation as refusal:
        return refusal


def _hut_rows(state: GameState, preview: BuildPreview) -> list[Row]:
    rows: list[Row] = [Words(_price_text(preview))]
    if preview.price.total:
        rows.append(ChipRow(preview.price))
    if preview.bonus is Bonus.POINTS:
        rows.append(Words(_("The bonus chip scores 2 points at once.")))
    if preview.bonus is Bonus.DRUID:
        rows.append(Words(_("The druid chip stays under the hut for an offering.")))
    rows.append(Words("\n".join(_consequences(state, preview))))
    return rows


def _price_text(preview: BuildPreview) -> str:
    if preview.bonus is Bonus.HUT:
        return _("The bonus chip makes this hut free.")
    return several(
        "A single hut: both icons once.",
        "With it the settlement has {number} huts, so {number} of each:",
        preview.huts,
    )


def _hut_sums(preview: BuildPreview) -> tuple[str, ...]:
    if preview.bonus is Bonus.HUT:
        return (_("The bonus chip on field {field} pays for the hut.", field=preview.field),)
    neighbours = preview.huts - 1
    return (
        several(
            "One hut of the settlement stands already, {huts} with this one.",
            "{number} huts of the settlement stand already, {huts} with this one.",
            neighbours,
            huts=preview.huts,
        )
        if neighbours
        else _("No hut stands beside field {field}.", field=preview.field),
        _("Both icons, {huts} times: {chips}.", huts=preview.huts, chips=chips_text(preview.price)),
    )


def _consequences(state: GameState, preview: BuildPreview) -> list[str]:
    """The rune, the druid's way and who will be asked, a line each."""
    lines = []
    if preview.rune is not None and preview.rune_from is None:
        lines.append(_("• {rune} rune: from the table", rune=word(preview.rune)))
    elif preview.rune is not None:
        lines.append(
            _(
                "• {rune} rune: from {player}",
                rune=word(preview.rune),
                player=_name(state, preview.rune_from),
            )
        )
    lines.append(_druid_text(preview))
    if preview.visits:
        lines.append(_asked_text(state, preview.visits))
    return lines


def _asked_text(state: GameState, asked: tuple[Visit, ...]) -> str:
    """Whom the druid will ask; many huts only by their number, all of the same settlement."""
    if len(asked) > _NAMED_HUTS:
        return _(
            "• asks at {number} huts, each for up to {points} points",
            number=len(asked),
            points=asked[0].both,
        )
    owners = enumerated(
        [
            _("{player} (up to {points})", player=_name(state, visit.owner), points=visit.both)
            for visit in asked
        ]
    )
    return _("• asks {owners}", owners=owners)


def _druid_text(preview: BuildPreview) -> str:
    if preview.druid_stone is not None:
        return _("• druid to his stone {stone}", stone=preview.druid_stone)
    if preview.druid_field is None:
        return _("• druid stays: there is no hut to go to")
    if preview.druid_from is None:
        return _("• druid from his stones to {field}", field=preview.druid_field)
    if preview.crosses_river:
        return _(
            "• druid {start} to {field}, over the river: runes score",
            start=preview.druid_from,
            field=preview.druid_field,
        )
    return _(
        "• druid {start} to {field}, no river", start=preview.druid_from, field=preview.druid_field
    )


def _build_choices(state: GameState, preview: BuildPreview) -> tuple[Choice, ...]:
    color = _decider(state)
    hut = preview.kind is BuildingKind.HUT
    command = (BuildHut if hut else BuildTemple)(by=color, field=preview.field)
    key = f"build.{preview.kind}"
    if preview.price.total == 0:
        return (Choice(key=key, text=_("Build for free"), action=Do(command), style=Style.PRIMARY),)
    return (
        Choice(
            key=key,
            text=_("Pay and build") if hut else _("Temple"),
            detail="" if hut else chips_text(preview.price),
            action=Do(replace(command, pay=preview.price)),
            style=Style.PRIMARY if hut else Style.PLAIN,
            width=3.4,
        ),
        _swap_choice(f"{key}.pay", command, preview.price),
    )


def _swap_choice(key: str, command: BuildHut | BuildTemple | Offer, pay: Chips) -> Choice:
    """The way to pay with three chips in place of one."""
    return Choice(key=key, text=_("3 for 1"), action=Think(Paying(command, pay)), width=1.2)


def _paying_question(state: GameState, draft: Paying) -> Question:
    purpose = draft.purpose
    match purpose:
        case BuildHut():
            prices: tuple[Chips, ...] = (building.price(state, BuildingKind.HUT, purpose.field),)
            title = _("Pay for the hut on {field}", field=purpose.field)
        case BuildTemple():
            prices = (building.price(state, BuildingKind.TEMPLE, purpose.field),)
            title = _("Pay for the temple on {field}", field=purpose.field)
        case Offer():
            prices = offering.prices(state, state.visits[0], purpose.give)
            title = _offer_title(purpose.give)
    done = Choice(
        key="pay.done",
        text=_("Pay"),
        detail=chips_text(draft.pay),
        action=Do(replace(purpose, pay=draft.pay)),
        style=Style.PRIMARY,
    )
    return Question(
        color=purpose.by,
        title=title,
        rows=(
            Words(_prices_text(prices)),
            Words(_balance_text(draft.pay, prices)),
            _steppers("pay", draft.pay, lambda pay: Paying(purpose, pay)),
            Choices((done,)),
        ),
        rules=("pay.swap", "pay.hand"),
    )


def _offer_title(give: Give) -> str:
    return _("Offer both materials") if give is Give.BOTH else _("Offer one material")


def _prices_text(prices: tuple[Chips, ...]) -> str:
    if len(prices) == 1:
        return _("Asked: {chips}", chips=chips_text(prices[0]))
    return _(
        "Asked: {chips} or {others}", chips=chips_text(prices[0]), others=chips_text(prices[1])
    )


def _balance_text(pay: Chips, prices: tuple[Chips, ...]) -> str:
    """How far a payment is from what is asked; only what was put in counts, never a hand."""
    if any(settles(pay, price) for price in prices):
        return _("That is exactly right.")
    price = max(prices, key=lambda one: pay.common(one).total)
    direct = pay.common(price).total
    missing = price.total - direct
    spare = pay.total - direct
    due = SWAP_RATE * missing
    if spare > due:
        return several("{number} chip too many.", "{number} chips too many.", spare - due)
    return several(
        "{missing} missing: {number} chip more instead.",
        "{missing} missing: {number} chips more instead.",
        due - spare,
        missing=missing,
    )


def _steppers(key: str, pay: Chips, draft: Callable[[Chips], Draft]) -> Steppers:
    """Less and more for each material, 0 to 18, whatever anybody has."""
    steppers = []
    for material in MATERIALS:
        number = pay.number(material)
        less = pay.replaced(material, max(0, number - 1))
        more = pay.replaced(material, min(CHIPS_PER_MATERIAL, number + 1))
        steppers.append(
            Stepper(
                material,
                number,
                Choice(key=f"{key}.{material}.less", text="−", action=Think(draft(less))),
                Choice(key=f"{key}.{material}.more", text="+", action=Think(draft(more))),
            )
        )
    return Steppers(tuple(steppers))


def _offering_question(state: GameState) -> Question:
    field = state.visits[0]
    color = _decider(state)
    asked = visits(state)
    now, later = asked[0], asked[1:]
    rows: list[Row] = [Words(_settlement_text(state, now.both, tuple(v.field for v in later)))]
    printed = state.board.field(field)
    if printed.needs is None:
        rows.append(Words(_("Nobody has read field {field} yet.", field=field)))
        survey = Choice(
            key="survey", text=_("Read it off the board"), action=Think(Surveying(field))
        )
        rows.append(Choices((survey,)))
    rows += [
        Choices(_offer_choices(color, preview.give, preview.points, preview.prices))
        for preview in preview_offers(state)
    ]
    return Question(
        color=color,
        title=_("{player}, the druid asks at {field}", player=_name(state, color), field=field),
        rows=tuple(rows),
        rules=("ritual.order", "offer.both", "offer.one", "offer.none"),
        sums=(
            several(
                "The settlement has {number} hut: both materials score {number} point.",
                "The settlement has {number} huts: both materials score {number} points.",
                now.both,
            ),
        ),
    )


def _settlement_text(state: GameState, huts: int, later: tuple[int, ...]) -> str:
    text = several("A single hut.", "A settlement of {number} huts.", huts)
    if not later:
        return text
    if len(later) > _NAMED_HUTS:
        return _("{settlement} Then {number} more huts.", settlement=text, number=len(later))
    names = [
        _("{field} ({player})", field=field, player=_hut_owner(state, field)) for field in later
    ]
    if state.bonus_on(state.visits[0]) is Bonus.DRUID:
        # One choice more is offered: the card has no room for names.
        names = [str(field) for field in later]
    return _("{settlement} Then {huts}.", settlement=text, huts=enumerated(names))


def _hut_owner(state: GameState, field: int) -> str:
    standing = state.building(field)
    return _name(state, standing.owner if standing else None)


def _points_text(points: int) -> str:
    return several(
        "{sign}{number} point",
        "{sign}{number} points",
        abs(points),
        sign="−" if points < 0 else "+",
    )


def _offer_choices(
    color: Color, give: Give, points: int, prices: tuple[Chips, ...]
) -> tuple[Choice, ...]:
    offer = Offer(by=color, give=give)
    detail = _points_text(points)
    match give:
        case Give.NONE:
            return (
                Choice(
                    key="offer.none",
                    text=_("Nothing"),
                    detail=detail,
                    action=Do(offer),
                    style=Style.QUIET,
                ),
            )
        case Give.CHIP:
            return (
                Choice(
                    key="offer.chip",
                    text=_("Druid chip"),
                    detail=detail,
                    symbol=Bonus.DRUID,
                    action=Do(offer),
                ),
            )
        case Give.BOTH:
            return (
                Choice(
                    key="offer.both",
                    text=detail,
                    symbols=_materials(prices[0]),
                    action=Do(replace(offer, pay=prices[0])),
                    style=Style.PRIMARY,
                    width=3.4,
                ),
                _swap_choice("offer.both.pay", offer, prices[0]),
            )
        case Give.ONE:
            return (*_one_choices(offer, prices), _swap_choice("offer.one.pay", offer, prices[0]))
    assert_never(give)


def _one_choices(offer: Offer, prices: tuple[Chips, ...]) -> tuple[Choice, ...]:
    ones = tuple(dict.fromkeys(prices))
    return tuple(
        Choice(
            key=f"offer.one.{_only_material(price)}",
            text=_("+1"),
            symbol=_only_material(price),
            action=Do(replace(offer, pay=price)),
            width=3.4 / len(ones),
        )
        for price in ones
    )


def _materials(chips: Chips) -> tuple[Material, ...]:
    return tuple(material for material in MATERIALS for _one in range(chips.number(material)))


def _only_material(price: Chips) -> Material:
    return next(material for material in MATERIALS if price.number(material))


def _survey_question(state: GameState, draft: Surveying) -> Question:
    rows: list[Row] = [*_rune_rows(state, draft)]
    if len(rows) <= _RUNE_ROWS_WITH_HELP:
        rows.insert(0, Words(_("Read it off the cardboard: the rune area and the two icons.")))
    if draft.rune is not None:
        rows.append(_icon_row("first", draft, draft.first))
        rows.append(_icon_row("second", draft, draft.second))
    if draft.rune is not None and draft.first is not None and draft.second is not None:
        command = Survey(field=draft.field, needs=(draft.first, draft.second), rune=draft.rune)
        rows.append(
            Choices(
                (
                    Choice(
                        key="survey.done",
                        text=_("So it is printed"),
                        action=Do(command),
                        style=Style.PRIMARY,
                        width=2,
                    ),
                )
            )
        )
    return Question(
        color=None,
        title=_("Field {field}: what is printed?", field=draft.field),
        rows=tuple(rows),
        rules=("board.survey",),
    )


def _rune_rows(state: GameState, draft: Surveying) -> list[Row]:
    """The rune areas that fit between those already read, in rows of two."""
    runes = [field.rune for field in state.board.fields]
    fitting = []
    for rune in RUNES:
        runes[draft.field - 1] = rune
        if areas_follow(tuple(runes)):
            fitting.append(rune)
    if draft.rune is not None:
        fitting = [draft.rune]
    choices = [
        Choice(
            key=f"rune.{rune}",
            text=word(rune),
            symbol=rune,
            chosen=rune is draft.rune,
            action=Think(replace(draft, rune=None if rune is draft.rune else rune)),
        )
        for rune in fitting
    ]
    return [Choices(tuple(choices[start : start + 2])) for start in range(0, len(choices), 2)]


def _icon_row(slot: str, draft: Surveying, chosen: Material | None) -> Choices:
    return Choices(
        tuple(
            Choice(
                key=f"{slot}.{material}",
                symbol=material,
                chosen=material is chosen,
                action=Think(replace(draft, **{slot: material})),
            )
            for material in MATERIALS
        )
    )


def _hands_question(state: GameState, under: Draft) -> Question:
    help_text = Words(_("Hold a name to look at your own chips, hidden from the others."))
    rows = tuple(
        Choices(_hand_choices(player.color, visible(player.name), under))
        for player in state.players
    )
    return Question(
        color=None,
        title=_("Hands"),
        rows=(help_text, *rows),
        rules=("swap.any-time", "setup.hand"),
    )


def _hand_choices(color: Color, name: str, under: Draft) -> tuple[Choice, ...]:
    return (
        Choice(
            key=f"hand.{color}",
            text=name,
            is_name=True,
            symbol=color,
            action=Peek(color),
            width=2.2,
        ),
        Choice(
            key=f"swap.{color}",
            text=_("Swap 3 for 1"),
            action=Think(_swap_over(under, color)),
            width=1.8,
        ),
    )


def _swap_over(under: Draft, color: Color) -> Swapping:
    """A player's swap over what the hands cover: a new one, or theirs that they have begun."""
    if not isinstance(under, Swapping):
        return Swapping(color, under=under)
    return under if under.color == color else Swapping(color, under=under.under)


def _swap_question(state: GameState, draft: Swapping) -> Question:
    color = draft.color
    missing = SWAP_RATE - draft.pay.total
    rows: list[Row] = [
        Words(_swap_text(missing)),
        _steppers("give", draft.pay, lambda pay: replace(draft, pay=pay)),
    ]
    if missing == 0:
        rows.append(Choices(_swap_takes(draft)))
    return Question(
        color=color,
        title=_("{player} swaps three for one", player=_name(state, color)),
        rows=tuple(rows),
        rules=("swap.any-time",),
    )


def _swap_text(missing: int) -> str:
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


def _finished_question(state: GameState) -> Question:
    names = [_name(state, color) for color in state.winners or ()]
    return Question(
        color=state.winners[0] if state.winners and len(state.winners) == 1 else None,
        title=several(
            "{names} wins", "{names} share the victory", len(names), names=enumerated(names)
        ),
        rows=(
            Words(_("The final score tells where the points came from.")),
            Choices(
                (
                    Choice(
                        key="to.end",
                        text=_("Final score"),
                        action=Go("end"),
                        style=Style.PRIMARY,
                    ),
                )
            ),
        ),
        rules=("end.winner",),
    )


def _menu_question() -> Question:
    places = (
        ("correct", _("Correct the app")),
        ("settings", _("Settings")),
        ("panel", _("Panel")),
        ("start", _("To the start screen")),
    )
    rows = tuple(
        Choices((Choice(key=f"menu.{screen}", text=text, action=Go(screen)),))
        for screen, text in places
    )
    return Question(color=None, title=_("Menu"), rows=rows, rules=("correct.table",))
