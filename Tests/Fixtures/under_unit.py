#!/usr/bin/python3
"""Runs a command under the system call filters of a unit, as systemd sets them.

    under_unit.py UNIT COMMAND [ARGUMENT...]

This covers NoNewPrivileges=, MemoryDenyWriteExecute= and SystemCallFilter=, with libseccomp, which systemd uses too. The
rest of the unit needs a service manager.
"""

import ctypes
import errno
import mmap
import os
import re
import subprocess
import sys

ALLOW = 0x7FFF0000
FAIL = 0x00050000 | errno.EPERM
MASKED_EQUAL = 7
SHM_EXEC = 0o100000
PR_SET_NO_NEW_PRIVS = 38


class Comparison(ctypes.Structure):
    _fields_ = [
        ("argument", ctypes.c_uint), ("operator", ctypes.c_int), ("mask", ctypes.c_uint64), ("datum", ctypes.c_uint64),
    ]


SECCOMP = ctypes.CDLL("libseccomp.so.2")
SECCOMP.seccomp_init.restype = ctypes.c_void_p


class Filter:
    def __init__(self, default):
        self.context = ctypes.c_void_p(SECCOMP.seccomp_init(ctypes.c_uint32(default)))

    def add(self, action, name, argument=None, bits=0):
        call = SECCOMP.seccomp_syscall_resolve_name(name.encode())
        if call < 0:
            return  # Another architecture has it.
        count = 0 if argument is None else 1
        comparison = Comparison(argument or 0, MASKED_EQUAL, bits, bits)
        result = SECCOMP.seccomp_rule_add_array(
            self.context, ctypes.c_uint32(action), call, count, ctypes.byref(comparison))
        if result < 0:
            raise OSError(-result, f"no rule for {name}")

    def load(self):
        result = SECCOMP.seccomp_load(self.context)
        if result < 0:
            raise OSError(-result, "the filter was refused")


def settings(unit):
    with open(unit, encoding="utf-8") as file:
        return [line.strip().split("=", 1) for line in file if re.match(r"[A-Za-z]+=", line)]


def calls(names):
    """Returns the system calls of names and @groups."""
    found = set()
    for name in names:
        if not name.startswith("@"):
            found.add(name)
            continue
        listing = subprocess.run(
            ["systemd-analyze", "syscall-filter", name], stdout=subprocess.PIPE, text=True, check=True).stdout
        words = [line.strip() for line in listing.splitlines()[1:]]
        found |= calls(word for word in words if word and not word.startswith("#"))
    return found


def system_call_filter(lines):
    allowed = calls(["@default"])
    for line in lines:
        if line.startswith("~"):
            allowed -= calls(line[1:].split())
        else:
            allowed |= calls(line.split())
    result = Filter(FAIL)
    for name in sorted(allowed):
        result.add(ALLOW, name)
    return result


def write_execute_filter():
    result = Filter(ALLOW)
    result.add(FAIL, "mmap", 2, mmap.PROT_WRITE | mmap.PROT_EXEC)
    result.add(FAIL, "shmat", 2, SHM_EXEC)
    for name in ("mprotect", "pkey_mprotect"):
        result.add(FAIL, name, 2, mmap.PROT_EXEC)
    return result


def main():
    given = settings(sys.argv[1])
    filters = []
    if ["MemoryDenyWriteExecute", "yes"] in given:
        filters.append(write_execute_filter())
    filters.append(system_call_filter([value for key, value in given if key == "SystemCallFilter"]))
    if ctypes.CDLL(None).prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0:
        raise OSError("no_new_privs was refused")
    for each in filters:
        each.load()
    os.execvp(sys.argv[2], sys.argv[2:])


main()
