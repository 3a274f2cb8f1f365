"""Arrow's C stream interface: its structures, a reader into numpy, and the capsule that other
libraries take (https://arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html)."""
import ctypes
from ctypes import CFUNCTYPE, POINTER, PYFUNCTYPE, Structure, byref, c_char_p, c_int, c_int64, c_void_p

import numpy as np

from .errors import Error


class ArrowSchema(Structure):
    pass


class ArrowArray(Structure):
    pass


class ArrowArrayStream(Structure):
    pass


ArrowSchema._fields_ = [
    ("format", c_char_p), ("name", c_char_p), ("metadata", c_void_p), ("flags", c_int64), ("n_children", c_int64),
    ("children", POINTER(POINTER(ArrowSchema))), ("dictionary", POINTER(ArrowSchema)),
    ("release", CFUNCTYPE(None, POINTER(ArrowSchema))), ("private_data", c_void_p)]
ArrowArray._fields_ = [
    ("length", c_int64), ("null_count", c_int64), ("offset", c_int64), ("n_buffers", c_int64), ("n_children", c_int64),
    ("buffers", POINTER(c_void_p)), ("children", POINTER(POINTER(ArrowArray))), ("dictionary", POINTER(ArrowArray)),
    ("release", CFUNCTYPE(None, POINTER(ArrowArray))), ("private_data", c_void_p)]
ArrowArrayStream._fields_ = [
    ("get_schema", CFUNCTYPE(c_int, POINTER(ArrowArrayStream), POINTER(ArrowSchema))),
    ("get_next", CFUNCTYPE(c_int, POINTER(ArrowArrayStream), POINTER(ArrowArray))),
    ("get_last_error", CFUNCTYPE(c_char_p, POINTER(ArrowArrayStream))),
    ("release", CFUNCTYPE(None, POINTER(ArrowArrayStream))), ("private_data", c_void_p)]

NUMBERS = {"i": np.int32, "I": np.uint32, "l": np.int64, "L": np.uint64, "f": np.float32, "g": np.float64,
           "tsu:UTC": "datetime64[us]"}


def _view(address, dtype, count):
    """`count` values at an address, which live as long as their owner."""
    dtype = np.dtype(dtype)
    if count == 0 or not address:
        return np.empty(0, dtype)
    return np.frombuffer((ctypes.c_char * (count * dtype.itemsize)).from_address(address), dtype)


def _bits(address, count):
    return np.unpackbits(_view(address, np.uint8, (count + 7) // 8), count=count, bitorder="little").astype(bool)


def _pieces(array, count, as_text):
    offsets = _view(array.buffers[1], np.int32, count + 1)
    if count == 0 or offsets[-1] == 0:
        return np.full(count, "" if as_text else b"", object)
    whole = ctypes.string_at(array.buffers[2], int(offsets[-1]))
    places = offsets.tolist()
    if as_text and whole.isascii():
        text, whole = whole.decode("ascii"), None
        pieces = [text[a:b] for a, b in zip(places, places[1:])]
    else:
        pieces = [whole[a:b] for a, b in zip(places, places[1:])]
        if as_text:
            pieces = [piece.decode("utf-8") for piece in pieces]
    out = np.empty(count, object)
    out[:] = pieces
    return out


def _words(array, count):
    offsets = _view(array.buffers[1], np.int32, count + 1)
    words = _view(array.children[0].contents.buffers[1], np.int32, int(offsets[-1]) if count else 0)
    out = np.empty(count, object)
    for row in range(count):
        out[row] = words[offsets[row]:offsets[row + 1]].copy()
    return out


def _column(layout, array):
    """A column as a numpy array of its own; masked where there are nulls."""
    count = array.length
    if layout in NUMBERS:
        values = _view(array.buffers[1], NUMBERS[layout], count).copy()
    elif layout == "b":
        values = _bits(array.buffers[1], count)
    elif layout == "+l":
        values = _words(array, count)
    else:
        values = _pieces(array, count, layout == "u")
    if array.null_count == 0:
        return values
    return np.ma.MaskedArray(values, mask=~_bits(array.buffers[0], count))


def _parse_metadata(address):
    if not address:
        return {}
    place = 0

    def take():
        nonlocal place
        number = ctypes.c_int32.from_address(address + place).value
        place += 4
        return number

    def take_text():
        nonlocal place
        size = take()
        place += size
        return ctypes.string_at(address + place - size, size).decode("utf-8", "replace")

    return {take_text(): take_text() for _ in range(take())}


def read_schema(stream):
    """[(name, format, metadata)] of a stream's columns."""
    schema = ArrowSchema()
    _check(stream, stream.get_schema(byref(stream), byref(schema)))
    try:
        children = [schema.children[i].contents for i in range(schema.n_children)]
        return [(child.name.decode("utf-8"), child.format.decode("ascii"), _parse_metadata(child.metadata))
                for child in children]
    finally:
        schema.release(byref(schema))


def _check(stream, code):
    if code != 0:
        text = stream.get_last_error(byref(stream)) or b"unknown error"
        status = Error.LIMIT if code == 12 else Error.FILE  # ENOMEM
        raise Error(status, text.decode("utf-8", "replace"))


def read_batches(stream):
    """Each record batch as {name: numpy array}. Releases the stream at the end."""
    try:
        columns = read_schema(stream)
        while True:
            batch = ArrowArray()
            _check(stream, stream.get_next(byref(stream), byref(batch)))
            if not batch.release:
                return
            try:
                yield {name: _column(layout, batch.children[i].contents)
                       for i, (name, layout, _) in enumerate(columns)}
            finally:
                batch.release(byref(batch))
    finally:
        if stream.release:
            stream.release(byref(stream))


_CAPSULE_NAME = b"arrow_array_stream"  # lives as long as the capsules that point to it
_streams = {}  # by address: the structures that capsules hold


@PYFUNCTYPE(None, c_void_p)
def _free_capsule(capsule):
    pointer = PYFUNCTYPE(c_void_p, c_void_p, c_char_p)(("PyCapsule_GetPointer", ctypes.pythonapi))
    stream = _streams.pop(pointer(capsule, _CAPSULE_NAME), None)
    if stream is not None and stream.release:  # nobody has taken it
        stream.release(byref(stream))


def capsule_of(stream):
    """The stream as a PyCapsule, which owns it."""
    make = PYFUNCTYPE(ctypes.py_object, c_void_p, c_char_p, c_void_p)(("PyCapsule_New", ctypes.pythonapi))
    _streams[ctypes.addressof(stream)] = stream
    return make(ctypes.addressof(stream), _CAPSULE_NAME, ctypes.cast(_free_capsule, c_void_p))
