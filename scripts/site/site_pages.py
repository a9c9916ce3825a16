"""The pages of the site, and the links between them."""
import os
import re
import shutil
from html import unescape
from urllib.parse import quote, unquote

import template

HERE = os.path.dirname(os.path.abspath(__file__))
# The list of written files, which the next run removes if they are gone.
LIST = "files.txt"
LINK = re.compile(r'<(?:a|img|link)\b[^>]*?\s(?:href|src)="([^"]*)"')
IDENTIFIER = re.compile(r'\sid="([^"]*)"')
IMAGES = (".gif", ".jpg", ".png", ".svg")
EXTERNAL = re.compile(r"(?:https?|mailto):")


class SiteError(Exception):
    """A mistake in the sources, with the page that has it."""


class Page:
    """A page: where its content is from, and its HTML once it is rendered."""

    def __init__(self, path, source, title, section, render):
        self.path, self.source, self.title, self.section = path, source, title, section
        self.body = ""
        # Level, identifier and HTML of each heading below the title.
        self.headings = []
        # Whether the page begins with a list of its headings.
        self.has_contents = False
        # The links as the source has them, by what they became.
        self.originals = {}
        self._render = render

    def render(self):
        self.body = self._render(self)

    def href(self, path, fragment=""):
        """Returns the link from this page to another one."""
        relative = os.path.relpath(path, os.path.dirname(self.path) or ".")
        fragment = "#" + quote(fragment, safe="():_~.+-!*,=&") if fragment else ""
        return fragment if fragment and path == self.path else quote(relative) + fragment


class Site:
    """All pages, by their paths below the destination."""

    def __init__(self, root):
        self.root = root
        self.pages = {}
        self.by_source = {}
        # Files that are copied.
        self.copies = {}

    def add(self, path, source, title, section, render):
        page = Page(path, source, title, section, render)
        if path in self.pages:
            raise SiteError(f"two pages are {path}: {self.pages[path].source} and {source}")
        self.pages[path] = page
        if source:
            self.by_source.setdefault(source, page)
        return page

    def read(self, source):
        with open(os.path.join(self.root, source), encoding="utf-8") as file:
            return file.read()

    def resolve(self, page, link):
        """Returns the link of the site for a link in the source of a page."""
        if EXTERNAL.match(link) or link.startswith("#"):
            return link
        target, _, fragment = unquote(unescape(link)).partition("#")
        source = os.path.normpath(os.path.join(os.path.dirname(page.source), target))
        if source.startswith(("..", "/")):
            raise SiteError(f"{page.source}: link to '{link}': outside of the checkout")
        href = page.href(self._path(page, source, link), fragment)
        page.originals[href] = link
        return href

    def _path(self, page, source, link):
        """Returns the path of the page for a file. A file that has no page yet gets one."""
        if os.path.isdir(os.path.join(self.root, source)):
            source += "/README.md"
        if source in self.by_source:
            return self.by_source[source].path
        file = os.path.join(self.root, source)
        if not os.path.isfile(file):
            raise SiteError(f"{page.source}: link to '{link}': no such file")
        text = "" if source.endswith(IMAGES) else self._text(source)
        if not text:
            self.copies[source] = file
            return source
        self.add(source + ".html", source, source, "", lambda _: template.source_text(source, text)).render()
        return source + ".html"

    def _text(self, source):
        """Returns the text of a file, or nothing if it is not text."""
        try:
            return self.read(source)
        except UnicodeDecodeError:
            return ""

    def check(self):
        """Fails if a link leads nowhere, or an identifier is not unique."""
        problems, identifiers = [], {}
        for path, page in self.pages.items():
            found = [unescape(name) for name in IDENTIFIER.findall(page.body)]
            identifiers[path] = set(found)
            problems += [f"{page.source or path}: two elements are '{name}'" for name in sorted(set(found))
                         if found.count(name) > 1]
        for path, page in self.pages.items():
            for href in LINK.findall(page.body):
                reason = self._reason(path, unescape(href), identifiers)
                if reason:
                    problems.append(f"{page.source or path}: link to '{page.originals.get(href, href)}': {reason}")
        if problems:
            raise SiteError("\n".join(["the pages have mistakes:", *problems]))

    def _reason(self, path, href, identifiers):
        """Returns why a link leads nowhere, or nothing."""
        if EXTERNAL.match(href):
            return None
        target, _, fragment = unquote(href).partition("#")
        target = os.path.normpath(os.path.join(os.path.dirname(path), target)) if target else path
        if target not in self.pages and target not in self.copies:
            return f"no page '{target}'"
        if fragment and fragment not in identifiers.get(target, ()):
            return f"no heading '{fragment}' in {self.pages[target].source or target}"
        return None

    def write(self, destination, version):
        """Checks the links, and writes all files."""
        self.check()
        self._clear(destination)
        navigation = template.Navigation(self)
        files = {path: template.document(page, navigation, version) for path, page in self.pages.items()}
        with open(os.path.join(HERE, "style.css"), encoding="utf-8") as file:
            files["style.css"] = file.read()
        files[LIST] = "".join(path + "\n" for path in sorted([*files, *self.copies, LIST]))
        for path in [*files, *self.copies]:
            os.makedirs(os.path.dirname(os.path.join(destination, path)), exist_ok=True)
        for path, text in files.items():
            with open(os.path.join(destination, path), "w", encoding="utf-8") as file:
                file.write(text)
        for path, source in self.copies.items():
            shutil.copyfile(source, os.path.join(destination, path))

    def _clear(self, destination):
        """Removes the files of an earlier run."""
        if not os.path.isdir(destination) or not os.listdir(destination):
            return
        try:
            with open(os.path.join(destination, LIST), encoding="utf-8") as file:
                old = [os.path.normpath(line) for line in file.read().splitlines()]
        except FileNotFoundError:
            raise SiteError(f"{destination} is not empty and has no {LIST} of an earlier run") from None
        for path in old:
            if not path.startswith(("..", "/")) and os.path.isfile(os.path.join(destination, path)):
                os.remove(os.path.join(destination, path))
