"""Events, commands and corrections, each as a whole sentence."""

from collections.abc import Sequence
from typing import assert_never

from companion import commands as do
from companion import events as ev
from companion.pieces import NO_CHIPS, Chips, Color, Face, Give, Heap, Material
from companion.rules.druid import river_points
from companion.sentence import N_, Sentence
from companion.state import Finale, GameState
from companion.telling.reasons import turns_left

TRACK = 100
"""Fields of the point track, 0 to 99."""

NOBODY = Sentence(N_("none"))
TABLE = Sentence(N_("the table"))

_OFFERED = {
    Give.NONE: N_("{player} offers nothing at {field}"),
    Give.ONE: N_("{player} offers one material at {field}"),
    Give.BOTH: N_("{player} offers both materials at {field}"),
    Give.CHIP: N_("{player} offers the druid chip at {field}"),
}


def news(state: GameState, event: ev.Event) -> Sentence | None:  # noqa: C901, PLR0911, PLR0912 - one flat case an event
    """Return the news of an event in `state`, or None if its moves say all."""
    match event:
        case ev.DieRolled():
            return _rolled(state, event)
        case ev.YieldEarned():
            return _earned(event)
        case ev.ChipTaken(color, None):
            return takes(color, NO_CHIPS)
        case ev.DruidStayed():
            return Sentence(N_("The druid stays: there is no hut yet"))
        case ev.RiverCrossed():
            return _river_sentence(state)
        case ev.OfferingMade(color, field, give):
            return Sentence(_OFFERED[give], {"player": color, "field": field})
        case ev.CircuitPassed(color):
            return Sentence(N_("{player} offers nothing for the rest"), {"player": color})
        case ev.EndDeclared():
            return Sentence(N_("The table ends the game"))
        case ev.FinaleBegun():
            return _finale_sentence(state, event)
        case ev.LastTurnsTakenBack(finisher):
            return Sentence(
                N_("{player} has not built everything: no last turns yet"), {"player": finisher}
            )
        case ev.TempleScored(color, field, huts):
            return Sentence(
                N_("{player}'s temple on {field}: {number} hut"),
                {"player": color, "field": field, "number": huts},
                N_("{player}'s temple on {field}: {number} huts"),
            )
        case ev.GameEnded(winners):
            return winners_sentence(winners)
        case ev.FieldSurveyed(field, needs, rune):
            return Sentence(
                N_("Field {field} is read: {rune}, {first} and {second}"),
                {"field": field, "rune": rune, "first": needs[0], "second": needs[1]},
            )
        case ev.Corrected(_, why):
            return Sentence(N_("Correction: {why}"), {"why": why})
        case _:
            return None


def _rolled(state: GameState, event: ev.DieRolled) -> Sentence:
    """Announce a roll, and the players without chips, who need not return one."""
    facts = {"player": event.color, "face": event.face}
    order = state.clockwise_from(event.color)
    without = tuple(color for color in order if not state.player(color).hand.total)
    if event.face is Face.MINUS and without:
        message = N_("{player} rolled: {face}. Nothing to return: {players}")
        return Sentence(message, facts | {"players": without})
    return Sentence(N_("{player} rolled: {face}"), facts)


def _earned(event: ev.YieldEarned) -> Sentence | None:
    """Why workers earn less than is theirs, or nothing."""
    facts = {"material": event.material}
    if not any(share.got for share in event.shares):
        return Sentence(N_("Nobody gets {material}"), facts)
    if any(share.got < share.due for share in event.shares):
        return Sentence(N_("Not enough {material}: top worker first"), facts)
    return None


def changed_news(change: do.SetActive | do.SetPrinted) -> Sentence:
    """What a change of a correction has people know that moves nothing on the cardboard."""
    match change:
        case do.SetActive(color):
            return Sentence(N_("It is {player}'s turn"), {"player": color})
        case do.SetPrinted(field, needs, rune):
            return Sentence(
                N_("Field {field} shows {rune}, {first} and {second}"),
                {"field": field, "rune": rune, "first": needs[0], "second": needs[1]},
            )
        case _:
            assert_never(change)


def _river_sentence(state: GameState) -> Sentence:
    """Who scores what at the river, and for what."""
    scores = _scores(state)
    if not scores:
        return Sentence(N_("Over the river: nobody holds a rune stone"))
    return Sentence(N_("Over the river, a point for each rune stone: {scores}"), {"scores": scores})


def river_scores(state: GameState) -> Sentence:
    """Who scores what at the river, in a few words."""
    scores = _scores(state)
    if not scores:
        return Sentence(N_("River: no points"))
    return Sentence(N_("River: {scores}"), {"scores": scores})


def _scores(state: GameState) -> tuple[Sentence, ...]:
    return tuple(
        Sentence(N_("{player} +{number}"), {"player": color, "number": points})
        for color, points in river_points(state)
        if points
    )


def _finale_sentence(state: GameState, event: ev.FinaleBegun) -> Sentence:
    if event.finale is Finale.LAST_TURNS:
        players = turns_left(state, event.finisher)
        facts = {"player": event.finisher, "players": players}
        if players:
            return Sentence(
                N_("{player} has built everything. One more turn for: {players}"), facts
            )
        return Sentence(N_("{player} has built everything"), facts)
    return Sentence(N_("The final circuit: the druid goes to every hut once more"))


def winners_sentence(winners: Sequence[Color]) -> Sentence:
    """Announce the winners."""
    return Sentence(
        N_("{names} wins"),
        {"number": len(winners), "names": tuple(winners)},
        N_("{names} share the victory"),
    )


def takes(color: Color, chips: Chips) -> Sentence:
    """Chips that a player takes from their plains, if any."""
    if chips == NO_CHIPS:
        return Sentence(N_("{player} takes nothing"), {"player": color})
    return Sentence(N_("{player} takes {chips}"), {"player": color, "chips": chips})


