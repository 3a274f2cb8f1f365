#!/usr/bin/env python3
"""A way that loses datagrams and lets them overtake each other, both directions alike.

usage: lossy_relay.py LISTEN_PORT SERVER_PORT LOSS_PERCENT MOST_DELAY_MS SEED      (LISTEN_PORT 0: a free one)
Each sender gets a socket of its own to the server. When it is terminated it prints what it passed on and what it lost.
"""
import heapq, random, selectors, signal, socket, sys, time

listen, server = int(sys.argv[1]), int(sys.argv[2])
loss, delay = float(sys.argv[3]) / 100, float(sys.argv[4]) / 1000
chance = random.Random(int(sys.argv[5]))
ready = selectors.DefaultSelector()
waiting, count, lost = [], 0, 0  # (when, number, socket, datagram, to whom)


def open_socket(address, back):
    one = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    one.bind(address)
    one.setblocking(False)
    ready.register(one, selectors.EVENT_READ, back)
    return one


def stop(*_):
    print(f"{count} datagrams, {lost} lost", flush=True)
    sys.exit(0)


signal.signal(signal.SIGTERM, stop)
front = open_socket(("127.0.0.1", listen), None)
ways = {}  # of each sender: its socket to the server
print(f"relay on 127.0.0.1:{front.getsockname()[1]}", flush=True)
while True:
    patience = max(0.0, waiting[0][0] - time.monotonic()) if waiting else None
    for key, _ in ready.select(patience):
        try:
            while True:
                datagram, sender = key.fileobj.recvfrom(65536)
                if key.data is None:
                    if sender not in ways:
                        ways[sender] = open_socket(("127.0.0.1", 0), sender)
                    out, to = ways[sender], ("127.0.0.1", server)
                else:
                    out, to = front, key.data
                count += 1
                if chance.random() < loss:
                    lost += 1
                else:
                    heapq.heappush(waiting, (time.monotonic() + chance.random() * delay, count, out, datagram, to))
        except OSError:  # nothing more is there, or whom it was sent to is not
            pass
    while waiting and waiting[0][0] <= time.monotonic():
        _, _, out, datagram, to = heapq.heappop(waiting)
        try:
            out.sendto(datagram, to)
        except OSError:
            pass
