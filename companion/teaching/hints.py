"""Hints: short lessons with the facts of this game, each shown once.

A hint explains a concept of the game, such as the big yield. Usually it is shown early, as soon as
the state has an example of the concept. When the concept first occurs, it can be too late: one step
can include several new concepts, but only one hint fits between two decisions. A concept that the
players have already used needs no hint. Pure functions; the texts and the ids of their rules are in
content/hints.toml.
"""

from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from itertools import chain
from typing import TypeVar

import msgspec

from companion import events as ev
from companion.content import bonus_chip_sentence, load_content_file, sentence_factory
from companion.evolution import apply_events
from companion.pieces import (
    BONUS_CHIPS,
    DRUID_STONES,
    MATERIALS,
    RUNES,
    TEMPLES_PER_PLAYER,
    Bonus,
    BuildingKind,
    Color,
    Face,
    Material,
    MaterialChips,
    huts_per_player,
)
from companion.preview import (
    may_declare_end,
    movable_levels,
    plain_has_room,
    settlement_fields,
    settlement_size_with_new_hut,
)
from companion.rules.building import building_price
from companion.rules.druid import druids_next_hut, river_points
from companion.sentence import Sentence, join_sentences
from companion.state import FinaleStage, GameState, Phase, PointSource
from companion.teaching.hint_setting import NOTHING_SEEN, HintSetting, SeenConcepts
from companion.teaching.illustration import Illustration, Piece, PieceGroup, bonus_chip_groups
from companion.teaching.story import victory_sentence
from companion.telling import reasons_behind
from companion.telling.places import (
    DruidPlace,
    FieldPlace,
    Place,
    RiverPlace,
    RunePlace,
    SupplyPlace,
    WorkerPlace,
)
from companion.telling.reasons import players_with_turns_left
from companion.what_if import Yields, yields_if_rolled, yields_if_worker_lands

_say = sentence_factory("hints")
_Event = TypeVar("_Event")

MOST_WORDS = 25
"""Maximum number of words in a hint, which should contain a single thought."""
FEW_HUTS = 3
"""The end counts as near once a player has at most this number of huts left."""
_FEW_CHIPS = 3
"""A plain with at most this number of chips may soon run short."""
_DRAWN_HUTS = 4
_SOON_EMPTY = 20
"""The players may soon declare the end if all plains together have at most this many chips."""


class Hint(msgspec.Struct, frozen=True):
    """A hint for the players: its concept, text, picture and rules.

    `text` has at most `MOST_WORDS` words. `addressed_player` is the player whose action the hint
    explains, or None if the hint is for everybody or for the next player.
    """

    concept: str
    text: Sentence
    picture: Illustration
    rules: tuple[str, ...]
    addressed_player: Color | None = None


class HintStep(msgspec.Struct, frozen=True):
    """A step of the game: the state before it, its events and the state after it.

    For hints about the next decision there are no events: both states are the current one.
    """

    before: GameState
    events: tuple[ev.Event, ...]
    after: GameState

    def first_event(self, kind: type[_Event], /, **facts: object) -> _Event | None:
        return ev.find_first_event(self.events, kind, **facts)

    def has_event(self, *kinds: type[ev.Event], **facts: object) -> bool:
        """Return whether an event of one of these kinds has all attribute values in `facts`."""
        return any(self.first_event(kind, **facts) for kind in kinds)


Told = tuple[Sentence, Illustration]
"""Text and picture of a hint."""


def _goes_on(state: GameState) -> bool:
    """Return whether a player must now place a worker, roll the die, or begin part 2 of a turn."""
    return state.phase in (Phase.PLACING, Phase.ROLL, Phase.ACTION)


