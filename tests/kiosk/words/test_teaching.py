"""What a table is taught: `test_every_sentence` tells all of it, and here it is short enough."""

from collections.abc import Iterator
from functools import cache

import pytest
from msgspec.structs import replace

from companion import commands as do
from companion.game import events_of_command
from companion.pieces import Bonus, BuildingKind, Color, OfferingAnswer, Rune
from companion.rulebook import CHAPTERS
from companion.rules.setup import Seat, Setup, initial_state
from companion.sentence import Sentence
from companion.state import GameState, Phase
from companion.teaching.first_game import box_contents, first_game_bonus_chips, setup_steps
from companion.teaching.hint_setting import HintSetting
from companion.teaching.hints import MOST_WORDS, due_hint
from companion.teaching.payoff import (
    EffectTime,
    choice_title,
    effect_time_heading,
    effects_of_choice,
    final_score_assumption_sentence,
)
from companion.teaching.story import game_story
from companion.teaching.things import explain
from companion.telling.places import FieldPlace
from kiosk.words.language import languages, use_language
from kiosk.words.texts import sentence_text
from tests.companion.explained import last_hut
from tests.companion.positions import (
    BLUE,
    GREEN,
    NAMES,
    RED,
    STONE,
    WOOD,
    WOOL,
    build,
    position,
    side_for_four,
    side_for_two_or_three,
)
from tests.companion.taught_games import (
    MOST_WORDS_OF_A_GAME,
    Gap,
    steps,
    taught,
    told_in_all,
    words,
)
from tests.companion.test_teaching_hints import all_but
from tests.companion.test_teaching_things import table, things
from tests.luck import Luck

GAMES = 4
HUT, TEMPLE = BuildingKind


@cache
def games() -> tuple[list[Gap], ...]:
    return tuple(list(taught(steps(Luck(seed), eager=seed % 2 == 1))) for seed in range(GAMES))


