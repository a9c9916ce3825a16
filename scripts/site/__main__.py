"""Writes the documentation as static HTML, as scripts/docs runs it.

  python3 -B scripts/site [--source DIR] [--tabd PROGRAM] [--symbols DIR] DESTINATION

--tabd adds a page for each interface of the contract, --symbols one for each type of the Swift SDK. A link to a missing
file or heading fails the build.
"""
import argparse
import os
import subprocess
import sys

import contract
import header
import manual
import markdown
import reference
import views
from names import Names
from site_pages import Site, SiteError

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def arguments():
    parser = argparse.ArgumentParser(prog="scripts/site", description="Writes the documentation as static HTML.")
    parser.add_argument("--source", default=ROOT, help="the checkout whose pages are rendered")
    parser.add_argument("--tabd", help="the program whose contract is rendered")
    parser.add_argument("--symbols", help="the folder with the symbol graphs of the SDK")
    parser.add_argument("destination", help="an empty folder, or one that an earlier run has written")
    return parser.parse_args()


def output(program, *options):
    run = subprocess.run([program, *options], capture_output=True, text=True)
    if run.returncode != 0:
        raise SiteError(f"{program} {' '.join(options)}: {run.stderr.strip() or run.returncode}")
    return run.stdout


def build(options):
    site = Site(os.path.abspath(options.source))
    names = Names(site)
    version = output(options.tabd, "--version").strip() if options.tabd else ""
    # Every page is known before the first is rendered, so that all of them can link to each other.
    interfaces = contract.pages(site, names, output(options.tabd, "--introspect")) if options.tabd else []
    classes = views.page(site, output(options.tabd, "--view-classes")) if options.tabd else None
    types = reference.pages(site, names, options.symbols) if options.symbols else []
    declarations = header.page(site, names)
    guides = markdown.pages(site, names)
    manuals = manual.pages(site)
    for page in [*guides, *manuals, *interfaces, *types, *filter(None, [classes, declarations])]:
        page.render()
    site.write(options.destination, version)
    return os.path.join(options.destination, "index.html")


try:
    print(build(arguments()))
except (SiteError, OSError) as error:
    sys.exit(f"scripts/site: {error}")
