"""Runs docs/examples/gtk_front_end.py, and prints what its window shows whenever that changes.

Each line is a JSON object: the texts of labels, and the problems: clipped texts and missing images.
"""
import json
import runpy
import sys
import gi

gi.require_version("Gtk", "4.0")
from gi.repository import GLib, Gtk

last = None


def widgets(widget):
    if widget.get_mapped():
        yield widget
        child = widget.get_first_child()
        while child:
            yield from widgets(child)
            child = child.get_next_sibling()


def problem(widget):
    if isinstance(widget, Gtk.Label):
        width, height = widget.get_layout().get_pixel_size()
        if widget.get_layout().is_ellipsized() or width > widget.get_width() or height > widget.get_height():
            return f"clipped: {widget.get_text()}"
    if isinstance(widget, Gtk.Image) and widget.get_icon_name() in ("image-missing", "image-x-generic"):
        return "a missing icon"
    if isinstance(widget, Gtk.Picture) and not widget.get_paintable():
        return "a missing picture"
    return None


def check():
    global last
    all_widgets = [widget for window in Gtk.Window.list_toplevels() for widget in widgets(window)]
    state = {"texts": [widget.get_text() for widget in all_widgets if isinstance(widget, Gtk.Label)],
             "problems": [text for text in map(problem, all_widgets) if text]}
    if state != last:
        last = state
        print(json.dumps(state), flush=True)
    return True


GLib.timeout_add(100, check)
script = sys.argv.pop(1)
sys.argv[0] = script
runpy.run_path(script, run_name="__main__")
