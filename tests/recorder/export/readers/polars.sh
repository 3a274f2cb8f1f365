#!/bin/bash
# Polars (its binding for Node, fetched from npm: 35 MB) reads the archive of Parquet files with the code of
# demos/analysis/pandas.md and must give the same results as `tickreel sql`. Run by hand: too large for ./check.
# usage: polars.sh BIN_DIR
set -eu
tickreel=$(realpath "${1:?usage: polars.sh BIN_DIR}")/tickreel
here=$(dirname "$(realpath "$0")")
sample=$here/../../../../demos/arena_8_players.reel
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-save nodejs-polars@0.26.1 nodejs-polars-linux-x64-gnu@0.26.1
mkdir season
"$tickreel" cut "$sample" -q --time 0:02..0:06 -o season/a.reel
"$tickreel" cut "$sample" -q --time 0:10..0:14 -o season/b.reel
"$tickreel" export season -q -o archive/
"$tickreel" sql season -q --format ndjson "SELECT regexp_extract(file, '([^/]*).reel', 1) AS match, id, max(x) / 32 AS x
    FROM character GROUP BY ALL ORDER BY ALL" >expected
cat >read.mjs <<'READ'
import pl from "nodejs-polars";
const characters = pl.scanParquet("archive/type=Character/**/*.parquet", { hivePartitioning: true });
const rows = await characters.groupBy(["match", "id"]).agg(pl.col("x").max().div(32)).sort(["match", "id"]).collect();
for (const row of rows.toRecords()) console.log(JSON.stringify(row));
READ
node read.mjs >found
diff <(tr -d '"' <expected) <(tr -d '"' <found)
[ -s found ] && echo "Polars answers the same: $(wc -l <found) rows"