class Concept(msgspec.Struct, frozen=True):
    """A concept of the game to teach once.

    `occurred_in` returns whether the concept occurred in a step. `text_and_picture` returns the
    text and picture of the hint after a step, or None if the hint does not fit the state after it.
    `may_be_shown_early` returns whether the hint may be shown in a state before the concept has
    occurred. If `is_for_acting_player` is set and the concept has occurred, the hint is for the
    player who acted.
    """

    id: str
    occurred_in: Callable[[HintStep], bool]
    text_and_picture: Callable[[HintStep], Told | None]
    may_be_shown_early: Callable[[GameState], bool] = _goes_on
    is_for_acting_player: bool = False

    @property
    def rules(self) -> tuple[str, ...]:
        return _rules(self.id)


def _rules(concept: str) -> tuple[str, ...]:
    return tuple(load_content_file("hints")[concept].get("rules", ()))


def due_hint(
    before: GameState, events: Sequence[ev.Event], seen: SeenConcepts, setting: HintSetting
) -> Hint | None:
    """Return the hint to show before the next decision, or None.

    `events` are the events of the last step, and `before` is the state before that step. If
    `events` is empty, `before` is the current state. Concepts that occurred in the step are
    explained before other concepts. `seen` must include the results of `new_concepts_in_step` for
    all earlier steps. There is no hint after a correction, or after players have entered what is
    printed on a field.
    """
    interlude = ev.PrintedFieldEntered | ev.Corrected | ev.LastTurnsCancelled
    if setting is HintSetting.NEVER or (
        events and all(isinstance(event, interlude) for event in events)
    ):
        return None
    step = HintStep(before, tuple(events), apply_events(before, events))
    new = [concept for concept in CONCEPTS if concept.id not in seen]
    happened = [concept for concept in new if concept.occurred_in(step)]
    waiting = [one for one in new if one not in happened and one.may_be_shown_early(step.after)]
    for concept in (*happened, *(waiting if setting is HintSetting.FIRST_GAME else ())):
        told = concept.text_and_picture(step)
        if told is not None:
            text, picture = told
            doers = (event.color for event in events if isinstance(event, _ACTIONS))
            reader = (
                next(doers, None) if concept.is_for_acting_player and concept in happened else None
            )
            return Hint(concept.id, text, picture, concept.rules, reader)
    return None


_ACTIONS = ev.WorkerPlaced | ev.WorkerMoved | ev.BuildingBuilt | ev.OfferingMade | ev.ChipsSwapped


def new_concepts_in_step(
    before: GameState, events: Sequence[ev.Event], seen: SeenConcepts = NOTHING_SEEN
) -> frozenset[str]:
    """Return the ids of the concepts that occurred in a step and are not in `seen`."""
    step = HintStep(before, tuple(events), apply_events(before, events))
    new = (concept for concept in CONCEPTS if concept.id not in seen)
    return frozenset(concept.id for concept in new if concept.occurred_in(step))


def seen_hints(
    start: GameState, steps: Iterable[tuple[GameState, Sequence[ev.Event]]], seen: SeenConcepts
) -> tuple[Hint, ...]:
    """Return the hints of this game that the players have seen, in order of appearance.

    `start` is the first state of the game. Each of `steps` is the state before a step, and its
    events. Hints about concepts that are not in `seen` are left out.
    """
    told: list[Hint] = []
    known = NOTHING_SEEN
    for before, events in ((start, ()), *steps):
        hint = due_hint(before, events, known, HintSetting.FIRST_GAME)
        known = known.union(new_concepts_in_step(before, events) if events else ())
        if hint is not None:
            known = known.union([hint.concept])
            told.append(hint)
    return tuple(hint for hint in told if hint.concept in seen)


# Pictures


_DRUID = PieceGroup(Piece.DRUID, 1)


def _one_chip(material: Material) -> PieceGroup:
    return PieceGroup(Piece.CHIP, 1, material=material)


_EVERY_CHIP = tuple(map(_one_chip, MATERIALS))


def _on(*fields: int) -> tuple[Place, ...]:
    return tuple(map(FieldPlace, fields))


