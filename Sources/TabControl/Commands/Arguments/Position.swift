internal import ArgumentParser

/// A position of a tab, an item, a row or a segment, counted from 1 for users. The bus and JSON count from 0.
struct Position: Hashable, Sendable, CustomStringConvertible {
    /// The index, counted from 0.
    let index: UInt32

    init(at index: some BinaryInteger) { self.index = UInt32(clamping: index) }

    /// The position as users type it and tabctl prints it.
    var description: String { String(UInt64(index) + 1) }

    /// Whether a text has only digits, or is empty.
    static func hasOnlyDigits(_ text: String) -> Bool {
        text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    }

    /// The word for no position.
    static let noneWord = "none"

    /// Returns the text of an index property of a view, where -1 means none.
    static func text(of index: Int32) -> String { index < 0 ? noneWord : Position(at: index).description }

    /// Returns a count with its noun: `4 rows`, `1 row`, `no rows`.
    static func count(_ count: Int, _ noun: String) -> String {
        "\(count == 0 ? "no" : String(count)) \(noun)\(count == 1 ? "" : "s")"
    }
}

extension Position: ExpressibleByArgument {
    init?(argument: String) {
        guard let number = UInt64(argument), number > 0, let index = UInt32(exactly: number - 1) else { return nil }
        self.index = index
    }
}
