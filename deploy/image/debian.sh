# shellcheck shell=bash disable=SC2154 # variables set by the caller
# A Debian for this or another processor in a folder; sourced by deploy/build-image after
# deploy/rehearsal/root.sh.
#
# $arch is the processor in Debian's words, $suite the release, $mirror the address of its packages ("": that
# of this machine).

# A Raspberry Pi 3's processor, as the oldest supported one. qemu's default authenticates pointers, and is twenty
# times slower.
export QEMU_CPU=cortex-a53

# The lines of apt's sources.
sources() {
    local system components=main
    [[ $arch != arm64 ]] || components="main non-free-firmware"
    if [[ -n $mirror ]]; then
        say "deb $mirror $suite $components"
        return
    fi
    [[ -e /etc/apt/sources.list.d/debian.sources ]] ||
        fail "Where do the packages come from? Say --mirror ADDRESS: there is no debian.sources here."
    system=$(. /etc/os-release && say "$VERSION_CODENAME")
    awk -v from="$system" -v suite="$suite" -v components="$components" '
        $1 == "URIs:" { address = $2 }
        $1 == "Suites:" { for (i = 2; i <= NF; i++) { sub(from, suite, $i); print "deb", address, $i, components } }
    ' /etc/apt/sources.list.d/debian.sources
}

# Makes a root in the folder $2 with the packages of the list $1 and their dependencies. As SOURCE_DATE_EPOCH is
# set, compiled Python does not depend on the times of files, which the image changes.
make_debian() {
    local packages=$1 folder=$2
    mapfile -t lines < <(sources)
    [[ -z $kernel ]] || lines+=("${lines[0]/ $suite / $suite-$kernel }")
    mmdebstrap --quiet --mode=root --variant=required --arch="$arch" --include="$packages" \
        --aptopt='Acquire::Languages "none"' --dpkgopt="$here/image/dpkg.cfg" "$suite" "$folder" "${lines[@]}"
}

# Runs a command in a root, with temporary devices and folders in memory.
in_root() {
    local folder=$1
    shift
    unshare --mount --propagation private bash -c "$(declare -f make_devices in_root_apart); in_root_apart \"\$@\"" \
        in_root "$folder" "$@"
}

in_root_apart() {
    root=$1
    shift
    set -euo pipefail
    mount -t proc proc "$root/proc"
    mount -t sysfs -o ro sysfs "$root/sys"
    make_devices
    mount -t tmpfs -o mode=755 tmpfs "$root/run"
    mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
    if [[ -n ${checkout_there:-} ]]; then
        mkdir -- "$root/tmp/meduris"
        mount --bind -- "$checkout_there" "$root/tmp/meduris"
    fi
    exec chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
        DEBIAN_FRONTEND=noninteractive QEMU_CPU="$QEMU_CPU" PERL_HASH_SEED=0 \
        SOURCE_DATE_EPOCH="$SOURCE_DATE_EPOCH" "$@"
}
