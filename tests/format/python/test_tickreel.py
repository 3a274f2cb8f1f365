#!/usr/bin/env python3
"""The Python package against `tickreel` itself: the same numbers by SQL and by NDJSON.

usage: test_tickreel.py BUILD_DIR      (exit 77: no numpy here)
"""
import csv
import ctypes
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import warnings
from pathlib import Path

try:
    import numpy as np
except ImportError:
    print("skipped: numpy is not installed (Debian: python3-numpy)")
    sys.exit(77)

if not Path(os.environ.get("TICKREEL_LIBRARY", "")).exists():
    print("skipped: no libtickreel.so.1 that Python can load; ./check builds one into build/release")
    sys.exit(77)

BUILD = Path(sys.argv.pop(1))
SOURCE = Path(__file__).resolve().parents[3]
DEMO = SOURCE / "demos" / "arena_8_players.reel"
FIREFALL = SOURCE / "demos" / "outpost_firefall.reel"
sys.path.insert(0, str(SOURCE / "format" / "python"))
import tickreel  # noqa: E402
from tickreel.ranges import doubts  # noqa: E402
from tickreel.tensor import _names_of_several  # noqa: E402


def run(*arguments):
    return subprocess.run([BUILD / "bin" / "tickreel", *map(str, arguments)], check=True, capture_output=True,
                          text=True).stdout


def sql(query, file=DEMO):
    """Rows of texts; None: this build has no DuckDB."""
    done = subprocess.run([BUILD / "bin" / "tickreel", "sql", file, query, "--format", "csv"], capture_output=True,
                          text=True)
    if "without DuckDB" in done.stderr:
        return None
    if done.returncode != 0:
        raise AssertionError(done.stderr)
    return list(csv.reader(io.StringIO(done.stdout)))[1:]