def all_taught() -> Iterator[Sentence]:
    for gaps in games():
        yield from told_in_all(gaps)
        state, end = gaps[0].done.after, gaps[-1].done.after
        yield from game_story(state, (event for gap in gaps for event in gap.done.events))
        for one in (state, gaps[len(gaps) // 3].done.after, end):
            for thing in things(one):
                yield from (*explain(one, thing).text, *explain(one, thing).current_worth)
    yield from of_what_luck_hardly_brings()
    for players in (3, 4):
        colors = tuple(Color)[:players]
        board = side_for_two_or_three()
        seats = tuple(Seat(color, NAMES[color]) for color in colors)
        yield from (one.name for one in box_contents(colors))
        laid = initial_state(Setup(board, seats, 0, first_game_bonus_chips(board)))
        yield from (layer.text for layer in setup_steps(laid))
    for choice in (do.BuildHut(by=BLUE, field=19), do.BuildTemple(by=GREEN, field=19)):
        yield from (line.text for line in effects_of_choice(table(), choice))
    for target in (STONE, WOOL):
        move = do.MoveWorker(by=BLUE, source=WOOD, level=1, target=target)
        laid = table(stacks={WOOD: (BLUE,), STONE: (RED, GREEN)})
        yield from (line.text for line in effects_of_choice(laid, move))
        yield choice_title(move)
    yield from (choice_title(do.MakeOffering(by=BLUE, give=give)) for give in OfferingAnswer)
    yield from (*map(effect_time_heading, EffectTime), final_score_assumption_sentence())
    yield from (Sentence(chapter.title) for chapter in CHAPTERS)


def of_what_luck_hardly_brings() -> Iterator[Sentence]:
    for concept, state in (
        ("bonus-chips", table(bonus={4: Bonus.POINTS})),
        ("druid-chip", table(bonus={4: Bonus.DRUID})),
        ("druid-chip", table(bonus={4: Bonus.DRUID, 9: Bonus.DRUID})),
        ("walk", table(huts={}, druid=None, stone=2)),
        ("walk", table(huts={}, druid=None, stone=3)),
        ("walk", table(druid=None, stone=3)),
        ("settlement", table(huts={RED: (9,)}, druid=None, bonus={8: Bonus.HUT, 10: Bonus.HUT})),
        ("river", table()),
        ("shortage", table(supply="3 wood")),
        ("shortage", table(supply="9 wood 9 stone 9 wool")),
        ("exhausted", table(supply="")),
        ("big-yield", table()),
        ("rune-lost", table()),
    ):
        hint = due_hint(state, (), all_but(concept), HintSetting.FIRST_GAME)
        assert hint is not None, concept
        yield hint.text
    for concept, state, kind, field in (
        ("offering", table(druid=None, stone=3, hands={BLUE: "9 wood 9 wool"}), TEMPLE, 24),
        ("walk", table(druid=None, stone=3, hands={BLUE: "9 wood 9 wool"}), TEMPLE, 24),
        (
            "river",
            table(huts={RED: (1,)}, druid=1, runes={}, hands={BLUE: "9 wood 9 wool"}),
            TEMPLE,
            24,
        ),
        ("settlement", table(hands={BLUE: "9 wood 9 stone"}), HUT, 19),
    ):
        hint = due_hint(
            state,
            events_of_command(state, build(state, kind, field, BLUE)),
            all_but(concept),
            HintSetting.FIRST_GAME,
        )
        assert hint is not None, concept
        yield hint.text
    for huts in ((10,), (10, 20)):
        state = position(BLUE, GREEN, RED, huts={RED: huts}, druid=10, supply="", phase=Phase.ROLL)
        hint = due_hint(
            state,
            events_of_command(state, do.DeclareEnd()),
            all_but("circuit"),
            HintSetting.FIRST_GAME,
        )
        assert hint is not None
        yield hint.text
    for laid in (
        {"points": {BLUE: 30}},
        {"temples": {BLUE: (9, 11)}},
        {"runes": {Rune.EYE: RED, Rune.HOOK: RED, Rune.CROSS: RED}},
        {"points": {GREEN: 6}, "hands": {BLUE: "1 wood"}},
    ):
        yield from _ends(last_hut(**laid))
    for sources in (("bonus",), ("corrections",), ("bonus", "corrections")):
        yield from _ends(_won_by(last_hut(), *sources))
    for bonus in ({20: Bonus.DRUID}, {17: Bonus.DRUID}):
        for thing in things(table(bonus=bonus)):
            yield from explain(table(bonus=bonus), thing).current_worth
    unread = table(board=side_for_four(), huts={RED: (20,)}, temples={}, bonus={}, druid=20)
    yield from explain(unread, FieldPlace(20)).text
    for stone in (1, 2, 3):
        state = table(huts={}, druid=None, stone=stone, runes={}, supply="")
        for thing in things(state):
            yield from explain(state, thing).current_worth


def _ends(state: GameState) -> Iterator[Sentence]:
    yield from game_story(
        state, events_of_command(state, do.MakeOffering(by=GREEN, give=OfferingAnswer.NONE))
    )


def _won_by(state: GameState, *sources: str) -> GameState:
    won = dict.fromkeys(sources, 9)
    players = tuple(
        replace(
            player,
            points=player.points + sum(won.values()),
            breakdown=replace(player.breakdown, **won),
        )
        if player.color is BLUE
        else player
        for player in state.players
    )
    return replace(state, players=players)


@pytest.mark.parametrize("code", languages())
def test_each_hint_is_one_thought_and_a_first_game_is_soon_read(code: str) -> None:
    use_language(code)
    for gaps in games():
        texts = [sentence_text(sentence, NAMES) for sentence in told_in_all(gaps)]
        assert [text for text in texts if words(text) > MOST_WORDS] == []
        assert sum(map(words, texts)) <= MOST_WORDS_OF_A_GAME
