"""What would come of a building or a worker's move, as a card's rows; no Kivy, and no hand is seen.

Every choice leads on to another thought; none of them decides anything.
"""

from collections.abc import Callable, Iterator
from itertools import chain
from typing import NamedTuple

from msgspec.structs import replace

from companion.errors import RuleViolation
from companion.pieces import BuildingKind, Color, Material
from companion.preview import has_room
from companion.state import Finale, GameState, Phase
from companion.what_if import Asked, BuildingOutlook, MoveOutlook, Points, if_built, if_moved
from kiosk import routes
from kiosk.pages.table.building import KINDS, caused_rows, refused_text
from kiosk.pages.table.parts import BOARD_ORDER, rules
from kiosk.pages.table.question import Question, alone, words
from kiosk.pieces.form import Choice, Shares, Spans
from kiosk.pieces.picture import BoardPicture, InTower, board_picture
from kiosk.routes import Building, Thought, Worker
from kiosk.ui.form import Block, Row
from kiosk.words.language import _, listed, several
from kiosk.words.reasons import Reason, reasons_to_build
from kiosk.words.texts import refusal_text, word

NAMED_HUTS = 4
"""So many huts that are asked are told one by one, more of them by whose they are."""


Together = tuple[Block, ...]
"""Rows that stand on the same page."""


class Shown(NamedTuple):
    """A thought worked out: the board as it would be then, and what the card says of it.

    `top` stands on each of its pages.
    """

    picture: BoardPicture
    title: str
    top: tuple[Block, ...]
    told: tuple[Together, ...]
    reasons: tuple[Reason, ...]

    def question(self, *told: Together, more: tuple[Block, ...] = ()) -> Question:
        """A card that tells so much of it, and what follows that."""
        rows = (*self.top, *chain.from_iterable(told), *more)
        return Question(color=None, title=self.title, rows=rows, reasons=self.reasons, fills=True)


def shown(state: GameState, thought: Thought) -> Shown:
    """What would come of a thought in a state, which stays as it is."""
    if isinstance(thought, Building):
        return _building_shown(state, thought)
    return _worker_shown(state, thought)


def page_of(whole: Shown, thought: Thought, fits: Callable[[Question], bool]) -> Question:
    """The page of the card that a thought names: as much on each as `fits` tells to have room."""
    if fits(whole.question(*whole.told)):
        return whole.question(*whole.told)
    pages: list[list[Together]] = [[]]
    for rows in whole.told:
        longer = whole.question(*pages[-1], rows, more=_more(thought, 0, 2))
        if pages[-1] and not fits(longer):
            pages.append([])
        pages[-1].append(rows)
    page = min(thought.page, len(pages) - 1)
    return whole.question(*pages[page], more=_more(thought, page, len(pages)))


def _more(thought: Thought, page: int, pages: int) -> tuple[Block, ...]:
    text = _("More ({page} of {pages})", page=page + 1, pages=pages)
    return (alone(_choice("more", replace(thought, page=(page + 1) % pages), text=text)),)


def _choice(
    key: str,
    thought: Thought,
    *,
    text: str = "",
    symbol: Material | Color | InTower | None = None,
    chosen: bool = False,
) -> Choice:
    return Choice(key=key, action=routes.WhatIf(thought), text=text, symbol=symbol, chosen=chosen)


# A building


def _building_shown(state: GameState, thought: Building) -> Shown:
    builder = thought.builder or state.active
    outlook = _built(state, thought, builder)
    title = _("What if? Field {field}", field=thought.field)
    top = (Row(_kinds(thought)), Row(_builders(state, thought, builder)))
    if isinstance(outlook, BuildingOutlook):
        picture = board_picture(outlook.after, pointed=thought.field)
        reasons = reasons_to_build(outlook.before, outlook.preview)
        told = tuple(_outlook_rows(outlook, of_ritual=bool(state.visits)))
        return Shown(picture, title, top, told, reasons)
    picture = board_picture(state, pointed=thought.field)
    return Shown(picture, title, top, ((words(outlook.text),),), outlook.reasons)


class _Refused(NamedTuple):
    """Why nothing can be thought of there."""

    text: str
    reasons: tuple[Reason, ...]


def _built(
    state: GameState, thought: Building, builder: Color | None
) -> BuildingOutlook | _Refused:
    """What comes of it, or why nothing can be built there."""
    if builder is None or state.phase is Phase.FINISHED:
        return _Refused(_("The game is over."), rules("turn.decider"))
    if state.finale is Finale.CIRCUIT:
        return _Refused(_("Nobody builds in the final circuit."), rules("end.circuit"))
    try:
        return if_built(state, thought.kind, thought.field, builder)
    except RuleViolation as refusal:
        return _Refused(refused_text(state, thought.kind, refusal), rules(refusal.rule))


def _kinds(thought: Building) -> tuple[Choice, ...]:
    return tuple(
        _choice(
            f"show.{kind}",
            replace(thought, kind=kind, page=0),
            text=KINDS[kind](),
            chosen=kind is thought.kind,
        )
        for kind in BuildingKind
    )


def _builders(state: GameState, thought: Building, builder: Color | None) -> tuple[Choice, ...]:
    return tuple(
        _choice(
            f"plan.{color}",
            replace(thought, builder=color, page=0),
            symbol=color,
            chosen=color == builder,
        )
        for color in state.colors
    )


