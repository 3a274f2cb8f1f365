#!/usr/bin/env python3
"""Counts in the log of lossy_relay.py (Firefall, between the recorder and the server) what was lost, sent again and asked for again,
by the protocol's description, and compares it with the events and the sums of `info`. Measures how often the server sends a view's
keyframe.
usage: firefall_lossy_check.py LOSS_PERCENT NAME        NAME.way, NAME.events, NAME.info"""
import json
import sys

MATRIX, RELIABLE, UNRELIABLE = 1, 2, 3
KEYFRAMES = (3, 4)  # messages: of a view, of a controller
LIMIT, LATE = 3.0, 2.5  # s between two keyframes of a view; what the first of some may be late on a busy machine


def packets(datagram):
    """(channel, resend code, more fragments follow, number, what is behind it): none of a handshake."""
    at = 4
    while datagram[:4] != bytes(4) and at < len(datagram):
        head = int.from_bytes(datagram[at:at + 2], "big")
        channel, size = head >> 14, head & 0x7FF
        number = int.from_bytes(datagram[at + 2:at + 4], "big") if channel else None
        yield channel, head >> 12 & 3, bool(head >> 11 & 1), number, datagram[at + (4 if channel else 2):at + size]
        at += size


def names_hole(control):
    numbers = [int.from_bytes(control[at:at + 2], "big") for at in range(1, len(control) - 1, 2)]
    return control[0] in (2, 3) and any(0 < (number - numbers[0]) % 0x10000 < 0x8000 for number in numbers[1:])


class Side:
    def __init__(self):
        self.seen = set()  # (channel, number)
        self.resent = self.seen_before = self.asks = 0

    def take(self, datagram):
        asks = False
        for channel, code, _, number, body in packets(datagram):
            asks = asks or channel == 0 and names_hole(body)
            if channel in (MATRIX, RELIABLE):
                if code:
                    self.resent += 1
                    self.seen_before += (channel, number) in self.seen
                self.seen.add((channel, number))
        self.asks += asks

    def counts(self):
        return [self.resent, self.seen_before, self.asks]


def main():
    loss, name = float(sys.argv[1]), sys.argv[2]
    server, client = Side(), Side()
    unreliable, first, reliable = set(), None, {}
    for line in open(f"{name}.way"):
        time, _, direction, fate, data = line.rstrip("\n").split(" ")
        datagram = bytes.fromhex(data)
        if datagram[:8] == bytes(4) + b"HUGG":
            first = int.from_bytes(datagram[8:10], "big")
        if direction == "up":  # the recorder had it, whether or not it arrived
            client.take(datagram)
            continue
        if fate == "passed":
            server.take(datagram)
            unreliable |= {number for channel, _, _, number, _ in packets(datagram) if channel == UNRELIABLE}
        for channel, code, more, number, body in packets(datagram):
            if channel == RELIABLE and not code:
                reliable[(number - first) % 0x10000] = more, body, float(time)
    keyframes, whole = {}, True
    for _, (more, body, time) in sorted(reliable.items()):
        if whole and len(body) > 8 and body[8] in KEYFRAMES and body[0]:
            keyframes.setdefault(body[:8], []).append(time)
        whole = not more
    ordered = sorted((number - first) % 0x10000 for number in unreliable)
    assert ordered[-1] < 0x8000, "numbers are used twice: the match is too long for this"
    wanted = {"ServerResend": server.counts(), "ClientResend": client.counts(), "ServerLoss": [ordered[-1] + 1 - len(ordered)]}
    found = {"ServerResend": [0, 0, 0], "ClientResend": [0, 0, 0], "ServerLoss": [0]}
    for event in map(json.loads, open(f"{name}.events")):
        for i, field in enumerate(("lost",) if event["event"] == "ServerLoss" else ("resent", "seen_before", "asks")):
            found[event["event"]][i] += int(event["fields"][field])
    again = sum(len(times) - 1 for times in keyframes.values())
    print(f"{loss} % lost: {found} of {len(server.seen)} and {len(client.seen)} messages; {len(keyframes)} views, {again} keyframes again")
    assert found == wanted, f"the relay says {wanted}"
    told = json.load(open(f"{name}.info")).get("resent", {})
    for side in ("Server", "Client"):
        counts = dict(zip(("messages", "seen_before", "requests"), wanted[f"{side}Resend"]))
        if side == "Server" and wanted["ServerLoss"] != [0]:
            counts["lost"] = wanted["ServerLoss"][0]
        assert told.get(side.lower(), dict.fromkeys(counts, 0)) == counts, f"info says {told}"
    for times in keyframes.values():
        assert all(time - times[0] > LIMIT * i - LATE for i, time in enumerate(times)), f"keyframes of a view at {times}"
    if loss == 0:
        assert found["ServerLoss"] == [0] and server.asks == client.asks == 0, "nothing was lost"
    else:
        assert again >= 5, "too few keyframes were asked for"
        assert server.resent > 0 and client.resent > 0 and client.asks > 0 and found["ServerLoss"][0] > 0
        assert client.resent == client.seen_before, "between the client and the recorder nothing is lost"


if __name__ == "__main__":
    main()
