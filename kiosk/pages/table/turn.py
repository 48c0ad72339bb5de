"""Questions of a turn, questions of the druid, and the end of the game. Free of Kivy.

Sources: SCREEN.md, 1, 2 and 4; rules setup.workers, small.*, big.*, offer.* and end.*.
"""

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType

from msgspec.structs import replace

from companion import commands as do
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
    BoardDraft,
    DeclineOfferingsDraft,
    Draft,
    EmptyDraft,
    EndDeclarationDraft,
    FieldReadingDraft,
    MenuDraft,
    SelectedOption,
    SelectedPlain,
    SelectedWorker,
    TurnOption,
)
from kiosk.pages.table.paying import payment_draft, swap_button
from kiosk.pages.table.question import (
    NAMED_HUTS,
    Decide,
    ExplainImpossible,
    PlayerPart,
    Question,
    RollDie,
    SetDraft,
    WithdrawAnswer,
    decider_of,
    optional_help,
    player_or_table_name,
    rule_reasons,
    shrinking_text,
    signed_points,
    supply_text,
)
from kiosk.pieces.form import ChosenChip, GivenChip, Workers
from kiosk.pieces.picture import Earnings, WorkerInStack
from kiosk.routes import WorkerToTry
from kiosk.ui.form import Block, Button, ButtonStyle, Row
from kiosk.words.language import _, escape_invisible, listed, mark, plural
from kiosk.words.narration import winners_line
from kiosk.words.reasons import ReasonText, question_reasons
from kiosk.words.texts import comma_separated, piece_name, sentence_text, stack_level_text


def turn_question(state: GameState, draft: Draft, *, app_die: bool) -> Question:
    """Return the question that the game asks now.

    If `app_die` is set, a button rolls the app's die. The player can always tap the face that the
    wooden die shows instead.
    """
    if state.phase is Phase.FINISHED:
        return _game_over_question(state)
    color = decider_of(state)
    rows: tuple[Block, ...] = ()
    match state.phase:
        case Phase.PLACING:
            title = _("places a worker")
            workers = {plain: do.PlaceWorker(by=color, plain=plain) for plain in MATERIALS}
            roomy = [plain for plain in MATERIALS if has_room(state, plain)]
            rows = (
                optional_help(_("On which high plain?")),
                *_material_button_rows("place", workers, roomy),
            )
        case Phase.ROLL:
            title = _("rolls")
            faces = tuple(
                Button(f"face.{face}", Decide(do.Roll(by=color, face=face)), symbol=face)
                for face in FACES
            )
            if app_die:
                roll = Button("roll", RollDie(), _("Roll"), ButtonStyle.PRIMARY)
                rows = (Row((roll,)), optional_help(_("or tap what the wooden die shows:")))
            rows = (*rows, Row(faces[:3]), Row(faces[3:]), *_declare_end_rows(state))
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
            # Whether the player has such a chip is secret.
            rows = _material_button_rows("give_back", back, MATERIALS)
        case Phase.ACTION:
            return _action_question(state, draft)
        case Phase.OFFERING:
            return _offering_question(state)
    return Question(color, title, rows, question_reasons(state))


def _material_button_rows(
    key: str, commands: Mapping[Material, do.Command], possible: Collection[Material]
) -> tuple[Row, ...]:
    """Return buttons for the four materials in two rows; only `possible` ones are not dim."""
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


def question_for_several_players(
    state: GameState,
    asked: Sequence[Color],
    answers: Sequence[do.Answer],
    refused: Mapping[Color, str] = MappingProxyType({}),
) -> Question:
    """Return a question to several players, with a part of the card for each of them.

    `refused` has, for some players, the reason why their last answer is impossible.
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
    taking = state.phase is Phase.TAKE
    title = _("Everybody takes a chip") if taking else _("Everybody returns a chip")
    return Question(None, title, (), question_reasons(state), parts=parts)


def _choices_of(state: GameState, color: Color, answer: do.Answer | None) -> tuple[Button, ...]:
    """Return a player's possible answers or, after an answer, the button to withdraw it."""
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
        title = _(_WAYS[draft.aim][1])
        # Rules about the chosen kind of action come before the other rules.
        chosen = _RULES_OF[draft.aim]
        reasons = (*rule_reasons(*chosen), *(one for one in reasons if one.rule not in chosen))
    options = Row(tuple(_option_button(state, color, aim, draft) for aim in TurnOption))
    return Question(color, title, (options, *_declare_end_rows(state)), reasons)


