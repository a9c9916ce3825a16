#!/usr/bin/python3
"""Notes as a tab of tabd: a navigation stack, a popover and restorable state with python3-dbus and python3-gi."""

import sys
import uuid
from bisect import insort

import dbus
import dbus.service
from dbus.mainloop.glib import DBusGMainLoop
from gi.repository import GLib

TABS = "org.tabd.Tabs1"
MANAGER, VIEW_CONTROLLER = TABS + ".Manager", TABS + ".ViewController"
ROOT = "/org/tabd/Tabs1"
REMOTE = TABS + ".RemoteViewController"
DELEGATE = TABS + ".PopoverPresentationControllerDelegate"
NAME = "org.example.Notebook"
PATH = "/org/example/Notebook"  # The paths of our objects are also their restoration identifiers.
NOTES = PATH + "/notes/"
NEW = 1  # Id of the bar button item.
TABLE, TEXT, FIELD, ADD = 2, 3, 4, 5  # Ids of the views. 1 is the root view, which tabd creates.


def call(path, interface, method, signature="", *arguments):
    """Calls a method of tabd and returns the result. Calls of tabd are handled after it."""
    return bus.call_blocking(TABS, path, interface, method, signature, arguments)


def send(path, interface, method, signature="", *arguments):
    """Calls a method of tabd without waiting, because tabd may have to call us before it replies."""
    bus.call_async(TABS, path, interface, method, signature, arguments, lambda *_: None, report)


def report(error):
    print(f"{error.get_dbus_name()}: {error.get_dbus_message()}", file=sys.stderr, flush=True)


class Page(dbus.service.Object):
    """An object of ours, and its view controller in tabd."""

    methods = ["ViewDidLoad", "ViewWillLayout", "Action"]  # tabd calls these.

    def __init__(self, notebook, path, title):
        super().__init__(bus, path)
        self.notebook, self.path, self.title = notebook, path, title
        self.bounds, self.safe_area = (0, 0, 320, 480), (0, 0, 0, 0)

    def register(self):
        """Gets a new view controller, or the one that this page had before a restart."""
        self.is_loaded = False
        methods = dbus.Array(self.methods, "s")
        options = {"Title": self.title, "BusName": NAME, "RestorationIdentifier": self.path, "Methods": methods}
        self.controller = call(ROOT, MANAGER, "RegisterViewController", "oa{sv}", self.path, options)

    def set(self, interface, name, value):
        send(self.controller, dbus.PROPERTIES_IFACE, "Set", "ssv", TABS + "." + interface, name, value)

    def update(self):
        """Declares the views in the safe area; tabd sends the differences to the front ends."""
        if self.is_loaded:
            top, left, bottom, right = self.safe_area
            width, height = self.bounds[2] - left - right, self.bounds[3] - top - bottom
            views = self.views(left, top, max(width, 0), max(height, 0))
            send(self.controller, VIEW_CONTROLLER, "UpdateView", "a(uus(dddd)ua{sv})au", views, [])

    @dbus.service.method(REMOTE)
    def ViewDidLoad(self):
        self.is_loaded = True
        self.update()

    @dbus.service.method(REMOTE, in_signature="(dddd)(dddd)")
    def ViewWillLayout(self, bounds, safe_area):
        self.bounds, self.safe_area = bounds, safe_area
        self.update()


class ListPage(Page):
    """The root of the stack: the list of notes, with a button for a new one."""

    methods = Page.methods + ["TraitsChanged", "BarButtonItemActivated", "Destroyed"]
    is_wide = False

    def register(self):
        super().register()
        new = (dbus.UInt32(NEW), "New", "list-add", True)  # id, title, image, enabled
        self.set("NavigationItem", "RightBarButtonItems", dbus.Array([new], "(ussb)"))

    def views(self, x, y, width, height):
        rows = []
        for note in self.notebook.notes:
            detail = note.text.partition("\n")[0] if self.is_wide else ""
            rows.append((note.title, detail, "", "disclosure", True))  # title, detail, image, accessory, enabled
        table = {"Identifier": "Notes", "Rows": dbus.Array(rows, "(ssssb)"), "AllowsDelete": True}
        return [(TABLE, 1, "TableView", (x, y, width, height), 0, table)]

    @dbus.service.method(REMOTE, in_signature="a{sv}")
    def TraitsChanged(self, traits):
        self.is_wide = traits["HorizontalSizeClass"] == "regular"
        self.update()

    @dbus.service.method(REMOTE, in_signature="usv")
    def Action(self, _view, action, row):
        note = self.notebook.notes[row]
        if action == "selectRow":
            self.notebook.push(note)
        elif action == "deleteRow":
            send(ROOT, MANAGER, "Destroy", "o", note.controller)
            self.notebook.remove(note)

    @dbus.service.method(REMOTE, in_signature="u")
    def BarButtonItemActivated(self, _item):
        self.notebook.new.present()

    @dbus.service.method(REMOTE)
    def Destroyed(self):
        self.notebook.end()


class TextPage(Page):
    """A page with a text that survives restarts. tabd asks for it before the sender of an action gets its reply."""

    methods = Page.methods + ["EncodeRestorableState", "DecodeRestorableState", "RestorationEnded"]
    text = ""

    @dbus.service.method(REMOTE, out_signature="a{sv}")
    def EncodeRestorableState(self):
        return {"Text": self.text}

    @dbus.service.method(REMOTE, in_signature="a{sv}")
    def DecodeRestorableState(self, state):
        self.text = str(state["Text"])  # ViewDidLoad follows if the view is loaded.


