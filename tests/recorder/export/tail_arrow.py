#!/usr/bin/env python3
"""tail --format arrow: an Arrow library reads the rows while the recording grows, and they are those of `tickreel sql`.
usage: tail_arrow.py TICKREEL SOURCE_DIR"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
from datetime import datetime, timezone
from pathlib import Path

TICKREEL, SOURCE = sys.argv[1], Path(sys.argv[2])
READERS = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tickreel/archive-readers-1"
FIRST = {"arena_8_players": 0.5, "outpost_firefall": 1}  # how much of the file is there at first; the second is one chunk


def skip(why):
    print("skipped:", why)
    sys.exit(77)


def same(ours, theirs, kind):
    if ours is None or theirs is None:
        return ours is None and theirs is None
    if kind.startswith("Timestamp"):
        when = datetime.fromisoformat(theirs.replace("Z", "")).replace(tzinfo=timezone.utc)
        return abs(float(ours) - when.timestamp() * 1000) < 1
    if kind.startswith("Float"):
        return abs(float(ours) - float(theirs)) <= 1e-6 * abs(float(theirs))
    if kind == "Binary":
        return ours == theirs
    return str(ours) == str(theirs)


if not shutil.which("node") or not READERS.is_dir():
    skip(f"node or {READERS} is not here; ./check fetches it")
if subprocess.run([TICKREEL, "sql", SOURCE / "demos/arena_8_players.reel", "SELECT 1"], capture_output=True).returncode != 0:
    skip("no DuckDB")

# Too few or too many types, and what is never there.
for words, code in ((["--types", "Character,kill"], 2), ([], 2), (["--types", "Nothing"], 1)):
    done = subprocess.run([TICKREEL, "tail", SOURCE / "demos/arena_8_players.reel", "--from-start", "--format", "arrow", *words],
                          capture_output=True)
    assert done.returncode == code and not done.stdout and done.stderr, (words, done)

with tempfile.TemporaryDirectory() as name:
    for sample, kind in (("arena_8_players", "Character"), ("arena_8_players", "Sv_KillMsg"), ("outpost_firefall", "Character"),
                         ("outpost_firefall", "Character_MovementView"), ("outpost_firefall", "Character_TookHit")):
        whole = (SOURCE / f"demos/{sample}.reel").read_bytes()
        growing = Path(name) / f"{sample}_{kind}.reel"
        first = int(len(whole) * FIRST[sample])
        growing.write_bytes(whole[:first])
        tail = subprocess.Popen([TICKREEL, "tail", growing, "--from-start", "-q", "--types", kind, "--format", "arrow"], stdout=subprocess.PIPE)
        node = subprocess.Popen(["node", SOURCE / "tests/recorder/export/readers/read_arrow.mjs", READERS], stdin=tail.stdout,
                                stdout=subprocess.PIPE, text=True)
        tail.stdout.close()
        fields = json.loads(node.stdout.readline())
        rows = json.loads(node.stdout.readline())  # there before the rest is
        early = len(rows)
        assert early > 0 and (first == len(whole) or tail.poll() is None)
        with growing.open("ab") as file:
            file.write(whole[first:])
        for line in node.stdout:
            rows += json.loads(line)
        assert tail.wait() == 0 and node.wait() == 0 and (len(rows) > early or first == len(whole)), (tail.returncode, node.returncode, early, len(rows))
        places = [(field, '"' + field["name"].replace(".", '"."') + '"') for field in fields]  # Position.x is a part of a struct
        names = ", ".join(f'hex({place}) AS "{i}"' if field["type"] == "Binary" else f'{place} AS "{i}"' for i, (field, place) in enumerate(places))
        asked = subprocess.run([TICKREEL, "sql", growing, f'SELECT {names} FROM "{kind}"', "--format", "ndjson"], capture_output=True,
                               text=True, check=True)
        wanted = [list(json.loads(line).values()) for line in asked.stdout.splitlines()]
        assert len(rows) == len(wanted), (kind, len(rows), len(wanted))
        for i, (ours, theirs) in enumerate(zip(rows, wanted)):
            for field, one, other in zip(fields, ours, theirs):
                other = other.lower() if field["type"] == "Binary" and other is not None else other
                assert same(one, other, field["type"]), f"{kind}, row {i}, {field}: {one} is not {other}"
        required = {field["name"] for field in fields if not field["nullable"]}
        assert {"tick", "time", "segment"} <= required and "x" not in required, required
        assert kind != "Character" or sample != "arena_8_players" or {"unit"} == {f["unit"] for f in fields if f["name"] == "x"}
        print(f"{sample}, {kind}: {len(rows)} rows of {len(fields)} columns, {early} of them before the rest was written")
