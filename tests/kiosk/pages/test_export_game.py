from pathlib import Path

import pytest

from companion.memory.exchange.plays import bg_stats_link, play_from_game
from companion.memory.people import person_from_name
from companion.memory.record import encode_record
from kiosk import routes
from kiosk.app_state import AppState
from kiosk.machine.root_requests import Machine
from kiosk.pages.export_game import write_export_files
from kiosk.pages.qr_page import qr_code_rows
from kiosk.words.language import use_language
from kiosk.words.texts import sentence_text
from tests.companion.memory.plays import ODD_NAMES, data_in, whole_play
from tests.companion.memory.sessions import played
from tests.companion.playing import named
from tests.kiosk.beside import settle, until_shown, write_as_root
from tests.kiosk.laid_games import LONGEST_NAMES, beginning
from tests.kiosk.machine.listings import plug_in
from tests.kiosk.pages.code_reading import read
from tests.kiosk.touch import WRITING, Touchscreen, says

PLAIN = ("Ada", "Bo", "Cyril", "Dana")
MOST = 2953
TOO_LONG = tuple(f"{number}{'😀' * 39}" for number in range(4))


def app_state_with(folder: Path, names: tuple[str, ...], players: int = 4) -> AppState:
    """The app with a whole game of people with those names, one step of which was corrected."""
    app_state = AppState(folder)
    played(app_state.begin_game(named(beginning(players), *names)), 5000, seed=2)
    return app_state


def shown(touch: Touchscreen) -> None:
    touch.navigator.go(routes.ExportGame())
    until_shown(touch)


@pytest.mark.parametrize(("names", "players"), [(PLAIN, 2), (ODD_NAMES, 3), (LONGEST_NAMES, 4)])
def test_each_field_is_read_off_the_screen(tmp_path: Path, names, players: int) -> None:
    app_state = app_state_with(tmp_path, names, players)
    play = play_from_game(None, app_state.session.game, person_from_name)
    assert play.number_of_corrections > 1
    with Touchscreen(tmp_path, app_state=app_state) as touch:
        shown(touch)
        data = data_in(read(touch).text)
    assert data == data_in(bg_stats_link(play, sentence_text, MOST).url)
    assert data["board"].endswith(
        "for four players" if players == 4 else "for two or three players"
    )


def test_a_code_has_a_quiet_zone_of_four_modules() -> None:
    rows = qr_code_rows("Meduris")
    for edge in (rows[:4], rows[-4:], [row[:4] for row in rows], [row[-4:] for row in rows]):
        assert {module for row in edge for module in row} == {255}
    assert rows[4][4] == 0


def test_four_names_that_have_no_room_are_shortened_and_it_is_said(tmp_path: Path) -> None:
    with Touchscreen(tmp_path, app_state=app_state_with(tmp_path, TOO_LONG)) as touch:
        shown(touch)
        players = data_in(read(touch).text)["players"]
        assert says(touch, "they end in “…”")
    assert [player["sourcePlayerId"] for player in players] == [
        person_from_name(name).id for name in TOO_LONG
    ]
    assert any(player["name"].endswith("…") for player in players)


def test_a_past_game_is_handed_over_and_not_the_one_at_hand(tmp_path: Path) -> None:
    with Touchscreen(tmp_path, app_state=app_state_with(tmp_path, PLAIN)) as touch:
        touch.app_state.wait_for_writes(WRITING)
        former, game = touch.app_state.session.game.key, touch.app_state.session.game_id
        touch.app_state.begin_game(beginning(2))
        touch.app_state.wait_for_writes(WRITING)
        touch.navigator.go(routes.Games())
        touch.tap(f"game.{game}", "hand_over")
        until_shown(touch)
        data = data_in(read(touch).text)
        touch.tap("back")
        assert touch.name == "past_game"

    assert data["sourcePlayId"] == former
    assert [player["name"] for player in data["players"]] == list(PLAIN)


def test_a_play_goes_onto_a_stick_that_is_plugged_in(tmp_path: Path) -> None:
    sticks, asked = tmp_path / "sticks", tmp_path / "asked"
    disks = plug_in("ntfs", sticks)
    asked.mkdir()
    app_state = app_state_with(tmp_path / "data", PLAIN)
    with Touchscreen(tmp_path, app_state=app_state) as touch:
        touch.navigator.machine = Machine(asked, sticks, disks=lambda: disks)
        shown(touch)
        settle(touch)
        assert says(touch, "This stick is formatted as NTFS")
        assert not touch.shows("to_stick")
        touch.navigator.machine = Machine(asked, sticks)
        (sticks / "sda1").mkdir(parents=True)
        settle(touch)
        touch.tap("to_stick")
        until_shown(touch, "stick-job")
        touch.wait(1.2)
        assert (asked / "to-stick").read_text() == "sda1"
        write_as_root(asked, app_state.folder, sticks)
        touch.wait(1.2)
        assert says(touch, "It is on the stick")

    session = app_state.session
    record = encode_record(session.setup, [step.command for step in session.steps])
    found = {path.suffix: path.read_bytes() for path in (sticks / "sda1").iterdir()}
    assert found.keys() == {".jsonl", ".csv", ".bgsplay"}
    assert found[".jsonl"] == record


@pytest.mark.parametrize(("language", "separator"), [("en", ","), ("de", ";"), ("fr", ";")])
def test_the_table_on_a_stick_opens_in_spreadsheets_of_the_language(
    tmp_path: Path, language: str, separator: str
) -> None:
    use_language(language)
    write_export_files(tmp_path, whole_play(), b"")
    (written,) = tmp_path.glob("*.csv")
    assert written.read_text("utf-8-sig").startswith(f'"game"{separator}"began"{separator}')