class NotePage(TextPage):
    """A note. Its page is on the stack while the note is open."""

    methods = TextPage.methods + ["Destroyed"]

    def views(self, x, y, width, height):
        text = {"Identifier": "Text", "Text": self.text, "Editable": True}
        return [(TEXT, 1, "TextView", (x, y, width, height), 0, text)]

    @dbus.service.method(REMOTE, in_signature="usv")
    def Action(self, _view, _action, text):
        self.text = str(text)
        self.update()
        self.notebook.list.update()

    @dbus.service.method(REMOTE)
    def RestorationEnded(self):
        self.notebook.add(self)  # Its text is known now. After Manager.Reopen the list has no row for it yet.

    @dbus.service.method(REMOTE)
    def Destroyed(self):
        self.notebook.remove(self)


class NewPage(TextPage):
    """The content of the popover, and its delegate. Its text is the title that the user types."""

    methods = TextPage.methods + ["PresentationEnded"]
    added = None

    def register(self):
        super().register()
        self.set("ViewController", "ModalPresentationStyle", "popover")
        self.set("ViewController", "PreferredContentSize", dbus.Struct((280.0, 100.0)))

    def views(self, x, y, width, _height):
        field = {"Identifier": "Title", "Text": self.text, "Placeholder": "Title of the note"}
        add = {"Identifier": "Add", "Title": "Add", "Style": "filled", "Enabled": bool(self.text)}
        return [
            (FIELD, 1, "TextField", (x + 16, y + 8, width - 32, 36), 0, field),
            (ADD, 1, "Button", (x + 16, y + 56, width - 32, 36), 0, add),
        ]

    def present(self):
        self.become_delegate()
        presenter = self.notebook.list.controller
        popover = dbus.Dictionary({"BarButtonItem": (presenter, dbus.UInt32(NEW))}, "sv")
        send(presenter, VIEW_CONTROLLER, "Present", "oa{sv}", self.controller, {"Popover": popover})

    def become_delegate(self):
        """Makes this object the popover's delegate until the dismissal."""
        methods = dbus.Array(["ShouldDismiss", "AdaptivePresentationStyle"], "s")
        # Five seconds for an answer; after that the popover stays.
        options = {"Methods": methods, "Timeout": dbus.UInt32(5000), "OnTimeout": False}
        send(self.controller, TABS + ".PopoverPresentationController", "SetDelegate", "oa{sv}", self.path, options)

    @dbus.service.method(REMOTE, in_signature="usv")
    def Action(self, view, _action, value):
        if view == FIELD:
            self.text = str(value)
        else:
            self.added, self.text = self.notebook.create(self.text), ""
            send(self.controller, VIEW_CONTROLLER, "Dismiss")
        self.update()

    @dbus.service.method(REMOTE)
    def PresentationEnded(self):
        if self.added:
            self.notebook.push(self.added)
        self.added = None

    @dbus.service.method(REMOTE)
    def RestorationEnded(self):
        self.become_delegate()  # The popover stays on screen when this program ends.

    @dbus.service.method(DELEGATE, in_signature="o", out_signature="b")
    def ShouldDismiss(self, _controller):
        return not self.text  # A tap outside does not discard a title.

    @dbus.service.method(DELEGATE, in_signature="oss", out_signature="s")
    def AdaptivePresentationStyle(self, _controller, _horizontal, _vertical):
        return "none"  # It stays a popover on a phone.


class Notebook:
    def __init__(self):
        # This name identifies us after a restart. A second instance fails here.
        self.name = dbus.service.BusName(NAME, bus, do_not_queue=True)
        self.notes = []
        self.list, self.new = ListPage(self, PATH, "Notebook"), NewPage(self, PATH + "/new", "New note")
        # Called now if tabd is running, and whenever it starts or stops.
        bus.watch_name_owner(TABS, self.daemon_changed)

    def daemon_changed(self, owner):
        try:
            if owner:
                self.register()
        except dbus.DBusException as error:
            report(error)

    def register(self):
        # tabd keeps the notes: each is a view controller with a title and a state. This process may be new.
        known = [note.path for note in self.notes]
        for interfaces in call(ROOT, "org.freedesktop.DBus.ObjectManager", "GetManagedObjects").values():
            controller = interfaces.get(VIEW_CONTROLLER, {})
            path = controller.get("RestorationIdentifier", "")
            if path.startswith(NOTES) and path not in known:
                self.insert(NotePage(self, path, controller["Title"]))
        for page in [self.list, self.new] + self.notes:
            page.register()
        # A list that tabd knows is on its stack.
        root = self.list.controller
        self.stack = call(root, dbus.PROPERTIES_IFACE, "Get", "ss", VIEW_CONTROLLER, "NavigationController")
        if self.stack == "/":
            options = {"RestorationIdentifier": PATH + "/stack"}
            self.stack = call(ROOT, MANAGER, "CreateNavigationController", "oa{sv}", root, options)
        print(self.stack, flush=True)

    def insert(self, note):
        insort(self.notes, note, key=lambda note: note.title)

    def create(self, title):
        note = NotePage(self, NOTES + uuid.uuid4().hex, title)
        note.register()
        self.add(note)
        return note

    def add(self, note):
        if note not in self.notes:
            self.insert(note)
        self.list.update()

    def remove(self, note):
        if note in self.notes:
            self.notes.remove(note)
        self.list.update()

    def push(self, note):
        send(self.stack, TABS + ".NavigationController", "Push", "ob", note.controller, True)

    def end(self):
        send(ROOT, MANAGER, "Destroy", "o", self.stack)
        bus.flush()
        loop.quit()  # tabd keeps the notes.


DBusGMainLoop(set_as_default=True)
bus, loop = dbus.SessionBus(), GLib.MainLoop()
try:
    notebook = Notebook()
except dbus.exceptions.NameExistsException:
    sys.exit(NAME + " is already on the bus")
loop.run()
