/// A view controller's own state; apart from the controller, for it may be big and is wanted later.
package struct StoredState: Hashable, Sendable {
    /// The class that encoded it, the only one that decodes it (R8).
    package var type: String
    /// In the caller's encoding.
    package var content: [UInt8]

    package init(type: String, content: [UInt8]) {
        self.type = type
        self.content = content
    }
}

/// A row of the table, checked.
extension StoredState {
    /// What `init(row:)` wants, in its order.
    static let columns = "number, type, content"

    init?(row: Statement) {
        guard let type = row.text(1), let content = row.blob(2) else { return nil }
        self.init(type: type, content: content)
    }
}
