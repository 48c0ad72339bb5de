"""Questions of a turn, questions of the druid, and the end of the game. Free of Kivy.

Sources: SCREEN.md, 1, 2 and 4; rules setup.workers, small.*, big.*, offer.* and end.*.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from msgspec.structs import replace

from companion.commands import (
    Answer,
    DeclareEnd,
    DeclineRemainingOfferings,
    GiveBackChip,
    MakeOffering,
    MoveWorker,
    PlaceWorker,
    Roll,
    TakeChip,
)
from companion.pieces import (
    FACES,
    MATERIALS,
    BuildingKind,
    Chips,
    Color,
    Face,
    Material,
    OfferingAnswer,
)
from companion.preview import (
    OfferPreview,
    building_sites,
    has_room,
    may_declare_end,
    movable_levels,
    preview_move,
    preview_offers,
    remaining_visits,
)
from companion.state import Building, Finale, GameState, Phase
from companion.teaching.things import explain
from companion.telling.places import MaterialSupply
from companion.telling.reasons import players_with_turns_left
from kiosk import routes
from kiosk.pages.table.draft import (
    DeclineOfferingsDraft,
    Draft,
    EmptyDraft,
    EndDeclarationDraft,
    FieldReadingDraft,
    MenuDraft,
    SelectedField,
    SelectedOption,
    SelectedPlain,
    SelectedWorker,
    TurnOption,
)
from kiosk.pages.table.parts import (
    NAMED_HUTS,
    decider_of,
    material_button_rows,
    player_or_table_name,
    rule_reasons,
    signed_points,
    supply_text,
)
from kiosk.pages.table.paying import payment_draft, swap_button
from kiosk.pages.table.question import (
    Decide,
    ExplainImpossible,
    PlayerPart,
    Question,
    RollDie,
    SetDraft,
    WithdrawAnswer,
    optional_help,
    shrinking_text,
    single_answer_row,
)
from kiosk.pieces.form import ChosenChip, GivenChip, Workers
from kiosk.pieces.picture import Earnings, WorkerInStack
from kiosk.routes import WorkerToTry
from kiosk.ui.form import Block, Button, ButtonStyle, Row
from kiosk.words.language import _, escape_invisible, listed, mark, plural
from kiosk.words.narration import winners_line
from kiosk.words.reasons import ReasonText, question_reasons
from kiosk.words.texts import comma_separated, piece_name, sentence_text, stack_level_text

# Before the first turn


def placing_question(state: GameState) -> Question:
    """Return a question asking on which plain to place a worker."""
    title = _("places a worker")
    return Question(
        color=state.decider,
        title=title,
        rows=(
            optional_help(_("On which high plain?")),
            *material_button_rows(
                "place",
                lambda plain: Decide(PlaceWorker(by=decider_of(state), plain=plain)),
                lambda plain: has_room(state, plain),
            ),
        ),
        reasons=question_reasons(state),
    )


# Part 1: the die, and what plus and minus bring


def roll_question(state: GameState, *, app_die: bool) -> Question:
    """Return a question asking for a roll of the die.

    If `app_die` is set, a button rolls the app's die. The player can always tap the face that the
    wooden die shows instead.
    """
    color = decider_of(state)
    faces = tuple(
        Button(key=f"face.{face}", symbol=face, action=Decide(Roll(by=color, face=face)))
        for face in FACES
    )
    by_app: tuple[Block, ...] = ()
    if app_die:
        roll = Button(key="roll", text=_("Roll"), action=RollDie(), style=ButtonStyle.PRIMARY)
        by_app = (single_answer_row(roll), optional_help(_("or tap what the wooden die shows:")))
    return Question(
        color=color,
        title=_("rolls"),
        rows=(*by_app, Row(faces[:3]), Row(faces[3:]), *declare_end_button_row(state)),
        reasons=question_reasons(state),
    )


def take_chip_question(state: GameState) -> Question:
    """Return a question asking which chip to take after a plus on the die."""
    color = decider_of(state)
    nothing = Button(
        key="take.none",
        text=_("Take nothing"),
        action=Decide(TakeChip(by=color, material=None)),
        style=ButtonStyle.QUIET,
    )
    return Question(
        color=color,
        title=_("takes one chip"),
        rows=(
            *material_button_rows(
                "take",
                lambda material: Decide(TakeChip(by=color, material=material)),
                lambda material: state.supply.number(material) > 0,
            ),
            single_answer_row(nothing),
        ),
        reasons=question_reasons(state),
    )


def give_back_chip_question(state: GameState) -> Question:
    """Return a question asking which chip to give back after a minus on the die."""
    color = decider_of(state)
    return Question(
        color=color,
        title=_("returns one chip"),
        rows=(
            *material_button_rows(
                "give_back",
                lambda material: Decide(GiveBackChip(by=color, material=material)),
                lambda _material: True,
            ),
        ),
        reasons=question_reasons(state),
    )


def question_for_several_players(
    state: GameState,
    asked: Sequence[Color],
    answers: Sequence[Answer],
    refused: Mapping[Color, str] = MappingProxyType({}),
) -> Question:
    """Return a question to several players, with a part of the card for each of them.

    A player can withdraw an answer until all players in `asked` have answered. `refused` has, for
    some players, the reason why their last answer is impossible.
    """
    given = {answer.by: answer for answer in answers}
    parts = tuple(
        PlayerPart(
            color=player.color,
            name=escape_invisible(player.name),
            face=Face.PLUS if state.phase is Phase.TAKE else Face.MINUS,
            choices=_choices_of(state, player.color, given.get(player.color)),
            answered=player.color in given,
            refused=refused.get(player.color, ""),
        )
        for player in state.players
        if player.color in asked or player.color in given
    )
    title = (
        _("Everybody takes a chip") if state.phase is Phase.TAKE else _("Everybody returns a chip")
    )
    return Question(color=None, title=title, rows=(), reasons=question_reasons(state), parts=parts)


def _choices_of(state: GameState, color: Color, answer: Answer | None) -> tuple[Button, ...]:
    """Return a player's possible answers or, after an answer, the button to withdraw it."""
    taking = state.phase is Phase.TAKE
    key = f"take.{color}" if taking else f"give_back.{color}"
    if answer is not None:
        return (
            Button(
                key=f"{key}.back",
                symbol=ChosenChip(answer.material),
                action=WithdrawAnswer(color),
                style=ButtonStyle.QUIET,
            ),
        )
    chips = tuple(
        Button(
            key=f"{key}.{material}",
            symbol=material,
            action=Decide(
                TakeChip(by=color, material=material)
                if taking
                else GiveBackChip(by=color, material=material)
            ),
            dim=taking and not state.supply.number(material),
        )
        for material in MATERIALS
    )
    if not taking:
        return chips
    nothing = Button(
        key=f"{key}.none",
        text=_("Nothing"),
        action=Decide(TakeChip(by=color, material=None)),
        style=ButtonStyle.QUIET,
    )
    return (*chips, nothing)


