from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.memory.journal import Journal
from companion.memory.session import Session
from companion.pieces import START_POINTS
from companion.state import GameState, Phase
from kiosk import routes
from kiosk.app_state import AppState
from kiosk.pages.game_result import points_by_source, points_by_turn
from kiosk.pieces.charts import PointsByTurnChart
from kiosk.ui import theme
from kiosk.words.victory import deciding_criteria_lines, game_story_sentences, winners_headline
from tests.companion.memory.sessions import played
from tests.companion.playing import four_players, named, two_players
from tests.companion.positions import BLUE, GREEN, RED, position
from tests.kiosk.laid_games import app_state_with_game, beginning
from tests.kiosk.scenes import Guests, a_record
from tests.kiosk.touch import UPRIGHT, Touchscreen, says


def ended(state: GameState, *winners) -> GameState:
    return replace(state, phase=Phase.FINISHED, active=None, pending=(), winners=winners)


def whole_game(folder, beginning, seed: int) -> Session:
    return played(Session.begin(Journal.open(folder), beginning), 5000, seed)


@pytest.fixture(params=[(two_players, 2), (four_players, 3)])
def game(request, tmp_path) -> Session:
    beginning, seed = request.param
    return whole_game(tmp_path, beginning(), seed)


def test_the_rows_of_every_player_add_up_to_the_total(game: Session) -> None:
    columns = zip(*(points for _label, points in points_by_source(game.state)), strict=True)

    assert [sum(column) for column in columns] == [one.points for one in game.state.players]


def test_corrections_have_a_row_only_where_there_were_any() -> None:
    plain = ended(position(BLUE, GREEN, RED), BLUE)
    players = tuple(
        replace(player, breakdown=replace(player.breakdown, corrections=-2 * seat))
        for seat, player in enumerate(plain.players)
    )

    assert "Corrections" not in dict(points_by_source(plain))
    rows = points_by_source(replace(plain, players=players))
    assert rows[-1] == ("Corrections", (0, -2, -4))


@pytest.mark.parametrize(
    ("layout", "winner", "why"),
    [
        (
            {"points": {BLUE: 31, GREEN: 20, RED: 20}},
            BLUE,
            ("11 points ahead of Gus and Ria",),
        ),
        (
            {"points": {BLUE: 20, GREEN: 20}, "huts": {BLUE: (1, 3), GREEN: (5,), RED: (7, 9, 11)}},
            BLUE,
            ("Bo and Gus have 20 points each", "Huts and temples: Bo 2, Gus 1"),
        ),
        (
            {"points": {BLUE: 20, GREEN: 20}, "hands": {BLUE: "2 wood", GREEN: "3 stone 1 wool"}},
            GREEN,
            (
                "Bo and Gus have 20 points each",
                "Huts and temples: Bo 0, Gus 0",
                "Chips left: Bo 2, Gus 4",
            ),
        ),
    ],
    ids=["most points", "buildings", "chips"],
)
def test_the_winner_is_told_with_what_decided(layout, winner, why) -> None:
    state = ended(position(BLUE, GREEN, RED, **layout), winner)
    assert winners_headline(state) == f"{state.player(winner).name} wins"
    assert deciding_criteria_lines(state) == why


def test_a_single_winner_has_the_whole_name_and_a_victory_that_nothing_breaks_is_shared() -> None:
    state = position(BLUE, GREEN, RED, points={BLUE: 20, GREEN: 20})
    shared = ended(state, BLUE, GREEN)
    assert winners_headline(shared) == "Bo and Gus share the victory"
    assert deciding_criteria_lines(shared)[-1] == "A complete tie"
    name = "Wilhelmina-Charlotte von und zu Oberndor"
    first, *others = state.players
    single = ended(replace(state, players=(replace(first, name=name), *others)), BLUE)
    assert winners_headline(single) == f"{name} wins"


def test_the_course_of_points_goes_from_the_start_over_every_turn_to_the_end(game: Session) -> None:
    turns = max(step.after.turn for step in game.steps)

    found = points_by_turn(game.steps)

    assert [course.color for course in found] == list(game.state.colors)
    for course in found:
        assert len(course.points) == turns + 2
        assert course.points[0] == START_POINTS
        assert course.points[-1] == game.state.player(course.color).points
        for turn in range(1, turns):
            last = [step for step in game.steps if step.before.turn == turn][-1]
            assert course.points[turn] == last.after.player(course.color).points


