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