# Part 2: what to do, which worker, and where to


def action_question(state: GameState, draft: Draft) -> Question:
    """Return the question for part 2 of a turn; the player can also tap the board."""
    color = decider_of(state)
    rows = (
        Row(tuple(_aim_choice(state, aim, draft) for aim in TurnOption)),
        *declare_end_button_row(state),
    )
    reasons = question_reasons(state)
    if isinstance(draft, SelectedOption):
        # Rules about the chosen kind of action come before the other rules.
        chosen = _RULES_OF[draft.aim]
        reasons = (*rule_reasons(*chosen), *(one for one in reasons if one.rule not in chosen))
    title = _(_WAYS[draft.aim][1]) if isinstance(draft, SelectedOption) else _("plays")
    return Question(color=color, title=title, rows=rows, reasons=reasons)


_RULES_OF = {
    TurnOption.WORKER: ("big.move", "big.yield"),
    TurnOption.HUT: ("hut.cost", "hut.rune", "end.runes", "hut.field"),
    TurnOption.TEMPLE: ("temple.cost", "end.temples", "temple.field"),
}
"""Ids of the rules about each kind of action, the most frequently needed first."""


def _aim_choice(state: GameState, aim: TurnOption, draft: Draft) -> Button:
    color = decider_of(state)
    chosen = draft == SelectedOption(aim)
    why_not = _why_not(state, aim)
    is_worker = aim is TurnOption.WORKER
    return Button(
        key=f"aim.{aim}",
        detail=_(_WAYS[aim][0]),
        action=ExplainImpossible(why_not)
        if why_not
        else SetDraft(EmptyDraft() if chosen else SelectedOption(aim)),
        symbol=Workers(color) if is_worker else Building(BuildingKind(aim.value), color),
        chosen=chosen,
        dim=bool(why_not),
        style=ButtonStyle.QUIET,
    )