def _huts_on(state: GameState, fields: Iterable[int]) -> tuple[PieceGroup, ...]:
    owners = [state.hut_owner(field) for field in fields]
    return tuple(PieceGroup(Piece.HUT, 1, owner) for owner in owners[:_DRAWN_HUTS])


def _points(state: GameState) -> Illustration:
    return Illustration(
        player_numbers=tuple((player.color, player.points) for player in state.players)
    )


def _numbers(shares: Iterable[tuple[Color, int]]) -> tuple[Sentence, ...]:
    return tuple(
        _say("roll", "share", {"player": color, "number": number}) for color, number in shares
    )


# Before the first turn


def _happened(*kinds: type[ev.Event], **facts: object) -> Callable[[HintStep], bool]:
    return lambda step: step.has_event(*kinds, **facts)


def _workers(step: HintStep) -> Told | None:
    if step.after.phase is not Phase.PLACING:
        return None
    one, *_others, other = step.after.colors
    heights = ((one, 3), (other, 2), (one, 1))
    landed = Yields(Material.WOOD, ev.sum_by_player(heights), heights, big=True)
    return _say("workers"), Illustration(yield_examples=(landed,))


def _huts(step: HintStep) -> Told:
    built = step.first_event(ev.RuneTaken)
    lit = tuple(map(RunePlace, RUNES if built is None else (built.rune,)))
    stones = tuple(PieceGroup(Piece.RUNE_STONE, 1, rune=rune) for rune in RUNES[:3])
    drawn = (PieceGroup(Piece.HUT, 1, step.after.whose_turn), *stones)
    return _say("huts"), Illustration(highlighted=lit, piece_groups=drawn)


def _bonus_chips(step: HintStep) -> Told | None:
    state = step.after  # without the chip that a hut has just used
    lying = {
        kind: state.bonus_fields(kind)
        for kind in Bonus
        if kind in state.bonus and not kind.traits.stays_under_hut
    }
    if not lying:
        return None
    texts = (
        bonus_chip_sentence(kind, "fields", {"fields": fields}) for kind, fields in lying.items()
    )
    drawn = bonus_chip_groups([chip for chip in state.bonus if chip in lying])
    return join_sentences(texts), Illustration(
        highlighted=_on(*sorted(chain(*lying.values()))), piece_groups=drawn
    )


def _bonus_used(step: HintStep) -> bool:
    return any(
        isinstance(one, ev.BonusUsed) and not one.bonus.traits.stays_under_hut
        for one in step.events
    )


def _druid_chip(step: HintStep) -> Told | None:
    bonus = next(bonus for bonus in Bonus if bonus.traits.stays_under_hut)
    fields = step.before.bonus_fields(bonus)
    if not fields:
        return None
    text = _say("druid-chip", "text", {"number": len(fields), "fields": fields})
    return text, Illustration(
        highlighted=_on(*fields), piece_groups=bonus_chip_groups([bonus] * len(fields))
    )


def _on_druid_chip(step: HintStep) -> bool:
    return any(
        (isinstance(event, ev.BuildingBuilt) and step.before.bonus_staying_under_hut(event.field))
        or (isinstance(event, ev.BonusUsed) and event.bonus.traits.stays_under_hut)
        for event in step.events
    )


def _temples(step: HintStep) -> Told:
    built = step.first_event(ev.BuildingBuilt)
    each = tuple(
        PieceGroup(Piece.TEMPLE, step.after.temples_left(one), one) for one in step.after.colors
    )
    return _say("temples"), Illustration(
        highlighted=() if built is None else _on(built.field), piece_groups=each
    )


def _three_for_one(_step: HintStep) -> Told:
    instead = tuple(map(_one_chip, (Material.WOOD, Material.WOOD, Material.STONE)))
    drawn = (*instead, PieceGroup(Piece.EXCHANGE_ARROW, 1), _one_chip(Material.COPPER))
    return _say("three-for-one"), Illustration(piece_groups=drawn)


