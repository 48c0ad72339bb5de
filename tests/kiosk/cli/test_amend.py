"""`meduris amend`: an old step of a saved game is put right on the command line."""

from contextlib import closing

import pytest

from companion.commands import GiveBack, MoveWorker, Roll, Survey, Take
from companion.memory.boards import BoardShelf
from companion.memory.folder_lock import DataFolderLock
from companion.memory.journal.database import READ_ONLY
from companion.memory.journal.journal import Journal
from companion.memory.journal.rows import Kind
from companion.memory.record import write_command
from companion.memory.session import ReadGame, Session
from companion.pieces import Face, Rune
from kiosk.cli import main
from tests.companion.memory.sessions import after_first_turn, in_play
from tests.companion.playing import two_players
from tests.companion.positions import BLUE, COPPER, PURPLE, STONE, WOOD, WOOL

WOOL_INSTEAD = Take(by=PURPLE, material=WOOL)
MINUS = Roll(by=PURPLE, face=Face.MINUS)
NOTHING_WAS_CHANGED = (
    "Nothing was changed. Change that step too by --also 8 COMMAND, put one in before it by "
    "--insert 8 COMMAND, leave it out by --remove 8, or undo it with all after it by --end-there."
)


@pytest.fixture
def data(tmp_path):
    """A data folder with a game in which the eighth step was entered wrongly."""
    with closing(Journal.open(tmp_path)) as journal:
        after_first_turn(Session.begin(journal, two_players()))
    return tmp_path


def text(command) -> str:
    return write_command(command).decode()


def amend(data, *words) -> int:
    return main(["amend", "1", *map(str, words), "--data", str(data)])


def saved(data) -> ReadGame:
    with closing(Journal.open_for_reading(data)) as journal:
        return ReadGame.of(journal, 1)


def test_what_was_and_is_and_has_to_be_moved_is_printed(data, capfd):
    assert amend(data, 8, text(WOOL_INSTEAD)) == 0
    assert capfd.readouterr().out.splitlines() == [
        "Before: Pim takes 1 wood",
        "Now: Pim takes 1 wool",
        "An older step was changed. On the table:",
        "  Pim: return 1 wood",
        "  Pim: take 1 wool",
    ]
    steps = saved(data).timeline.steps
    assert (len(steps), steps[7].command) == (10, WOOL_INSTEAD)
    assert main(["export", "1", "--data", str(data)]) == 0
    assert capfd.readouterr().out.splitlines()[8] == text(WOOL_INSTEAD)


def test_a_dry_run_tells_the_same_and_saves_nothing_even_while_an_app_plays(data, capfd):
    before = saved(data).rows
    with DataFolderLock(data):
        assert amend(data, 8, text(WOOL_INSTEAD), "--dry-run") == 0
        assert amend(data, 8, text(WOOL_INSTEAD)) == 2
    out, err = capfd.readouterr()
    assert out.splitlines()[:2] == ["Before: Pim takes 1 wood", "Now: Pim takes 1 wool"]
    assert out.splitlines()[-1] == "Nothing was saved: this was only tried."
    assert "Another Meduris app is using this data folder" in err
    assert saved(data).rows == before


def test_a_later_step_that_does_not_fit_is_named_and_nothing_is_changed(data, capfd):
    before = saved(data).rows
    assert amend(data, 7, text(MINUS)) == 1
    out, err = capfd.readouterr()
    assert out == ""
    assert err.splitlines() == [
        "Step 8 does not fit any more: Pim takes 1 wood",
        "Not possible: first everybody gives a chip back.",
        NOTHING_WAS_CHANGED,
    ]
    assert saved(data).rows == before


def test_the_steps_that_do_not_fit_can_be_changed_too(data, capfd):
    purple = ("--also", 8, text(GiveBack(by=PURPLE, material=WOOL)))
    blue = ("--also", 9, text(GiveBack(by=BLUE, material=STONE)))
    assert amend(data, 7, text(MINUS), *purple, *blue) == 0
    assert "Now: Bo returns 1 stone" in capfd.readouterr().out.splitlines()
    assert len(saved(data).timeline.steps) == 10


def test_or_they_can_be_taken_back(data, capfd):
    assert amend(data, 7, text(MINUS), "--end-there") == 0
    out = capfd.readouterr().out
    assert "An older step was changed. The last 3 steps are undone. On the table:" in out
    assert len(saved(data).timeline.steps) == 7


@pytest.mark.parametrize("more", [(), ("--end-there",)])
def test_a_command_that_does_not_fit_where_it_is_put_is_refused(data, capfd, more):
    assert amend(data, 8, text(Take(by=BLUE, material=WOOD)), *more) == 1
    assert capfd.readouterr().err.splitlines() == [
        "Step 8 cannot be this: Bo takes 1 wood",
        "Not possible: it is Pim's decision now.",
        "Nothing was changed.",
    ]


