"""Questions of the table's page, for a state of the game and a player's unfinished input.

Imports no Kivy. No question depends on a player's hand: no answer appears, disappears or becomes
dim because of secret chips. Sources: SCREEN.md, 1, 2, 4 and 5; rules setup.workers, small.*, big.*,
offer.* and end.*.
"""

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType

from msgspec.structs import replace

from companion import commands as do
from companion.pieces import (
    FACES,
    MATERIALS,
    SWAP_RATE,
    BuildingKind,
    Chips,
    Color,
    Face,
    Material,
    OfferingAnswer,
    Rune,
)
from companion.preview import (
    OfferPreview,
    building_sites,
    may_declare_end,
    movable_levels,
    plain_has_room,
    possible_areas,
    preview_move,
    preview_offers,
    remaining_visits,
)
from companion.state import Building, FinaleStage, GameState, Phase
from companion.teaching.things import Thing, explain, player_status_sentences
from companion.telling.places import SupplyPlace
from companion.telling.reasons import players_with_turns_left
from kiosk import routes
from kiosk.pages.table.building import site_question
from kiosk.pages.table.draft import (
    BoardDraft,
    ChipSwapDraft,
    DeclineOfferingsDraft,
    Draft,
    EmptyDraft,
    EndDeclarationDraft,
    HandsDraft,
    MenuDraft,
    PaymentDraft,
    PlainExplanationDraft,
    PlayerStatusDraft,
    PrintedFieldDraft,
    SelectedField,
    SelectedOption,
    SelectedWorker,
    ThingExplanationDraft,
    TurnOption,
    draft_after_back,
)
from kiosk.pages.table.paying import (
    hands_question,
    payment_draft,
    payment_question,
    swap_button,
    swap_instruction,
    swap_question,
)
from kiosk.pages.table.question import (
    NAMED_HUTS,
    Action,
    Caption,
    Decide,
    ExplainImpossible,
    PlayerPart,
    Question,
    RollDie,
    SetDraft,
    ShowHand,
    WithdrawAnswer,
    decider_of,
    player_or_table_name,
    printed_icon_question,
    rule_reasons,
    shrinking_text,
    signed_number,
    supply_text,
    text_if_room,
)
from kiosk.pieces.form import ChosenChip, GivenChip, Workers
from kiosk.pieces.picture import EarningsOnPlain, WorkerInStack
from kiosk.routes import Route, WorkerToTry
from kiosk.ui import theme
from kiosk.ui.form import Block, Button, ButtonStyle, Row, TextStyle
from kiosk.words.language import _, join_with_and, mark, plural
from kiosk.words.reasons import ReasonText, question_reasons, reason_without_rule
from kiosk.words.texts import (
    display_name,
    join_with_commas,
    piece_name,
    player_names,
    sentence_text,
    stack_level_text,
)
from kiosk.words.victory import winners_line


def table_question(
    state: GameState,
    draft: Draft,
    *,
    app_die: bool,
    asked_players: tuple[Color, ...] = (),
    answers: tuple[do.Answer, ...] = (),
    refusals: Mapping[Color, str] = MappingProxyType({}),
) -> Question:
    """Return the question to show for a state of the game and a player's unfinished input.

    `draft` is the unfinished input. `app_die` is true if the app rolls the die. If the question is
    for several players, `asked_players` are those who can still answer, `answers` are the answers
    so far, and `refusals` says why the last answer was impossible, for each player to whom that
    happened.
    """
    if isinstance(draft, EmptyDraft) and len(asked_players) + len(answers) > 1:
        return _question_for_several_players(state, asked_players, answers, refusals)
    found = _draft_question(state, draft, app_die=app_die)
    over = state.phase is Phase.FINISHED
    name = "" if found.color is None or over else state.player(found.color).name
    line = end_of_game_line(state, draft)
    above = (text_if_room(line),) if line else ()
    return replace(
        found,
        rows=(*above, *found.rows),
        alternative_rows=tuple((*above, *rows) for rows in found.alternative_rows),
        row_arrangements=tuple((*above, *rows) for rows in found.row_arrangements),
        back=draft_after_back(draft, state.phase),
        player_name=display_name(name),
    )


