import TOMLKit

/// A TOML document: the only place where one is parsed, whoever wrote it.
///
/// The parser survives not everything, and takes its time; so size and nesting are looked at first.
enum TOMLDocument {
    /// In bytes.
    static let maximumSize = 512 << 10

    /// - Parameter body: Reads the document. Nothing of it may be kept: it is gone afterwards.
    /// - Throws: what is wrong with it, with the line.
    static func read<Value>(_ text: String, _ body: (TOMLTable) -> Value) throws(LayoutProblem) -> Value {
        try check(text)
        let table: TOMLTable
        do {
            table = try TOMLTable(string: text)
        } catch let error as TOMLParseError {
            let message = error.description.split(separator: "\n").first.map(String.init) ?? "this is no TOML"
            throw LayoutProblem(line: max(1, error.source.begin.line), message: message)
        } catch {
            throw LayoutProblem(line: 1, message: "\(error)")
        }
        // Nobody else gives back the memory of what is in it.
        defer { table.clear() }
        return body(table)
    }

    private static func check(_ text: String) throws(LayoutProblem) {
        let size = text.utf8.count
        guard size <= maximumSize else {
            throw LayoutProblem(line: 1, message: "the text has \(size) bytes: at most \(maximumSize) are allowed")
        }
        // The parser takes a text of C.
        if let end = text.utf8.firstIndex(of: 0) {
            let line = text.utf8[..<end].count { $0 == UInt8(ascii: "\n") } + 1
            throw LayoutProblem(line: line, message: "the text has a NUL character")
        }
        if let problem = TOMLScanner.problem(in: text) { throw problem }
    }
}