_WAYS = {
    TurnOption.WORKER: (mark("Worker"), mark("drag or tap yours")),
    TurnOption.HUT: (mark("Hut"), mark("drag, or tap a field")),
    TurnOption.TEMPLE: (mark("Temple"), mark("drag, or tap a field")),
}
"""Name and instruction of each kind of action."""


def _why_not(state: GameState, aim: TurnOption) -> str:
    """Return why a kind of action is impossible now; "" if it is possible."""
    if aim is TurnOption.WORKER:
        return "" if own_plains(state) else _("You have no worker on any plain.")
    if aim is TurnOption.HUT:
        return "" if state.huts_left(decider_of(state)) else _("All your huts are built.")
    left = state.buildings_left(decider_of(state), BuildingKind.TEMPLE)
    return "" if left else _("Both your temples are built.")


def own_plains(state: GameState) -> tuple[Material, ...]:
    """Return the plains from which the deciding player can move a worker."""
    color = decider_of(state)
    return tuple(plain for plain in MATERIALS if movable_levels(state, color, plain))


def highlighted_fields(state: GameState, draft: Draft) -> tuple[int, ...]:
    match draft:
        case SelectedOption(TurnOption.HUT):
            return building_sites(state, BuildingKind.HUT)
        case SelectedOption(TurnOption.TEMPLE):
            return building_sites(state, BuildingKind.TEMPLE)
        case _:
            return ()


def own_or_chosen_plains(state: GameState, draft: Draft) -> tuple[Material, ...]:
    match draft:
        case EmptyDraft() | SelectedOption(TurnOption.WORKER) if state.phase is Phase.ACTION:
            return own_plains(state)
        case SelectedWorker(plain) | SelectedPlain(plain):
            return (plain,)
        case _:
            return ()


def move_worker_question(state: GameState, draft: SelectedWorker) -> Question:
    """Return a question asking which worker to move or, once it is chosen, to which plain."""
    if draft.level is None:
        return _which_worker_question(state, draft.plain)
    color = decider_of(state)
    targets = [plain for plain in MATERIALS if plain is not draft.plain]
    return Question(
        color=color,
        title=_("from {plain}: where to?", plain=piece_name(draft.plain)),
        rows=tuple(
            single_answer_row(_target_choice(state, draft.plain, draft.level, target))
            for target in targets
        ),
        reasons=rule_reasons("big.move", "big.yield"),
        further=Button(
            key="what_if",
            text=_("What would happen?"),
            action=routes.WhatIf(WorkerToTry(draft.plain, draft.level)),
        ),
        brings=tuple(
            MoveWorker(by=color, source=draft.plain, level=draft.level, target=target)
            for target in targets
            if has_room(state, target)
        ),
    )


def _target_choice(state: GameState, source: Material, level: int, target: Material) -> Button:
    command = MoveWorker(by=decider_of(state), source=source, level=level, target=target)
    key, text = f"to.{target}", piece_name(target)
    if not has_room(state, target):
        return Button(
            key=key, text=text, symbol=target, detail=_("full"), action=Decide(command), dim=True
        )
    earnings = preview_move(state, source, level, target).earnings
    return Button(key=key, text=text, symbol=target, amounts=earnings, action=Decide(command))


def earnings(state: GameState, draft: Draft) -> tuple[Earnings, ...]:
    """Return every player's earnings on each plain to which the selected worker could move.

    The result is () if no worker is selected.
    """
    if not isinstance(draft, SelectedWorker) or draft.level is None:
        return ()
    found = []
    for target in MATERIALS:
        if target is not draft.plain:
            roomy = has_room(state, target)
            shares = (
                preview_move(state, draft.plain, draft.level, target).earnings if roomy else None
            )
            found.append(Earnings(target, shares))
    return tuple(found)


