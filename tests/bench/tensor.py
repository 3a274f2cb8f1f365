#!/usr/bin/env python3
"""Positions of all players as one float32 array: CPU seconds of the Python package for each hour of the
recording, and of the way through CSV (`tickreel export`, then Python's csv module into the same array).

usage: TICKREEL_LIBRARY=LIB tensor.py TICKREEL FILE.reel
"""
import csv
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "format" / "python"))
import tickreel  # noqa: E402


def cpu():
    return sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))


def by_package(path):
    reel = tickreel.open(path)
    return reel.tensor(features=["x", "y"])


def by_csv(program, path):
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "match.csv"
        subprocess.run([program, "export", path, "-o", file, "--types", "Character"], check=True, capture_output=True)
        with file.open(newline="") as lines:
            rows = csv.DictReader(lines)
            found = np.array([(int(row["tick"]), int(row["id"]), float(row["x"]), float(row["y"])) for row in rows])
    ticks, at = np.unique(found[:, 0], return_inverse=True)
    ids, who = np.unique(found[:, 1], return_inverse=True)
    values = np.full((len(ticks), len(ids), 2), np.nan, np.float32)
    values[at, who] = found[:, 2:]
    return values


def main():
    program, path = sys.argv[1:]
    start = cpu()
    tensor = by_package(path)
    mine = cpu() - start
    start = cpu()
    other = by_csv(program, path)
    theirs = cpu() - start
    assert np.nansum(tensor.values, dtype=np.float64) == np.nansum(other, dtype=np.float64)
    with tickreel.open(path) as reel:
        hours = sum(last - first for first, last, _ in reel.segments) / reel.ticks_per_second / 3600
    print(f"{tensor.shape[0]} snapshots x {tensor.shape[1]} players x {tensor.shape[2]}, {hours * 3600:.0f} s of play")
    print(f"tensor {mine:.2f} s CPU, {mine / hours:.2f} an hour; CSV {theirs:.2f} s, {theirs / hours:.2f} an hour; "
          f"{theirs / mine:.1f} x")


if __name__ == "__main__":
    main()
