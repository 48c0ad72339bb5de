# shellcheck shell=bash disable=SC2154 # variables set by the caller
# Debian packages for this or another processor, unpacked and configured in a folder; sourced by
# deploy/build-image after deploy/rehearsal/root.sh.
#
# $arch is the processor in Debian's words, $suite the release, $mirror the address of its packages ("": that
# of this machine). This machine's programs unpack; only the configuration of packages runs in qemu.

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

# Makes a root in the folder $2 with the packages of the list $1 and their dependencies, configured.
make_debian() {
    local packages=$1 folder=$2 debs=$2/var/cache/apt/archives
    mapfile -t lines < <(sources)
    [[ -z $kernel ]] || lines+=("${lines[0]/ $suite / $suite-$kernel }")
    mmdebstrap --quiet --mode=root --variant=extract --arch="$arch" \
        --include='?essential' --include='?priority(required)' --include="$packages" \
        --hook-dir=/usr/share/mmdebstrap/hooks/merged-usr --aptopt='Acquire::Languages "none"' \
        --skip=cleanup/apt,essential/unlink,download/empty,check/qemu "$suite" "$folder" "${lines[@]}"
    install -D --mode=644 -- "$here/image/dpkg.cfg" "$folder/etc/dpkg/dpkg.cfg.d/meduris"
    if is_translated; then
        dpkg --root="$folder" --add-architecture "$arch"
    fi
    nothing_starts_in "$folder"
    dpkg --root="$folder" --force-depends --force-unsafe-io --force-confnew --unpack "$debs"/*.deb
    rm -f -- "$folder/var/lib/dpkg/arch" "$debs"/*.deb
    in_root "$folder" dpkg --force-unsafe-io --configure --pending
    work_again_in "$folder"
    find_modules_in "$folder"
    compile_python_in "$folder"
    if [[ -e $folder/usr/share/ca-certificates ]]; then
        cat -- "$folder"/usr/share/ca-certificates/mozilla/*.crt >"$folder/etc/ssl/certs/ca-certificates.crt"
    fi
    [[ -z $(in_root "$folder" dpkg --audit) ]]
}

# While packages are configured nothing is started, and slow translated steps are skipped: this machine's own
# programs list the modules and compile Python's library, and the initrd is made once, at the end. SSH keys
# are made on the card.
nothing_starts_in() {
    local program
    printf '#!/bin/sh\nexit 101\n' >"$1/usr/sbin/policy-rc.d"
    chmod 755 "$1/usr/sbin/policy-rc.d"
    for program in "${later[@]}"; do
        in_root "$1" dpkg-divert --quiet --local --rename --divert "$program.later" --add "$program"
        ln -s /bin/true "$1$program"
    done
}
later=(/usr/sbin/depmod /usr/sbin/update-initramfs /usr/sbin/update-ca-certificates /usr/bin/ssh-keygen
    /usr/bin/python3.13)

work_again_in() {
    local program
    rm -- "$1/usr/sbin/policy-rc.d"
    for program in "${later[@]}"; do
        rm -- "$1$program"
        in_root "$1" dpkg-divert --quiet --local --rename --remove "$program"
    done
}

find_modules_in() {
    local kernel
    for kernel in "$1"/usr/lib/modules/*; do
        depmod --basedir "$1" "$(basename -- "$kernel")"
    done
}

# Like its package, with the same Python; the files never change, so no times are checked.
compile_python_in() {
    mkdir -p -- "$work/compiled"
    mount --bind -- "$1" "$work/compiled"
    with_tools python3 -m compileall -q --invalidation-mode unchecked-hash -s /mnt/compiled -p / /mnt/compiled/usr/lib/python3{,.13}
    umount -- "$work/compiled"
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
    # A Raspberry Pi 3's processor, as the oldest supported one. qemu's default authenticates pointers, and is
    # twenty times slower.
    exec chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
        DEBIAN_FRONTEND=noninteractive QEMU_CPU=cortex-a53 PERL_HASH_SEED=0 \
        SOURCE_DATE_EPOCH="$SOURCE_DATE_EPOCH" "$@"
}