def draft_for_dragged_worker(
    state: GameState, draft: Draft, plain: Material, level: int
) -> SelectedWorker | None:
    """Return the draft for the worker that a finger drags off a plain.

    The result has the player's own worker nearest to `level`. The result is None if the player has
    no worker there, or if no worker can be dragged at present.
    """
    if state.phase is not Phase.ACTION:
        return None
    if not isinstance(
        draft, EmptyDraft | SelectedOption | SelectedField | SelectedPlain | SelectedWorker
    ):
        return None
    stack = state.stack(plain)
    own = (each for each, owner in enumerate(stack, 1) if owner == state.decider)
    nearest = min(own, key=lambda each: (abs(each - level), -each), default=None)
    return None if nearest is None else SelectedWorker(plain, nearest)


def draft_after_plain_tap(state: GameState, plain: Material) -> SelectedWorker | None:
    """Return the draft after a tap on a plain in part 2; None if the player has no worker there.

    If several workers can move, the draft does not yet say which one moves.
    """
    levels = movable_levels(state, decider_of(state), plain)
    if not levels:
        return None
    return SelectedWorker(plain, levels[0] if len(levels) == 1 else None)


def plain_info_question(state: GameState, plain: Material) -> Question:
    """Return a card about a high plain, with buttons to try out a move of each worker there."""
    return Question(
        color=None,
        title=_("High plain: {plain}", plain=piece_name(plain)),
        rows=(
            shrinking_text(supply_text(state, plain)),
            *(
                optional_help(sentence_text(one))
                for one in explain(state, MaterialSupply(plain)).text
            ),
            *(
                single_answer_row(
                    Button(
                        key=f"what_if.{level}",
                        text=_("What happens if he moves?"),
                        symbol=WorkerInStack(state.stack(plain), level),
                        action=routes.WhatIf(WorkerToTry(plain, level)),
                        style=ButtonStyle.QUIET,
                    )
                )
                for level in range(len(state.stack(plain)), 0, -1)
            ),
        ),
        reasons=rule_reasons("small.material", "big.move", "big.yield"),
    )


def _which_worker_question(state: GameState, plain: Material) -> Question:
    stack, workers = state.stack(plain), []
    for level, owner in enumerate(stack, start=1):
        own, name = owner == state.decider, player_or_table_name(state, owner)
        others = _("This worker is {player}'s.", player=name)
        worker = Button(
            key=f"worker.{level}",
            text=stack_level_text(level, len(stack)) or name,
            symbol=WorkerInStack(stack, level),
            action=SetDraft(SelectedWorker(plain, level)) if own else ExplainImpossible(others),
            dim=not own,
        )
        workers.append(single_answer_row(worker))
    return Question(
        color=decider_of(state),
        title=_("from {plain}: which one?", plain=piece_name(plain)),
        rows=tuple(reversed(workers)),
        reasons=rule_reasons("big.move"),
    )


# What the owner of a hut offers


