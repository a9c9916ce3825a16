#!/usr/bin/python3
"""Shows a tab bar controller in a window: a front end with GTK 4 (packages python3-gi and gir1.2-gtk-4.0)."""
import functools
import os
import sys
import gi

gi.require_version("Gtk", "4.0")
from gi.repository import Gtk, Gdk, Gio, GLib, Pango

TABS, SIZE = "org.tabd.Tabs1", (400, 680)
TEXT_STYLES = {"body": [], "largeTitle": ["title-1"], "title": ["title-2"], "headline": ["heading"],
               "caption": ["caption"], "monospacedDigit": ["numeric"]}
BUTTON_STYLES = {"filled": ["suggested-action"], "destructive": ["destructive-action"]}
MARKS = {"checkmark": "object-select-symbolic", "disclosure": "go-next-symbolic"}
# For each control: widget, part with the value, signal, action, type of the value, keys by property (the value last).
CONTROLS = {
    "Switch": (Gtk.Switch, None, "notify::active", "valueChanged", "b", {"active": ("On", False)}),
    "Slider": (Gtk.Scale, "adjustment", "value-changed", "valueChanged", "d",
               {"lower": ("Minimum", 0), "upper": ("Maximum", 1), "value": ("Value", 0)}),
    "TextField": (Gtk.Entry, None, "changed", "editingChanged", "s",
                  {"placeholder-text": ("Placeholder", ""), "text": ("Text", "")}),
    "TextView": (Gtk.TextView, "buffer", "changed", "editingChanged", "s", {"text": ("Text", "")}),
}
# If one of these changes, views may be on screen that no signal contains. So the tree is read again.
STRUCTURE = {"AppearanceState", "ContentFrame", "Frame", "Items", "ItemFrames", "Parent", "PresentedViewController",
             "SelectedItem", "DisplayTitle", "DisplayImage", "BadgeValue", "LeftBarButtonItems", "RightBarButtonItems"}


def fill(container, children):
    while child := container.get_first_child():
        container.remove(child)
    for child in children:
        container.append(child)
    return container


def inset(content, keys):
    content.props.margin_top, content.props.margin_start, content.props.margin_bottom, content.props.margin_end = map(
        int, keys.get("AdjustedContentInset", (0, 0, 0, 0)))


def pixels(width, height, data):
    return Gdk.MemoryTexture.new(width, height, Gdk.MemoryFormat.R8G8B8A8, GLib.Bytes.new(bytes(data)), width * 4)


def bars(keys):
    """Returns an image of the values of a Chart, as bars with 64 rows."""
    values, low, high = keys.get("Values", []) or [0], keys.get("Minimum", 0), keys.get("Maximum", 0)
    low, high = (low, high) if low < high else (min(values), max(values))
    heights = [64 * (value - low) / ((high - low) or 1) for value in values]
    rows = [b"".join((b"\x35\x84\xe4\xff" if height > 63 - y else bytes(4)) * 3 + bytes(4) for height in heights)
            for y in range(64)]
    return pixels(4 * len(values), 64, b"".join(rows))


