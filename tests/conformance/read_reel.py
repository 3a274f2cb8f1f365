#!/usr/bin/env python3
"""Reads a .reel with nothing but this file, the standard library and the `zstd` program: written
from format/FORMAT.md, not from our C++. Prints NDJSON: what the recording is, then each frame.
usage: read_reel.py FILE [VIEW]: of a match file one view, counted from 0"""
import hashlib, json, struct, subprocess, sys

import columns, views

KINDS = "bool int32 uint32 int64 uint64 float32 float64 tick enum flags packed_text text blob".split()
CRC_TABLE = list(range(256))
for _ in range(8):
    CRC_TABLE = [c >> 1 ^ (0x82F63B78 if c & 1 else 0) for c in CRC_TABLE]

def crc32c(data, seed=0):
    crc = seed ^ 0xFFFFFFFF
    for byte in data:
        crc = crc >> 8 ^ CRC_TABLE[(crc ^ byte) & 0xFF]
    return crc ^ 0xFFFFFFFF

def state_sum(state):
    return crc32c(b"".join(struct.pack("<HQI%di" % len(row), *key, len(row), *row) for key, row in sorted(state.items())))

def unzstd(data): return subprocess.run(["zstd", "-dcq"], input=data, stdout=subprocess.PIPE, check=True).stdout

class Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def bytes(self, n):
        if self.at + n > len(self.data): raise ValueError("cut")
        self.at += n
        return self.data[self.at - n:self.at]

    def varint(self):
        byte = self.bytes(1)[0]
        return byte if byte < 0x80 else byte & 0x7F | self.varint() << 7

    def svarint(self):
        value = self.varint()
        return value >> 1 ^ -(value & 1)

    def number(self, form): return struct.unpack("<" + form, self.bytes(struct.calcsize(form)))[0]
    def text(self): return self.bytes(self.varint()).decode("utf-8", "replace")
    def inner(self): return Reader(self.bytes(self.varint()))
    def some(self, read): return [read() for _ in range(self.varint())]

WIDE = ("int64", "uint64", "float64")

