"""The kernel parameters that the package meduris-kiosk adds."""

import subprocess
from pathlib import Path

DEBIAN = Path(__file__).parents[2] / "deploy/debian"
BEFORE = "console=tty0 loglevel=3 root=/dev/mmcblk0p2 rw rootwait"
WORDS = "quiet logo.nologo vt.global_cursor_default=0 cgroup_enable=memory"


def boot(folder: Path, what: str) -> str:
    """Run the package's script on a boot partition; return the command line afterwards."""
    line = folder / "cmdline.txt"
    subprocess.run(  # noqa: S603 - our own script
        [DEBIAN / "boot-words", what],
        env={
            "PATH": "/usr/bin:/bin",
            "MEDURIS_COMMAND_LINE": str(line),
            "MEDURIS_BOOT_WORDS": str(folder / "lib/boot-words"),
        },
        check=True,
    )
    return line.read_text() if line.exists() else ""


def test_the_kernel_s_words_are_added_once_and_only_they_are_removed(tmp_path: Path) -> None:
    (tmp_path / "cmdline.txt").write_text(f"{BEFORE}\n")
    for _time in range(2):
        assert boot(tmp_path, "add") == f"{BEFORE} {WORDS}\n"
    for _time in range(2):
        assert boot(tmp_path, "remove") == f"{BEFORE}\n"
        assert not (tmp_path / "lib").exists()


def test_a_machine_without_such_a_command_line_is_left_alone(tmp_path: Path) -> None:
    assert boot(tmp_path, "add") == ""
    assert list(tmp_path.iterdir()) == []
