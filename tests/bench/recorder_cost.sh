#!/bin/bash
# The cost of recording one client of a crowded match: bots fill the embedded server, one
# client plays through the recorder, 25 snapshots per second. Prints the recorder's processor time as a
# share of one core and its peak memory; and, while another process reads the growing file, how
# old snapshots are when they become visible there. With CLIENTS=N so many play through the recorder, each
# into a file of its own, and nobody follows; the share is that of the SECONDS after the first ten.
# usage: [CLIENTS=N] tests/bench/recorder_cost.sh BIN_DIR [SECONDS] [BOTS] [RECORD_OPTION...]
set -eu
bin=$(realpath "${1:?usage: recorder_cost.sh BIN_DIR [SECONDS] [BOTS] [RECORD_OPTION...]}")
seconds=${2:-60} bots=${3:-61} clients=${CLIENTS:-1}
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

"$bin/tickreel-match" server --listen 127.0.0.1:0 --slots $((bots + clients)) --bots "$bots" 2>"$work/server.log" &
pids+=($!)
server=$(address "$work/server.log")
file=$work/cost.reel
[ "$clients" = 1 ] || file=$work/{connection}.reel
"$bin/tickreel" record --listen 127.0.0.1:0 --server "$server" -o "$file" "$@" 2>"$work/record.log" &
recorder=$!
pids+=($recorder)
proxy=$(address "$work/record.log")
if [ "$clients" = 1 ]; then
    "$bin/bench_tail" "$work/cost.reel" "$seconds" >"$work/tail.txt" &
    tail=$!
    pids+=($tail)
    before=$(ticks $recorder)
    "$bin/tickreel-match" client --server "$proxy" --players 1 --seconds "$seconds" >/dev/null
    after=$(ticks $recorder)
    wait $tail || echo "recorder_cost.sh: following the file went wrong" >&2
else
    "$bin/tickreel-match" client --server "$proxy" --players "$clients" --seconds $((seconds + 13)) >/dev/null &
    playing=$!
    pids+=($playing)
    sleep 10
    before=$(ticks $recorder)
    sleep "$seconds"
    after=$(ticks $recorder)
    wait $playing
fi
peak=$(awk '/VmHWM/ {print $2}' "/proc/$recorder/status")
kill -TERM $recorder
wait $recorder || true
snapshots=$("$bin/tickreel" info "$work"/*.reel --format ndjson |
    awk 'match($0, /"snapshots":[0-9]+/) { s += substr($0, RSTART + 12, RLENGTH - 12) } END { print s }')
awk -v t=$((after - before)) -v hz="$(getconf CLK_TCK)" -v s="$seconds" -v p="$peak" -v n="$snapshots" -v b="$bots" -v c="$clients" 'BEGIN {
    printf "%d bots, %d clients, %d s, %d snapshots: %.2f %% of a core, peak %.1f MB\n", b, c, s, n, 100 * t / hz / s, p / 1024 }'
[ "$clients" != 1 ] || cat "$work/tail.txt"