class Values:
    """What the words of a type's rows mean, as text that any JSON can hold."""
    def __init__(self, about):
        self.fields, self.nullable = about["fields"], [f["nullable"] for f in about["fields"]]
        at, self.slots = (sum(self.nullable) + 31) // 32, []
        for field in self.fields:
            words = field["words"] if field["kind"] == "packed_text" else 2 if field["kind"] in WIDE else 1
            self.slots.append((at, words))
            at += words
        self.end = at

    def is_null(self, n, row):
        (at, words), field = self.slots[n], self.fields[n]
        if at + words > len(row): return True
        if self.nullable[n]:
            bit = sum(self.nullable[:n])
            return bool(row[bit // 32] >> bit % 32 & 1)
        if "sentinel" not in field or words != 1 or field["kind"] in ("text", "blob"): return False
        word, other = field["sentinel"]
        if other >= len(self.fields): return False
        twin = at if other < 0 else self.slots[other][0]
        return row[at] == word and twin < len(row) and row[twin] == word

    def one(self, kind, words):
        raw = struct.pack("<%di" % len(words), *words)
        if kind == "bool": return words[0] != 0
        if kind == "packed_text":
            return bytes(b ^ 0x80 for b in struct.pack(">%di" % len(words), *words)[:-1]).split(b"\0")[0].hex()
        if kind in ("float32", "float64"):
            number = struct.unpack("<f" if kind == "float32" else "<d", raw)[0]
            return number if abs(number) < float("inf") else "nan" if number != number else "inf" if number > 0 else "-inf"
        return str(int.from_bytes(raw, "little", signed=not kind.startswith("uint")))

    def read(self, row):
        out, tail = [], self.end
        for n, field in enumerate(self.fields):
            (at, words), null = self.slots[n], self.is_null(n, row)
            if field["kind"] not in ("text", "blob"):
                out.append(None if null else self.one(field["kind"], row[at:at + words]))
                continue
            length = row[at] % 2**32 if at < len(row) else 0
            end = tail + (length + 3) // 4
            raw = struct.pack("<%di" % len(row[tail:]), *row[tail:]) if end <= len(row) else None
            out.append(None if null or raw is None else raw[:length].hex())
            tail = end
        return out + [row[tail:]]

class Reel:
    def __init__(self, data):
        self.data, self.damaged, self.finished = data, False, False
        self.info, self.properties, self.frames, self.state, self.usable, self.held = {}, {}, [], {}, True, None
        self.lists = {name: {} for name in ("types", "segments", "markers", "gaps", "attachments")}
        self.match = {name: {} for name in ("views", "view_types", "view_gaps", "view_markers")}
        self.time_back = None
        magic, major, self.minor, start, features, crc = struct.unpack("<8sHHIQ36xI", data[:64])
        self.is_match = bool(features & 1)
        if magic != b"\x89REEL\r\n\x1a" or crc32c(data[:60]) != crc or major != 1 or features & ~3:
            raise ValueError("no reel, one with a damaged header, or of a newer version")
        self.walk(start, crc32c(data[32:48]))

    def walk(self, at, seed):
        expected = 0
        while 0 <= at and at + 48 <= len(self.data):
            head = struct.unpack_from("<4sHHIIIIHHIqII", self.data, at)
            mark, kind, flags, length, _, number, segment, _, codec, payload_crc, first, span, crc = head
            if mark != b"\x93\x53\x52\xa7" or crc32c(self.data[at:at + 44], seed) != crc:
                self.damaged, at = True, self.data.find(b"\x93\x53\x52\xa7", at + 1)  # continue searching
                continue
            payload = self.data[at + 48:at + 48 + length]
            if len(payload) < length: break
            if number != expected or crc32c(payload, seed) != payload_crc:
                self.damaged, self.usable = True, False
            if crc32c(payload, seed) == payload_crc:
                self.record(kind, flags, payload, (segment, codec, first, span))
            expected, at, self.finished = number + 1, at + 48 + length, kind == 6
        if at != len(self.data):  # ends inside a record
            self.damaged, self.finished = True, False

    def record(self, kind, flags, payload, chunk):
        r = Reader(unzstd(payload) if flags & 2 else payload)
        if kind == 1:
            r.bytes(64)
            self.info = {"game": r.text(), "ticks_per_second": r.number("d"), "start": str(r.number("q"))}
        elif kind == 2:
            self.sections(r)
        elif kind == 3:
            if flags & 1: self.state, self.usable, self.held = {}, True, None
            self.usable and self.chunk(r, *chunk)
        elif kind == 0x8001:
            number, _, _, size, sha, name, media = *(r.varint() for _ in range(4)), *(r.text() for _ in range(3))
            self.lists["attachments"].setdefault(number, [name, media, size, sha, b""])[4] += r.inner().data
        elif kind == 5:
            self.footer(r)
        elif kind > 6 and not kind & 0x8000:
            raise ValueError("record type %d is not known" % kind)
        # Checkpoints and footers repeat earlier content, for readers that do not read everything.

    def footer(self, r):
        """What only a footer says: how far times step back."""
        for _ in range(3): r.varint()  # its offset, the previous checkpoint
        r.some(lambda: (r.varint(), r.varint()))
        while r.at < len(r.data):
            section, content = r.varint(), r.inner()
            if section == 128: self.time_back = str(content.varint())

    def sections(self, r):
        lists = {3: ("types", self.type), 4: ("segments", lambda c: [c.text(), c.text(), c.text()]),
                 6: ("markers", lambda c: [c.number("B") & 1, c.varint(), str(c.svarint()), c.number("I"), c.text()]),
                 7: ("gaps", lambda c: [c.varint(), str(c.svarint()), str(c.svarint()), c.text()])}
        while r.at < len(r.data):
            section, content = r.varint(), r.inner()
            if section == 2:
                self.properties.update(content.some(lambda: (content.text(), content.text())))
            elif section in lists:
                (name, read), first = lists[section], content.varint()
                self.lists[name].update(enumerate(content.some(lambda: read(content)), first))
            elif section in views.SECTIONS:
                name, first = views.SECTIONS[section], content.varint()
                self.match[name].update(enumerate(content.some(lambda: getattr(views, name)(content)), first))
            elif section < 128: raise ValueError("section %d is not known" % section)

    def type(self, outer):
        def field():
            f = r.inner()
            about = {"name": f.text(), "kind": dict(enumerate(KINDS)).get(f.number("B")), "nullable": f.number("B") == 1, "role": f.text(), "scale": f.number("d"),
                     "unit": f.text(), "words": f.varint(), "values": f.some(lambda: [f.svarint(), f.text()])}
            if f.at < len(f.data): about["roles"] = ", ".join(filter(None, [about["role"], *f.some(f.text)]))
            if f.at < len(f.data): about["sentinel"] = [f.svarint(), f.varint() - 1]  # -1: of itself alone
            return about
        r = outer.inner()
        about = {"name": r.text(), "origin": r.text(), "event": r.number("B") == 1, "known": r.number("B") == 1, "fields": r.some(field)}
        if any(field["kind"] is None for field in about["fields"]):  # of a newer version: rows are plain words
            about.update(fields=[], known=False)
        if r.at < len(r.data):  # since 1.1
            about.update({"class": r.text(), "checksum": r.text()})
            flags = r.number("B")
            about.update(derived=bool(flags & 1), shares_names=bool(flags & 2))
        return about

    def chunk(self, r, segment, codec, tick, span):
        base, end, count, last = *(r.number("I") for _ in range(3)), tick + span
        if codec > 3 or base != state_sum(self.state):
            raise ValueError("codec %d is not known, or the chunk leans on another snapshot" % codec)
        if codec >= 2:
            frames, self.held = columns.decode(Reader, codec, r.data[r.at:], tick, count, self.state, self.held)
        else:
            frames = self.rows(Reader(unzstd(r.data[r.at:]) if codec == 1 else r.data[r.at:]), tick, count)
        tick, state = int(frames[-1][0]["tick"]), frames[-1][1]
        if tick != last or end != state_sum(state): raise ValueError("chunk does not end where it should")
        self.state = state
        self.frames += [dict(frame, segment=segment, items=[[key[0], str(key[1]), row] for key, row in sorted(items.items())]) for frame, items in frames]

    def rows(self, r, tick, count):
        time, state, frames = 0, dict(self.state), []
        for _ in range(count):
            tick, time, bits = tick + r.varint(), time + r.svarint(), r.number("B")
            frame = {"tick": str(tick), "time": str(time), "checksum": ["absent", "ok", "mismatch"][bits & 3]}
            frame["expected"] = expected = r.number("I") if bits & 4 else 0
            frame["computed"] = r.number("I") if bits & 8 else expected
            frame["base"] = str(tick - r.svarint() if bits & 16 else -1)
            frame["bytes"], frame["parts"] = (r.varint(), r.varint()) if bits & 32 else (0, 0)
            frame["events"] = [[kind >> 1, bool(kind & 1), row] for kind, row in r.some(lambda: (r.varint(), r.some(r.svarint)))]
            self.delta(r, state, False)  # removed keys
            self.delta(r, state, True)  # keys with rows
            frames.append((frame, dict(state)))
        return frames

    def delta(self, r, state, changes):
        kind = entity = 0
        for _ in range(r.varint()):
            step, number = r.varint(), r.varint()
            kind, entity = kind + step, number if step else entity + number
            old, row = state.pop((kind, entity), ()), r.some(r.svarint) if changes else None
            if changes:  # differences, if the row keeps its length; words are signed and wrap
                state[kind, entity] = [(a + b + 2**31) % 2**32 - 2**31 for a, b in zip(old, row)] if len(old) == len(row) else row

    def told(self):
        """The frames, with the values of their items and events."""
        types = {n: Values(about) for n, about in self.lists["types"].items()}
        rows = lambda frame: [(kind, row) for kind, _, row in frame["items"] + frame["events"]]
        return [dict(frame, values=[types[kind].read(row) if kind in types else [] for kind, row in rows(frame)]) for frame in self.frames]

    def describe(self):
        out = dict(self.info, properties=self.properties, finished=self.finished, damaged=self.damaged)
        out.update((name, [entries[n] for n in sorted(entries)]) for name, entries in self.lists.items())
        if self.minor >= 2: out["time_back"] = self.time_back if self.finished else None
        out["markers"] = sorted((m[1:] for m in out["markers"] if not m[0]), key=lambda m: (m[0], int(m[1])))
        out["attachments"] = [a[:4] + [hashlib.sha256(a[4]).hexdigest() == a[3]] for a in out["attachments"]]
        return out

if __name__ == "__main__":
    reel = Reel(open(sys.argv[1], "rb").read())
    if reel.is_match: reel = views.one(reel, int(sys.argv[2]))
    for line in [reel.describe()] + reel.told():
        print(json.dumps(line))
