# shellcheck shell=bash disable=SC2034,SC2154 # variables shared with the caller
# The root of a rehearsal and commands in it; sourced by the rehearsals.
#
# $work is the rehearsal's folder, $root the root in it, $log the output of the current part, $base the
# fresh root of $suite and $arch. The caller has a function `rehearse`, and in $needs the commands that
# it needs, each with its package if that has another name.

# shellcheck source=deploy/environment.sh
source "$(dirname -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")")/environment.sh"

failures=0
base=""
packages=""
only=()

# Parses the command line, with the options named in $1, and rehearses in isolation; $sections are the
# values of --only.
begin() {
    local options=$1 command
    shift
    help_where_asked "$@"
    local -a given=("$@")
    while (($#)); do
        [[ " $options " == *" $1 "* ]] || fail "Unknown option $1: the first lines of deploy/${0##*/} list them all."
        case $1 in
            --suite) suite=${2:?} && shift 2 ;;
            --arch) arch=${2:?} && shift 2 ;;
            --base) base=$(readlink -m -- "${2:?}") && shift 2 ;;
            --image) image=$(readlink -e -- "${2:?}") && shift 2 ;;
            --packages) packages=$(readlink -e -- "${2:?}") && shift 2 ;;
            --out) out=$(readlink -m -- "${2:?}") && shift 2 ;;
            --mirror) mirror=${2:?} && shift 2 ;;
            --no-pack) pack=no && shift ;;
            --kernel) kernel=${2:?} && shift 2 ;;
            --only)
                [[ " $sections " == *" ${2:-} "* ]] || fail "--only must be one of: $sections."
                only=("$2") && shift 2
                ;;
        esac
    done
    (($(id -u) == 0)) || fail "This needs root: start it with sudo."
    for command in "${needs[@]}"; do
        [[ -x $(command -v "${command%:*}") ]] || fail "Please install ${command#*:} first."
    done
    if [[ " $options " == *" --packages "* && -z $packages && -z ${image:-} ]]; then
        fail "Please add --packages FOLDER, the output folder of deploy/package."
    fi
    if [[ -z ${MEDURIS_REHEARSAL:-} ]]; then
        prepare
        go_apart "${given[@]}"
        return
    fi
    work=$MEDURIS_REHEARSAL
    log=$work/log
    root=$work/root
    base=${base:-$work/base}
    rehearse
}

# Checks of a rehearsal before it starts; most have none.
prepare() { :; }

# Makes $work, and runs this script in it again, with its own namespaces of mounts and processes, which
# leave nothing behind.
go_apart() {
    work=$(mktemp -d --tmpdir=/var/tmp meduris-rehearsal-XXXXXX)
    trap clean_up EXIT
    MEDURIS_REHEARSAL=$work unshare --mount --propagation private --pid --mount-proc \
        --fork --kill-child "$0" "$@"
}

# In this namespace nothing was mounted below the folder, so this removes only its own files.
clean_up() {
    if grep --quiet --fixed-strings " $work/" /proc/self/mountinfo; then
        say "$work was not removed: something is still mounted there."
    else
        rm -rf --one-file-system -- "$work"
    fi
}

make_root() {
    [[ -e $base/etc/os-release ]] ||
        line "a fresh root" mmdebstrap --quiet --arch="$arch" --variant=minbase --include=ca-certificates \
            "$suite" "$base" "$(mirror)"
    cp --archive -- "$base" "$root"
    mount_system
    use_settings_of_this_machine
}

mount_system() {
    mount -t proc proc "$root/proc"
    mount -t sysfs -o ro sysfs "$root/sys"
    make_devices
    mount -t tmpfs tmpfs "$root/run"
}

# The packages in $packages, and their dependencies from Debian.
install_packages() {
    mkdir -p -- "$root/var/tmp/packages"
    cp -- "$packages"/*.deb "$root/var/tmp/packages/"
    inside apt-get -q update
    inside bash -c 'DEBIAN_FRONTEND=noninteractive apt-get -q -y install --no-install-recommends /var/tmp/packages/*.deb'
    inside install -d -o meduris -g meduris -m 750 /var/lib/meduris
}

# The few devices that programs expect, separate from this machine's.
make_devices() {
    local name major minor
    mount -t tmpfs -o mode=755 tmpfs "$root/dev"
    while read -r name major minor; do
        # For reproducible results random numbers are zeros.
        [[ $name != random || -z ${no_chance:-} ]] || minor=5
        mknod --mode=666 "$root/dev/$name" c "$major" "$minor"
    done <<<"null 1 3
zero 1 5
full 1 7
random 1 8
urandom 1 9
tty 5 0"
    mkdir -- "$root/dev/shm" "$root/dev/pts"
    mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
    mount -t devpts -o newinstance,ptmxmode=666 devpts "$root/dev/pts"
    ln -s -- pts/ptmx "$root/dev/ptmx"
    ln -s -- /proc/self/fd "$root/dev/fd"
}

# Makes the folder $base/$1 by a command, whose last argument it becomes, unless it exists.
once() {
    local folder=$base/$1
    shift
    if [[ ! -e $folder ]]; then
        rm -rf -- "$folder.new"
        "$@" "$folder.new"
        mv -T -- "$folder.new" "$folder"
    fi
}

# Unpacks packages of another Debian without running anything.
debian_of() {
    local architecture=$1 suite=$2 packages=$3 folder=$4
    mmdebstrap --quiet --variant=extract --arch="$architecture" --include="$packages" \
        "$suite" "$folder" "$(mirror)"
}

use_settings_of_this_machine() {
    local file
    for file in $(grep --files-with-matches --no-messages '^Acquire' /etc/apt/apt.conf.d/* || true); do
        cp -- "$file" "$root/etc/apt/apt.conf.d/"
    done
    for file in /etc/pip.conf /etc/resolv.conf /etc/hosts /etc/ssl/certs/ca-certificates.crt; do
        if [[ -e $file ]]; then
            cp -L -- "$file" "$root$file"
        fi
    done
}

# One part: its name and a function all of whose commands must succeed; in the condition of an `if` it
# would continue after a failed one.
line() {
    local name=$1 began=$SECONDS status=0
    shift
    "$@" >"$log" 2>&1 </dev/null &
    wait "$!" || status=$?
    if ((status == 0)); then
        printf 'ok      %-62s %5d s\n' "$name" "$((SECONDS - began))"
    else
        failures=$((failures + 1))
        printf 'FAILED  %-62s %5d s\n' "$name" "$((SECONDS - began))"
        tail -n 25 -- "$log" | sed 's/^/        | /'
    fi
}

# Ends if a line has failed.
expect_no_failures() {
    ((failures == 0)) || fail "$failures of the checks above failed."
}

inside() {
    chroot "$root" /usr/bin/env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        HOME=/root LC_ALL=C.UTF-8 "$@"
}
