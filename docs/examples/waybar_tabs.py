#!/usr/bin/python3
"""The tabs of a tab bar controller as a module of waybar.

  waybar_tabs.py CONTROLLER             prints a line of JSON for each state, until the reader closes the pipe
  waybar_tabs.py CONTROLLER next        taps the next item of the bar
  waybar_tabs.py CONTROLLER previous    taps the previous one
"""
import html
import json
import os
import select
import signal
import subprocess
import sys

TABS = "org.tabd.Tabs1"
# Control characters, line breaks, and characters that reverse what follows.
UNPRINTABLE = dict.fromkeys([*range(32), *range(127, 160), *range(0x2028, 0x202F), *range(0x2066, 0x206A)], " ")


def markup(text):
    """Returns a text as Pango's markup, on one line. A title may have any characters."""
    return html.escape(text.translate(UNPRINTABLE))


def events(*arguments):
    """Yields the lines of JSON that tabctl prints, and ends this program when its own reader is gone."""
    with subprocess.Popen(["tabctl", *arguments, "--json"], stdout=subprocess.PIPE) as tabctl:
        poll, rest = select.poll(), b""
        poll.register(tabctl.stdout, select.POLLIN)
        poll.register(sys.stdout, 0)  # Reports only that the pipe is closed.
        try:
            while True:
                if any(descriptor == sys.stdout.fileno() for descriptor, _ in poll.poll()):
                    sys.exit()
                data = os.read(tabctl.stdout.fileno(), 65536)
                if not data:
                    break
                *lines, rest = (rest + data).split(b"\n")
                yield from map(json.loads, lines)
        finally:
            tabctl.terminate()
    if tabctl.returncode > 0:
        sys.exit(tabctl.returncode)  # It has printed why.


class Bar:
    """The objects of the controller, as the last event left them."""

    def __init__(self, path, objects):
        self.path, self.objects = path, objects

    def apply(self, event):
        if event["event"] == "property":
            interfaces = self.objects.setdefault(event["path"], {})
            interfaces.setdefault(event["interface"], {})[event["property"]] = event["new"]
        elif event["event"] == "joined":
            self.objects[event["path"]] = event["interfaces"]
        elif event["event"] == "left":
            self.objects.pop(event["path"], None)

    def value(self, path, interface, name):
        return self.objects.get(path, {}).get(f"{TABS}.{interface}", {}).get(name)

    @property
    def items(self):
        return [item for item in self.value(self.path + "/tab_bar", "TabBar", "Items") or [] if item in self.objects]

    @property
    def selected(self):
        return self.value(self.path + "/tab_bar", "TabBar", "SelectedItem")

    def item(self, item, name):
        return self.value(item, "TabBarItem", name)

    def module(self):
        """The state as waybar reads it."""
        texts, lines, classes = [], [], set()
        for item in self.items:
            title, badge = markup(self.item(item, "DisplayTitle")), markup(self.item(item, "BadgeValue"))
            text = f"<b>{title}</b>" if item == self.selected else title
            texts.append(f"{text} <small>{badge}</small>" if badge else text)
            lines.append(("● " if item == self.selected else "○ ") + (f"{title}: {badge}" if badge else title))
            classes |= {"attention"} if self.item(item, "NeedsAttention") else set()
            classes |= {"loading"} if self.item(item, "Loading") else set()
        identifier = self.value(self.selected, "ViewController", "RestorationIdentifier") or ""
        return {"text": "  ".join(texts), "tooltip": "\n".join(lines), "class": sorted(classes), "alt": identifier}

    def neighbour(self, step):
        """The enabled item after or before the selected one, around the ends."""
        items = [item for item in self.items if item == self.selected or self.item(item, "Enabled")]
        position = items.index(self.selected) + step if self.selected in items else 0
        return items[position % len(items)] if items else None


def states(controller):
    """Yields the bar after each event. tabctl itself continues with the next daemon after a restart."""
    bar = None
    for event in events("attach", "--watch", "--plain", controller):
        if event["event"] == "attached":
            bar = Bar(event["path"], event["objects"])
        elif bar:
            bar.apply(event)
        yield bar


def follow(controller):
    last = None
    while True:
        for _ in events("wait", controller):  # Until there is a daemon with this controller.
            pass
        for bar in states(controller):
            if bar and bar.module() != last:
                last = bar.module()
                print(json.dumps(last, ensure_ascii=False), flush=True)
        last = {"text": ""}  # The controller was destroyed. waybar hides a module without a text.
        print(json.dumps(last), flush=True)


def tap(controller, step):
    item = next(states(controller)).neighbour(step)
    if item:
        sys.exit(subprocess.run(["tabctl", "tap", controller, item], stdout=subprocess.DEVNULL).returncode)


signal.signal(signal.SIGTERM, lambda *_: sys.exit())  # As after the end of waybar: tabctl ends too.
steps = {"next": 1, "previous": -1}
try:
    if len(sys.argv) == 2:
        follow(sys.argv[1])
    elif len(sys.argv) == 3 and sys.argv[2] in steps:
        tap(sys.argv[1], steps[sys.argv[2]])
    else:
        sys.exit(__doc__.strip())
except BrokenPipeError:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # Nothing is left to flush.
