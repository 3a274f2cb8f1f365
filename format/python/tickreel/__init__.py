"""Recordings of matches (.reel) as numpy arrays, Arrow streams and plain Python objects.

    import tickreel
    reel = tickreel.open("match.reel")
    reel.table("character", columns=["tick", "id", "x"]).numpy()

README.md beside this package is the tutorial. Times are UTC; values are the stored ones, and
reel.types says their units: value in `unit` = stored value * scale.
"""
from .errors import Error
from .frame import Frame, Item
from .reel import Marker, Reel, Totals, open
from .schema import Field, Type
from .table import Table
from .tensor import Tensor

__all__ = ["Error", "Field", "Frame", "Item", "Marker", "Reel", "Table", "Tensor", "Totals", "Type", "open"]
