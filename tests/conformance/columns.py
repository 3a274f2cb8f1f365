"""Codecs 2 and 3 (FORMAT.md, 5.1) in plain Python: written from the specification, not from our C++."""
import subprocess, tempfile

import event_columns

PREFIX = 32768

def wrap(value): return (value + 2**31) % 2**32 - 2**31
def unzigzag(value): return value >> 1 ^ -(value & 1)

def unzstd(data, prefix):
    if not prefix:
        return subprocess.run(["zstd", "-dcq"], input=data, stdout=subprocess.PIPE, check=True).stdout
    with tempfile.NamedTemporaryFile() as file:  # the zstd program takes a prefix through --patch-from
        file.write(prefix)
        file.flush()
        return subprocess.run(["zstd", "-dcq", "--patch-from=" + file.name], input=data, stdout=subprocess.PIPE, check=True).stdout

# How many streams a part has: frames and items, events, their low bytes, masks, values.
STREAMS = {2: (4, 0, 0, 1, 1), 3: (4, 2, 1, 1, 1)}

def parts(r, codec, before):
    """What the zstd frames hold, as five parts; and the lengths of the streams."""
    counts = STREAMS[codec]
    frames, lengths = r.number("B"), [r.varint() for _ in range(sum(counts))]
    tails = [part[-PREFIX:] for part in before or (b"",) * 5]
    sizes = [sum(lengths[sum(counts[:n]):sum(counts[:n + 1])]) for n in range(5)]
    if frames == 1:
        whole = Bytes(unzstd(r.data[r.at:], b"".join(tails)))
        return [whole.take(size) for size in sizes], lengths
    used = [n for n in range(5) if counts[n]]
    if frames != len(used): raise ValueError("%d zstd frames" % frames)
    stored = [r.varint() for _ in used[1:]]
    packed = {n: r.bytes(size) for n, size in zip(used, stored)}
    packed[4] = r.data[r.at:]
    return [unzstd(packed[n], tails[n]) if n in packed else b"" for n in range(5)], lengths

class Bytes:
    def __init__(self, data): self.data, self.at = data, 0
    def take(self, size):
        self.at += size
        return self.data[self.at - size:self.at]

def some_ticks(s, first, count):
    ticks = [first]
    while len(ticks) < count:
        step, run = s.varint(), s.varint()
        ticks += [ticks[-1] + step * (n + 1) for n in range(run)]
    return ticks

def some_times(s, ticks, unit):
    times, pace = [s.svarint()], s.svarint() if len(ticks) > 1 else 0
    times += [times[0] + (tick - ticks[0]) * pace + s.svarint() for tick in ticks[1:]]
    return [time * unit for time in times]

def some_wires(s, ticks):
    bits = [s.number("B") for _ in ticks]
    wires = [{"checksum": ["absent", "ok", "mismatch"][b & 3], "base": "-1", "bytes": 0, "parts": 0} for b in bits]
    for bit, name, read in ((16, "base", s.svarint), (32, "bytes", s.varint), (32, "parts", s.varint)):
        for wire, b, tick in zip(wires, bits, ticks):
            if b & bit: wire[name] = str(tick - read()) if name == "base" else read()
    for wire, b in zip(wires, bits):
        wire["expected"] = s.number("I") if b & 4 else 0
        wire["computed"] = s.number("I") if b & 8 else wire["expected"]
    return wires

def some_events(s, count):
    different = [[kind >> 1, bool(kind & 1), row] for kind, row in s.some(lambda: (s.varint(), s.some(s.svarint)))]
    numbers = [s.varint() for _ in range(count)] if different else [0] * count
    return [[different[s.varint()] for _ in range(number)] for number in numbers]

def which_step(s, count):
    """For each frame the number of the step whose snapshot it has; -1: the one that the chunk leans on."""
    steps, own, out = -1, True, []
    while len(out) < count:
        for _ in range(s.varint()):
            steps += own
            out.append(steps)
        own = not own
    return out

class Lifetime:
    def __init__(self, key, words, first, end, row=None):
        self.key, self.words, self.first, self.end, self.row, self.rows = key, words, first, end, row, []

def some_lifetimes(s, state, steps):
    inherited = [Lifetime(key, len(row), 0, steps, row) for key, row in sorted(state.items())]
    at = -1
    for _ in range(s.varint() if inherited else 0):
        at += s.varint() + 1
        inherited[at].end = s.varint()
    count, kind, entity, keys = s.varint(), 0, 0, []
    kinds = [s.varint() for _ in range(count)]
    for step, number in zip(kinds, [s.varint() for _ in range(count)]):
        kind, entity = kind + step, number if step else entity + number
        keys.append((kind, entity))
    words, firsts = [s.varint() for _ in keys], [s.varint() for _ in keys]
    new = [Lifetime(key, n, first, steps - s.varint()) for key, n, first in zip(keys, words, firsts)]
    return sorted(inherited + new, key=lambda one: (one.key, one.row is None, one.first))

