internal import ArgumentParser

/// A position of a tab, an item, a row or a segment as people count: from 1. The bus and JSON count from 0.
struct Position: Hashable, Sendable, CustomStringConvertible {
    /// Counted from 0.
    let index: UInt32

    init(at index: some BinaryInteger) { self.index = UInt32(clamping: index) }

    /// The position as the user types it and tabctl prints it.
    var description: String { String(UInt64(index) + 1) }

    /// What is typed and printed for no position.
    static let noneWord = "none"

    /// The position that a property of a view holds, which has -1 for none.
    static func text(of index: Int32) -> String { index < 0 ? noneWord : Position(at: index).description }

    /// `4 rows`, `1 row`, `no rows`
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
