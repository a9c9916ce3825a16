internal import ArgumentParser

/// A word that a shell offers, and its description.
struct CompletionWord: Hashable {
    let text: String
    let description: String

    init(_ text: String, description: String = "") {
        self.text = text
        self.description = description
    }

    /// Whether the word can stand on a line of the output, and is not an option.
    var isUsable: Bool { !text.isEmpty && !text.hasPrefix("-") && text.unicodeScalars.allSatisfy(Self.isPrintable) }

    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        ![.control, .lineSeparator, .paragraphSeparator, .surrogate].contains(scalar.properties.generalCategory)
    }

    /// Returns the word in the form that the completion script of a shell expects.
    ///
    /// Bash expands the words of `compgen -W`, and would run the command in a title such as `$(reboot)`. In zsh a colon
    /// separates the word from its description, in fish a tab does.
    func text(for shell: CompletionShell?) -> String {
        let description = String(String.UnicodeScalarView(description.unicodeScalars.filter(Self.isPrintable)))
        switch shell {
        case .bash:
            return Self.escape(text) { !$0.isLetter && !$0.isNumber && !"_-./".contains($0) }
        case .zsh:
            let word = Self.escape(text) { $0 == ":" || $0 == "\\" }
            return description.isEmpty ? word : "\(word):\(description)"
        case .fish:
            return description.isEmpty ? text : "\(text)\t\(description)"
        default:
            return text
        }
    }

    private static func escape(_ text: String, _ isSpecial: (Character) -> Bool) -> String {
        text.map { isSpecial($0) ? "\\\($0)" : String($0) }.joined()
    }

    /// Returns the text of a word of a command line: without quotes, and without the backslashes before characters.
    static func unquoted(_ word: String) -> String {
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
        return text
    }
}
