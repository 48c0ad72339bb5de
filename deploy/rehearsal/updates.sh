# shellcheck shell=bash disable=SC2154,SC2016 # set by the caller
# Newer versions of the packages in $packages, for sticks; and for deploy/rehearse-package updates from
# a stick: accepted, refused, interrupted, and rolled back. Sourced after deploy/signing.sh and rehearsal/root.sh.

rehearse_updates() {
    stick=$root/run/meduris-sticks/sda1/meduris-repository
    present=$(installed)
    newer=$present.1
    line "a saved game is there" put_a_game_in
    saved=$(games)
    line "newer versions are made, one that shows nothing, one that does not start" make_versions
    line "60 invalid repositories are refused with a sentence" refuses_invalid
    line "a version that does not start is not installed" refuses_version broken dead
    line "a version that loses a game is not installed" refuses_version loses-games forgetful
    line "an update by a stick" updates
    line "the same version again is refused" refuses_again
    line "back to the former version, by a touch" goes_back
    line "a version that shows nothing is replaced by the former one" leaves_again no-picture dark
    line "a version that cannot be installed is replaced by the former one" leaves_again not-installed unfit
    line "the plug is pulled at 20 instants of an update" survives_pulled_plugs
    line "root's helper is killed at 10 instants of an installation" survives_killed_helper
    line "an update below a write-protected system, and back" survives_protection
    line "no saved game was touched" test "$(games)" = "$saved"
}

installed() { inside dpkg-query --show --showformat='${Version}' meduris-kiosk; }

games() { inside "${as_kiosk[@]}" env MEDURIS_DATA=/var/lib/meduris meduris export | sha256sum; }

put_a_game_in() {
    inside systemctl stop meduris.service
    inside "${as_kiosk[@]}" env MEDURIS_DATA=/var/lib/meduris meduris import /tmp/run/shots/demo.jsonl
    inside systemctl start meduris.service
}

# --- Versions ------------------------------------------------------------------------------------------

make_versions() {
    make_own_key
    cp -- "$work/meduris-kiosk.gpg" "$root/usr/share/keyrings/"
    make_version good "$newer"
    make_version newest "$newer.1"
    make_version dark "$newer.2" 's/^    config.* = read_kiosk_config.*/    raise SystemExit(3)/' kiosk/cli/kiosk.py
    make_version dead "$newer.2" 's/^    folder = data_folder_or_default.*/    raise SystemExit(3)/' kiosk/cli/try_out.py
    make_version forgetful "$newer.2" 's/^    lost = .*/    lost = [1]/' kiosk/cli/try_out.py
    make_version unfit "$newer.2" 's/^set -e/exit 1/' ../../../DEBIAN/postinst
    make_version old "$present~1"
}

# The machine trusts a key made here, so that no real key is needed.
make_own_key() {
    scratch=$work
    use_key "$work/key.asc"
    public_key >"$work/meduris-kiosk.gpg"
}

version_of() { dpkg-deb --field "$packages"/meduris-kiosk_*.deb Version; }

# A repository $work/$1 of the version $2, with a change of one file.
make_version() {
    local name=$1 version=$2 change=${3:-} file=${4:-} package tree present
    present=$(version_of)
    mkdir -- "$work/$name"
    for package in "$packages"/*.deb; do
        tree=$work/tree
        rm -rf -- "$tree"
        dpkg-deb --raw-extract "$package" "$tree"
        sed -i -e "s/^Version: .*/Version: $version/" -e "s/(= $present)/(= $version)/" "$tree/DEBIAN/control"
        if [[ -e $tree/usr/share/keyrings ]]; then
            cp -- "$work/meduris-kiosk.gpg" "$tree/usr/share/keyrings/"
        fi
        if [[ -n $file && -e $tree/usr/share/meduris-companion/$file ]]; then
            cp -- "$tree/usr/share/meduris-companion/$file" "$work/before"
            sed -i "$change" "$tree/usr/share/meduris-companion/$file"
            ! cmp --silent -- "$work/before" "$tree/usr/share/meduris-companion/$file" || return 1
        fi
        dpkg-deb --root-owner-group --build "$tree" "$work/$name" >/dev/null
    done
    list "$work/$name" | sign >"$work/$name/InRelease"
}

