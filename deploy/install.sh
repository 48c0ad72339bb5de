#!/usr/bin/env bash
# Makes a Debian 12 or 13, for instance Raspberry Pi OS Lite, a kiosk of the companion.
#
#   sudo deploy/install.sh                   install, or bring up to date
#   sudo deploy/install.sh --release FILE    likewise, with a release archive instead of the network
#   sudo deploy/install.sh --without-release all but the release: image/fit brings it another way
#   deploy/install.sh --dry-run              only say what would be done
#   sudo deploy/install.sh --uninstall       remove all but the saved games
#
# What is as it should be already is left alone. How it all fits together: deploy/builders.md.
set -euo pipefail
here=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")
# shellcheck source=deploy/environment.sh
source "$here/environment.sh"

user=meduris
shelf=/opt/meduris
data=/var/lib/meduris
settings=/etc/meduris
# What was found before anything was changed, for --uninstall.
found=$shelf/found-before
units=(meduris.service meduris-power-off.path meduris-update.path meduris-to-stick.path)
# The last one: a Raspberry Pi's firmware takes away the control of memory, and so the unit's limit.
boot_words=(quiet loglevel=3 logo.nologo vt.global_cursor_default=0 cgroup_enable=memory)
command_line=/boot/firmware/cmdline.txt
# Debian's own package raspi-firmware (not Raspberry Pi OS's) writes the command line anew at each
# update of the kernel, out of its settings and of the words in a file of their own.
firmware_hook=/etc/kernel/postinst.d/z50-raspi-firmware
firmware_settings=/etc/default/raspi-firmware
extra_words=/etc/default/raspi-extra-cmdline
# What that package says without being asked, and what keeps it from saying it. Each board's device
# tree knows where its graphics take their memory; cma=64M, written on another board or in a
# made-up root, keeps some Raspberry Pi 4 from starting.
cma_word=cma=64M
cma_setting="CMA=0 # meduris: the device tree knows"

dry_run=no
changes=0

main() {
    help_where_asked "$@"
    local what=install_all release="" with_release=yes
    umask 022
    while (($#)); do
        case $1 in
            --dry-run) dry_run=yes && shift ;;
            --uninstall) what=uninstall_all && shift ;;
            --without-release) with_release=no && shift ;;
            --release) release=$(readlink -f -- "${2:?}") && shift 2 ;;
            *) fail "deploy/install.sh does not know $1: see its first lines." ;;
        esac
    done
    check_system
    "$what"
    if ((changes == 0)); then
        say "Nothing to change: everything is as it should be."
    elif [[ $dry_run == yes ]]; then
        say "$changes things would be done; nothing was changed."
    fi
}

check_system() {
    [[ $dry_run == yes ]] || (($(id -u) == 0)) || fail "Only root can do this: put sudo in front."
    suite=$(. /etc/os-release && say "${VERSION_CODENAME:-}")
    case $suite in
        bookworm | trixie) ;;
        *) fail "This is made for Debian 12 (Bookworm) and 13 (Trixie), not for ${suite:-this}." ;;
    esac
    case $(dpkg --print-architecture) in
        arm64 | amd64) ;;
        *) fail "This is made for 64 bit (arm64, amd64): write the 64 bit system on the card." ;;
    esac
    if [[ $dry_run == no ]] && is_write_protected; then
        fail "The system is write-protected, so all this would be gone after the next start: take" \
            "the protection off with deploy/read-only-root off, restart, and do it then."
    fi
}

# A root in layers alone may also be a container's.
is_write_protected() {
    grep --quiet --extended-regexp '(^| )(overlayroot=|boot=overlay)' /proc/cmdline &&
        is_root_in_layers /proc/mounts
}

# Says what is done and does it; a dry run only says it.
change() {
    local told=$1
    shift
    changes=$((changes + 1))
    if [[ $dry_run == yes ]]; then
        say "would: $told"
    else
        say "$told"
        "$@"
    fi
}