class FrontEnd:
    def __init__(self, application, path):
        self.path, self.objects, self.views, self.shown = path, {}, {}, {}
        self.is_setting, self.timer, self.stage = False, 0, Gtk.Fixed(width_request=SIZE[0], height_request=SIZE[1])
        self.window = Gtk.ApplicationWindow(application=application, title="Tabs", child=self.stage, resizable=False)
        self.window.present()
        self.bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        self.bus.signal_subscribe(TABS, None, None, None, None, Gio.DBusSignalFlags.NONE, self.received)
        Gio.bus_watch_name_on_connection(  # Also when tabd starts again.
            self.bus, TABS, Gio.BusNameWatcherFlags.NONE, lambda *_: self.attach(), None)

    def call(self, path, method, signature="(a{sv})", values=({},), done=lambda *_: None):
        self.bus.call(TABS, path, *f"{TABS}.{method}".rsplit(".", 1), GLib.Variant(signature, values), None,
                      Gio.DBusCallFlags.NO_AUTO_START, -1, None, lambda bus, it: done(*bus.call_finish(it).unpack()))

    def attach(self):  # Once for all the signals that are waiting.
        self.timer = self.timer or GLib.timeout_add(10, self.attach_now)

    def attach_now(self):
        self.timer = 0
        styles = {style: self.metrics(classes) for style, classes in TEXT_STYLES.items()}
        self.call(self.path, "Window.Attach", "(a{sv})", ({
            "Size": GLib.Variant("(dd)", SIZE), "StatusBarHeight": GLib.Variant("d", 0),
            "TextStyles": GLib.Variant("a{s(dd)}", styles)},), self.attached)

    def metrics(self, classes):
        label = Gtk.Label(label="Text", css_classes=classes)
        metrics = label.get_pango_context().get_metrics(None, None)
        width = max(metrics.get_approximate_char_width(), metrics.get_approximate_digit_width()) / Pango.SCALE
        return label.measure(Gtk.Orientation.VERTICAL, -1)[1], width

    def attached(self, objects, views):
        self.objects = {path: {f"{name.rsplit('.')[-1]}.{key}": value for name, values in interfaces.items()
                               for key, value in values.items()} for path, interfaces in objects.items()}
        self.views = {path: {view[0]: view for view in all} for path, (_, all) in views.items()}
        self.shown = {}
        fill(self.stage, [])
        path, frame = self.path, None
        while path in self.objects:  # What is presented covers what is below it.
            self.show(path, self.stage, frame)
            path = self.objects[path]["ViewController.PresentedViewController"]
            frames = [self.objects.get(path, {}).get(f"{interface}Frame", (0, 0, 0, 0))
                      for interface in ("PopoverPresentationController.Content", "ViewController.")]
            frame = frames[0] if frames[0][2] else frames[1]

    def received(self, _bus, _sender, path, _interface, member, values):
        if member == "ViewChanged" and path in self.views:
            _, changed, removed = values.unpack()
            if removed or any(view[0] not in self.views[path] for view in changed):
                return self.attach()
            for view in changed:
                self.views[path][view[0]] = view
                self.update(path, view)
        elif "Interfaces" in member or member == "PropertiesChanged" and STRUCTURE & values.unpack()[1].keys():
            self.attach()

    def show(self, path, parent, frame=None):
        values = self.objects[path]
        bar, top = values.get("TabBarController.TabBar"), values.get("NavigationController.TopViewController")
        for view in self.views.get(path, {}).values():
            ident, above, kind, (x, y, *_), _, keys = view
            widget, _ = self.shown[path, ident] = self.make(path, ident, kind)
            if above == 0 and frame:
                x, y = frame[:2]
                widget.add_css_class("background")
            container = self.shown[path, above][0] if above else parent
            getattr(container, "content", container).put(widget, x, y)
            self.update(path, view)
            part = keys.get("Identifier") if bar or top else None
            if part == "TabBar":
                self.show_tabs(bar, widget)
            elif part == "NavigationBar":
                self.show_navigation_bar(path, top, widget, view[3])
            elif part == "Content" and (child := top or self.objects[bar]["TabBar.SelectedItem"]) in self.objects:
                self.show(child, widget)

    def tap(self, child, path, method, *arguments, has_frame=False, **properties):
        button = Gtk.Button(child=child, has_frame=has_frame, **properties)
        button.connect("clicked", lambda _: self.call(path, method, *arguments))
        return button

    def show_tabs(self, path, fixed):
        bar = self.objects[path]
        for index, (item, (x, y, width, height)) in enumerate(zip(bar["TabBar.Items"], bar["TabBar.ItemFrames"])):
            values = self.objects[item]
            title = f"{values['TabBarItem.DisplayTitle']} {values['TabBarItem.BadgeValue']}".strip()
            style = "caption-heading" if item == bar["TabBar.SelectedItem"] else "caption"
            children = [self.image(values["TabBarItem.DisplayImage"]), Gtk.Label(label=title, css_classes=[style])]
            box = fill(Gtk.Box(orientation="vertical"), children)
            fixed.put(self.tap(box, path, "TabBar.TapItem", "(ua{sv})", (index, {}), width_request=width,
                               height_request=height, sensitive=values["TabBarItem.Enabled"]), x, y)

    def show_navigation_bar(self, path, top, fixed, frame):
        item = {name.split(".")[1]: value for name, value in self.objects[top].items() if "NavigationItem." in name}
        left, right = ([
            self.tap(self.image(image) if image else Gtk.Label(label=title), top, "NavigationItem.TapBarButtonItem",
                     "(ua{sv})", (ident, {}), sensitive=is_enabled)
            for ident, title, image, is_enabled in item[side + "BarButtonItems"]] for side in ("Left", "Right"))
        if item["BackButtonTitle"]:
            back = Gtk.Label(label="‹ " + item["BackButtonTitle"])
            left.insert(0, self.tap(back, path, "NavigationController.TapBack"))
        title = Gtk.Label(label=item["Title"], css_classes=["heading"], hexpand=True)
        bar = Gtk.Box(width_request=frame[2], height_request=frame[3])
        fixed.put(fill(bar, [*left, title, *reversed(right)]), 0, 0)

    @functools.cache
    def texture(self, name):
        if name.startswith("file:"):  # Any program can name any file: a pipe would never end.
            path = Gio.File.new_for_uri(name).get_path() or ""
            is_picture = os.path.isfile(path) and 0 < os.path.getsize(path) <= 4 << 20
            return Gdk.Texture.new_from_filename(path) if is_picture else None
        (handle,), files = self.bus.call_with_unix_fd_list_sync(
            TABS, "/org/tabd/Tabs1", TABS + ".Manager", "GetImage", GLib.Variant("(s)", (name,)), None,
            Gio.DBusCallFlags.NONE, -1, None, None)
        with open(files.get(handle), "rb") as file:
            return Gdk.Texture.new_from_bytes(GLib.Bytes.new(file.read()))

    def image(self, name, size=16):
        if ":" in name:
            return Gtk.Image(paintable=self.texture(name), pixel_size=size)
        has = Gtk.IconTheme.get_for_display(self.window.get_display()).has_icon
        return Gtk.Image(icon_name=next(filter(has, [name, name + "-symbolic"]), "image-x-generic"), pixel_size=size)

    def row(self, image, title, detail, mark=None, **properties):
        texts = [Gtk.Label(label=text, wrap=True, natural_wrap_mode="none", **style) for text, style in
                 ((title, properties), (detail, {})) if text]
        return fill(Gtk.Box(spacing=8, halign="fill" if properties else "center"), [
            *[self.image(name) for name in [image] if name], *texts, *[self.image(name) for name in [mark] if name]])

    def update(self, path, view):
        widget, show = self.shown.get((path, view[0]), (None, None))
        if widget:
            self.is_setting = True
            (_, _, width, height), keys = view[3], view[5]
            widget.set_properties(width_request=width, height_request=height, visible=not keys.get("Hidden", False),
                                  sensitive=keys.get("Enabled", True), tooltip_text=keys.get("Tooltip"))
            show(keys)
            self.is_setting = False

    def make(self, path, ident, kind):
        """Returns a widget for a view, which sends the view's actions, and a function that shows its properties."""
        def action(name, signature, value):
            return path, "ViewController.SendAction", "(usva{sv})", (ident, name, GLib.Variant(signature, value), {})
        if kind == "Label":
            label = Gtk.Label(max_width_chars=1)
            return label, lambda keys: label.set_properties(
                label=keys.get("Text", ""), css_classes=TEXT_STYLES[keys.get("Style", "body")],
                wrap=keys.get("Lines", 1) != 1, lines=keys.get("Lines", 1) or -1,
                xalign={"center": 0.5, "right": 1}.get(keys.get("Alignment"), 0))
        if kind == "Button":
            button = self.tap(None, *action("primaryActionTriggered", "b", True))
            return button, lambda keys: button.set_properties(
                child=self.row(keys.get("Image"), keys.get("Title"), None),
                css_classes=BUTTON_STYLES.get(keys.get("Style"), ["flat"]))
        if kind in CONTROLS:
            widget_class, part, signal, name, signature, properties = CONTROLS[kind]
            widget, value = widget_class(), list(properties)[-1]
            source = widget.get_property(part) if part else widget
            source.connect(signal, lambda *_: self.is_setting or self.call(
                *action(name, signature, source.get_property(value))))
            # What the user types must not be replaced by an older text.
            return widget, lambda keys: widget.has_focus() and signature == "s" or source.set_properties(
                **{name: keys.get(key, default) for name, (key, default) in properties.items()})
        if kind == "SegmentedControl":
            box = Gtk.Box(homogeneous=True, css_classes=["linked"])
            return box, lambda keys: fill(box, [
                self.tap(Gtk.Label(label=title), *action("valueChanged", "i", index),
                         has_frame=index == keys.get("SelectedSegment"))
                for index, title in enumerate(keys.get("Segments", []))])
        if kind == "ProgressView":
            bar = Gtk.ProgressBar()
            return bar, lambda keys: bar.set_fraction(max(keys.get("Progress", 0), 0))
        if kind == "Chart":
            picture = Gtk.Picture(content_fit="fill")
            return picture, lambda keys: picture.set_paintable(bars(keys))
        if kind == "ImageView":
            box = Gtk.Box(homogeneous=True)
            return box, lambda keys: fill(box, [
                Gtk.Picture(paintable=pixels(*keys["Pixels"])) if "Pixels" in keys else
                self.image(keys.get("Image", ""), int(min(box.get_size_request())))])
        if kind == "TableView":
            rows = Gtk.ListBox()
            rows.connect("row-activated", lambda _, row: self.call(*action("selectRow", "u", row.get_index())))
            return Gtk.ScrolledWindow(child=rows), lambda keys: inset(rows, keys) or fill(rows, [
                Gtk.ListBoxRow(child=self.row(image, title, detail, MARKS.get(mark), hexpand=True, xalign=0),
                               sensitive=is_enabled, height_request=keys.get("RowHeight", 44))
                for title, detail, image, mark, is_enabled in keys.get("Rows", [])])
        if kind == "ScrollView":
            scroller, content = Gtk.ScrolledWindow(), Gtk.Fixed()
            scroller.content = content
            scroller.set_child(content)
            return scroller, lambda keys: inset(content, keys) or content.set_size_request(
                *keys.get("ContentSize", (0, 0)))
        return Gtk.Fixed(), lambda keys: None


if len(sys.argv) != 2:
    sys.exit("usage: gtk_front_end.py OBJECT_PATH")
program = Gtk.Application(application_id="org.tabd.Example", flags=Gio.ApplicationFlags.NON_UNIQUE)
program.connect("activate", lambda application: FrontEnd(application, sys.argv[1]))
program.run()
