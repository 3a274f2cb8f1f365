"""The events of codec 3 (FORMAT.md, 5.2) in plain Python: written from the specification, not from our C++."""

def wrap(value): return (value + 2**31) % 2**32 - 2**31
def unzigzag(value): return value >> 1 ^ -(value & 1)

class Column:
    def __init__(self, s):
        byte = s.number("B")
        self.predictor, self.lows, self.has_values = byte & 15, byte >> 4 & 3, bool(byte & 64)
        if self.predictor > 9: raise ValueError("a column is %d" % byte)
        self.parameter = s.varint() if self.predictor in (4, 7, 8, 9) else None
        self.step = s.varint() if byte & 128 else 1

class Row:
    def __init__(self, words, frame, before=()): self.words, self.frame, self.before = words, frame, before

class Table:
    def __init__(self, s):
        head, words = s.varint(), s.varint()
        self.kind, self.before, self.words = head >> 1, bool(head & 1), words
        self.columns, self.rows, self.count = [Column(s) for _ in range(words)], [], 0
        self.of_view = {}  # for each frame in which the view has any, its rows

    def place(self, values, lows):
        """The values of each column but for what is in varints."""
        self.values = []
        for column in self.columns:
            tops = list(values.bytes(self.count)) if column.has_values else []
            parts = [lows.bytes(self.count) for _ in range(column.lows)] if column.has_values else []
            self.values.append((tops, [sum(part[row] << 8 * n for n, part in enumerate(parts)) for row in range(len(tops))]))

    def next(self, frame, view, before, ticks, times, lows):
        at, nth = len(self.rows), lambda rows, number, otherwise: rows[number] if number < len(rows) else otherwise
        mine = self.of_view.setdefault(view, [])
        before_this = [row for rows in mine[-3:] for row in rows]  # at least two, if there are two
        last = before_this[-1] if before_this else self.rows[-1] if self.rows else Row([0] * self.words, frame)
        older = before_this[-2] if len(before_this) > 1 else last
        if not before_this or last.frame != frame: mine.append([])
        number = len(mine[-1])
        same = nth(mine[-2] if len(mine) > 1 else [], number, last)
        others = self.of_view.get(view - 1, [[]])[-1]
        neighbour = nth(others if others and others[0].frame == frame else [], number, same)
        words = []
        for n, (column, (tops, low)) in enumerate(zip(self.columns, self.values)):
            value = 0
            if column.has_values:
                top = tops[at] if tops[at] < 255 else 255 + lows.varint()
                value = top << 8 * column.lows | low[at]
            words.append(wrap(self.predict(words, column, last, older, same, neighbour, frame, before, ticks, times) + unzigzag(value % 2**32) * column.step))
        self.rows.append(Row(words, frame, before))
        mine[-1].append(self.rows[-1])
        return [self.kind, self.before, words]

    def predict(self, known, column, last, older, same, neighbour, frame, before, ticks, times):
        n, parameter = len(known), column.parameter
        if column.predictor == 4:
            clock = lambda frame: times[frame] % 2**64 // parameter
            return 2 * (last.words[n] + clock(last.frame)) - (older.words[n] + clock(older.frame)) - clock(frame)
        of = lambda row: row[parameter] if parameter < len(row) else 0
        if column.predictor == 7: return of(before)
        if column.predictor == 8: return last.words[n] + known[parameter] - last.words[parameter]
        if column.predictor == 9: return last.words[n] + of(before) - of(last.before)
        return (0, last.words[n], 2 * last.words[n] - older.words[n], last.words[n] + ticks[frame] - ticks[last.frame], 0,
                same.words[n], neighbour.words[n])[column.predictor]

def event_lists(kind, mask_words, views):
    """The events that say which views have which places."""
    shared = {}
    for view, places in enumerate(views):
        if places: shared.setdefault(tuple(places), []).append(view)
    out = []
    for places, who in sorted(shared.items()):
        mask = [sum(1 << view % 7 for view in who if view // 7 == word) for word in range(mask_words)]
        out.append([kind, False, [mask_words, *mask, *places]])
    return out

def decode(streams, ticks, times):
    """The events of each frame."""
    s, values, lows = streams
    whole = [[kind >> 1, bool(kind & 1), row] for kind, row in s.some(lambda: (s.varint(), s.some(s.svarint)))]
    tables = s.some(lambda: Table(s))
    views = s.varint()
    kind, mask_words = (s.varint(), s.varint()) if views else (None, None)
    counts = [[s.varint() for _ in range(max(views, 1))] for _ in ticks]
    which = [[[s.varint() for _ in range(count)] for count in of_frame] for of_frame in counts]
    for of_frame in which:
        for of_view in of_frame:
            for number in of_view:
                if number < len(tables): tables[number].count += 1
    for table in tables: table.place(values, lows)
    out = []
    for frame, of_frame in enumerate(which):
        events, lists, others = [], [], []
        for view, of_view in enumerate(of_frame):
            places, before = [], []
            for nth, number in enumerate(of_view):
                place = len(events)
                if number < len(tables):
                    events.append(tables[number].next(frame, view, before, ticks, times, lows))
                elif number < len(tables) + len(whole):
                    events.append(whole[number - len(tables)])
                else:
                    place = (others[nth] if nth < len(others) else 0) + unzigzag(number - len(tables) - len(whole))
                    if not 0 <= place < len(events) or not views: raise ValueError("there is no event %d" % number)
                places.append(place)
                before = events[place][2]
            lists.append(places)
            others = places or others
        out.append(events + (event_lists(kind, mask_words, lists) if views else []))
    return out
