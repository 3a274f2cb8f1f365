#!/usr/bin/env bash
# Installs the recorder into a temporary folder: the systemd unit starts the program that is there and
# records a match, and the licences are beside it.
# usage: installed.sh BUILD_DIR CMAKE
set -euo pipefail
build=$1 cmake=$2
work=$(mktemp -d)
chmod 755 "$work" # the unit's account has no rights
trap 'rm -rf "$work"' EXIT
fail() { echo "installed.sh: $*" >&2 && exit 1; }

"$cmake" --install "$build" --component recorder --prefix "$work/prefix" >/dev/null
unit=$work/prefix/lib/systemd/system/tickreel@.service
program=$(sed -n 's/^ExecStart=\([^ ]*\) .*/\1/p' "$unit")
[ "$program" = "$work/prefix/bin/tickreel" ] || fail "the unit starts $program"
"$program" --version >/dev/null || fail "$program does not start"
# But for that it is the unit as it was written.
sed "s|$work/prefix/bin/|/usr/bin/|" "$unit" | cmp - "$(dirname "$0")/../recorder/service/tickreel@.service"
for text in LICENSE NOTICE; do
    cmp "$(dirname "$0")/../$text" "$work/prefix/share/doc/tickreel/$text" || fail "$text is not installed"
done
echo "the installed unit starts the installed program"
"$(dirname "$0")/as_the_unit.sh" "$unit" "$build/bin/tickreel-match"
