#!/usr/bin/python3
"""A process that imitates tabd-plugin-host.

It stands beside a copy of tabd. What the file `fake-host-mode` beside it says is done for plugin "misbehaving"; every
other plugin gets the real host, which the file `fake-host-real` names.
"""
import os
import random
import socket
import struct
import sys
import urllib.parse

FOLDER = os.path.dirname(os.path.abspath(__file__))


def setting(name):
    with open(os.path.join(FOLDER, "fake-host-" + name), encoding="utf-8") as file:
        return file.read().strip()


def padded(data, alignment):
    return data + b"\0" * (-len(data) % alignment)


def text(value):
    data = value.encode()
    return struct.pack("<I", len(data)) + data + b"\0"


SUPERVISION = "/org/tabd/PluginHost1/supervision", "org.tabd.PluginHost1.Supervision"


def call(serial, member, body=b"", signature="", target=SUPERVISION):
    """A method call on an interface of one of the daemon's objects."""
    path, interface = target
    fields = b""
    for code, kind, value in [(1, "o", path), (2, "s", interface), (3, "s", member), (8, "g", signature)]:
        if kind == "g" and not value:
            continue
        fields = padded(fields, 8) + struct.pack("<B", code) + b"\1" + kind.encode() + b"\0"
        if kind == "g":
            fields += struct.pack("<B", len(value)) + value.encode() + b"\0"
        else:
            fields = padded(fields, 4) + text(value)
    head = struct.pack("<cBBBIII", b"l", 1, 0, 1, len(body), serial, len(fields)) + fields
    return padded(head, 8) + body


def rename(serial, title):
    """A call that sets the title of a view controller."""
    body = padded(text("org.tabd.Tabs1.ViewController"), 4) + text("Title") + b"\1s\0"
    target = "/org/tabd/Tabs1/view_controllers/1", "org.freedesktop.DBus.Properties"
    return call(serial, "Set", padded(body, 4) + text(title), "ssv", target)


def connect():
    """An authenticated connection that has sent nothing yet."""
    path = urllib.parse.unquote(os.environ["TABD_HOST_ADDRESS"].split("path=")[1].split(",")[0])
    peer = socket.socket(socket.AF_UNIX)
    peer.connect(path)
    peer.sendall(b"\0AUTH EXTERNAL " + str(os.getuid()).encode().hex().encode() + b"\r\n")
    peer.recv(4096)
    peer.sendall(b"BEGIN\r\n")
    return peer


def greeted():
    """A connection that has registered as the host."""
    peer = connect()
    peer.sendall(call(1, "Hello", text(os.environ["TABD_HOST_TOKEN"]), "s"))
    peer.recv(4096)
    return peer


def main():
    if sys.argv[1] != "misbehaving":
        os.execv(setting("real"), [setting("real")] + sys.argv[1:])
    mode = setting("mode")
    noise = random.Random(mode).randbytes(4000)
    if mode == "exit":
        return
    if mode == "impostor":
        if os.fork() == 0:
            # With the right token, from another process.
            peer = greeted()
            peer.sendall(call(2, "Ready"))
            while peer.recv(4096):
                pass
            os._exit(0)
        os.wait()
        return
    if mode == "unknown":
        peer = connect()
        peer.sendall(noise)
    elif mode == "noise":
        peer = greeted()
        peer.sendall(noise)
    elif mode == "ready-noise":
        peer = greeted()
        peer.sendall(call(2, "Ready") + noise)
    elif mode == "half":
        peer = greeted()
        peer.sendall(call(2, "Ready") + rename(3, "half")[:-3])
        peer.shutdown(socket.SHUT_WR)
    elif mode == "huge":
        peer = greeted()
        # An array of almost the maximum length of a message, whose content is missing.
        peer.sendall(call(2, "Ready") + struct.pack("<cBBBIII", b"l", 1, 0, 1, 0x07FFFFF0, 3, 0x03FFFFF0))
    elif mode == "lies":
        peer = greeted()
        # Replies to calls that were never made, and replies of wrong types.
        replies = b""
        for serial in range(2, 40):
            fields = struct.pack("<B", 5) + b"\1u\0" + struct.pack("<I", serial)
            replies += padded(struct.pack("<cBBBIII", b"l", 2, 0, 1, 0, serial + 100, len(fields)) + fields, 8)
        peer.sendall(call(2, "Ready") + replies)
    else:
        raise SystemExit("unknown mode " + mode)
    peer.settimeout(20)
    try:
        while peer.recv(4096):
            pass
    except OSError:
        pass


main()
