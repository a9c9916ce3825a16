#!/usr/bin/env python3
"""Counts instructions, bytes and memory, and compares them with Benchmarks/counts.tsv: scripts/counts.py [--lower] [--only TEXT]

The programs are the release build, on a private bus. callgrind counts the instructions of user space in tabd, or in
tabctl. The cost of a call is the difference between many and fewer calls in the same process, divided by the
difference of their numbers, so the start, the connection of the client and the end of the count do not matter. The
second half of SendAction to an isolated plugin is in the plugin's process, and is not counted.

A number may be 2 % above that of the file, and a number in kB 5 %. Numbers in "kB at most" are limits. A number that is
too high is counted up to two more times, and the lowest counts: a call to a plugin's process takes one turn or two,
depending on when its reply comes. With --lower, numbers of the file that are more than 0.5 % too high are replaced. Raise numbers by hand, and say why in the commit.
"""

import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
FILE = ROOT / "Benchmarks/counts.tsv"
PROGRAMS = pathlib.Path(os.environ.get("BIN", ROOT / ".build/release"))
PLUGINS = os.environ.get("PLUGINS", str(ROOT / ".build/tabd-plugins-release"))
BENCH = ROOT / "Benchmarks/.build"
NAME = "org.tabd.Tabs1"
# What 100,000 calls may leave behind, in kB.
LIMIT = 1024
MARGINS = {"instructions": 2, "bytes": 2, "kB": 5}
# glibc chooses its functions for memory and strings by the processor. These are the ones that every x86-64 has.
TUNABLES = "glibc.cpu.hwcaps=-AVX2,-AVX512F,-AVX512VL,-AVX512BW,-AVX,-BMI2,-ERMS,-FSRM,-RTM,-SSE4_2,-SSE4_1,-SSSE3"

BUS = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:path={bus}</listen><auth>EXTERNAL</auth>
<limit name="max_incoming_bytes">1000000000</limit><limit name="max_outgoing_bytes">1000000000</limit>
<limit name="max_replies_per_connection">50000</limit>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
</busconfig>
"""

MANIFEST = """id = "{id}"
name = "{id}"
version = "1.0.0"
abi = 1
library = "libbenchmark.so"
isolation = "{isolation}"

