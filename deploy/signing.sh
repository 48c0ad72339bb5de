# shellcheck shell=bash disable=SC2034,SC2154 # the caller has a folder $scratch
# The key that signs the repository of packages. Sourced after deploy/environment.sh.
#
# It is a file outside of the checkout, created at first use. Anyone who has it can update your kiosks:
# keep it secret, and keep a copy.

default_key=${XDG_CONFIG_HOME:-${HOME:-/root}/.config}/meduris/release-key.asc
# The date of the key and of all its signatures: the clock of a kiosk without a network is behind, and
# a signature from the future is invalid.
signing_day=20250101T000000

signer() {
    gpg --quiet --batch --homedir "$scratch/gnupg" --pinentry-mode loopback --passphrase "" \
        --faked-system-time "$signing_day!" "$@" 2> >(grep --invert-match "faked system time" >&2)
}

# use_key FILE: sign with that key from now on; creates it if it does not exist.
use_key() {
    [[ -x $(command -v gpg) ]] || fail "Please install gnupg first."
    (umask 077 && mkdir -p -- "$scratch/gnupg" "$(dirname -- "$1")")
    if [[ ! -e $1 ]]; then
        signer --quick-generate-key "Meduris Companion releases" ed25519 sign never
        (umask 077 && signer --armor --export-secret-keys >"$1.new")
        mv -- "$1.new" "$1"
        say "A new signing key was created: $1. Keep it secret, and keep a copy."
    else
        signer --import -- "$1" || fail "gpg cannot read $1 as a private key."
    fi
}

public_key() { signer --export; }

# Prints the text of standard input with its signature, reproducibly.
sign() { signer --digest-algo SHA512 --clearsign; }

end_signing() { gpgconf --homedir "$scratch/gnupg" --kill all 2>/dev/null || true; }
