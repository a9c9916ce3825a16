"""Markdown as HTML, with GitHub's tables, links and anchors of headings."""
import glob
import os
import re
import subprocess
from html import escape, unescape

import template
from highlight import highlight
from names import RULES
from site_pages import SiteError

COMMAND = ["cmark-gfm", "--table-prefer-style-attributes", "--validate-utf8", "-e", "table", "-e", "autolink",
           "-e", "strikethrough", "-e", "tasklist"]
# Their code is on pages of its own.
EXAMPLES = "docs/examples/*"
SOURCES = ("*.md", "docs/*.md", "docs/rules/*.md", "Fuzz/README.md", "Plugins/*/README.md", "Tests/README.md")
TAG = re.compile(r"(<[^>]*>)")
CODE_BLOCK = re.compile(r'<pre><code(?: class="language-([^"]*)")?>(.*?)</code></pre>', re.DOTALL)
DEFINITION = re.compile(r"(<li>\s*(?:<p>)?)<strong>([^<]+)</strong>")
SPLIT = "<!-- the next text -->"
OMITTED = "<!-- raw HTML omitted -->"


def to_html(text):
    try:
        run = subprocess.run(COMMAND, input=text, capture_output=True, text=True, encoding="utf-8")
    except FileNotFoundError:
        raise SiteError("cmark-gfm is not installed") from None
    if run.returncode != 0:
        raise SiteError(f"cmark-gfm: {run.stderr.strip()}")
    return run.stdout


def all_to_html(texts):
    """Converts many short texts at once."""
    parts = to_html(f"\n\n{SPLIT}\n\n".join(texts)).split(OMITTED + "\n")
    if len(parts) != len(texts):
        raise SiteError(f"{len(texts)} comments became {len(parts)} texts: one of them has HTML or an open code block")
    return parts


def slug(text, taken):
    """Returns the anchor that GitHub gives to a heading."""
    base = re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")
    name, number = base, 0
    while name in taken:
        number += 1
        name = f"{base}-{number}"
    taken.add(name)
    return name


class Rewriter:
    """Turns the HTML of one text into that of the page: anchors, links, colours of code."""

    def __init__(self, page, site, names, scope=()):
        self.page, self.site, self.names, self.scope = page, site, names, scope
        self.taken = set()

    def rewrite(self, html):
        blocks = []

        def keep(match):
            blocks.append(highlight(match[1] or "", unescape(match[2])))
            return f"<pre-{len(blocks) - 1}>"
        html = CODE_BLOCK.sub(keep, html).replace("<table>", '<div class="table"><table>')
        html = html.replace("</table>", "</table></div>")
        if (self.page.source or "").startswith(RULES):
            html = DEFINITION.sub(self._definition, html)
        html = "".join(self._parts(TAG.split(html)))
        return re.sub(r"<pre-(\d+)>", lambda match: blocks[int(match[1])], html)

    def _definition(self, match):
        if self.names.rules.get(match[2], ("",))[0] != self.page.path:
            return match[0]
        return f'{match[1]}<strong id="{match[2]}"><a href="#{match[2]}">{match[2]}</a></strong>'

    def _parts(self, parts):
        """Yields the parts of the page. Texts and tags alternate, and a text comes first."""
        position, is_link, heading = 0, False, None
        while position < len(parts):
            part = parts[position]
            if position % 2 == 0:
                yield part if is_link or heading else self.names.with_rules(self.page, part)
            elif part == "<code>":
                code = parts[position + 1]
                link = None if is_link or heading else self.names.code(self.page, unescape(code), self.scope)
                yield f'<a href="{escape(link)}"><code>{code}</code></a>' if link else f"<code>{code}</code>"
                position += 2
            elif re.match(r"<h[1-6]>", part):
                heading, start = part[2], position
                end = parts.index(f"</h{heading}>", start)
                yield self._heading(int(heading), "".join(self._parts_of_heading(parts[start + 1:end])))
                position, heading = end, None
            else:
                is_link = part.startswith("<a ") or is_link and part != "</a>"
                yield re.sub(r'(href|src)="([^"]*)"', self._link, part)
            position += 1

    def _parts_of_heading(self, parts):
        """Yields the parts of a heading. A link in it stays."""
        for part in parts:
            yield re.sub(r'(href|src)="([^"]*)"', self._link, part) if part.startswith("<") else part

    def _heading(self, level, html):
        name = slug(unescape(TAG.sub("", html)), self.taken)
        if level == 1:
            self.page.title = unescape(TAG.sub("", html))
            return f'<h1 id="{name}">{html}</h1>'
        self.page.headings.append((level, name, re.sub(r"</?a\b[^>]*>", "", html)))
        return template.heading(level, name, html)

    def _link(self, match):
        return f'{match[1]}="{escape(self.site.resolve(self.page, match[2]))}"'


def output_path(source):
    """Returns the path of the page for a Markdown file."""
    if source == "README.md":
        return "index.html"
    folder, name = os.path.split(source)
    return os.path.join(folder, "index.html" if name == "README.md" else name[:-len(".md")] + ".html")


def pages(site, names):
    sources = [os.path.relpath(path, site.root) for pattern in SOURCES
               for path in sorted(glob.glob(os.path.join(site.root, pattern)))]
    if "README.md" not in sources:
        raise SiteError(f"{site.root} has no README.md")
    result = []
    for source in sources:
        text = site.read(source)
        path = output_path(source)
        if source.startswith(RULES):
            names.add_rules(path, text)
        scope = ("sdk",) if "```swift" in text else ("header",) if "```c\n" in text or "C header" in text else ()

        def render(page, text=text, scope=scope):
            html = Rewriter(page, site, names, scope).rewrite(to_html(text))
            page.has_contents = '<a href="#' in html.partition("<h2")[0]
            return html
        section = "rules" if source.startswith(RULES) else "guides"
        result.append(site.add(path, source, source, section, render))
    return result + [example(site, path) for path in sorted(glob.glob(os.path.join(site.root, EXAMPLES)))]


def example(site, path):
    source = os.path.relpath(path, site.root)
    return site.add(
        source + ".html", source, source, "", lambda page: template.source_text(source, site.read(source)))
