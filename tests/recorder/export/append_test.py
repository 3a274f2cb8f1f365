#!/usr/bin/env python3
"""export --append: a dataset that grows, through the real program and its DuckDB.
usage: append_test.py TICKREEL SOURCE_DIR"""
import fcntl
import json
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

TICKREEL, SOURCE = sys.argv[1], Path(sys.argv[2])
ARENA, OUTPOST = SOURCE / "demos/arena_8_players.reel", SOURCE / "demos/outpost_firefall.reel"


def run(*words, code=0):
    done = subprocess.run([TICKREEL, *map(str, words)], capture_output=True, text=True)
    assert done.returncode == code, f"{words}: {done.returncode}, not {code}\n{done.stderr}"
    return done


def sql(statement, reel=ARENA):
    return [json.loads(line) for line in run("sql", reel, statement, "--format", "ndjson").stdout.splitlines()]


def one(statement, reel=ARENA):
    return list(sql(statement, reel)[0].values())


def matches(dataset):
    return sorted(path.name for path in dataset.iterdir() if not path.name.startswith("."))


def begun(dataset):
    """Whether a match is being written; its folders may go while they are looked for."""
    try:
        return any(dataset.glob(".unfinished/*/*"))
    except FileNotFoundError:
        return False


def names(dataset, match):
    return sorted(str(path.relative_to(dataset / match)) for path in (dataset / match).rglob("*.parquet"))


if subprocess.run([TICKREEL, "sql", ARENA, "SELECT 1"], capture_output=True).returncode != 0:
    print("skipped: no DuckDB")
    sys.exit(77)

