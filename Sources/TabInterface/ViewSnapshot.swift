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
