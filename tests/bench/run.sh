#!/bin/bash
# The whole comparison: creates the recordings, prints the table. Takes several minutes. With OPENING=1 also
# the time to open recordings of 8 hours and of more than 4 GiB (creates both: 5 GB).
# usage: tests/bench/run.sh BIN_DIR [CAPTURES] [WORK_DIR]     BIN_DIR holds tickreel, tickreel-match, bench, bench_open
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
# played PLAYERS: a minute of the embedded match as received by one client; the others are bots inside the
# server, so that playing it costs little.
played() {
    local reel=$work/match$1.reel server recorder
    if [ ! -e "$reel" ]; then
        "$bin/tickreel-match" server --listen 127.0.0.1:0 --slots "$1" --bots $(($1 - 1)) --seed 7 2>"$work/server$1.log" &
        server=$!
        "$bin/tickreel" record --listen 127.0.0.1:0 --server "$(address "$work/server$1.log")" -o "$reel" 2>"$work/record$1.log" &
        recorder=$!
        "$bin/tickreel-match" client --server "$(address "$work/record$1.log")" --players 1 --seed 7 \
            --seconds "${SECONDS_OF_MATCH:-60}" >/dev/null 2>&1
        kill -TERM $recorder && wait $recorder || true
        kill $server && wait $server || true
    fi
    matches+=("match$1=$reel")
}
# address LOG: the address that the program reports to listen on, once it does.
address() {
    for _ in $(seq 200); do
        grep -oE '[0-9.]+:[0-9]+' "$1" 2>/dev/null | head -1 | grep . && return 0
        sleep 0.1
    done
    echo "run.sh: $1: $(cat "$1")" >&2
    return 1
}

taken M62 Multeasymap.demo
taken S1 S1/traffic.pcap
taken S7 S7/traffic.pcap
taken big_chungus big_chungus.demo
for players in 8 16 64; do played $players; done
"$bin/bench" "$work" "${matches[@]}"
[ -z "${OPENING:-}" ] || "$bin/bench_open" "$work" "$work/M62.reel"
