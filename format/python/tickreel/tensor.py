"""Numbers of players over time as one float32 array, filled while the recording is read: memory is that
of the result and of one batch of rows."""
import difflib
import warnings
from dataclasses import dataclass, field

import numpy as np

from .errors import Error

USUAL_ROLES = ("position.x", "position.y", "position.z")
BATCH_ROWS = 1 << 18


@dataclass
class Tensor:
    """values[tick, player, feature]; mask[tick, player] is True where the player was there, and where it
    is False or a value is null, values are NaN. Values are the stored ones, see `scales` and `units`."""

    values: np.ndarray
    mask: np.ndarray
    segments: np.ndarray  # by tick
    ticks: np.ndarray
    players: list
    features: list
    units: list = field(default_factory=list)
    scales: np.ndarray = None

    @property
    def shape(self):
        return self.values.shape


def _rows_of_players(reel):
    """The type whose items are the players: with a position, and called like the player."""
    types = [t for t in reel.types.values() if t.use == "item" and t.field_with_role("position.x")]
    named = [t for t in types if t.shares_names] or types
    if not named:
        raise Error(Error.ARGUMENT, "no type of this recording has a position; say which table and features")
    counts = reel.info["items"]
    return max(named, key=lambda t: counts.get(t.name, 0))


def _names_of_several(stays):
    """Names that two ids have at the same time."""
    clashes, last = set(), None
    for segment, name, start, stop, who in sorted((segment, name, start, stop, who)
                                                  for segment, who, name, start, stop in stays):
        if last and last[:2] == (segment, name) and start < last[2] and who != last[3]:
            clashes.add(name)
        last = (segment, name, stop, who)
    return clashes


def _known_names(asked, known):
    """The names as the recording has them; case counts only where names differ by nothing else."""
    known = list(dict.fromkeys(known))
    found = []
    for name in asked:
        alike = [name] if name in known else [one for one in known if one.lower() == str(name).lower()]
        if len(alike) != 1:
            close = alike or difflib.get_close_matches(str(name), known, 1)
            hint = f"; did you mean '{close[0]}'?" if close else f"; there are: {', '.join(known)}"
            raise Error(Error.ARGUMENT, f"nobody is called '{name}'" + hint)
        found.append(alike[0])
    return found


def _refuse_twice(players):
    """Only one of two columns of a player would be filled, and the other would say that nobody was there."""
    twice = next((player for number, player in enumerate(players) if player in players[:number]), None)
    if twice is not None:
        raise Error(Error.ARGUMENT, f"'{twice}' is asked for twice")


def _has_names(reel, table):
    """Whether ids of the table are those of the players: a flag has an id too."""
    found = reel.types.get(reel._item_type(table))
    return found is not None and (found.shares_names or found.field_with_role("name") is not None)


def _stays(reel, ticks):
    """(segment, id, name, first tick, tick behind the last) of everybody; where that cannot be read as a whole,
    of those who are named in the range: what is whole of a damaged recording can be asked for."""
    def read(ticks=None):
        rows = reel.table("players", ["id", "name", "from_tick", "to_tick", "segment"], ticks)
        return [(segment, who, name, start, stop) for who, name, start, stop, segment in rows]
    try:
        return read()
    except Error as problem:
        if ticks is None or problem.status != Error.FILE:
            raise
        return read(ticks)