def _swapped(step: HintStep) -> bool:
    return step.has_event(ev.ChipsSwapped) or (
        step.has_event(ev.ChipsPaid)
        and any(one.rule == "pay.swap" for one in reasons_behind(step.before, step.events))
    )


# A turn


def _roll(step: HintStep) -> Told | None:
    state = step.after
    if state.phase is not Phase.ROLL:
        return None
    fullest = sorted(MATERIALS, key=lambda plain: -len(state.stack(plain)))
    examples = tuple(yields_if_rolled(state, plain) for plain in fullest)
    facts = {"plain": examples[0].plain, "shares": _numbers(examples[0].shares)}
    return _say("roll", "text", facts), Illustration(yield_examples=examples)


def _for_everybody(face: Face, number: int) -> Callable[[HintStep], Told | None]:
    def tell(step: HintStep) -> Told | None:
        if not step.has_event(ev.DieRolled, face=face):
            return None
        boxes = tuple(PieceGroup(Piece.TRAY, number, color) for color in step.after.colors)
        return _say(face.value), Illustration(
            highlighted=tuple(map(SupplyPlace, MATERIALS)), piece_groups=boxes
        )

    return tell


def _move_or_build(step: HintStep) -> Told | None:
    state = step.after
    if state.phase is not Phase.ACTION:
        return None
    color = state.whose_turn
    gains = _gains(state, color)
    plain = max(gains, key=lambda one: gains[one])
    text = _say(
        "move-or-build", "text", {"player": color, "chips": MaterialChips(plain, gains[plain])}
    )
    lit = tuple(
        WorkerPlace(each, level)
        for each in MATERIALS
        for level in movable_levels(state, color, each)
    )
    told_first = sorted(
        gains, key=lambda each: each is not plain
    )  # first the plain that the text names
    yields = tuple(yields_if_worker_lands(state, color, each) for each in told_first)
    return text, Illustration(highlighted=lit, yield_examples=yields)


def _boxes(step: HintStep) -> Told | None:
    if not step.has_event(
        ev.WorkerPlaced, ev.YieldEarned, ev.ChipTaken, ev.WorkerMoved, ev.BuildingBuilt
    ):
        return None
    drawn = tuple(
        PieceGroup(Piece.TRAY, 1, color, material=Material.WOOD) for color in step.after.colors
    )
    return tray_explanation(), Illustration(piece_groups=drawn)


def tray_explanation() -> Sentence:
    """Return the sentence that explains a player's tray."""
    return _say("boxes")


def _gains(state: GameState, color: Color) -> dict[Material, int]:
    """Return how many chips a player would earn now by moving a worker to each plain.

    Plains to which no worker of the player can move are left out.
    """
    return {
        plain: dict(yields_if_worker_lands(state, color, plain).shares)[color]
        for plain in MATERIALS
        if plain_has_room(state, plain)
        and any(color in state.stack(source) for source in MATERIALS if source is not plain)
    }


def _big_yield(step: HintStep) -> Told | None:
    state = step.after
    moved, earned = step.first_event(ev.WorkerMoved), step.first_event(ev.YieldEarned, big=True)
    if moved is not None and earned is not None:
        workers = tuple((share.color, share.got) for share in earned.shares)
        facts = {"player": moved.color, "plain": moved.target, "shares": _numbers(earned.earnings)}
        lit = tuple(WorkerPlace(moved.target, level) for level in range(1, len(workers) + 1))
        yields = Yields(moved.target, earned.earnings, workers, big=True)
        return _say("big-yield", "landed", facts), Illustration(
            highlighted=lit, yield_examples=(yields,)
        )
    if state.phase is not Phase.ACTION:
        return None
    color = state.whose_turn
    plain = max(_gains(state, color), key=lambda one: len(state.stack(one)))
    landed = yields_if_worker_lands(state, color, plain)
    facts = {"player": color, "plain": plain, "shares": _numbers(landed.shares)}
    return _say("big-yield", "ahead", facts), Illustration(
        highlighted=(SupplyPlace(plain),), yield_examples=(landed,)
    )


