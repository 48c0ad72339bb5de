# shellcheck shell=bash
# Creates and updates .venv with the dependencies of the companion.
# Sourced by the scripts of deploy/, which set -euo pipefail first.
#
#   ready_environment run|test|mutants    returns at once if .venv has the packages of deploy/lock/ for that
#                                         purpose; otherwise installs them, or ends with one line saying
#                                         what is missing.
#
# $MEDURIS_PYTHON is the Python to use (default: the system's).

checkout=$(dirname -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")")

venv=$checkout/.venv
python=$venv/bin/python
# Written after the installation.
installed=$venv/meduris-installed

# Settings of another Python must not affect .venv.
unset PYTHONHOME PYTHONPATH

# Kivy's Debian packages.
libraries=(libgl1 libegl1 libgles2 libgl1-mesa-dri libmtdev1)

say() { printf '%s\n' "$*"; }

fail() {
    printf '%s\n' "$*" >&2
    exit 1
}

# Prints the first lines of the script, and ends, if an argument asks for help.
help_where_asked() {
    if [[ " $* " =~ " "(-h|--help)" " ]]; then
        sed -n '2,/^set -/{/^set -/d;s/^# \{0,1\}//;p;}' "$0"
        exit 0
    fi
}

# Whether .venv has everything that a purpose needs. Each purpose includes those before it.
is_ready() {
    local purpose enough=no
    for purpose in run test mutants; do
        [[ $purpose != "$1" ]] || enough=yes
        if [[ $enough == yes && -e $installed && $(<"$installed") == "$(description "$purpose")" ]]; then
            return 0
        fi
    done
    return 1
}

# What is in .venv. With another checkout or Python it is made anew, as its commands begin with its path; else
# packages are added.
description() {
    local checksum
    checksum=$(cat -- "$checkout/pyproject.toml" "$checkout"/deploy/lock/*.txt | sha256sum)
    say "checkout $checkout"
    say "python $("${MEDURIS_PYTHON:-$python}" -c 'import sys; print(sys.implementation.cache_tag)' 2>&1)"
    say "pyproject.toml and lock ${checksum%% *}"
    say "purpose $1"
}

ready_environment() {
    local turn
    exec {turn}<"$checkout"
    if ! flock --nonblock "$turn"; then
        say "Another process is preparing $venv; waiting for it."
        flock "$turn"
    fi
    install_missing_packages "$1"
    if ! is_ready "$1"; then
        if [[ ! -e $installed || $(head -n 2 "$installed") != "$(description "$1" | head -n 2)" ]]; then
            make_venv
        fi
        say "Installing Python packages into $venv; this can take a few minutes."
        (cd -- "$checkout" && install_locked "$python" "deploy/lock/$1.txt" &&
            "$python" -m pip install --no-input --no-deps --no-build-isolation --editable . &&
            "$python" -m pip check) ||
            fail "The Python packages could not be installed: see the messages above, then try again."
        description "$1" >"$installed.new"
        mv -- "$installed.new" "$installed"
    fi
    "$python" "$checkout/deploy/catalogues.py" compile
    exec {turn}<&-
}

# --- Debian packages ------------------------------------------------------------------------------

install_missing_packages() {
    local package how
    local -a needed=("${libraries[@]}") missing=() as_root=()
    if ! command -v dpkg-query >/dev/null; then
        return # not a Debian: Python and Kivy have to say what they miss
    fi
    if [[ $1 != run ]]; then
        # The first is not available as a Python package for every processor. The others sign, partition a
        # card and speak: without them, tests would be skipped unnoticed.
        needed+=(shellcheck gnupg fdisk espeak-ng)
    fi
    [[ -x $python || -n $(choose_python) ]] || needed+=(python3 python3-venv)
    for package in "${needed[@]}"; do
        # Debian 13 has other names for some libraries, but knows these, too.
        [[ " $(dpkg-query --show --showformat='${db:Status-Status} ' "$package" "${package}t64" 2>/dev/null)" == *" installed "* ]] ||
            missing+=("$package")
    done
    ((${#missing[@]})) || return 0
    how="Some Debian packages are missing. Please install them, then try again: "
    how+="sudo apt-get install --no-install-recommends ${missing[*]}"
    if (($(id -u) != 0)); then
        sudo -n true 2>/dev/null || fail "$how"
        as_root=(sudo -n)
    fi
    say "Installing Debian packages: ${missing[*]}"
    local -a apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300)
    # An unreachable source does not matter, as long as the packages can be installed.
    "${apt[@]}" update || say "Some package lists could not be downloaded; continuing with those already here."
    "${apt[@]}" install -y --no-install-recommends "${missing[@]}" || fail "$how"
}

# The address of this machine's packages; Debian's own otherwise.
mirror() {
    local found
    found=$(sed --quiet 's/^URIs: *\([^ ]*\).*/\1/p' /etc/apt/sources.list.d/debian.sources 2>/dev/null | head -n 1)
    say "${found:-http://deb.debian.org/debian}"
}

# The version of this checkout.
own_version() { sed -n 's/^version = "\(.*\)"$/\1/p' "$checkout/pyproject.toml"; }

# --- .venv ----------------------------------------------------------------------------------------

# Prints the first Python from 3.11 up that can make a virtual environment; nothing when there is none.
choose_python() {
    local candidate
    local -a candidates=(/usr/bin/python3 python3 python3.13 python3.12 python3.11)
    [[ -z ${MEDURIS_PYTHON:-} ]] || candidates=("$MEDURIS_PYTHON")
    for candidate in "${candidates[@]}"; do
        if "$candidate" -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            say "$candidate"
            return 0
        fi
    done
}

# Prints that Python, or ends.
need_python() {
    local found
    found=$(choose_python)
    [[ -n $found ]] ||
        fail "${MEDURIS_PYTHON:-Python} cannot be used: it must be Python 3.11 or newer, with venv and ensurepip."
    say "$found"
}

make_venv() {
    local maker
    maker=$(need_python)
    say "Creating $venv with $("$maker" --version)"
    "$maker" -m venv --clear "$venv" ||
        fail "Cannot create $venv: start as the user who owns $checkout, or make this user its owner."
}

# install_locked PYTHON FILE [OPTION]...: installs the packages of a file of deploy/lock/. pip accepts only
# files with these hashes, from any index, and builds nothing, which would need packages that are not locked.
install_locked() {
    "$1" -m pip install --no-input --require-hashes --only-binary=:all: "${@:3}" --requirement "$2"
}
