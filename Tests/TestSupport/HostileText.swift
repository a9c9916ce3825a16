/// A text that a title, an identifier, a type or a message of another program can be, and what it could be mistaken for.
///
/// Each output in the list of `SECURITY.md` is tested with all of these texts. A new kind of output adds its own texts here,
/// and so every other output is tested with them too.
package struct HostileText: Sendable, Hashable, CustomTestStringConvertible {
    package enum Kind: String, Sendable, CaseIterable {
        case shell, terminal, markup, toml, json, uri, path, log, direction, control
    }

    package let kind: Kind
    package let text: String

    package var testDescription: String { "\(kind.rawValue) \(text.debugDescription)" }

    /// The file that a command in one of the texts makes, in the working folder.
    package static let file = "found"

    /// All texts. None contains NUL, which no text on the bus can.
    package static let all: [HostileText] = Kind.allCases.flatMap { kind in
        (texts[kind] ?? []).map { HostileText(kind: kind, text: $0) }
    }

    private static let texts: [Kind: [String]] = [
        .shell: [
            // bash expanded this title when it was completed (`complete -o filenames`).
            "Inbox ${x:-$(touch found)}",
            "$(touch found)", "`touch found`", "${x=`touch found`}", "$((a[$(touch found)]))", "${(e):-$(touch found)}",
            "<(touch found)", ">found", "=(touch found)", "(touch found)", "a (touch found) b", "{a,$(touch found)}",
            "; touch found", "a;touch found;", "| touch found", "&& touch found", "& touch found &", "\ntouch found\n",
            "\rtouch found\r", "\ttouch found", "# touch found", "';touch found;'", "\";touch found;\"",
            "'\"'\"';touch found;'\"'\"'", "\\\";touch found;\\\"", "\\';touch found;\\'", "\\$(touch found)",
            "\\`touch found\\`", "\\\\`touch found`", "'$(touch found)'", "\"$(touch found)\"",
            "$'\\x60touch found\\x60'",
            "$\"$(touch found)\"", "!touch", "!!", "!$", "^a^touch found", "~", "~root/x", "~+", "*", "?[a-z]*",
            "*(e:'touch found':)", "%1", "=ls", "-H", "--host=-oProxyCommand=touch", "-oProxyCommand=touch found",
            "--version", "END\ntouch found\nEND", "$IFS$HOME", "it's", "say \"it\"", "a\\", "a b  c", "a:b=c@d",
            "%s%n%x %{x}", "{0} {x} {}",
        ],
        .terminal: [
            "\u{1B}[2J\u{1B}[H", "\u{1B}]0;title\u{7}", "\u{1B}]52;c;dG91Y2ggZm91bmQ=\u{7}", "\u{1B}P+q544e\u{1B}\\",
            "\u{1B}[6n\u{1B}[c", "\u{1B}c", "\u{1B}[?1049h", "\u{1B}]8;;http://example.org\u{1B}\\x\u{1B}]8;;\u{1B}\\",
            "\u{1B}[200~touch found\r\u{1B}[201~", "\u{9B}31mred", "\u{9D}0;title\u{9C}", "\u{90}q\u{9C}", "\u{85}next",
            "a\u{8}\u{8}b", "a\rb", "a\u{B}b\u{C}c", "\u{E}a\u{F}", "\u{7}", "\u{5}",
        ],
        .markup: [
            "<b>bold</b>", "<span size='999999'>x</span>", "</span>", "<a href=\"file:///etc/passwd\">x</a>", "&lt;",
            "&",
            "&#27;", "&#x1b;[2J", "a & b < c > d", "<!--", "]]>", "<script>alert(1)</script>",
            "<img src=x onerror=\"alert(1)\">", "_File", "a__b_c", "[x](javascript:alert)", "`x` **b**", "| a | b |",
        ],
        .toml: [
            "\"\n[[controller]]\ntitle = \"x", "\"\"\"", "'''", "x\"\ny = 1", "\\u0041\\n\\", "# x", "]", "{a = 1}",
            "\n[[controller]]\nidentifier = \"forged\"\n#",
        ],
        .json: ["\"}", "\",\"path\":\"/", "{\"a\":[1]}", "\\u0022", "null", "a\u{2028}b\u{2029}c", "\\/"],
        .uri: [
            "file:///etc/passwd", "file:///dev/zero", "file:///tmp/a%00b", "javascript:alert(1)", "data:text/html,x",
            "http://example.org/?a=b&c#d", "sha256:0", "//example.org/x", "ada@desk:22", "ssh://-oProxyCommand=touch/",
        ],
        .path: [
            "..", "../../etc/passwd", "/etc/passwd", "/", "//", "/org/tabd/Tabs1", "/org/tabd/Tabs1/view_controllers/1",
            "row /org/tabd/Tabs1/view_controllers/1 1 0", "_2f", "de/../../x", "C:\\x", "con.toml", ".",
        ],
        .log: [
            "\n<0>forged", "\ntabd: critical: forged", "a\r\ntabd: error: forged", "\u{4}Cut", "menu\u{4}Open", "%m %%",
        ],
        .direction: [
            "a\u{202E}gpj.exe", "\u{2066}a\u{2067}b\u{2068}c\u{2069}", "\u{202A}a\u{202B}b\u{202D}c",
            "\u{200F}x\u{200E}",
            "\u{61C}1", "\u{2069}\u{2069}x", "\u{5D0}\u{5D1}(1)",
        ],
        .control: [
            "\u{1}\u{2}\u{3}", "\u{1F}", "\u{7F}", "\u{80}\u{81}", "\u{9F}", "\u{AD}", "a\u{200B}b", "\u{FEFF}a",
            "\u{FFF9}a\u{FFFA}b\u{FFFB}", "\u{E0001}\u{E0061}", "\u{FFFE}\u{FFFF}", "\u{10FFFF}",
            "a" + String(repeating: "\u{301}", count: 64), "\u{301}x", "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}",
            "\u{115F}", "\u{3000}", "\u{FFFD}", String(repeating: "x", count: 4000),
        ],
    ]
}

extension HostileText {
    /// The marks of right-to-left text, which change nothing around them that matters, and which plain text keeps.
    private static let marks: Set<Unicode.Scalar> = ["\u{61C}", "\u{200E}", "\u{200F}"]

    /// Returns the characters of an output that are more than text, other than line breaks.
    ///
    /// - Parameter hasEscapes: Whether the format has escapes, so that it must not contain marks either.
    package static func controls(in output: some StringProtocol, hasEscapes: Bool = false) -> [Unicode.Scalar] {
        output.unicodeScalars.filter {
            $0.isControlOrDirection && $0 != "\n" && (hasEscapes || !marks.contains($0))
        }
    }
}
