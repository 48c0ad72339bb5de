# shellcheck shell=bash
# Creates and updates .venv with the dependencies of the companion.
# Sourced by the scripts of deploy/, which set -euo pipefail first.
#
#   ready_environment run|test|mutants    returns at once if .venv has the packages of deploy/lock/ for that
#                                         purpose; otherwise installs them, or ends with one line saying
#                                         what is missing.
#   ready_newest_environment              makes .venv-newest, with the newest packages that pyproject.toml
#                                         allows, for the tests.
#
# $MEDURIS_PYTHON is the Python to use (default: the system's).

checkout=$(dirname -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")")

use_venv() {
    venv=$checkout/$1
    python=$venv/bin/python
    # Written after the installation, and removed before the next one.
    installed=$venv/meduris-installed
}
use_venv .venv

# Settings of another Python must not affect .venv.
unset PYTHONHOME PYTHONPATH

# Kivy's Debian packages; Debian 13 calls the last one libmtdev1t64, but knows this name too.
libraries=(libgl1 libegl1 libgles2 libgl1-mesa-dri libmtdev1)

say() { printf '%s\n' "$*"; }

fail() {
    printf '%s\n' "$*" >&2
    exit 1
}

# Prints the first lines of the script, and ends, if an argument asks for help.
help_where_asked() {
    local word
    for word; do
        case $word in
            -h | --help)
                sed -n '2,/^set -/{/^set -/d;s/^# \{0,1\}//;p;}' "$0"
                exit 0
                ;;
        esac
    done
}

# Whether everything that a purpose needs is installed.
is_ready() { venv_is_sound && holds "$1"; }

ready_environment() {
    local purpose=$1 turn
    take_turn
    install_missing_packages "$purpose"
    if ! venv_is_sound; then
        make_venv
    fi
    if ! holds "$purpose"; then
        install_locked_packages "$purpose"
    fi
    compile_catalogues
    exec {turn}<&-
}

ready_newest_environment() {
    local turn
    use_venv .venv-newest
    take_turn
    install_missing_packages test
    make_venv
    install_newest_packages
    compile_catalogues
    exec {turn}<&-
}

# Waits until no other process is installing; the caller closes $turn.
take_turn() {
    exec {turn}<"$checkout"
    if ! flock --nonblock "$turn"; then
        say "Another start is preparing $venv; waiting for it."
        flock "$turn"
    fi
}

# Compiles catalogues that are newer than their .mo files.
compile_catalogues() {
    local catalogue
    for catalogue in "$checkout"/kiosk/words/locale/*/LC_MESSAGES/*.po; do
        if [[ $catalogue -nt ${catalogue%.po}.mo ]]; then
            "$python" "$checkout/deploy/catalogues.py" compile
            return
        fi
    done
}

# --- Debian packages ------------------------------------------------------------------------------

install_missing_packages() {
    local listed
    local -a missing
    listed=$(missing_packages "$1")
    if [[ -z $listed ]]; then
        return
    fi
    mapfile -t missing <<<"$listed"
    local -a as_root
    if ! command -v apt-get >/dev/null; then
        ask_for_packages "${missing[@]}"
    elif (($(id -u) == 0)); then
        as_root=()
    elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
        as_root=(sudo -n)
    else
        ask_for_packages "${missing[@]}"
    fi
    say "Installing Debian packages: ${missing[*]}"
    local -a apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive
        apt-get -q -o DPkg::Lock::Timeout=300)
    # An unreachable source does not matter, as long as the packages can be installed.
    "${apt[@]}" update || say "Not every package list could be read; trying with those that are here."
    "${apt[@]}" install -y --no-install-recommends "${missing[@]}" || ask_for_packages "${missing[@]}"
}

missing_packages() {
    if ! command -v dpkg-query >/dev/null; then
        return # not a Debian: nobody to ask, so Python and Kivy have to say what they miss
    fi
    local package purpose=$1
    local -a needed=("${libraries[@]}")
    if [[ $purpose != run ]]; then
        # The first is not available as a Python package for every processor. The others sign, partition a
        # card and speak: without them, tests would be skipped unnoticed.
        needed+=(shellcheck gnupg fdisk espeak-ng)
    fi
    if ! venv_is_sound && [[ -z ${MEDURIS_PYTHON:-} && -z $(choose_python) ]]; then
        needed=(python3 python3-venv "${needed[@]}")
    fi
    for package in "${needed[@]}"; do
        is_package_installed "$package" || is_the_other_libmtdev_installed "$package" || say "$package"
    done
}

is_the_other_libmtdev_installed() { [[ $1 == libmtdev1 ]] && is_package_installed libmtdev1t64; }

is_package_installed() {
    [[ $(dpkg-query --show --showformat='${db:Status-Status}' "$1" 2>/dev/null) == installed ]]
}

ask_for_packages() {
    fail "Debian packages are missing; please install them, then start again:" \
        "sudo apt-get install --no-install-recommends $*"
}

# The address of this machine's packages; Debian's own otherwise.
mirror() {
    local found
    found=$(sed --quiet 's/^URIs: *\([^ ]*\).*/\1/p' /etc/apt/sources.list.d/debian.sources 2>/dev/null | head -n 1)
    say "${found:-http://deb.debian.org/debian}"
}

