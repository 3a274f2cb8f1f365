#!/bin/bash
# The whole comparison: makes the recordings, prints the table. Takes some minutes.
# usage: tests/bench/run.sh BIN_DIR [CAPTURES] [WORK_DIR]     BIN_DIR holds tickreel, tickreel-match, bench
set -eu
here=$(dirname "$(realpath "$0")")
bin=$(realpath "${1:?usage: run.sh BIN_DIR [CAPTURES] [WORK_DIR]}")
captures=${2:-$here/../../../shared/captures}
work=${3:-$(mktemp -d)}
mkdir -p "$work"
matches=()

# taken NAME INPUT: imported once; the first connection of a capture.
taken() {
    if [ ! -e "$work/$1.reel" ]; then
        [ -e "$captures/$2" ] || { echo "skipped $1: no $captures/$2" >&2; return 0; }
        "$bin/tickreel" import "$captures/$2" -o "$work/$1.reel" --connection 1 -q 2>/dev/null ||
            "$bin/tickreel" import "$captures/$2" -o "$work/$1.reel" -q
    fi
    matches+=("$1=$work/$1.reel")
}
# played PLAYERS: a minute of the embedded match as one of them saw it.
played() {
    [ -e "$work/match$1.reel" ] ||
        "$here/../../demos/make_sample.sh" "$bin" "$work/match$1.reel" "${SECONDS_OF_MATCH:-60}" "$1" >/dev/null
    matches+=("match$1=$work/match$1.reel")
}

taken M62 Multeasymap.demo
taken S1 S1/traffic.pcap
taken S7 S7/traffic.pcap
taken big_chungus big_chungus.demo
for players in 8 16 64; do played $players; done
"$bin/bench" "$work" "${matches[@]}"
