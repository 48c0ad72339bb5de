import json
import re
import zipfile
from datetime import UTC, datetime, timedelta
from io import BytesIO

import pytest
from msgspec.structs import replace

from companion.memory.exchange.plays import (
    bg_stats_link,
    play_from_game,
    plays_as_bg_stats_file,
    plays_as_csv,
)
from companion.memory.exchange.records import LIST_NAME, write_records_zip
from companion.memory.journal import GameHeader
from companion.memory.people import person_from_name
from companion.memory.played_game import PlayedGame
from companion.memory.session import read_game
from companion.memory.statistics.figures import result_json
from companion.memory.statistics.queries import game_figures_of_year
from kiosk.cli import main
from kiosk.pages.export_game import write_export_files
from kiosk.words.statistics import house_record_texts, last_year_and_summary
from kiosk.words.times import date_and_time_text, last_played_date_and_time
from tests.companion.memory.finished_games import ended_game, setup_of

NEW_YORK, TOKYO = "XXX5", "XXX-9"
"""Zones as POSIX writes them: hours behind those of Greenwich."""
IN_NEW_YORK = "2026-12-31T22:00:00.000-05:00"
FORMER = "2027-01-01T03:00:00.000+00:00"
"""The same moment as a release wrote it that kept no offset."""
OF_TWO, OF_FOUR = 0, 1


@pytest.fixture(params=["UTC", NEW_YORK, TOKYO])
def any_zone(request, zone):
    zone(request.param)


def play_at(journal, started, number=OF_TWO):
    rows = ended_game(number).rows
    began = datetime.fromisoformat(started).astimezone(UTC)
    times = (began + timedelta(minutes=90) * row[0] / len(rows.steps) for row in rows.steps)
    rows.steps = [
        (*row[:-1], at.isoformat(timespec="milliseconds"))
        for row, at in zip(rows.steps, times, strict=True)
    ]
    rows.sessions = [(1, 0, began.isoformat(timespec="milliseconds"))]
    rows.header = replace(rows.header, started=started)
    return journal.add_game(rows, result_json(PlayedGame.load(rows)))


def play_read(journal, game):
    return play_from_game(game, read_game(journal, game), person_from_name)


def days_of(journal, game, folder):
    (saved,) = journal.games()
    play = play_read(journal, game)
    (folder / "stick").mkdir()
    write_export_files(folder / "stick", play, b"")
    packed = BytesIO()
    write_records_zip(packed, [(play, b"")])
    with zipfile.ZipFile(packed) as archive:
        record = next(one for one in archive.infolist() if one.filename != LIST_NAME)
        listed = archive.read(LIST_NAME).decode()
    (kept,) = json.loads(plays_as_bg_stats_file([play], str))["plays"]
    ymd = str(kept["playDateYmd"])
    yield "list", last_played_date_and_time(saved)[0]
    yield "record of the house", house_record_texts(journal)[0].date
    yield "bgsplay", f"{ymd[:4]}-{ymd[4:6]}-{ymd[6:]}"
    yield "bgsplay with its time", kept["playDate"]
    yield "CSV", plays_as_csv([play]).decode()
    yield "list of records", listed
    yield "name in a ZIP file", record.filename
    yield "time in a ZIP file", "{}-{:02}-{:02}".format(*record.date_time[:3])
    yield from (("name on a stick", path.name) for path in (folder / "stick").iterdir())


def test_new_years_eve_in_new_york_is_still_the_old_year(journal, tmp_path, any_zone, capfd):
    game = play_at(journal, IN_NEW_YORK)
    for what, told in days_of(journal, game, tmp_path):
        assert re.search("31 Dec 2026|2026-12-31", told), what
        assert "2027" not in told, what
    assert last_year_and_summary(journal)[0] == "2026"
    assert "31/12/2026" in date_and_time_text(FORMER, IN_NEW_YORK)
    link = bg_stats_link(play_read(journal, game), str, 3000).url
    assert "2027-01-01%2003%3A00%3A00" in link, "BG Stats has the moment in UTC"
    assert main(["games", "--data", str(tmp_path)]) == 0
    assert "  2026-12-31 23:30  " in capfd.readouterr().out


def test_a_game_without_an_offset_was_played_where_this_machine_is(journal, tmp_path, zone):
    zone(NEW_YORK)
    game = play_at(journal, FORMER)
    for what, told in days_of(journal, game, tmp_path):
        assert re.search("31 Dec 2026|2026-12-31", told), what
    assert last_year_and_summary(journal)[0] == "2026"


def test_the_games_of_a_year_come_in_the_order_in_which_they_began(journal, zone):
    zone("UTC")
    # Half past five and one in the morning, by the clock of Greenwich.
    play_at(journal, "2026-06-01T00:30:00-05:00", OF_TWO)
    play_at(journal, "2026-06-01T10:00:00+09:00", OF_FOUR)
    assert [len(game.players) for game in game_figures_of_year(journal, 2026)] == [4, 2]


@pytest.mark.parametrize(
    ("name", "offset"),
    [(NEW_YORK, "-05:00"), (TOKYO, "+09:00"), ("UTC", "+00:00"), (":/etc/passwd", "+00:00")],
)
def test_a_new_game_keeps_the_offset_of_its_place(zone, name, offset):
    zone(name)
    assert GameHeader.new(setup_of(OF_TWO)).started.endswith(offset)
