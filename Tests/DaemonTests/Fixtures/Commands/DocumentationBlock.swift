import Foundation

/// An example in a documentation comment or in a guide: the text between two fences.
struct DocumentationBlock {
    /// The path in the package.
    let file: String
    /// The number of the file's line on which the text begins, counted from 1.
    let line: Int
    /// The language after the fence: `swift`, `c`, `json`.
    let language: String
    let text: String

    /// The blocks of a file of the package: in Swift sources those in `///` comments, in other files all of them.
    static func blocks(in file: String) throws -> [DocumentationBlock] {
        let text = try String(contentsOfFile: HouseCommand.package + "/" + file, encoding: .utf8)
        return blocks(of: text, file: file)
    }

    static func blocks(of text: String, file: String) -> [DocumentationBlock] {
        var blocks: [DocumentationBlock] = []
        var open: (line: Int, language: String, lines: [Substring])?
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            guard let line = file.hasSuffix(".swift") ? comment(in: line) : line else {
                open = nil
                continue
            }
            if let block = open, line == "```" {
                blocks.append(
                    DocumentationBlock(
                        file: file, line: block.line, language: block.language,
                        text: block.lines.joined(separator: "\n")))
                open = nil
            } else if open != nil {
                open?.lines.append(line)
            } else if line.hasPrefix("```") {
                open = (index + 2, String(line.dropFirst(3)), [])
            }
        }
        return blocks
    }

    /// The text of a line after `///`, or nil for a line of code.
    private static func comment(in line: Substring) -> Substring? {
        let line = line.drop { $0 == " " }
        guard line.hasPrefix("///") else { return nil }
        let text = line.dropFirst(3)
        return text.hasPrefix(" ") ? text.dropFirst() : text
    }
}

extension DocumentationBlock {
    /// Whether the block needs a module of its own, as its declarations must not be nested.
    var isModule: Bool { lines.contains { $0.hasPrefix("@c ") || $0.hasPrefix("extension ") } }

    /// A source file whose names don't clash with those of other blocks, and whose errors show the position of the
    /// block.
    ///
    /// - Parameter number: The number of the block among those that are compiled together.
    func source(number: Int) -> String {
        let imports = lines.filter { $0.hasPrefix("import ") }
        let body = lines.map { $0.hasPrefix("import ") ? "" : $0 }.joined(separator: "\n")
        let (head, tail): (String, String)
        switch kind {
        case .module: (head, tail) = ("", "")
        case .declarations: (head, tail) = ("enum Block\(number) {", "}")
        case .statements: (head, tail) = ("@PluginActor func block\(number)() async throws {", "}")
        }
        return Set(["import TabPlugin"] + imports).sorted().joined(separator: "\n") + """

            \(head)
            #sourceLocation(file: "\(file)", line: \(line))
            \(body)
            #sourceLocation()
            \(tail)

            """
    }

    private enum Kind { case module, declarations, statements }

    private var kind: Kind {
        if isModule { return .module }
        let words = [
            "final", "class", "struct", "enum", "protocol", "func", "public", "@MainActor", "@PluginActor", "//",
        ]
        // Continued lines and closing braces can be either.
        let begins = lines.filter { line in
            !line.isEmpty && !line.hasPrefix(" ") && !line.hasPrefix("}") && !line.hasPrefix(")")
                && !line.hasPrefix("import ")
        }
        let isDeclaration = begins.allSatisfy { line in words.contains { line.hasPrefix($0 + " ") || line == $0 } }
        return isDeclaration ? .declarations : .statements
    }

    private var lines: [String] { text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
}
