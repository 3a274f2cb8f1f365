#!/bin/bash
# Processor time of queries on a long recording as multiples of `verify`, memory, and the cost of 1 % of the ticks
# relative to all. The recording is lengthened to HOURS (0.4; 0: unchanged). Figures include starting DuckDB
# unless they say otherwise.
# usage: tests/bench/sql_speed.sh BIN_DIR FILE.reel [HOURS]   BIN_DIR holds tickreel and bench_tables
set -eu
bin=$(realpath "${1:?usage: sql_speed.sh BIN_DIR FILE.reel [HOURS]}")
reel=$(realpath "$2")
hours=${3:-0.4}
work=$(mktemp -d "${TMPDIR:-/tmp}/sql-speed-XXXXXX")
trap 'rm -rf "$work"' EXIT
if [ "$hours" != 0 ]; then
    "$bin/bench_tables" lengthen "$reel" "$hours" "$work/long.reel"
    reel=$work/long.reel
fi

# took COMMAND...: the best processor time of five runs, and the peak memory in MB.
took() {
    local TIMEFORMAT='%3U %3S'
    for _ in 1 2 3 4 5; do
        { time /usr/bin/time -o "$work/memory" -f %M "$@" >/dev/null 2>&3; } 3>&2 2>"$work/time"
        echo "$(<"$work/time") $(<"$work/memory")"
    done | awk '{ s = $1 + $2; if (NR == 1 || s < best) best = s; mb = $3 / 1024 } END { printf "%.3f %.0f", best, mb }'
}
asked() { took "$bin/tickreel" sql "$reel" "$1" -q; }
ticks() { "$bin/tickreel" sql "$reel" "SELECT $1(tick) FROM snapshots" --format csv -q | tail -1; }

read -r verify _ <<<"$(took "$bin/tickreel" verify "$reel" -q)"
read -r start _ <<<"$(asked "SELECT 1")"
echo "verify $verify s, SELECT 1 $start s"
echo "     s  x verify   MB  question"
for query in "SELECT count(*), count(killer_name) FROM kills" "SELECT count(*), max(to_tick) FROM players" \
    "SELECT sum(items), sum(words) FROM snapshots" "SELECT count(name) FROM chat_lines" \
    "SELECT sum(x) FROM character" "SELECT sum(score) FROM player_info" "SELECT sum(distance) FROM moves"; do
    read -r s mb <<<"$(asked "$query")"
    printf '%6.2f %9.2f %4d  %s\n' "$s" "$(awk "BEGIN { print $s / $verify }")" "$mb" "$query"
done

first=$(ticks min)
part=$((($(ticks max) - first) / 100))
from=$((first + 50 * part))
when() { "$bin/tickreel" sql "$reel" "SELECT time FROM snapshots WHERE tick >= $1 ORDER BY tick LIMIT 1" --format csv -q | tail -1; }
echo "1 % of the ticks: s, % of all of it, both without the start of DuckDB"
for table in "sum(items) FROM snapshots" "count(killer_name) FROM kills" "count(name) FROM chat_lines" "sum(score) FROM player_info" \
    "sum(x) FROM character" "count(name) FROM positions" "sum(distance) FROM moves"; do
    read -r all _ <<<"$(asked "SELECT $table")"
    for condition in "tick BETWEEN $from AND $((from + part))" "tick BETWEEN $from AND $from + $part" "tick IN ($from, $from + 2)" \
        "time BETWEEN TIMESTAMP '$(when $from)' AND TIMESTAMP '$(when $((from + part)))'" "segment = 77" "file = 'x'"; do
        read -r s _ <<<"$(asked "SELECT $table WHERE $condition")"
        printf '%6.3f %5.1f %%  %s WHERE %s\n' "$s" "$(awk "BEGIN { print 100 * ($s - $start) / ($all - $start) }")" "$table" "$condition"
    done
done
for order in "ORDER BY tick LIMIT 5" "ORDER BY tick DESC LIMIT 5"; do
    read -r s _ <<<"$(asked "SELECT tick, id FROM character $order")"
    printf '%6.2f          %s\n' "$s" "$order"
    read -r s _ <<<"$(asked "SELECT tick, name FROM positions $order")"
    printf '%6.2f          %s of the view positions\n' "$s" "$order"
done

# Each type of the recording: all values of its first number, of the .reel and of the folder of Parquet made from it.
echo "over the .reel, over Parquet made from it: s, s, times without the start of DuckDB, rows"
"$bin/tickreel" export "$reel" -o "$work/parquet/" -q
of() { "$bin/tickreel" sql "$reel" "$1" --format csv -q | tail -n +2 | head -1; }
for folder in "$work"/parquet/type=*; do
    table=\"${folder##*/type=}\"
    column=$(of "SELECT column_name FROM (DESCRIBE $table) WHERE column_type IN ('INTEGER', 'BIGINT', 'UBIGINT', 'FLOAT')
                 AND column_name NOT IN ('tick', 'id', 'segment')")
    [ -n "$column" ] || continue
    read -r ours _ <<<"$(asked "SELECT sum(\"$column\") FROM $table")"
    read -r theirs _ <<<"$(asked "SELECT sum(\"$column\") FROM read_parquet('$folder/*/*.parquet')")"
    times=$(awk "BEGIN { a = $ours - $start; b = $theirs - $start; print b < 0.005 ? \">\" a / 0.005 : a / b }")
    printf '%6.3f %6.3f %6.6s %9d  sum(%s) FROM %s\n' "$ours" "$theirs" "$times" "$(of "SELECT count(*) FROM $table")" "$column" "$table"
done