def _outlook_rows(outlook: BuildingOutlook, *, of_ritual: bool) -> Iterator[Together]:
    """Everybody's points after it, who is asked for what, and all that it costs and causes.

    `of_ritual`: a ritual is on, whose end the points count as well.
    """
    points = _points_row(outlook.points)
    if of_ritual:
        yield (points, words(_("What the druid still asks now counts, too.")))
    else:
        yield (points,)
    yield from _asked_rows(outlook.asked)
    for row in caused_rows(outlook.before, outlook.preview):
        yield (row,)


def _asked_rows(asked: tuple[Asked, ...]) -> Iterator[Together]:
    if not asked:
        yield (words(_("The druid asks nobody.")),)
        return
    head = words(
        several(
            "The druid asks. One material or both: +1, nothing: −1.",
            "The druid asks. One material: +1, both: +{number}, nothing: −1.",
            asked[0].huts,
        )
    )
    first, *others = _by_owner(asked) if len(asked) > NAMED_HUTS else _one_by_one(asked)
    yield (head, first)
    for row in others:
        yield (row,)


def _one_by_one(asked: tuple[Asked, ...]) -> tuple[Block, ...]:
    return tuple(Shares(_hut_text(one), ((one.owner, one.huts),)) for one in asked)


def _by_owner(asked: tuple[Asked, ...]) -> tuple[Block, ...]:
    """The huts of each player together, with the points of all of them."""
    owners = dict.fromkeys(one.owner for one in asked)
    rows = []
    for owner in owners:
        fields = [one.field for one in asked if one.owner is owner]
        points = sum(one.huts for one in asked if one.owner is owner)
        rows.append(Shares(listed([str(field) for field in fields]), ((owner, points),)))
    return tuple(rows)


def _hut_text(one: Asked) -> str:
    """What its owner could give."""
    if one.needs is None:
        if one.chip:
            return _("{field}: not read yet, or the druid chip", field=one.field)
        return _("{field}: not read yet", field=one.field)
    first, second = map(word, one.needs)
    if one.chip:
        return _(
            "{field}: {first}, {second} or the druid chip",
            field=one.field,
            first=first,
            second=second,
        )
    return _("{field}: {first}, {second}", field=one.field, first=first, second=second)


def _points_row(points: tuple[Points, ...]) -> Spans:
    if any(one.least != one.most for one in points):
        text = _("Points now › then, by what is offered:")
    else:
        text = _("Points now › then:")
    return Spans(text, tuple((one.color, _span(one)) for one in points))


def _span(one: Points) -> str:
    if one.least == one.most:
        return _("{now} › {then}", now=one.now, then=one.least)
    return _("{now} › {least}–{most}", now=one.now, least=one.least, most=one.most)


# A worker


def _worker_shown(state: GameState, thought: Worker) -> Shown:
    stack = state.stack(thought.plain)
    title = _("What if? Worker from {plain}", plain=word(thought.plain))
    picture = board_picture(state, plains=(thought.plain,))
    if not stack:
        text = _("No worker stands on the {plain} plain.", plain=word(thought.plain))
        return Shown(picture, title, (), ((words(text),),), rules("big.move"))
    level = thought.level or len(stack)
    target = thought.target or _with_room(state, thought.plain)
    meant = replace(thought, level=level, target=target, page=0)
    top = (
        words(_("This worker moves to:")),
        Row(_workers(stack, meant)),
        Row(_targets(meant)),
    )
    try:
        outlook = if_moved(state, thought.plain, level, target)
    except RuleViolation as refusal:
        why = _("Not possible: {reason}.", reason=refusal_text(state, refusal))
        return Shown(picture, title, top, ((words(why),),), rules(refusal.rule))
    picture = board_picture(outlook.after, plains=(target,))
    told = tuple((row,) for row in _move_rows(outlook))
    return Shown(picture, title, top, told, rules("big.move", "big.yield", "small.material"))


def _workers(stack: tuple[Color, ...], thought: Worker) -> tuple[Choice, ...]:
    return tuple(
        _choice(
            f"worker.{level}",
            replace(thought, level=level),
            symbol=InTower(stack, level),
            chosen=level == thought.level,
        )
        for level in range(len(stack), 0, -1)
    )


def _targets(thought: Worker) -> tuple[Choice, ...]:
    return tuple(
        _choice(
            f"to.{plain}",
            replace(thought, target=plain),
            symbol=plain,
            chosen=plain is thought.target,
        )
        for plain in BOARD_ORDER
        if plain is not thought.plain
    )


def _with_room(state: GameState, source: Material) -> Material:
    """The first other plain with room, or the first one where none has any."""
    others = [plain for plain in BOARD_ORDER if plain is not source]
    return next((plain for plain in others if has_room(state, plain)), others[0])


def _move_rows(outlook: MoveOutlook) -> tuple[Block, ...]:
    return (
        Shares(_("Big yield, at once:"), outlook.preview.earnings),
        *(_small_row(plain, shares) for plain, shares in outlook.small),
        words(_("Points and rune stones stay as they are.")),
    )


def _small_row(plain: Material, shares: tuple[tuple[Color, int], ...]) -> Block:
    if not shares:
        return words(_("Then {material} on the die: nobody", material=word(plain)))
    return Shares(_("Then {material} on the die:", material=word(plain)), shares)
