#!/usr/bin/env python3
"""Reads a .reel with nothing but this file, the standard library and the `zstd` program: written
from format/FORMAT.md, not from our C++. Prints NDJSON: what the recording is, then each frame.

usage: read_reel.py FILE
"""
import hashlib
import json
import struct
import subprocess
import sys

SYNC = b"\x93\x53\x52\xa7"
KINDS = ["bool", "int32", "uint32", "int64", "uint64", "float32", "float64", "tick", "enum",
         "flags", "packed_text", "text", "blob"]
CRC_TABLE = []
for byte in range(256):
    for _ in range(8):
        byte = byte >> 1 ^ (0x82F63B78 if byte & 1 else 0)
    CRC_TABLE.append(byte)


def crc32c(data, seed=0):
    crc = seed ^ 0xFFFFFFFF
    for byte in data:
        crc = crc >> 8 ^ CRC_TABLE[(crc ^ byte) & 0xFF]
    return crc ^ 0xFFFFFFFF


def signed(value, bits):
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> (bits - 1) else value


class Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def bytes(self, n):
        if self.at + n > len(self.data):
            raise ValueError("cut")
        self.at += n
        return self.data[self.at - n:self.at]

    def number(self, form):
        return struct.unpack("<" + form, self.bytes(struct.calcsize(form)))[0]

    def varint(self):
        value = shift = 0
        while True:
            byte = self.bytes(1)[0]
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    def svarint(self):
        value = self.varint()
        return value >> 1 ^ -(value & 1)

    def text(self):
        return self.bytes(self.varint()).decode("utf-8", "replace")


def unzstd(data):
    return subprocess.run(["zstd", "-dcq"], input=data, stdout=subprocess.PIPE, check=True).stdout