def offering_question(state: GameState) -> Question:
    """Return a question asking what the owner of a hut offers to the druid.

    Each answer has the same place for a single hut, in a settlement and in the final circuit. The
    best answer is highlighted.
    """
    field, color = state.visits[0], decider_of(state)
    huts = remaining_visits(state)[0].huts
    previews = {preview.give: preview for preview in preview_offers(state)}
    nothing = Button(
        key="offer.none",
        text=_("Nothing"),
        detail=signed_points(previews[OfferingAnswer.NONE].points),
        action=Decide(MakeOffering(by=color, give=OfferingAnswer.NONE)),
        style=ButtonStyle.QUIET,
        width=1.1,
    )
    others: list[Button] = []
    if state.finale is Finale.CIRCUIT:
        others.append(_nothing_for_the_rest(state, shortly=OfferingAnswer.CHIP in previews))
    if OfferingAnswer.CHIP in previews:
        chip = Decide(MakeOffering(by=color, give=OfferingAnswer.CHIP))
        text = signed_points(previews[OfferingAnswer.CHIP].points)
        others.append(
            Button(key="offer.chip", text=text, symbol=state.bonus_on(field), action=chip)
        )
    above = (Row(tuple(others)),) if others else ()
    rows: tuple[Block, ...]
    if OfferingAnswer.ONE in previews:
        swap = swap_button(
            "offer.pay",
            SetDraft(payment_draft(state, MakeOffering(by=color, give=OfferingAnswer.ONE))),
        )
        stand_ins = replace(swap, width=1.0)
        ones = _one_choices(color, previews[OfferingAnswer.ONE], main=huts == 1)
        both = _both_choice(state, previews[OfferingAnswer.BOTH], main=huts > 1)
        rows = (*above, Row((*ones, stand_ins)), Row((nothing, both)))
        if huts > 1 and state.finale is not Finale.CIRCUIT:
            text = plural("A settlement of {number} hut", "A settlement of {number} huts", huts)
            rows = (optional_help(text), *rows)
    else:
        survey = Button(
            key="survey",
            text=_("Read it off your board"),
            action=SetDraft(FieldReadingDraft(field)),
        )
        text = _("Nobody has read field {field} yet.", field=field)
        rows = (optional_help(text), single_answer_row(survey), *above, single_answer_row(nothing))
    return Question(
        color=color,
        title=_("offers at"),
        field=field,
        rows=rows,
        reasons=_why_offered(state),
        brings=tuple(MakeOffering(by=color, give=give) for give in previews),
    )


def _nothing_for_the_rest(state: GameState, *, shortly: bool) -> Button:
    """Return the answer to offer nothing at the current hut and at all later huts of the circuit.

    At the player's last hut the button is dim, so that the other answers keep their places. If
    `shortly` is set, the button has a short text, since there is another answer beside it.
    """
    huts, text = _own_huts(state), _nothing_text(state)
    return Button(
        key="offer.rest",
        # For translators: an answer: offer nothing at this and further huts, {number} in all
        text=_("{number} × nothing", number=huts) if shortly else text,
        action=SetDraft(DeclineOfferingsDraft())
        if huts > 1
        else ExplainImpossible(_("This is your last hut: tap “{nothing}”.", nothing=_("Nothing"))),
        style=ButtonStyle.QUIET,
        dim=huts == 1,
    )


def _own_huts(state: GameState) -> int:
    """Return at how many huts the druid still asks the player who decides."""
    return [state.hut_owner(field) for field in state.visits].count(decider_of(state))


def _nothing_text(state: GameState) -> str:
    return plural("Nothing at my last hut", "Nothing at my last {number} huts", _own_huts(state))


def decline_offerings_question(state: GameState) -> Question:
    """Return a question asking whether to offer nothing at all later huts of the final circuit."""
    color, huts = decider_of(state), _own_huts(state)
    done = Button(
        key="offer.rest.done",
        text=_nothing_text(state),
        action=Decide(DeclineRemainingOfferings(by=color)),
        style=ButtonStyle.PRIMARY,
    )
    cost = plural(
        "The druid passes {number} hut: −1 point.",
        "The druid passes {number} huts: −1 point each.",
        huts,
    )
    return Question(
        color=color,
        title=_("offers nothing more?"),
        rows=(shrinking_text(cost), single_answer_row(done)),
        reasons=rule_reasons("offer.none", "end.circuit"),
    )


def _one_choices(color: Color, preview: OfferPreview, *, main: bool) -> tuple[Button, ...]:
    """Return the buttons for offering one chip.

    There is one button for each icon of the field, or a single wide button if both icons are the
    same.
    """
    asked = {one for price in preview.prices for one in MATERIALS if price.number(one)}
    return tuple(
        Button(
            key=f"offer.one.{material}",
            text=signed_points(preview.points),
            symbol=GivenChip(material),
            action=Decide(MakeOffering(by=color, give=OfferingAnswer.ONE, pay=Chips.of(material))),
            style=ButtonStyle.PRIMARY if main else ButtonStyle.PLAIN,
            width=2 / len(asked),
        )
        for material in MATERIALS
        if material in asked
    )


