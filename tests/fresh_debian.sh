#!/usr/bin/env bash
# The judge of "two commands on a fresh machine": debootstraps a bare Debian into a temporary folder,
# clones this repository into it and runs ./run (no display) and ./check there.
# usage: tests/fresh_debian.sh [run|check|both] [bookworm|trixie] [FOLDER]      (default: both bookworm)
# FOLDER is kept and used again; without one a temporary folder is made and removed. Needs root,
# debootstrap, about 6 GB, and a Debian whose own apt configuration names the mirrors and the keyring.
# TICKREEL_SHARED, when it names a folder, is mounted read-only beside the clone, as ../shared.
set -euo pipefail
usage() {
    sed -n '2,7s/^# //p' "$0" >&2
    exit 2
}
what=${1:-both} suite=${2:-bookworm} kept=${3:-}
case "$what" in run | check | both) ;; *) usage ;; esac
case "$suite" in bookworm | trixie) ;; *) usage ;; esac
stop() { echo "fresh_debian.sh: $*" >&2 && exit 2; }
[ "$(id -u)" = 0 ] || stop "needs root for debootstrap and chroot"
command -v debootstrap >/dev/null || stop "install debootstrap first"

# Lines "URI SUITE KEYRING" of this machine's Debian mirrors, for the suite that is wanted.
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
mounted=()
cleanup() {
    for point in "${mounted[@]}"; do umount -l "$point" || true; done
    [ -n "$kept" ] || rm -rf --one-file-system "$root"
}
trap cleanup EXIT

bind() {
    mount --bind "$1" "$root$2"
    mounted=("$root$2" "${mounted[@]}")
}

if [ ! -e "$root/etc/debian_version" ]; then
    debootstrap --variant=minbase --include=ca-certificates ${keyring:+--keyring="$keyring"} "$suite" "$root" "$mirror"
    mirrors | awk '{ print "deb", $1, $2, "main" }' >"$root/etc/apt/sources.list"
    # A proxy, and whether old Release files are believed.
    apt-config dump | grep -E '^Acquire::(http|https|Check-)' >"$root/etc/apt/apt.conf.d/99-as-outside" || true
    printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d" # no service starts in here
    chmod +x "$root/usr/sbin/policy-rc.d"
fi
for folder in /proc /sys /dev /dev/pts; do bind "$folder" "$folder"; done
cp /etc/resolv.conf "$root/etc/resolv.conf"
# The registries of this machine may sit behind a certificate authority of its own.
certificates=/etc/ssl/certs/ca-certificates.crt
cp "$certificates" "$root/etc/ssl/outside.crt"
if [ -n "${TICKREEL_SHARED:-}" ]; then
    mkdir -p "$root/srv/shared"
    bind "$TICKREEL_SHARED" /srv/shared
    mount -o remount,bind,ro "$root/srv/shared"
fi

rm -rf "$root/srv/tickreel"
git clone -q "$source" "$root/srv/tickreel"
inside() {
    env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 \
        NODE_EXTRA_CA_CERTS=/etc/ssl/outside.crt \
        TICKREEL_FUZZ_SECONDS="${TICKREEL_FUZZ_SECONDS:-5}" \
        chroot "$root" /bin/bash -c "cd /srv/tickreel && $1"
}
if [ "$what" != check ]; then inside ./run; fi
if [ "$what" != run ]; then inside ./check; fi
echo "fresh Debian ($suite): $what passed"
