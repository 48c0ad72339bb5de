from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.errors import BoardError
from companion.memory.boards import (
    FILE_LIMIT,
    BoardShelf,
    board_file_name,
    board_file_text,
    load_board_file,
    parse_board_file,
    shipped_boards,
    write_board_file,
)
from companion.pieces import RUNES, Material, Rune
from companion.state import Board, Field
from tests.strategies import boards

UNREAD = Field(None, None)
WAVES = Field((Material.WOOD, Material.STONE), Rune.WAVES)


def small_board(name="small", read=24):
    """A board of 24 fields; those after `read` are unread."""
    fields = [
        Field((Material.WOOD, Material.WOOL), RUNES[min(number * 9 // 24, 8)])
        for number in range(24)
    ]
    return Board(name, tuple(fields[:read]) + (UNREAD,) * (24 - read))


def with_field(board, number, field):
    fields = list(board.fields)
    fields[number - 1] = field
    return replace(board, fields=tuple(fields))


def wrong(text):
    with pytest.raises(BoardError) as caught:
        parse_board_file(text.encode(errors="surrogateescape"), "some.toml")
    assert caught.value.source == "some.toml"
    return str(caught.value)


GOOD = board_file_text(small_board())


def test_the_side_for_two_and_three_is_complete_and_as_printed():
    side = next(file for file in shipped_boards() if file.board.name == "meduris-2-3")
    assert side.player_counts == (2, 3)
    assert len(side.board) == 32
    assert all(field.is_known for field in side.board.fields)
    assert side.board.field(19) == Field((Material.STONE, Material.WOOD), Rune.WAVES)
    per_area = [[field.rune for field in side.board.fields].count(rune) for rune in RUNES]
    assert per_area == [5, 3, 4, 2, 3, 5, 3, 4, 3]


def test_the_side_for_four_knows_only_what_the_booklet_shows():
    side = next(file for file in shipped_boards() if file.board.name == "meduris-4")
    assert side.player_counts == (4,)
    assert len(side.board) == 40
    known = [number for number in range(1, 41) if side.board.field(number).is_known]
    assert known == [1, 2, 3, 4, 5, 6, 7, 8, 40]


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("9 = {", "9 = ", "this is not valid TOML"),
        ("8 = {", "7 = {", "TOML"),
        ("9 = {", f"10 = {'[' * 5000}{']' * 5000}", "TOML"),
        ("9 = {", f"10 = {'9' * 5000}", "TOML"),
        ("9 = {", "# \udcff", "TOML"),
        ('"serpent"', '"snake"', "snake"),
        ('7 = { rune = "sprout", ', "7 = { ", "field 7 is incomplete"),
        ('12 = { rune = "spiral"', '12 = { rune = "arrow"', "do not follow each other"),
        ('4 = { rune = "shield", needs = ["wood", "wool"] }', '4 = "wood"', "field 4"),
        ('6 = { rune = "shield", needs = ["wood", ', '6 = { rune = "shield", needs = [', "length"),
        ("8 = {", "08 = {", "field 8 is missing"),
        ("8 = {", "25 = {", "field 8 is missing"),
        ('name = "small"', "name = 7", "name"),
        ("players = [2, 3, 4]", "players = [5]", "players"),
        ("players = [2, 3, 4]", "players = []", "players"),
        ("players = [2, 3, 4]", "players = 2", "players"),
    ],
)
def test_a_wrong_file_says_why(old, new, reason):
    assert old in GOOD
    assert reason in wrong(GOOD.replace(old, new, 1))


def test_a_file_without_end_is_not_read_to_its_end():
    assert "at most" in wrong("#" * (FILE_LIMIT + 1))
    with pytest.raises(BoardError):
        load_board_file(Path("/dev/zero"))


def test_a_file_that_is_not_there_is_said_so(tmp_path):
    with pytest.raises(BoardError, match="cannot be read: No such file"):
        load_board_file(tmp_path / "none.toml")
    with pytest.raises(BoardError, match="cannot be read: Is a directory"):
        load_board_file(tmp_path)


@given(boards(), st.text(max_size=60), st.sets(st.integers(2, 4), min_size=1))
def test_what_is_written_is_read_again(board, name, players):
    board = replace(board, name=name)
    text = board_file_text(board, tuple(sorted(players)))
    file = parse_board_file(text.encode(), "some.toml")
    assert file.board == board
    assert set(file.player_counts) == players
    numbers = [line.split(" = ")[0] for line in text.rstrip("\n").split("\n")[4:]]
    assert numbers == [str(number) for number in range(1, len(board) + 1)]


def test_names_that_look_alike_get_files_of_their_own():
    names = ["a b", "a-b", "A B", "a/b", "../a-b", "", " ", "é", "è", "x" * 100, "x" * 101, "con"]
    assert len({board_file_name(name) for name in names}) == len(names)


def test_a_learnt_board_wins_over_the_shipped_one_of_its_name(tmp_path):
    (tmp_path / "boards").mkdir()
    write_board_file(tmp_path / "boards" / "ours.toml", small_board("meduris-4"), (4,))
    write_board_file(tmp_path / "boards" / "new.toml", small_board("new"), (3,))
    shelf = BoardShelf(tmp_path)
    assert len(shelf.find("meduris-4")) == 24
    assert len(shelf.default_board(4)) == 24
    assert [file.board.name for file in shelf.boards] == ["meduris-2-3", "meduris-4", "new"]


def test_keys_that_this_release_does_not_know_are_ignored():
    text = GOOD.replace("9 = {", '9 = { asked_by = "Ann",')
    assert parse_board_file(f"photo = true\n{text}".encode(), "some.toml").board == small_board()


def test_learning_keeps_what_other_games_have_learnt(tmp_path):
    shelf = BoardShelf(tmp_path)
    before = shelf.default_board(4)
    shelf.save_changed_fields("meduris-4", before, with_field(before, 20, WAVES))
    shelf.save_changed_fields("meduris-4", before, with_field(before, 21, WAVES))
    assert shelf.find("meduris-4").field(20) == WAVES
    assert shelf.find("meduris-4").field(21) == WAVES


def test_taking_back_never_forgets_what_is_printed_in_the_booklet(tmp_path):
    shelf = BoardShelf(tmp_path)
    printed = shelf.default_board(4)
    played = with_field(printed, 1, UNREAD)
    shelf.save_changed_fields("meduris-4", printed, played)
    assert shelf.find("meduris-4") == printed


def test_a_reading_against_the_booklet_is_not_kept(tmp_path):
    shelf = BoardShelf(tmp_path)
    printed = shelf.default_board(4)
    played = with_field(printed, 1, UNREAD)
    other = Field((Material.STONE, Material.STONE), Rune.SERPENT)
    with pytest.raises(BoardError, match="the booklet shows field 1 differently"):
        shelf.save_changed_fields("meduris-4", played, with_field(played, 1, other))
    assert shelf.find("meduris-4") == printed


def test_another_board_of_the_same_name_is_not_mixed_in(tmp_path):
    shelf = BoardShelf(tmp_path)
    for foreign in (small_board("meduris-4", 10), small_board("meduris-2-3", 10)):
        read = with_field(foreign, 11, foreign.field(10))
        with pytest.raises(BoardError, match="another board already has the name"):
            shelf.save_changed_fields(foreign.name, foreign, read)
    assert BoardShelf(tmp_path).boards == shipped_boards()


def test_readings_of_two_games_that_contradict_each_other_are_refused(tmp_path):
    shelf = BoardShelf(tmp_path)
    before = shelf.default_board(4)
    shelf.save_changed_fields(
        "meduris-4", before, with_field(before, 20, replace(WAVES, rune=Rune.CROSS))
    )
    with pytest.raises(BoardError, match="do not follow"):
        shelf.save_changed_fields(
            "meduris-4", before, with_field(before, 30, replace(WAVES, rune=Rune.EYE))
        )
    assert not shelf.find("meduris-4").field(30).is_known


def test_a_corrected_reading_takes_the_place_of_the_wrong_one(tmp_path):
    shelf = BoardShelf(tmp_path)
    before = shelf.default_board(4)
    misread = with_field(before, 20, WAVES)
    right = with_field(before, 20, replace(WAVES, needs=(Material.WOOL, Material.WOOL)))
    shelf.save_changed_fields("meduris-4", before, misread)
    shelf.save_changed_fields("meduris-4", misread, right)
    assert BoardShelf(tmp_path).find("meduris-4") == right
    shelf.save_changed_fields("meduris-4", right, misread)
    assert BoardShelf(tmp_path).find("meduris-4") == misread, "the correction was taken back"


def test_the_table_may_correct_what_the_booklet_shows(tmp_path):
    shelf = BoardShelf(tmp_path)
    printed = shelf.default_board(2)
    right = with_field(printed, 1, replace(printed.field(1), needs=(Material.WOOL, Material.WOOL)))
    shelf.save_changed_fields("meduris-2-3", printed, right)
    assert BoardShelf(tmp_path).default_board(2) == right
    shelf.save_changed_fields("meduris-2-3", right, printed)
    assert BoardShelf(tmp_path).default_board(2) == printed


def test_a_broken_learnt_file_is_reported_and_the_others_go_on(tmp_path):
    folder = tmp_path / "boards"
    folder.mkdir()
    (folder / "a.toml").write_text(GOOD.replace("9 = {", "9 = "))
    write_board_file(folder / "b.toml", small_board("good"))
    (folder / "notes.txt").write_text("no board")
    (folder / "sub.toml").mkdir()
    shelf = BoardShelf(tmp_path)
    assert [error.source for error in shelf.errors] == [str(folder / "a.toml")]
    assert shelf.find("good") is not None


def test_a_broken_learnt_file_is_never_written_over(tmp_path):
    before = BoardShelf(tmp_path).default_board(4)
    broken = tmp_path / "boards" / board_file_name("meduris-4")
    broken.parent.mkdir()
    broken.write_text("our own notes")
    shelf = BoardShelf(tmp_path)
    shelf.save_changed_fields("meduris-4", before, with_field(before, 20, WAVES))
    assert broken.read_text() == "our own notes"
    assert BoardShelf(tmp_path).find("meduris-4").field(20) == WAVES


def test_two_files_of_one_name_are_reported_and_the_first_counts(tmp_path):
    folder = tmp_path / "boards"
    folder.mkdir()
    write_board_file(folder / "a.toml", small_board("same", 24))
    write_board_file(folder / "b.toml", small_board("same", 23))
    shelf = BoardShelf(tmp_path)
    assert shelf.find("same") == small_board("same", 24)
    assert "a.toml already contains the board" in str(shelf.errors[0].sentence)


def test_a_folder_that_cannot_be_used_is_said_so(tmp_path):
    (tmp_path / "boards").write_text("a file where the folder should be")
    shelf = BoardShelf(tmp_path)
    assert "cannot be read" in str(shelf.errors[0].sentence)
    before = shelf.default_board(4)
    with pytest.raises(BoardError, match="cannot be written"):
        shelf.save_changed_fields("meduris-4", before, with_field(before, 20, WAVES))
