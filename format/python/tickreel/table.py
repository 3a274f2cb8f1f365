"""Rows as columns: numpy by itself, pyarrow, polars and pandas where they are installed."""
from ctypes import byref

import numpy as np

from .arrow import NUMBERS, capsule_of, read_batches, read_schema
from .errors import Error, named


def _joined(parts):
    if any(isinstance(part, np.ma.MaskedArray) for part in parts):
        return np.ma.concatenate(parts)
    return np.concatenate(parts)


def _empty(layout):
    return np.empty(0, NUMBERS.get(layout, bool if layout == "b" else object))


def for_pandas(column, pandas):
    """Numbers with nulls become float64 in pandas, which rounds ids of 64 bits: they are its Int64 and UInt64."""
    if isinstance(column, np.ma.MaskedArray) and column.dtype.kind in "iu" and column.dtype.itemsize == 8:
        return pandas.arrays.IntegerArray(column.data, np.ma.getmaskarray(column))
    return column


class Table:
    """A table that is read when it is asked for. Anything that knows Arrow's PyCapsule interface takes
    it as it is: pyarrow.table(t), polars.DataFrame(t). t["x"] and t.numpy() are numpy arrays, masked
    where values are null."""

    def __init__(self, open_stream, path, keep=False, check=lambda: None):
        """keep: the first stream is not thrown away after its columns are known. check: refuses or warns of
        what the recording lacks, as far as it is known."""
        self._open_stream, self._path, self._check = open_stream, path, check
        self._numpy = self._kept = None
        stream = open_stream()  # errors of names show here
        self._schema = read_schema(stream)
        if keep:
            self._kept = stream
        else:
            stream.release(byref(stream))

    def __del__(self):
        kept = getattr(self, "_kept", None)
        if kept:
            kept.release(byref(kept))

    def _take(self):
        stream, self._kept = self._kept or self._open_stream(), None
        return stream

    @property
    def columns(self):
        return [name for name, _, _ in self._schema]

    @property
    def metadata(self):
        """What columns mean: {"x": {"tickreel.unit": ..., "tickreel.scale": ...}}."""
        return {name: said for name, _, said in self._schema}

    def batches(self):
        """{column: array} a batch, in tick order: for tables larger than memory."""
        return self._batches(self._take())

    def _batches(self, stream):
        try:
            yield from read_batches(stream)
        except Error as problem:
            self._check()  # which says how to read the rest
            raise named(problem, self._path) from None
        self._check()  # reading finds damage

    def numpy(self):
        """{column: array}; read once and kept."""
        if self._numpy is None:
            batches = list(self.batches())
            # Column by column: what is joined need not stay in parts.
            self._numpy = {name: _joined([batch.pop(name) for batch in batches]) if batches else _empty(layout)
                           for name, layout, _ in self._schema}
        return self._numpy

    def __getitem__(self, column):
        return self.numpy()[column]

    def __len__(self):
        return len(next(iter(self.numpy().values()), ()))

    def __iter__(self):
        """Rows as tuples, for small tables."""
        return zip(*(column.tolist() for column in self.numpy().values()))

    def __arrow_c_stream__(self, requested_schema=None):
        return capsule_of(self._take())

    def to_arrow(self):
        import pyarrow
        return pyarrow.RecordBatchReader.from_stream(self).read_all()

    def to_polars(self):
        import polars
        return polars.DataFrame(self)

    def to_pandas(self):
        import pandas
        return pandas.DataFrame({name: for_pandas(column, pandas) for name, column in self.numpy().items()})

    def __repr__(self):
        return f"<table of {', '.join(self.columns)}>"