class _Columns:
    """Which column of the tensor an entity is at a tick. A player is a name wherever it stays, or an id;
    of a name that several have at one time, a name and an id: "(invalid) (62)"."""

    def __init__(self, reel, table, players, ticks):
        self.players = None if players is None else list(players)
        by_id = self.players is not None and all(isinstance(player, (int, np.integer)) for player in self.players)
        of_players = _has_names(reel, table)
        stays = [] if by_id or not of_players else _stays(reel, ticks)
        if not stays:  # nobody has a name
            if self.players is None:
                ids = [np.unique(batch["id"]) for batch in reel.table(table, ["id"], ticks).batches()]
                self.players = np.unique(np.concatenate(ids)).tolist() if ids else []
            unknown = [player for player in self.players if not isinstance(player, (int, np.integer))]
            if unknown:
                raise Error(Error.ARGUMENT, f"nobody is called '{unknown[0]}': the recording has no names, say ids"
                            if of_players else f"items of '{table}' are no players: say ids")
            _refuse_twice(self.players)
            self._by_id(self.players)
            return
        clashes = _names_of_several(stays)
        stays = [(segment, who, f"{name} ({who})" if name in clashes else name, start, stop)
                 for segment, who, name, start, stop in stays]
        if self.players is None:
            self.players = list(dict.fromkeys(name for _, _, name, _, _ in stays))
        asked = clashes.intersection(self.players)
        if asked:
            several = sorted({name for _, _, name, _, _ in stays if name.rsplit(" (", 1)[0] in asked})
            raise Error(Error.ARGUMENT, f"several are called '{min(asked)}' at one time: {', '.join(several)}")
        self.players = _known_names(self.players, [name for _, _, name, _, _ in stays])
        _refuse_twice(self.players)
        place = {name: number for number, name in enumerate(self.players)}
        stays = sorted((segment, who, start, stop, place[name])
                       for segment, who, name, start, stop in stays if name in place)
        self._segment, self._who, self._start, self._stop, self._place = (
            np.array(column, np.int64) for column in (zip(*stays) if stays else [()] * 5))
        self.always = False

    def _by_id(self, ids):
        order = np.argsort(np.array(ids, np.int64), kind="stable")
        self._ids, self._place = np.array(ids, np.int64)[order], order
        self.always = True

    def find(self, segment, who, tick):
        """The column of each row, -1 of nobody's."""
        if self.always:
            at = np.searchsorted(self._ids, who)
            at[at == len(self._ids)] = 0
            hit = self._ids[at] == who if len(self._ids) else np.zeros(len(who), bool)
            return np.where(hit, self._place[at] if len(self._ids) else -1, -1)
        out = np.full(len(who), -1, np.int64)
        if len(who) == 0:
            return out
        for number in range(segment[0], segment[-1] + 1):  # rows are in order: usually one
            rows = slice(*np.searchsorted(segment, (number, number + 1)))
            self._find_in(number, who[rows], tick[rows], out[rows])
        return out

    def _find_in(self, segment, who, tick, out):
        if len(tick) == 0:
            return
        here = (self._segment == segment) & (self._start <= tick[-1]) & (self._stop > tick[0])
        ids = self._who[here]
        if len(ids) and len(np.unique(ids)) == len(ids) and ids.max() < 4096 and ids.min() >= 0 \
                and (self._start[here] <= tick[0]).all() and (self._stop[here] > tick[-1]).all():
            table = np.full(4097, -1, np.int64)  # nobody comes or goes in this batch
            table[ids] = self._place[here]
            out[:] = table[np.where((who >= 0) & (who < 4096), who, 4096)]
            return
        for start, stop, one, place in zip(self._start[here], self._stop[here], ids, self._place[here]):
            rows = slice(*np.searchsorted(tick, (start, stop)))
            out[rows][who[rows] == one] = place


class _Ticks:
    """Which row of the tensor a snapshot is: the next, or with hz the one that `--every` takes, which is the
    first snapshot of each step. Steps begin at tick 0 of each segment, whatever range is read."""

    def __init__(self, reel, hz, ticks):
        self.taken, self.before, self.used = None, None, 0
        if hz is None:
            self.size = reel.info["snapshots"] if ticks is None else len(reel.table("snapshots", ["tick"], ticks))
            return
        rows = reel.table("snapshots", ["segment", "tick"], ticks).numpy()
        segment, tick = rows["segment"].astype(np.int64), rows["tick"]
        step = (1 / hz) * reel.ticks_per_second  # as --every computes it
        number = np.floor(tick / step) if step > 1 else tick
        new = np.ones(len(tick), bool)
        new[1:] = (segment[1:] != segment[:-1]) | (number[1:] != number[:-1])
        self.taken = segment[new], tick[new]
        self.size = self.used = int(new.sum())

    def rows(self, segment, tick):
        """The tensor's row of each row of a batch, -1 of snapshots that are not taken."""
        if self.taken is not None:
            return self._rows_of_taken(segment, tick)
        before, new = self.before, np.empty(len(tick), bool)
        new[0] = (int(segment[0]), int(tick[0])) != before
        np.logical_or(tick[1:] != tick[:-1], segment[1:] != segment[:-1], out=new[1:])
        self.before = int(segment[-1]), int(tick[-1])
        row = np.cumsum(new) + (self.used - 1)
        self.used = int(row[-1]) + 1
        return row

    def _rows_of_taken(self, segment, tick):
        out = np.full(len(tick), -1, np.int64)
        segments, ticks = self.taken
        for number in range(int(segment[0]), int(segment[-1]) + 1):  # rows are in order: usually one
            here = slice(*np.searchsorted(segment, (number, number + 1)))
            first, end = np.searchsorted(segments, (number, number + 1))
            if first == end:
                continue
            place = np.minimum(np.searchsorted(ticks[first:end], tick[here]), end - first - 1)
            out[here] = np.where(ticks[first:end][place] == tick[here], first + place, -1)
        return out


