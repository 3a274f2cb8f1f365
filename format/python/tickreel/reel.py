"""A recording."""
import json
import operator
import time
import warnings
from ctypes import POINTER, byref, c_char_p, c_int, c_void_p, cast, pointer, sizeof
from dataclasses import dataclass
from os import fsencode

from .arrow import ArrowArrayStream
from .errors import Error, as_bytes, named
from .frame import Frame
from .library import MarkerFacts, Moment, OnSnapshot, OpenOptions, Range, Segment, TableOptions, TotalsFacts, lib
from .ranges import beyond, doubts
from .schema import Type, bare, read_types
from .table import Table
from .tensor import make_tensor


@dataclass(frozen=True)
class Marker:
    segment: int
    tick: int
    seconds: float  # since the first tick
    text: str
    color: int  # 0xRRGGBB


@dataclass(frozen=True)
class Totals:
    records: int
    chunks: int
    snapshots: int
    wire_ok: int  # by the protocol's own checksum, as the recorder computed it
    wire_mismatch: int
    wire_absent: int
    gaps: int  # stretches that never reached the file
    gap_ticks: int
    unreadable_ticks: int  # that were in the file
    damages: int

    @property
    def sound(self):
        """Whether every byte of the file holds its checksum."""
        return self.damages == 0 and self.unreadable_ticks == 0


def open(path, cache_bytes=0, lossy=False):
    """Opens a .reel; one that is still written too. cache_bytes: decoded chunks that are kept.

    Where a damaged or unfinished file lacks something of what is read (table, events, query, tensor,
    frames), there is an Error; lossy=True reads the rest and warns of what is missing."""
    return Reel(path, cache_bytes, lossy)


