#!/usr/bin/env bash
# Tests "two commands on a fresh machine": debootstraps a bare Debian into a temporary folder,
# clones this repository into it and runs ./run (no display) and ./check there. "packages" builds the
# five Debian packages there, installs them with apt in another bare Debian and records a match with them.
# usage: tests/fresh_debian.sh [run|check|both|packages] [bookworm|trixie] [FOLDER]   (default: both bookworm)
# FOLDER is kept and reused; without it a temporary folder is created and removed. Needs root,
# debootstrap, about 6 GB, and a Debian whose own apt configuration names the mirrors and the keyring.
# TICKREEL_SHARED, if it names a folder, is mounted read-only next to the clone, as ../shared.
set -euo pipefail
usage() {
    sed -n '2,8s/^# //p' "$0" >&2
    exit 2
}
what=${1:-both} suite=${2:-bookworm} kept=${3:-}
case "$what" in run | check | both | packages) ;; *) usage ;; esac
case "$suite" in bookworm | trixie) ;; *) usage ;; esac
stop() { echo "fresh_debian.sh: $*" >&2 && exit 2; }
[ "$(id -u)" = 0 ] || stop "needs root for debootstrap and chroot"
command -v debootstrap >/dev/null || stop "install debootstrap first"

# Lines "URI SUITE KEYRING" of this machine's Debian mirrors, for the requested suite.
own_suite=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
mirrors() {
    apt-get indextargets --format '$(ORIGIN) $(COMPONENT) $(CODENAME) $(REPO_URI) $(SIGNED_BY)' "Created-By: Packages" |
        awk -v own="$own_suite" -v wanted="$suite" '
            $1 == "Debian" && $2 == "main" && index($3, own) == 1 {
                print $4, wanted substr($3, length(own) + 1), ($5 ~ /^\// ? $5 : "")
            }' | sort -u
}
main=$(mirrors | awk -v wanted="$suite" '$2 == wanted' | head -n 1)
[ -n "$main" ] || stop "apt knows no Debian mirror with $own_suite here (try apt-get update)"
read -r mirror _ keyring <<<"$main"

source=$(git -C "$(dirname "$0")/.." rev-parse --show-toplevel)
root=${kept:-$(mktemp -d /var/tmp/tickreel-debian.XXXXXX)}
installed=$(mktemp -d /var/tmp/tickreel-installed.XXXXXX) # where packages are tested
chmod 755 "$installed"
mounted=()
cleanup() {
    for point in "${mounted[@]}"; do umount -l "$point" || true; done
    rm -rf --one-file-system "$installed"
    [ -n "$kept" ] || rm -rf --one-file-system "$root"
}
trap cleanup EXIT

bind() {
    mount --bind "$1" "$2"
    mounted=("$2" "${mounted[@]}")
}

# bare ROOT: a bare Debian, ready to enter.
bare() {
    if [ ! -e "$1/etc/debian_version" ]; then
        debootstrap --variant=minbase --include=ca-certificates ${keyring:+--keyring="$keyring"} "$suite" "$1" "$mirror"
        mirrors | awk '{ print "deb", $1, $2, "main" }' >"$1/etc/apt/sources.list"
        # The proxy, and whether old Release files are accepted.
        apt-config dump | grep -E '^Acquire::(http|https|Check-)' >"$1/etc/apt/apt.conf.d/99-as-outside" || true
        printf '#!/bin/sh\nexit 101\n' >"$1/usr/sbin/policy-rc.d" # no service starts here
        chmod +x "$1/usr/sbin/policy-rc.d"
    fi
    for folder in /proc /sys /dev /dev/pts; do bind "$folder" "$1$folder"; done
    cp /etc/resolv.conf "$1/etc/resolv.conf"
    # This machine may reach registries through its own certificate authority.
    cp /etc/ssl/certs/ca-certificates.crt "$1/etc/ssl/outside.crt"
}

# enter ROOT FOLDER COMMAND
enter() {
    env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
        NODE_EXTRA_CA_CERTS=/etc/ssl/outside.crt \
        TICKREEL_FUZZ_SECONDS="${TICKREEL_FUZZ_SECONDS:-5}" \
        chroot "$1" /bin/bash -c "cd $2 && $3"
}

bare "$root"
if [ -n "${TICKREEL_SHARED:-}" ]; then
    mkdir -p "$root/srv/shared"
    bind "$TICKREEL_SHARED" "$root/srv/shared"
    mount -o remount,bind,ro "$root/srv/shared"
fi
rm -rf "$root/srv/tickreel"
git clone -q "$source" "$root/srv/tickreel"
here=$root/srv/tickreel

# The purpose of the packages: the recorder between the embedded server and its bots, as the unit
# starts it, and the player's pictures. tickreel-match is in no package.
try_packages() {
    bare "$installed"
    mkdir "$installed/srv/packages"
    cp "$here"/build/packages/*.deb "$here/build/release/bin/tickreel-match" "$here/demos/make_sample.sh" \
        "$here/tests/as_the_unit.sh" "$here/demos/library_example/"* "$installed/srv/packages/"
    enter "$installed" /srv/packages 'set -e
        apt-get update -qq
        apt-get install -y -qq --no-install-recommends ./tickreel_*.deb >/dev/null
        if dpkg-query -W "libsdl2*" 2>/dev/null | grep -q .; then echo "tickreel pulls in SDL" && exit 1; fi
        ln -s "$(command -v tickreel)" tickreel
        ./make_sample.sh . /srv/match.reel 5 4
        tickreel verify --strict /srv/match.reel
        tickreel sql /srv/match.reel "select count(*) from kill"
        test -s /usr/share/man/man1/tickreel.1* || test -s /usr/share/man/man1/tickreel.1
        unit=/usr/lib/systemd/system/tickreel@.service
        test -s $unit || unit=/lib/systemd/system/tickreel@.service
        ./as_the_unit.sh $unit ./tickreel-match
        apt-get install -y -qq --no-install-recommends ./tickreel-player_*.deb >/dev/null
        tickreel render /srv/match.reel --tick 50% -o /srv/match.png
        test -s /srv/match.png
        apt-get install -y -qq --no-install-recommends ./libtickreel-dev_*.deb ./libtickreel1_*.deb g++ cmake make >/dev/null
        cmake -B build . >/dev/null && cmake --build build >/dev/null
        build/library_example /srv/match.reel | grep -q "^Character "'
}

case "$what" in
    run) enter "$root" /srv/tickreel ./run ;;
    check) enter "$root" /srv/tickreel ./check ;;
    both)
        enter "$root" /srv/tickreel ./run
        enter "$root" /srv/tickreel ./check
        ;;
    packages)
        enter "$root" /srv/tickreel './run --build && apt-get install -y -qq --no-install-recommends dpkg-dev file >/dev/null &&
            cpack --config build/release/CPackConfig.cmake -B build/packages'
        try_packages
        ;;
esac
echo "fresh Debian ($suite): $what passed"
