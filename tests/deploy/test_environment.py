import pytest

from tests.deploy.checkout_double import CheckoutDouble

MAKES_VENV = "cpython-311 makes venv"
INSTALLS = ["pip installs deploy/lock/run.txt", "pip installs ."]


def test_the_first_start_makes_venv_and_installs_before_it_starts(checkout: CheckoutDouble) -> None:
    assert checkout.start("run").returncode == 0
    assert checkout.calls() == [MAKES_VENV, *INSTALLS, "meduris"]


def test_a_second_start_installs_nothing(checkout: CheckoutDouble) -> None:
    checkout.start("run")
    checkout.calls()
    assert checkout.start("run").returncode == 0
    assert checkout.calls() == ["meduris"]


def test_run_and_test_share_one_venv(checkout: CheckoutDouble) -> None:
    checkout.start("run")
    checkout.calls()
    checkout.start("test")
    assert checkout.calls()[:2] == ["pip installs deploy/lock/test.txt", "pip installs ."]
    checkout.start("run")
    assert checkout.calls() == ["meduris"]


def test_a_changed_pyproject_installs_into_the_same_venv(checkout: CheckoutDouble) -> None:
    checkout.start("run")
    checkout.calls()
    checkout.pyproject.write_text('[project]\nname = "changed"\n')
    checkout.start("run")
    assert checkout.calls() == [*INSTALLS, "meduris"]


def test_a_venv_that_somebody_else_made_is_kept(checkout: CheckoutDouble) -> None:
    checkout.start("run")
    (checkout.path / ".venv" / "meduris-installed").unlink()
    checkout.calls()
    checkout.start("run")
    assert checkout.calls() == [*INSTALLS, "meduris"]


def test_a_refreshed_lock_is_installed(checkout: CheckoutDouble) -> None:
    checkout.start("run")
    checkout.calls()
    checkout.lock.write_text("kivy==2.3.2\n")
    checkout.start("run")
    assert checkout.calls() == [*INSTALLS, "meduris"]


def test_only_what_is_locked_is_installed_and_nothing_is_taken_for_building(
    checkout: CheckoutDouble,
) -> None:
    checkout.start("run")
    packages, companion = checkout.options_of_pip()
    assert {"--require-hashes", "--only-binary=:all:"} <= set(packages.split())
    assert {"--no-deps", "--no-build-isolation"} <= set(companion.split())


@pytest.mark.parametrize("at", [0, 1])
def test_a_failed_installation_is_said_and_made_good_by_the_next_start(
    checkout: CheckoutDouble, at: int
) -> None:
    checkout.let_pip_fail(INSTALLS[at].split()[-1])
    failed = checkout.start("run")
    assert failed.returncode == 1
    assert failed.stderr.startswith("The Python packages could not be installed")
    assert checkout.calls() == [MAKES_VENV, *INSTALLS[: at + 1]]
    half_installed = checkout.path / ".venv" / "lib"
    half_installed.mkdir()
    checkout.let_pip_fail("")
    assert checkout.start("run").returncode == 0
    assert checkout.calls() == [MAKES_VENV, *INSTALLS, "meduris"]
    assert not half_installed.exists()


def test_a_venv_whose_python_is_gone_is_made_anew(checkout: CheckoutDouble) -> None:
    checkout.start("run")
    checkout.calls()
    (checkout.path / ".venv" / "bin" / "python").unlink()
    checkout.start("run")
    assert checkout.calls() == [MAKES_VENV, *INSTALLS, "meduris"]


def test_a_moved_checkout_gets_a_new_venv(checkout: CheckoutDouble) -> None:
    checkout.start("run")
    checkout.calls()
    checkout.move("elsewhere")
    checkout.start("run")
    assert checkout.calls() == [MAKES_VENV, *INSTALLS, "meduris"]


def test_another_python_asked_for_makes_venv_anew(checkout: CheckoutDouble) -> None:
    checkout.start("run")
    checkout.calls()
    checkout.variables["MEDURIS_PYTHON"] = str(checkout.python("cpython-313"))
    checkout.start("run")
    assert checkout.calls() == ["cpython-313 makes venv", *INSTALLS, "meduris"]


def test_a_python_that_is_not_there_is_said_and_leaves_venv_alone(checkout: CheckoutDouble) -> None:
    checkout.start("run")
    asked_for = checkout.variables["MEDURIS_PYTHON"]
    checkout.variables["MEDURIS_PYTHON"] = "/nowhere/python3"
    refused = checkout.start("run")
    assert refused.returncode == 1
    assert refused.stderr.startswith("/nowhere/python3 cannot make a virtual environment")
    checkout.calls()
    checkout.variables["MEDURIS_PYTHON"] = asked_for
    checkout.start("run")
    assert checkout.calls() == ["meduris"]


def test_without_rights_one_line_names_the_missing_packages(checkout: CheckoutDouble) -> None:
    checkout.variables["ABSENT"] = "libegl1 libgles2 libmtdev1 libmtdev1t64"
    refused = checkout.start("run")
    assert refused.returncode == 1
    (line,) = refused.stderr.splitlines()
    assert line.startswith("Debian packages are missing")
    assert line.endswith("apt-get install --no-install-recommends libegl1 libgles2 libmtdev1")
    assert checkout.calls() == []


def test_root_installs_missing_packages(checkout: CheckoutDouble) -> None:
    checkout.variables |= {"ABSENT": "libgl1 libmtdev1t64", "USER_ID": "0"}
    assert checkout.start("run").returncode == 0
    update, install, *_ = checkout.calls()
    assert update.endswith(" update")
    assert install.endswith(" install -y --no-install-recommends libgl1")


def test_sudo_without_a_password_installs_missing_packages(checkout: CheckoutDouble) -> None:
    checkout.variables |= {"ABSENT": "libgl1 libmtdev1t64", "MAY_SUDO": "yes"}
    assert checkout.start("run").returncode == 0
    calls = checkout.calls()
    assert (calls[0], calls[2]) == ("sudo", "sudo")
    assert calls[3].endswith(" install -y --no-install-recommends libgl1")


def test_packages_that_apt_cannot_get_are_named(checkout: CheckoutDouble) -> None:
    checkout.variables |= {"ABSENT": "libgl1", "USER_ID": "0"}
    checkout.apt_fails.touch()
    refused = checkout.start("run")
    assert refused.returncode == 1
    assert refused.stderr.endswith("sudo apt-get install --no-install-recommends libgl1\n")


def test_the_name_that_debian_13_gave_libmtdev_counts(checkout: CheckoutDouble) -> None:
    checkout.variables["ABSENT"] = "libmtdev1"
    assert checkout.start("run").returncode == 0


def test_what_only_the_checks_need_is_asked_for_by_them_alone(checkout: CheckoutDouble) -> None:
    checkout.variables["ABSENT"] = "shellcheck libmtdev1t64"
    assert checkout.start("run").returncode == 0
    refused = checkout.start("test")
    assert refused.returncode == 1
    assert refused.stderr.endswith("apt-get install --no-install-recommends shellcheck\n")