class Recordings(unittest.TestCase):
    def setUp(self):
        self.reel = tickreel.open(DEMO)

    def tearDown(self):
        self.reel.close()

    def test_facts(self):
        info = json.loads(run("info", DEMO, "--format", "ndjson"))
        self.assertEqual(self.reel.info["snapshots"], info["snapshots"])
        self.assertEqual(self.reel.info["wire_checksum"], info["wire_checksum"])
        self.assertEqual({name: count for name, count in self.reel.info["events"].items() if count}, info["events"])
        self.assertEqual(self.reel.segments, [(int(info["tick_first"]), int(info["tick_last"]), info["map"])])
        self.assertEqual(self.reel.ticks_per_second, info["tick_rate"])
        self.assertTrue(self.reel.finished)

    def test_types_have_units_and_roles(self):
        x = self.reel.types["Character"].field_with_role("position.x")
        self.assertEqual(x.name, "x")
        self.assertTrue(x.unit)
        self.assertIn("grenade", self.reel.types["Character"].fields["weapon"].values.values())
        self.assertEqual(self.reel.types["Sv_KillMsg"].about, "kill")

    def test_snapshot_is_that_of_at(self):
        frame = self.reel.at("50%")
        lines = [json.loads(line) for line in run("at", DEMO, "50%", "--format", "ndjson").splitlines()]
        lines = [line for line in lines if "id" in line]
        self.assertEqual(frame.tick, int(lines[0]["tick"]))
        self.assertEqual(len(frame.items), len(lines))
        for line in lines:
            item = frame[line["type"]][int(line["id"])]
            for name, value in line["fields"].items():
                field = item.type.fields[name]
                if field.kind == "enum":
                    value = field.values.get(value, value)
                if isinstance(value, (int, str)) and field.kind != "flags":
                    self.assertEqual(str(item[name]), str(value), f"{line['type']} {line['id']} {name}")

    def test_every_frame(self):
        ticks = [frame.tick for frame in self.reel.frames("10%..12%")]
        low, high = self.reel.locate("10%")[1], self.reel.locate("12%")[1]
        self.assertEqual(ticks, [t for t in self.reel.table("snapshots")["tick"].tolist() if low <= t < high])
        self.assertGreater(len(ticks), 10)

    def test_columns_are_those_of_sql(self):
        rows = sql("SELECT tick, id, x, vel_y, weapon, health, checksum, epoch_us(time) FROM character")
        if rows is None:
            self.skipTest("no DuckDB")
        table = self.reel.table("character", ["tick", "id", "x", "vel_y", "weapon", "health", "checksum", "time"])
        self.assertEqual(len(table), len(rows))
        for name, place in (("tick", 0), ("id", 1), ("x", 2), ("vel_y", 3), ("weapon", 4), ("checksum", 6)):
            self.assertEqual([str(value) for value in table[name].tolist()], [row[place] for row in rows], name)
        health = ["" if value is None else str(value) for value in table["health"].tolist()]
        self.assertEqual(health, [row[5] for row in rows])
        self.assertIn("", health)  # what the server hides
        self.assertEqual(table["time"].astype("int64").tolist(), [int(row[7]) for row in rows])

    def test_every_table_has_the_rows_of_sql(self):
        for name in self.reel.tables:
            rows = sql(f'SELECT count(*) FROM "{name}"')
            if rows is None:
                self.skipTest("no DuckDB")
            self.assertEqual(len(self.reel.table(name, self.reel.table(name).columns[:1])), int(rows[0][0]), name)

    def test_a_table_of_another_game(self):
        with tickreel.open(FIREFALL) as reel:
            counts = reel.info["items"]
            name = max(counts, key=counts.get)
            self.assertEqual(len(reel.table(name, ["tick"])), counts[name])

    def test_ranges(self):
        whole = self.reel.table("character", ["tick"])["tick"]
        part = self.reel.table("character", ["tick"], ticks=(1000, 1200))["tick"]
        self.assertEqual(part.tolist(), whole[(whole >= 1000) & (whole < 1200)].tolist())
        self.assertEqual(part.tolist(), self.reel.table("character", ["tick"], ticks="1000..1200")["tick"].tolist())

    def test_ranges_with_nothing_in_them_are_warned_of(self):
        for ticks in ("900000..", "s5:1..", "1..5"):
            with self.assertWarnsRegex(UserWarning, "has no snapshot in"):
                self.assertEqual(len(self.reel.table("character", ["tick"], ticks=ticks)), 0)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            self.reel.table("character", ["tick"], ticks="1000..1200")
            self.reel.table("character", ["tick"], ticks="s0:1000..")

    def test_ticks_of_several_segments_are_warned_of(self):
        segments = [(20, 3000, ""), (10, 4000, ""), (5, 2500, "")]
        self.assertEqual(doubts(segments, "1000..2000", (0, 1000), (0, 2000)),
                         "takes ticks 1000..2000 of segment 0; segments 1 and 2 have such ticks too: "
                         "write s1:TICK for those")
        self.assertIsNone(doubts(segments, "s0:1000..s0:2000", (0, 1000), (0, 2000)))

    def test_batches_say_what_the_table_says(self):
        table = self.reel.table("character", ["tick", "weapon"], batch_rows=1000)
        batches = list(table.batches())
        self.assertGreater(len(batches), 5)
        self.assertTrue(all(len(batch["tick"]) <= 1000 for batch in batches))
        self.assertEqual(np.concatenate([batch["weapon"] for batch in batches]).tolist(), table["weapon"].tolist())

    def test_events(self):
        kills = self.reel.events("kill")
        self.assertEqual(len(kills), self.reel.info["events"]["Sv_KillMsg"])
        self.assertEqual(len(self.reel.events("chat")), self.reel.info["events"]["Sv_Chat"])
        with self.assertRaises(tickreel.Error):
            self.reel.events("no such thing")

    def test_events_of_a_class_that_the_file_has_none_of_are_none(self):
        with tickreel.open(FIREFALL) as reel:
            classes = {type_.about for type_ in reel.types.values()}
            absent = [name for name in ("kill", "chat", "flag", "vote") if name not in classes]
            self.assertTrue(absent)
            for name in absent:
                self.assertEqual(list(reel.events(name)), [])
                self.assertEqual(reel.events(name, ["tick", "victim"]).columns, ["tick", "victim"])

    def test_query_is_that_of_tickreel_query(self):
        for expression in ("Character.health <= 2", "kill", "Character.weapon == grenade for 1s", "DDNetCharacter.jumps > 1", "race or Sv_VoteSet"):
            hits = [json.loads(line) for line in run("query", DEMO, expression, "--format", "ndjson").splitlines()]
            mine = self.reel.query(expression)
            self.assertEqual(mine["tick_first"].tolist(), [int(hit["tick_first"]) for hit in hits])
            self.assertEqual(mine["snapshots"].sum() if hits else 0, sum(hit["snapshots"] for hit in hits))
            self.assertEqual([str(name) for name in mine["name"].tolist()], [str(hit["name"]) for hit in hits])

    def test_markers(self):
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / "marked.reel"
            shutil.copy(DEMO, copy)
            run("mark", copy, "--tick", "0:30", "--text", "here")
            (marker,) = tickreel.open(copy).markers
            self.assertEqual((marker.text, marker.seconds), ("here", 30.0))
            table = tickreel.open(copy).table("markers")
            self.assertEqual([(row, second) for row, second in zip(table["text"].tolist(), table["seconds"].tolist())],
                             [(marker.text, marker.seconds)])
            self.assertEqual((table["segment"].tolist(), table["tick"].tolist(), table["color"].tolist()),
                             ([marker.segment], [marker.tick], [marker.color]))

    def test_verify(self):
        line = json.loads(run("verify", DEMO, "--format", "ndjson"))
        totals = self.reel.verify()
        for name in ("chunks", "snapshots", "wire_ok", "wire_mismatch", "wire_absent"):
            self.assertEqual(getattr(totals, name), line[name])
        self.assertTrue(totals.sound)

    def test_damage_is_seen_and_read_over(self):
        with tempfile.TemporaryDirectory() as folder:
            broken = Path(folder) / "broken.reel"
            data = bytearray(DEMO.read_bytes())
            middle = len(data) // 2
            data[middle:middle + 50] = bytes(50)
            broken.write_bytes(data)
            whole = len(self.reel.table("character", ["tick"]))
            for read in (lambda reel: len(reel.table("character", ["tick"])), lambda reel: list(reel.events("kill")),
                         lambda reel: list(reel.table("character", ["tick"]).batches()),
                         lambda reel: list(reel.frames()), lambda reel: reel.tensor(features=["x"]),
                         lambda reel: list(reel.query("Character.health <= 2"))):
                with self.assertRaisesRegex(tickreel.Error, r"broken.reel: ticks \d+\.\.\d+ are missing.*lossy=True"):
                    with tickreel.open(broken) as reel:
                        read(reel)
                with self.assertWarnsRegex(UserWarning, r"ticks \d+\.\.\d+ are missing"):
                    with tickreel.open(broken, lossy=True) as reel:
                        read(reel)
            with tickreel.open(broken) as reel:  # what is asked for is whole
                self.assertGreater(len(reel.table("character", ["tick"], ticks="..200")), 0)
                tensor = reel.tensor(features=["x"], ticks="..200")
                sound = self.reel.tensor(features=["x"], ticks="..200", players=tensor.players)
                self.assertTrue(np.array_equal(tensor.values, sound.values, equal_nan=True))
                self.assertEqual(tensor.mask.sum(), sound.mask.sum())
            warnings.simplefilter("ignore")
            self.addCleanup(warnings.resetwarnings)
            reel = tickreel.open(broken, lossy=True)
            rows = len(reel.table("character", ["tick"]))
            self.assertLess(rows, whole)
            self.assertTrue(0 < rows < len(self.reel.table("character", ["tick"])))
            totals = reel.verify()
            self.assertFalse(totals.sound)
            self.assertGreater(totals.unreadable_ticks, 0)
            self.assertTrue(reel.info["damage"])
            (Path(folder) / "no.reel").write_bytes(b"nothing")
            with self.assertRaises(tickreel.Error) as refused:
                tickreel.open(Path(folder) / "no.reel")
            self.assertEqual(refused.exception.status, tickreel.Error.FILE)

    def test_markers_say_that_one_may_be_lost(self):
        with tempfile.TemporaryDirectory() as folder:
            broken = Path(folder) / "broken.reel"
            data = bytearray(DEMO.read_bytes())
            data[-60] ^= 1  # the end record: the markers are there, but nobody can know that
            broken.write_bytes(data)
            with tickreel.open(broken) as reel:
                for read in (lambda: list(reel.table("markers")), lambda: reel.markers):
                    with self.assertRaisesRegex(tickreel.Error, r"broken.reel: .*damaged at.*lossy=True"):
                        read()
            with tickreel.open(broken, lossy=True) as reel, self.assertWarnsRegex(UserWarning, "damaged at"):
                self.assertEqual(len(reel.markers), len(self.reel.markers))

    def test_at_says_that_the_snapshot_of_a_place_is_lost(self):
        with tempfile.TemporaryDirectory() as folder:
            cut = Path(folder) / "cut.reel"
            data = bytearray(DEMO.read_bytes())
            data[len(data) // 2] ^= 255
            cut.write_bytes(data)
            with tickreel.open(cut) as reel:
                reel.verify()
                damage = reel.info["damage"][0]
            hole = damage["ticks"]["from"] - 2
            data[damage["offset"]:damage["offset"] + 64] = bytes(64)
            cut.write_bytes(data[:len(data) * 2 // 3])  # no index says what was there
            with tickreel.open(cut) as reel:
                self.assertEqual(reel.at(hole).tick, hole)
                with self.assertRaisesRegex(tickreel.Error, r"cut.reel: ticks \d+\.\.\d+ are missing.*lossy=True"):
                    reel.at(hole + 3)
            with tickreel.open(cut, lossy=True) as reel, self.assertWarnsRegex(UserWarning, "are missing"):
                self.assertEqual(reel.at(hole + 3).tick, hole)

    def test_every_flipped_byte_is_an_answer_or_an_error(self):
        data = (SOURCE / "tests" / "vectors" / "columns.reel").read_bytes()
        with tempfile.TemporaryDirectory() as folder:
            for place in range(0, len(data), 7):
                broken = bytearray(data)
                broken[place] ^= 0x55
                path = Path(folder) / "flipped.reel"
                path.write_bytes(broken)
                try:
                    with tickreel.open(path) as reel:
                        for name in reel.tables:
                            reel.table(name).numpy()
                        reel.verify()
                except tickreel.Error as problem:
                    self.assertTrue(str(problem))

    def test_names_are_checked_with_a_hint(self):
        with self.assertRaisesRegex(tickreel.Error, "did you mean 'character'"):
            self.reel.table("charakter")
        with self.assertRaisesRegex(tickreel.Error, "did you mean 'weapon'"):
            self.reel.table("character", ["wepon"])

    def test_memory_limit(self):
        with self.assertRaises(tickreel.Error) as refused:
            self.reel.table("character", ["weapon"], batch_bytes=64).numpy()
        self.assertEqual(refused.exception.status, tickreel.Error.LIMIT)

    def test_threads(self):
        expected, found = self.reel.table("character", ["x"])["x"].sum(), []
        threads = [threading.Thread(target=lambda: found.append(self.reel.table("character", ["x"])["x"].sum()))
                   for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(found, [expected] * 4)


class Tensors(unittest.TestCase):
    def setUp(self):
        self.reel = tickreel.open(DEMO)

    def test_a_name_that_two_have_at_one_time_is_two_columns(self):
        stays = [(0, 1, "Ann", 10, 20), (0, 2, "Ann", 20, 30), (0, 3, "Eve", 10, 20), (0, 4, "Eve", 19, 30),
                 (1, 5, "Eve", 10, 30), (0, 6, "Bob", 10, 20), (1, 7, "Bob", 10, 20)]  # segment, id, name, from, to
        self.assertEqual(_names_of_several(stays), {"Eve"})

    def test_is_what_the_table_says(self):
        tensor = self.reel.tensor(features=["x", "y", "health"])
        table = self.reel.table("character", ["tick", "id", "x", "y", "health"]).numpy()
        names = {id_: name for id_, name, _, _, _ in self.reel.table(
            "players", ["id", "name", "from_tick", "to_tick", "segment"])}
        ticks = {tick: row for row, tick in enumerate(tensor.ticks.tolist())}
        self.assertEqual(tensor.shape, (len(np.unique(table["tick"])), len(set(names.values())), 3))
        self.assertEqual(tensor.mask.sum(), len(table["tick"]))
        for tick, id_, x, y, health in list(zip(*(table[name].tolist() for name in table)))[::37]:
            row, player = ticks[tick], tensor.players.index(names[id_])
            self.assertTrue(tensor.mask[row, player])
            self.assertEqual(tensor.values[row, player, :2].tolist(), [x, y])
            self.assertTrue(np.isnan(tensor.values[row, player, 2]) if health is None
                            else tensor.values[row, player, 2] == health)
        self.assertTrue(np.isnan(tensor.values[~tensor.mask]).all())

    def test_does_not_depend_on_batches(self):
        from tickreel import tensor as module
        for hz in (None, 50, 10, 1):
            whole = self.reel.tensor(hz=hz)
            rows, module.BATCH_ROWS = module.BATCH_ROWS, 13
            try:
                parts = self.reel.tensor(hz=hz)
            finally:
                module.BATCH_ROWS = rows
            self.assertTrue(np.array_equal(whole.values, parts.values, equal_nan=True), hz)
            self.assertTrue(np.array_equal(whole.mask, parts.mask), hz)

    def test_hz_takes_the_snapshots_that_every_takes(self):
        for file in (DEMO, FIREFALL):
            with tickreel.open(file) as reel:
                whole = reel.tensor()
                rows = {tick: row for row, tick in enumerate(whole.ticks.tolist())}
                for hz, every in ((1, "1s"), (5, "200ms"), (3, "3Hz"), (0.1, "10s")):
                    lines = run("cat", file, "--every", every, "--format", "ndjson").splitlines()
                    ticks = list(dict.fromkeys(int(json.loads(line)["tick"]) for line in lines))
                    cells = reel.tensor(hz=hz)
                    self.assertEqual(cells.ticks.tolist(), ticks, (file, hz))
                    for row, tick in enumerate(ticks):
                        if tick in rows:
                            self.assertTrue(np.array_equal(cells.values[row], whole.values[rows[tick]], equal_nan=True))
                        else:
                            self.assertFalse(cells.mask[row].any())
        cells = self.reel.tensor(features=["x"], hz=1)
        self.assertEqual(cells.ticks[:3].tolist(), [20, 50, 100])
        self.assertEqual(cells.values[0, cells.players.index("Aster"), 0], 368)
        every = self.reel.tensor(features=["x"], hz=1000)  # above the tick rate
        self.assertEqual(every.ticks.tolist(), self.reel.table("snapshots", ["tick"])["tick"].tolist())
        part = self.reel.tensor(hz=1, ticks=(105, 260))
        self.assertEqual(part.ticks.tolist(), [106, 150, 200, 250])

    def test_players_by_name_and_by_id(self):
        everybody = self.reel.tensor()
        one = self.reel.tensor(players=[everybody.players[3].lower()])
        self.assertEqual(one.players, [everybody.players[3]])
        self.assertTrue(np.array_equal(one.mask[:, 0], everybody.mask[:, 3]))
        ids = np.unique(self.reel.table("character", ["id"])["id"]).tolist()
        by_id = self.reel.tensor(players=ids)
        self.assertEqual(by_id.mask.sum(), everybody.mask.sum())

    def test_what_is_not_there_is_refused(self):
        with self.assertRaisesRegex(tickreel.Error, "nobody is called 'Astre'; did you mean 'Aster'"):
            self.reel.tensor(players=["Astre"])
        with self.assertRaisesRegex(tickreel.Error, "nobody is called 'nobody'"):
            self.reel.tensor(players=["nobody"])
        with self.assertRaisesRegex(tickreel.Error, "nobody has the id 99; there are: 0, 1, 2"):
            self.reel.tensor(players=[0, 99])
        with self.assertRaisesRegex(tickreel.Error, "'snapshots' is no type of items"):
            self.reel.tensor(table="snapshots")
        with self.assertRaisesRegex(tickreel.Error, "hz must be"):
            self.reel.tensor(hz=0)

    def test_a_text_is_refused(self):
        with self.assertRaisesRegex(tickreel.Error, "weapon"):
            self.reel.tensor(features=["weapon"])


class Live(unittest.TestCase):
    def test_follow_gives_every_frame_of_a_file_that_grows(self):
        data = DEMO.read_bytes()
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "live.reel"
            path.write_bytes(data[:len(data) // 3])

            def grow():
                with path.open("ab") as file:
                    for part in range(len(data) // 3, len(data), 9973):
                        file.write(data[part:part + 9973])
                        file.flush()
                        time.sleep(0.02)

            writer = threading.Thread(target=grow)
            reel = tickreel.open(path)
            self.assertFalse(reel.finished)
            writer.start()
            ticks = [frame.tick for frame in reel.follow(from_start=True, poll=0.01, timeout=30)]
            writer.join()
            self.assertTrue(reel.finished)
        with tickreel.open(DEMO) as whole:
            self.assertEqual(ticks, whole.table("snapshots", ["tick"])["tick"].tolist())


class Arrow(unittest.TestCase):
    def setUp(self):
        self.reel = tickreel.open(DEMO)

    def test_capsules_are_freed_whether_taken_or_not(self):
        from tickreel import arrow
        table = self.reel.table("kill")
        capsule = table.__arrow_c_stream__()
        self.assertEqual(len(arrow._streams), 1)
        del capsule
        self.assertEqual(len(arrow._streams), 0)
        self.assertFalse(self.reel.refresh())  # no stream is left open

    def test_duckdb_reads_the_stream(self):
        """DuckDB's own reader of Arrow streams, which knows nothing of us."""
        library = BUILD / "lib" / "tickreel" / "libduckdb.so"
        rows = sql("SELECT weapon, sum(x), count(health), max(epoch_us(time)) FROM character GROUP BY 1 ORDER BY 1")
        if rows is None or not library.exists():
            self.skipTest("no DuckDB")
        duck = ctypes.CDLL(str(library))
        database, connection = ctypes.c_void_p(), ctypes.c_void_p()
        self.assertEqual(duck.duckdb_open(None, ctypes.byref(database)), 0)
        self.assertEqual(duck.duckdb_connect(database, ctypes.byref(connection)), 0)
        stream = self.reel.table("character", batch_rows=1000)._take()
        duck.duckdb_arrow_scan.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
        self.assertEqual(duck.duckdb_arrow_scan(connection, b"rows", ctypes.addressof(stream)), 0)
        duck.duckdb_query.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
        duck.duckdb_value_varchar.argtypes = [ctypes.c_void_p, ctypes.c_uint64, ctypes.c_uint64]
        duck.duckdb_value_varchar.restype = ctypes.c_char_p
        duck.duckdb_row_count.restype = ctypes.c_uint64
        result = (ctypes.c_char * 256)()
        for statement in (b"CREATE TABLE all_rows AS SELECT * FROM rows",  # it projects what streams do not
                          b"SELECT weapon, sum(x), count(health), max(epoch_us(time)) FROM all_rows GROUP BY 1 ORDER BY 1"):
            self.assertEqual(duck.duckdb_query(connection, statement, result), 0)
        found = [[duck.duckdb_value_varchar(result, column, row).decode() for column in range(4)]
                 for row in range(duck.duckdb_row_count(result))]
        self.assertEqual(found, rows)
        duck.duckdb_destroy_result(result)
        duck.duckdb_disconnect(ctypes.byref(connection))
        duck.duckdb_close(ctypes.byref(database))

    def test_pyarrow_polars_and_pandas(self):
        table = self.reel.table("character", ["tick", "weapon", "health"])
        found = 0
        for name, convert in (("pyarrow", table.to_arrow), ("polars", table.to_polars), ("pandas", table.to_pandas)):
            try:
                __import__(name)
            except ImportError:
                continue
            self.assertEqual(len(convert()), len(table))
            found += 1
        if not found:
            self.skipTest("none of them is installed")


class Tutorial(unittest.TestCase):
    def test_the_code_of_the_tutorial_runs_and_prints_what_it_says(self):
        text = (SOURCE / "format" / "python" / "README.md").read_text(encoding="utf-8")
        blocks, printed = [], []
        for part in text.split("```python\n")[1:]:
            code, _, rest = part.partition("```\n")
            blocks.append(code)
            printed.append(rest.lstrip().removeprefix("```text\n").partition("```\n")[0]
                           if rest.lstrip().startswith("```text\n") else None)
        self.assertGreater(len(blocks), 5)
        names = {}
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(DEMO, Path(folder) / "match.reel")
            for code, expected in zip(blocks, printed):
                code = code.replace('"match.reel"', f'"{folder}/match.reel"')
                out = io.StringIO()
                names["print"] = lambda *what, out=out: print(*what, file=out)
                exec(compile(code, "README.md", "exec"), names)
                if expected is not None:
                    self.assertEqual(out.getvalue(), expected)


if __name__ == "__main__":
    unittest.main()
