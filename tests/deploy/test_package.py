"""The kernel parameters that the package meduris-kiosk adds."""

import subprocess
from pathlib import Path

import pytest

DEBIAN = Path(__file__).parents[2] / "deploy/debian"
BEFORE = "console=tty0 loglevel=3 root=/dev/mmcblk0p2 rw rootwait"
WORDS = "quiet logo.nologo vt.global_cursor_default=0 cgroup_enable=memory"


class Boot:
    """A boot partition, and what the package has added to its command line."""

    def __init__(self, folder: Path) -> None:
        self.line = folder / "cmdline.txt"
        self.line.write_text(f"{BEFORE}\n")
        self.added = folder / "lib/boot-words"

    def __call__(self, what: str) -> str:
        subprocess.run(  # noqa: S603 - our own script
            [DEBIAN / "boot-words", what],
            env={
                "PATH": "/usr/bin:/bin",
                "MEDURIS_COMMAND_LINE": str(self.line),
                "MEDURIS_BOOT_WORDS": str(self.added),
            },
            check=True,
        )
        return self.line.read_text()


@pytest.fixture
def boot(tmp_path: Path) -> Boot:
    return Boot(tmp_path)


def test_the_kernel_s_words_are_added_once(boot: Boot) -> None:
    assert boot("add") == f"{BEFORE} {WORDS}\n"
    assert boot("add") == f"{BEFORE} {WORDS}\n"


def test_only_words_that_were_added_are_removed(boot: Boot) -> None:
    boot("add")

    assert boot("remove") == f"{BEFORE}\n"
    assert not boot.added.parent.exists()
    assert boot("remove") == f"{BEFORE}\n"


def test_a_machine_without_such_a_command_line_is_left_alone(boot: Boot) -> None:
    boot.line.unlink()
    with pytest.raises(FileNotFoundError):
        boot("add")
    assert not boot.added.exists()
