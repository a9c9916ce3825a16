#!/usr/bin/python3
"""A class of view controllers for tabd: counters that every client can create, with python3-dbus and python3-gi."""

import sys

import dbus
import dbus.service
from dbus.mainloop.glib import DBusGMainLoop
from gi.repository import GLib

TABS = "org.tabd.Tabs1"
VIEW_CONTROLLER = TABS + ".ViewController"
REMOTE, FACTORY = TABS + ".RemoteViewController", TABS + ".ViewControllerFactory"
CLASS = "example.Counter"
NAME = "org.example.Counter"  # The classes belong to this name: only its owner gets their view controllers back.
PATH = "/org/example/Counters"
COUNT, ADD = 2, 3  # Ids of the views. 1 is the root view, which tabd creates.


def send(path, interface, method, signature="", *arguments):
    """Calls a method of tabd without waiting for the reply."""
    bus.call_async(TABS, path, interface, method, signature, arguments, lambda *_: None, report)


def report(error):
    print(f"{error.get_dbus_name()}: {error.get_dbus_message()}", file=sys.stderr, flush=True)


class Counter(dbus.service.Object):
    """The owner of one view controller."""

    def __init__(self, controller, arguments):
        super().__init__(bus, PATH + "/" + controller.rpartition("/")[2])
        self.controller, self.count = controller, int(arguments.get("Start", 0))

    def update(self):
        count = {"Identifier": "Count", "Text": str(self.count), "Style": "largeTitle"}
        add = {"Identifier": "Add", "Title": "Add", "Style": "filled"}
        views = [  # id, parent, class, frame, autoresizing mask, properties
            (COUNT, 1, "Label", (20, 80, 200, 40), 0, count),
            (ADD, 1, "Button", (20, 136, 200, 44), 0, add),
        ]
        send(self.controller, VIEW_CONTROLLER, "UpdateView", "a(uus(dddd)ua{sv})au", views, [])

    @dbus.service.method(REMOTE, in_signature="a{sv}")
    def DecodeRestorableState(self, state):
        self.count = int(state["Count"])

    @dbus.service.method(REMOTE, out_signature="a{sv}")
    def EncodeRestorableState(self):
        return {"Count": dbus.UInt32(self.count)}

    @dbus.service.method(REMOTE)
    def ViewDidLoad(self):
        self.update()

    @dbus.service.method(REMOTE, in_signature="usv")
    def Action(self, _view, _action, _value):
        self.count += 1
        self.update()

    @dbus.service.method(REMOTE)
    def Destroyed(self):
        self.remove_from_connection()
        del factory.counters[self.controller]


class Factory(dbus.service.Object):
    """Creates the owners of view controllers."""

    def __init__(self):
        super().__init__(bus, PATH)
        self.counters = {}
        # Called now if tabd is running, and whenever it starts or stops.
        bus.watch_name_owner(TABS, self.daemon_changed)

    def daemon_changed(self, owner):
        if owner:
            arguments = (PATH, [CLASS], {"BusName": NAME})
            bus.call_blocking(TABS, "/org/tabd/Tabs1", TABS + ".Manager", "RegisterClasses", "oasa{sv}", arguments)
            print(CLASS, flush=True)

    @dbus.service.method(FACTORY, in_signature="sa{sv}", out_signature="o")
    def Create(self, _class, options):
        controller = options["ViewController"]
        # After a restart of tabd its counter still exists.
        if controller not in self.counters:
            self.counters[controller] = Counter(controller, options.get("Arguments", {}))
        if not options.get("Restored"):
            send(controller, dbus.PROPERTIES_IFACE, "Set", "ssv", VIEW_CONTROLLER, "Title", "Counter")
        return self.counters[controller].__dbus_object_path__


DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
name = dbus.service.BusName(NAME, bus, replace_existing=True, allow_replacement=True, do_not_queue=True)
factory = Factory()
GLib.MainLoop().run()
