import errno
import os

import pytest

from companion import commands as do
from companion.errors import RuleViolation, system_reason
from companion.game import events_of_command
from companion.pieces import Bonus, Chips, Face, OfferingAnswer
from companion.state import GameState, Phase
from companion.telling.sentences import command_sentence
from kiosk.words.language import SOURCE_LANGUAGE, join_with_and, use_language
from kiosk.words.texts import refusal_text, sentence_text
from tests.companion.positions import BLUE, GREEN, PURPLE, RED, STONE, WOOD, WOOL, position


def on_the_table(**laid) -> GameState:
    return position(
        BLUE,
        GREEN,
        RED,
        **(
            {
                "huts": {RED: (6,)},
                "temples": {GREEN: (8,)},
                "bonus": {9: Bonus.DRUID},
                "stacks": {WOOD: (BLUE, RED), STONE: (RED, GREEN, GREEN), WOOL: (BLUE,)},
            }
            | laid
        ),
    )


def correction(*changes) -> do.Correct:
    return do.Correct(changes=changes, why="seen on the table")


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (do.BuildHut(by=BLUE, field=6), "field 6 already holds Ria's hut"),
        (do.BuildHut(by=BLUE, field=8), "field 8 already holds Gus's temple"),
        (
            do.BuildTemple(by=BLUE, field=9),
            "a bonus chip lies on field 9; a temple needs a field without one",
        ),
        (
            do.BuildHut(by=BLUE, field=12, pay=Chips(wool=1, copper=1)),
            "Bo does not have all of these chips; choose others",
        ),
        (
            do.Roll(by=BLUE, face=Face.PLUS),
            "move a worker or build first: that is part 2 of the turn",
        ),
        (do.MoveWorker(by=GREEN, source=STONE, level=2, target=WOOL), "it is Bo's decision now"),
        (
            do.MoveWorker(by=BLUE, source=WOOD, level=2, target=WOOL),
            "the top worker on the wood plain belongs to Ria; choose one of yours",
        ),
        (correction(do.SetPoints(PURPLE, 3)), "nobody plays purple in this game"),
        (correction(do.SetStack(WOOL, ())), "Bo has 2 workers, but 1 would stand on the plains"),
    ],
)
def test_a_refusal_names_people_and_their_pieces(command: do.Command, sentence: str) -> None:
    assert shown(on_the_table(), command) == sentence


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "purple: hut on 30 for nothing"),
        ("de", "Lila: Hütte auf 30, kostenlos"),
        ("fr", "violet\N{NO-BREAK SPACE}: hutte sur 30, gratuite"),
    ],
)
def test_the_log_calls_a_hut_free_in_the_words_of_its_language(language, sentence):
    use_language(language)
    assert sentence_text(command_sentence(do.BuildHut(PURPLE, 30))) == sentence


def test_what_costs_nothing_is_told_without_a_number() -> None:
    state = on_the_table(
        huts={BLUE: (6,)}, phase=Phase.OFFERING, visits=(6,), hands={BLUE: "1 wood"}
    )
    command = do.MakeOffering(by=BLUE, give=OfferingAnswer.NONE, pay=Chips(wood=1))
    assert shown(state, command) == "this costs nothing; pay no chips"


def shown(state: GameState, command: do.Command) -> str:
    with pytest.raises(RuleViolation) as caught:
        events_of_command(state, command)
    return refusal_text(state, caught.value)


@pytest.mark.parametrize(
    ("code", "two", "four"),
    [
        ("en", "Ada and Bo", "Ada, Bo, {list} and Cy"),
        ("de", "Ada und Bo", "Ada, Bo, {list} und Cy"),
        ("fr", "Ada et Bo", "Ada, Bo, {list} et Cy"),
    ],
)
def test_a_list_ends_with_the_and_of_the_language(code: str, two: str, four: str) -> None:
    use_language(code)
    try:
        assert (join_with_and([]), join_with_and(["Ada"])) == ("", "Ada")
        assert join_with_and(["Ada", "Bo"]) == two
        assert join_with_and(["Ada", "Bo", "{list}", "Cy"]) == four
    finally:
        use_language(SOURCE_LANGUAGE)


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO, errno.EROFS, errno.EACCES])
def test_what_the_system_refuses_is_told_in_the_language(number: int) -> None:
    reason = system_reason(OSError(number, os.strerror(number)))
    assert sentence_text(reason) == os.strerror(number)
    use_language("de")
    assert sentence_text(reason) != os.strerror(number)


@pytest.mark.parametrize("error", [OSError(errno.EMFILE, "Too {many}"), ValueError("Too {many}")])
def test_a_reason_that_only_the_system_knows_is_told_as_the_system_tells_it(error) -> None:
    use_language("de")
    assert sentence_text(system_reason(error)) == "Too {many}"
