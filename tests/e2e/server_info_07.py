#!/usr/bin/env python3
"""Asks a 0.7 server for its token and for what it tells server lists, and prints that as JSON. A request with
another token, and one for the token that is short, must stay without an answer.
usage: server_info_07.py PORT"""
import json
import socket
import struct
import sys

OWN = struct.pack(">I", 0x11223344)
WHO = b"\xff\xff\xff\xffgie3\x05"


class Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def number(self):
        byte = self.data[self.at]
        negative, value, shift = byte & 0x40, byte & 0x3f, 6
        self.at += 1
        while byte & 0x80:
            byte = self.data[self.at]
            value |= (byte & 0x7f) << shift
            shift += 7
            self.at += 1
        return ~value if negative else value

    def text(self):
        end = self.data.index(0, self.at)
        found = self.data[self.at:end].decode()
        self.at = end + 1
        return found


def main():
    server = ("127.0.0.1", int(sys.argv[1]))
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as own:
        own.settimeout(10)
        own.sendto(b"\4\0\0\xff\xff\xff\xff\5" + OWN + bytes(20), server)  # too short
        own.sendto(b"\4\0\0\xff\xff\xff\xff\5" + OWN + bytes(508), server)
        answer = own.recv(2000)
        assert answer[:8] == b"\4\0\0" + OWN + b"\5" and len(answer) == 12, answer
        token = answer[8:]
        wrong = bytes(byte ^ 1 for byte in token)
        own.sendto(b"\x21" + wrong + OWN + WHO[:-1] + b"\x06", server)
        own.sendto(b"\x21" + token + OWN + WHO, server)
        answer = own.recv(2000)  # the first that comes is the one to the right request
        own.settimeout(0.5)
        try:
            raise AssertionError(f"another answer: {own.recv(2000)}")
        except TimeoutError:
            pass
    assert answer[:17] == b"\x21" + OWN + token + b"\xff\xff\xff\xffinf3", answer
    told = Reader(answer[17:])
    assert told.number() == 5
    info = {name: told.text() for name in ("version", "name", "hostname", "map", "gametype")}
    info.update({name: told.number() for name in ("flags", "skill", "players", "max_players", "clients", "max_clients")})
    info["listed"] = [{"name": told.text(), "clan": told.text(), "country": told.number(), "score": told.number(),
                       "type": told.number()} for _ in range(info["clients"])]
    assert told.at == len(told.data), "more than a server info"
    print(json.dumps(info))


main()