# Building


def _settlement(step: HintStep) -> Told | None:
    state = step.after
    built = step.first_event(ev.BuildingBuilt)
    if built is not None and _joined(step):
        fields = settlement_fields(state, built.field)
        text = _say("settlement", "joined", {"number": len(fields), "next": len(fields) + 1})
        return text, Illustration(highlighted=_on(*fields), piece_groups=_huts_on(state, fields))
    beside = _beside_one_hut(state)
    if beside is None:
        huts = state.hut_fields()
        idea = Illustration(highlighted=_on(*huts), piece_groups=_huts_on(state, huts))
        return (_say("settlement", "idea"), idea) if huts else None
    field, neighbour = beside
    due = building_price(state, BuildingKind.HUT, field)
    facts = {"field": field, "player": state.hut_owner(neighbour), "price": due}
    chips = (
        PieceGroup(Piece.CHIP, number, material=one)
        for one in MATERIALS
        if (number := due.number(one))
    )
    drawn = (*_huts_on(state, (neighbour,)), *chips)
    return _say("settlement", "beside", facts), Illustration(
        highlighted=_on(neighbour, field), piece_groups=drawn
    )


def _beside_one_hut(state: GameState) -> tuple[int, int] | None:
    """Return an empty field next to a single hut, and the field of that hut.

    The icons of the empty field must be known. A new hut on the empty field must complete a
    settlement of exactly two, and cost at least one chip. Return None if there is no such field.
    """
    for hut in state.hut_fields():
        for field in (state.board.next_field(hut), state.board.previous_field(hut)):
            if (
                state.building(field) is None
                and state.board.field(field).is_known
                and building_price(state, BuildingKind.HUT, field).total
                and settlement_size_with_new_hut(state, field) == 2  # noqa: PLR2004 - with the new one
            ):
                return field, hut
    return None


def _joined(step: HintStep) -> bool:
    built = step.first_event(ev.BuildingBuilt, kind=BuildingKind.HUT)
    return built is not None and len(settlement_fields(step.after, built.field)) > 1


def _rune_lost(step: HintStep) -> Told | None:
    state = step.after
    taken = step.first_event(ev.RuneTaken)
    if taken is not None and _rune_was_lost(step):
        rune = taken.rune
        facts = {"player": taken.color, "rune": rune, "former": taken.former}
        text = _say("rune-lost", "lost", facts)
    elif any(state.runes) and state.phase is not Phase.FINISHED:
        rune = next(one for one in RUNES if state.rune_holder(one))
        text = _say("rune-lost", "ahead", {"player": state.rune_holder(rune), "rune": rune})
    else:
        return None
    stone = PieceGroup(Piece.RUNE_STONE, 1, state.rune_holder(rune), rune=rune)
    return text, Illustration(highlighted=(RunePlace(rune),), piece_groups=(stone,))


def _rune_was_lost(step: HintStep) -> bool:
    taken = step.first_event(ev.RuneTaken)
    return taken is not None and taken.former is not None


# The druid


def _druid_stones(step: HintStep) -> Told | None:
    stepped = step.first_event(ev.DruidMovedToStone)
    if stepped is None:
        return None
    text = _say("druid-stones", "text", {"stone": stepped.stone})
    return text, Illustration(highlighted=(DruidPlace(),), piece_groups=(_DRUID,))


def _walk(step: HintStep) -> Told | None:
    state = step.after
    stone, field = state.druid.stone, druids_next_hut(state)
    picture = Illustration(highlighted=(DruidPlace(),), piece_groups=(_DRUID,))
    if _walked(step):
        return _say("walk", "walked"), picture
    if stone == DRUID_STONES and field is not None:
        text = _say("walk", "ahead", {"player": state.hut_owner(field), "field": field})
        lit, drawn = (DruidPlace(), FieldPlace(field)), (_DRUID, *_huts_on(state, (field,)))
        return text, Illustration(
            highlighted=lit, druid_way=tuple(range(1, field + 1)), piece_groups=drawn
        )
    if stone == DRUID_STONES:
        return _say("walk", "no-hut"), picture
    if stone == DRUID_STONES - 1 and not state.hut_fields():
        return _say("walk", "last-stone"), picture
    return None


