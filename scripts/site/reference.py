"""The reference of the Swift SDK: a page for each type."""
import re
from html import escape

import template
from markdown import Rewriter, all_to_html
from site_pages import SiteError
from symbols import TYPES, Graph, group

MODULES = ("TabPlugin", "BusValues", "TabPluginTesting")
SECTIONS = (
    ("Associated types", ("swift.associatedtype",)), ("Cases", ("swift.enum.case",)), ("Initializers", ("swift.init",)),
    ("Type properties", ("swift.type.property", "swift.type.subscript")),
    ("Properties", ("swift.property", "swift.subscript")),
    ("Type methods", ("swift.type.method",)), ("Methods", ("swift.method",)), ("Operators", ("swift.func.op",)),
)
KINDS = {kind for _, kinds in SECTIONS for kind in kinds}
GROUPS = ("Plugin", "View controllers", "Views", "Bars", "Presentation", "Traits", "Values")
# The name of a symbol in a doc comment.
SYMBOL = re.compile(r"(?<!`)``([^`]+)``(?!`)")
CALLOUT = re.compile(r"- (Parameters|Parameter (\w+)|Returns|Throws|Warning|Note|Important|SeeAlso):\s*(.*)")


def with_callouts(text):
    """Turns the lists of Swift's doc comments into paragraphs: `- Parameter x:`, `- Returns:` and the like."""
    result, is_inside, has_parameters = [], False, False
    for line in text.split("\n"):
        found = CALLOUT.match(line)
        if found and found[1].startswith("Parameter"):
            if not has_parameters:
                result += ["", "Parameters:", ""]
            has_parameters, is_inside = True, found[1] == "Parameters"
            if found[2]:
                result.append(f"- `{found[2]}`: {found[3]}")
        elif found:
            is_inside = True
            result += ["", f"**{found[1]}:** {found[3]}"]
        else:
            bare = line[2:] if is_inside and line.startswith("  ") else line
            is_inside = is_inside and (line.startswith("  ") or not line)
            # The parameters of `- Parameters:` are code, as those of `- Parameter x:` are.
            result.append(re.sub(r"^- (\w+):", r"- `\1`:", bare) if has_parameters and is_inside else bare)
    return "\n".join(result)