def test_undo_takes_the_end_back_and_leads_to_the_table(tmp_path: Path) -> None:
    app_state = app_state_with_game(tmp_path, beginning(2))
    before = app_state.session.steps[-1].before
    with Touchscreen(tmp_path, app_state=app_state, at="game_result") as touch:
        touch.tap("undo")

        assert touch.name == "table"
        assert app_state.session.state == before
        assert app_state.session.can_redo


@pytest.mark.parametrize("at", ["game_result", "start"])
def test_a_rematch_seats_the_same_people_and_the_next_one_begins(tmp_path: Path, at: str) -> None:
    app_state = app_state_with_game(tmp_path, beginning(3))
    with Touchscreen(tmp_path, app_state=app_state, at=at) as touch:
        touch.tap("rematch", "next", "next", "bonus.lay", "next", "begin")

        setup = app_state.session.setup
        assert setup.players == beginning(3).players
        assert setup.first == 1
        assert setup.board.name == beginning(3).board.name


def test_records_of_the_house_are_announced_when_they_fall(tmp_path: Path) -> None:
    a_record(tmp_path, Guests(4, longest=False))
    app_state = AppState(tmp_path)
    state = app_state.resume_game(app_state.journal.games()[0]).state
    winner = state.player(state.winners[0])
    with Touchscreen(tmp_path, app_state=app_state, at="game_result") as touch:
        assert "House records" in touch.texts()
        told = next(text for text in touch.texts() if text.startswith("Most points"))
        assert f"Most points: {winner.name} {winner.points}\n" in told
        assert "\nClearest win: " in told
        touch.navigator.go(routes.GameResult())
        assert any("House record" in text for text in touch.texts())


def test_how_it_was_won_stands_below_the_headline_and_in_the_history(tmp_path: Path) -> None:
    app_state = app_state_with_game(tmp_path, beginning(2), seed=2)
    with Touchscreen(tmp_path, app_state=app_state, at="game_result") as touch:
        told = game_story_sentences(app_state.session.state, app_state.session.steps)
        assert len(told) in (2, 3)
        assert all(says(touch, one) for one in told)
        touch.tap("games", "game.1")

        assert all(says(touch, one) for one in told)


def has_chart(touch: Touchscreen) -> bool:
    return any(isinstance(widget, PointsByTurnChart) for widget in touch.widgets())


def test_a_story_too_long_for_large_letters_and_the_chart_is_cut_to_its_first_sentence(
    tmp_path: Path,
) -> None:
    start = named(beginning(4), "Charlotte", "Maximilian", "Bartholomew", "Wilhelmina")
    app_state = app_state_with_game(tmp_path, start, seed=2)
    with Touchscreen(tmp_path, UPRIGHT[0], app_state=app_state, at="game_result") as touch:
        first, *others = game_story_sentences(app_state.session.state, app_state.session.steps)
        assert all(says(touch, one) for one in (first, *others))
        app_state.set_settings(replace(app_state.settings, large_letters=True))
        touch.navigator.go(routes.GameResult())
        assert has_chart(touch)
        assert says(touch, first)
        assert not any(says(touch, one) for one in others)


def test_where_the_chart_has_no_room_beside_new_records_the_table_has_it(
    tmp_path: Path,
) -> None:
    a_record(tmp_path, Guests(4, longest=False))
    app_state = AppState(tmp_path)
    app_state.resume_game(app_state.journal.games()[0])
    with Touchscreen(tmp_path, UPRIGHT[0], app_state=app_state, at="game_result") as touch:
        assert has_chart(touch)
        app_state.set_settings(replace(app_state.settings, large_letters=True))
        touch.navigator.go(routes.GameResult())
        assert "House records" in touch.texts()
        assert not has_chart(touch)
        records = next(
            widget.box_to_ancestor(touch.page, written.text_box)
            for widget in touch.widgets()
            for written in getattr(widget, "written_texts", ())
            if written.text.startswith("Most points")
        )
        assert records.y - touch.place("log").top < theme.TOUCH