def _draft_question(  # noqa: C901, PLR0911, PLR0912 - one flat case a draft
    state: GameState, draft: Draft, *, app_die: bool
) -> Question:
    match draft:
        case PlayerStatusDraft():
            return _player_status_question(state, draft)
        case ThingExplanationDraft(thing):
            return _thing_question(state, thing)
        case SelectedField():
            return site_question(state, draft)
        case PaymentDraft():
            return payment_question(state, draft)
        case SelectedWorker():
            return _move_worker_question(state, draft)
        case PlainExplanationDraft(plain):
            return _plain_info_question(state, plain)
        case PrintedFieldDraft():
            return _field_reading_question(state, draft)
        case HandsDraft(previous):
            return hands_question(state, previous)
        case ChipSwapDraft():
            return swap_question(draft)
        case EndDeclarationDraft():
            return _declare_end_question()
        case DeclineOfferingsDraft():
            return _decline_offerings_question(state)
        case MenuDraft(previous):
            return _menu_question(previous)
        case EmptyDraft() | SelectedOption():
            return _turn_question(state, draft, app_die=app_die)


def _turn_question(state: GameState, draft: Draft, *, app_die: bool) -> Question:
    if state.phase is Phase.FINISHED:
        return _game_over_question(state)
    color = decider_of(state)
    rows: tuple[Block, ...] = ()
    match state.phase:
        case Phase.PLACING:
            title = _("places a worker")
            workers = {plain: do.PlaceWorker(by=color, plain=plain) for plain in MATERIALS}
            roomy = [plain for plain in MATERIALS if plain_has_room(state, plain)]
            rows = (
                text_if_room(_("On which high plain?")),
                *_material_button_rows("place", workers, roomy),
            )
        case Phase.ROLL:
            return _roll_question(state, app_die=app_die)
        case Phase.TAKE:
            title = _("takes one chip")
            take = {one: do.TakeChip(by=color, material=one) for one in MATERIALS}
            there = [one for one in MATERIALS if state.supply.number(one)]
            none = Decide(do.TakeChip(by=color, material=None))
            nothing = Button("take.none", none, _("Take nothing"), ButtonStyle.QUIET)
            rows = (*_material_button_rows("take", take, there), Row((nothing,)))
        case Phase.GIVE_BACK:
            title = _("returns one chip")
            back = {one: do.GiveBackChip(by=color, material=one) for one in MATERIALS}
            # No button is dim, as hands are secret.
            rows = _material_button_rows("give_back", back, MATERIALS)
        case Phase.ACTION:
            return _action_question(state, draft)
        case Phase.OFFERING:
            return _offering_question(state)
    return Question(color, title, rows, question_reasons(state))


def _roll_question(state: GameState, *, app_die: bool) -> Question:
    """Return the question for a roll: the faces of the die and, with the app's die, “Roll”.

    With the app's die, there are three arrangements, from the highest card to the lowest. The first
    has a text between “Roll” and the faces. In the second, the text is above “Roll”, and disappears
    if notices need its room. In the third, “Roll” shares a row with two of the faces.
    """
    color = decider_of(state)
    faces = tuple(
        Button(f"face.{face}", Decide(do.Roll(by=color, face=face)), symbol=face) for face in FACES
    )
    face_rows, end = (Row(faces[:3]), Row(faces[3:])), _declare_end_rows(state)
    rows: tuple[Block, ...] = (*face_rows, *end)
    arrangements: tuple[tuple[Block, ...], ...] = ()
    if app_die:
        roll = Button("roll", RollDie(), _("Roll"), ButtonStyle.PRIMARY)
        caption = Caption(
            _("Or tap what the wooden die shows:"), TextStyle.PLAIN, size=theme.SMALL_TEXT
        )
        help_text = text_if_room(_("Roll here, or tap what you rolled:"))
        rows = (help_text, Row((roll,)), *rows)
        wide = replace(roll, width=2.12)  # as wide as two faces below it and their gap
        low = (Row((wide, *faces[:2])), Row(faces[2:]))
        arrangements = (Row((roll,)), caption, *face_rows, *end), rows, (help_text, *low, *end)
    return Question(color, _("rolls"), rows, question_reasons(state), row_arrangements=arrangements)


