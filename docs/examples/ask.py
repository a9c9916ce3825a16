#!/usr/bin/python3
"""Asks in the terminal before a tab is selected or a popover dismissed: a delegate with python3-dbus and python3-gi."""

import sys

import dbus
import dbus.service
from dbus.mainloop.glib import DBusGMainLoop
from gi.repository import GLib

TABS = "org.tabd.Tabs1"
PATH = "/org/example/Ask"
SELECTS = TABS + ".TabBarControllerDelegate"
POPOVER = TABS + ".PopoverPresentationControllerDelegate"


def is_allowed(question):
    print(question, flush=True)
    return sys.stdin.readline().strip() == "y"


class Ask(dbus.service.Object):
    """The delegate. tabd calls only the methods that SetDelegate's Methods names."""

    @dbus.service.method(SELECTS, in_signature="oo", out_signature="b")
    def ShouldSelectViewController(self, _controller, view_controller):
        return is_allowed(f"select {view_controller}?")

    @dbus.service.method(POPOVER, in_signature="o", out_signature="b")
    def ShouldDismiss(self, view_controller):
        return is_allowed(f"dismiss {view_controller}?")


def main(path):
    DBusGMainLoop(set_as_default=True)
    bus = dbus.SessionBus()
    Ask(bus, PATH)
    controller = bus.get_object(TABS, path)
    interfaces = controller.Introspect(dbus_interface="org.freedesktop.DBus.Introspectable")
    if not any(f'"{TABS}.{name}"' in interfaces for name in ("TabBarController", "PopoverPresentationController")):
        sys.exit(f"{path} is neither a tab bar controller nor in a popover")
    is_tabs = f'"{TABS}.TabBarController"' in interfaces
    role = ".TabBarController" if is_tabs else ".PopoverPresentationController"
    methods = ["ShouldSelectViewController" if is_tabs else "ShouldDismiss"]
    # Ten seconds for an answer; after that it counts as no.
    options = {"Methods": dbus.Array(methods, "s"), "Timeout": dbus.UInt32(10000), "OnTimeout": False}
    controller.SetDelegate(PATH, options, dbus_interface=TABS + role)
    print(f"asking about {path}", flush=True)
    GLib.MainLoop().run()


if len(sys.argv) != 2:
    sys.exit(f"usage: {sys.argv[0]} PATH")
main(sys.argv[1])