def _both_choice(state: GameState, preview: OfferPreview, *, main: bool) -> Button:
    """Return the answer to offer both chips, highlighted if `main` is set."""
    chips = [GivenChip(one) for one in MATERIALS for _chip in range(preview.prices[0].number(one))]
    return Button(
        key="offer.both",
        text=signed_points(preview.points),
        symbol=chips[0],
        second_symbol=chips[1],
        action=Decide(
            MakeOffering(by=decider_of(state), give=OfferingAnswer.BOTH, pay=preview.prices[0])
        ),
        style=ButtonStyle.PRIMARY if main else ButtonStyle.PLAIN,
    )


def _why_offered(state: GameState) -> tuple[ReasonText, ...]:
    """Return why the question is asked: how far the druid walked, and which huts he visits next."""
    way, *others = question_reasons(state)
    later = state.visits[1:]
    if not later:
        return (way, *others)
    if len(later) > NAMED_HUTS:
        text = plural("Then {number} more hut.", "Then {number} more huts.", len(later))
    else:
        huts = [
            _(
                "{player} ({field})",
                field=field,
                player=player_or_table_name(state, state.hut_owner(field)),
            )
            for field in later
        ]
        text = _("Then he asks {huts}.", huts=comma_separated(huts))
    return (replace(way, sum=text), *others)


# How near the end is


def end_of_game_line(state: GameState, draft: Draft) -> str:
    """Return a line about the end of the game for every card; "" while the end is far away."""
    match state.finale:
        case _ if isinstance(draft, MenuDraft):
            return ""
        case Finale.LAST_TURNS:
            players = state.whose_turn, *players_with_turns_left(state, state.finisher)
            names = [player_or_table_name(state, color) for color in players]
            if len(names) == 1:
                return _("The last turn: {player}", player=names[0])
            return _("Last turns: {players}", players=listed(names))
        case Finale.CIRCUIT if state.visits:
            return plural(
                "Final circuit: {number} hut",
                "Final circuit: {number} huts",
                len(state.visits),
            )
        case _:
            return ""


# The end, declared by the table or reached


def declare_end_button_row(state: GameState) -> tuple[Block, ...]:
    """Return a row with the button to end the game, or () unless all high plains are empty."""
    if not may_declare_end(state):
        return ()
    choice = Button(
        key="end",
        text=_("Nobody wants to build"),
        action=SetDraft(EndDeclarationDraft()),
        style=ButtonStyle.QUIET,
    )
    return (single_answer_row(choice),)


def declare_end_question() -> Question:
    """Return a question asking all players whether to end the game."""
    agree = Button(
        key="end.table",
        text=_("We all agree"),
        action=Decide(DeclareEnd()),
        style=ButtonStyle.PRIMARY,
    )
    return Question(
        color=None,
        title=_("End the game now?"),
        rows=(
            shrinking_text(_("All four high plains are empty.")),
            shrinking_text(_("If nobody wants to build, the druid's final circuit begins.")),
            single_answer_row(agree),
        ),
        reasons=rule_reasons("end.exhausted", "end.circuit"),
    )


def circuit_over_question(state: GameState) -> Question:
    """Return the last card of a game: it leads to the scoring and, later, names the winner."""
    if state.winners is None:
        return Question(
            color=None,
            title=_("The final circuit is over"),
            rows=(
                shrinking_text(_("Move what your trays show: then comes the final scoring.")),
                single_answer_row(
                    Button(
                        key="to.scoring",
                        text=_("Final scoring"),
                        action=routes.FinalScoring(),
                        style=ButtonStyle.PRIMARY,
                    )
                ),
            ),
            reasons=rule_reasons("end.circuit"),
        )
    score = Button(
        key="to.end", text=_("Final score"), action=routes.GameResult(), style=ButtonStyle.PRIMARY
    )
    return Question(
        color=state.winners[0] if state.winners and len(state.winners) == 1 else None,
        title=winners_line(state, state.winners or ()),
        rows=(
            shrinking_text(_("The final score tells where the points came from.")),
            single_answer_row(score),
        ),
        reasons=question_reasons(state),
    )