def _walked(step: HintStep) -> bool:
    return (
        step.has_event(ev.DruidStayed, ev.DruidWalked)
        and step.after.finale is not FinaleStage.CIRCUIT
    )


def _offering(step: HintStep) -> Told | None:
    state = step.after
    huts = state.hut_fields()
    if state.visits:
        field = state.visits[0]
    # If the end is declared, the first offerings follow at once.
    elif huts and state.supply.total <= _SOON_EMPTY and state.phase is not Phase.FINISHED:
        field = druids_next_hut(state) or huts[0]
    else:
        return None
    fields = settlement_fields(state, field)
    text = _say("offering", "text", {"player": state.hut_owner(field), "number": len(fields)})
    lit = (DruidPlace(), *_on(*fields))
    return text, Illustration(highlighted=lit, piece_groups=(_DRUID, *_huts_on(state, fields)))


def _visit(step: HintStep) -> Told | None:
    state = step.after
    if not _goes_round(step) and not _begins_round(state):
        return None
    fields = settlement_fields(state, state.visits[0])
    drawn = (_DRUID, *_huts_on(state, state.visits))
    picture = Illustration(
        highlighted=(DruidPlace(), *_on(*fields)), druid_way=state.visits, piece_groups=drawn
    )
    return _say("visit", "text", {"number": len(fields)}), picture


def _in_ritual(state: GameState) -> bool:
    return state.phase is Phase.OFFERING and state.finale is not FinaleStage.CIRCUIT


def _begins_round(state: GameState) -> bool:
    """Return whether the druid is at a hut, and has more huts to visit in this ritual."""
    return _in_ritual(state) and len(state.visits) > 1


def _goes_round(step: HintStep) -> bool:
    """Return whether the druid has gone on to another hut in the same ritual."""
    return step.has_event(ev.OfferingMade) and _in_ritual(step.after)


def _river(step: HintStep) -> Told | None:
    state = step.after
    held = tuple(RunePlace(rune) for rune in RUNES if state.rune_holder(rune))
    if step.has_event(ev.RiverCrossed):
        points = tuple(
            (one.color, one.points)
            for one in step.events
            if isinstance(one, ev.PointsScored) and one.source is PointSource.INTERIM_RUNES
        )
        shares = _numbers(points) or (_say("river", "nobody"),)
        text = _say("river", "crossed", {"shares": shares})
    else:
        near = state.druid.field is not None or state.druid.stone == DRUID_STONES
        if not near or not held or state.finale is FinaleStage.CIRCUIT:
            return None
        points = river_points(state)
        text = _say("river", "ahead", {"shares": _numbers(points)})
    return text, Illustration(highlighted=(RiverPlace(), *held), player_numbers=points)


# Towards the end


def _shortage(step: HintStep) -> Told | None:
    state = step.after
    if state.phase in (Phase.PLACING, Phase.FINISHED) or state.finale is FinaleStage.CIRCUIT:
        return None
    earned = step.first_event(ev.YieldEarned)
    scarce = [one for one in MATERIALS if state.supply.number(one) <= _FEW_CHIPS]
    if earned is not None and _fell_short(step):
        plain = earned.material
        text = _say("shortage", "fell-short", {"plain": plain})
    elif scarce:
        plain = max(scarce, key=state.supply.number)
        facts = {"plain": plain, "chips": MaterialChips(plain, state.supply.number(plain))}
        text = _say("shortage", "few" if state.supply.number(plain) else "empty", facts)
    else:
        return None
    drawn = (PieceGroup(Piece.CHIP, state.supply.number(plain), material=plain),)
    return text, Illustration(highlighted=(SupplyPlace(plain),), piece_groups=drawn)


