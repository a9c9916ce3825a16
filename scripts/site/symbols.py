"""The symbols of the SDK, from the graphs that `swift package dump-symbol-graph` writes."""
import glob
import json
import os
import re

from site_pages import SiteError

TYPES = ("swift.class", "swift.actor", "swift.struct", "swift.enum", "swift.protocol", "swift.typealias")
GLOBALS = ("swift.func", "swift.var")
# Conformances that say nothing to a reader.
HIDDEN = {"Copyable", "Escapable", "BitwiseCopyable", "SendableMetatype"}


class Symbol:
    """A declaration: its name, documentation and place."""

    def __init__(self, data, module):
        self.identifier = data["identifier"]["precise"]
        self.kind = data["kind"]["identifier"]
        self.kind_name = data["kind"]["displayName"]
        self.components = data["pathComponents"]
        self.name = data["pathComponents"][-1]
        self.fragments = data["declarationFragments"]
        self.is_open = data["accessLevel"] == "open"
        self.documentation = "\n".join(line["text"] for line in data.get("docComment", {}).get("lines", []))
        location = data.get("location")
        # From the folder of the module, so that the place of the build does not matter.
        self.file = location["uri"].rpartition("/Sources/")[2] if location else ""
        self.line = location["position"]["line"] if location else 0
        extension = data.get("swiftExtension", {})
        self.extended_module = extension.get("extendedModule", module)
        self.module = module
        self.members = []
        self.parent = None
        # The type that has it, which may be of another module.
        self.owner = ""

    @property
    def path(self):
        return ".".join(self.components)

    @property
    def order(self):
        return self.file, self.line, self.path


class Graph:
    """All symbols with their relationships."""

    def __init__(self, folder, modules):
        files = sorted(glob.glob(os.path.join(folder, "*.symbols.json")))
        self.symbols, relationships = {}, []
        for file in files:
            module = os.path.basename(file).partition(".")[0].partition("@")[0]
            if module not in modules:
                continue
            with open(file, encoding="utf-8") as graph:
                data = json.load(graph)
            for entry in data["symbols"]:
                # Without a place it is the compiler's, or inherited.
                if "location" in entry and "::SYNTHESIZED::" not in entry["identifier"]["precise"]:
                    symbol = Symbol(entry, module)
                    self.symbols[symbol.identifier] = symbol
            relationships += data["relationships"]
        if not self.symbols:
            raise SiteError(f"no symbol graph of {' or '.join(modules)} in {folder}")
        self.parents, self.children, self.conformances, self.overridden = {}, {}, {}, {}
        self.defaults = set()
        for relationship in relationships:
            self._relate(relationship)
        # A requirement with a default implementation is one member.
        for implementation, requirement in list(self.overridden.items()):
            if implementation in self.defaults:
                self.symbols.pop(implementation, None)
        self._collect(relationships)

    def _relate(self, relationship):
        kind, source, target = (relationship[key] for key in ("kind", "source", "target"))
        name = relationship.get("targetFallback", "").rpartition(".")[2]
        if kind == "inheritsFrom":
            self.parents[source] = target
            self.children.setdefault(target, set()).add(source)
        elif kind == "conformsTo" and name not in HIDDEN:
            self.conformances.setdefault(source, {})[target] = name
        elif kind == "overrides":
            self.overridden[source] = target
        elif kind == "defaultImplementationOf" and source in self.symbols and target in self.symbols:
            self.overridden[source] = target
            self.defaults |= {source, target}

    def _collect(self, relationships):
        """Gives types their members, in the order of the source."""
        for relationship in relationships:
            if relationship["kind"] not in ("memberOf", "requirementOf"):
                continue
            member, owner = (self.symbols.get(relationship[key]) for key in ("source", "target"))
            if member:
                member.owner = relationship["target"]
            if member and owner and member.parent is None:
                member.parent = owner
                owner.members.append(member)
        for symbol in self.symbols.values():
            symbol.members.sort(key=lambda member: member.order)

    @property
    def types(self):
        found = [symbol for symbol in self.symbols.values() if symbol.kind in TYPES]
        return sorted(found, key=lambda symbol: symbol.path)

    @property
    def globals(self):
        found = [symbol for symbol in self.symbols.values() if symbol.kind in GLOBALS and not symbol.parent]
        return sorted(found, key=lambda symbol: symbol.path)

    @property
    def extensions(self):
        """The members that the SDK adds to types of other modules, by the names of these types."""
        result = {}
        for symbol in sorted(self.symbols.values(), key=lambda symbol: symbol.order):
            if not symbol.parent and symbol.kind not in (*TYPES, *GLOBALS):
                result.setdefault(".".join(symbol.components[:-1]), []).append(symbol)
        return result

    def declaration(self, symbol):
        """Yields the parts of a declaration: kind, text, and the symbol that the part names or nothing."""
        for fragment in symbol.fragments:
            yield fragment["kind"], fragment["spelling"], self.symbols.get(fragment.get("preciseIdentifier"))


def group(symbol):
    """Returns the group of a type: its folder in the sources, in words."""
    parts = symbol.file.split("/")
    if parts[0].endswith("Testing"):
        return "Testing"
    name = parts[1] if len(parts) > 2 else "Plugin"
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)
    return words[:1] + words[1:].lower()