with tempfile.TemporaryDirectory() as name:
    work = Path(name)
    season, data = work / "season", work / "data"
    season.mkdir()
    for part in range(3):
        run("cut", ARENA, "-q", "--time", f"0:{part * 10:02}..0:{part * 10 + 15:02}", "-o", season / f"part{part}.reel")
    (season / "arena.reel").write_bytes(ARENA.read_bytes())
    (season / "outpost.reel").write_bytes(OUTPOST.read_bytes())
    run("mark", season / "arena.reel", "--tick", "1000", "--text", "it's here")

    # Two first, then all: only what is new is written; the same recording under another name is known.
    run("export", season / "part0.reel", season / "outpost.reel", "--append", data)
    first = {path: path.stat().st_mtime_ns for path in data.rglob("*.parquet")}
    assert len(matches(data)) == 2 and first
    run("export", season, "--append", data, "-j", 2)
    assert len(matches(data)) == 5, matches(data)
    assert all(path.stat().st_mtime_ns == when for path, when in first.items()), "what was there was written again"
    (season / "copy.reel").write_bytes((season / "arena.reel").read_bytes())
    before = sorted(data.rglob("*"))
    run("export", season, "--append", data, "-j", 2)
    assert sorted(data.rglob("*")) == before

    # Of copies the first that is sound is added: a damaged one before it is named and costs nothing.
    twice = work / "twice"
    twice.mkdir()
    sound = (season / "part0.reel").read_bytes()
    (twice / "a.reel").write_bytes(sound[:len(sound) * 2 // 3])
    (twice / "b.reel").write_bytes(sound)
    said = run("export", twice, "--append", work / "of_twice", code=3).stderr
    assert "a.reel: is not finished" in said and "exist already" not in said, said
    assert len(matches(work / "of_twice")) == 1
    assert "1 of 1 outputs exist already" in run("export", twice / "b.reel", "--append", work / "of_twice").stderr

    # A union of views says what it does not have, as every other export of it.
    run("cut", SOURCE / "demos/arena_8_views.reel", "--view", "union", "-q", "-o", work / "union.reel")
    said = run("export", work / "union.reel", "--append", work / "of_union").stderr
    assert "is a union of views: of " in said and "Input" in said, said

    # A match file among others is added as what any of its views saw, once.
    views = SOURCE / "demos/arena_8_views.reel"
    said = run("export", views, OUTPOST, "--append", work / "with_views").stderr
    assert "arena_8_views.reel: is a union of views: of " in said, said
    assert len(matches(work / "with_views")) == 2
    run("export", views, "--append", work / "with_views")
    assert len(matches(work / "with_views")) == 2
    in_dataset = one(f"SELECT count(*) FROM '{work}/with_views/*/events.parquet' WHERE class = 'kill' "
                     "AND match IN (SELECT match FROM '%s/with_views/*/matches.parquet' WHERE game = 'teeworlds')" % work)
    assert in_dataset == one("SELECT count(*) FROM kills", views) and in_dataset[0] != "0", in_dataset

    # Recordings of one match by several clients: what they all saw counts once for each, and that is said.
    clients = work / "clients"
    clients.mkdir()
    for view in (1, 2, 3):
        run("cut", views, "-q", "--view", view, "-o", clients / f"client{view}.reel")
    count = "SELECT count(*) FROM kills"
    note = "client1.reel: is of one match with " + ", ".join(str(clients / f"client{view}.reel") for view in (2, 3))
    (clients / "outpost.reel").write_bytes(OUTPOST.read_bytes())
    for words in (["sql", clients, count], ["export", clients, "--append", work / "of_clients"],
                  ["export", clients, "-o", work / "of_clients.duckdb"]):
        said = run(*words).stderr
        assert said.count("is of one match with") == 1 and note in said, said
        assert "tickreel merge --views" in said, said
    for words in (["sql", clients / "client1.reel", clients / "outpost.reel", count], ["sql", views, OUTPOST, count],
                  ["sql", views, OUTPOST, "--view", "all", count], ["sql", clients, count, "-q"]):
        said = run(*words).stderr
        assert "is of one match" not in said, said
    (clients / "copy.reel").write_bytes((clients / "client1.reel").read_bytes())
    said = run("export", clients / "client1.reel", clients / "copy.reel", "--append", work / "of_copies").stderr
    assert "is of one match" not in said, said
    assert "copy.reel is the same recording as " in said and "Added 1 recording." in said, said

    # The columns of the common tables are the same whatever the game and the batch; no file is empty.
    for table in ("matches", "players", "snapshots", "events"):
        files = f"'{data}/*/{table}.parquet'"
        shapes = sql(f"SELECT count(DISTINCT file_name) AS files, name, type, logical_type FROM parquet_schema({files}) GROUP BY ALL")
        count = max(shape["files"] for shape in shapes)
        assert {str(shape["files"]) for shape in shapes} == {str(count)}, f"{table}: {shapes}"
        columns = {shape["name"] for shape in shapes}
        assert {"match", "map", "server"} <= columns and (table == "matches" or "segment" in columns), columns
    assert one(f"SELECT min(num_rows) > 0 FROM parquet_file_metadata('{data}/**/*.parquet')") == [True]
    in_ddnet = f"'{data}/*/ddnet_0.6/*.parquet'"
    assert one(f"SELECT count(DISTINCT file_name) = count(*) FROM parquet_schema({in_ddnet}) WHERE name = 'segment'") == [True]
    # Times say that they are UTC, and what the columns are is in the file.
    utc = one(f"SELECT bool_and(logical_type LIKE '%isAdjustedToUTC=1%') FROM parquet_schema('{data}/**/*.parquet') "
              "WHERE name IN ('time', 'start', 'from_time', 'to_time')")
    assert utc == [True], utc
    [about] = sql(f"SELECT decode(value) AS v FROM parquet_kv_metadata('{data}/*/ddnet_0.6/character.parquet') "
                  "WHERE decode(key) = 'tickreel' LIMIT 1")
    units = {column["name"]: column.get("unit") for column in json.loads(about["v"])["tables"][0]["columns"]}
    assert units["x"] == "unit", units

    # Two files of one name are told apart, and all maps of a recording are named.
    other = work / "other"
    other.mkdir()
    run("cut", ARENA, "-q", "--time", "0:40..0:50", "-o", other / "part0.reel")
    run("merge", "-q", other / "part0.reel", season / "part1.reel", "-o", other / "two.reel")
    run("export", other / "part0.reel", other / "two.reel", season / "part0.reel", "--append", work / "named")
    named = sql(f"SELECT file, map FROM '{work}/named/*/matches.parquet' ORDER BY file")
    assert [row["file"] for row in named] == \
        [str(path) for path in (other / "part0.reel", other / "two.reel", season / "part0.reel")], named
    assert [row["map"] for row in named] == \
        ["tickreel_arena", "tickreel_arena, tickreel_arena", "tickreel_arena"], named

    # The rows are those of `tickreel sql`.
    arena = one(f"SELECT match FROM '{data}/*/matches.parquet' WHERE file LIKE '%/arena.reel'")[0]
    for table in ("character", "kill", "sv_chat"):
        plan = "sv_kill_msg" if table == "kill" else table
        columns = [row["column_name"] for row in sql(f"DESCRIBE {table}")]
        picked = ", ".join(f'"{c}"' for c in columns if c not in ("file", "time") and not c.endswith("_time"))
        hashed = f"SELECT count(*) AS n, sum(hash({picked}))::VARCHAR AS h FROM "
        assert one(hashed + f"'{data}/{arena}/ddnet_0.6/{plan}.parquet'") == one(hashed + table), table
    same_time = f"SELECT epoch_us(max(time)) FROM "
    assert one(same_time + f"'{data}/{arena}/snapshots.parquet'") == one(same_time + "snapshots")
    # People are called as in the views, also who is no player and who is named by the event itself.
    outpost = one(f"SELECT match FROM '{data}/*/matches.parquet' WHERE file LIKE '%/outpost.reel'")[0]
    for reel, match in ((ARENA, arena), (OUTPOST, outpost)):
        kills = "SELECT tick, {0} AS k, {1} AS v FROM {2} ORDER BY ALL"
        assert sql(kills.format("actor_name", "object_name", f"'{data}/{match}/events.parquet' WHERE class = 'kill'")) == \
            sql(kills.format("killer_name", "victim_name", "kills"), reel) != [], f"kills of {reel}"
        lines = "SELECT tick, {0} AS n, {1} AS t FROM {2} ORDER BY ALL"
        assert sql(lines.format("actor_name", "text", f"'{data}/{match}/events.parquet' WHERE class = 'chat' AND type <> 'Sv_Motd'")) == \
            sql(lines.format("name", "message", "chat_lines"), reel) != [], f"chat of {reel}"
    weapons = "SELECT tick, weapon FROM {0} ORDER BY ALL"
    assert sql(weapons.format(f"'{data}/{arena}/events.parquet' WHERE class = 'kill'")) == sql(weapons.format("kills")), "weapons"
    assert one(f"SELECT count(*) FROM '{data}/{arena}/events.parquet' WHERE class = 'chat' AND text IS NOT NULL")[0] != 0
    assert sql(f"SELECT tick, text, map FROM '{data}/*/markers.parquet'") == \
        [{"tick": sql("SELECT 1000::BIGINT AS t")[0]["t"], "text": "it's here", "map": "tickreel_arena"}]
    assert one(f"SELECT start FROM '{data}/{arena}/matches.parquet'")[0].startswith("2026-11-21 05:56:56.308")

    # Killed while it writes: every match that is there is whole, and the next run adds the others.
    crash = work / "crash"
    for _ in range(4):
        child = subprocess.Popen([TICKREEL, "export", season, "--append", crash], stderr=subprocess.DEVNULL, start_new_session=True)
        while child.poll() is None and not begun(crash):
            pass
        if child.poll() is None:
            os.killpg(child.pid, signal.SIGKILL)
        child.wait()
        if (crash / ".unfinished").exists():  # its jobs hold the lock until the last of them has ended
            held = os.open(crash / ".unfinished", os.O_RDONLY)
            fcntl.flock(held, fcntl.LOCK_EX)
            os.close(held)
        for match in matches(crash) if crash.exists() else []:
            assert names(crash, match) == names(data, match)
    run("export", season, "--append", crash)
    assert matches(crash) == matches(data) and not list(crash.glob(".unfinished/*"))
    assert [names(crash, match) for match in matches(crash)] == [names(data, match) for match in matches(data)]

    # Killed alone, its jobs end too: the next run need not wait for what nobody asks for any more.
    orphan = work / "orphan"
    child = subprocess.Popen([TICKREEL, "export", season, "--append", orphan], stderr=subprocess.DEVNULL)
    while child.poll() is None and not begun(orphan):
        pass
    begun = matches(orphan)
    child.kill()
    child.wait()
    held = os.open(orphan / ".unfinished", os.O_RDONLY)
    fcntl.flock(held, fcntl.LOCK_EX)
    os.close(held)
    assert matches(orphan) == begun == [], "a job went on without its command"

    # What cannot be added says why, and nothing of it is there.
    unfinished = work / "unfinished.reel"
    unfinished.write_bytes(ARENA.read_bytes()[:-100])
    only = work / "only"
    assert "not finished" in run("export", unfinished, "--append", only, code=1).stderr
    damaged = work / "damaged.reel"
    damaged.write_bytes(ARENA.read_bytes())
    with open(damaged, "r+b") as file:
        file.seek(ARENA.stat().st_size // 2)
        byte = file.read(1)
        file.seek(-1, 1)
        file.write(bytes([byte[0] ^ 1]))
    for _ in range(2):  # refused, never taken for one that is there
        assert "is damaged" in run("export", damaged, "--append", only, code=1).stderr
    assert matches(only) == []
    # Where something else is in the dataset, it is the same however often: 3, and which are bad.
    other = work / "other.reel"
    run("cut", ARENA, "-q", "--time", "0:20..0:50", "-o", other)
    broken = bytearray(other.read_bytes())
    broken[len(broken) // 2] ^= 1
    other.write_bytes(broken)
    for _ in range(2):
        said = run("export", ARENA, other, "--append", work / "some", code=3).stderr
        assert "other.reel: is damaged" in said, said
    assert len(matches(work / "some")) == 1
    lock = os.open(only / ".unfinished", os.O_RDONLY)
    fcntl.flock(lock, fcntl.LOCK_EX)
    assert "another" in run("export", ARENA, "--append", only, code=1).stderr
    os.close(lock)
    assert run("export", ARENA, code=2).stderr and run("export", ARENA, "--append", only, "--ticks", "1..2", code=2).stderr
print("a dataset grows")
