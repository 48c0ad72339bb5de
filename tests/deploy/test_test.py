import re
import signal
import subprocess
import time
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.deploy.checkout_double import CheckoutDouble


@pytest.fixture
def checkout(checkout: CheckoutDouble) -> CheckoutDouble:
    """A checkout in which everything is installed."""
    checkout.start("test")
    checkout.calls()
    return checkout


def test_every_step_runs_in_order_and_arguments_go_on_to_pytest(checkout: CheckoutDouble) -> None:
    passed = checkout.start("test", "-k", "a b")
    assert passed.returncode == 0
    assert checkout.calls() == [
        "ruff check .",
        "ruff format --check .",
        "mypy",
        "lint-imports",
        "pytest -n 3 --dist worksteal -p no:randomly -k a b",
    ]
    told = re.findall(r"^== (.+) passed in [0-9]+ s$", passed.stdout, re.MULTILINE)
    assert told == ["ruff check", "ruff format", "mypy", "import-linter", "pytest"]


def test_fast_takes_some_tests_and_random_all_of_them_in_another_order(
    checkout: CheckoutDouble,
) -> None:
    root = Path(__file__).parents[2]
    assert checkout.start("test", "--fast", "-x").returncode == 0
    taken = checkout.calls()[-1].split()
    named = {one for one in taken if one.startswith("tests/")}
    assert [one for one in named if not (root / one.partition("::")[0]).exists()] == []
    settings = tomllib.loads((root / "pyproject.toml").read_text())["tool"]["mutmut"]
    tried = settings["pytest_add_cli_args_test_selection"]
    assert named >= {*tried, "tests/companion/test_rulebook.py"}
    assert "tests/kiosk/words/test_catalogues.py" in named
    assert taken[-1] == "-x"
    assert checkout.start("test", "--random").returncode == 0
    assert checkout.calls()[-1] == "pytest -n 3 --dist worksteal -p pytest_randomly"


def test_the_newest_packages_are_tried_in_an_environment_of_their_own(
    checkout: CheckoutDouble,
) -> None:
    for _time in range(2):
        assert checkout.start("test", "--newest", "-x").returncode == 0
        made, installed, *steps = checkout.calls()
        assert (made, installed) == ("cpython-311 makes venv", "pip installs .[test]")
        assert steps[-1] == "pytest -n 3 --dist worksteal -p no:randomly -x"
    assert "--require-hashes" not in checkout.options_of_pip()[-1]
    checkout.start("test")
    assert not any(call.startswith("pip ") for call in checkout.calls())


def test_the_first_step_that_fails_ends_it_with_its_own_status(checkout: CheckoutDouble) -> None:
    checkout.variables["FAILING_STEP"] = "mypy"
    failed = checkout.start("test")
    assert failed.returncode == 7
    assert checkout.calls()[-1] == "mypy"
    assert failed.stderr.startswith("== mypy failed after ")


def test_mutants_are_made_and_counted_with_what_they_need(checkout: CheckoutDouble) -> None:
    assert checkout.start("test", "--mutants").returncode == 0
    assert [call.strip() for call in checkout.calls()] == [
        "pip installs deploy/lock/mutants.txt",
        "pip installs .",
        "mutmut run",
        "tests.mutants",
    ]


def test_the_house_is_told_of_and_nothing_else_is_printed(checkout: CheckoutDouble) -> None:
    told = checkout.start("test", "--house")
    assert (told.returncode, told.stdout) == (0, "")
    assert [call.strip() for call in checkout.calls()] == ["tests.tools.house"]


def test_all_layouts_are_tried_or_those_that_are_named(checkout: CheckoutDouble) -> None:
    assert checkout.start("test", "--layouts").returncode == 0
    assert checkout.start("test", "--layouts", "800x480-90-large").returncode == 0
    assert [call.strip() for call in checkout.calls()] == [
        "tests.tools.every_layout",
        "tests.tools.every_layout 800x480-90-large",
    ]


def test_what_mutants_need_is_enough_for_the_tests(checkout: CheckoutDouble) -> None:
    checkout.start("test", "--mutants")
    checkout.calls()
    assert checkout.start("test").returncode == 0
    assert not any(call.startswith("pip") for call in checkout.calls())


def test_a_step_ends_with_the_run_that_is_told_to_end(checkout: CheckoutDouble) -> None:
    run = subprocess.Popen(  # noqa: S603 - our own script
        [checkout.path / "deploy" / "test"],
        env={**checkout.variables, "WAITING_STEP": "mypy"},
        stdout=subprocess.DEVNULL,
    )
    wait_until(lambda: checkout.waiting() is not None)
    step = checkout.waiting()
    run.terminate()
    assert run.wait(timeout=5) == -signal.SIGTERM
    wait_until(lambda: not Path(f"/proc/{step}/cmdline").exists())


def wait_until(is_so: Callable[[], bool]) -> None:
    for _moment in range(200):
        if is_so():
            return
        time.sleep(0.05)
    pytest.fail("it was not so after ten seconds")
