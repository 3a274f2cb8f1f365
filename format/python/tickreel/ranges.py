"""What `tickreel` warns of in ranges, in its words (recorder/commands/place.cpp): ticks that other segments
have too, ranges in which nothing lies, and ranges that reach beyond the recording."""
import re


def _extent(segments):
    name = (lambda number, tick: str(tick)) if len(segments) == 1 else (lambda number, tick: f"s{number}:{tick}")
    return f"{name(0, segments[0][0])} to {name(len(segments) - 1, segments[-1][1])}"


def beyond(segments, text, low, high):
    """The same where only a part of the range has snapshots. Of a recording that is damaged or still written
    nobody knows where it ends."""
    if (0, segments[0][0]) <= low and high <= (len(segments) - 1, segments[-1][1] + 1):
        return None
    return f"'{text}' reaches beyond the recording (ticks {_extent(segments)})"


def doubts(segments, text, low, high):
    """segments: (first, last, map). low, high: (segment, tick), half-open. At least one segment; None: nothing to say."""
    if not any(max((number, first), low) < min((number, last + 1), high)
               for number, (first, last, _) in enumerate(segments)):
        return f"has no snapshot in '{text}' (the recording has ticks {_extent(segments)})"
    bare = re.fullmatch(r"(-?\d+)?\.\.(-?\d+)?", text)
    if not bare or text == "..":
        return None
    start = int(bare[1]) if bare[1] else float("-inf")
    stop = int(bare[2]) if bare[2] else float("inf")
    others = [str(number) for number, (first, last, _) in enumerate(segments)
              if max(first, start) < min(last + 1, stop) and not low[0] <= number <= high[0]]
    if not others:
        return None
    own = f"segment {low[0]}" if low[0] == high[0] else f"segments {low[0]} to {high[0]}"
    listed = " and ".join(filter(None, [", ".join(others[:-1]), others[-1]]))
    several = f"segments {listed} have" if len(others) > 1 else f"segment {listed} has"
    return f"takes ticks {text} of {own}; {several} such ticks too: write s{others[0]}:TICK for those"
