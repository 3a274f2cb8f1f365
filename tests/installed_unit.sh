#!/usr/bin/env bash
# Installs the recorder into a temporary folder: the systemd unit starts the program that is there.
# usage: installed_unit.sh BUILD_DIR CMAKE
set -euo pipefail
build=$1 cmake=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "installed_unit.sh: $*" >&2 && exit 1; }

"$cmake" --install "$build" --component recorder --prefix "$work/prefix" >/dev/null
unit=$work/prefix/lib/systemd/system/tickreel@.service
program=$(sed -n 's/^ExecStart=\([^ ]*\) .*/\1/p' "$unit")
[ "$program" = "$work/prefix/bin/tickreel" ] || fail "the unit starts $program"
"$program" --version >/dev/null || fail "$program does not start"
# But for that it is the unit as it was written.
sed "s|$work/prefix/bin/|/usr/bin/|" "$unit" | cmp - "$(dirname "$0")/../recorder/service/tickreel@.service"
echo "the installed unit starts the installed program"
