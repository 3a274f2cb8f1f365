"""libtickreel.so through ctypes: the declarations of tickreel/tickreel.h, and nothing else.

The library is looked for in $TICKREEL_LIBRARY, beside this file, and where the system has its own.
"""
import ctypes
import os
from ctypes import POINTER, Structure, byref, c_char_p, c_double, c_int, c_int32, c_int64, c_size_t, c_uint32
from ctypes import c_uint64, c_void_p
from pathlib import Path

from .arrow import ArrowArrayStream
from .errors import Error

ABI = 1


class ErrorText(Structure):
    _fields_ = [("status", c_int), ("text", ctypes.c_char * 1020)]


class OpenOptions(Structure):
    _fields_ = [("struct_size", c_size_t), ("cache_bytes", c_size_t), ("strict", c_int)]


class Moment(Structure):
    _fields_ = [("segment", c_uint32), ("tick", c_int64)]


class Range(Structure):
    _fields_ = [("start", Moment), ("stop", Moment)]


class Segment(Structure):
    _fields_ = [("first_tick", c_int64), ("last_tick", c_int64), ("map", c_char_p)]


class MarkerFacts(Structure):
    _fields_ = [("moment", Moment), ("color", c_uint32), ("text", c_char_p)]


class FrameFacts(Structure):
    _fields_ = [("moment", Moment), ("time_ns", c_int64), ("items", c_size_t), ("events", c_size_t),
                ("base_tick", c_int64), ("checksum", c_int), ("checksum_sent", c_uint32),
                ("checksum_computed", c_uint32), ("wire_bytes", c_uint32)]


class Row(Structure):
    _fields_ = [("type", c_uint32), ("entity", c_uint64), ("words", POINTER(c_int32)), ("word_count", c_size_t)]


class Value(Structure):
    _fields_ = [("kind", c_int), ("i64", c_int64), ("u64", c_uint64), ("f64", c_double), ("size", c_size_t)]


class TableOptions(Structure):
    _fields_ = [("struct_size", c_size_t), ("table", c_char_p), ("columns", POINTER(c_char_p)),
                ("column_count", c_size_t), ("range", POINTER(Range)), ("batch_rows", c_uint32),
                ("batch_bytes", c_uint64)]


class TotalsFacts(Structure):
    _fields_ = [(name, c_uint64) for name in (
        "records", "chunks", "snapshots", "wire_ok", "wire_mismatch", "wire_absent", "gaps", "gap_ticks",
        "unreadable_ticks", "damages")]


class News(Structure):
    _fields_ = [("frame", c_void_p), ("previous", c_void_p), ("lost_ticks", c_int64)]


OnSnapshot = ctypes.CFUNCTYPE(c_int, c_void_p, POINTER(News))


# Functions that return a status and take an error last: their arguments before it.
HANDLE, OUT = c_void_p, POINTER(c_void_p)
FALLIBLE = {
    "open": [c_char_p, POINTER(OpenOptions), OUT],
    "refresh": [HANDLE, POINTER(c_int)],
    "info_json": [HANDLE, OUT],
    "schema_json": [HANDLE, OUT],
    "segment_at": [HANDLE, c_size_t, POINTER(Segment)],
    "marker_at": [HANDLE, c_size_t, POINTER(MarkerFacts)],
    "locate": [HANDLE, c_char_p, POINTER(Moment)],
    "locate_range": [HANDLE, c_char_p, POINTER(Range)],
    "missing": [HANDLE, POINTER(Range), OUT],
    "at": [HANDLE, Moment, OUT],
    "frame_item": [HANDLE, c_size_t, POINTER(Row)],
    "frame_event": [HANDLE, c_size_t, POINTER(Row)],
    "frames": [HANDLE, POINTER(Range), OUT],
    "next": [HANDLE, OUT, POINTER(Row)],
    "watch_open": [HANDLE, POINTER(Moment), OnSnapshot, c_void_p, OUT],
    "watch_poll": [HANDLE],
    "read": [HANDLE, POINTER(Row), c_uint32, POINTER(Value), c_void_p, c_size_t],
    "table": [HANDLE, POINTER(TableOptions), POINTER(ArrowArrayStream)],
    "query": [HANDLE, c_char_p, POINTER(Range), c_uint64, POINTER(ArrowArrayStream)],
    "verify": [HANDLE, POINTER(TotalsFacts)],
}
PLAIN = {
    "abi_version": (c_uint32, []),
    "free": (None, [c_void_p]),
    "close": (None, [HANDLE]),
    "finished": (c_int, [HANDLE]),
    "ticks_per_second": (c_double, [HANDLE]),
    "segment_count": (c_size_t, [HANDLE]),
    "marker_count": (c_size_t, [HANDLE]),
    "seconds": (c_double, [HANDLE, Moment]),
    "frame_close": (None, [HANDLE]),
    "frame_get": (FrameFacts, [HANDLE]),
    "cursor_close": (None, [HANDLE]),
    "watch_close": (None, [HANDLE]),
}


def _load():
    beside = Path(__file__).with_name("libtickreel.so.1")
    name = os.environ.get("TICKREEL_LIBRARY") or (str(beside) if beside.exists() else "libtickreel.so.1")
    try:
        return ctypes.CDLL(name)
    except OSError as problem:
        raise ImportError(f"cannot load {name}: {problem}; install libtickreel1 or set TICKREEL_LIBRARY") from None


class Library:
    """lib.open(...) is tickreel_open(...); a status that is an error raises tickreel.Error."""

    def __init__(self):
        self._library = _load()
        for name, (result, arguments) in PLAIN.items():
            function = getattr(self._library, "tickreel_" + name)
            function.restype, function.argtypes = result, arguments
            setattr(self, name, function)
        if self.abi_version() < ABI:
            raise ImportError(f"libtickreel has interface {self.abi_version()}, this package needs {ABI}")
        for name, arguments in FALLIBLE.items():
            function = getattr(self._library, "tickreel_" + name)
            function.restype, function.argtypes = c_int, arguments + [POINTER(ErrorText)]
            setattr(self, name, self._checked(function))

    @staticmethod
    def _checked(function):
        def call(*arguments):
            error = ErrorText()
            status = function(*arguments, byref(error))
            if status > Error.END:
                raise Error(status, error.text.decode("utf-8", "replace"))
            return status
        return call

    def text(self, ask):
        """The text that a function gives for freeing."""
        memory = c_void_p()
        ask(byref(memory))
        try:
            return ctypes.string_at(memory.value).decode("utf-8", "replace")
        finally:
            self.free(memory)


lib = Library()
