#!/usr/bin/python3
"""A to-do list as a tab of tabd: a remote view controller with python3-dbus and python3-gi."""

import sys
import time

import dbus
import dbus.service
from dbus.mainloop.glib import DBusGMainLoop
from gi.repository import GLib

TABS = "org.tabd.Tabs1"
TODO = "org.example.Todo"
PATH = "/org/example/Todo"
REMOTE = TABS + ".RemoteViewController"
METHODS = ["ViewDidLoad", "ViewWillLayout", "UpdateContent", "Action"]  # tabd calls these.
FIELD, COUNT, TABLE = 2, 3, 4  # Ids of the views. 1 is the root view, which tabd creates.


class Item:
    def __init__(self, text):
        self.text, self.done, self.added = text, False, time.monotonic()

    def row(self):
        hours = int((time.monotonic() - self.added) / 3600)
        age = f"{hours} h ago" if hours else "just now"
        accessory = "checkmark" if self.done else "none"
        return (self.text, age, "", accessory, True)  # title, detail, image, accessory, enabled


class TodoViewController(dbus.service.Object):
    def __init__(self, bus):
        # This name identifies us after a restart. A second instance fails here.
        super().__init__(dbus.service.BusName(TODO, bus, do_not_queue=True), PATH)
        self.bus, self.items, self.draft = bus, [], ""
        self.bounds, self.safe_area = (0, 0, 320, 480), (0, 0, 0, 0)
        # Called now if tabd is running, and whenever it starts or stops.
        bus.watch_name_owner(TABS, self.daemon_changed)

    def daemon_changed(self, owner):
        if not owner:
            return
        manager = self.bus.get_object(TABS, "/org/tabd/Tabs1")
        options = {"Title": "To-do", "BusName": TODO, "RestorationIdentifier": "todo", "Methods": METHODS}
        # This waits for the reply; earlier calls of tabd are handled afterwards.
        path = manager.RegisterViewController(PATH, options, dbus_interface=TABS + ".Manager")
        self.controller = self.bus.get_object(TABS, path)
        self.set_badge()
        print(path, flush=True)

    def open_count(self):
        return sum(not item.done for item in self.items)

    def set_badge(self):
        badge = str(self.open_count() or "")
        self.controller.Set(TABS + ".TabBarItem", "BadgeValue", badge, dbus_interface=dbus.PROPERTIES_IFACE)

    def update_view(self):
        """Declares all views; tabd sends the differences to the front ends."""
        top, left, bottom, right = self.safe_area
        x, width = left + 16, max(self.bounds[2] - left - right - 32, 0)
        height = max(self.bounds[3] - top - bottom - 88, 0)
        field = {"Identifier": "New", "Text": self.draft, "Placeholder": "What is to be done?"}
        count = {"Identifier": "Count", "Text": f"{self.open_count()} to do"}
        rows = dbus.Array([item.row() for item in self.items], signature="(ssssb)")
        table = {"Identifier": "Items", "Rows": rows, "AllowsDelete": True, "AllowsMove": True}
        views = [  # id, parent, class, frame, autoresizing mask, properties
            (FIELD, 1, "TextField", (x, top + 8, width, 36), 0, field),
            (COUNT, 1, "Label", (x, top + 52, width, 20), 0, count),
            (TABLE, 1, "TableView", (x, top + 80, width, height), 0, table),
        ]
        self.controller.UpdateView(views, [], {}, dbus_interface=TABS + ".ViewController")

    # Methods that tabd calls. All of them are optional; a list needs only these.

    @dbus.service.method(REMOTE)
    def ViewDidLoad(self):
        self.update_view()

    @dbus.service.method(REMOTE, in_signature="(dddd)(dddd)")
    def ViewWillLayout(self, bounds, safe_area):
        self.bounds, self.safe_area = bounds, safe_area
        self.update_view()

    @dbus.service.method(REMOTE)
    def UpdateContent(self):
        self.update_view()  # A client is about to read the ages of the items.

    @dbus.service.method(REMOTE, in_signature="usv")
    def Action(self, view, action, value):
        if action == "editingChanged":
            self.draft = value
        elif action == "editingDidEnd":
            self.add(value)
        elif action == "selectRow":
            self.items[value].done = not self.items[value].done
        elif action == "deleteRow":
            del self.items[value]
        elif action == "moveRow":
            self.items.insert(value[1], self.items.pop(value[0]))
        self.update_view()
        self.set_badge()

    def add(self, text):
        if any(item.text == text for item in self.items):
            # The sender of the action gets this error.
            raise dbus.DBusException(f"'{text}' is on the list", name=TODO + ".Error.Duplicate")
        if text:
            self.items.append(Item(text))
        self.draft = ""


DBusGMainLoop(set_as_default=True)
try:
    todo = TodoViewController(dbus.SessionBus())
except dbus.exceptions.NameExistsException:
    sys.exit(TODO + " is already on the bus")
GLib.MainLoop().run()
