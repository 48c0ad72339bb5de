#!/bin/bash
# Installs the extra `pi` from wheels in a Debian 12 for arm64, as on a Raspberry Pi but without
# its pins, and tells what becomes of the panel on the pins.
#
#   sudo tests/hardware/try_arm64.sh ROOT
#
# ROOT is a folder for that Debian; it is made with debootstrap where there is none. A computer of
# another kind needs the Debian packages debootstrap, qemu-user-static and binfmt-support.
set -euo pipefail

root=${1:?which folder?}
project=$(cd "$(dirname "$0")/../.." && pwd)

if [[ ! -x $root/usr/bin/python3 ]]; then
    debootstrap --arch=arm64 --variant=minbase --include=ca-certificates,python3,python3-venv \
        bookworm "$root" >"$root.log" || { tail "$root.log" && exit 1; }
fi

within() {
    chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 "$@"
}

rm -rf "$root/root/meduris" "$root/root/venv"
mkdir -p "$root/root/meduris"
tar --create --directory="$project" --exclude-vcs --exclude='.venv*' --exclude=out --exclude=dist . |
    tar --extract --directory="$root/root/meduris"
cp /etc/resolv.conf /etc/hosts "$root/etc/"
# Whatever this computer trusts, so that a mirror of its own can be reached from within as well.
cp /etc/ssl/certs/ca-certificates.crt "$root/root/trusted.crt"

within python3 -m venv /root/venv
within PIP_CERT=/root/trusted.crt PIP_NO_CACHE_DIR=1 \
    /root/venv/bin/pip install --quiet --only-binary=:all: "/root/meduris[pi]"
within /root/venv/bin/python - <<'END'
import platform
import time
from importlib.metadata import version

from gpiozero.pins.lgpio import LGPIOFactory

import hardware.gpio_panel
from hardware.opening import open_panel
from hardware.panel_config import PanelChoice, PanelConfig

packages = " ".join(f"{name} {version(name)}" for name in ("gpiozero", "lgpio", "pyserial", "kivy"))
print(f"{platform.machine()}, Python {platform.python_version()}: {packages}")
print(f"Loaded: {hardware.gpio_panel.__name__}, {LGPIOFactory.__name__}")
panel = open_panel(PanelConfig(), PanelChoice.GPIO)
until = time.monotonic() + 20
while (status := panel.poll().status).trouble is None and time.monotonic() < until:
    time.sleep(0.1)
panel.close(wait_seconds=1)
print(f"The panel on the pins is {status.state}: {status.trouble and status.trouble.reason}")
END
