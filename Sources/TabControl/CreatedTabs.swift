internal import DBusInterface

/// A tab bar controller that was asked for, as it is.
struct CreatedTabs: Hashable, Sendable {
    let path: ObjectPath
    /// Empty for one that does not outlive the daemon.
    let identifier: String
    /// The identifiers of its tabs, in order.
    var tabs: [String] = []
    /// Whether it was there before, restored and waiting for whoever asks for it.
    var isRestored = false

    /// What a person is told of it.
    var note: String {
        guard !identifier.isEmpty else { return "made without an identifier: it ends with the daemon" }
        guard !isRestored else { return "'\(identifier)' is back with the tabs that it had" }
        return "made '\(identifier)'" + (tabs.isEmpty ? "" : " with \(tabs.joined(separator: ", "))")
    }

    var json: JSON {
        ["path": .path(path), "identifier": .string(identifier), "restored": .bool(isRestored)]
    }
}