class Reel:
    """Wherever ticks are asked for: 2501042 a tick, "s1:1042" a tick of segment 1, "1:02.34" a time
    since the start, "50%" a share; ranges are half-open, "10%..20%" or (from, to)."""

    def __init__(self, path, cache_bytes=0, lossy=False):
        self._handle, self._lossy, self._warned = None, lossy, set()
        handle, options = c_void_p(), OpenOptions(sizeof(OpenOptions), cache_bytes, not lossy)
        lib.open(as_bytes(fsencode(path)), byref(options), byref(handle))
        self._handle, self.path = handle, path
        self._read_schema()

    def _read_schema(self):
        self._described = json.loads(self._text(lib.schema_json))
        self._types = read_types(self._described["types"])
        self._type_list = list(self._types.values())
        self._spellings = {}
        for type_ in self._type_list:
            if type_.use == "item":
                self._spellings.setdefault(bare(type_.name), type_.name)

    def _item_type(self, name):
        """The name of the type of items that is spelled like this, or the name itself."""
        return name if name in self._types else self._spellings.get(bare(name), name)

    def _named(self, function, *arguments):
        """The function; its errors name the file."""
        try:
            return function(*arguments)
        except Error as problem:
            raise named(problem, self.path) from None

    def _ask(self, function, *arguments):
        """What the library says of the recording."""
        if not self._handle:  # the library answers some questions about none with 0
            raise Error(Error.ARGUMENT, f"{self.path}: is closed")
        return self._named(function, self._handle, *arguments)

    def _text(self, function, *arguments):
        return lib.text(lambda memory: self._ask(function, *arguments, memory))

    def close(self):
        if self._handle:
            lib.close(self._handle)
        self._handle = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __del__(self):
        self.close()

    def __repr__(self):
        return f"<recording {self.path}>"

    # What it is

    @property
    def info(self):
        """Game, start, properties, segments, counts, gaps, damage known so far."""
        return json.loads(self._text(lib.info_json))

    @property
    def types(self):
        """Item and event types by name, with fields, units, scales and roles."""
        return self._types

    @property
    def tables(self):
        """Names of the tables that table() knows."""
        return [table["name"] for table in self._described["tables"]]

    @property
    def finished(self):
        return bool(self._ask(lib.finished))

    @property
    def ticks_per_second(self):
        return self._ask(lib.ticks_per_second)

    @property
    def segments(self):
        """(first tick, last tick, map) of each."""
        found = []
        for index in range(self._ask(lib.segment_count)):
            segment = Segment()
            self._ask(lib.segment_at, index, byref(segment))
            found.append((segment.first_tick, segment.last_tick, (segment.map or b"").decode("utf-8", "replace")))
        return found

    @property
    def markers(self):
        """An Error where a record beside the snapshots is damaged, as of table("markers")."""
        self._check_loss()
        found = []
        for index in range(self._ask(lib.marker_count)):
            marker = MarkerFacts()
            self._ask(lib.marker_at, index, byref(marker))
            seconds = self._ask(lib.seconds, marker.moment)
            found.append(Marker(marker.moment.segment, marker.moment.tick, seconds,
                                marker.text.decode("utf-8", "replace"), marker.color))
        return found

    def verify(self):
        """Reads every byte and decodes every snapshot."""
        totals = TotalsFacts()
        self._ask(lib.verify, byref(totals))
        return Totals(*(getattr(totals, name) for name, _ in TotalsFacts._fields_))

    # Places

    def locate(self, place):
        """(segment, tick) of a place."""
        if isinstance(place, tuple):
            return self._checked(place)
        moment = Moment()
        self._ask(lib.locate, as_bytes(str(place)), byref(moment))
        return moment.segment, moment.tick

    def _checked(self, place):
        """ctypes would cut numbers that are too large, which gives another place."""
        try:
            segment, tick = map(operator.index, place)
        except (TypeError, ValueError):
            raise Error(Error.ARGUMENT, f"{self.path}: {place} is not a segment and a tick") from None
        if not (0 <= segment < 2**32 and -2**63 <= tick < 2**63):
            raise Error(Error.NOWHERE, f"{self.path}: {place} lies outside the recording")
        return segment, tick

    def _range(self, ticks):
        if ticks is None:
            return None
        if isinstance(ticks, slice):
            if ticks.step is not None:
                raise Error(Error.ARGUMENT, f"{self.path}: a range of ticks has no step; take every nth of the rows")
            ticks = (ticks.start, ticks.stop)
        if not isinstance(ticks, str):
            ticks = "..".join("" if end is None else str(end) for end in ticks)
        found = Range()
        self._ask(lib.locate_range, as_bytes(ticks), byref(found))
        asked = self.segments, ticks, (found.start.segment, found.start.tick), (found.stop.segment, found.stop.tick)
        doubt = asked[0] and (doubts(*asked) or self._beyond(*asked))
        if doubt:
            warnings.warn(f"{self.path}: {doubt}", stacklevel=3)
        return pointer(found)

    def _beyond(self, *asked):
        text = beyond(*asked)
        return text if text and self.finished and not self.info["damage"] else None

    def _check_loss(self, found=None):
        """An error, or a warning where it is lossy, of what is known to be missing of a range. To be called
        before reading and after it, which finds damage."""
        missing = self._text(lib.missing, found)
        if not missing or missing in self._warned:
            return
        if not self._lossy:
            raise Error(Error.FILE, f"{self.path}: {missing}; tickreel.open(path, lossy=True) reads the rest")
        self._warned.add(missing)
        warnings.warn(f"{self.path}: {missing}", stacklevel=3)

    # Frames

    def at(self, place):
        """The last snapshot at or before a place."""
        handle, moment = c_void_p(), Moment(*self.locate(place))
        self._ask(lib.at, moment, byref(handle))
        try:
            frame = Frame(self, handle)
        finally:
            lib.frame_close(handle)
        # Between it and the place nothing may be missing.
        self._check_loss(pointer(Range(Moment(frame.segment, frame.tick), Moment(moment.segment, moment.tick + 1))))
        return frame

    def frames(self, ticks=None):
        """Every frame of a range, one by one."""
        found = self._range(ticks)
        self._check_loss(found)
        return self._frames(found, lambda: self._check_loss(found))

    def _frames(self, found, check=lambda: None):
        cursor, handle = c_void_p(), c_void_p()
        self._ask(lib.frames, found, byref(cursor))
        try:
            while self._named(lib.next, cursor, byref(handle), None) != Error.END:
                yield Frame(self, handle)
        finally:
            lib.cursor_close(cursor)
        check()

    def refresh(self):
        """Takes in what was appended; whether there was anything."""
        grown = c_int()
        self._ask(lib.refresh, byref(grown))
        if grown.value:
            self._read_schema()
        return bool(grown.value)

    def follow(self, from_start=False, poll=0.1, timeout=None):
        """Frames of a recording that is still written, as they come. Ends when the recording is finished,
        or when nothing came for `timeout` seconds."""
        found, failed = [], []

        def take(_, news):
            try:
                found.append(Frame(self, news.contents.frame))
            except Exception as problem:  # ctypes would print it and go on
                failed.append(problem)
            return bool(failed) or len(found) >= 256

        hook, watch, waited = OnSnapshot(take), c_void_p(), 0.0
        start = None if from_start else self._after_last()
        self._ask(lib.watch_open, byref(Moment(0, -2**63)) if from_start else None, hook, None, byref(watch))
        try:
            while True:
                status = self._named(lib.watch_poll, watch)
                if failed:
                    raise failed[0]
                if found:
                    waited = 0.0
                    yield from found
                    found.clear()
                elif status == Error.END:
                    return self._check_loss(start)
                elif timeout is not None and waited >= timeout:
                    return
                else:
                    time.sleep(poll)
                    waited += poll
        finally:
            lib.watch_close(watch)

    def _after_last(self):
        segments = self.segments
        if not segments:
            return None
        return pointer(Range(Moment(len(segments) - 1, segments[-1][1] + 1), Moment(2**32 - 1, 2**62)))

    def _type_at(self, index, use):
        if index >= len(self._type_list):
            self._read_schema()  # types come with the first of their items
        if index >= len(self._type_list):  # of a damaged file, or another program's
            return Type(f"lost type {index}", use, "other", False, False, {})
        return self._type_list[index]

    # Columns

    def table(self, name, columns=None, ticks=None, batch_rows=0, batch_bytes=0):
        """The rows of a table: an item type ("character"), an event type ("kill"), "snapshots", "players",
        "items". A batch has at most batch_rows rows, and in each column batch_bytes of texts (0: 65 536 and 256 MiB)."""
        if columns is not None and not len(columns):
            raise Error(Error.ARGUMENT, f"{self.path}: no columns are asked for; columns=None is all of them")
        chosen = None if columns is None else (c_char_p * len(columns))(*map(as_bytes, columns))
        found = self._range(ticks)
        options = TableOptions(sizeof(TableOptions), as_bytes(name), chosen and cast(chosen, POINTER(c_char_p)),
                               len(columns or ()), found, batch_rows, batch_bytes)

        def open_stream():
            stream = ArrowArrayStream()
            self._check_loss(found)
            self._ask(lib.table, byref(options), byref(stream))
            return stream

        open_stream.keeps = (chosen, found)
        return Table(open_stream, self.path, check=lambda: self._check_loss(found))

    def events(self, name, columns=None, ticks=None):
        """The same of an event type, by its name or its class: "kill", "chat"."""
        by_class = [t.name for t in self._types.values() if t.use == "event" and t.about == name.lower()]
        try:
            return self.table(name, columns, ticks)
        except Error as problem:
            if problem.status != Error.ARGUMENT or len(by_class) != 1:
                raise
            return self.table(by_class[0], columns, ticks)

    def query(self, expression, ticks=None, max_hits=0):
        """Where an expression holds, a row for each stretch of snapshots; the language is that of
        `tickreel query`. More than max_hits (0: a million) are an error."""
        found, asked = self._range(ticks), as_bytes(expression)

        def open_stream():
            stream = ArrowArrayStream()
            self._check_loss(found)
            try:
                self._ask(lib.query, asked, found, max_hits, byref(stream))
            finally:
                self._check_loss(found)  # it has read everything, which finds damage
            return stream

        return Table(open_stream, self.path, keep=True)  # it has searched everything

    def tensor(self, players=None, features=None, hz=None, ticks=None, table=None):
        """Numbers of players over time, ticks x players x features, float32: see Tensor."""
        return self._named(make_tensor, self, players, features, hz, ticks, table)
