"""The HTML around the content of a page."""
import os
import re
from html import escape, unescape

from highlight import highlight

LANGUAGES = {".py": "python", ".swift": "swift", ".c": "c", ".h": "c", ".sh": "sh", ".toml": "toml", ".json": "json",
             ".jsonc": "json"}
TAG = re.compile(r"<[^>]*>")
# In a man page a section is around each heading.
FIRST_HEADING = re.compile(r'(?:<section class="Sh">\s*)?<h2')
# From how many headings on a page begins with a list of them.
LONG_PAGE = 4


def heading(level, name, html):
    """Returns a heading with a link to itself."""
    label = escape(unescape(TAG.sub("", html)))
    anchor = f'<a class="anchor" href="#{escape(name)}" aria-label="Link to {label}">#</a>'
    return f'<h{level} id="{escape(name)}">{html} {anchor}</h{level}>'


def source_text(source, text):
    """Returns a file as the content of a page."""
    language = next((name for suffix, name in LANGUAGES.items() if source.endswith(suffix)), "")
    if not language and text.startswith("#!") and "sh" in text.partition("\n")[0]:
        language = "sh"
    return f"<h1>{escape(source)}</h1>\n{highlight(language, text)}\n"


def contents(page):
    """Returns the list of the headings of a long page."""
    shown = [entry for entry in page.headings if entry[0] == 2]
    if page.has_contents or len(shown) < LONG_PAGE:
        return ""
    items = "".join(f'<li><a href="#{escape(name)}">{html}</a></li>\n' for _, name, html in shown)
    return f'<nav class="contents" aria-label="On this page">\n<ul>\n{items}</ul>\n</nav>\n'


def with_contents(page):
    """Returns the content with the list of headings before the first of them."""
    start = FIRST_HEADING.search(page.body)
    place = start.start() if start else len(page.body)
    return page.body[:place] + contents(page) + page.body[place:]


class Navigation:
    """The groups of pages, as docs/index.md has them, and those of the reference."""

    def __init__(self, site):
        self.site = site
        self.groups = self._guides() + self._references()

    def _guides(self):
        """Returns the sections of docs/index.md: a title, and the texts and paths of its links."""
        index = self.site.by_source.get("docs/index.md")
        groups = []
        for section in (index.body if index else "").split("<h2")[1:]:
            title = TAG.sub("", section[section.index(">") + 1:section.index("<a ")]).strip()
            links = {}
            for item in re.findall(r"<li>(.*?)</li>", section, re.DOTALL):
                for href, text in re.findall(r'<a href="([^"]*)">(.*?)</a>', item.partition(": ")[0]):
                    if "#" not in href and "//" not in href:
                        links.setdefault(self._target(index, href), self._title(TAG.sub("", text)))
            groups.append((title, "guides", list(links.items())))
        return groups

    @staticmethod
    def _target(page, href):
        return os.path.normpath(os.path.join(os.path.dirname(page.path), href))

    @staticmethod
    def _title(text):
        return text[:1].upper() + text[1:] if "(" not in text else text

    def _references(self):
        sections = [("The bus", "interfaces"), ("The SDK", "sdk"), ("Man pages", "man"), ("Behaviour rules", "rules")]
        groups = []
        for title, section in sections:
            links = [(page.path, escape(page.title, quote=False)) for page in self.site.pages.values()
                     if page.section == section]
            if links:
                groups.append((title, section, links))
        return groups

    def html(self, page):
        """Returns the groups. The one of the page is open."""
        parts = []
        for title, section, links in self.groups:
            is_open = any(path == page.path for path, _ in links)
            items = "".join(self._item(page, path, text) for path, text in links)
            state = ' open="open"' if is_open else ""
            parts.append(f'<details{state}>\n<summary>{title}</summary>\n'
                         f'<ul>\n{items}</ul>\n</details>\n')
        return "".join(parts)

    @staticmethod
    def _item(page, path, text):
        current = ' aria-current="page"' if path == page.path else ""
        return f'<li><a href="{escape(page.href(path))}"{current}>{text}</a></li>\n'

    def header(self, page):
        """Returns the links at the top of each page."""
        links = [("docs/index.html", "Guides"), ("interfaces/index.html", "Interfaces"), ("sdk/index.html", "SDK"),
                 ("man/tabctl.1.html", "tabctl"), ("docs/rules/index.html", "Rules")]
        return "".join(f'<a href="{escape(page.href(path))}">{text}</a>\n' for path, text in links
                       if path in self.site.pages)


def document(page, navigation, version):
    """Returns a whole document."""
    title = escape(page.title if page.title.startswith("tabd") else f"{page.title} – tabd", quote=False)
    origin = f"From <code>{escape(page.source)}</code>. " if page.source else ""
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<title>{title}</title>
<link rel="stylesheet" href="{page.href("style.css")}" />
</head>
<body>
<header>
<a class="brand" href="{page.href("index.html")}">tabd</a>
<nav aria-label="Site">
{navigation.header(page)}<a href="#all-pages">All pages</a>
</nav>
</header>
<div class="columns">
<main>
{with_contents(page)}</main>
<nav id="all-pages" aria-label="All pages">
{navigation.html(page)}</nav>
</div>
<footer>
<p>{origin}{escape(version)}</p>
</footer>
</body>
</html>
"""
