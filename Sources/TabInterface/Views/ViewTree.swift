package import DBusInterface

/// The view of one controller at one moment.
package struct ViewSnapshot: DBusStructure, Hashable {
    /// Grows with every `ViewChanged`; 0 before the view is loaded.
    package var revision: UInt64
    package var views: [ViewEntry]

    package init(revision: UInt64, views: [ViewEntry]) {
        self.revision = revision
        self.views = views
    }

    package static let layout = Layout<ViewSnapshot>(
        { ViewSnapshot(revision: $0, views: $1) }, \.revision, \.views)
}

/// One view of a view controller's tree. Parents come before their children, siblings back to front.
package struct ViewEntry: DBusStructure, Hashable {
    /// Chosen by the owner and not reused within a life of the view; the root is 1.
    package var id: UInt32
    /// The id of the superview; 0 for the root.
    package var parent: UInt32
    /// One of `ViewClasses.all`.
    package var className: String
    /// In the superview's coordinates.
    package var frame: DBusRect
    /// `UIViewAutoresizing` bits (`V4`).
    package var autoresizing: UInt32
    /// Only what differs from the default.
    package var properties: [String: Variant]

    package init(
        id: UInt32, parent: UInt32, className: String, frame: DBusRect, autoresizing: UInt32 = 0,
        properties: [String: Variant] = [:]
    ) {
        self.id = id
        self.parent = parent
        self.className = className
        self.frame = frame
        self.autoresizing = autoresizing
        self.properties = properties
    }

    package static let layout = Layout<ViewEntry>(
        {
            ViewEntry(id: $0, parent: $1, className: $2, frame: $3, autoresizing: $4, properties: $5)
        }, \.id, \.parent, \.className, \.frame, \.autoresizing, \.properties)
}

extension ViewEntry {
    /// The value of a key, which is its default when it is left out; nil when the class does not have the key.
    package func value(of key: String) -> Variant? {
        properties[key] ?? ViewClasses.viewClass(className)?.keys[key]?.defaultValue(in: properties)
    }
}
