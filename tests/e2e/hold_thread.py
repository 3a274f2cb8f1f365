#!/usr/bin/env python3
"""Stops one thread of a process for a while, as a scheduler or a disk would: the recorder thread of `tickreel record`,
which is the one beside the first that has worked most. Prints the time of its release, seconds since 1970.

usage: hold_thread.py PID SECONDS     (exit 77: tracing is not permitted)
"""
import ctypes
import os
import sys
import time

SEIZE, INTERRUPT, DETACH = 0x4206, 0x4207, 17
WALL = 0x40000000
libc = ctypes.CDLL(None, use_errno=True)
libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]


def worked(pid, thread):
    words = open(f"/proc/{pid}/task/{thread}/stat").read().rsplit(")", 1)[1].split()
    return int(words[11]) + int(words[12])


def main(pid, seconds):
    threads = [int(name) for name in os.listdir(f"/proc/{pid}/task") if int(name) != pid]
    thread = max(threads, key=lambda one: worked(pid, one))
    if libc.ptrace(SEIZE, thread, None, None) != 0:
        print(os.strerror(ctypes.get_errno()), file=sys.stderr)
        return 77
    libc.ptrace(INTERRUPT, thread, None, None)
    os.waitpid(thread, WALL)
    time.sleep(seconds)
    print(time.time(), flush=True)
    libc.ptrace(DETACH, thread, None, None)
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), float(sys.argv[2])))
