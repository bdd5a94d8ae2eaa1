"""Walls of the system's making around a pupil's program: Linux on x86-64 and 64-bit ARM.

Behind them a process computes, takes memory that is its own alone, reads and writes the one
connection it was given, and ends.  The system's filter of calls (seccomp) refuses everything
else: opening any file, other processes and threads, signals, sockets, shared memory.  What
cannot be opened cannot be shared, so nothing has to be hidden or emptied.
"""

from __future__ import annotations

import ctypes
import os
import platform
import struct
import sys

#: Calls that a walled process may make: their numbers on x86-64 and on ARM64 (-1: not there).
_CALLS = {
    "read": (0, 63),
    "write": (1, 64),
    "close": (3, 57),
    "mprotect": (10, 226),
    "munmap": (11, 215),
    "brk": (12, 214),
    "rt_sigaction": (13, 134),
    "rt_sigprocmask": (14, 135),
    "rt_sigreturn": (15, 139),
    "sched_yield": (24, 124),
    "mremap": (25, 216),
    "nanosleep": (35, 101),
    "setitimer": (38, 103),
    "getpid": (39, 172),
    "exit": (60, 93),
    "gettimeofday": (96, 169),
    "getrusage": (98, 165),
    "sigaltstack": (131, 132),
    "gettid": (186, 178),
    "time": (201, -1),
    "restart_syscall": (219, 128),
    "exit_group": (231, 94),
    "getrandom": (318, 278),
}
#: Calls that are allowed with a bit of an argument set, or only without: numbers, which argument,
#: the bit, whether it must be set.  Memory that is shared, a lock on memory of a file's, and a
#: clock of another process (its number is negative) would be seen by others.
_CALLS_BY_BIT = {
    "mmap": ((9, 222), 3, 1, False),
    "futex": ((202, 98), 1, 128, True),
    "clock_gettime": ((228, 113), 0, 1 << 31, False),
    "clock_getres": ((229, 114), 0, 1 << 31, False),
    "clock_nanosleep": ((230, 115), 0, 1 << 31, False),
}
#: By machine: its number in the kernel's audit, its column above.
_MACHINES = {"x86_64": (0xC000003E, 0), "aarch64": (0xC00000B7, 1)}
_KILL, _ALLOW, _REFUSE = 0x80000000, 0x7FFF0000, 0x00050001  # the last one: EPERM
_LOAD, _EQUAL, _ANY_BIT, _RETURN = 0x20, 0x15, 0x45, 0x06
_NEW_USER, _NEW_NET, _NEW_IPC = 0x10000000, 0x40000000, 0x08000000
_NO_NEW_PRIVILEGES, _SECCOMP, _PARENT_DEATH = 38, 22, 1


def has_walls() -> bool:
    """Whether the system is one that the walls are made for (whether they stand is tried)."""
    return sys.platform == "linux" and sys.maxsize > 1 << 32 and platform.machine() in _MACHINES


def leave_network() -> None:
    """Give up the network and memory shared with others, where that is allowed: a second wall."""
    _libc().unshare(_NEW_USER | _NEW_NET | _NEW_IPC)


def die_with_parent() -> None:
    """Let the system kill this process when its parent ends."""
    _libc().prctl(_PARENT_DEATH, 9, 0, 0, 0)


def confine() -> None:
    """Put the walls up around this process, for good; `OSError` where the system has none."""
    audit, column = _MACHINES[platform.machine()]
    program = [(_LOAD, 0, 0, 4), (_EQUAL, 1, 0, audit), (_RETURN, 0, 0, _KILL), (_LOAD, 0, 0, 0)]
    for numbers, argument, bit, must in _CALLS_BY_BIT.values():
        program += [(_EQUAL, 0, 4, numbers[column]), (_LOAD, 0, 0, 16 + 8 * argument)]
        program += [(_ANY_BIT, int(must), int(not must), bit)]
        program += [(_RETURN, 0, 0, _REFUSE), (_RETURN, 0, 0, _ALLOW)]
    for numbers in _CALLS.values():
        if numbers[column] >= 0:
            program += [(_EQUAL, 0, 1, numbers[column]), (_RETURN, 0, 0, _ALLOW)]
    program.append((_RETURN, 0, 0, _REFUSE))
    code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *line) for line in program))
    whole = struct.pack("HxxxxxxP", len(program), ctypes.addressof(code))
    libc = _libc()
    for call in ((_NO_NEW_PRIVILEGES, 1, 0, 0, 0), (_SECCOMP, 2, whole)):
        if libc.prctl(*call) != 0:
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)
