#!/usr/bin/python3 -u
"""Shows a tab bar controller in the terminal, and taps: a front end with python3-dbus and python3-gi."""
import sys
import dbus.mainloop.glib
from gi.repository import GLib

TABS = "org.tabd.Tabs1"


class FrontEnd:
    def __init__(self, bus, path):
        self.bus, self.path, self.objects, self.views, self.lines = bus, path, {}, {}, []
        bus.add_signal_receiver(self.received, bus_name=TABS, path_keyword="path", member_keyword="member")
        bus.watch_name_owner(TABS, self.attach)  # Called now, and whenever tabd starts or stops.
        GLib.io_add_watch(sys.stdin, GLib.IO_IN | GLib.IO_HUP, self.typed)

    def attach(self, owner=TABS):  # Asynchronous: the reply stays in order with the signals.
        if not owner:
            return self.attached({}, {})
        self.bus.call_async(TABS, self.path, TABS + ".Window", "Attach", "a{sv}", [{}], self.attached, print)

    def attached(self, objects, views):
        self.objects = {path: {k: v for i in all.values() for k, v in i.items()} for path, all in objects.items()}
        self.views = {path: (revision, {view[0]: view[5] for view in all}) for path, (revision, all) in views.items()}
        self.show()

    def received(self, *arguments, path, member):
        values = arguments[1] if member == "PropertiesChanged" else {}
        is_stale = {"AppearanceState", "Items", "Parent", "PresentingViewController"} & values.keys()
        self.objects.get(path, {}).update({} if is_stale else values)
        if member == "ViewChanged" and self.objects.get(path, {}).get("AppearanceState") == "appeared":
            (known, views), (revision, changed, removed) = self.views.get(path, (0, {})), arguments
            self.views[path] = revision, {**views, **{view[0]: view[5] for view in changed}}
            is_stale = revision != known + 1 or removed  # A revision is missing, or subviews went too.
        self.attach() if is_stale or "Interfaces" in member else self.show()

    def show(self):
        bar = self.objects.get(self.path + "/tab_bar", {"Items": []})
        lines = ["" if bar["Items"] else f"waiting for {self.path}"]
        for number, item in enumerate(bar["Items"], 1):
            title = "{} {DisplayTitle} {BadgeValue}".format(number, **self.objects[item]).strip()
            lines[0] += f"[{title}] " if item == bar["SelectedItem"] else f" {title}  "
        for view in [view for _, views in self.views.values() for view in views.values()]:
            texts = [view[key] for key in ("Title", "Text", "Placeholder") if key in view and "Secure" not in view]
            lines += [f"  {text}" for text in texts + [row[0] for row in view.get("Rows", [])] if "Hidden" not in view]
        lines = ["".join(c if c.isprintable() else " " for c in line) for line in lines]  # A title may have escapes.
        sys.stdout.writelines(f"{line}\n" for line in lines if line not in self.lines)
        self.lines = lines

    def typed(self, *_):
        if (line := sys.stdin.buffer.raw.readline().decode()).strip() in tuple("123456789"):
            self.bus.call_async(TABS, self.path + "/tab_bar", None, "TapItem", "u", [int(line) - 1], bool, print)
        return bool(line)


session = dbus.SessionBus(mainloop=dbus.mainloop.glib.DBusGMainLoop())
paths = session.call_blocking(TABS, "/org/tabd/Tabs1", None, "Get", "ss", (TABS + ".Manager", "TabBarControllers"))
found = [path for path in paths if len(sys.argv) < 2 or path.endswith("/" + sys.argv[1].split("/")[-1])]
front_end = FrontEnd(session, found[0]) if len(found) == 1 else sys.exit(f"which one? {' '.join(paths)}")
GLib.MainLoop().run()
