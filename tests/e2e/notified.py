#!/usr/bin/env python3
"""Stands in for systemd: prints when a service of Type=notify says that it lives, seconds of the monotonic clock.

usage: notified.py SOCKET
"""
import socket
import sys
import time

heard = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
heard.bind(sys.argv[1])
print("listening", flush=True)
while True:
    if heard.recv(4096) == b"WATCHDOG=1":
        print(f"{time.monotonic():.3f}", flush=True)
