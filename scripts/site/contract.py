"""The interfaces of the contract, from the introspection of the daemon."""
import re
import xml.etree.ElementTree as ElementTree
from html import escape

import signature
import template
from site_pages import SiteError

PREFIX = "org.tabd.Tabs1."
DOCUMENTATION = "org.gtk.GDBus.DocString"
FIELDS = PREFIX + "Fields"
CHANGES = {
    "true": "announced with its value", "invalidates": "announced without its value", "const": "never changes",
    "false": "not announced",
}
ACCESS = {"read": "read-only", "readwrite": "read and write", "write": "write-only"}
OPTION = re.compile(r"- ([A-Z]\w*) \((\S.*?)\): (.*)")
# A name that can't be a word of a sentence.
NAME = re.compile(r"\b(?:[A-Z]\w*\.[A-Z]\w+|[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+)\b")
ERRORS = "docs/contract.html"


def annotation(element, name):
    found = element.find(f"annotation[@name='{name}']")
    return found.get("value") if found is not None else ""


class Interface:
    """An interface, and its page."""

    def __init__(self, element, site, names):
        self.element, self.site, self.names = element, site, names
        self.name = element.get("name")[len(PREFIX):]
        self.path = f"interfaces/{self.name}.html"
        self.documentation = annotation(element, DOCUMENTATION)
        names.contract[element.get("name")] = names.contract[PREFIX + self.name] = self.path, ""
        self.members = [child for child in element if child.tag in ("method", "signal", "property")]
        for member in self.members:
            place = self.path, member.get("name")
            names.contract[f"{self.name}.{member.get('name')}"] = place
            names.contract[f"{PREFIX}{self.name}.{member.get('name')}"] = place

    def text(self, page, text, member=""):
        """Returns a sentence with links to the members and errors that it names."""
        def link(match):
            name = match[0]
            place = self.names.contract.get(name if "." in name else f"{self.name}.{name}")
            if not place and name in self.errors:
                place = ERRORS, "errors"
            if not place or place == (self.path, member):
                return name
            return f'<a href="{escape(page.href(*place))}">{name}</a>'
        return NAME.sub(link, escape(text, quote=False))

    @property
    def errors(self):
        """The errors in the table of docs/contract.md, if there is one."""
        if "docs/contract.md" not in self.site.by_source:
            return ()
        return set(re.findall(r"\b[A-Z]\w+", self.site.read("docs/contract.md").partition("\n## Errors\n")[2]
                              .partition("\n## ")[0]))

    def describe(self, page, text, member):
        """Returns the documentation of a member: paragraphs, lists, and the options of its last argument."""
        html = ""
        for block in filter(None, text.split("\n\n")):
            first, *items = block.split("\n")
            html += f"<p>{self.text(page, first, member)}</p>\n"
            if first == "Options:":
                html += "<dl>\n"
                for name, type, words in (OPTION.fullmatch(item).groups() for item in items):
                    html += f"<dt><code>{name}</code> {self.type(type)}</dt>\n<dd>{self.text(page, words, member)}</dd>\n"
                html += "</dl>\n"
            elif items:
                html += "<ul>\n"
                html += "".join(f"<li>{self.text(page, item.removeprefix('- '), member)}</li>\n" for item in items)
                html += "</ul>\n"
        return html

    @staticmethod
    def type(text, fields=""):
        plain = re.sub(r"\w+:|, ", "", fields or text)
        return f'<code>{escape(plain)}</code>, {escape(signature.words(fields or text))}'

    def arguments(self, member):
        rows = ""
        for argument in member.iter("arg"):
            kind = {"in": "argument", "out": "result"}.get(argument.get("direction"), "value")
            rows += (f"<tr><td>{kind}</td><td><code>{argument.get('name')}</code></td>"
                     f"<td>{self.type(argument.get('type'), annotation(argument, FIELDS))}</td></tr>\n")
        if not rows:
            return ""
        head = "<thead><tr><th></th><th>name</th><th>type</th></tr></thead>"
        return f'<div class="table"><table>\n{head}\n<tbody>\n{rows}</tbody>\n</table></div>\n'

    def property(self, member):
        change = CHANGES[annotation(member, "org.freedesktop.DBus.Property.EmitsChangedSignal") or "true"]
        return (f"<p>{self.type(member.get('type'), annotation(member, FIELDS))}; {ACCESS[member.get('access')]}; "
                f"{change}.</p>\n")

    @staticmethod
    def synopsis(member):
        arguments = [(a.get("name"), a.get("type"), a.get("direction")) for a in member.iter("arg")]
        taken = ", ".join(f"{name}: {type}" for name, type, direction in arguments if direction != "out")
        given = ", ".join(f"{name}: {type}" for name, type, direction in arguments if direction == "out")
        if member.tag == "property":
            return f"{member.get('name')}: {member.get('type')}"
        return f"{member.get('name')}({taken})" + (f" → {given}" if given else "")

    def render(self, page):
        html = f"<h1>{PREFIX}<wbr />{self.name}</h1>\n<p>{self.text(page, self.documentation)}</p>\n"
        for tag, title in (("method", "Methods"), ("property", "Properties"), ("signal", "Signals")):
            members = [member for member in self.members if member.tag == tag]
            if not members:
                continue
            # A member can't have this name.
            anchor = "all-" + title.lower()
            page.headings.append((2, anchor, title))
            html += template.heading(2, anchor, title) + '\n<ul class="names">\n' + "".join(
                f'<li><a href="#{member.get("name")}">{member.get("name")}</a></li>\n' for member in members)
            html += "</ul>\n" + "".join(self.member(page, member) for member in members)
        return html

    def member(self, page, member):
        name = member.get("name")
        html = template.heading(3, name, name) + "\n"
        html += f'<pre tabindex="0"><code>{escape(self.synopsis(member))}</code></pre>\n'
        html += self.describe(page, annotation(member, DOCUMENTATION), name)
        html += self.property(member) if member.tag == "property" else self.arguments(member)
        if annotation(member, "org.freedesktop.DBus.Method.NoReply") == "true":
            html += "<p>The daemon does not wait for a reply.</p>\n"
        return f'<section class="member">\n{html}</section>\n'


def pages(site, names, xml):
    try:
        root = ElementTree.fromstring(re.sub(r"<!DOCTYPE[^>]*>", "", xml))
    except ElementTree.ParseError as error:
        raise SiteError(f"the introspection is not XML: {error}") from None
    interfaces = [Interface(element, site, names) for element in root.iter("interface")
                  if element.get("name").startswith(PREFIX)]

    def render(page):
        rows = "".join(
            f'<tr><td><a href="{page.href(interface.path)}">{interface.name}</a></td>'
            f"<td>{interface.text(page, interface.documentation)}</td></tr>\n" for interface in interfaces)
        promises = site.by_source.get("docs/contract.md")
        link = ""
        if promises:
            link = f'<p><a href="{page.href(promises.path)}">The bus contract</a> states what holds for all.</p>\n'
        return ("<h1>Interfaces</h1>\n<p>Every member of the contract, from <code>tabd --introspect</code>. "
                f"The names begin with <code>{PREFIX}</code>.</p>\n{link}<div class=\"table\"><table>\n"
                "<thead><tr><th>interface</th><th>purpose</th></tr></thead>\n<tbody>\n{rows}</tbody>\n</table></div>\n")
    result = [site.add("interfaces/index.html", None, "Interfaces", "interfaces", render)]
    for interface in interfaces:
        result.append(site.add(interface.path, None, interface.name, "interfaces", interface.render))
    return result
