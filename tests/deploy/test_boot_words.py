"""Where install.sh puts the kernel's words, so that they outlast updates of the kernel."""

import subprocess
from pathlib import Path

import pytest

DEPLOY = Path(__file__).parents[2] / "deploy"
WORDS = ["quiet", "loglevel=3", "logo.nologo", "vt.global_cursor_default=0", "cgroup_enable=memory"]
BEFORE = "console=tty0 root=/dev/mmcblk0p2 rw rootwait"
SETTINGS = "# settings of the package\n#CMA=64M\n#ROOTPART=/dev/mmcblk0p2\n"

HOOK = """#!/bin/sh
set -e
CMA=64M
. {settings}
if [ "$CMA" = 0 ]; then set_cma=""; else set_cma="cma=$CMA"; fi
if [ -f {extra}/raspi-extra-cmdline ]; then
  post_cmdline=$(cat {extra}/raspi-extra-cmdline)
fi
cat >{boot}/boot/firmware/cmdline.txt <<END
console=tty0 root=/dev/mmcblk0p2 rw $set_cma rootwait ${{post_cmdline}}
END
"""
"""What Debian's package raspi-firmware does at each update of the kernel, as far as it matters."""


class System:
    """A boot partition and the settings of what writes it, on which parts of install.sh work."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.line = folder / "boot/firmware/cmdline.txt"
        self.line.parent.mkdir(parents=True)
        self.line.write_text(f"{BEFORE}\n")
        self.extra = folder / "raspi-extra-cmdline"
        self.settings = folder / "raspi-firmware"
        self.hook = folder / "z50-raspi-firmware"

    def is_debian(self) -> None:
        self.settings.write_text(SETTINGS)
        self.hook.write_text(
            HOOK.format(settings=self.settings, extra=self.folder, boot=self.folder)
        )
        self.update_the_kernel()

    def update_the_kernel(self) -> None:
        subprocess.run(["/bin/sh", str(self.hook)], check=True)  # noqa: S603 - our own

    def do(self, what: str) -> str:
        script = f"""
            source {DEPLOY}/install.sh
            command_line={self.line} extra_words={self.extra} found={self.folder}/found
            firmware_hook={self.hook} firmware_settings={self.settings}
            {what}
            say "$changes changes"
        """
        told = subprocess.run(  # noqa: S603 - our own script
            ["/bin/bash", "-c", script], capture_output=True, text=True, check=False
        )
        assert (told.returncode, told.stderr) == (0, "")
        return told.stdout

    def install(self) -> str:
        return self.do("set_up_boot_words")

    def uninstall(self) -> str:
        return self.do("put_boot_words_back")

    @property
    def words(self) -> list[str]:
        return self.line.read_text().split()


@pytest.fixture
def system(tmp_path: Path) -> System:
    return System(tmp_path)


def test_raspberry_pi_os_keeps_the_words_in_its_command_line(system: System) -> None:
    system.install()
    assert system.words == [*BEFORE.split(), *WORDS]
    assert not system.extra.exists()
    assert system.install() == "0 changes\n"
    system.uninstall()
    assert system.line.read_text() == f"{BEFORE}\n"


def test_on_debian_the_words_outlast_an_update_of_the_kernel(system: System) -> None:
    system.is_debian()
    system.install()
    assert set(WORDS) <= set(system.words)
    assert system.extra.read_text() == " ".join(WORDS) + "\n"
    system.update_the_kernel()
    assert [word for word in system.words if word in WORDS] == WORDS
    assert system.install() == "0 changes\n"


def test_on_debian_no_board_is_told_how_much_memory_its_graphics_need(system: System) -> None:
    system.is_debian()
    assert "cma=64M" in system.words
    system.install()
    assert "cma=64M" not in system.words
    system.update_the_kernel()
    assert not [word for word in system.words if word.startswith("cma=")]


@pytest.mark.parametrize("line", ["CMA=128M", "CMA=64M", "  CMA=0"])
def test_what_the_owner_has_set_for_that_stays(system: System, line: str) -> None:
    system.is_debian()
    system.settings.write_text(f"{SETTINGS}{line}\n")
    system.update_the_kernel()
    before = [word for word in system.words if word.startswith("cma=")]
    system.install()
    assert system.settings.read_text() == f"{SETTINGS}{line}\n"
    assert [word for word in system.words if word.startswith("cma=")] == before


def test_uninstalling_takes_all_of_it_back(system: System) -> None:
    system.is_debian()
    system.install()
    system.uninstall()
    assert system.settings.read_text() == SETTINGS
    assert not system.extra.exists()
    assert not set(WORDS) & set(system.words)
    system.update_the_kernel()
    assert system.words == [*BEFORE.split()[:-1], "cma=64M", "rootwait"]
    assert system.uninstall() == "0 changes\n"


def test_words_that_were_there_before_stay(system: System) -> None:
    system.is_debian()
    system.extra.write_text("usbcore.autosuspend=-1 quiet\n")
    system.update_the_kernel()
    system.install()
    assert system.extra.read_text().split() == ["usbcore.autosuspend=-1", *WORDS]
    system.uninstall()
    assert system.extra.read_text() == "usbcore.autosuspend=-1 quiet\n"
    assert {"usbcore.autosuspend=-1", "quiet"} <= set(system.words)
    assert "loglevel=3" not in system.words


@pytest.mark.parametrize("text", ["", "\n", "   \n"])
def test_a_file_without_words_gets_ours(system: System, text: str) -> None:
    system.is_debian()
    system.extra.write_text(text)
    system.install()
    assert system.extra.read_text().split() == WORDS
    assert len(system.extra.read_text().splitlines()) == 1


def test_an_installation_from_before_is_put_right(system: System) -> None:
    system.install()
    system.is_debian()
    assert not set(WORDS) & set(system.words)
    system.install()
    system.update_the_kernel()
    assert set(WORDS) <= set(system.words)
    system.uninstall()
    system.update_the_kernel()
    assert not set(WORDS) & set(system.words)


def test_a_hook_that_only_copies_kernels_changes_nothing(system: System) -> None:
    system.hook.write_text("#!/bin/sh\ncp /boot/vmlinuz-1 /boot/firmware/\n")
    system.install()
    assert not system.extra.exists()
    assert set(WORDS) <= set(system.words)


def test_a_machine_without_such_a_partition_is_left_alone(system: System) -> None:
    system.line.unlink()
    assert system.install() == "0 changes\n"
    assert not system.extra.exists()