def _material_button_rows(
    key: str, commands: Mapping[Material, do.Command], possible: Collection[Material]
) -> tuple[Row, ...]:
    choices = tuple(
        Button(
            key=f"{key}.{material}",
            text=piece_name(material),
            symbol=material,
            action=Decide(command),
            dim=material not in possible,
        )
        for material, command in commands.items()
    )
    return (Row(choices[:2]), Row(choices[2:]))


# Plus or minus on the die, for several players at once


def _question_for_several_players(
    state: GameState,
    asked: Sequence[Color],
    answers: Sequence[do.Answer],
    refusals: Mapping[Color, str] = MappingProxyType({}),
) -> Question:
    given = {answer.by: answer for answer in answers}
    parts = tuple(
        PlayerPart(
            color=player.color,
            name=display_name(player.name),
            face=Face.PLUS if state.phase is Phase.TAKE else Face.MINUS,
            choices=_choices_of(state, player.color, given.get(player.color)),
            answered=player.color in given,
            refusal=refusals.get(player.color, ""),
        )
        for player in state.players
        if player.color in asked or player.color in given
    )
    taking = state.phase is Phase.TAKE
    title = _("Everybody takes a chip") if taking else _("Everybody returns a chip")
    return Question(None, title, (), question_reasons(state), parts=parts)


def _choices_of(state: GameState, color: Color, answer: do.Answer | None) -> tuple[Button, ...]:
    taking = state.phase is Phase.TAKE
    key = f"take.{color}" if taking else f"give_back.{color}"
    if answer is not None:
        chip, action = ChosenChip(answer.material), WithdrawAnswer(color)
        return (Button(f"{key}.back", action, style=ButtonStyle.QUIET, symbol=chip),)
    command = do.TakeChip if taking else do.GiveBackChip
    chips = tuple(
        Button(
            key=f"{key}.{material}",
            symbol=material,
            action=Decide(command(by=color, material=material)),
            dim=taking and not state.supply.number(material),
        )
        for material in MATERIALS
    )
    if not taking:
        return chips
    none = Decide(do.TakeChip(by=color, material=None))
    return (*chips, Button(f"{key}.none", none, _("Nothing"), ButtonStyle.QUIET))


# Part 2: what to do, which worker, and where to


def _action_question(state: GameState, draft: Draft) -> Question:
    color, reasons, title = decider_of(state), question_reasons(state), _("plays")
    if isinstance(draft, SelectedOption):
        title = _(_WAYS[draft.option][1])
        # List the rules about the chosen kind of action first.
        chosen = _RULES_OF[draft.option]
        reasons = (
            *rule_reasons(*chosen),
            *(one for one in reasons if one.rule_id not in chosen),
        )
    options = Row(tuple(_option_button(state, color, option, draft) for option in TurnOption))
    return Question(color, title, (options, *_declare_end_rows(state)), reasons)


_RULES_OF = {
    TurnOption.WORKER: ("big.move", "big.yield"),
    TurnOption.HUT: ("hut.cost", "hut.rune", "end.runes", "hut.field"),
    TurnOption.TEMPLE: ("temple.cost", "end.temples", "temple.field"),
}
"""Ids of the rules about each kind of action, the most frequently needed first."""


