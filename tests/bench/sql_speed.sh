#!/bin/bash
# Processor time of queries on a long recording as multiples of `verify`, memory, and the cost of 1 % of the ticks
# relative to all. The recording is lengthened to HOURS (0.4; 0: unchanged). Figures include starting DuckDB (0.07 s).
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

# took COMMAND...: the best processor time of three runs, and the peak memory in MB.
took() {
    for _ in 1 2 3; do
        /usr/bin/time -o "$work/time" -f '%U %S %M' "$@" >/dev/null
        cat "$work/time"
    done | awk '{ s = $1 + $2; if (NR == 1 || s < best) best = s; mb = $3 / 1024 } END { printf "%.2f %.0f", best, mb }'
}
asked() { took "$bin/tickreel" sql "$reel" "$1" -q; }
ticks() { "$bin/tickreel" sql "$reel" "SELECT $1(tick) FROM snapshots" --format csv -q | tail -1; }

read -r verify _ <<<"$(took "$bin/tickreel" verify "$reel" -q)"
echo "verify $verify s"
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
echo "1 % of the ticks: s, % of all of it"
for table in "sum(x) FROM character" "count(name) FROM positions" "sum(distance) FROM moves"; do
    read -r all _ <<<"$(asked "SELECT $table")"
    for condition in "tick BETWEEN $from AND $((from + part))" "tick BETWEEN $from AND $from + $part" "tick IN ($from, $from + 2)" \
        "time BETWEEN TIMESTAMP '$(when $from)' AND TIMESTAMP '$(when $((from + part)))'" "segment = 77" "file = 'x'"; do
        read -r s _ <<<"$(asked "SELECT $table WHERE $condition")"
        printf '%6.2f %5.1f %%  %s WHERE %s\n' "$s" "$(awk "BEGIN { print 100 * $s / $all }")" "$table" "$condition"
    done
done
for order in "ORDER BY tick LIMIT 5" "ORDER BY tick DESC LIMIT 5"; do
    read -r s _ <<<"$(asked "SELECT tick, id FROM character $order")"
    printf '%6.2f          %s\n' "$s" "$order"
    read -r s _ <<<"$(asked "SELECT tick, name FROM positions $order")"
    printf '%6.2f          %s of the view positions\n' "$s" "$order"
done

echo "over the .reel, over Parquet made from it: s, s, times (start of DuckDB included)"
"$bin/tickreel" export "$reel" -o "$work/parquet/" -q
for query in "max(killer) FROM sv_kill_msg" "max(client_id) FROM sv_chat" "sum(x) FROM character" "sum(score) FROM player_info" \
    "count(name) FROM client_info" "sum(x) FROM projectile" "sum(x) FROM pickup" "max(items) FROM snapshots" "max(to_tick) FROM players"; do
    table=${query##* }
    [ -e "$work/parquet/$table.parquet" ] || continue
    read -r ours _ <<<"$(asked "SELECT $query")"
    read -r theirs _ <<<"$(asked "SELECT ${query% *} read_parquet('$work/parquet/$table.parquet')")"
    printf '%6.2f %6.2f %5.1f  %s\n' "$ours" "$theirs" "$(awk "BEGIN { print $ours / $theirs }")" "$query"
done
