"""Events, commands and corrections, each as a whole sentence; texts are in content/told.toml."""

from collections.abc import Mapping, Sequence
from typing import assert_never

import msgspec

from companion import commands as do
from companion import events as ev
from companion.content import sentence_factory
from companion.pieces import NO_CHIPS, Chips, Color, Face, Material, MaterialChips, OfferingAnswer
from companion.rules.druid import river_points
from companion.sentence import Sentence
from companion.state import FinaleStage, GameState
from companion.telling.reasons import players_with_turns_left

TRACK_FIELDS = 100
"""Number of fields of the point track, 0 to 99."""
_say = sentence_factory("told")


def _news(key: str, facts: Mapping[str, object] | None = None) -> Sentence:
    return _say("news", key, facts or {})


def event_news(state: GameState, event: ev.Event) -> Sentence | None:  # noqa: C901, PLR0911, PLR0912 - one flat case an event
    """Return the sentence that announces an event, or None if it needs none.

    Many events need none because players see everything from the pieces that they must move.
    `state` is the state before the event.
    """
    match event:
        case ev.DieRolled():
            order = state.clockwise_from(event.color)
            without = tuple(color for color in order if not state.player(color).hand.total)
            rolled = {"player": event.color, "face": event.face, "players": without}
            is_minus = event.face is Face.MINUS and without  # somebody has no chip to return
            return _news("rolled-minus" if is_minus else "rolled", rolled)
        case ev.YieldEarned():
            if all(share.got == share.due for share in event.shares) and event.shares:
                return None
            some = any(share.got for share in event.shares)
            return _news("not-enough" if some else "nobody-gets", {"material": event.material})
        case ev.ChipTaken(color, None):
            return chips_taken_sentence(color, NO_CHIPS)
        case ev.DruidStayed():
            return _news("druid-stays")
        case ev.RiverCrossed():
            scores = _scores(state)
            return _news("river" if scores else "river-nobody", {"scores": scores})
        case ev.OfferingMade(color, field, give):
            return _news(f"offered-{give}", {"player": color, "field": field})
        case ev.FinalOfferingsDeclined(color):
            return _news("circuit-passed", {"player": color})
        case ev.EndDeclared():
            return _news("end-declared")
        case ev.FinaleStarted(FinaleStage.LAST_TURNS, finisher):
            players = players_with_turns_left(state, finisher)
            turns = {"player": finisher, "players": players}
            return _news("last-turns" if players else "all-built", turns)
        case ev.FinaleStarted():
            return _news("circuit")
        case ev.LastTurnsCancelled(finisher):
            return _news("not-all-built", {"player": finisher})
        case ev.TempleScored(color, field, huts):
            return _news("temple-scored", {"player": color, "field": field, "number": huts})
        case ev.GameEnded(winners):
            return winners_sentence(winners)
        case ev.PrintedFieldEntered(field, needs, rune):
            read = {"field": field, "rune": rune, "first": needs[0], "second": needs[1]}
            return _news("surveyed", read)
        case ev.Corrected(_, why):
            return _say("commands", "correct", {"why": why})
        case _:
            return None


def correction_news(change: do.SetActive | do.SetPrintedField) -> Sentence:
    """Return the news of a change that moves no piece.

    The change sets the active player, or what is printed on a field.
    """
    match change:
        case do.SetActive(color):
            return _news("turn", {"player": color})
        case do.SetPrintedField(field, needs, rune):
            facts = {"field": field, "rune": rune, "first": needs[0], "second": needs[1]}
            return _news("printed", facts)
        case _:
            assert_never(change)


def brief_news_for_all(state: GameState, event: ev.Event) -> Sentence | None:
    """Return the short announcement of an event that concerns everybody, or None."""
    match event:
        case ev.RiverCrossed():
            scores = _scores(state)
            return _news("river-brief" if scores else "river-nobody-brief", {"scores": scores})
        case ev.FinaleStarted(FinaleStage.CIRCUIT, _):
            return _news("circuit-brief")
        case _:
            return None


def _scores(state: GameState) -> tuple[Sentence, ...]:
    return tuple(
        _news("score", {"player": color, "number": points})
        for color, points in river_points(state)
        if points
    )


def winners_sentence(winners: Sequence[Color]) -> Sentence:
    """Return a sentence that names the winners."""
    return _news("winners", {"number": len(winners), "names": tuple(winners)})


def chips_taken_sentence(color: Color, chips: Chips) -> Sentence:
    """Return a sentence that says which chips a player takes, or that the player takes none."""
    key = "take" if chips.total else "take-nothing"
    return _say("commands", key, {"player": color, "chips": chips})


def track_position_sentence(points: int) -> Sentence:
    """Return a marker's place on the track in words; from 100 points, the 100 chip is included."""
    hundreds, place = divmod(points, TRACK_FIELDS)
    facts = {"place": place, "hundred": hundreds * TRACK_FIELDS}
    return _say("changes", "place-beyond" if hundreds else "place", facts)


def command_sentence(command: do.Command) -> Sentence:
    """Return a command in words, as the log shows it."""
    key, facts = str(command.__struct_config__.tag), msgspec.structs.asdict(command)
    facts |= {"player": facts.get("by"), "chips": facts.get("pay")}
    match command:
        case do.TakeChip(by, material):
            return chips_taken_sentence(by, Chips.of(material) if material else NO_CHIPS)
        case do.BuildHut(pay=pay) if pay == NO_CHIPS:
            key = "build_hut-free"
        case do.GiveBackChip(material=material):
            facts["chips"] = Chips.of(material)
        case do.MakeOffering(give=OfferingAnswer.NONE | OfferingAnswer.CHIP as give):
            key = f"offer-{give}"
        case do.SwapChips(take=take):
            facts["taken"] = Chips.of(take)
        case _:
            pass
    return _say("commands", key, facts)


def change_sentence(change: do.Change) -> Sentence:
    """Return a correction's change in words; for a hand, this reveals the new number of chips."""

    def told(key: str, **facts: object) -> Sentence:
        return _say("changes", key, facts)

    match change:
        case do.SetPoints(color, points):
            return told("points", player=color, number=points)
        case do.SetHand(color, material, number):
            return told("hand", player=color, chips=MaterialChips(material, number))
        case do.SetSupply(material, number):
            return supply_sentence(material, number)
        case do.SetStack(plain, workers):
            return stack_sentence(plain, workers)
        case do.SetRune(rune, holder):
            return told("rune", rune=rune, holder=holder or told("table"))
        case do.SetBuilding(field, building):
            return told("field" if building else "field-empty", field=field, building=building)
        case do.SetBonus(field, bonus):
            return told("bonus" if bonus else "bonus-none", field=field, bonus=bonus)
        case do.SetDruid(stone, field):
            place = "field" if field is not None else "stone" if stone else "temple"
            return told(f"druid-{place}", stone=stone, field=field)
        case do.SetActive(color):
            return told("active", player=color)
        case do.SetPrintedField(field, (first, second), rune):
            return told("printed", field=field, rune=rune, first=first, second=second)
        case _:
            assert_never(change)


def supply_sentence(material: Material, number: int) -> Sentence:
    """Return the number of chips on a plain in words."""
    return _say("changes", "supply", {"number": number, "plain": material})


def stack_sentence(plain: Material, workers: tuple[Color, ...]) -> Sentence:
    """Return the workers on a plain in words, from the bottom up."""
    key = "workers-from-below" if len(workers) > 1 else "workers"
    return _say("changes", key, {"plain": plain, "workers": workers or _say("changes", "none")})
