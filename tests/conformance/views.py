"""Match files (FORMAT.md, 7) in plain Python: written from the specification, not from our C++."""
import copy

SECTIONS = {11: "views", 12: "view_types", 13: "view_gaps", 14: "view_markers"}
FRAMES, EVENTS, LACKS, VARIANT = range(4)

def wrap(value): return (value + 2**31) % 2**32 - 2**31
def wide(low, high): return low % 2**32 | high << 32  # words are signed

def views(outer):
    c = outer.inner()
    about = {"name": c.text(), "start": c.number("q"), "clock": c.number("q")}
    about["properties"] = dict(c.some(lambda: (c.text(), c.text())))
    about["types"] = c.some(c.varint)
    about["segments"] = c.some(lambda: [c.varint(), c.text(), c.text(), c.text()])
    about["attachments"] = c.some(c.varint)
    return about

def view_types(c): return [c.varint(), c.varint(), c.varint()]
def view_gaps(c): return [c.varint(), [c.varint(), str(c.svarint()), str(c.svarint()), c.text()]]
def view_markers(c): return [c.varint(), [c.number("B") & 1, c.varint(), str(c.svarint()), c.number("I"), c.text()]]

def rest_for(row, view):
    """What follows the mask, if the row is about this view; else None."""
    if row is None: return None
    mask, rest = row[1:1 + row[0]], row[1 + row[0]:]
    return rest if view // 7 < len(mask) and mask[view // 7] >> view % 7 & 1 else None

class View:
    def __init__(self, reel, number):
        self.about, self.number = reel.match["views"][number], number
        self.own = {kind: k for k, kind in enumerate(self.about["types"])}
        self.segments = {segment[0]: k for k, segment in enumerate(self.about["segments"])}
        uses = list(reel.match["view_types"].values())
        self.frames, = (kind for kind, use, _ in uses if use == FRAMES)
        self.lists, = (kind for kind, use, _ in uses if use == EVENTS)
        self.lacks = {of: kind for kind, use, of in uses if use == LACKS}
        self.variants = [(of, kind) for kind, use, of in uses if use == VARIANT]
        types = reel.lists["types"]
        self.covered = {kind for kind in self.own if not types[kind]["event"] and not types[kind]["derived"] and not types[kind]["checksum"]}

    def row(self, items, kind, entity):
        if kind in self.lacks and rest_for(items.get((self.lacks[kind], entity)), self.number) is not None: return None
        row = items[kind, entity]
        for of, variant in self.variants:
            rest = rest_for(items.get((variant, entity)), self.number) if of == kind else None
            if rest is not None: return [wrap(a + b) for a, b in zip(row, rest)] if len(rest) == len(row) else rest
        return row

    def frame(self, world):
        items = {(kind, int(entity)): row for kind, entity, row in world["items"]}
        facts, tick = items.get((self.frames, self.number)), int(world["tick"])
        if world["segment"] not in self.segments or facts is None or (facts[0] - tick) % 2**32: return None
        seen = [(kind, entity, self.row(items, kind, entity)) for kind, entity in items if kind in self.own]
        seen = [item for item in seen if item[2] is not None]
        total = sum(sum(row) for kind, _, row in seen if kind in self.covered)
        listed = next((rest for kind, _, row in world["events"] if kind == self.lists and (rest := rest_for(row, self.number)) is not None), [])
        later = length = 0  # of the views up to this one
        for entity in range(self.number + 1):
            row = items.get((self.frames, entity))
            if row is None or (row[0] - tick) % 2**32: continue
            step = wide(row[2], row[3]) * (1000 if row[1] & 16 else 1)
            later, length = (later + step, length + row[8]) if row[1] & 32 else (step, row[8])
        _, bits, _, _, computed, expected, base, base_high, _, parts = facts
        computed = (computed + (total if bits & 8 else 0)) % 2**32
        events = [world["events"][n] for n in listed]
        return {"tick": str(tick), "time": str(int(world["time"]) + self.about["clock"] + later),
                "checksum": ["absent", "ok", "mismatch"][bits & 3], "expected": (computed + expected) % 2**32, "computed": computed,
                "base": str(tick - wide(base, base_high) if bits & 4 else -1), "bytes": length % 2**32, "parts": parts % 2**16,
                "events": [[self.own[kind], before, row] for kind, before, row in events], "segment": self.segments[world["segment"]],
                "items": [[kind, str(entity), row] for kind, entity, row in sorted((self.own[kind], entity, row) for kind, entity, row in seen)]}

def one(reel, number):
    """One view, as a Reel of its own."""
    view, about, out = View(reel, number), reel.match["views"][number], copy.copy(reel)
    out.info, out.properties = dict(reel.info, start=str(about["start"])), about["properties"]
    out.lists = {"types": dict(enumerate(reel.lists["types"][kind] for kind in about["types"])),
                 "segments": dict(enumerate(segment[1:] for segment in about["segments"])),
                 "markers": {n: marker for n, (of, marker) in reel.match["view_markers"].items() if of == number},
                 "gaps": {n: gap for n, (of, gap) in reel.match["view_gaps"].items() if of == number},
                 "attachments": dict(enumerate(reel.lists["attachments"][n] for n in about["attachments"]))}
    out.frames = [frame for frame in map(view.frame, reel.frames) if frame]
    return out

def describe(reel):
    """All views, as the .json of a vector has them."""
    told = []
    for number in sorted(reel.match["views"]):
        view = one(reel, number)
        told.append(dict(view.describe(), frames=view.told(), name=reel.match["views"][number]["name"]))
        del told[-1]["finished"], told[-1]["damaged"], told[-1]["time_back"]
    return {"finished": reel.finished, "damaged": reel.damaged, "views": told}