class Reference:
    """The pages of all types."""

    def __init__(self, site, names, folder):
        self.site, self.names, self.graph = site, names, Graph(folder, MODULES)
        self.anchors, self.texts = {}, {}
        symbols = [symbol for symbol in self.graph.symbols.values() if symbol.documentation]
        texts = [with_callouts(SYMBOL.sub(r"`\1`", symbol.documentation)) for symbol in symbols]
        self.texts = {symbol.identifier: html for symbol, html in zip(symbols, all_to_html(texts))}
        for type in self.graph.types:
            path = f"sdk/{type.path}.html"
            names.sdk[type.path] = path, ""
            self._anchor(path, type.members)
        for symbol in self.graph.globals:
            self.anchors[symbol.identifier] = "sdk/index.html", symbol.name
            self._name(symbol, "sdk/index.html", symbol.name)
        for name, members in self.graph.extensions.items():
            self._anchor(f"sdk/{name}.html", members)

    def _anchor(self, path, members):
        """Gives the members of a type their identifiers. Overloads are numbered."""
        taken = set()
        for member in members:
            if member.kind in TYPES:
                continue
            if member.kind not in KINDS:
                raise SiteError(f"{member.path} is a {member.kind_name}, which no section of the reference has")
            name = base = member.name
            number = 1
            while name in taken:
                number += 1
                name = f"{base}-{number}"
            taken.add(name)
            self.anchors[member.identifier] = path, name
            self._name(member, path, name)

    def _name(self, symbol, path, anchor):
        """Lets texts name a symbol with its labels or without them."""
        for name in (symbol.path, symbol.path.partition("(")[0], symbol.path.partition("(")[0] + "()"):
            self.names.sdk.setdefault(name, (path, anchor))

    def place(self, symbol):
        """Returns the page of a type, or the place of a member on the page of its type."""
        return self.anchors.get(symbol.identifier) or self.names.sdk[symbol.path]

    def link(self, page, symbol, text=None):
        name = escape(text or symbol.path, quote=False)
        return f'<a href="{escape(page.href(*self.place(symbol)))}">{name}</a>'

    def text(self, page, symbol):
        html = self.texts.get(symbol.identifier, "")
        owner = symbol.parent or symbol
        scope = [owner.path, "sdk"]
        while owner.identifier in self.graph.parents and self.graph.parents[owner.identifier] in self.graph.symbols:
            owner = self.graph.symbols[self.graph.parents[owner.identifier]]
            scope.insert(-1, owner.path)
        return Rewriter(page, self.site, self.names, scope).rewrite(html)

    def summary(self, page, symbol):
        """Returns the first paragraph of a documentation, without the tags around it."""
        found = re.match(r"\s*<p>(.*?)</p>", self.text(page, symbol), re.DOTALL)
        return found[1] if found else ""

    def declaration(self, page, symbol):
        parts, keyword = [], '<span class="keyword">{}</span>'
        is_open = symbol.is_open
        for kind, text, named in self.graph.declaration(symbol):
            if is_open and kind == "keyword":
                parts.append(keyword.format("open") + " ")
                is_open = False
            if named and kind in ("typeIdentifier", "attribute") and self.place(named)[0] != page.path:
                parts.append(self.link(page, named, text))
            elif kind in ("keyword", "attribute"):
                parts.append(keyword.format(escape(text, quote=False)))
            else:
                parts.append(escape(text, quote=False))
        return f'<pre tabindex="0"><code>{"".join(parts)}</code></pre>\n'

    def member(self, page, symbol):
        name = self.anchors[symbol.identifier][1]
        html = template.heading(3, name, escape(symbol.name, quote=False)) + "\n" + self.declaration(page, symbol)
        html += self.text(page, symbol)
        overridden = self.graph.symbols.get(self.graph.overridden.get(symbol.identifier))
        if overridden:
            html += f"<p>Overrides {self.link(page, overridden)}.</p>\n"
        elif symbol.identifier in self.graph.defaults:
            html += "<p>Optional: there is a default implementation.</p>\n"
        return f'<section class="member">\n{html}</section>\n'

    def members(self, page, members):
        html = ""
        for title, kinds in SECTIONS:
            found = [member for member in members if member.kind in kinds]
            if found:
                # A member can't have this name.
                name = "all-" + title.lower().replace(" ", "-")
                page.headings.append((2, name, title))
                html += template.heading(2, name, title) + '\n<ul class="names">\n' + "".join(
                    f"<li>{self.link(page, member, member.name)}</li>\n" for member in found) + "</ul>\n"
                html += "".join(self.member(page, member) for member in found)
        return html

    def relations(self, page, identifier, members):
        """Returns the list of the types that have to do with a type."""
        graph = self.graph
        parent = graph.symbols.get(graph.parents.get(identifier))
        children = [graph.symbols[child] for child in graph.children.get(identifier, ()) if child in graph.symbols]
        conformances = {graph.symbols[target].path if target in graph.symbols else name: graph.symbols.get(target)
                        for target, name in graph.conformances.get(identifier, {}).items()}
        rows = [
            ("Inherits from", [self.link(page, parent)] if parent else []),
            ("Inherited by", [self.link(page, child) for child in sorted(children, key=lambda child: child.path)]),
            ("Conforms to", [self.link(page, conformances[name]) if conformances[name] else escape(name)
                             for name in sorted(conformances)]),
            ("Types in it", [self.link(page, member) for member in members if member.identifier not in self.anchors]),
        ]
        items = "".join(f"<dt>{name}</dt>\n<dd>{', '.join(links)}</dd>\n" for name, links in rows if links)
        return f'<dl class="relations">\n{items}</dl>\n' if items else ""

    def type(self, page, type):
        relations = self.relations(page, type.identifier, type.members)
        return (f"<h1>{type.path}</h1>\n<p class=\"kind\">{type.kind_name} of {type.module}</p>\n"
                f"{self.declaration(page, type)}{self.text(page, type)}{relations}"
                f"{self.members(page, type.members)}")

    def extension(self, page, name, members):
        return (f"<h1>{name}</h1>\n<p class=\"kind\">What the SDK adds to {members[0].extended_module}.{name}</p>\n"
                + self.relations(page, members[0].owner, []) + self.members(page, members))

    def index(self, page):
        html = ("<h1>Swift SDK</h1>\n<p>The types of the modules <code>TabPlugin</code>, for plugins in Swift, and "
                "<code>TabPluginTesting</code>, for their tests. "
                f"{self.guides(page)}</p>\n")
        types = [type for type in self.graph.types if not type.parent]
        names = [*GROUPS, *sorted({group(type) for type in types} - {*GROUPS})]
        for name in names:
            rows = "".join(f"<tr><td>{self.link(page, type)}</td><td>{self.summary(page, type)}</td></tr>\n"
                           for type in types if group(type) == name)
            if rows:
                html += self.section(page, name, '<div class="table"><table>\n<thead><tr><th>type</th><th>purpose</th>'
                                     f"</tr></thead>\n<tbody>\n{rows}</tbody>\n</table></div>\n")
        extensions = "".join(f'<li><a href="{page.href(f"sdk/{name}.html")}">{name}</a></li>\n'
                             for name in sorted(self.graph.extensions))
        if extensions:
            html += self.section(page, "Extensions", f"<ul>\n{extensions}</ul>\n")
        if self.graph.globals:
            members = "".join(self.member(page, symbol) for symbol in self.graph.globals)
            html += self.section(page, "Functions and variables", members)
        return html

    @staticmethod
    def section(page, title, html):
        name = title.lower().replace(" ", "-")
        page.headings.append((2, name, title))
        return template.heading(2, name, title) + "\n" + html

    def guides(self, page):
        guide = self.site.by_source.get("docs/plugins-in-swift.md")
        return f'<a href="{page.href(guide.path)}">A tab in Swift</a> shows how to begin.' if guide else ""


def pages(site, names, folder):
    reference = Reference(site, names, folder)
    result = [site.add("sdk/index.html", None, "Swift SDK", "sdk", reference.index)]
    for type in reference.graph.types:
        result.append(site.add(f"sdk/{type.path}.html", None, type.path, "sdk",
                               lambda page, type=type: reference.type(page, type)))
    for name, members in reference.graph.extensions.items():
        result.append(site.add(f"sdk/{name}.html", None, name, "sdk",
                               lambda page, name=name, members=members: reference.extension(page, name, members)))
    return result