# The version of this checkout.
own_version() { sed -n 's/^version = "\(.*\)"$/\1/p' "$checkout/pyproject.toml"; }

# Copies the files for a wheel into a folder, as building leaves files behind.
copy_sources() {
    mkdir -p -- "$1"
    (cd -- "$checkout" && tar --create --exclude=__pycache__ \
        pyproject.toml setup.py README.md LICENSE companion hardware kiosk) |
        tar --extract --directory="$1"
}

# --- .venv ----------------------------------------------------------------------------------------

# Prints the first Python from 3.11 up that can make a virtual environment; nothing when there is none.
choose_python() {
    local candidate
    if [[ -n ${MEDURIS_PYTHON:-} ]]; then
        can_make_venv "$MEDURIS_PYTHON" && say "$MEDURIS_PYTHON"
        return 0
    fi
    for candidate in /usr/bin/python3 python3 python3.13 python3.12 python3.11; do
        if can_make_venv "$candidate"; then
            say "$candidate"
            return 0
        fi
    done
}

# Prints that Python, or ends.
need_python() {
    local found
    found=$(choose_python)
    [[ -n $found ]] || fail "Python 3.11 or newer is missing, with its modules venv and ensurepip."
    say "$found"
}

can_make_venv() {
    "$1" -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

venv_is_sound() {
    [[ -x $python && -e $installed ]] || return 1
    "$python" -c 'import pip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || return 1
    stands_where_it_was_made && is_of_the_python_asked_for
}

# Commands in .venv begin with its path, so a moved checkout needs a new one.
stands_where_it_was_made() {
    grep --quiet --line-regexp --fixed-strings "checkout $checkout" "$installed"
}

is_of_the_python_asked_for() {
    [[ -z ${MEDURIS_PYTHON:-} || $(origin_of "$MEDURIS_PYTHON") == "$(origin_of "$python")" ]]
}

origin_of() {
    "$1" -c 'import sys; print(sys.implementation.cache_tag, sys.base_prefix)' 2>/dev/null
}

make_venv() {
    local maker
    maker=$(choose_python)
    if [[ -z $maker ]]; then
        fail "${MEDURIS_PYTHON:-python3} cannot make a virtual environment:" \
            "it has to be Python 3.11 or newer, with its modules venv and ensurepip."
    fi
    say "Making $venv with $("$maker" --version)"
    "$maker" -m venv --clear "$venv" ||
        fail "$venv could not be made: start as the user who owns $checkout, or give it to this one."
}

# Each purpose includes those before it.
holds() {
    local holding description purpose
    local -a enough
    [[ -e $installed ]] || return 1
    case $1 in
        run) enough=(run test mutants) ;;
        test) enough=(test mutants) ;;
        mutants) enough=(mutants) ;;
    esac
    holding=$(<"$installed")
    description=$(description)
    for purpose in "${enough[@]}"; do
        if [[ $holding == "$description"$'\n'"purpose $purpose" ]]; then
            return
        fi
    done
    return 1
}

# All dependencies of the installed packages, except for the purpose.
description() {
    local checksum
    checksum=$(cat -- "$checkout/pyproject.toml" "$checkout"/deploy/lock/*.txt | sha256sum)
    say "checkout $checkout"
    say "python $("$python" -c 'import sys; print(sys.implementation.cache_tag)')"
    say "pyproject.toml and lock ${checksum%% *}"
}

install_locked_packages() {
    local purpose=$1
    say "Installing Python packages into $venv; this can take a few minutes."
    rm -f -- "$installed"
    (cd -- "$checkout" && install_locked "$python" "deploy/lock/$purpose.txt" &&
        "$python" -m pip install --no-input --no-deps --no-build-isolation --editable . &&
        "$python" -m pip check) || packages_are_missing
    { description && say "purpose $purpose"; } >"$installed.new"
    mv -- "$installed.new" "$installed"
}

install_newest_packages() {
    say "Installing the newest Python packages into $venv; this can take a few minutes."
    (cd -- "$checkout" && "$python" -m pip install --no-input --editable '.[test]') || packages_are_missing
}

packages_are_missing() {
    fail "The Python packages could not be installed: see the lines above, then start again."
}

# --- The lock -------------------------------------------------------------------------------------

# install_locked PYTHON FILE [OPTION]...: installs the packages of a file of deploy/lock/. pip accepts only
# files with these hashes, from any index, and builds nothing, which would need packages that are not locked.
install_locked() {
    "$1" -m pip install --no-input --require-hashes --only-binary=:all: "${@:3}" --requirement "$2"
}

# locked_entries FILE NAME...: prints the entries of these packages in a file of deploy/lock/.
locked_entries() {
    local name
    for name in "${@:2}"; do
        awk -v start="$name==" 'index($0, start) == 1 { on = 1 } on { print; on = /\\$/; found = 1 }
            END { exit !found }' "$1" || fail "$1 does not lock $name."
    done
}