def test_the_same_command_changes_nothing(data, capfd):
    before = saved(data).rows
    assert amend(data, 8, text(Take(by=PURPLE, material=WOOD))) == 0
    assert capfd.readouterr().out == "That is what was done already: nothing changes.\n"
    assert saved(data).rows == before


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((0, text(MINUS)), "Game 1 has 10 steps that count; there is no step 0."),
        ((11, text(MINUS)), "Game 1 has 10 steps that count; there is no step 11."),
        (("first", text(MINUS)), "first is no number of a step."),
        ((7, "{"), "The command for step 7 cannot be read: "),
        ((7, '{"do":"fly"}'), "The command for step 7 cannot be read: "),
        ((7, text(MINUS), "--also", 12, text(MINUS)), "there is no step 12."),
        ((), "Say what is put right: STEP COMMAND, --insert STEP COMMAND or --remove STEP."),
        ((7,), "Step 7 needs a COMMAND behind it."),
        (("--insert", 11, text(MINUS)), "Game 1 has 10 steps that count; there is no step 11."),
        (("--insert", "last", text(MINUS)), "last is no number of a step."),
        (("--remove", "0"), "there is no step 0."),
        (("--insert", 7, "{"), "The command for step 7 cannot be read: "),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(data, capfd, words, said):
    assert amend(data, *words) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert err.startswith("meduris: ")
    assert said in err
    assert err.count("\n") == 1


def test_what_is_wrong_with_a_command_is_said_in_the_language_of_whoever_asks(data, capfd):
    assert main(["--lang", "de", "amend", "1", "7", "{", "--data", str(data)]) == 2
    err = capfd.readouterr().err
    assert "Schritt 7 ist nicht lesbar: diese Zeile hat nicht die Form einer Aufzeichnung" in err


ROUND = (
    Roll(by=PURPLE, face=Face.WOOL),
    MoveWorker(by=PURPLE, source=COPPER, level=1, target=STONE),
    Roll(by=BLUE, face=Face.COPPER),
    MoveWorker(by=BLUE, source=WOOL, level=2, target=COPPER),
)
"""What a table has forgotten before the seventh step."""


def put_in(commands, *, step=7):
    return [word for command in commands for word in ("--insert", step, text(command))]


def test_forgotten_steps_are_put_in_before_a_step_in_the_order_they_are_told(data, capfd):
    assert amend(data, *put_in(ROUND)) == 0
    out = capfd.readouterr().out.splitlines()
    assert out[0] == "Put in: Pim rolls wool"
    assert any(line.startswith("4 forgotten steps were put in.") for line in out)
    assert [step.command for step in saved(data).timeline.steps[6:10]] == list(ROUND)
    assert main(["export", "1", "--data", str(data)]) == 0
    assert capfd.readouterr().out.splitlines()[7:11] == [text(one) for one in ROUND]


def test_half_of_them_leaves_the_next_step_without_its_question(data, capfd):
    before = saved(data).rows
    assert amend(data, *put_in(ROUND[:1])) == 1
    out, err = capfd.readouterr()
    assert out == ""
    assert err.splitlines()[0] == "Step 7 does not fit any more: Pim rolls +1"
    assert "put one in before it by --insert 7 COMMAND, leave it out by --remove 7" in err
    assert saved(data).rows == before


def test_a_step_that_was_never_done_is_left_out_and_one_put_in_at_the_same_time(data, capfd):
    words = [*put_in([MINUS], step=7), "--remove", 7, "--remove", 8, "--remove", 9]
    given = [GiveBack(by=PURPLE, material=WOOL), GiveBack(by=BLUE, material=STONE)]
    assert amend(data, *words, *put_in(given, step=10)) == 0
    out = capfd.readouterr().out.splitlines()
    assert "Removed: Bo takes 1 stone" in out
    assert [step.command for step in saved(data).timeline.steps[6:9]] == [MINUS, *given]


def test_the_last_step_is_left_out_in_a_dry_run_that_saves_nothing(data, capfd):
    before = saved(data).rows
    assert amend(data, "--remove", 10, "--dry-run") == 0
    assert capfd.readouterr().out.splitlines()[-1] == "Nothing was saved: this was only tried."
    assert saved(data).rows == before


@pytest.mark.parametrize("more", [(), ("--end-there",)])
def test_a_forgotten_step_that_the_rules_refuse_there_is_said_so(data, capfd, more):
    assert amend(data, *put_in([ROUND[1]], step=8), *more) == 1
    assert capfd.readouterr().err.splitlines()[0].startswith("Before step 8 this cannot be: Pim:")


def test_a_game_that_is_not_there_is_said_so(data, capfd):
    assert main(["amend", "9", "1", text(MINUS), "--data", str(data)]) == 2
    assert "There is no saved game 9." in capfd.readouterr().err


def test_a_change_that_cannot_be_saved_is_said_so(data, capfd, monkeypatch):
    monkeypatch.setattr(Journal, "save", lambda *_rows: READ_ONLY)
    assert amend(data, 8, text(WOOL_INSTEAD)) == 2
    out, err = capfd.readouterr()
    assert (out, err) == ("", f"meduris: {READ_ONLY}\n")


def test_the_taking_over_is_written_down_before_the_change(data):
    assert amend(data, 8, text(WOOL_INSTEAD)) == 0
    assert [row.kind for row in saved(data).rows[-2:]] == [Kind.TAKEOVER, Kind.AMEND]


def test_a_field_that_is_read_otherwise_is_known_to_later_games(tmp_path, capfd):
    read = Survey(field=19, needs=(WOOD, STONE), rune=Rune.WAVES)
    right = Survey(field=19, needs=(WOOL, STONE), rune=Rune.WAVES)
    with closing(Journal.open(tmp_path)) as journal:
        session = in_play(journal, BoardShelf(tmp_path))
        session.apply(read)
        place = len(session.steps)
    assert amend(tmp_path, place, text(right)) == 0
    assert BoardShelf(tmp_path).for_players(4).field(19).needs == right.needs