# Like deploy/package, with apt's own tools.
list() {
    (
        cd -- "$1" || exit
        dpkg-scanpackages --multiversion . >Packages 2>/dev/null
        say "Date: $(LC_ALL=C date --utc --rfc-email)"
        say "SHA256:"
        say " $(sha256sum <Packages | cut --delimiter=' ' --fields=1) $(stat --format=%s Packages) Packages"
    )
}

# A stick $2 with the repository $work/$1 on it.
make_stick_of() {
    mkdir -- "$work/on-stick"
    cp --recursive -- "$work/$1" "$work/on-stick/meduris-repository"
    truncate --size=64M "$2"
    mke2fs -q -t ext4 -d "$work/on-stick" "$2"
    rm -r -- "$work/on-stick"
}

# --- Updates ---------------------------------------------------------------------------------------------

plug_in() {
    pull_out
    mkdir -p -- "$stick"
    cp -- "$work/$1"/* "$stick/"
}

pull_out() { rm -rf -- "$root/run/meduris-sticks"; }

# The work of the screen, and then of the unit.
ask_for() {
    mkdir -p -- "$root/run/meduris"
    printf '%s' "$1" >"$root/run/meduris/updating"
    inside /usr/lib/meduris/update carry-out
    rm -f -- "$root/run/meduris/updating"
}

sum_of_stick() { sha256sum <"$stick/InRelease" | cut --delimiter=' ' --fields=1; }

said() { if [[ -e $root/run/meduris-kiosk/said ]]; then cat -- "$root/run/meduris-kiosk/said"; fi; }

looks() { inside "${as_kiosk[@]}" /usr/lib/meduris/update look /run/meduris-sticks/sda1/meduris-repository; }

# Checks that the kiosk runs in this version, and has all its games.
runs() {
    said
    inside systemctl is-active meduris.service
    [[ $(installed) == "$1" && ! -e $root/var/lib/meduris-kiosk/pending ]]
    [[ $(inside meduris --version) == "meduris "* && $(games) == "$saved" ]]
}

updates() {
    plug_in good
    [[ $(looks) == "offer $newer" ]]
    ask_for "$(sum_of_stick)"
    [[ $(said) == "done $newer" ]]
    runs "$newer"
}

refuses_again() {
    [[ $(looks) == "older $newer $newer" ]]
    ask_for "$(sum_of_stick)"
    [[ $(said) == "older $newer $newer" ]]
    runs "$newer"
}

goes_back() {
    pull_out
    ask_for back
    [[ $(said) == "done $present" ]]
    runs "$present"
    # Forward again: the newer one is now the former one.
    ask_for back
    runs "$newer"
}

refuses_version() {
    plug_in "$2"
    ask_for "$(sum_of_stick)"
    [[ $(said) == "$1 $newer.2" ]]
    runs "$present"
}

leaves_again() {
    plug_in "$2"
    ask_for "$(sum_of_stick)"
    [[ $(said) == "$1 $newer.2 $newer" ]]
    runs "$newer"
}

# --- Invalid sticks -----------------------------------------------------------------------------------------

refuses_invalid() {
    local number
    for number in {1..12}; do
        refuses "cut the list's signature $number" "damaged|unsigned|foreign" shorten InRelease "$number" 13
        refuses "cut the list $number" damaged shorten Packages "$number" 13
        refuses "cut a package $number" damaged shorten meduris-companion "$number" 13
    done
    for number in {1..6}; do
        refuses "another byte in the signed list $number" "damaged|unsigned|foreign|nothing" corrupt InRelease "$number" 7
        refuses "another byte in a package $number" damaged corrupt meduris-kiosk "$number" 7
    done
    refuses "not signed" unsigned rm_file InRelease
    refuses "signed by nobody" unsigned unsign
    refuses "signed by a stranger" foreign sign_as_stranger
    refuses "an older version" "older $present~1 $present" plug_in old
    refuses "an older list with newer packages" "older $present~1 $present|damaged" replay
    refuses "packages that changed their names" damaged swap
    refuses "a package is missing" "damaged|needs .*" rm_file meduris-companion
    refuses "a list that is a link" "damaged|unsigned|gone" link Packages
    refuses "a signed list that is a link" "damaged|unsigned|gone" link InRelease
    refuses "a package that is a link" "damaged|gone" link meduris-companion
    refuses "a package that is huge" damaged grow meduris-companion
    refuses "nothing at all in the folder" unsigned rm_file ""
    say "$invalid repositories"
    [[ $invalid == 60 ]]
}

invalid=0
refuses() {
    local name=$1 words=$2 before
    shift 2
    invalid=$((invalid + 1))
    plug_in good
    before=$(sum_of_stick)
    "$@"
    looks >"$work/look" || true
    # The helper decides, independently of the screen: for the present or the former content of the stick.
    if [[ -f $stick/InRelease ]]; then
        before=$(sum_of_stick)
    fi
    ask_for "$before"
    say "$name: $(<"$work/look"); $(said)"
    [[ $(<"$work/look") =~ ^($words|offer .*)$ ]]
    [[ $(said) =~ ^($words|gone)$ && $(installed) == "$present" && ! -e $root/var/lib/meduris-kiosk/pending ]]
}

file_of() { find "$stick" -name "$1*"; }

# FILE PART OF: the first PART of OF equal parts of a file.
shorten() { truncate --size=$(($(stat --format=%s "$(file_of "$1")") * $2 / $3)) "$(file_of "$1")"; }

corrupt() {
    local file
    file=$(file_of "$1")
    printf '\1' | dd of="$file" bs=1 seek=$(($(stat --format=%s "$file") * $2 / $3)) conv=notrunc status=none
}

rm_file() { rm -f -- "$stick/$1"*; }

unsign() { list "$stick" >"$work/list" && mv -- "$work/list" "$stick/InRelease"; }

sign_as_stranger() {
    list "$stick" | (scratch=$work/stranger && mkdir -p -- "$scratch" && use_key "$scratch/key.asc" >/dev/null && sign) >"$work/list"
    mv -- "$work/list" "$stick/InRelease"
}

replay() { cp -- "$work/old"/{Packages,InRelease} "$stick/"; }

swap() {
    local one other
    one=$(file_of meduris-companion) other=$(file_of meduris-kiosk)
    mv -- "$one" "$work/one" && mv -- "$other" "$one" && mv -- "$work/one" "$other"
}

link() {
    local file
    file=$(file_of "$1")
    mv -- "$file" "$stick/elsewhere"
    ln -s elsewhere "$file"
}

grow() { truncate --size=2G "$(file_of "$1")"; }

# --- Pulled plugs ------------------------------------------------------------------------------------------

survives_pulled_plugs() {
    local instant took began
    plug_in newest
    began=$(date +%s%N)
    ask_for "$(sum_of_stick)"
    took=$((($(date +%s%N) - began) / 1000000))
    runs "$newer.1"
    for instant in {1..20}; do
        install_by_hand good
        plug_in newest
        pull_the_plug_after "$((took * instant / 21))"
        inside /usr/lib/meduris/update repair
        inside systemctl start meduris.service || true
        [[ ! -e $root/var/lib/meduris-kiosk/pending ]] || inside /usr/lib/meduris/update settle
        say "$((took * instant / 21)) of $took ms: $(installed)"
        [[ $(installed) == "$newer" || $(installed) == "$newer.1" ]]
        [[ -z $(inside dpkg --audit) ]]
        runs "$(installed)"
    done
}

install_by_hand() {
    inside systemctl stop meduris.service
    rm -rf -- "$root/var/lib/meduris-kiosk" "$root/var/tmp/by-hand"
    cp --recursive -- "$work/$1" "$root/var/tmp/by-hand"
    inside bash -c 'dpkg --install /var/tmp/by-hand/*.deb'
    inside systemctl start meduris.service
}

# systemd kills the helper with its children, and then runs the unit's ExecStopPost=.
survives_killed_helper() {
    local instant
    for instant in {0..9}; do
        install_by_hand good
        plug_in newest
        printf '%s' "$(sum_of_stick)" >"$root/run/meduris/updating"
        inside /usr/lib/meduris/update carry-out &
        until [[ -e $root/var/lib/meduris-kiosk/pending ]]; do sleep 0.1; done
        sleep "$((instant * 3 / 10)).$((instant * 3 % 10))"
        kill_all_but_the_kiosk
        wait || true
        inside /usr/lib/meduris/update end
        say "$((instant * 300)) ms: $(installed)"
        runs "$(installed)"
    done
}

kill_all_but_the_kiosk() {
    local pid session kiosk
    kiosk=$(cat -- "$root/run/meduris.pid" 2>/dev/null || say none)
    while read -r pid session; do
        [[ $pid == 1 || $pid == "$BASHPID" || $session == "$kiosk" ]] || kill -KILL "$pid" 2>/dev/null || true
    done < <(ps -e -o pid=,sid=)
}

# Kills everything in this rehearsal at once, and drops unsynced writes.
pull_the_plug_after() {
    printf '%s' "$(sum_of_stick)" >"$root/run/meduris/updating"
    inside /usr/lib/meduris/update carry-out &
    sleep "$(($1 / 1000)).$(printf %03d "$(($1 % 1000))")"
    kill -KILL -1 || true
    wait || true
    find "$root/run" -mindepth 1 -delete
}

# --- Write protection ----------------------------------------------------------------------------------------

# Like overlayroot: the system below a layer in memory, with a separate partition for the data.
survives_protection() {
    local whole=$root
    inside systemctl stop meduris.service
    install_by_hand good
    inside systemctl stop meduris.service
    inside env DEBIAN_FRONTEND=noninteractive apt-get -q -y install --no-install-recommends overlayroot
    mkdir -- "$work/below" "$work/layer" "$work/protected" "$work/partition"
    mount -t tmpfs tmpfs /media
    mkdir -- /media/root-ro
    mount -t tmpfs tmpfs "$work/below"
    cp --archive --one-file-system -- "$whole/." "$work/below/"
    mount --bind -- "$work/below" /media/root-ro
    mkdir -p -- "$work/below"/{media/root-ro,var/lib/meduris-kiosk}
    mkdir -- "$work/partition/meduris-kiosk"
    cp --archive -- "$whole/var/lib/meduris" "$work/partition/"
    start_protected
    plug_in newest
    ask_for "$(sum_of_stick)"
    [[ $(<"$root/var/lib/meduris-kiosk/pending") == start && -e $root/run/reboots ]]
    start_protected
    inside /usr/lib/meduris/update repair
    inside systemctl start meduris.service
    inside /usr/lib/meduris/update settle
    runs "$newer.1"
    ask_for back
    start_protected
    inside /usr/lib/meduris/update repair
    inside systemctl start meduris.service
    inside /usr/lib/meduris/update settle
    runs "$newer"
    # Only an update has passed through the layer.
    [[ ! -e $work/below/run/meduris-kiosk && ! -e $work/below/var/lib/meduris-kiosk/former ]]
    inside systemctl stop meduris.service
    umount --recursive "$root"
    root=$whole
    stick=$root/run/meduris-sticks/sda1/meduris-repository
    inside systemctl start meduris.service
}

# Each start has a new layer.
start_protected() {
    if mountpoint --quiet "$work/protected"; then
        inside systemctl stop meduris.service
        umount --recursive "$work/protected"
        umount "$work/layer"
    fi
    root=$work/protected
    stick=$root/run/meduris-sticks/sda1/meduris-repository
    mount -t tmpfs tmpfs "$work/layer"
    mkdir -- "$work/layer/upper" "$work/layer/work"
    mount -t overlay overlayroot -o "lowerdir=/media/root-ro,upperdir=$work/layer/upper,workdir=$work/layer/work" "$root"
    mount --bind -- "$work/below" "$root/media/root-ro"
    mount --bind -- "$work/partition/meduris" "$root/var/lib/meduris"
    mount --bind -- "$work/partition/meduris-kiosk" "$root/var/lib/meduris-kiosk"
    mount_system
}
