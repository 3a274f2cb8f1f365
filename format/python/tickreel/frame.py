"""One tick of a recording: its snapshot and its events. Values are decoded when they are asked for."""
import ctypes
from ctypes import byref

import numpy as np

from .library import Row, Value, lib
from .schema import bare

CHECKSUMS = ("absent", "ok", "mismatch")
_NULL, _BOOL, _I64, _U64, _F64, _TEXT, _BYTES, _ENUM = range(8)


class Item:
    """An item or an event: item["x"], item.fields(), item.words."""

    def __init__(self, reel, type_index, use, entity, words):
        self._reel, self._type_index = reel, type_index
        self.type = reel._type_at(type_index, use)
        self.id = entity
        self.words = words

    def __getitem__(self, name):
        places = self.type.places
        if name not in places:
            name = next((known for known in places if bare(known) == bare(name)), name)
        if name not in places:
            raise KeyError(f"{self.type.name} has no field {name!r}")
        return self._read(places[name])

    def fields(self):
        return {name: self._read(place) for name, place in self.type.places.items()}

    def _read(self, index, room=256):
        row = Row(self._type_index, self.id, self.words.ctypes.data_as(Row._fields_[2][1]), len(self.words))
        value, text = Value(), ctypes.create_string_buffer(room)
        self._reel._ask(lib.read, byref(row), index, byref(value), text, room)
        if value.size >= room:
            return self._read(index, value.size + 1)
        if value.kind == _NULL:
            return None
        if value.kind == _BOOL:
            return bool(value.i64)
        if value.kind == _TEXT or value.kind == _ENUM and value.size:
            return text.raw[:value.size].decode("utf-8", "replace")
        if value.kind == _BYTES:
            return text.raw[:value.size]
        return value.u64 if value.kind == _U64 else value.f64 if value.kind == _F64 else value.i64

    def __repr__(self):
        return f"<{self.type.name} {self.id}: {self.fields()}>"


class Frame:
    """frame["Character"] is {id: Item}, empty where the snapshot has none; frame.items and frame.events are lists."""

    def __init__(self, reel, handle):
        self._reel = reel
        facts = lib.frame_get(handle)
        self.segment, self.tick = facts.moment.segment, facts.moment.tick
        self.time = np.datetime64(facts.time_ns, "ns")
        self.checksum = CHECKSUMS[facts.checksum]
        self.items = [self._item(reel, "item", handle, i) for i in range(facts.items)]
        self.events = [self._item(reel, "event", handle, i) for i in range(facts.events)]

    @staticmethod
    def _item(reel, use, handle, index):
        row = Row()
        (lib.frame_item if use == "item" else lib.frame_event)(handle, index, byref(row))
        words = np.ctypeslib.as_array(row.words, (row.word_count,)).copy() if row.word_count else np.empty(0, np.int32)
        return Item(reel, row.type, use, row.entity, words)

    def __getitem__(self, type_name):
        known = self._reel._item_type(type_name)
        return {item.id: item for item in self.items if item.type.name == known}

    def __repr__(self):
        return f"<tick {self.tick} of segment {self.segment}: {len(self.items)} items, {len(self.events)} events>"
