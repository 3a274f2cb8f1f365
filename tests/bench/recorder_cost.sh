#!/bin/bash
# The cost of recording one client of a crowded match: bots fill the embedded server, one
# client plays through the recorder, 25 snapshots per second. Prints the recorder's processor time as a
# share of one core and its peak memory; and, while another process reads the growing file, how
# old snapshots are when they become visible there.
# usage: tests/bench/recorder_cost.sh BIN_DIR [SECONDS] [BOTS] [RECORD_OPTION...]
set -eu
bin=$(realpath "${1:?usage: recorder_cost.sh BIN_DIR [SECONDS] [BOTS] [RECORD_OPTION...]}")
seconds=${2:-60} bots=${3:-61}
shift $(($# < 3 ? $# : 3))
work=$(mktemp -d)
pids=()
clean_up() {
    for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null && wait "$pid" 2>/dev/null; done
    rm -rf "$work"
    return 0
}
trap clean_up EXIT
address() {
    for _ in $(seq 200); do
        grep -oE '[0-9.]+:[0-9]+' "$1" | head -1 | grep . && return 0
        sleep 0.1
    done
    echo "recorder_cost.sh: $1: $(cat "$1")" >&2
    return 1
}
ticks() { awk '{print $14 + $15}' "/proc/$1/stat"; }

"$bin/tickreel-match" server --listen 127.0.0.1:0 --slots $((bots + 1)) --bots "$bots" 2>"$work/server.log" &
pids+=($!)
server=$(address "$work/server.log")
"$bin/tickreel" record --listen 127.0.0.1:0 --server "$server" -o "$work/cost.reel" "$@" 2>"$work/record.log" &
recorder=$!
pids+=($recorder)
proxy=$(address "$work/record.log")
"$bin/bench_tail" "$work/cost.reel" "$seconds" >"$work/tail.txt" &
tail=$!
pids+=($tail)
before=$(ticks $recorder)
"$bin/tickreel-match" client --server "$proxy" --players 1 --seconds "$seconds" >/dev/null
after=$(ticks $recorder)
peak=$(awk '/VmHWM/ {print $2}' "/proc/$recorder/status")
wait $tail || echo "recorder_cost.sh: following the file went wrong" >&2
kill -TERM $recorder
wait $recorder || true
snapshots=$("$bin/tickreel" info "$work/cost.reel" --format ndjson | grep -o '"snapshots":[0-9]*' | head -1 | cut -d: -f2)
awk -v t=$((after - before)) -v hz="$(getconf CLK_TCK)" -v s="$seconds" -v p="$peak" -v n="$snapshots" -v b="$bots" 'BEGIN {
    printf "%d bots, %d s, %d snapshots: %.2f %% of a core, peak %.1f MB\n", b, s, n, 100 * t / hz / s, p / 1024 }'
cat "$work/tail.txt"