_RULES_OF = {
    TurnOption.WORKER: ("big.move", "big.yield"),
    TurnOption.HUT: ("hut.cost", "hut.rune", "end.runes", "hut.field"),
    TurnOption.TEMPLE: ("temple.cost", "end.temples", "temple.field"),
}
"""Ids of the rules about each kind of action, the most frequently needed first."""


def _option_button(state: GameState, color: Color, aim: TurnOption, draft: Draft) -> Button:
    chosen = draft == SelectedOption(aim)
    symbol: Workers | Building = Workers(color)
    if aim is TurnOption.WORKER:
        why_not = "" if own_plains(state) else _("You have no worker on any plain.")
    else:
        kind = BuildingKind(aim.value)
        symbol, why_not = Building(kind, color), ""
        if not state.buildings_left(color, kind):
            is_hut = kind is BuildingKind.HUT
            why_not = _("All your huts are built.") if is_hut else _("Both your temples are built.")
    return Button(
        key=f"aim.{aim}",
        detail=_(_WAYS[aim][0]),
        action=ExplainImpossible(why_not)
        if why_not
        else SetDraft(EmptyDraft() if chosen else SelectedOption(aim)),
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
        case SelectedOption(TurnOption.HUT | TurnOption.TEMPLE as aim):
            return building_sites(state, BuildingKind(aim.value))
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
    if draft.level is None:
        return _which_worker_question(state, draft.plain)
    color, rows, brings = decider_of(state), [], []
    for target, shares in ((one.plain, one.shares) for one in earnings(state, draft)):
        command = do.MoveWorker(by=color, source=draft.plain, level=draft.level, target=target)
        button = Button(f"to.{target}", Decide(command), piece_name(target), symbol=target)
        if shares is None:
            rows.append(Row((replace(button, detail=_("full"), dim=True),)))
        else:
            rows.append(Row((replace(button, amounts=shares),)))
            brings.append(command)
    what_if = routes.WhatIf(WorkerToTry(draft.plain, draft.level))
    return Question(
        color=color,
        title=_("from {plain}: where to?", plain=piece_name(draft.plain)),
        rows=tuple(rows),
        reasons=rule_reasons("big.move", "big.yield"),
        further=Button("what_if", what_if, _("What would happen?")),
        brings=tuple(brings),
    )


def earnings(state: GameState, draft: Draft) -> tuple[Earnings, ...]:
    """Return every player's earnings on each plain to which the selected worker could move.

    They are None for a full plain. The result is () if no worker is selected.
    """
    if not isinstance(draft, SelectedWorker) or draft.level is None:
        return ()
    source, level = draft.plain, draft.level
    return tuple(
        Earnings(
            target,
            preview_move(state, source, level, target).earnings
            if has_room(state, target)
            else None,
        )
        for target in MATERIALS
        if target is not source
    )


def draft_for_dragged_worker(
    state: GameState, draft: Draft, plain: Material, level: int
) -> SelectedWorker | None:
    """Return the draft for the player's worker nearest to `level`, if one can be dragged."""
    if state.phase is not Phase.ACTION or not isinstance(draft, BoardDraft):
        return None
    stack = state.stack(plain)
    own = (each for each, owner in enumerate(stack, 1) if owner == state.decider)
    nearest = min(own, key=lambda each: (abs(each - level), -each), default=None)
    return None if nearest is None else SelectedWorker(plain, nearest)


def draft_after_plain_tap(state: GameState, plain: Material) -> SelectedWorker | None:
    """Return the draft to move a worker, without its level if several can move; or None."""
    levels = movable_levels(state, decider_of(state), plain)
    if not levels:
        return None
    return SelectedWorker(plain, levels[0] if len(levels) == 1 else None)


def plain_info_question(state: GameState, plain: Material) -> Question:
    """Return a card about a high plain, with buttons to try out a move of each worker there."""
    stack = state.stack(plain)
    helps = (
        optional_help(sentence_text(one)) for one in explain(state, MaterialSupply(plain)).text
    )
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
        action=Decide(do.MakeOffering(by=color, give=OfferingAnswer.NONE)),
        style=ButtonStyle.QUIET,
        width=1.1,
    )
    others: list[Button] = []
    if state.finale is Finale.CIRCUIT:
        others.append(_nothing_for_the_rest(state, shortly=OfferingAnswer.CHIP in previews))
    if OfferingAnswer.CHIP in previews:
        chip = Decide(do.MakeOffering(by=color, give=OfferingAnswer.CHIP))
        text = signed_points(previews[OfferingAnswer.CHIP].points)
        others.append(Button("offer.chip", chip, text, symbol=state.bonus_on(field)))
    above = (Row(tuple(others)),) if others else ()
    rows: tuple[Block, ...]
    if OfferingAnswer.ONE in previews:
        pay = payment_draft(state, do.MakeOffering(by=color, give=OfferingAnswer.ONE))
        swap = replace(swap_button("offer.pay", SetDraft(pay)), width=1.0)
        ones = _one_choices(color, previews[OfferingAnswer.ONE], main=huts == 1)
        both = _both_choice(color, previews[OfferingAnswer.BOTH], main=huts > 1)
        rows = (*above, Row((*ones, swap)), Row((nothing, both)))
        if huts > 1 and state.finale is not Finale.CIRCUIT:
            text = plural("A settlement of {number} hut", "A settlement of {number} huts", huts)
            rows = (optional_help(text), *rows)
    else:
        read = SetDraft(FieldReadingDraft(field))
        survey = Button("survey", read, _("Read it off your board"))
        text = _("Nobody has read field {field} yet.", field=field)
        rows = (optional_help(text), Row((survey,)), *above, Row((nothing,)))
    return Question(
        color=color,
        title=_("offers at"),
        field=field,
        rows=rows,
        reasons=_why_offered(state),
        brings=tuple(do.MakeOffering(by=color, give=give) for give in previews),
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
    color = decider_of(state)
    action = Decide(do.DeclineRemainingOfferings(by=color))
    done = Button("offer.rest.done", action, _nothing_text(state), ButtonStyle.PRIMARY)
    cost = plural(
        "The druid passes {number} hut: −1 point.",
        "The druid passes {number} huts: −1 point each.",
        _own_huts(state),
    )
    rows, reasons = (shrinking_text(cost), Row((done,))), rule_reasons("offer.none", "end.circuit")
    return Question(color, _("offers nothing more?"), rows, reasons)


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
        text=signed_points(preview.points),
        symbol=first,
        second_symbol=second,
        action=Decide(do.MakeOffering(by=color, give=OfferingAnswer.BOTH, pay=price)),
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
        owners = ((field, player_or_table_name(state, state.hut_owner(field))) for field in later)
        huts = [_("{player} ({field})", field=field, player=name) for field, name in owners]
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


def _declare_end_rows(state: GameState) -> tuple[Row, ...]:
    if not may_declare_end(state):
        return ()
    action, text = SetDraft(EndDeclarationDraft()), _("Nobody wants to build")
    return (Row((Button("end", action, text, ButtonStyle.QUIET),)),)


def declare_end_question() -> Question:
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
    """Return the last card of a game: it leads to the scoring and, later, names the winner."""
    if state.winners is None:
        to_scoring = Button(
            "to.scoring", routes.FinalScoring(), _("Final scoring"), ButtonStyle.PRIMARY
        )
        text = _("Move what your trays show: then comes the final scoring.")
        rows, reasons = (shrinking_text(text), Row((to_scoring,))), rule_reasons("end.circuit")
        return Question(None, _("The final circuit is over"), rows, reasons)
    score = Button("to.end", routes.GameResult(), _("Final score"), ButtonStyle.PRIMARY)
    text = _("The final score tells where the points came from.")
    return Question(
        color=state.winners[0] if len(state.winners) == 1 else None,
        title=winners_line(state, state.winners),
        rows=(shrinking_text(text), Row((score,))),
        reasons=question_reasons(state),
    )