def _option_button(state: GameState, color: Color, option: TurnOption, draft: Draft) -> Button:
    chosen = draft == SelectedOption(option)
    symbol: Workers | Building = Workers(color)
    if option is TurnOption.WORKER:
        why_not = "" if own_plains(state) else _("You have no worker on any plain.")
    else:
        kind = BuildingKind(option.value)
        symbol, why_not = Building(kind, color), ""
        if not state.buildings_left(color, kind):
            is_hut = kind is BuildingKind.HUT
            why_not = _("All your huts are built.") if is_hut else _("Both your temples are built.")
    return Button(
        key=f"aim.{option}",
        detail=_(_WAYS[option][0]),
        action=ExplainImpossible(why_not)
        if why_not
        else SetDraft(EmptyDraft() if chosen else SelectedOption(option)),
        symbol=symbol,
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


def own_plains(state: GameState) -> tuple[Material, ...]:
    color = decider_of(state)
    return tuple(plain for plain in MATERIALS if movable_levels(state, color, plain))


def highlighted_fields(state: GameState, draft: Draft) -> tuple[int, ...]:
    match draft:
        case SelectedOption(TurnOption.HUT | TurnOption.TEMPLE as option):
            return building_sites(state, BuildingKind(option.value))
        case _:
            return ()


def own_or_chosen_plains(state: GameState, draft: Draft) -> tuple[Material, ...]:
    match draft:
        case EmptyDraft() | SelectedOption(TurnOption.WORKER) if state.phase is Phase.ACTION:
            return own_plains(state)
        case SelectedWorker(plain) | PlainExplanationDraft(plain):
            return (plain,)
        case _:
            return ()


def _move_worker_question(state: GameState, draft: SelectedWorker) -> Question:
    if draft.level is None:
        return _which_worker_question(state, draft.plain)
    color, rows, commands = decider_of(state), [], []
    for target, shares in ((one.plain, one.chips_by_player) for one in earnings(state, draft)):
        command = do.MoveWorker(by=color, source=draft.plain, level=draft.level, target=target)
        button = Button(f"to.{target}", Decide(command), piece_name(target), symbol=target)
        if shares is None:
            rows.append(Row((replace(button, detail=_("full"), dim=True),)))
        else:
            rows.append(Row((replace(button, amounts=shares),)))
            commands.append(command)
    what_if = routes.WhatIf(WorkerToTry(draft.plain, draft.level))
    return Question(
        color=color,
        title=_("from {plain}: where to?", plain=piece_name(draft.plain)),
        rows=tuple(rows),
        reasons=rule_reasons("big.move", "big.yield"),
        button_below_reasons=Button("what_if", what_if, _("What would happen?")),
        previewed_commands=tuple(commands),
    )


def earnings(state: GameState, draft: Draft) -> tuple[EarningsOnPlain, ...]:
    """Return what the players would earn on each plain to which the selected worker could move.

    `draft` is the player's unfinished input. If no worker is selected in it, the result is (). For
    a plain without room for another worker, `chips_by_player` is None.
    """
    if not isinstance(draft, SelectedWorker) or draft.level is None:
        return ()
    source, level = draft.plain, draft.level
    return tuple(
        EarningsOnPlain(
            target,
            preview_move(state, source, level, target).earnings
            if plain_has_room(state, target)
            else None,
        )
        for target in MATERIALS
        if target is not source
    )


def draft_for_dragged_worker(
    state: GameState, draft: Draft, plain: Material, level: int
) -> SelectedWorker | None:
    """Return the selection of the worker that a finger begins to drag, or None if there is none.

    The finger is at the level `level` (from 1 at the bottom) of the stack on `plain`. The active
    player's worker nearest to that level is selected. `draft` is the player's unfinished input
    before the drag; some drafts, such as a payment, allow no drag.
    """
    if state.phase is not Phase.ACTION or not isinstance(draft, BoardDraft):
        return None
    stack = state.stack(plain)
    own = (each for each, owner in enumerate(stack, 1) if owner == state.decider)
    nearest = min(own, key=lambda each: (abs(each - level), -each), default=None)
    return None if nearest is None else SelectedWorker(plain, nearest)


def draft_after_plain_tap(state: GameState, plain: Material) -> SelectedWorker | None:
    """Return the selection of the active player's worker on `plain`, or None if none can move.

    If several of the player's workers on the plain can move, the selection has no `level` yet: the
    card then asks which one.
    """
    levels = movable_levels(state, decider_of(state), plain)
    if not levels:
        return None
    return SelectedWorker(plain, levels[0] if len(levels) == 1 else None)


def _plain_info_question(state: GameState, plain: Material) -> Question:
    stack = state.stack(plain)
    helps = (text_if_room(sentence_text(one)) for one in explain(state, SupplyPlace(plain)).text)
    workers = (
        Button(
            key=f"what_if.{level}",
            text=_("What happens if he moves?"),
            symbol=WorkerInStack(stack, level),
            action=routes.WhatIf(WorkerToTry(plain, level)),
            style=ButtonStyle.QUIET,
        )
        for level in range(len(stack), 0, -1)
    )
    rows = (shrinking_text(supply_text(state, plain)), *helps, *(Row((one,)) for one in workers))
    title = _("High plain: {plain}", plain=piece_name(plain))
    return Question(None, title, rows, rule_reasons("small.material", "big.move", "big.yield"))


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
        workers.append(Row((worker,)))
    return Question(
        color=decider_of(state),
        title=_("from {plain}: which one?", plain=piece_name(plain)),
        rows=tuple(reversed(workers)),
        reasons=rule_reasons("big.move"),
    )


# What the owner of a hut offers


def _offering_question(state: GameState) -> Question:
    field, color = state.visits[0], decider_of(state)
    huts = remaining_visits(state)[0].settlement_size
    previews = {preview.give: preview for preview in preview_offers(state)}
    nothing = Button(
        key="offer.none",
        text=_("Nothing"),
        detail=signed_number(previews[OfferingAnswer.NONE].points),
        action=Decide(do.MakeOffering(by=color, give=OfferingAnswer.NONE)),
        style=ButtonStyle.QUIET,
        width=1.1,
    )
    chips: tuple[Button, ...] = ()
    if OfferingAnswer.CHIP in previews:
        give = Decide(do.MakeOffering(by=color, give=OfferingAnswer.CHIP))
        text = signed_number(previews[OfferingAnswer.CHIP].points)
        chips = (Button("offer.chip", give, text, symbol=state.bonus_on(field)),)
    above = others = (Row(chips),) if chips else ()
    if state.finale is FinaleStage.CIRCUIT:
        others = (Row((_nothing_for_the_rest(state, shortly=bool(chips)), *chips)),)
        above = others if _own_huts(state) > 1 else above
    rows: tuple[Block, ...]
    if OfferingAnswer.ONE in previews:
        pay = payment_draft(state, do.MakeOffering(by=color, give=OfferingAnswer.ONE))
        swap = replace(swap_button("offer.pay", SetDraft(pay)), width=1.0)
        ones = _one_choices(color, previews[OfferingAnswer.ONE], main=huts == 1)
        both = _both_choice(color, previews[OfferingAnswer.BOTH], main=huts > 1)
        answers = Row((*ones, swap)), Row((nothing, both))
        rows = (*above, *answers)
        # At a player's last hut, the other answers stay where they were.
        alternatives = ((*others, *answers),) if others != above else ()
        if huts > 1 and state.finale is not FinaleStage.CIRCUIT:
            text = plural("A settlement of {number} hut", "A settlement of {number} huts", huts)
            rows = (text_if_room(text), *rows)
    else:
        read = SetDraft(PrintedFieldDraft(field))
        survey = Button("survey", read, _("Read it off your board"))
        text = _("Nobody has read field {field} yet.", field=field)
        rows, alternatives = (text_if_room(text), Row((survey,)), *above, Row((nothing,))), ()
    return Question(
        color=color,
        title=_("offers at"),
        visited_field=field,
        rows=rows,
        alternative_rows=alternatives,
        reasons=_why_offered(state),
        previewed_commands=tuple(do.MakeOffering(by=color, give=give) for give in previews),
    )


def _nothing_for_the_rest(state: GameState, *, shortly: bool) -> Button:
    huts, text = _own_huts(state), _nothing_text(state)
    return Button(
        key="offer.rest",
        # For translators: an answer: offer nothing at this and further huts, {number} in all
        text=_("{number} × nothing", number=huts) if shortly else text,
        action=SetDraft(DeclineOfferingsDraft()),
        style=ButtonStyle.QUIET,
    )


def _own_huts(state: GameState) -> int:
    return [state.hut_owner(field) for field in state.visits].count(decider_of(state))


def _nothing_text(state: GameState) -> str:
    return plural("Nothing at my last hut", "Nothing at my last {number} huts", _own_huts(state))


def _decline_offerings_question(state: GameState) -> Question:
    color = decider_of(state)
    action = Decide(do.DeclineFinalOfferings(by=color))
    done = Button("offer.rest.done", action, _nothing_text(state), ButtonStyle.PRIMARY)
    cost = plural(
        "The druid passes {number} hut: −1 point.",
        "The druid passes {number} huts: −1 point each.",
        _own_huts(state),
    )
    rows, reasons = (
        (shrinking_text(cost), Row((done,))),
        rule_reasons("offer.none", "end.circuit"),
    )
    return Question(color, _("offers nothing more?"), rows, reasons)


def _one_choices(color: Color, preview: OfferPreview, *, main: bool) -> tuple[Button, ...]:
    asked = {one for price in preview.prices for one in MATERIALS if price.number(one)}
    return tuple(
        Button(
            key=f"offer.one.{material}",
            text=signed_number(preview.points),
            symbol=GivenChip(material),
            action=Decide(
                do.MakeOffering(by=color, give=OfferingAnswer.ONE, pay=Chips.of(material))
            ),
            style=ButtonStyle.PRIMARY if main else ButtonStyle.PLAIN,
            width=2 / len(asked),
        )
        for material in MATERIALS
        if material in asked
    )


def _both_choice(color: Color, preview: OfferPreview, *, main: bool) -> Button:
    price = preview.prices[0]
    first, second = (GivenChip(one) for one in MATERIALS for _chip in range(price.number(one)))
    return Button(
        key="offer.both",
        text=signed_number(preview.points),
        symbol=first,
        second_symbol=second,
        action=Decide(do.MakeOffering(by=color, give=OfferingAnswer.BOTH, pay=price)),
        style=ButtonStyle.PRIMARY if main else ButtonStyle.PLAIN,
    )


def _why_offered(state: GameState) -> tuple[ReasonText, ...]:
    way, *others = question_reasons(state)
    later = state.visits[1:]
    if not later:
        return (way, *others)
    if len(later) > NAMED_HUTS:
        text = plural("Then {number} more hut.", "Then {number} more huts.", len(later))
    else:
        owners = ((field, player_or_table_name(state, state.hut_owner(field))) for field in later)
        huts = [_("{player} ({field})", field=field, player=name) for field, name in owners]
        text = _("Then he asks {huts}.", huts=join_with_commas(huts))
    return (replace(way, explanation=text), *others)


# How near the end is


def end_of_game_line(state: GameState, draft: Draft) -> str:
    """Return the line about the last turns or the final circuit that most cards show at the top.

    The result is "" before the last turns. It is also "" if `draft`, the player's unfinished input,
    is the menu, a payment or a swap, whose cards need the room for their own text.
    """
    match state.finale:
        case _ if isinstance(draft, MenuDraft | PaymentDraft | ChipSwapDraft):
            return ""
        case FinaleStage.LAST_TURNS:
            players = state.whose_turn, *players_with_turns_left(state, state.finisher)
            names = [player_or_table_name(state, color) for color in players]
            if len(names) == 1:
                return _("The last turn: {player}", player=names[0])
            return _("Last turns: {players}", players=join_with_and(names))
        case FinaleStage.CIRCUIT if state.visits:
            return plural(
                "Final circuit: {number} hut",
                "Final circuit: {number} huts",
                len(state.visits),
            )
        case _:
            return ""


# The end, declared by the table or reached


def _declare_end_rows(state: GameState) -> tuple[Row, ...]:
    if not may_declare_end(state):
        return ()
    action, text = SetDraft(EndDeclarationDraft()), _("Nobody wants to build")
    return (Row((Button("end", action, text, ButtonStyle.QUIET),)),)


def _declare_end_question() -> Question:
    agree = Button("end.table", Decide(do.DeclareEnd()), _("We all agree"), ButtonStyle.PRIMARY)
    return Question(
        color=None,
        title=_("End the game now?"),
        rows=(
            shrinking_text(_("All four high plains are empty.")),
            shrinking_text(_("If nobody wants to build, the druid's final circuit begins.")),
            Row((agree,)),
        ),
        reasons=rule_reasons("end.exhausted", "end.circuit"),
    )


def _game_over_question(state: GameState) -> Question:
    if state.winners is None:
        to_scoring = Button(
            "to.scoring", routes.FinalScoring(), _("Final scoring"), ButtonStyle.PRIMARY
        )
        text = _("Move what your trays show: then comes the final scoring.")
        rows, reasons = (
            (shrinking_text(text), Row((to_scoring,))),
            rule_reasons("end.circuit"),
        )
        return Question(None, _("The final circuit is over"), rows, reasons)
    score = Button("to.end", routes.GameResult(), _("Final score"), ButtonStyle.PRIMARY)
    text = _("The final score shows where the points came from.")
    return Question(
        color=state.winners[0] if len(state.winners) == 1 else None,
        title=winners_line(state, state.winners),
        rows=(shrinking_text(text), Row((score,))),
        reasons=question_reasons(state),
    )


# Taps on a high plain


def action_for_plain_tap(
    state: GameState, draft: Draft, plain: Material, *, can_decide: bool = True
) -> Action:
    """Return the action of a tap on a high plain; `draft` is the player's unfinished input.

    `can_decide` is false while the question on the card cannot be answered. A tap that would answer
    it then tells how many chips are on the plain instead.
    """
    action: Action = ExplainImpossible(supply_text(state, plain))
    if isinstance(draft, BoardDraft):
        action = _plain_tap_of_decider(state, draft, plain)
    elif isinstance(draft, ChipSwapDraft):
        missing = SWAP_RATE - draft.pay.total
        action = ExplainImpossible(swap_instruction(missing))
        if not missing:
            action = Decide(do.SwapChips(by=draft.color, pay=draft.pay, take=plain))
    if isinstance(action, Decide) and not can_decide:
        return ExplainImpossible(supply_text(state, plain))
    return action


def _plain_tap_of_decider(state: GameState, draft: BoardDraft, plain: Material) -> Action:
    decider = state.decider
    if decider is None:
        return ExplainImpossible(_("The game is over."))
    match state.phase:
        case Phase.PLACING:
            return Decide(do.PlaceWorker(by=decider, plain=plain))
        case Phase.TAKE:
            return Decide(do.TakeChip(by=decider, material=plain))
        case Phase.GIVE_BACK:
            return Decide(do.GiveBackChip(by=decider, material=plain))
        case Phase.ROLL | Phase.OFFERING:
            previous = draft.previous_draft if isinstance(draft, PlainExplanationDraft) else draft
            return SetDraft(PlainExplanationDraft(plain, previous))
        case _:
            pass
    if isinstance(draft, SelectedWorker) and draft.level is not None and draft.plain is not plain:
        return Decide(
            do.MoveWorker(by=decider, source=draft.plain, level=draft.level, target=plain)
        )
    begun = draft_after_plain_tap(state, plain)
    if begun is not None:
        return SetDraft(begun)
    player, others = player_or_table_name(state, decider), map(piece_name, own_plains(state))
    if plains := join_with_and([*others]):
        text = _("{player} only has workers on {plains}.", player=player, plains=plains)
    else:
        there = piece_name(plain)
        text = _("{player} has no worker on the {plain} plain.", player=player, plain=there)
    return ExplainImpossible(text)


# Explanations, the menu, and entering the icons on a field


def _player_status_question(state: GameState, draft: PlayerStatusDraft) -> Question:
    color, names = draft.color, player_names(state)
    lines = [sentence_text(line, names) for line in player_status_sentences(state, color)]
    hand = Button(
        f"hand.{color}", ShowHand(color), _("Hold to see your chips"), lifted=ShowHand(None)
    )
    action = routes.Correct(routes.PlayerToCorrect(color))
    correct = Button("correct", action, _("Correct it"), ButtonStyle.QUIET)
    # Text that does not fit on the card is shown after a tap on the question mark.
    rows = (shrinking_text(lines[0]), text_if_room("\n".join(lines[1:])), Row((hand, correct)))
    reasons = (reason_without_rule("\n".join(lines)), *rule_reasons("correct.table"))
    title = plural("{number} point", "{number} points", state.player(color).points)
    return Question(color=color, title=title, rows=rows, reasons=reasons)


def _thing_question(state: GameState, thing: Thing | None) -> Question:
    title = _("What is this?")
    if thing is None:
        text = _("Tap anything on the board, or somebody's tray: its explanation appears here.")
        return Question(None, title, (shrinking_text(text),), rule_reasons("turn.decider"))
    told, names = explain(state, thing), player_names(state)
    lines = (sentence_text(one, names) for one in (*told.text, *told.current_worth))
    return Question(None, title, tuple(map(shrinking_text, lines)), rule_reasons(*told.rules))


def _menu_question(previous: Draft) -> Question:
    def way(route: Route, text: str) -> Button:
        return Button(f"menu.{routes.page_module_name(type(route))}", route, text)

    asks = SetDraft(ThingExplanationDraft(None, previous, explains_taps=True))
    rows = (
        (
            Button("menu.hands", SetDraft(HandsDraft(previous)), _("Hands")),
            way(routes.Log(), _("Log")),
        ),
        (Button("menu.ask", asks, _("What is this?")), way(routes.Rules(), _("How to play"))),
        (
            way(routes.BoardCheck(), _("Check the board")),
            way(routes.Correct(), _("Correct the app")),
        ),
        (way(routes.DieRolls(), _("Rolls of the die")), way(routes.Settings(), _("Settings"))),
        (
            Button("menu.forgotten", routes.Log(for_forgotten_step=True), _("We forgot a step")),
            way(routes.Start(), _("To the start screen")),
        ),
    )
    return Question(None, _("Menu"), tuple(map(Row, rows)), rule_reasons("correct.table"))


_RUNE_ROWS_WITH_HELP = 3
"""Maximum number of rows with rune areas that leave room for the help text on an upright screen."""


def _field_reading_question(state: GameState, draft: PrintedFieldDraft) -> Question:
    runes = [
        Button(
            key=f"rune.{rune}",
            text=piece_name(rune),
            symbol=rune,
            chosen=rune is draft.rune,
            action=SetDraft(replace(draft, rune=None if rune is draft.rune else rune)),
        )
        for rune in (
            possible_areas(state.board, draft.field) if draft.rune is None else (draft.rune,)
        )
    ]
    rows: list[Block] = [Row(tuple(runes[at : at + 2])) for at in range(0, len(runes), 2)]
    if draft.rune is not None:
        text = printed_icon_question(draft.first_icon, is_twice=draft.second_icon is not None)
        rows = [shrinking_text(text), *rows, _icon_row(draft, draft.rune)]
    elif len(rows) <= _RUNE_ROWS_WITH_HELP:
        rows.insert(0, text_if_room(_("Read it off your board: the rune area and the two icons.")))
    all_fields = _("Read all fields, one by one")
    rows.append(Row((Button("survey.all", routes.PrintedFields(), all_fields),)))
    return Question(
        color=None,
        title=_("Field {field}: what is printed?", field=draft.field),
        rows=tuple(rows),
        reasons=rule_reasons("board.survey"),
        keeps_answers_in_place=True,
    )


def _icon_row(draft: PrintedFieldDraft, rune: Rune) -> Row:
    first = draft.first_icon
    if first is None:
        outer = {one: SetDraft(replace(draft, first_icon=one)) for one in MATERIALS}
        return Row(tuple(Button(f"first.{one}", way, symbol=one) for one, way in outer.items()))
    inner: dict[Material, Action] = {
        one: Decide(do.EnterPrintedField(field=draft.field, needs=(first, one), rune=rune))
        for one in MATERIALS
    }
    if draft.second_icon is not None:
        change = SetDraft(replace(draft, second_icon=None))
        no = Button("survey.change", change, _("No"), ButtonStyle.QUIET)
        yes = Button("survey.done", inner[first], _("Yes, twice"), ButtonStyle.PRIMARY)
        return Row((no, yes))
    inner[first] = SetDraft(replace(draft, second_icon=first))
    return Row(tuple(Button(f"second.{one}", way, symbol=one) for one, way in inner.items()))
