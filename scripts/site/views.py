"""The classes of views, from `tabd --view-classes`."""
import json
from html import escape

import signature
import template


def page(site, text):
    data = json.loads(text)

    def render(page):
        html = ("<h1>View classes</h1>\n<p>The classes of views with their keys and actions, from <code>tabd "
                "--view-classes</code>. Every class has the keys of <a href=\"#View\">View</a>.</p>\n")
        common = {key["name"] for entry in data["classes"] if entry["name"] == "View" for key in entry["keys"]}
        for entry in data["classes"]:
            name = entry["name"]
            page.headings.append((2, name, name))
            own = [key for key in entry["keys"] if name == "View" or key["name"] not in common]
            html += template.heading(2, name, name) + "\n" + keys(own) + actions(entry.get("actions", []))
        return html + colors(page, data.get("colors", []))

    return site.add("interfaces/view-classes.html", None, "View classes", "interfaces", render)


def table(head, rows):
    if not rows:
        return ""
    cells = "".join(f"<th>{name}</th>" for name in head)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>\n" for row in rows)
    return f'<div class="table"><table>\n<thead><tr>{cells}</tr></thead>\n<tbody>\n{body}</tbody>\n</table></div>\n'


def code(text):
    return f"<code>{escape(text, quote=False)}</code>"


def keys(entries):
    rows = []
    for key in entries:
        type = f"{code(key['type'])}, {escape(signature.words(key.get('fields', key['type'])))}"
        values = ", ".join(code(value) for value in key.get("values", []))
        rows.append((code(key["name"]), type, code(json.dumps(key.get("default"), ensure_ascii=False)), values))
    return table(("key", "type", "default", "values"), rows)


def actions(entries):
    return table(("action", "value"), [
        (code(entry["name"]), f"{code(entry['type'])}, {escape(signature.words(entry['type']))}" if entry.get("type")
         else "none") for entry in entries])


def colors(page, entries):
    if not entries:
        return ""
    page.headings.append((2, "system-colours", "System colours"))
    names = [name for name in entries[0] if name != "name"]
    rows = [(code(entry["name"]), *(code(entry[name]) for name in names)) for entry in entries]
    return template.heading(2, "system-colours", "System colours") + "\n" + table(("name", *names), rows)