[[class]]
name = "Button"
title = "Button"
"""


def fail(text):
    sys.exit(f"counts: {text}")


class House:
    """A bus with its folders, in which one tabd after the other runs."""

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tabd-counts."))
        self.environment = dict(
            os.environ,
            DBUS_SESSION_BUS_ADDRESS=f"unix:path={self.folder}/bus",
            GLIBC_TUNABLES=os.environ.get("COUNTS_TUNABLES", TUNABLES),
            HOME=str(self.folder),
            LC_ALL="C.UTF-8",
            SWIFT_DETERMINISTIC_HASHING="1",
        )
        for name in ("cache", "config", "data", "runtime", "state"):
            path = self.folder / name
            path.mkdir(mode=0o700)
            self.environment["XDG_RUNTIME_DIR" if name == "runtime" else f"XDG_{name.upper()}_HOME"] = str(path)
        for name, isolation in (("benchmark", "in-process"), ("isolated", "process")):
            plugin = self.folder / "plugins" / name
            plugin.mkdir(parents=True)
            shutil.copy(BENCH / "libbenchmark.so", plugin)
            (plugin / "plugin.toml").write_text(MANIFEST.format(id=name, isolation=isolation))
        # tabd rejects files that other users can write.
        subprocess.run(["chmod", "-R", "go-w", self.folder], check=True)
        configuration = self.folder / "bus.conf"
        configuration.write_text(BUS.format(bus=self.folder / "bus"))
        self.bus = subprocess.Popen(
            ["dbus-daemon", f"--config-file={configuration}", "--nofork", "--nopidfile", "--print-address"],
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self.bus.stdout.readline()

    def bench(self, *arguments):
        return subprocess.run(
            [BENCH / "bench", *map(str, arguments)], env=self.environment, check=True, stdout=subprocess.PIPE, text=True
        ).stdout.strip()

    def close(self):
        # The programs end with their bus, also after a failure.
        self.bus.terminate()
        self.bus.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


class Counted:
    """A process under callgrind."""

    number = 0

    def __init__(self, house, command):
        Counted.number += 1
        self.out = house.folder / f"callgrind-{Counted.number}"
        self.dumps = 0
        self.process = subprocess.Popen(
            ["valgrind", "-q", "--tool=callgrind", f"--callgrind-out-file={self.out}", f"--vgdb-prefix={house.folder}/vgdb",
             *map(str, command)],
            env=dict(house.environment, LD_PRELOAD=str(BENCH / "libpidfd.so")),
            stdout=subprocess.DEVNULL,
        )
        self.house = house

    def taken(self):
        """Returns the instructions since the last call, or since the start."""
        self.dumps += 1
        subprocess.run(
            ["vgdb", f"--vgdb-prefix={self.house.folder}/vgdb", f"--pid={self.process.pid}", "dump"],
            check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        return self.total(pathlib.Path(f"{self.out}.{self.dumps}"))

    def ended(self):
        """Waits for the end, and returns the instructions since the last call."""
        if self.process.wait() != 0:
            fail("a counted program failed")
        return self.total(self.out)

    @staticmethod
    def total(path):
        found = [line for line in path.read_text().splitlines() if line.startswith(("totals:", "summary:"))]
        if not found:
            fail(f"callgrind wrote no total to {path.name}")
        return int(found[-1].split()[1])


class Daemon:
    """A tabd, counted or not."""

    def __init__(self, house, counted=False):
        self.house = house
        command = [
            PROGRAMS / "tabd", "--plugin-path", PLUGINS, "--plugin-path", house.folder / "plugins", "--log-level", "error",
        ]
        self.counted = Counted(house, command) if counted else None
        self.process = self.counted.process if counted else subprocess.Popen(command, env=house.environment)
        for _ in range(30):
            if subprocess.run([BENCH / "bench", "wait", NAME], env=house.environment, stderr=subprocess.DEVNULL).returncode == 0:
                break
        else:
            fail("tabd does not own its name after five minutes")

    def settle(self, least=0.0):
        """Waits until the process has used no processor for half a second."""
        time.sleep(least)
        quiet, last = 0, None
        while quiet < 5:
            time.sleep(0.1)
            fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(") ", 1)[1].split()
            used = fields[11:13]
            quiet, last = (quiet + 1 if used == last else 0), used

    def memory(self, keys):
        """Returns the sum of these lines of smaps_rollup, in kB."""
        lines = pathlib.Path(f"/proc/{self.process.pid}/smaps_rollup").read_text().splitlines()
        return sum(int(line.split()[1]) for line in lines if line.split(":")[0] in keys)

    def stop(self):
        # A counted tabd does not see the end of its plugin processes.
        self.process.send_signal(signal.SIGKILL if self.counted else signal.SIGTERM)
        self.process.wait(60)


class Client:
    """A client that makes the calls of its lines."""

    def __init__(self, house):
        self.process = subprocess.Popen(
            [BENCH / "bench", "repeat", NAME], env=house.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline().strip()
        if not answer:
            fail(f"the client failed at '{line}'")
        return answer

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def call_counts(house, wanted):
    """Yields the start, and the cost of each call."""
    daemon = Daemon(house, counted=True)
    daemon.settle(3)
    start = daemon.counted.taken()
    yield "start", start, "instructions"
    client = Client(house)
    client.ask("tabs benchmark.Button 2")
    client.ask("button benchmark.Button")

    def cost(name, line, few):
        if not wanted(name):
            return
        if name == "SendAction, isolated":
            client.ask("button isolated.Button")
        # The first calls fill caches.
        client.ask(f"{line} {few}")
        counts = []
        for calls in (few, 4 * few):
            daemon.settle()
            daemon.counted.taken()
            client.ask(f"{line} {calls}")
            daemon.settle()
            counts.append(daemon.counted.taken())
        yield name, (counts[1] - counts[0]) / (3 * few), "instructions"

    yield from cost("Get", "call Get", 400)
    yield from cost("GetAll", "call GetAll", 200)
    yield from cost("TapItem", "call TapItem", 200)
    yield from cost("TapItem and GetManagedObjects", "call tap+objects", 100)
    yield from cost("SendAction, in-process", "call SendAction", 200)
    yield from cost("ViewChanged of 200 views", "update", 200)
    yield from cost("SendAction, isolated", "call SendAction", 200)
    client.close()
    daemon.stop()


def restored_count(house):
    """Returns the instructions of a start with 100 saved tab bar controllers of 5 tabs."""
    daemon = Daemon(house)
    house.bench("fill", NAME, "benchmark.Button", 100, 5)
    daemon.stop()
    daemon = Daemon(house, counted=True)
    daemon.settle(3)
    count = daemon.counted.taken()
    daemon.stop()
    shutil.rmtree(house.folder / "state" / "tabd")
    return count


def list_count(house):
    """Returns the instructions of `tabctl list` with 10 tab bar controllers of 5 tabs."""
    daemon, client = Daemon(house), Client(house)
    client.ask("fill benchmark.Button 10 5")
    count = Counted(house, [PROGRAMS / "tabctl", "list"]).ended()
    client.close()
    daemon.stop()
    return count


def sizes(house, wanted):
    """Yields the bytes of messages, and memory."""
    tabs, more = 5, 400
    if wanted("signals of a tap"):
        daemon, client = Daemon(house), Client(house)
        client.ask(f"tabs benchmark.Button {tabs}")
        yield "signals of a tap", int(client.ask("signals")), "bytes"
        client.close()
        daemon.stop()

    if wanted("private memory of a tab") or wanted("GetManagedObjects of a tab"):
        # A daemon of its own: memory that other calls have used and freed would hold the tabs.
        daemon, client = Daemon(house), Client(house)
        client.ask(f"fill benchmark.Button 10 {tabs}")
        bytes_before = int(client.ask("objects"))
        daemon.settle(2)
        private = ("Private_Clean", "Private_Dirty")
        memory_before = daemon.memory(private)
        client.ask(f"fill benchmark.Button {more} {tabs}")
        daemon.settle(2)
        yield "private memory of a tab", (daemon.memory(private) - memory_before) / (more * tabs), "kB"
        yield "GetManagedObjects of a tab", (int(client.ask("objects")) - bytes_before) / (more * tabs), "bytes"
        client.close()
        daemon.stop()

    names = {kind: f"anonymous memory after 100,000 {kind}" for kind in ("Get", "TapItem")}
    if any(wanted(name) for name in names.values()):
        daemon, client = Daemon(house), Client(house)
        client.ask(f"tabs benchmark.Button {tabs}")
        for kind, name in names.items():
            client.ask(f"flight {kind} 2000")
            daemon.settle(2)
            before = daemon.memory(("Anonymous",))
            client.ask(f"flight {kind} 100000")
            daemon.settle(2)
            yield name, max(0, daemon.memory(("Anonymous",)) - before), "kB at most"
        client.close()
        daemon.stop()


def counted(house, wanted):
    start = None
    for name, value, unit in call_counts(house, wanted):
        if name == "start":
            start = value
        if wanted(name):
            yield name, value, unit
    if wanted("restoring 100 controllers"):
        yield "restoring 100 controllers", restored_count(house) - start, "instructions"
    if wanted("tabctl list"):
        yield "tabctl list", list_count(house), "instructions"
    for name, value, unit in sizes(house, wanted):
        if wanted(name):
            yield name, value, unit


def shown(value):
    return f"{value:.2f}" if value < 100 else f"{value:.0f}"


def read_file():
    """Returns the lines of the file, and the value of each name."""
    lines = FILE.read_text().splitlines() if FILE.exists() else []
    return lines, {line.split("\t")[0]: float(line.split("\t")[1]) for line in lines if line and line[0] != "#"}


def main():
    lowers = "--lower" in sys.argv[1:]
    only = sys.argv[sys.argv.index("--only") + 1] if "--only" in sys.argv else ""
    lines, known = read_file()
    new, failed = {}, []
    house = House()

    def allowed(name, unit):
        return known[name] * (1 + MARGINS.get(unit, 0) / 100)

    try:
        for name, value, unit in counted(house, lambda name: only in name):
            limit = known.get(name)
            verdict = "not in the file"
            for _ in range(2):
                if limit is None or value <= allowed(name, unit):
                    break
                again = House()
                value = min([value, *(other for _, other, _ in counted(again, lambda other: other == name))])
                again.close()
            if limit is not None:
                verdict = f"at most {shown(limit)}" if unit == "kB at most" else f"{100 * (value / limit - 1):+.2f} %"
                if value > allowed(name, unit):
                    verdict += f", more than {shown(allowed(name, unit))}"
                    failed.append(name)
                elif unit != "kB at most" and value < limit * 0.995:
                    new[name] = value
            elif lowers:
                lines.append(f"{name}\t{LIMIT if unit == 'kB at most' else shown(value)}\t{unit}")
            else:
                failed.append(name)
            print(f"{name:36} {shown(value):>12} {unit:12} {verdict}", flush=True)
    finally:
        house.close()
    if lowers:
        fields = [line.split("\t") for line in lines]
        FILE.write_text("".join("\t".join([f[0], shown(new[f[0]]), *f[2:]] if f[0] in new else f) + "\n" for f in fields))
    elif new:
        print(f"counts: {len(new)} numbers are lower; write them down with 'make counts-lower'")
    if failed:
        fail(f"too high, or not in {FILE.relative_to(ROOT)}: {', '.join(failed)}")


if __name__ == "__main__":
    main()
