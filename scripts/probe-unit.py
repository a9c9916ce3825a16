#!/usr/bin/python3
"""Tests that every restricting directive of systemd/tabd.service.in takes effect in this user manager.

    probe-unit.py           start a unit with the same directives, in which this script tests its restrictions
    probe-unit.py --list    list the directives that have a test

The exit status is 0 if all directives take effect, 1 if one does not, and 77, with the reason, without a user manager.
"""

import ctypes
import mmap
import os
import platform
import re
import socket
import subprocess
import sys

FOLDER = os.path.dirname(os.path.abspath(__file__))
STATE = os.path.expanduser("~/.local/state/tabd")
RUNTIME = os.environ.get("XDG_RUNTIME_DIR", "")
LIBC = ctypes.CDLL(None, use_errno=True)


def text(path):
    with open(path, encoding="ascii", errors="replace") as file:
        return file.read()


def status(key):
    return re.search(rf"^{key}:\s*(\S+)", text("/proc/self/status"), re.M).group(1)


def namespace(kind):
    return os.readlink(f"/proc/self/ns/{kind}")


def is_refused(call, *arguments):
    try:
        call(*arguments)
        return False
    except (OSError, ValueError):
        return True


def command(*words):
    return subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0


def touch(path):
    name = f"{path}/.probe-{os.getpid()}"
    os.close(os.open(name, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
    return name


def may_write(path):
    try:
        os.unlink(touch(path))
        return True
    except OSError:
        return False


def is_read_only(path):
    return bool(os.statvfs(path).f_flag & os.ST_RDONLY)


def mode_of_new_file():
    name = touch(STATE)
    mode = os.stat(name).st_mode & 0o777
    os.unlink(name)
    return mode


def own_file(call):
    """Returns whether a call is refused for a file of the user."""
    name = touch(STATE)
    refused = is_refused(call, name)
    os.unlink(name)
    return refused


def session_keyring():
    number = {"x86_64": 250, "aarch64": 219}.get(platform.machine())
    return LIBC.syscall(number, 0, -3, 0) if number else None


def foreign_call():
    """Returns whether a system call of another architecture is refused (i386's getpid, in code from a file)."""
    if platform.machine() != "x86_64":
        return True
    code = bytes.fromhex("b814000000cd80c3")
    child = os.fork()
    if child == 0:
        name = touch(STATE)
        with open(name, "wb") as file:
            file.write(code.ljust(4096, b"\0"))
        with open(name, "rb") as file:
            page = LIBC.mmap
            page.restype = ctypes.c_void_p
            place = page(None, ctypes.c_size_t(4096), 5, mmap.MAP_PRIVATE, file.fileno(), ctypes.c_long(0))
        os.unlink(name)
        os._exit(0 if ctypes.CFUNCTYPE(ctypes.c_int)(place)() == os.getpid() else 1)
    return os.waitpid(child, 0)[1] != 0


def adjust_clock():
    ctypes.set_errno(0)
    if LIBC.adjtimex(ctypes.create_string_buffer(512)) < 0:
        raise OSError(ctypes.get_errno())


def change_personality():
    if LIBC.personality(0x0040000) < 0:
        raise OSError


def writable_code():
    mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)


# The values outside of the unit, for comparison; the process that starts the unit sets them.
OUTSIDE = dict(pair.split("=", 1) for pair in os.environ.get("TABD_PROBE", "").split("|") if pair)

PROBES = {
    "PrivateUsers": lambda: text("/proc/self/uid_map").split()[::2] == [str(os.getuid()), "1"],
    "CapabilityBoundingSet": lambda: int(status("CapBnd"), 16) == 0,
    "NoNewPrivileges": lambda: status("NoNewPrivs") == "1",
    "ProtectSystem": lambda: is_read_only("/usr") and is_read_only("/etc") and is_read_only("/var"),
    "ProtectHome": lambda: not may_write(os.path.expanduser("~")) and os.listdir(os.path.expanduser("~")) is not None,
    "ReadWritePaths": lambda: may_write(STATE),
    "RuntimeDirectory": lambda: may_write(f"{RUNTIME}/tabd") and not may_write(RUNTIME),
    "RuntimeDirectoryMode": lambda: os.stat(f"{RUNTIME}/tabd").st_mode & 0o777 == 0o700,
    "RuntimeDirectoryPreserve": lambda: True,  # Tested from outside, when the unit has ended.
    "PrivateTmp": lambda: not os.path.exists(OUTSIDE["file"]) and may_write("/tmp"),
    "PrivateDevices": lambda: not os.path.exists("/dev/kmsg") and not os.path.exists("/dev/mem"),
    "PrivateMounts": lambda: namespace("mnt") != OUTSIDE["mnt"],
    "UMask": lambda: mode_of_new_file() == 0o600,
    "PrivateNetwork": lambda: namespace("net") != OUTSIDE["net"],
    "RestrictAddressFamilies": lambda: is_refused(socket.socket, socket.AF_INET)
    and is_refused(socket.socket, socket.AF_NETLINK, socket.SOCK_RAW)
    and not is_refused(socket.socket, socket.AF_UNIX),
    "ProtectClock": lambda: is_refused(adjust_clock) and not os.path.exists("/dev/rtc0"),
    "ProtectControlGroups": lambda: is_read_only("/sys/fs/cgroup"),
    "ProtectHostname": lambda: namespace("uts") != OUTSIDE["uts"],
    "ProtectKernelLogs": lambda: not os.access("/dev/kmsg", os.R_OK) and LIBC.klogctl(10, None, 0) < 0,
    "ProtectKernelModules": lambda: is_refused(os.listdir, "/usr/lib/modules"),
    "ProtectKernelTunables": lambda: is_read_only("/proc/sys") and is_read_only("/sys"),
    "KeyringMode": lambda: str(session_keyring()) != OUTSIDE["keyring"] or session_keyring() is None,
    "LimitNOFILE": lambda: os.sysconf("SC_OPEN_MAX") == 4096,
    "LockPersonality": lambda: is_refused(change_personality),
    "MemoryDenyWriteExecute": lambda: is_refused(writable_code),
    "RestrictNamespaces": lambda: not command("unshare", "--user", "true"),
    "RestrictRealtime": lambda: not command("chrt", "--fifo", "1", "true"),
    "RestrictSUIDSGID": lambda: own_file(lambda name: os.chmod(name, 0o4700)),
    "SystemCallArchitectures": foreign_call,
    # Without the filter, both calls are allowed.
    "SystemCallFilter": lambda: is_refused(os.setpriority, os.PRIO_PROCESS, 0, os.getpriority(os.PRIO_PROCESS, 0) + 1)
    and own_file(lambda name: os.chown(name, -1, os.getgid())),
    "SystemCallErrorNumber": lambda: command(
        sys.executable, "-c", "import os, errno\ntry: os.setpriority(0, 0, 19)\n"
        "except OSError as error: raise SystemExit(error.errno != errno.EPERM)\nraise SystemExit(1)"),
}


def test_inside():
    """Runs all tests inside the unit."""
    failed = 0
    for name, probe in PROBES.items():
        try:
            holds = probe()
        except Exception as error:  # A test that fails to run counts as failed.
            holds = False
            name = f"{name} ({error!r})"
        failed += not holds
        print("holds" if holds else "DOES NOT HOLD", name, flush=True)
    return 1 if failed else 0


def skip(reason):
    print(f"skipped: {reason}")
    return 77


def unit_text(output):
    """Returns the unit, with this script instead of the daemon."""
    text_of_unit = text(f"{FOLDER}/../systemd/tabd.service.in")
    kept = [
        line for line in text_of_unit.split("[Install]")[0].splitlines()
        if not re.match(
            r"(Type|BusName|ExecStart|ExecReload|Environment|WatchdogSec|TimeoutAbortSec|Restart\w*|OOMPolicy|After)=",
            line)
    ]
    outside = "|".join([
        f"file={output}.outside", f"keyring={session_keyring()}",
        *(f"{kind}={namespace(kind)}" for kind in ("mnt", "net", "uts")),
    ])
    return "\n".join(kept + [
        "Type=oneshot", f"Environment=TABD_PROBE={outside}", f"StandardOutput=file:{output}",
        f"ExecStart={sys.executable} {os.path.abspath(__file__)} --inside", ""])


def start():
    """Starts the unit and reports its results."""
    manager = subprocess.run(
        ["systemctl", "--user", "show-environment"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if manager.returncode != 0:
        return skip(f"no user manager: {manager.stderr.strip()}")
    name = f"tabd-probe-{os.getpid()}.service"
    place = f"{RUNTIME}/systemd/user"
    output = f"/tmp/{name}"
    os.makedirs(place, exist_ok=True)
    for path in (output, output + ".outside"):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL, 0o600))
    try:
        with open(f"{place}/{name}", "w", encoding="ascii") as file:
            file.write(unit_text(output))
        subprocess.run(["systemctl", "--user", "daemon-reload"], check=True)
        started = subprocess.run(["systemctl", "--user", "start", name])
        print(text(output), end="")
        if started.returncode != 0:
            subprocess.run(["systemctl", "--user", "--no-pager", "status", name])
            return 1
        if not os.path.isdir(f"{RUNTIME}/tabd"):
            print("DOES NOT HOLD RuntimeDirectoryPreserve")
            return 1
        return 0
    finally:
        for path in (output, output + ".outside", f"{place}/{name}"):
            os.unlink(path)
        subprocess.run(["systemctl", "--user", "daemon-reload"])


if sys.argv[1:] == ["--list"]:
    print("\n".join(PROBES))
elif sys.argv[1:] == ["--inside"]:
    sys.exit(test_inside())
else:
    sys.exit(start())
