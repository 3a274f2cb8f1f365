#!/usr/bin/env python3
"""A way that loses datagrams and lets them overtake each other, both directions alike.

usage: lossy_relay.py LISTEN_PORT SERVER_PORT LOSS_PERCENT MOST_DELAY_MS SEED [LOG [server|client]]     (LISTEN_PORT 0: a free one)
Each sender gets a socket of its own to the server. When it is terminated it prints what it passed on and what it lost.
LOG gets a line for each datagram as the server's side of the way has it, or the client's: seconds, the port towards the server, up
or down, passed or lost, hex (nothing of an empty one). What goes to that side is there when it is sent on, what comes from there and what
is lost when it came.
A Firefall server's other port, which its handshake names, gets another way like this one.
SIGUSR1: from now on everything that goes up is lost, too, until SIGUSR2.
"""
import heapq, random, selectors, signal, socket, sys, time

listen, server = int(sys.argv[1]), int(sys.argv[2])
loss, delay = float(sys.argv[3]) / 100, float(sys.argv[4]) / 1000
chance = random.Random(int(sys.argv[5]))
log = open(sys.argv[6], "w") if len(sys.argv) > 6 else None
to_side = "down" if sys.argv[7:] == ["client"] else "up"
ready = selectors.DefaultSelector()
waiting, count, lost = [], 0, 0  # (when, number, direction, way, socket, datagram, to whom)


def open_socket(address, front, to):
    """The front of a way to the server's port `to`; or, behind the front `front`, the sender `to`'s own socket to the server."""
    one = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    one.bind(address)
    one.setblocking(False)
    ready.register(one, selectors.EVENT_READ, (front, to))
    return one


def other_port(datagram):
    """The handshake's last datagram with the port of a way of its own to the port that it names."""
    if len(datagram) != 12 or datagram[:8] != bytes(4) + b"HUGG":
        return datagram
    port = int.from_bytes(datagram[10:], "big")
    if port not in fronts:
        fronts[port] = open_socket(("127.0.0.1", 0), None, port)
    return datagram[:10] + fronts[port].getsockname()[1].to_bytes(2, "big")


def note(way, direction, fate, datagram):
    if log:
        print(f"{time.monotonic():.6f} {way.getsockname()[1]} {direction} {fate} {datagram.hex()}", file=log)


def stop(*_):
    global stopped
    stopped = True


def hold(number, _):
    global silent
    silent = number == signal.SIGUSR1


silent = stopped = False
woken, wakes = socket.socketpair()  # by a signal
for one in (woken, wakes):
    one.setblocking(False)
signal.set_wakeup_fd(wakes.fileno())
ready.register(woken, selectors.EVENT_READ)
signal.signal(signal.SIGTERM, stop)
for number in (signal.SIGUSR1, signal.SIGUSR2):
    signal.signal(number, hold)
fronts = {server: open_socket(("127.0.0.1", listen), None, server)}
ways = {}  # of each port of the server and sender: its socket to the server
print(f"relay on 127.0.0.1:{fronts[server].getsockname()[1]}", flush=True)
while not stopped:
    patience = max(0.0, waiting[0][0] - time.monotonic()) if waiting else None
    for key, _ in ready.select(patience):
        if key.fileobj is woken:
            woken.recv(64)
            continue
        try:
            while True:
                datagram, sender = key.fileobj.recvfrom(65536)
                front, to = key.data
                up = front is None
                if up:
                    if (to, sender) not in ways:
                        ways[to, sender] = open_socket(("127.0.0.1", 0), key.fileobj, sender)
                    out, to = ways[to, sender], ("127.0.0.1", to)
                else:
                    out, datagram = front, other_port(datagram)
                count += 1
                fate = "lost" if chance.random() < loss or up and silent else "passed"
                way, direction = (out, "up") if up else (key.fileobj, "down")
                if direction != to_side or fate == "lost":
                    note(way, direction, fate, datagram)
                if fate == "lost":
                    lost += 1
                else:
                    heapq.heappush(waiting, (time.monotonic() + chance.random() * delay, count, direction, way, out, datagram, to))
        except OSError:  # nothing more is there, or whom it was sent to is not
            pass
    while waiting and waiting[0][0] <= time.monotonic():
        _, _, direction, way, out, datagram, to = heapq.heappop(waiting)
        if direction == to_side:
            note(way, direction, "passed", datagram)
        try:
            out.sendto(datagram, to)
        except OSError:
            pass
if log:
    log.close()
print(f"{count} datagrams, {lost} lost", flush=True)
