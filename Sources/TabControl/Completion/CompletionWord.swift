internal import ArgumentParser
internal import DBusInterface

/// A word that a shell offers, and its description.
struct CompletionWord: Hashable {
    let text: String
    let description: String

    init(_ text: String, description: String = "") {
        self.text = text
        self.description = description
    }

    /// Longer words are not offered, in bytes: users do not type them, and a shell takes long to quote them.
    private static let maximumLength = 200

    /// The characters that a shell may expand although they are quoted: within quotation marks, or between backticks,
    /// where a backslash counts for less. A view controller with such a name is offered by its number.
    private static let expanded = Set("$`\\!".unicodeScalars)

    /// The characters of which a word consists after an open quotation mark, besides letters and digits of any
    /// language. On the second line of a text in quotation marks, a shell takes the mark that ends the text for one that
    /// begins another, and what it inserts there is not quoted at all.
    private static let plain = Set(" _-./,+%:@=".unicodeScalars)

    /// Whether the word can stand on a line of the output, is not an option, and means the same to a shell whether and
    /// however it is quoted.
    ///
    /// - Parameter isQuoted: Whether the word stands after an open quotation mark.
    func isUsable(inQuotes isQuoted: Bool = false) -> Bool {
        guard !text.isEmpty, !text.hasPrefix("-"), text.utf8.count <= Self.maximumLength else { return false }
        return text.unicodeScalars.allSatisfy { scalar in
            if isQuoted, scalar.isASCII, !scalar.properties.isAlphabetic, !("0"..."9").contains(scalar) {
                return Self.plain.contains(scalar)
            }
            return !scalar.isControlOrDirection && !Self.expanded.contains(scalar)
        }
    }

    /// Returns the word in the form that the completion script of a shell expects. The script of bash quotes the word; in
    /// zsh a colon separates the word from its description, in fish a tab does.
    func text(for shell: CompletionShell?) -> String {
        let description = String(
            String.UnicodeScalarView(
                description.unicodeScalars.prefix(Self.maximumLength).filter { !$0.isControlOrDirection }))
        switch shell {
        case .zsh:
            let word = text.map { $0 == ":" ? "\\:" : String($0) }.joined()
            return description.isEmpty ? word : "\(word):\(description)"
        case .fish:
            return description.isEmpty ? text : "\(text)\t\(description)"
        default:
            return text
        }
    }

    /// Whether a word of a command line has a quotation mark that is not closed.
    static func hasOpenQuote(_ word: String) -> Bool { parts(word).hasOpenQuote }

    /// Returns the text of a word of a command line: without quotes, and without the backslashes before characters.
    static func unquoted(_ word: String) -> String { parts(word).text }

    private static func parts(_ word: String) -> (text: String, hasOpenQuote: Bool) {
        var text = ""
        var quote: Character?
        var isEscaped = false
        for character in word {
            if isEscaped {
                text.append(character)
                isEscaped = false
            } else if character == "\\", quote != "'" {
                isEscaped = true
            } else if character == quote {
                quote = nil
            } else if quote == nil, character == "'" || character == "\"" {
                quote = character
            } else {
                text.append(character)
            }
        }
        return (text, quote != nil)
    }
}
