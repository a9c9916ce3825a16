"""A pointer in a compositor, and the labels of a program as screen readers get them: bar_probe.py PROGRAM

Prints the texts of all labels whenever they change, on one line with a bar between them. Bold text is in brackets.
Commands on the standard input, one a line: `move X Y`, `click BUTTON`, `scroll STEPS`. WAYLAND_DISPLAY is the path of
the socket.
"""
import os
import socket
import struct
import sys
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

BUTTONS = {"left": 0x110, "right": 0x111}


class Pointer:
    """A virtual pointer, by the protocol wlr-virtual-pointer-unstable-v1."""
    DISPLAY = 1

    def __init__(self):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(os.environ["WAYLAND_DISPLAY"])
        self.last = self.DISPLAY
        registry, self.pointer, name = self.new(), 0, b"zwlr_virtual_pointer_manager_v1\0"
        self.send(self.DISPLAY, 1, struct.pack("I", registry))
        for target, opcode, data in self.replies():
            if target == registry and opcode == 0 and name in data:
                manager, self.pointer = self.new(), self.new()
                words = struct.pack("II", 1, manager)
                self.send(registry, 0, data[:4] + struct.pack("I", len(name)) + name + words)
                self.send(manager, 0, struct.pack("II", 0, self.pointer))
        self.replies()

    def new(self):
        self.last += 1
        return self.last

    def send(self, target, opcode, data=b""):
        self.socket.sendall(struct.pack("II", target, (8 + len(data)) << 16 | opcode) + data)

    def replies(self):
        """Returns the events up to the compositor's reply to all requests so far."""
        callback = self.new()
        self.send(self.DISPLAY, 0, struct.pack("I", callback))
        found, data = [], b""
        while True:
            data += self.socket.recv(65536)
            while len(data) >= 8 and len(data) >= struct.unpack_from("I", data, 4)[0] >> 16:
                target, word = struct.unpack_from("II", data)
                if target == self.DISPLAY and word & 0xFFFF == 0:
                    sys.exit(f"the compositor refused: {data}")
                if target == callback:
                    return found
                found.append((target, word & 0xFFFF, data[8:word >> 16]))
                data = data[word >> 16:]

    def request(self, opcode, *values):
        milliseconds = int(time.monotonic() * 1000) & 0xFFFFFFFF
        self.send(self.pointer, opcode, struct.pack(f"I{len(values)}i", milliseconds, *values))
        self.send(self.pointer, 4)
        self.replies()

    def perform(self, command, *arguments):
        if command == "move":
            # The output has 1000 x 300 pixels.
            self.request(1, int(arguments[0]), int(arguments[1]), 1000, 300)
        elif command == "click":
            for state in (1, 0):
                self.request(2, BUTTONS[arguments[0]], state)
        elif command == "scroll":
            steps = int(arguments[0])
            self.send(self.pointer, 5, struct.pack("I", 0))
            self.request(7, 0, steps * 15 * 256, steps)


def text(label):
    """Returns the text of a label, with bold parts in brackets."""
    count, position, result = label.get_character_count(), 0, ""
    while position < count:
        attributes, _, end = Atspi.Text.get_attribute_run(label, position, False)
        part = Atspi.Text.get_text(label, position, end)
        result += f"[{part}]" if int(attributes.get("weight", "400")) > 500 else part
        position = max(end, position + 1)
    return result


def labels(parent):
    if parent.get_role() == Atspi.Role.LABEL and parent.get_state_set().contains(Atspi.StateType.SHOWING):
        yield text(parent)
    for position in range(parent.get_child_count()):
        child = parent.get_child_at_index(position)
        if child:
            yield from labels(child)


class Probe:
    def __init__(self, program):
        self.program, self.last, self.pointer = program, None, Pointer()
        GLib.io_add_watch(sys.stdin, GLib.IO_IN | GLib.IO_HUP, self.typed)
        # Not by events: a program that has just started may not send them yet.
        GLib.timeout_add(20, self.look)

    def look(self):
        desktop = Atspi.get_desktop(0)
        desktop.clear_cache()
        try:
            programs = [desktop.get_child_at_index(number) for number in range(desktop.get_child_count())]
            texts = [text for program in programs if program and program.get_name() == self.program
                     for text in labels(program)]
        except GLib.Error:
            return True  # The program ends, or changes its widgets at this moment.
        line = " | ".join(texts)
        if line != self.last:
            self.last = line
            print(line, flush=True)
        return True

    def typed(self, *_):
        line = sys.stdin.buffer.raw.readline().decode()
        if line.strip():
            self.pointer.perform(*line.split())
        return bool(line) or sys.exit()


Atspi.init()
probe = Probe(sys.argv[1])
GLib.MainLoop().run()
