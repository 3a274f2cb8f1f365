#!/usr/bin/env python3
"""Captures of other kinds out of a .faucap with one session, for firefall_match.sh.
usage: firefall_captures.py SESSION.faucap OUT_DIR

one.pcap        the client of the session
two.pcapng      two clients at the same time, each with a port for the handshake and one for the game
twice.pcap      one client that connects again a minute later
"""
import struct
import sys

MATRIX, GAME, CLIENT = 25000, 25001, 40000
TICKS_1970 = 621355968000000000  # .NET counts 100 ns since the year 1


def datagrams(path):
    data = open(path, "rb").read()
    assert data[:5] == b"\x04FCAP" and data[5:9] == b"\x01\0\0\0", "one session is wanted"
    at = 9
    for _ in range(2):
        at += 1 + data[at]
    at += 16
    (count,) = struct.unpack_from("<I", data, at)
    at += 4
    for _ in range(count):
        time, from_server, size = struct.unpack_from("<qBH", data, at)
        at += 11
        yield (time - TICKS_1970) // 10, bool(from_server), data[at : at + size]
        at += size


def packet(client, from_server, payload):
    server_port = MATRIX if payload[:4] == bytes(4) else GAME
    ends = [(b"\x0a\0\0\1", server_port), (bytes([10, 0, 0, client]), CLIENT)]
    (source, from_port), (target, to_port) = ends if from_server else ends[::-1]
    udp = struct.pack(">HHHH", from_port, to_port, 8 + len(payload), 0) + payload
    ip = struct.pack(">BBHHHBBH", 0x45, 0, 20 + len(udp), 0, 0, 64, 17, 0) + source + target
    return bytes(12) + b"\x08\0" + ip + udp


def write_pcap(path, packets):
    with open(path, "wb") as out:
        out.write(struct.pack("<IHHIIII", 0xA1B2C3D4, 2, 4, 0, 0, 262144, 1))
        for time, data in packets:
            out.write(struct.pack("<IIII", time // 10**6, time % 10**6, len(data), len(data)) + data)


def write_pcapng(path, packets):
    def block(kind, body):
        body += bytes(-len(body) % 4)
        size = struct.pack("<I", 12 + len(body))
        return struct.pack("<I", kind) + size + body + size

    with open(path, "wb") as out:
        out.write(block(0x0A0D0D0A, struct.pack("<IHHq", 0x1A2B3C4D, 1, 0, -1)))
        out.write(block(1, struct.pack("<HHI", 1, 0, 262144)))
        for time, data in packets:
            head = struct.pack("<IIIII", 0, time >> 32, time & 0xFFFFFFFF, len(data), len(data))
            out.write(block(6, head + data))


def main():
    source, out = sys.argv[1:]
    session = list(datagrams(source))
    both = [(t, packet(client, s, d)) for t, s, d in session for client in (2, 3)]
    write_pcapng(f"{out}/two.pcapng", both)
    write_pcap(f"{out}/one.pcap", [(t, packet(2, s, d)) for t, s, d in session])
    later = [(t + 60 * 10**6, s, d) for t, s, d in session]
    write_pcap(f"{out}/twice.pcap", [(t, packet(2, s, d)) for t, s, d in session + later])


main()