def _fell_short(step: HintStep) -> bool:
    return any(
        isinstance(one, ev.YieldEarned) and any(share.got < share.due for share in one.shares)
        for one in step.events
    )


def _may_end(step: HintStep) -> bool:
    return may_declare_end(step.after)


def _exhausted(step: HintStep) -> Told | None:
    plains = Illustration(highlighted=tuple(map(SupplyPlace, MATERIALS)), piece_groups=_EVERY_CHIP)
    return (_say("exhausted"), plains) if _may_end(step) else None


def _ends(step: HintStep) -> Told | None:
    state = step.after
    if not any(state.buildings) or not state.is_in_play or state.finale is not None:
        return None
    players = len(state.players)
    text = _say("ends", "text", {"huts": huts_per_player(players), "temples": TEMPLES_PER_PLAYER})
    left = tuple(
        PieceGroup(piece, number, color)
        for color in state.colors
        for piece, number in (
            (Piece.HUT, state.huts_left(color)),
            (Piece.TEMPLE, state.temples_left(color)),
        )
    )
    return text, Illustration(piece_groups=left)


def _end_near(step: HintStep) -> Told | None:
    state = step.after
    if not _is_near(step):
        return None
    left = {one: (state.huts_left(one), state.temples_left(one)) for one in state.colors}
    color = min(left, key=left.__getitem__)
    kinds = {
        kind: _say("end-near", kind, {"number": number})
        for kind, number in zip(("huts", "temples"), left[color], strict=True)
        if number
    }
    pieces = next(iter(kinds.values())) if len(kinds) == 1 else _say("end-near", "both", kinds)
    text = _say("end-near", "text", {"player": color, "left": pieces})
    return text, _points(state)


def _is_near(step: HintStep) -> bool:
    state = step.after
    few = any(state.huts_left(color) <= FEW_HUTS for color in state.colors)
    return state.is_in_play and state.finale is None and few


def _last_turns(step: HintStep) -> Told | None:
    state, begun = step.after, step.first_event(ev.FinaleStarted, finale=FinaleStage.LAST_TURNS)
    if begun is None:
        return None
    players = (state.whose_turn, *players_with_turns_left(state, begun.finisher))
    return _say("last-turns", "text", {"players": players}), _points(state)


def _circuit(step: HintStep) -> Told | None:
    state = step.after
    if not _circling(step):
        return None
    last = state.visits[-1]
    drawn = (_DRUID, *_huts_on(state, state.visits), PieceGroup(Piece.DIE, 1))
    picture = Illustration(
        highlighted=(DruidPlace(), FieldPlace(last)), druid_way=state.visits, piece_groups=drawn
    )
    return _say("circuit", "text", {"field": last}), picture


def _circling(step: HintStep) -> bool:
    return step.has_event(ev.FinaleStarted, finale=FinaleStage.CIRCUIT) and bool(step.after.visits)


def _end(step: HintStep) -> Told | None:
    return (
        None if step.after.winners is None else (victory_sentence(step.after), _points(step.after))
    )


