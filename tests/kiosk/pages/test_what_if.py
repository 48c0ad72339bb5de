from pathlib import Path
from typing import TypeVar

import pytest
from hypothesis import given
from msgspec.structs import replace

from companion.commands import BuildHut
from companion.pieces import MATERIALS, Bonus, BuildingKind
from companion.preview import building_sites
from companion.state import FinaleStage, GameState, Phase
from companion.teaching.hint_setting import HintSetting
from companion.teaching.payoff import EffectTime, effects_of_choice
from kiosk import routes
from kiosk.pages.table.draft import SelectedField
from kiosk.pages.table.question import Question, SetDraft
from kiosk.pages.what_if import trial_outcome
from kiosk.pieces.form import ChipRow, PlayerNumbers, PointRanges, SymbolsWithTexts
from kiosk.routes import BuildingToTry, Trial, WhatIf, WorkerToTry
from kiosk.ui.form import Block, Column, Row
from kiosk.words.texts import player_names, sentence_text
from tests.companion.positions import BLUE, GREEN, RED, STONE, WOOD, WOOL, position
from tests.kiosk.laid_games import app_state_with_game, beginning
from tests.kiosk.pages.table.asking import ask, choice, words
from tests.kiosk.pages.table.test_planning import booklet_example
from tests.kiosk.pages.table.test_view import with_other_hands
from tests.kiosk.panel_tables import app_state_at
from tests.kiosk.touch import UPRIGHT, Touchscreen, says
from tests.legal_commands import some_way
from tests.luck import Luck
from tests.strategies import lucks, setups

BlockT = TypeVar("BlockT", bound=Block)


def asked(state: GameState, trial: Trial) -> Question:
    return trial_outcome(state, trial).card


def told(question: Question, kind: type[BlockT]) -> list[BlockT]:
    rows = [row for row in question.rows if isinstance(row, Column)]
    parts = [part for row in rows for part in row.rows]
    flat = [one for part in parts for one in (part.rows if isinstance(part, Column) else (part,))]
    return [one for one in flat if isinstance(one, kind)]


def test_a_hut_tells_everybody_s_points_and_who_is_asked_for_what() -> None:
    question = asked(booklet_example(phase=Phase.ROLL), BuildingToTry(19))

    (points,) = told(question, PointRanges)
    then = {color: text.split()[-1] for color, text in points.ranges}
    assert then == {BLUE: "4\u20138", GREEN: "5", RED: "3\u201311"}
    lines = words(question).splitlines()
    assert lines[0] == "The druid asks. One material: +1, both: +3, nothing: \u22121."
    assert [one.split(":")[0] for one in lines[1:4]] == ["19", "20", "21"]
    assert lines[3].endswith("red 3")
    assert "17 \u203a 19" in lines


@pytest.mark.parametrize("kind", BuildingKind)
def test_price_and_effects_are_told_with_the_rows_of_the_table_s_card(kind: BuildingKind) -> None:
    state = booklet_example(phase=Phase.ACTION)
    card = [
        row
        for row in ask(state, SelectedField(19, kind)).rows
        if isinstance(row, ChipRow | SymbolsWithTexts)
    ]
    question = asked(state, BuildingToTry(19, kind))

    assert len(card) == 2
    assert [*told(question, ChipRow), *told(question, SymbolsWithTexts)] == card


def test_what_the_druid_still_asks_now_is_said_to_count() -> None:
    counts = "Offerings still to come in this ritual count too."

    assert counts in words(asked(booklet_example(phase=Phase.OFFERING), BuildingToTry(19)))
    assert counts not in words(asked(booklet_example(phase=Phase.ROLL), BuildingToTry(19)))


def test_many_huts_are_told_by_whose_they_are() -> None:
    state = position(
        BLUE, GREEN, RED, huts={RED: (20, 21, 22), GREEN: (17, 18)}, druid=22, bonus={}
    )
    rows = told(asked(state, BuildingToTry(19)), PlayerNumbers)

    assert [(row.text, row.numbers) for row in rows] == [
        ("17 and 18", ((GREEN, 12),)),
        ("19", ((BLUE, 6),)),
        ("20, 21 and 22", ((RED, 18),)),
        ("River:", ((BLUE, 1),)),
    ]


def test_a_single_hut_and_its_druid_chip_are_told() -> None:
    state = position(BLUE, GREEN, RED, huts={RED: (21,)}, druid=21, bonus={21: Bonus.DRUID})
    text = words(asked(state, BuildingToTry(3, BuildingKind.TEMPLE)))

    assert "The druid asks. One material or both: +1, nothing: \u22121." in text
    assert "or the druid chip red 1" in text


def test_where_nothing_can_be_built_it_says_why() -> None:
    assert "No hut: field 17 already holds" in words(asked(booklet_example(), BuildingToTry(17)))
    ended = booklet_example(phase=Phase.OFFERING, finale=FinaleStage.CIRCUIT)
    assert "Nobody builds in the final circuit." in words(asked(ended, BuildingToTry(3)))


def test_whose_building_it_is_and_which_kind_is_chosen_on_the_page() -> None:
    state = booklet_example(phase=Phase.ROLL)
    question = asked(state, BuildingToTry(19))

    assert choice(question, "plan.blue").chosen
    assert choice(question, "plan.red").action == routes.WhatIf(BuildingToTry(19, builder=RED))
    temple = BuildingToTry(19, BuildingKind.TEMPLE)
    assert choice(question, "show.temple").action == routes.WhatIf(temple)


