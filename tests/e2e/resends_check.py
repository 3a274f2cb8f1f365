#!/usr/bin/env python3
"""Counts in the log of lossy_relay.py (0.6, DDNet) what was sent again and asked for again, with a decoder of its own, and compares
it with the events that the recordings have. Each resend must have a loss before it, or nothing that told its sender to leave it: how soon
one comes is not looked at, because a busy machine holds up datagrams for as long as it likes.
What is on the way when the client's closing packet overtakes it is no part of the recording.
Then with the sums that `info` (EVENTS with .info for .ndjson) and the page for Prometheus have.
usage: resends_check.py LOSS_PERCENT RELAY_LOG METRICS EVENTS.ndjson..."""
import itertools
import json
import os
import re
import sys

HEADER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../recorder/games/teeworlds/wire/huffman_frequencies.h")
END = 256
ON_THE_WAY = 3.0  # s that an acknowledgement may take to its reader on a busy machine
OTHER = {"down": "up", "up": "down"}


def tree():
    """Children by node; the bytes and the end are the first 257 nodes."""
    numbers = open(HEADER).read().split("kByteFrequencies = {")[1].split("};")[0]
    nodes = [None] * 257
    left = [(int(number), node) for node, number in enumerate(re.findall(r"\d+", numbers))] + [(1, END)]
    assert len(left) == 257
    while len(left) > 1:
        left.sort(key=lambda one: -one[0])  # stable
        last = left.pop()
        nodes.append((last[1], left[-1][1]))
        left[-1] = (left[-1][0] + last[0], len(nodes) - 1)
    return nodes


NODES = tree()


def unpacked(data):
    out, node = bytearray(), len(NODES) - 1
    for byte in data:
        for bit in range(8):
            node = NODES[node][byte >> bit & 1]
            if node == END:
                return bytes(out)
            if node < END:
                out.append(node)
                node = len(NODES) - 1
    return bytes(out)


def read(packet):
    """Whether it asks for a resend, the last it has, its vital messages: (sequence, resent). None: without messages by its kind."""
    if len(packet) < 3 or packet[0] & 0x30 or packet[:4] == b"\xff" * 4:
        return None
    body = unpacked(packet[3:]) if packet[0] & 0x80 else packet[3:]
    at, vital = 0, []
    for _ in range(packet[2]):
        size = (body[at] & 0x3F) << 4 | body[at + 1] & 15
        if body[at] & 0x40:
            vital.append(((body[at + 1] & 0xF0) << 2 | body[at + 2], bool(body[at] & 0x80)))
        at += size + (3 if body[at] & 0x40 else 2)
    return bool(packet[0] & 0x40), (packet[0] & 3) << 8 | packet[1], vital


def closes(packet):
    return len(packet) > 3 and packet[0] & 0x10 and packet[3] == 4


class Side:
    def __init__(self):
        self.seen = set()
        self.had = []  # (when the other side says so, the last sequence it has)
        self.resent = self.seen_before = self.asks = 0

    def counts(self):
        return self.resent, self.seen_before, self.asks


def expected(lines):
    """Of each client: what the server and the client sent again, as who is on the relay's way to the server sees it. Of the server the least
    and the most: what comes out of the recorder about when the client's closing packet goes in."""
    clients, losses, at_close = {}, {}, {}
    for line in lines:
        time, way, direction, fate, data = line.rstrip("\n").split(" ")
        time = float(time)
        sides = clients.setdefault(way, {"down": Side(), "up": Side()})
        lost = losses.setdefault(way, [])
        if direction == "up" and fate == "passed" and closes(bytes.fromhex(data)):
            at_close.setdefault(way, sides["down"].counts())
        packet = read(bytes.fromhex(data))
        if packet and not (direction == "up" and (fate == "lost" or way in at_close)):
            asks, has, vital = packet
            side = sides[direction]
            if fate == "passed":
                sides[OTHER[direction]].had.append((time, has))
            side.asks += asks
            for sequence, resent in vital:
                if resent:
                    side.resent += 1
                    side.seen_before += sequence in side.seen
                    known = any(has >= sequence and when < time - ON_THE_WAY for when, has in side.had)
                    assert not known or any(time - 5 < when for when in lost), f"{direction}: message {sequence} is sent again without a loss"
                else:
                    assert sequence not in side.seen, "a number is used twice: the match is too long for this"
                side.seen.add(sequence)
            assert not asks or any(time - 5 < when for when in lost), f"{direction}: asks without a loss"
        if fate == "lost":
            lost.append(time)
    played = [(at_close.get(way), sides["down"], sides["up"]) for way, sides in clients.items() if sides["down"].seen]
    return [(least or down.counts(), down.counts(), up.counts()) for least, down, up in played]


def as_expected(one, wanted):
    (server, client), (least, most, wanted_client) = one, wanted
    return client == wanted_client and all(low <= count <= high for low, count, high in zip(least, server, most))


def recorded(path):
    sums = {"ServerResend": [0, 0, 0], "ClientResend": [0, 0, 0]}
    for line in open(path):
        event = json.loads(line)
        fields = event["fields"]
        for i, name in enumerate(("resent", "seen_before", "asks")):
            sums[event["event"]][i] += int(fields[name])
    return tuple(sums["ServerResend"]), tuple(sums["ClientResend"])


def main():
    loss = float(sys.argv[1])
    wanted = expected(open(sys.argv[2]))
    files = {path: recorded(path) for path in sys.argv[4:]}
    found = sorted(files.values())
    print(f"{loss} % lost: server (sent again, seen before, asks), client: {found}")
    assert any(all(map(as_expected, order, wanted)) for order in itertools.permutations(found, len(wanted))), f"the relay says {wanted}"
    assert len(found) == len(wanted), f"{len(found)} recordings of {len(wanted)} clients"
    assert found, "nobody was recorded"
    for path, sums in files.items():
        told = json.load(open(path.removesuffix(".ndjson") + ".info")).get("resent", {})
        for side, (resent, seen_before, asks) in zip(("server", "client"), sums):
            counts = {"messages": resent, "seen_before": seen_before, "requests": asks}
            assert told.get(side, dict.fromkeys(counts, 0)) == counts, f"info says {told}"
    page = dict(line.rsplit(None, 1) for line in open(sys.argv[3]) if not line.startswith("#"))
    for side, direction in enumerate(("to_client", "to_server")):
        sent_again = sum(sums[side][0] for sums in found)
        assert int(page[f'tickreel_resent_messages_total{{direction="{direction}"}}']) == sent_again, f"the page for Prometheus says {page}"
    # The relay is behind the recorder: what the server sends again has passed.
    assert all(server[0] == server[1] for server, _ in found)
    anything = sum(sum(server) + sum(client) for server, client in found)
    assert anything > 0 or loss == 0, "nothing is sent again"
    if loss > 0:
        assert any(client[0] > client[1] for _, client in found), "no message of a client was lost on the way to the recorder"


if __name__ == "__main__":
    main()

