package import DBusInterface

/// A snapshot of a view controller's view tree.
package struct ViewSnapshot: DBusStructure, Hashable {
    /// The revision, which every `ViewChanged` increases; 0 before the view is loaded.
    package var revision: UInt64
    package var views: [ViewEntry]

    package init(revision: UInt64, views: [ViewEntry]) {
        self.revision = revision
        self.views = views
    }

    package static let layout = FieldLayout("ViewSnapshot", Self.init, "revision", "views", values: \.revision, \.views)
}

/// One view of a view tree. Parents come before their children, and siblings are ordered from back to front.
package struct ViewEntry: DBusStructure, Hashable {
    /// The id, chosen by the owner and not reused until the view is unloaded. The root is 1.
    package var id: UInt32
    /// The superview's id; 0 for the root.
    package var parent: UInt32
    /// One of `ViewClasses.all`.
    package var className: String
    /// The frame in the superview's coordinates.
    package var frame: DBusRect
    /// `UIViewAutoresizing` bits (`V4`).
    package var autoresizing: UInt32
    /// The properties that differ from their defaults.
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

    package static let layout = FieldLayout(
        "View", Self.init(id:parent:className:frame:autoresizing:properties:), "id", "parent", "class_name", "frame",
        "autoresizing", "properties", values: \.id, \.parent, \.className, \.frame, \.autoresizing, \.properties)

    package init(
        id: UInt32, parent: UInt32, _ kind: ViewKind, frame: DBusRect, autoresizing: UInt32 = 0
    ) {
        self.init(id: id, parent: parent, className: kind.rawValue, frame: frame, autoresizing: autoresizing)
    }

    /// nil for an unknown class.
    package var kind: ViewKind? { ViewKind(rawValue: className) }

    package func isKind(_ kind: ViewKind) -> Bool { className == kind.rawValue }
}