def related_row(key, state):
    same = sorted(other for other in state if other[0] == key[0])
    smaller = [other for other in same if other[1] < key[1]]
    found = key if key in state else smaller[-1] if smaller else same[0] if same else None
    return state[found] if found else ()

def first_rows(s, new, fields, ways, state, ticks):
    rows = [[] for _ in new]
    for field, way in zip(fields, ways):
        before = 0
        for one, row in zip(new, rows):
            related = related_row(one.key, state) if way == 3 else ()
            before = wrap([0, before, ticks[one.first], related[field] if field < len(related) else 0][way] + s.svarint())
            row.append(before)
    return rows

def some_masks(streams, common, count):
    _, runs, rare, _, masks, _ = streams
    out = []
    while len(out) < count:
        byte = masks.number("B")
        out += [0] * (1 + runs.varint()) if byte == 0 else [common[byte - 1] if byte < 255 else rare.varint()]
    return out

def table(streams, lifetimes, fields, state, ticks):
    s, rest, values = streams[0], streams[3], streams[5]
    ways = [s.number("B") for _ in fields]
    new = [one for one in lifetimes if one.row is None]
    firsts = iter(first_rows(s, new, fields, [way >> 2 & 3 for way in ways], state, ticks))
    # The last known row of each lifetime: a new one's first row, or the row that an inherited one starts from.
    known = [[next(firsts)] if one.row is None else [one.row[fields.start:fields.stop]] for one in lifetimes]
    changes = [(one, rows, step) for one, rows in zip(lifetimes, known) for step in range(one.first + (one.row is None), one.end)]
    masks = some_masks(streams, s.some(s.varint), len(changes))
    told = {(n, f): values.number("B") for f in range(len(fields)) for n, mask in enumerate(masks) if mask >> f & 1}
    gaps = [b - a for a, b in zip(ticks, ticks[1:])]
    gaps.insert(0, gaps[0] if gaps else 1)
    for n, (one, rows, step) in enumerate(changes):
        row = []
        for f, way in enumerate(ways):
            grown = rows[-1][f] - rows[-2][f] if len(rows) > 1 else 0
            word = rows[-1][f] + [0, grown, gaps[step]][way & 3]
            byte = told.get((n, f), 0)
            row.append(wrap(word + unzigzag(byte if byte < 255 else 255 + rest.varint())))
        rows.append(row)
    for one, rows in zip(lifetimes, known):
        rows = rows[one.row is not None:]
        one.rows = [a + b for a, b in zip(one.rows, rows)] if one.rows else rows

def decode(Reader, codec, data, tick, count, state, before):
    """The frames of a chunk, their snapshots, and the parts that the next chunk leans on."""
    held, lengths = parts(Reader(data), codec, before)
    raw, streams, at = b"".join(held), [], 0
    for length in lengths:
        streams.append(Reader(raw[at:at + length]))
        at += length
    s, of_events, streams = streams[0], streams[4:-2], streams[:4] + streams[-2:]
    ticks = some_ticks(s, tick, count)
    times, wires = some_times(s, ticks, 1 if codec == 2 else s.varint()), some_wires(s, ticks)
    events = some_events(s, count) if codec == 2 else event_columns.decode(of_events, ticks, times)
    step_of = which_step(s, count)
    steps = step_of[-1] + 1
    step_ticks = [ticks[step_of.index(step)] for step in range(steps)]
    lifetimes = some_lifetimes(s, state, steps)
    for kind, words in sorted({(one.key[0], one.words) for one in lifetimes}):
        of_table = [one for one in lifetimes if (one.key[0], one.words) == (kind, words)]
        for first in range(0, words, 64):
            table(streams, of_table, range(first, min(first + 64, words)), state, step_ticks)
    if any(stream.at != len(stream.data) for stream in streams + of_events): raise ValueError("a stream is not used up")
    snapshots = [{one.key: one.rows[step - one.first] if one.words else [] for one in lifetimes if one.first <= step < one.end}
                 for step in range(steps)]
    frames = [dict({"tick": str(t), "time": str(time)}, **wire, events=event) for t, time, wire, event in zip(ticks, times, wires, events)]
    return [(frame, snapshots[step] if step >= 0 else dict(state)) for frame, step in zip(frames, step_of)], held