def test_a_worker_tells_the_yield_at_once_and_those_of_the_die() -> None:
    state = position(
        BLUE, GREEN, RED, phase=Phase.ROLL, stacks={WOOD: (GREEN, BLUE), STONE: (RED, BLUE)}
    )
    assert words(asked(state, WorkerToTry(WOOD, 1, STONE))).splitlines()[1:] == [
        "Income from moving, at once: green 3, blue 2, red 1",
        "Then wood on the die: blue 1",
        "Then stone on the die: green 1, blue 1, red 1",
        "Points and rune stones stay as they are.",
    ]
    assert trial_outcome(state, WorkerToTry(WOOD, 1, STONE)).picture.plains[3].workers == (
        RED,
        BLUE,
        GREEN,
    )


def test_the_topmost_worker_and_a_plain_with_room_are_thought_of_first() -> None:
    state = position(
        BLUE, GREEN, RED, stacks={WOOL: (BLUE,), WOOD: (GREEN, RED), STONE: (RED, BLUE, GREEN)}
    )
    question = asked(state, WorkerToTry(WOOD))

    assert choice(question, "worker.2").chosen
    assert choice(question, "to.wool").chosen
    full = choice(question, "to.stone").action
    assert isinstance(full, WhatIf)
    assert (
        words(asked(state, full.trial)).splitlines()[-1].startswith("Not possible: three workers")
    )
    assert words(asked(state, WorkerToTry(STONE, 2))) != words(asked(state, WorkerToTry(STONE, 1)))


@given(setups(), lucks)
def test_no_trial_depends_on_what_lies_behind_a_screen_nor_decides_anything(
    beginning, luck: Luck
) -> None:
    state = some_way(beginning, luck, 40)
    other = with_other_hands(state)
    fields = luck.some(range(1, len(state.board) + 1), 3)
    trials = [BuildingToTry(field, luck.pick(tuple(BuildingKind))) for field in fields]
    trials += [WorkerToTry(plain) for plain in (WOOD, STONE)]

    for trial in trials:
        question = asked(state, trial)
        assert question == asked(other, trial)
        assert all(isinstance(one.action, routes.WhatIf) for one in question.choices)
        assert any(isinstance(row, Row) for row in question.rows) or "No worker" in words(question)


# Under a finger


def free_field(touch: Touchscreen) -> int:
    state = touch.app_state.required_session.state
    fields = range(1, len(state.board) + 1)
    return next(
        field for field in fields if state.board.field(field).is_known and not state.building(field)
    )


def journal(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.iterdir() if path.is_file() and path.suffix != ".db-shm")
    return {path.name: path.read_bytes() for path in files}


@pytest.mark.parametrize("phase", [Phase.ROLL, Phase.ACTION, Phase.OFFERING], ids=str)
def test_whatever_is_thought_of_the_game_and_its_journal_stay_as_they_are(tmp_path, phase) -> None:
    app_state = app_state_with_game(tmp_path, beginning(4), 91, back_to=phase)
    with Touchscreen(tmp_path, app_state=app_state, at="table") as touch:
        touch.step()
        before, log, written = (
            app_state.required_session.state,
            app_state.required_session.log,
            journal(tmp_path),
        )
        field = free_field(touch)
        touch.tap_field(field)
        touch.tap("more", "what_if")
        assert touch.name == "what_if"
        assert touch.board.picture.fields[field - 1].building is not None
        for key in ("show.temple", "plan.red", "show.hut", "plan.blue", "why", "back"):
            touch.tap(key)
        for number in (3, 30, field):
            touch.tap_field(number)
        for plain in MATERIALS:
            touch.tap_plain(plain)
        touch.tap("leave")

        assert touch.name == "table"
        assert touch.page.draft == SelectedField(field, shows_more=True)
        assert (app_state.required_session.state, app_state.required_session.log) == (before, log)
        assert journal(tmp_path) == written


def test_what_has_no_room_has_further_pages_and_another_thought_begins_with_the_first(
    tmp_path: Path,
) -> None:
    app_state = app_state_with_game(tmp_path, beginning(4), 91, back_to=Phase.ACTION)
    with Touchscreen(tmp_path, app_state=app_state, at="table") as touch:
        touch.app_state.set_settings(replace(touch.app_state.settings, large_letters=True))
        touch.navigator.go(routes.WhatIf(BuildingToTry(free_field(touch))))
        assert says(touch, "Points now")
        touch.tap("more")
        assert not says(touch, "Points now")
        touch.tap(f"plan.{touch.app_state.required_session.state.players[-1].color}")
        assert says(touch, "Points now")


def test_a_first_hut_tells_where_points_will_come_from_not_that_none_change() -> None:
    state = position(BLUE, GREEN, RED, bonus={})
    question = asked(state, BuildingToTry(3))
    lines = words(question).splitlines()

    assert told(question, PointRanges) == []
    assert "At each river crossing" in lines
    assert "At the end, as things stand" in lines
    brought = effects_of_choice(state, BuildHut(BLUE, 3))
    names = player_names(state)
    later = [
        sentence_text(line.text, names)
        for line in brought
        if line.effect_time is not EffectTime.NOW
    ]
    assert later
    assert set(later) <= set(lines)


@pytest.mark.parametrize("hints", HintSetting)
def test_the_cross_stands_where_the_card_before_had_it_and_leads_back(
    tmp_path: Path, hints: HintSetting
) -> None:
    app_state = app_state_at(tmp_path, Phase.ACTION)
    app_state.set_settings(replace(app_state.settings, hints=hints))
    with Touchscreen(tmp_path, UPRIGHT[0], app_state=app_state, at="table") as touch:
        field = building_sites(app_state.session.state, BuildingKind.HUT)[0]
        touch.page.perform(SetDraft(SelectedField(field)))
        touch.step()
        cross = touch.place("back")
        touch.page.perform(routes.WhatIf(BuildingToTry(field)))
        touch.wait(1)
        assert touch.name == "what_if"
        assert touch.place("back") == cross
        touch.tap("back")
        assert touch.name == "table"
