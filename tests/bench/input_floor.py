#!/usr/bin/env python3
"""What Firefall's inputs take in an archived recording, and what they would take if events were stored column by
column, as items are: each field as the smallest of its values, their differences and the differences of those, as
varints, all fields behind each other, zstd -19.
usage: input_floor.py TICKREEL CAPTURE FIRST_TICK LAST_TICK"""
import json
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

TYPES = ("Character_MovementInput_Command", "Generic_ScheduleUpdateRequest_Command")
FRAME = ("tick", "time", "name", "segment", "file", "Entity")  # not of the event


def flat(row, prefix=""):
    for name, value in row.items():
        if isinstance(value, dict):
            yield from flat(value, prefix + name + ".")
        elif prefix or name not in FRAME:
            yield prefix + name, value


def word(value):
    if isinstance(value, float):
        return struct.unpack("<i", struct.pack("<f", value))[0]
    if isinstance(value, str):  # an enum or a long number: few of them, in turn
        return sum(value.encode())
    return int(value or 0)


def varint(number):
    number = (number + 2**31) % 2**32 - 2**31
    number = number << 1 if number >= 0 else (-number << 1) - 1
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes(out + bytes([number]))


def packed(data):
    return len(subprocess.run(["zstd", "-19", "-c"], input=data, stdout=subprocess.PIPE, check=True).stdout)


def differences(column):
    return [value - before for value, before in zip(column, [0] + column)]


def smallest(column):
    steps = differences(column)
    return min((b"".join(map(varint, form)) for form in (column, steps, differences(steps))), key=packed)


def main(tickreel, capture, first, last):
    with tempfile.TemporaryDirectory() as folder:
        def run(*what):
            return subprocess.run([tickreel, *what], cwd=folder, check=True, stdout=subprocess.PIPE).stdout

        sizes = []
        for name, more in (("with", []), ("without", ["--no-inputs"])):
            run("import", str(Path(capture).resolve()), "-q", "-o", f"{name}.reel", *more)
            run("cut", f"{name}.reel", "--ticks", f"{first}..{last}", "-q", "-o", f"{name}-cut.reel")
            run("optimize", f"{name}-cut.reel", "-q", "-o", f"{name}-small.reel")
            sizes.append((Path(folder) / f"{name}-small.reel").stat().st_size)
        data, count = b"", 0
        for kind in TYPES:
            rows = [dict(flat(json.loads(line)))
                    for line in run("sql", "with-small.reel", f"select * from {kind}", "--format", "ndjson").splitlines()]
            count += len(rows)
            for name in rows[0]:
                data += smallest([word(row[name]) for row in rows])
    seconds = (last - first) / 20
    print(f"{count} events in {seconds:g} s: {(sizes[0] - sizes[1]) / seconds:.0f} B/s, as columns {packed(data) / seconds:.0f} B/s")


main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