CONCEPTS = (
    Concept("workers", _happened(ev.WorkerPlaced), _workers),
    Concept("roll", _happened(ev.DieRolled), _roll),
    Concept("plus", _happened(ev.DieRolled, face=Face.PLUS), _for_everybody(Face.PLUS, 1)),
    Concept("minus", _happened(ev.DieRolled, face=Face.MINUS), _for_everybody(Face.MINUS, -1)),
    Concept("move-or-build", _happened(ev.WorkerMoved, ev.BuildingBuilt), _move_or_build),
    Concept("offering", _happened(ev.DecisionRequested, phase=Phase.OFFERING), _offering),
    Concept("visit", _goes_round, _visit, may_be_shown_early=_begins_round),
    Concept("boxes", _happened(ev.WorkerPlaced), _boxes, is_for_acting_player=True),
    Concept(
        "huts", _happened(ev.BuildingBuilt, kind=BuildingKind.HUT), _huts, is_for_acting_player=True
    ),
    Concept(
        "temples",
        _happened(ev.BuildingBuilt, kind=BuildingKind.TEMPLE),
        _temples,
        is_for_acting_player=True,
    ),
    Concept("three-for-one", _swapped, _three_for_one, is_for_acting_player=True),
    Concept("walk", _walked, _walk, is_for_acting_player=True),
    Concept("settlement", _joined, _settlement, is_for_acting_player=True),
    Concept("rune-lost", _rune_was_lost, _rune_lost, is_for_acting_player=True),
    Concept("ends", _happened(ev.FinaleStarted), _ends),
    Concept("river", _happened(ev.RiverCrossed), _river),
    Concept("last-turns", _happened(ev.FinaleStarted, finale=FinaleStage.LAST_TURNS), _last_turns),
    Concept("circuit", _circling, _circuit),
    Concept("end", _happened(ev.GameEnded), _end),
    Concept(
        "big-yield", _happened(ev.YieldEarned, big=True), _big_yield, is_for_acting_player=True
    ),
    Concept(
        "druid-stones", _happened(ev.DruidMovedToStone), _druid_stones, is_for_acting_player=True
    ),
    Concept("exhausted", _may_end, _exhausted),
    Concept("shortage", _fell_short, _shortage),
    Concept("end-near", _is_near, _end_near),
    Concept("bonus-chips", _bonus_used, _bonus_chips, is_for_acting_player=True),
    Concept("druid-chip", _on_druid_chip, _druid_chip, is_for_acting_player=True),
)
"""All concepts, most urgent first: those about the next decision, then those that can wait. The
last ones are taught while the workers are placed."""


# During the set-up


class SetupMoment(StrEnum):
    """Moments of the set-up that have hints."""

    AIM = "aim"
    UNPACKING = "unpacking"
    BOARD = "board"
    SHIELD = "shield"
    BONUS_CHIPS = "bonus-laid"


TAUGHT_BY_SETUP = frozenset({*(laying.value for laying in SetupMoment), "boxes"})
"""Concepts that the app has explained once the players have set up their first game."""


def setup_hints(moment: SetupMoment, player_count: int) -> tuple[Hint, ...]:
    """Return the hints for a moment of the set-up, to be read one after the other.

    `player_count` is 2 to 4. The moment `AIM` has four hints, all other
    moments have one.
    """
    if moment is not SetupMoment.AIM:
        picture = Illustration(piece_groups=_LAID[moment])
        return (Hint(moment.value, _say(moment.value), picture, _rules(moment.value)),)
    rules = load_content_file("hints")["aim"]["rules"]
    aims = {
        "points": (PieceGroup(Piece.MARKER, player_count), PieceGroup(Piece.HUNDRED_CHIP, 1)),
        "materials": (PieceGroup(Piece.WORKER, player_count), *_EVERY_CHIP),
        **_AIMS,
    }
    return tuple(
        Hint(moment.value, _say("aim", key), Illustration(piece_groups=drawn), tuple(rules[key]))
        for key, drawn in aims.items()
    )


_LAID = {
    SetupMoment.UNPACKING: (),
    SetupMoment.BOARD: (PieceGroup(Piece.BOARD, 1),),
    SetupMoment.SHIELD: (PieceGroup(Piece.SHIELD, 1), *_EVERY_CHIP),
    SetupMoment.BONUS_CHIPS: bonus_chip_groups(BONUS_CHIPS),
}
_AIMS = {
    "huts": (PieceGroup(Piece.HUT, 1), PieceGroup(Piece.RUNE_STONE, 1), _DRUID),
    "end": (_DRUID, PieceGroup(Piece.RUNE_STONE, 1), PieceGroup(Piece.TEMPLE, 1)),
}
"""Pictures of the hints about the aim of the game that do not depend on the number of players."""