is_systemd_running() { [[ -d /run/systemd/system ]]; }

releases() { PYTHONPATH=$checkout PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 -P -m kiosk.machine.releases "$@"; }

# --- Installing -----------------------------------------------------------------------------------

# The release comes before the files that start it: while it cannot be had, nothing else changes.
install_all() {
    if is_somebody; then
        fail "A user named $user, who can log in, is here already, and the kiosk needs that name for" \
            "itself. Give that user another name (on Raspberry Pi OS: sudo rename-user), then do this again."
    fi
    install_packages
    make_user
    make_folders
    if [[ $with_release == yes ]]; then
        install_release
    fi
    restart_needed=no
    install_files
    set_up_boot
    restart_where_needed
    if ((changes > 0)) && [[ $dry_run == no ]]; then
        say "The kiosk is installed. \`meduris doctor\` checks it; it starts with the next start" \
            "of the machine, or now with: systemctl start meduris"
    fi
}

install_packages() {
    local package
    local -a missing=()
    for package in $(wanted_packages); do
        is_package_installed "$package" || missing+=("$package")
    done
    if ((${#missing[@]})); then
        change "install Debian packages: ${missing[*]}" add_packages "${missing[@]}"
    fi
}

wanted_packages() {
    say cage seatd kbd systemd udev python3 python3-venv openssh-client
    say libgl1 libegl1 libgles2 libgl1-mesa-dri
    # The release brings Kivy, and an SDL that looks for these.
    say libwayland-client0 libwayland-cursor0 libwayland-egl1 libxkbcommon0
    # What is heard, where the table wants that: aplay, and a voice for each language.
    say alsa-utils espeak-ng
    # Debian 12's cage ends at once where this is missing, though nothing ever makes it start that.
    say xwayland
    # Only Raspberry Pi's own archive has it; elsewhere libgpiod comes with the release.
    if apt-cache show python3-lgpio >/dev/null 2>&1; then
        say python3-lgpio
    fi
}

add_packages() {
    export DEBIAN_FRONTEND=noninteractive
    # Before they come: what an interrupted installation has added is removed as well.
    mkdir -p -- "$found"
    printf '%s\n' "$@" >>"$found/packages-added"
    apt-get -q -o DPkg::Lock::Timeout=300 update ||
        say "Not every package list could be read; trying with those that are here."
    apt-get -q -y -o DPkg::Lock::Timeout=300 install --no-install-recommends "$@"
}

# Whether the name of the kiosk's user is that of a person.
is_somebody() {
    local shell
    shell=$(getent passwd "$user" | cut --delimiter=: --fields=7)
    [[ -n $shell && $shell != */nologin && $shell != */false ]]
}

make_user() {
    local group
    if ! getent passwd "$user" >/dev/null; then
        change "make the user $user, who cannot log in" useradd --system --user-group \
            --home-dir "$data" --no-create-home --shell /usr/sbin/nologin "$user"
    fi
    # Raspberry Pi OS has it; plain Debian leaves the pins to root. The rule is in 70-meduris.rules.
    if ! getent group gpio >/dev/null; then
        change "make the group gpio, to which the pins belong" make_pin_group
    fi
    # Screens, graphics processors, panels at USB, panels at the pins, loudspeakers; not input:
    # whoever may read the touchscreen directly gets every tap twice.
    for group in video render dialout gpio audio; do
        if getent group "$group" >/dev/null && ! is_in_group "$group"; then
            change "add $user to the group $group" gpasswd --add "$user" "$group"
        fi
    done
    if is_in_group input; then
        change "take $user out of the group input" gpasswd --delete "$user" input
    fi
}

make_pin_group() {
    mkdir -p -- "$found"
    touch -- "$found/group-gpio"
    groupadd --system gpio
}

is_in_group() { [[ " $(id -nG "$user" 2>/dev/null) " == *" $1 "* ]]; }

make_folders() {
    local folder
    for folder in "$shelf/bin" "$shelf/releases" "$settings" "$settings/keys"; do
        [[ -d $folder ]] || change "make $folder" mkdir -p -- "$folder"
    done
    if [[ $(stat --format=%U "$data" 2>/dev/null) != "$user" ]]; then
        change "give $data to $user" give_data
    fi
    if [[ $(stat --format=%a "$data" 2>/dev/null) != 750 ]]; then
        change "let nobody else read $data" chmod 750 "$data"
    fi
}

# Saved games of a former installation belonged to a user who may have had another number.
give_data() {
    mkdir -p -- "$data"
    chown -R "$user:$user" "$data"
}

# Each answer is taken by itself: one that fails ends the installation, and is no equal of another.
install_release() {
    local wanted there
    if [[ -n $release ]]; then
        releases inspect "$release"
        wanted=$(releases inspect "$release" --id)
        there=$(releases current --shelf "$shelf" --id)
        if [[ $there != "$wanted" ]]; then
            change "change to the release in $release" use_archive "$release"
        fi
        return
    fi
    wanted=$(fingerprint)
    there=$(current_source)
    if [[ $there != "$wanted" ]]; then
        change "build a release of $checkout and change to it" use_checkout
    fi
}

current_source() { [[ ! -d $shelf ]] || releases current --shelf "$shelf"; }

# A machine on which nothing was installed yet may not even have Python.
fingerprint() { if [[ -x /usr/bin/python3 ]]; then releases fingerprint "$checkout"; else say new; fi; }

use_checkout() {
    local built
    built=$(mktemp -d)
    # shellcheck disable=SC2064 # the folder that is known now
    trap "rm -rf -- '$built'" EXIT
    MEDURIS_PYTHON=/usr/bin/python3 "$here/build-release" --unsigned --out "$built"
    use_archive "$built"/*.meduris-release
    rm -rf -- "$built"
}

use_archive() { releases install "$1" --shelf "$shelf" --data "$data" --user "$user"; }

install_files() {
    local unit
    for unit in "$here"/machine/*.service "$here"/machine/*.path; do
        put "$unit" "/etc/systemd/system/$(basename -- "$unit")" 644
    done
    put "$here/machine/70-meduris.rules" /etc/udev/rules.d/70-meduris.rules 644
    put "$here/machine/trial" "$shelf/bin/trial" 755
    put "$here/builders.md" "$shelf/builders.md" 644
    put "$here/machine/display.env" "$settings/display.env" 644
    if [[ ! -e $settings/kiosk.toml ]]; then
        put "$here/machine/kiosk.toml" "$settings/kiosk.toml" 644
    fi
    if [[ $(readlink -- /usr/local/bin/meduris) != "$shelf/current/venv/bin/meduris" ]]; then
        change "make the command meduris" \
            ln -sfT -- "$shelf/current/venv/bin/meduris" /usr/local/bin/meduris
    fi
}

# The file is there as a whole or not at all, whenever the power fails.
put() {
    local from=$1 to=$2 mode=$3
    if cmp --silent -- "$from" "$to" && [[ $(stat --format=%a "$to") == "$mode" ]]; then
        return
    fi
    restart_needed=yes
    change "write $to" put_now "$from" "$to" "$mode"
}

put_now() {
    mkdir -p -- "$(dirname -- "$2")"
    install --mode="$3" -- "$1" "$2.new"
    sync "$2.new"
    mv -T -- "$2.new" "$2"
}

set_up_boot() {
    local unit
    if is_systemd_running && [[ $restart_needed == yes ]]; then
        change "let systemd and udev read their files anew" read_anew
    fi
    for unit in "${units[@]}"; do
        if [[ $(systemctl is-enabled "$unit" 2>/dev/null) != enabled ]]; then
            change "let $unit start with the machine" systemctl --quiet enable "$unit"
        fi
    done
    if [[ $(systemctl is-enabled getty@tty1.service 2>/dev/null) == enabled ]]; then
        change "keep the first console free of a login" free_console
    fi
    if [[ $(systemctl get-default 2>/dev/null) != multi-user.target ]]; then
        change "start without a desktop" leave_desktop
    fi
    set_up_boot_words
    if grep --quiet --no-messages '^dtoverlay=vc4-fkms-v3d' /boot/firmware/config.txt; then
        say "Please change vc4-fkms-v3d to vc4-kms-v3d in /boot/firmware/config.txt:" \
            "with the old driver the picture stands still until somebody touches it."
    fi
}

read_anew() {
    systemctl daemon-reload
    udevadm control --reload
    udevadm trigger --subsystem-match=input --subsystem-match=tty --subsystem-match=gpio
    udevadm trigger --action=add --subsystem-match=backlight
}

free_console() {
    mkdir -p -- "$found"
    touch -- "$found/login-on-tty1"
    systemctl --quiet disable getty@tty1.service
}

leave_desktop() {
    mkdir -p -- "$found"
    systemctl get-default >"$found/default-target"
    systemctl --quiet set-default multi-user.target
}

set_up_boot_words() {
    [[ -e $command_line ]] || return 0
    add_boot_words "$command_line"
    if ! is_command_line_written_anew; then
        return
    fi
    add_boot_words "$extra_words"
    if ! grep --quiet --no-messages --extended-regexp '^[[:space:]]*CMA=' "$firmware_settings"; then
        change "leave it to each board how much memory its graphics need" leave_memory_to_boards
    fi
}

is_command_line_written_anew() {
    grep --quiet --no-messages 'raspi-extra-cmdline' "$firmware_hook" &&
        grep --quiet '>.*/boot/firmware/cmdline\.txt' "$firmware_hook"
}

add_boot_words() {
    local file=$1 word
    for word in "${boot_words[@]}"; do
        if ! has_word "$file" "$word"; then
            change "add $word to $file" add_boot_word "$file" "$word"
        fi
    done
}

has_word() { [[ " $(words_in "$1") " == *" $2 "* ]]; }

words_in() {
    local -a words=()
    if [[ -e $1 ]]; then
        mapfile -t words < <(tr -s '[:space:]' '\n' <"$1" | sed '/^$/d')
    fi
    say "${words[*]}"
}

add_boot_word() {
    local file=$1 word=$2 before
    before=$(words_in "$file")
    mkdir -p -- "$found"
    say "$word" >>"$(added_to "$file")"
    put_text "$file" "${before:+$before }$word"
}

# Which words we have put into a file; one that is on both lists was once put into the first alone.
added_to() { if [[ $1 == "$extra_words" ]]; then say "$found/extra-words-added"; else say "$found/boot-words-added"; fi; }

put_text() {
    say "$2" >"$1.new"
    sync "$1.new"
    mv -T -- "$1.new" "$1"
}

leave_memory_to_boards() {
    local settings=""
    if [[ -e $firmware_settings ]]; then
        settings=$(<"$firmware_settings")
    fi
    put_text "$firmware_settings" "${settings:+$settings
}$cma_setting"
    remove_word "$command_line" "$cma_word"
}

remove_word() {
    local words
    words=" $(words_in "$1") "
    while [[ $words == *" $2 "* ]]; do
        words=${words/ $2 / }
    done
    words=${words# }
    put_text "$1" "${words% }"
}

restart_where_needed() {
    is_systemd_running || return 0
    systemctl --quiet is-active "${units[0]}" || return 0
    [[ $restart_needed == no ]] || change "start the kiosk anew" systemctl restart "${units[0]}"
    [[ $dry_run == yes ]] || systemctl --quiet start "${units[@]:1}"
}

# --- Removing -------------------------------------------------------------------------------------

uninstall_all() {
    local unit path
    local -a paths=(
        /etc/systemd/system/{meduris.service,meduris-power-off.path,meduris-power-off.service}
        /etc/systemd/system/{meduris-update.path,meduris-update.service,meduris-stick@.service}
        /etc/systemd/system/{meduris-to-stick.path,meduris-to-stick.service}
        /etc/udev/rules.d/70-meduris.rules /usr/local/bin/meduris "$settings"
        # What read-only-root may have left.
        /etc/rpi/swap.conf.d/90-meduris.conf /etc/systemd/system/dphys-swapfile.service.d/meduris.conf
    )
    for unit in "${units[@]}"; do
        if [[ -e /etc/systemd/system/$unit ]]; then
            change "stop $unit for good" stop_for_good "$unit"
        fi
    done
    put_boot_back
    for path in "${paths[@]}"; do
        if [[ -e $path || -L $path ]]; then
            change "remove $path" rm -rf -- "$path"
        fi
    done
    if is_systemd_running && ((changes > 0)); then
        change "let systemd and udev read their files anew" read_anew
    fi
    if [[ -s $found/packages-added ]]; then
        change "remove the Debian packages that install.sh added" remove_packages
    fi
    if [[ -e $found/group-gpio ]]; then
        change "remove the group gpio" groupdel gpio
    fi
    if [[ -e $shelf ]]; then
        change "remove $shelf" rm -rf -- "$shelf"
    fi
    if getent passwd "$user" >/dev/null && ! is_somebody; then
        change "remove the user $user" userdel "$user"
    fi
    if [[ -d $data ]]; then
        say "The saved games stay in $data."
    fi
}

stop_for_good() {
    if is_systemd_running; then
        systemctl stop "$1"
    fi
    systemctl --quiet disable "$1"
}

put_boot_back() {
    if [[ -e $found/login-on-tty1 ]]; then
        change "let people log in on the first console again" \
            systemctl --quiet enable getty@tty1.service
    fi
    if [[ -s $found/default-target ]]; then
        change "start as before" systemctl --quiet set-default "$(<"$found/default-target")"
    fi
    put_boot_words_back
}

# What Debian's package says by itself comes back with the next update of the kernel: written here and
# now, for another board, it might keep this one from starting.
put_boot_words_back() {
    local file
    for file in "$command_line" "$extra_words"; do
        if [[ -s $(added_to "$file") && -e $file ]]; then
            change "take our words out of $file" remove_boot_words "$file"
        fi
    done
    if grep --quiet --no-messages --line-regexp --fixed-strings "$cma_setting" "$firmware_settings"; then
        change "take our line out of $firmware_settings" put_text "$firmware_settings" \
            "$(grep --invert-match --line-regexp --fixed-strings "$cma_setting" "$firmware_settings")"
    fi
}

remove_boot_words() {
    local file=$1 word
    while read -r word; do
        remove_word "$file" "$word"
    done <"$(added_to "$file")"
    rm -- "$(added_to "$file")"
    if [[ $file == "$extra_words" && -z $(words_in "$file") ]]; then
        rm -- "$file"
    fi
}

# Removes what is there only for the companion: packages that other ones came to need stay.
remove_packages() {
    local package before
    local -a added=() unneeded=()
    while read -r package; do
        # Without these there would be no way to install again.
        case $package in python3* | systemd | udev) continue ;; esac
        if is_package_installed "$package"; then
            added+=("$package")
        fi
    done < <(sort --unique -- "$found/packages-added")
    ((${#added[@]})) || return 0
    before=$(unneeded_packages)
    apt-mark auto "${added[@]}" >/dev/null
    readarray -t unneeded < <(comm -13 <(say "$before") <(unneeded_packages))
    ((${#unneeded[@]})) || return 0
    DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300 remove "${unneeded[@]}"
}

# All that came with other packages and that none needs any more, in order.
unneeded_packages() { apt-get --simulate autoremove | awk '$1 == "Remv" { print $2 }' | sort; }

# A test takes parts of it.
if [[ ${BASH_SOURCE[0]} == "$0" ]]; then
    main "$@"
fi