def _type_named(reel, name):
    found = reel.types.get(reel._item_type(name))
    if found is None or found.use != "item":
        raise Error(Error.ARGUMENT, f"'{name}' is no type of items; say which features, or take a table that has "
                                    f"items: {', '.join(t.name for t in reel.types.values() if t.use == 'item')}")
    return found


def _check_ids(reel, table, absent):
    """Ids without a row in the range must have one elsewhere."""
    if not absent:
        return
    known = sorted({int(who) for batch in reel.table(table, ["id"]).batches() for who in np.unique(batch["id"])})
    unknown = [who for who in absent if who not in known]
    if unknown:
        raise Error(Error.ARGUMENT, f"nobody has the id {unknown[0]}; there are: {', '.join(map(str, known))}")


def make_tensor(reel, players=None, features=None, hz=None, ticks=None, table=None):
    """players: names, or ids; None: everybody in the order in which they came (by id where nobody has a
    name). features: columns with numbers; None: the position. hz: a row for the first snapshot of each 1/hz
    seconds, as `tickreel cat --every`, labelled with its own tick; above the tick rate every snapshot.
    None: a row for each snapshot that has a player. table: None: the type that players are."""
    of_players = _rows_of_players(reel) if table is None else None
    table = of_players.name if table is None else table
    if features is None:
        of_players = of_players or _type_named(reel, table)
        features = [f.name for f in map(of_players.field_with_role, USUAL_ROLES) if f]
    if hz is not None and not 0 < hz < float("inf"):
        raise Error(Error.ARGUMENT, "hz must be a number above 0")
    columns = _Columns(reel, table, players, ticks)
    rows = reel.table(table, ["segment", "tick", "id", *features], ticks, batch_rows=BATCH_ROWS)
    axis = _Ticks(reel, hz, ticks)
    values = np.full((axis.size, len(columns.players), len(features)), np.nan, np.float32)
    mask = np.zeros(values.shape[:2], bool)
    seen_segment, seen_tick = axis.taken or (np.zeros(axis.size, np.int64), np.zeros(axis.size, np.int64))
    for batch in rows.batches():
        segment, tick, who = batch["segment"], batch["tick"], batch["id"]
        row = axis.rows(segment, tick)
        if hz is None:
            seen_segment[row], seen_tick[row] = segment, tick
        column = columns.find(segment, who, tick)
        keep = (column >= 0) & (row >= 0)
        every = bool(keep.all())
        row, column = (row, column) if every else (row[keep], column[keep])
        mask[row, column] = True
        for number, name in enumerate(rows.columns[3:]):  # as the table spells them
            values[row, column, number] = _numbers(batch[name] if every else batch[name][keep], name)
    if columns.always and players is not None:
        _check_ids(reel, table, [who for who, seen in zip(columns.players, mask.any(axis=0)) if not seen])
    said = rows.metadata
    return Tensor(values[:axis.used], mask[:axis.used], seen_segment[:axis.used], seen_tick[:axis.used],
                  columns.players, list(features),
                  [said[name].get("tickreel.unit", "") for name in rows.columns[3:]],
                  np.array([float(said[name].get("tickreel.scale", 1)) for name in rows.columns[3:]]))


def _numbers(column, name):
    if column.dtype == object:
        raise Error(Error.ARGUMENT, f"'{name}' has no numbers")
    numbers = column.astype(np.float32)
    if column.dtype.kind in "iu" and column.itemsize > 2 and (numbers.astype(np.float64) != column).any():
        warnings.warn(f"'{name}' has numbers beyond 2^24, which float32 rounds; table() has them as they are",
                      stacklevel=4)
    return numbers.filled(np.nan) if isinstance(numbers, np.ma.MaskedArray) else numbers