class Reel:
    def __init__(self, data):
        self.data, self.damaged, self.finished = data, False, False
        self.info = {"game": "", "ticks_per_second": 0.0, "start": "0", "properties": {}}
        self.lists = {key: {} for key in ("types", "segments", "markers", "gaps", "attachments")}
        self.frames, self.state, self.usable = [], {}, True
        if data[:8] != b"\x89REEL\r\n\x1a" or crc32c(data[:60]) != struct.unpack_from("<I", data, 60)[0]:
            raise ValueError("no reel, or its header is damaged")
        if struct.unpack_from("<H", data, 8)[0] != 1 or struct.unpack_from("<Q", data, 16)[0]:
            raise ValueError("a newer version")
        self.seed = crc32c(data[32:48])
        self.walk(struct.unpack_from("<I", data, 12)[0])

    def walk(self, at):
        sequence = 0
        while at + 48 <= len(self.data):
            head = self.data[at:at + 48]
            sound = head[:4] == SYNC and crc32c(head[:44], self.seed) == struct.unpack_from("<I", head, 44)[0]
            if not sound:  # search on for the next record
                self.damaged = True
                at = self.data.find(SYNC, at + 1)
                if at < 0:
                    return
                continue
            kind, flags, length, _, number, segment, _, codec, crc, first, span = struct.unpack_from("<HHIIIIHHIqI", head, 4)
            payload = self.data[at + 48:at + 48 + length]
            if len(payload) < length:
                break
            if number != sequence or crc32c(payload, self.seed) != crc:
                self.damaged, self.usable = True, False
            if crc32c(payload, self.seed) == crc:
                self.record(kind, flags, payload, (segment, codec, first, span))
            sequence, at = number + 1, at + 48 + length
            self.finished = kind == 6
        if at != len(self.data):  # ends inside a record
            self.damaged, self.finished = True, False

    def record(self, kind, flags, payload, chunk):
        raw = unzstd(payload) if flags & 2 else payload
        if kind == 1:
            self.about(Reader(raw[64:]))
        elif kind == 2:
            self.sections(Reader(raw))
        elif kind == 3:
            if flags & 1:
                self.state, self.usable = {}, True
            if self.usable:
                self.chunk(Reader(payload), *chunk)
        elif kind == 0x8001:
            self.attachment(Reader(raw))
        elif kind > 6 and not kind & 0x8000:
            raise ValueError("record type %d is not known" % kind)
        # Checkpoints and footers repeat what went before: for those who do not read it all.

    def about(self, r):
        self.info.update(game=r.text(), ticks_per_second=r.number("d"), start=str(r.number("q")))

    def sections(self, r):
        while r.at < len(r.data):
            section, content = r.varint(), Reader(r.bytes(r.varint()))
            if section == 2:
                for _ in range(content.varint()):
                    key = content.text()
                    self.info["properties"][key] = content.text()
            elif section in (3, 4, 6, 7):
                name, read = {3: ("types", self.type), 4: ("segments", self.segment),
                              6: ("markers", self.marker), 7: ("gaps", self.gap)}[section]
                first = content.varint()
                for number in range(first, first + content.varint()):
                    self.lists[name][number] = read(content)
            elif section < 128:
                raise ValueError("section %d is not known" % section)

    def type(self, outer):
        r = Reader(outer.bytes(outer.varint()))
        made = {"name": r.text(), "origin": r.text(), "event": r.number("B") == 1, "known": r.number("B") == 1, "fields": []}
        for _ in range(r.varint()):
            f = Reader(r.bytes(r.varint()))
            field = {"name": f.text(), "kind": KINDS[f.number("B")], "nullable": f.number("B") == 1, "role": f.text(),
                     "scale": f.number("d"), "unit": f.text(), "words": f.varint()}
            field["values"] = [[f.svarint(), f.text()] for _ in range(f.varint())]
            made["fields"].append(field)
        return made

    def segment(self, r):
        return [r.text(), r.text(), r.text()]

    def marker(self, r):
        deleted, segment, tick = r.number("B") & 1, r.varint(), r.svarint()
        entry = [segment, str(tick), r.number("I"), r.text()]
        return None if deleted else entry

    def gap(self, r):
        return [r.varint(), str(r.svarint()), str(r.svarint()), r.text()]

    def attachment(self, r):
        number, _, _, size, sha, name, media = r.varint(), r.varint(), r.varint(), r.varint(), r.text(), r.text(), r.text()
        entry = self.lists["attachments"].setdefault(number, [name, media, size, sha, b""])
        entry[4] += r.bytes(r.varint())

    def chunk(self, r, segment, codec, tick, span):
        base, end, count = r.number("I"), r.number("I"), r.number("I")
        rest = r.data[r.at:]
        if codec > 1 or base != state_sum(self.state):
            raise ValueError("codec %d is not known, or the chunk leans on another snapshot" % codec)
        r, time, last, state, frames = Reader(unzstd(rest) if codec == 1 else rest), 0, tick + span, dict(self.state), []
        for _ in range(count):
            tick, time = tick + r.varint(), time + r.svarint()
            frame = {"segment": segment, "tick": str(tick), "time": str(time)}
            bits = r.number("B")
            frame["checksum"] = ["absent", "ok", "mismatch"][bits & 3]
            frame["expected"] = r.number("I") if bits & 4 else 0
            frame["computed"] = r.number("I") if bits & 8 else frame["expected"]
            frame["base"] = str(tick - r.svarint() if bits & 16 else -1)
            frame["bytes"], frame["parts"] = (r.varint(), r.varint()) if bits & 32 else (0, 0)
            frame["events"] = []
            for _ in range(r.varint()):
                kind = r.varint()
                frame["events"].append([kind >> 1, bool(kind & 1), [r.svarint() for _ in range(r.varint())]])
            self.delta(r, state)
            frame["items"] = [[key[0], str(key[1]), row] for key, row in sorted(state.items())]
            frames.append(frame)
        if tick != last or end != state_sum(state):
            raise ValueError("chunk does not end where it should")
        self.state = state
        self.frames += frames

    def delta(self, r, state):
        key = (0, 0)
        for _ in range(r.varint()):
            key = next_key(r, key)
            del state[key]
        key = (0, 0)
        for _ in range(r.varint()):
            key = next_key(r, key)
            row = [r.svarint() for _ in range(r.varint())]
            if len(state.get(key, ())) == len(row):
                row = [signed(a + b, 32) for a, b in zip(state.get(key, ()), row)]
            state[key] = row

    def describe(self):
        out = dict(self.info, finished=self.finished)
        for name, entries in self.lists.items():
            out[name] = [entries[n] for n in sorted(entries) if entries[n] is not None]
        out["markers"].sort(key=lambda m: (m[0], int(m[1])))
        out["attachments"] = [a[:4] + [hashlib.sha256(a[4]).hexdigest() == a[3]] for a in out["attachments"]]
        return dict(out, damaged=self.damaged)


def next_key(r, key):
    step, entity = r.varint(), r.varint()
    return (key[0] + step, entity if step else key[1] + entity)


def state_sum(state):
    out = b""
    for (kind, entity), row in sorted(state.items()):
        out += struct.pack("<HQI%di" % len(row), kind, entity, len(row), *row)
    return crc32c(out)


if __name__ == "__main__":
    reel = Reel(open(sys.argv[1], "rb").read())
    for line in [reel.describe()] + reel.frames:
        print(json.dumps(line))
