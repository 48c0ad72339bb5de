import argparse
from pathlib import Path

import pytest

from kiosk.cli import command_line
from tests.deploy.checkout_double import CheckoutDouble


@pytest.fixture
def checkout(checkout: CheckoutDouble) -> CheckoutDouble:
    """A checkout in which everything is installed."""
    checkout.start("run")
    checkout.calls()
    return checkout


def test_arguments_go_on_to_meduris_as_they_are(checkout: CheckoutDouble) -> None:
    checkout.start("run", "--size", "1024x600", "--data", "a b")
    assert checkout.calls() == ["meduris --size 1024x600 --data a b"]


def test_a_display_opens_the_kiosk(checkout: CheckoutDouble) -> None:
    del checkout.variables["SDL_VIDEODRIVER"]
    checkout.variables["DISPLAY"] = ":0"
    checkout.start("run")
    assert checkout.calls() == ["meduris"]


def test_without_a_display_the_demonstration_is_played_and_its_traces_are_named(
    checkout: CheckoutDouble,
) -> None:
    checkout.variables["SDL_VIDEODRIVER"] = "offscreen"
    pictures = checkout.path / "out" / "demonstration"
    pictures.mkdir(parents=True)
    (pictures / "of-last-time.png").touch()
    played = checkout.start("run")
    assert played.returncode == 0
    (call,) = checkout.calls()
    assert call.startswith("meduris --size 800x480 --demo --data ")
    assert call.endswith(f" --shots {pictures}")
    assert f"Screenshots: {pictures} (2 pictures)" in played.stdout
    assert f"Record:      {pictures / 'demo.jsonl'}" in played.stdout


def test_a_demonstration_without_a_record_is_a_failure(checkout: CheckoutDouble) -> None:
    checkout.variables["SDL_VIDEODRIVER"] = "offscreen"
    checkout.meduris_leaves_nothing.touch()
    played = checkout.start("run")
    assert played.returncode == 1
    assert played.stderr.startswith("The demonstration game left no record")


@pytest.mark.parametrize(
    "arguments",
    [
        *("replay a.jsonl", "games", "--data games games", "--data=games export", "--help"),
        *("--demo -h", "--size 800x480 games", "--fullscreen --panel off panel"),
    ],
)
def test_what_only_prints_needs_no_display(checkout: CheckoutDouble, arguments: str) -> None:
    checkout.variables["SDL_VIDEODRIVER"] = "offscreen"
    checkout.start("run", *arguments.split())
    assert checkout.calls() == [f"meduris {arguments}"]


@pytest.mark.parametrize("arguments", ["--lang de", "--data games", "--data games --fullscreen"])
def test_the_demonstration_takes_options_but_never_plays_in_the_folder_of_the_games(
    checkout: CheckoutDouble, arguments: str
) -> None:
    checkout.variables["SDL_VIDEODRIVER"] = "offscreen"
    checkout.start("run", *arguments.split())
    (call,) = checkout.calls()
    assert call.startswith(f"meduris --size 800x480 {arguments} --demo --data /")


@pytest.mark.parametrize("words", ["--help", "-h", "games --help", "--version", "--lang de -h"])
def test_who_only_asks_what_this_is_has_nothing_installed(tmp_path: Path, words: str) -> None:
    new = CheckoutDouble(tmp_path)
    new.variables["ABSENT"] = "libgl1"
    new.pyproject.write_text('[project]\nname = "double"\nversion = "7.1"\n')
    told = new.start("run", *words.split())
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout.startswith("meduris 7.1" if words == "--version" else "Opens the companion")
    assert new.calls() == []
    assert not (new.path / ".venv").exists()


@pytest.mark.parametrize("words", ["--help", "--version", "games --help"])
def test_once_it_is_installed_meduris_itself_tells_it(checkout: CheckoutDouble, words: str) -> None:
    checkout.variables["ABSENT"] = "libgl1"
    checkout.start("run", *words.split())
    assert checkout.calls() == [f"meduris {words}"]


def options_that_take_a_word() -> list[str]:
    return [
        name
        for action in command_line()._actions
        if action.nargs is None and not isinstance(action, argparse._SubParsersAction)
        for name in action.option_strings
    ]


@pytest.mark.parametrize("option", options_that_take_a_word())
def test_the_word_behind_an_option_is_taken_for_no_command(
    checkout: CheckoutDouble, option: str
) -> None:
    checkout.variables["SDL_VIDEODRIVER"] = "offscreen"
    checkout.start("run", option, "games")
    (call,) = checkout.calls()
    assert call.startswith(f"meduris --size 800x480 {option} games --demo --data /")
