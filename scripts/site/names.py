"""What code in a text names: members of the contract, types of the SDK, functions of the C header, files, rules."""
import os
import re

# As scripts/rules finds them.
NUMBER = r"(?:[A-NS]-\d+|[AILNPRV]\d+)"
DEFINITION = re.compile(rf"^- \*\*({NUMBER}[a-z]?)\*\* ", re.MULTILINE)
CITATION = re.compile(rf"(?<![\w.#-])({NUMBER}[a-z]?)(?![\w-])")
HYPHENATED = re.compile(r"(?<![\w.#-])([A-NS]-\d+[a-z]?)(?![\w-])")
RULES = "docs/rules/"


class Names:
    """The places of names: a path and an identifier."""

    def __init__(self, site):
        self.site = site
        self.contract, self.sdk, self.header, self.rules = {}, {}, {}, {}

    def add_rules(self, path, text):
        for number in DEFINITION.findall(text):
            self.rules[number] = path, number

    def code(self, page, code, scope=()):
        """Returns the link for a code span, or nothing. Scopes are `sdk`, `header`, or the name of a type."""
        for place in self._places(code, scope):
            if place and place != (page.path, ""):
                return page.href(*place)
        return self._file(page, code)

    def _places(self, code, scope):
        yield self.contract.get(code) if "." in code else None
        if "header" in scope:
            yield self.header.get(code)
        elif code.startswith("tab_"):
            yield self.header.get(code)
        for name in scope:
            yield self.sdk.get(f"{name}.{code}")
        if "sdk" in scope or "." in code:
            yield self.sdk.get(code)

    def _file(self, page, code):
        """Returns the link for the path of a page, or nothing."""
        if "/" not in code and not code.endswith(".md"):
            return None
        for base in ("", os.path.dirname(page.source or "")):
            found = self.site.by_source.get(os.path.normpath(os.path.join(base, code)))
            if found and found is not page:
                return page.href(found.path)
        return None

    def with_rules(self, page, text):
        """Returns HTML text in which the numbers of rules are links."""
        def link(match):
            place = self.rules.get(match[1]) or self.rules.get(match[1].rstrip("abcdefgh"))
            return f'<a href="{page.href(*place)}">{match[1]}</a>' if place else match[1]
        is_rules = (page.source or "").startswith(RULES)
        return (CITATION if is_rules else HYPHENATED).sub(link, text)
