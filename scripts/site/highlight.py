"""Code with comments, strings, keywords and prompts marked."""
import re
from html import escape

KEYWORDS = {
    "swift": "actor any as async await break case catch class continue default defer do else enum extension false "
             "final for func guard if import in init inout internal is let nil nonisolated open override package "
             "private protocol public return self static struct super switch throw throws true try var weak where "
             "while",
    "c": "bool break case char const double else enum extern false float for if int long return short size_t sizeof "
         "static struct switch true typedef uint32_t uint64_t int64_t union unsigned void while NULL",
    "python": "and as assert async await break class continue def del elif else except False finally for from global "
              "if import in is lambda None nonlocal not or pass raise return self True try while with yield",
    "sh": "case do done elif else esac fi for function if in local return set then until while",
    "toml": "true false",
    "json": "true false null",
}
COMMENTS = {
    "swift": r"//[^\n]*|/\*.*?\*/", "c": r"//[^\n]*|/\*.*?\*/", "python": r"\#[^\n]*", "sh": r"(?<![^\s])\#[^\n]*",
    "toml": r"\#[^\n]*", "json": r"//[^\n]*",
}
STRINGS = r'"""(?:.|\n)*?"""|"(?:\\.|[^"\\\n])*"' + r"|'(?:\\.|[^'\\\n])*'"
ALIASES = {"bash": "sh", "jsonc": "json", "py": "python"}


def mark(kind, text):
    return f'<span class="{kind}">{escape(text, quote=False)}</span>'


def console(text):
    """Marks commands, and leaves their output as it is."""
    lines = []
    for line in text.split("\n"):
        if line.startswith(("$ ", "> ", "# ")):
            lines.append(f'{mark("prompt", line[:2])}{mark("command", line[2:])}')
        else:
            lines.append(escape(line, quote=False))
    return "\n".join(lines)


def program(language, text):
    keywords = set(KEYWORDS[language].split())
    pattern = re.compile(
        rf"(?P<comment>{COMMENTS.get(language, '(?!)')})|(?P<string>{STRINGS})|(?P<word>\b[A-Za-z_]\w*)", re.DOTALL)
    parts, end = [], 0
    for found in pattern.finditer(text):
        parts.append(escape(text[end:found.start()], quote=False))
        kind = found.lastgroup
        if kind == "word":
            kind = "keyword" if found[0] in keywords else None
        parts.append(mark(kind, found[0]) if kind else escape(found[0], quote=False))
        end = found.end()
    return "".join(parts) + escape(text[end:], quote=False)


def highlight(language, text):
    """Returns a block of code as HTML."""
    language = ALIASES.get(language, language)
    if language == "console":
        html = console(text)
    elif language in KEYWORDS:
        html = program(language, text)
    else:
        html = escape(text, quote=False)
    # Otherwise a reader could not scroll it with keys.
    return f'<pre tabindex="0"><code>{html.rstrip()}</code></pre>'
