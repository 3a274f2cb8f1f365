#!/bin/bash
# Real demos in a round trip: .demo -> .reel -> .demo -> .reel gives the same snapshots, events and markers, and
# the map's bytes. A sample; all with TICKREEL_FULL=1.
# usage: demo_round_trip.sh BIN_DIR SOURCE_DIR
set -u
tickreel=$1/tickreel
captures=${TICKREEL_SHARED:-$2/../shared}/captures
[ -d "$captures" ] || { echo "skipped: no real captures at $captures"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# there WHAT COMMAND...: succeeds, or reports only losses of the original.
there() {
    "${@:2}" 2>"$work/said"
    local code=$?
    [ $code = 0 ] || [ $code = 3 ] || { echo "FAILED: $1: $(cat "$work/said")"; exit 1; }
}
attachments() { "$tickreel" list "$1" attachments --format ndjson; }

compared=0
for demo in $(find "$captures" -name '*.demo' | sort); do
    name=$(basename "$demo" .demo)
    case ${TICKREEL_FULL:-0}$name in
        1*|0big_chungus|0six1_labctf*|0srv_S4a_srv|0seven1*14-52|0lossy1*14-15) ;;
        *) continue ;;
    esac
    there "$name" "$tickreel" import "$demo" -q -o "$work/a.reel" --force
    there "$name" "$tickreel" export "$work/a.reel" -q -o "$work/b.demo" --force
    there "$name" "$tickreel" import "$work/b.demo" -q -o "$work/b.reel" --force
    "$tickreel" diff "$work/a.reel" "$work/b.reel" >"$work/diff" || { echo "FAILED: $name: $(head -3 "$work/diff")"; exit 1; }
    [ "$(attachments "$work/a.reel")" = "$(attachments "$work/b.reel")" ] || { echo "FAILED: $name: another map"; exit 1; }
    # Teeworlds 0.7 does not play versions after 4.
    if [ "$(head -c 11 "$demo" | tail -c 3)" = 0.7 ] && ! cmp -s -n 11 "$demo" "$work/b.demo"; then
        echo "FAILED: $name: another version"; exit 1
    fi
    compared=$((compared + 1))
done
[ $compared -gt 0 ] || { echo "skipped: no .demo in $captures"; exit 77; }
echo "$compared demos came back as they were"