def returns(color: Color, chips: Chips) -> Sentence:
    """Chips that a player returns to their plains."""
    return Sentence(N_("{player} returns {chips}"), {"player": color, "chips": chips})


def marker_place(points: int) -> Sentence:
    """Where a marker stands: its track field, and its 100 chip's side from 100 points on."""
    hundreds, place = divmod(points, TRACK)
    if hundreds == 0:
        return Sentence(N_("{place}"), {"place": place})
    return Sentence(
        N_("{place} with the {hundred} chip"), {"place": place, "hundred": hundreds * TRACK}
    )


def command_sentence(command: do.Command) -> Sentence:  # noqa: C901, PLR0911, PLR0912 - one flat case a command
    """A command as a line of the log."""
    match command:
        case do.PlaceWorker(by=by, plain=plain):
            return Sentence(
                N_("{player}: worker onto the {plain} plain"), {"player": by, "plain": plain}
            )
        case do.Roll(by=by, face=face):
            return Sentence(N_("{player} rolls {face}"), {"player": by, "face": face})
        case do.Take(by=by, material=material):
            return takes(by, Chips.of(material) if material else NO_CHIPS)
        case do.GiveBack(by=by, material=material):
            return returns(by, Chips.of(material))
        case do.MoveWorker(by=by, source=source, target=target):
            return Sentence(
                N_("{player}: big yield, {source} to {target}"),
                {"player": by, "source": source, "target": target},
            )
        case do.BuildHut(by=by, field=field, pay=pay):
            return Sentence(
                N_("{player}: hut on {field} for {chips}"),
                {"player": by, "field": field, "chips": pay},
            )
        case do.BuildTemple(by=by, field=field, pay=pay):
            return Sentence(
                N_("{player}: temple on {field} for {chips}"),
                {"player": by, "field": field, "chips": pay},
            )
        case do.Offer(by=by, give=Give.CHIP):
            return Sentence(N_("{player} offers the druid chip"), {"player": by})
        case do.Offer(by=by, give=Give.NONE):
            return Sentence(N_("{player} offers nothing"), {"player": by})
        case do.Offer(by=by, pay=pay):
            return Sentence(N_("{player} offers {chips}"), {"player": by, "chips": pay})
        case do.PassCircuit(by=by):
            return Sentence(N_("{player} offers nothing for the rest"), {"player": by})
        case do.Swap(by=by, pay=pay, take=take):
            return Sentence(
                N_("{player} swaps {chips} for {taken}"),
                {"player": by, "chips": pay, "taken": Chips.of(take)},
            )
        case do.DeclareEnd():
            return Sentence(N_("The end is declared"))
        case do.Survey(field=field, rune=rune):
            return Sentence(N_("Field {field} is read: {rune}"), {"field": field, "rune": rune})
        case do.Correct(why=why):
            return Sentence(N_("Correction: {why}"), {"why": why})
        case _:
            assert_never(command)


def change_sentence(change: do.Change) -> Sentence:  # noqa: C901, PLR0911, PLR0912 - one flat case a change
    """One change of a correction, with the number of a hand's chips."""
    match change:
        case do.SetPoints(color, points):
            return Sentence(
                N_("{player} has {number} point"),
                {"player": color, "number": points},
                N_("{player} has {number} points"),
            )
        case do.SetHand(color, material, number):
            return Sentence(
                N_("{player} has {chips}"), {"player": color, "chips": Heap(material, number)}
            )
        case do.SetSupply(material, number):
            return supply_sentence(material, number)
        case do.SetStack(plain, workers):
            return workers_stand(plain, workers)
        case do.SetRune(rune, holder):
            return Sentence(N_("rune {rune}: {holder}"), {"rune": rune, "holder": holder or TABLE})
        case do.SetField(field, None):
            return Sentence(N_("field {field} is empty"), {"field": field})
        case do.SetField(field, building):
            return Sentence(N_("field {field}: {building}"), {"field": field, "building": building})
        case do.SetBonus(field, None):
            return Sentence(N_("no bonus chip on {field}"), {"field": field})
        case do.SetBonus(field, bonus):
            return Sentence(N_("“{bonus}” chip on {field}"), {"bonus": bonus, "field": field})
        case do.SetDruid(stone, field):
            return _druid_stands(stone, field)
        case do.SetActive(color):
            return Sentence(N_("it is {player}'s turn"), {"player": color})
        case do.SetPrinted(field, needs, rune):
            return Sentence(
                N_("field {field} shows {rune}, {first} and {second}"),
                {"field": field, "rune": rune, "first": needs[0], "second": needs[1]},
            )
        case _:
            assert_never(change)


def supply_sentence(material: Material, number: int) -> Sentence:
    """Return the number of chips on a plain in words."""
    return Sentence(
        N_("*{number}* chip lies on the {plain} plain"),
        {"number": number, "plain": material},
        N_("*{number}* chips lie on the {plain} plain"),
    )


def workers_stand(plain: Material, workers: tuple[Color, ...]) -> Sentence:
    """Who stands on a plain, from below."""
    if len(workers) > 1:
        order = N_("Workers on the {plain} plain, from below: *{workers}*")
        return Sentence(order, {"plain": plain, "workers": workers})
    return Sentence(
        N_("Workers on the {plain} plain: *{workers}*"),
        {"plain": plain, "workers": workers or NOBODY},
    )


def _druid_stands(stone: int | None, field: int | None) -> Sentence:
    if field is not None:
        return Sentence(N_("druid at {field}"), {"field": field})
    if stone:
        return Sentence(N_("druid on stone {stone}"), {"stone": stone})
    return Sentence(N_("druid in his temple"))
