#!/usr/bin/env python3
"""What the Python package is asked wrongly, or in another spelling: an answer to what was meant or an error, never another answer.

usage: test_misuse.py BUILD_DIR      (exit 77: no numpy here)
"""
import os
import sys
import tempfile
import unittest
import warnings
from pathlib import Path
from types import SimpleNamespace

try:
    import numpy as np
except ImportError:
    print("skipped: numpy is not installed (Debian: python3-numpy)")
    sys.exit(77)

if not Path(os.environ.get("TICKREEL_LIBRARY", "")).exists():
    print("skipped: no libtickreel.so.1 that Python can load; ./check builds one into build/release")
    sys.exit(77)

SOURCE = Path(__file__).resolve().parents[3]
DEMO = SOURCE / "demos" / "arena_8_players.reel"
sys.argv[1:] = []
sys.path.insert(0, str(SOURCE / "format" / "python"))
import tickreel  # noqa: E402
from tickreel.schema import read_types  # noqa: E402
from tickreel.table import for_pandas  # noqa: E402
from tickreel.tensor import _numbers  # noqa: E402


class Misuse(unittest.TestCase):
    def setUp(self):
        self.reel = tickreel.open(DEMO)

    def tearDown(self):
        self.reel.close()

    def refused(self, pattern):
        return self.assertRaisesRegex(tickreel.Error, pattern)

    def test_types_and_fields_of_a_frame_in_any_spelling(self):
        frame = self.reel.at("50%")
        self.assertEqual(list(frame["Player_Info"]), list(frame["PlayerInfo"]))
        self.assertEqual(list(frame["character"]), list(frame["Character"]))
        self.assertTrue(frame["character"])
        tee = frame["Character"][0]
        self.assertEqual(tee["VelX"], tee["vel_x"])
        with self.assertRaises(KeyError):
            tee["no such field"]
        self.assertEqual(frame["NoSuchType"], {})

    def test_fields_behind_two_of_one_name_are_not_shifted(self):
        field = {"kind": "int32", "unit": "", "scale": 1, "roles": [], "nullable": False}
        (type_,) = read_types([{"name": "T", "use": "item", "class": "other", "known": True, "shares_names": False,
                                "fields": [dict(field, name=name) for name in ("a", "a", "b")]}]).values()
        self.assertEqual(type_.places, {"a": 0, "b": 2})

    def test_places_beyond_the_numbers_of_the_library_are_outside(self):
        for place in ((0, 2**64 + 1520), (2**32, 1520), (-1, 1520), (0, -2**63 - 1)):
            with self.refused("arena_8_players.reel: .* lies outside the recording") as problem:
                self.reel.at(place)
            self.assertEqual(problem.exception.status, tickreel.Error.NOWHERE)
        for place in ((0,), (0, 1520, 3), (0, 1520.5), ("0", "1520")):
            with self.refused("a segment and a tick"):
                self.reel.at(place)
        self.assertEqual(self.reel.at((np.int64(0), np.int32(1520))).tick, 1520)

    def test_a_range_has_no_step(self):
        with self.refused("no step"):
            self.reel.table("snapshots", ["tick"], slice(100, 200, 50))
        self.assertEqual(len(self.reel.table("snapshots", ["tick"], slice(100, 200))), 50)

    def test_a_range_that_reaches_beyond_the_recording_is_warned_of(self):
        for ticks in ("2900..9000", (5, 100), "s0:2900..s3:5"):
            with self.assertWarnsRegex(UserWarning, r"reaches beyond the recording \(ticks 20 to 3020\)"):
                self.assertGreater(len(self.reel.table("snapshots", ["tick"], ticks)), 0)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            for ticks in ("2900..", "..100", "2900..3021", "20..100", "s0:2900..", (None, 100), "90%..100%"):
                self.assertGreater(len(self.reel.table("snapshots", ["tick"], ticks)), 0)
        with tempfile.TemporaryDirectory() as folder:  # nobody knows where it ended; what is missing is said
            cut = Path(folder) / "cut.reel"
            cut.write_bytes(DEMO.read_bytes()[:60000])
            with tickreel.open(cut, lossy=True) as reel, warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                reel.table("snapshots", ["tick"], "100..9000").numpy()
                self.assertEqual(["beyond" in str(one.message) for one in caught], [False])

    def test_texts_do_not_end_at_a_zero(self):
        for ask in (lambda: tickreel.open(f"{DEMO}\0.old"), lambda: self.reel.at("1520\0009"),
                    lambda: self.reel.table("kill\0x"), lambda: self.reel.table("kill", ["tick\0x"]),
                    lambda: self.reel.table("kill", ticks="100..200\x00300"),
                    lambda: self.reel.query("Character.health < 5\0 and kill").numpy()):
            with self.refused("zero byte"):
                ask()

    def test_no_columns_are_not_no_rows(self):
        with self.refused("no columns"):
            self.reel.table("snapshots", [])

    def test_a_closed_recording_says_so(self):
        reel, table = self.reel, self.reel.table("kill")
        tee = reel.at("50%")["Character"][0]
        reel.close()
        for ask in (lambda: reel.finished, lambda: reel.segments, lambda: reel.markers, lambda: reel.info,
                    lambda: reel.ticks_per_second, reel.verify, lambda: reel.at((0, 1520)), lambda: reel.at("50%"),
                    reel.refresh, lambda: next(reel.follow()), lambda: list(reel.frames()), lambda: len(table),
                    lambda: reel.table("kill"), lambda: reel.query("kill"), reel.tensor, lambda: tee["x"]):
            with self.refused("arena_8_players.reel: is closed"):
                ask()
        reel.close()

    def test_items_whose_types_the_file_lacks_have_their_words(self):
        vectors = SOURCE / "tests" / "vectors"
        with tickreel.open(vectors / "clock.reel") as reel:
            item = next(reel.frames()).items[0]
            self.assertEqual((item.type.name, item.type.known, item.fields()), ("lost type 0", False, {}))
            self.assertEqual(item.words.tolist(), [1])
        with tickreel.open(vectors / "events.reel") as reel:
            self.assertEqual({event.type.use for frame in reel.frames() for event in frame.events}, {"event"})

    def test_errors_name_the_file(self):
        for ask in (lambda: self.reel.at(99999), lambda: self.reel.at("noon"), lambda: self.reel.table("nothing"),
                    lambda: self.reel.table("kill", ticks="5..1"), lambda: self.reel.query("nothing at all"),
                    lambda: self.reel.table("character", ["weapon"], batch_bytes=64).numpy()):
            with self.refused("^[^ ]*arena_8_players.reel: "):
                ask()


