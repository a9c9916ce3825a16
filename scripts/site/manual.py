"""The man pages as HTML."""
import os
import re
import subprocess
from html import unescape

from site_pages import SiteError

# Pages of other programs.
OTHERS = "https://manpages.debian.org/{0}.{1}"

# "The section X of page(1)": mandoc looks for X in the same page.
OTHER_SECTION = re.compile(r'(<a class="Sx" href=")(#[^"]*">[^<]*</a>\s+of\s+<a class="Xr" href="([^"]*)")')


def to_html(path):
    try:
        run = subprocess.run(["mandoc", "-T", "html", "-O", "fragment,man=%N.%S", path], capture_output=True, text=True,
                             encoding="utf-8")
    except FileNotFoundError:
        raise SiteError("mandoc is not installed") from None
    if run.returncode > 2:
        raise SiteError(f"mandoc {path}: {run.stderr.strip()}")
    return run.stdout


def pages(site):
    folder = os.path.join(site.root, "man")
    sources = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    return [page(site, name) for name in sources if re.search(r"\.\d$", name)]


def page(site, file):
    name, _, section = file.rpartition(".")

    def render(page):
        html = to_html(os.path.join(site.root, page.source))
        # The title of the page is above the titles of its sections.
        html = re.sub(r"<(/?)h([1-5])\b", lambda match: f"<{match[1]}h{int(match[2]) + 1}", html)
        html = re.sub(r'<table class="(?:head|foot)">.*?</table>\n?', "", html, flags=re.DOTALL)
        html = html.replace("<br/>", "<br />").replace("<pre>", '<pre tabindex="0">')
        page.headings = [(2, unescape(id), " ".join(text.split()).capitalize()) for id, text in
                         re.findall(r'<h2 class="Sh" id="([^"]*)"><a[^>]*>(.*?)</a></h2>', html, re.DOTALL)]
        html = re.sub(r'<a class="Xr" href="([^"]*)">', reference, html)
        return f"<h1>{name}({section})</h1>\n" + OTHER_SECTION.sub(r"\1\3\2", html)

    def reference(match):
        target, _, number = match[1].rpartition(".")
        own = site.pages.get(f"man/{match[1]}.html")
        return f'<a class="Xr" href="{own.path[4:] if own else OTHERS.format(target, number)}">'

    return site.add(f"man/{file}.html", f"man/{file}", f"{name}({section})", "man", render)
