"""Checks pages of HTML: site_checker.py FOLDER

Every page is well-formed, readable without scripts and without the network, and each link leads to a page and to an
element that exist. Prints the pages and their elements, or the mistakes with status 1.
"""
import os
import sys
import xml.etree.ElementTree as ElementTree
from urllib.parse import unquote, urlsplit

folder = sys.argv[1]
files = {os.path.relpath(os.path.join(parent, name), folder) for parent, _, names in os.walk(folder) for name in names}
trees, identifiers, mistakes = {}, {}, []
for path in sorted(files):
    if path.endswith(".html"):
        try:
            trees[path] = ElementTree.parse(os.path.join(folder, path)).getroot()
        except ElementTree.ParseError as error:
            mistakes.append(f"{path}: {error}")
for path, tree in trees.items():
    names = [element.get("id") for element in tree.iter() if "id" in element.attrib]
    identifiers[path] = set(names)
    mistakes += [f"{path}: two elements are '{name}'" for name in sorted(identifiers[path]) if names.count(name) > 1]


def reason(path, link):
    parts = urlsplit(link)
    if parts.scheme:
        return None if parts.scheme in ("http", "https", "mailto") else f"scheme {parts.scheme}"
    target = os.path.normpath(os.path.join(os.path.dirname(path), unquote(parts.path))) if parts.path else path
    if target not in files:
        return "no such page"
    if parts.fragment and unquote(parts.fragment) not in identifiers.get(target, ()):
        return "no such element"
    return None


for path, tree in trees.items():
    if tree.get("lang") != "en" or not (tree.findtext("head/title") or "").strip():
        mistakes.append(f"{path}: no language or no title")
    if tree.find("head/meta[@name='viewport']") is None or len(list(tree.iter("h1"))) != 1:
        mistakes.append(f"{path}: no viewport, or not one title")
    levels = [int(element.tag[1]) for element in tree.iter() if element.tag in ("h1", "h2", "h3", "h4", "h5", "h6")]
    if any(after > before + 1 for before, after in zip(levels, levels[1:])):
        mistakes.append(f"{path}: a heading skips a level")
    for element in tree.iter():
        has_handler = any(name.startswith("on") for name in element.attrib)
        if has_handler or element.tag in ("script", "iframe", "object", "embed"):
            mistakes.append(f"{path}: {element.tag} needs a script or a plug-in")
        if element.tag == "img" and not element.get("alt"):
            mistakes.append(f"{path}: an image without a text")
        for name in ("href", "src"):
            link = element.get(name)
            if link is None:
                continue
            if element.tag != "a" and urlsplit(link).scheme:
                mistakes.append(f"{path}: {link} is on the network")
            why = reason(path, link)
            if why:
                mistakes.append(f"{path}: link to '{link}': {why}")
for mistake in mistakes:
    print(mistake)
if mistakes:
    sys.exit(1)
for path in sorted(trees):
    print(" ".join([path, *sorted(identifiers[path])]))
