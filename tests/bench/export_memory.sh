#!/bin/bash
# Peak memory of every export of a recording lengthened to HOURS (8); all its files are removed. A form may
# name types ("csv:Character"): 8 hours of all of M62 are 35 GB of CSV.
# usage: tests/bench/export_memory.sh BIN_DIR FILE.reel [HOURS] [FORM...]   BIN_DIR holds tickreel and bench_tables
set -eu
bin=$(realpath "${1:?usage: export_memory.sh BIN_DIR FILE.reel [HOURS] [FORM...]}")
reel=$2
hours=${3:-8}
shift $(($# < 3 ? $# : 3))
[ $# -gt 0 ] || set -- parquet folder duckdb mcap demo csv:Character ndjson:Character
limit=262144 # kB
work=$(mktemp -d "${TMPDIR:-/tmp}/export-memory-XXXXXX")
trap 'rm -rf "$work"' EXIT
long=$work/long.reel
if [ "$hours" = 0 ]; then long=$reel; else "$bin/bench_tables" lengthen "$reel" "$hours" "$long"; fi
echo "$(basename "$reel"), $("$bin/tickreel" info "$long" --format ndjson -q | grep -o '"snapshots":[0-9]*' | head -1 | cut -d: -f2) snapshots"
echo "form             peak MB  seconds       bytes"
status=0
for form; do
    kind=${form%%:*}
    [ "$kind" = folder ] && out=$work/out/ || out=$work/out.$kind
    [ "$kind" = "$form" ] && types=() || types=(--types "${form#*:}")
    /usr/bin/time -f '%M %U' -o "$work/time" "$bin/tickreel" export "$long" -q -o "$out" "${types[@]}"
    read -r peak seconds <"$work/time"
    printf '%-16s %7.1f %8.0f %11s\n' "$form" "$(awk "BEGIN {print $peak / 1024}")" "$seconds" "$(du -sb "$out" | cut -f1)"
    [ "$peak" -le $limit ] || { status=1; echo "$form: more than 256 MB" >&2; }
    rm -rf "$work"/out*
done
exit $status
