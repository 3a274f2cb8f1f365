#!/usr/bin/env python3
"""One archive of 0.6, 0.7, DDNet and Firefall, read by DuckDB, ClickHouse, Polars, hyparquet and Arrow: each counts, sums and
compares with what `tickreel sql` says about the recordings. Without captures the 0.7 is missing and the 0.6 is made from the sample.
usage: archive_readers.py TICKREEL SOURCE_DIR"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
from datetime import datetime, timezone
from pathlib import Path

TICKREEL, SOURCE = sys.argv[1], Path(sys.argv[2])
CAPTURES = Path(os.environ.get("TICKREEL_SHARED", SOURCE / "../shared")) / "captures"
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tickreel"
READERS = {"duckdb": "readers-3", "hyparquet": "readers-3", "clickhouse": "archive-readers-1", "polars": "archive-readers-1",
           "arrow": "archive-readers-1"}
OLD, SEVEN = CAPTURES / "big_chungus.demo", CAPTURES / "S3/demos/srv_autorecord_2026-11-21_02-57-56.demo"


def skip(why):
    print("skipped:", why)
    sys.exit(77)


def run(*words, codes=(0,)):
    done = subprocess.run([TICKREEL, *map(str, words)], capture_output=True, text=True, timeout=600)
    assert done.returncode in codes, f"{words}: {done.returncode}\n{done.stderr}"
    return done.stdout


def lines(*words):
    return [json.loads(line) for line in run(*words, "--format", "ndjson").splitlines()]


def millis(text):  # "2026-11-21T05:56:56.308123Z", as NDJSON and SQL write it
    when = datetime.fromisoformat(text.replace("Z", "").replace("+00", "").replace(" ", "T")).replace(tzinfo=timezone.utc)
    return (when - datetime(1970, 1, 1, tzinfo=timezone.utc)).total_seconds() * 1000 // 1


def asked(reels, table, column, time):
    """What the readers must say about a table that recordings have, from the recordings."""
    answers = []
    for reel in reels:
        [row] = lines("sql", reel, f'SELECT count(*)::VARCHAR AS n, sum("{column}")::VARCHAR AS s, min("{time}") AS t FROM {table}')
        if row["n"] != "0":
            answers.append(row)
    return {"rows": sum(int(row["n"]) for row in answers), "sum": str(sum(int(row["s"] or 0) for row in answers)),
            "matches": len(answers), "first": min(millis(row["t"]) for row in answers)}


if not shutil.which("node"):
    skip("node is not installed")
if missing := [name for name in set(READERS.values()) if not (CACHE / name).is_dir()]:
    skip(f"{missing} are not in {CACHE}; ./check fetches them")
if subprocess.run([TICKREEL, "sql", SOURCE / "demos/arena_8_players.reel", "SELECT 1"], capture_output=True).returncode != 0:
    skip("no DuckDB")

with tempfile.TemporaryDirectory() as name:
    work = Path(name)
    season, archive = work / "season", work / "archive"
    season.mkdir()
    ddnet, six, seven, firefall = (season / f"{game}.reel" for game in ("ddnet", "six", "seven", "firefall"))
    run("cut", SOURCE / "demos/arena_8_players.reel", "-q", "--time", "0:02..0:08", "-o", ddnet)
    run("mark", ddnet, "--tick", "0:02", "--text", "it's here")
    firefall.write_bytes((SOURCE / "demos/outpost_firefall.reel").read_bytes())
    if not OLD.exists():
        run("export", ddnet, "-q", "-o", work / "ddnet.demo", codes=(0, 3))
    run("import", OLD if OLD.exists() else work / "ddnet.demo", "-q", "-o", six, codes=(0, 3))
    if SEVEN.exists():
        run("import", SEVEN, "-q", "-o", seven, codes=(0, 3))
    reels = [reel for reel in (ddnet, six, seven, firefall) if reel.exists()]

    # It grows: one, then all.
    run("export", ddnet, "--append", archive)
    run("export", season, "--append", archive, "-j", 2)

    tables = [{"table": "matches", "sum": "snapshots", "time": "start"}, {"table": "snapshots", "sum": "items", "time": "time"},
              {"table": "players", "sum": "to_tick", "time": "from_time"}, {"table": "events", "sum": "tick", "time": "time"},
              {"table": "ddnet_0.6/character", "sum": "x", "time": "time"}, {"table": "ddnet_0.6/sv_kill_msg", "sum": "tick", "time": "time"},
              {"table": "0.6/character", "sum": "x", "time": "time"}, {"table": "gss_19551/character", "sum": "tick", "time": "time"}]
    if seven.exists():
        tables += [{"table": "0.7/character", "sum": "x", "time": "time"}, {"table": "0.7/sv_chat", "sum": "tick", "time": "time"}]
    wanted = {}
    for table in tables:
        folder, _, kind = table["table"].rpartition("/")
        of = {"ddnet_0.6": [ddnet], "0.6": [six], "0.7": [seven], "gss_19551": [firefall], "": reels}[folder]
        if kind in ("snapshots", "players", "character", "sv_kill_msg", "sv_chat"):
            wanted[table["table"]] = asked(of, kind, table["sum"], table["time"])
    snapshots = [asked([reel], "snapshots", "items", "time") for reel in reels]
    wanted["matches"] = {"rows": len(reels), "sum": str(sum(one["rows"] for one in snapshots)), "matches": len(reels)}
    events = [lines("list", reel, "events") for reel in reels]
    wanted["events"] = {"rows": sum(map(len, events)), "sum": str(sum(int(event["tick"]) for some in events for event in some)),
                        "matches": sum(1 for some in events if some)}
    assert all(answer["rows"] > 0 for answer in wanted.values()), wanted
    # Polars does not show which columns are required.
    required = {"matches": ["checksums_absent", "checksums_mismatched", "checksums_ok", "file", "game", "match", "missing_ticks",
                            "seconds", "segments", "snapshots", "ticks_per_second"],
                "snapshots": ["checksum", "checksum_by_base", "events", "gap", "items", "match", "parts", "segment", "tick", "time", "wire_bytes",
                              "words"],
                "players": ["clan", "from_tick", "from_time", "id", "match", "name", "segment", "to_tick", "to_time"],
                "events": ["class", "match", "segment", "tick", "time", "type"]}

    (work / "tables.json").write_text(json.dumps(tables))
    absent = []
    for reader, cache in READERS.items():
        done = subprocess.run(["node", SOURCE / "tests/recorder/export/readers/read_archive.mjs", CACHE / cache, reader, archive,
                               work / "tables.json"], capture_output=True, text=True, timeout=600, cwd=work)
        if done.returncode == 77:
            print(done.stdout.strip())
            absent.append(reader)
            continue
        assert done.returncode == 0, f"{reader}: {done.stdout}\n{done.stderr}"
        found = json.loads(done.stdout.splitlines()[-1])
        for table, answer in wanted.items():
            for what, value in answer.items():
                assert found[table][what] == value, f"{reader}, {table}: {what} is {found[table][what]}, not {value}"
            kind = table.rpartition("/")[2]
            named = required.get(kind, ["match", "segment", "tick", "time"] if kind.startswith("sv_") else
                                 ["checksum", "id", "match", "segment", "tick", "time"])
            assert found[table]["required"] in (None, named), f"{reader}, {table}: required are {found[table]['required']}, not {named}"
            assert (found[table]["required"] is None) == (reader == "polars")
        print(f"{reader}: {sum(answer['rows'] for answer in wanted.values())} rows of {len(wanted)} tables are the same")
    if not seven.exists():
        print("without 0.7: its captures are not here")
    if absent:
        skip(f"{absent} do not load here")
