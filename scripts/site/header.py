"""The C header of the SDK as a page with an anchor for each declaration."""
import re
from html import escape

import template
from highlight import program

SOURCE = "Sources/CTabPlugin/include/CTabPlugin.h"
SLOT = re.compile(r"^    [\w ]+[ *]\(\*(\w+)\)\(")
TYPE = re.compile(r"^(?:typedef (?:enum|struct) (\w+) \{|struct (\w+) \{|typedef .*?(?:\(\*(\w+)\)\(.*|\b(\w+));"
                  r"|#define (\w+))")
SECTION = re.compile(r"^/\* -{4} (.*?) -+ \*/$")


def page(site, names):
    try:
        text = site.read(SOURCE)
    except FileNotFoundError:
        return None
    anchors = declarations(text)
    path = "sdk/CTabPlugin.h.html"
    for name in anchors.values():
        place = path, name
        names.header[name] = place
        # A function has the name of its slot, if only one table has such a slot.
        slot = name.rpartition(".")[2]
        names.header[slot] = place if names.header.setdefault(slot, place) == place else None
    return site.add(path, SOURCE, "CTabPlugin.h", "sdk", lambda page: render(page, text, anchors))


def declarations(text):
    """Returns the names of declarations by their lines."""
    result, structure, taken = {}, "", set()
    for line, content in enumerate(text.split("\n")):
        found = TYPE.match(content)
        slot = SLOT.match(content)
        name = next(filter(None, found.groups()), "") if found else f"{structure}.{slot[1]}" if slot else ""
        if found:
            structure = found[1] or found[2] or ""
        if name and name not in taken:
            result[line] = name
            taken.add(name)
    return result


def render(page, text, anchors):
    html = ("<h1>CTabPlugin.h</h1>\n<p>The interface of plugins in C, with its documentation. Functions of the host "
            'are in <a href="#tab_host_v1">tab_host_v1</a>, those of a plugin in '
            '<a href="#tab_plugin_v1">tab_plugin_v1</a>.</p>\n')
    lines = program("c", text).split("\n")
    parts, section = [], []
    for line, content in enumerate(text.split("\n")):
        found = SECTION.match(content)
        if found:
            parts.append(block(section))
            name = re.sub(r"\W+", "-", found[1].lower()).strip("-")
            page.headings.append((2, name, escape(found[1])))
            parts.append(template.heading(2, name, escape(found[1])))
            section = []
        elif line in anchors:
            name = anchors[line]
            section.append(anchored(lines[line], name))
        else:
            section.append(lines[line])
    return html + "\n".join(filter(None, [*parts, block(section)])) + "\n"


def anchored(line, name):
    """Returns a line whose declared name is a link to itself."""
    word = name.rpartition(".")[2]
    return re.sub(rf"\b{word}\b", f'<a id="{name}" href="#{name}">{word}</a>', line, count=1)


def block(lines):
    text = "\n".join(lines).strip("\n")
    return f'<pre tabindex="0"><code>{text}</code></pre>' if text else ""
