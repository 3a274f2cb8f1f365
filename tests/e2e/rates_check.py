#!/usr/bin/env python3
"""Which snapshots the server sent and with which base, by the log of lossy_relay.py and a decoder of its own, and from that its
rates: compared with what `sql`, `doctor`, `info` and `verify` say of the recording.
usage: rates_check.py PROTOCOL FOLDER"""
import json
import sys

from resends_check import unpacked

SNAP, SNAP_EMPTY, SNAP_SINGLE = 5, 6, 7  # of 0.6; 0.7 has one more before them


def integer(data, at):
    """And where the next one begins."""
    byte = data[at]
    value, shift, sign = byte & 0x3F, 6, byte & 0x40
    while byte & 0x80:
        at += 1
        byte = data[at]
        value |= (byte & 0x7F) << shift
        shift += 7
    return (~value if sign else value), at + 1


def messages(packet, seven):
    header, flags = (7, packet[0] >> 2) if seven else (3, packet[0] >> 4)
    # Control packets and those outside a connection; 0.6 has other flags in another order.
    if len(packet) < header or flags & (1 if seven else 3) or (seven and flags & 8) or packet[:4] == b"\xff" * 4:
        return
    body, at = packet[header:], 0
    if flags & (4 if seven else 8):
        body = unpacked(body)
    for _ in range(packet[2]):
        low = 6 if seven else 4  # bits of the size in the second byte
        size = (body[at] & 0x3F) << low | body[at + 1] & ((1 << low) - 1)
        at += 3 if body[at] & 0x40 else 2
        yield body[at : at + size]
        at += size


def sent(lines, seven):
    """Of each snapshot the base, None: in full; and the times at which what went up was lost, and at which the last of it went."""
    snapshots, lost, last_up = {}, [], 0.0
    for line in lines:
        time, _, direction, fate, data = line.rstrip("\n").split(" ")
        if fate == "lost":
            assert direction == "up"
            lost.append(float(time))
        if direction == "up":
            last_up = float(time)
            continue
        for message in messages(bytes.fromhex(data), seven):
            number, at = integer(message, 0)
            if not number & 1 or (number >> 1) - seven not in (SNAP, SNAP_EMPTY, SNAP_SINGLE):
                continue
            tick, at = integer(message, at)
            delta, at = integer(message, at)
            snapshots[tick] = (None if delta == tick + 1 else tick - delta, float(time))
    return snapshots, lost, last_up


def main():
    protocol, folder = sys.argv[1:]
    load = lambda name: [json.loads(line) for line in open(f"{folder}/{protocol}.{name}") if line.strip()]
    snapshots, lost, left = sent(open(f"{folder}/{protocol}.way"), protocol == "0.7")
    assert lost and lost[-1] - lost[0] > 4, "nothing was lost"
    rows, info = load("sql"), load("info")[0]
    begin = rows[0]["tick"]  # what is before the first whole one, no recording can have
    have = {row["tick"] for row in rows}  # of what came when the client had left, it may be anything
    ticks = sorted(tick for tick, (_, time) in snapshots.items() if tick >= begin and (time < left or tick in have))
    base = {tick: snapshots[tick][0] for tick in ticks}
    assert [(row["tick"], row["base"]) for row in rows] == [(tick, base[tick]) for tick in ticks], "other snapshots than were sent"

    first_delta = next(tick for tick in ticks if base[tick] is not None)
    recover = [tick for tick in ticks if base[tick] is None and tick > first_delta]
    after = next(tick for tick in ticks if tick > recover[-1])
    print(f"{protocol}: {len(ticks)} snapshots, in full from {begin}, recover at {recover}, full rate again at {after}")
    assert ticks[ticks.index(recover[0]) :][: len(recover)] == recover, "several times"
    assert snapshots[recover[0]][1] > lost[0] + 2, "not because acknowledgements were lost"
    # The first at once, when the last base is too old, then at each 50th tick; when acknowledgements come again, until one is of a base
    # that the server still has. One that a busy machine holds up leaves some out.
    unheard = [tick for tick in recover if snapshots[tick][1] < lost[-1]]
    assert len(unheard) >= 2 and [tick % 50 for tick in unheard[1:]] == [0] * (len(unheard) - 1)
    rate = lambda tick: "init" if tick < first_delta else "recover" if tick in recover else "full"
    assert [row["rate"] for row in rows] == [rate(tick) for tick in ticks]

    # A server that a busy machine holds up leaves ticks out, which nobody can tell from a loss.
    at_once = lambda a, b: rate(a) == "full" and (rate(b) == "full" or b == recover[0])
    held = [b for a, b in zip(ticks, ticks[1:]) if b - a > (3 if at_once(a, b) else 50)]
    gaps = [row["tick"] for row in rows if row["gap"]]
    assert set(gaps) <= set(held), f"said to be lost: before {gaps}, the server was late at {held}"
    assert len(gaps) == info["gaps"] == len(load("verify")[0]["gaps"])
    recovered = info["send_rates"]["recover"]
    assert (recovered["times"], recovered["first"]) == (1, str(recover[0])), recovered
    assert abs(recovered["seconds"] - (after - recover[0]) / 50) < 0.001, recovered
    findings = {row["check"]: row for row in load("doctor") if row["check"] != "pace"}
    assert (findings["full"]["tick"], findings["full"]["number"]) == (str(recover[0]), len(recover)), findings["full"]
    assert ("gap" in findings) == bool(gaps)
    irregular = {int(row["tick"]) for row in load("doctor") if row["check"] == "pace"}
    assert not irregular & {tick for a, tick in zip(recover, [*recover[1:], after]) if 4 < tick - a <= 50}, "recover is called an irregular pace"


if __name__ == "__main__":
    main()