class Pandas(unittest.TestCase):
    def test_ids_with_nulls_are_not_rounded(self):
        column = np.ma.MaskedArray(np.array([2**63 + 1, 5], np.uint64), mask=[False, True])
        stand_in = SimpleNamespace(arrays=SimpleNamespace(IntegerArray=lambda values, mask: (values, mask)))
        values, mask = for_pandas(column, stand_in)
        self.assertEqual((int(values[0]), values.dtype, mask.tolist()), (2**63 + 1, np.uint64, [False, True]))
        for other in (column.astype(np.int32), np.array([1, 2])):
            self.assertIs(for_pandas(other, stand_in), other)


class Tensors(unittest.TestCase):
    def setUp(self):
        self.reel = tickreel.open(DEMO)

    def tearDown(self):
        self.reel.close()

    def test_a_player_twice_is_refused(self):
        for players in (["Aster", "aster"], [0, 1, 0]):
            with self.assertRaisesRegex(tickreel.Error, "is asked for twice"):
                self.reel.tensor(players=players)

    def test_things_that_are_no_players_have_no_names(self):
        flags = self.reel.tensor(table="Flag", features=["x"])
        self.assertEqual(flags.players, np.unique(self.reel.table("Flag", ["id"])["id"]).tolist())
        self.assertTrue(flags.mask.any(axis=0).all())
        with self.assertRaisesRegex(tickreel.Error, "'Flag' are no players: say ids"):
            self.reel.tensor(table="Flag", features=["x"], players=["Aster"])
        self.assertIn("Aster", self.reel.tensor(table="player_info", features=["score"]).players)

    def test_features_in_any_case(self):
        self.assertTrue(np.array_equal(self.reel.tensor(features=["X"]).values, self.reel.tensor(features=["x"]).values,
                                       equal_nan=True))

    def test_memory_is_that_of_the_range(self):
        part = self.reel.tensor(ticks="10%..12%")
        held = part.values if part.values.base is None else part.values.base
        self.assertEqual(held.nbytes, part.values.nbytes)
        self.assertTrue(np.array_equal(part.ticks, self.reel.tensor(ticks="10%..12%", hz=1000).ticks))

    def test_what_float32_rounds_is_warned_of(self):
        with self.assertWarnsRegex(UserWarning, "'hook_tick'.*rounds"):
            _numbers(np.array([2**24 + 1]), "hook_tick")
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            _numbers(np.array([2**24 + 2, -2**24]), "hook_tick")
            _numbers(np.ma.MaskedArray(np.array([2**24 + 1, 5]), mask=[True, False]), "hook_tick")


if __name__ == "__main__":
    unittest.main()
