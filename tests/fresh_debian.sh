#!/usr/bin/env bash
# The judge of "two commands on a fresh machine": debootstraps a bare Debian 12 into a temporary
# folder, clones this repository into it and runs ./run (no display) and ./check there.
# Needs root, debootstrap and about 6 GB. usage: tests/fresh_debian.sh [run|check|both] [FOLDER]
# FOLDER is kept and used again; without one a temporary folder is made and removed.
# TICKREEL_SHARED, when it names a folder, is mounted read-only beside the clone, as ../shared.
set -euo pipefail
what=${1:-both}
case "$what" in run | check | both) ;; *) sed -n '2,6s/^# //p' "$0" >&2; exit 2 ;; esac
[ "$(id -u)" = 0 ] || { echo "fresh_debian.sh: needs root for debootstrap and chroot" >&2; exit 2; }
command -v debootstrap >/dev/null || { echo "fresh_debian.sh: install debootstrap first" >&2; exit 2; }

source=$(git -C "$(dirname "$0")/.." rev-parse --show-toplevel)
kept=${2:-}
root=${kept:-$(mktemp -d /var/tmp/tickreel-debian.XXXXXX)}
mounted=()
cleanup() {
    for point in "${mounted[@]}"; do umount -l "$point" || true; done
    [ -n "$kept" ] || rm -rf --one-file-system "$root"
}
trap cleanup EXIT

bind() {
    mkdir -p "$root$2"
    mount --bind "$1" "$root$2"
    mounted=("$root$2" "${mounted[@]}")
}

if [ ! -e "$root/etc/debian_version" ]; then
    debootstrap --variant=minbase --include=ca-certificates bookworm "$root" http://deb.debian.org/debian
    cat >"$root/etc/apt/sources.list" <<LIST
deb http://deb.debian.org/debian bookworm main
deb http://deb.debian.org/debian bookworm-updates main
deb http://deb.debian.org/debian-security bookworm-security main
LIST
    printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d" # no service starts in here
    chmod +x "$root/usr/sbin/policy-rc.d"
fi
for folder in /proc /sys /dev /dev/pts; do bind "$folder" "$folder"; done
cp /etc/resolv.conf "$root/etc/resolv.conf"
# The registries of this machine may sit behind a certificate authority of its own.
bind /etc/ssl/certs /etc/ssl/certs
if [ -n "${TICKREEL_SHARED:-}" ]; then
    bind "$TICKREEL_SHARED" /srv/shared
fi

rm -rf "$root/srv/tickreel"
git clone -q "$source" "$root/srv/tickreel"
inside() {
    env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 \
        NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt \
        TICKREEL_FUZZ_SECONDS="${TICKREEL_FUZZ_SECONDS:-5}" \
        chroot "$root" /bin/bash -c "cd /srv/tickreel && $1"
}
if [ "$what" != check ]; then inside ./run; fi
if [ "$what" != run ]; then inside ./check; fi
echo "fresh Debian 12: $what passed"
