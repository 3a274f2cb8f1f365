#!/bin/bash
# Processor time of queries on a long recording: as multiples of `verify`, and memory (questions); the cost of 1 % of it
# relative to all, also where the condition stands around a subquery (ranges); the first and last rows (ends); one column
# of each type beside the Parquet files that are made of the recording (types). The recording is lengthened to HOURS (0.4;
# 0: unchanged). Best of RUNS (5) runs each; figures include starting DuckDB unless they say otherwise.
# usage: [RUNS=N] tests/bench/sql_speed.sh BIN_DIR FILE.reel [HOURS [TABLE...]]
#        BIN_DIR holds tickreel and bench_tables; TABLE: questions, ranges, ends, types; all of them without it
set -eu
bin=$(realpath "${1:?usage: sql_speed.sh BIN_DIR FILE.reel [HOURS [TABLE...]]}")
reel=$(realpath "$2")
hours=${3:-0.4}
tables=" ${*:4} "
wanted() { [[ $tables == "  " || $tables == *" $1 "* ]]; }
work=$(mktemp -d "${TMPDIR:-/tmp}/sql-speed-XXXXXX")
trap 'rm -rf "$work"' EXIT
if [ "$hours" != 0 ]; then
    "$bin/bench_tables" lengthen "$reel" "$hours" "$work/long.reel"
    reel=$work/long.reel
fi

# took COMMAND...: the best processor time of all runs, and the peak memory in MB. Ends everything where it fails.
took() {
    local TIMEFORMAT='%3U %3S'
    for _ in $(seq "${RUNS:-5}"); do
        { time /usr/bin/time -o "$work/memory" -f %M "$@" >/dev/null 2>&3; } 3>&2 2>"$work/time" || { echo "failed: $*" >&2; kill $$; exit; }
        echo "$(<"$work/time") $(<"$work/memory")"
    done | awk '{ s = $1 + $2; if (NR == 1 || s < best) best = s; mb = $3 / 1024 } END { printf "%.3f %.0f", best, mb }'
}
asked() { took "$bin/tickreel" sql "$reel" "$1" -q; }
ticks() { "$bin/tickreel" sql "$reel" "SELECT $1(tick) FROM snapshots" --format csv -q | tail -1; }

share() { awk "BEGIN { printf \"%7.1f\", 100 * ($1 - $start) / ($2 - $start) }"; }

read -r start _ <<<"$(asked "SELECT 1")"

if wanted questions; then
    read -r verify _ <<<"$(took "$bin/tickreel" verify "$reel" -q)"
    echo "verify $verify s, SELECT 1 $start s"
    echo "     s  x verify   MB  question"
    for query in "count(*), count(killer_name) FROM kills" "count(*), max(to_tick) FROM players" \
        "sum(items), sum(words) FROM snapshots" "count(name) FROM chat_lines" "sum(x) FROM character" \
        "sum(score) FROM player_info" "sum(distance) FROM moves" "count(name) FROM positions"; do
        read -r s mb <<<"$(asked "SELECT $query")"
        printf '%6.2f %9.2f %4d  %s\n' "$s" "$(awk "BEGIN { print $s / $verify }")" "$mb" "$query"
    done
fi

if wanted ranges; then
    first=$(ticks min)
    part=$((($(ticks max) - first) / 100))
    from=$((first + 50 * part))
    when() { "$bin/tickreel" sql "$reel" "SELECT time FROM snapshots WHERE tick >= $1 ORDER BY tick LIMIT 1" --format csv -q | tail -1; }
    times="time BETWEEN TIMESTAMP '$(when $from)' AND TIMESTAMP '$(when $((from + part)))'"
    echo "1 % of the ticks or of the time, and what is nowhere: % of all of it, both without the start of DuckDB ($start s)"
    echo " all, s  ticks   a + b     IN   time segment   file around  question"
    for table in "sum(items) FROM snapshots" "count(killer_name) FROM kills" "count(name) FROM chat_lines" \
        "sum(score) FROM player_info" "sum(x) FROM character" "count(name) FROM positions" "sum(distance) FROM moves"; do
        read -r all _ <<<"$(asked "SELECT $table")"
        printf '%6.2f ' "$(awk "BEGIN { print $all - $start }")"
        for condition in "tick BETWEEN $from AND $((from + part))" "tick BETWEEN $from AND $from + $part" \
            "tick IN ($from, $from + 2)" "$times" "segment = 77" "file = 'x'"; do
            read -r s _ <<<"$(asked "SELECT $table WHERE $condition")"
            share "$s" "$all"
        done
        around="${table% FROM *} FROM (SELECT * FROM ${table##* FROM }) WHERE tick BETWEEN $from AND $((from + part))"
        read -r s _ <<<"$(asked "SELECT $around")"
        share "$s" "$all"
        echo "  $table"
    done
fi

if wanted ends; then
    echo "     s  the first or last rows"
    for order in "ORDER BY tick LIMIT 5" "ORDER BY tick DESC LIMIT 5"; do
        for rows in "tick, id FROM character" "tick, name FROM positions"; do
            read -r s _ <<<"$(asked "SELECT $rows $order")"
            printf '%6.2f  SELECT %s %s\n' "$s" "$rows" "$order"
        done
    done
fi

# Each type of the recording: all values of its first number, of the .reel and of the folder of Parquet made from it.
if wanted types; then
    echo "without the start of DuckDB ($start s), over the .reel and over Parquet made from it"
    echo "  reel parquet  times      rows  question"
    "$bin/tickreel" export "$reel" -o "$work/parquet/" -q
    of() { "$bin/tickreel" sql "$reel" "$1" --format csv -q | tail -n +2 | head -1; }
    for folder in "$work"/parquet/type=*; do
        table=\"${folder##*/type=}\"
        column=$(of "SELECT column_name FROM (DESCRIBE $table) WHERE column_type IN ('INTEGER', 'BIGINT', 'UBIGINT', 'FLOAT')
                     AND column_name NOT IN ('tick', 'id', 'segment')")
        [ -n "$column" ] || continue
        read -r ours _ <<<"$(asked "SELECT sum(\"$column\") FROM $table")"
        read -r theirs _ <<<"$(asked "SELECT sum(\"$column\") FROM read_parquet('$folder/*/*.parquet')")"
        awk -v o="$ours" -v t="$theirs" -v s="$start" -v n="$(of "SELECT count(*) FROM $table")" -v q="sum($column) FROM $table" \
            'BEGIN { o -= s; t -= s; printf "%6.3f  %6.3f %6s %9d  %s\n", o, t, t < 0.005 ? ">" int(o / 0.005) : sprintf("%.1f", o / t), n, q }'
    done
fi
