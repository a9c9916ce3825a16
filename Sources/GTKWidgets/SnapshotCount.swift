internal import CAdwaita
package import EventLoop

/// Counts how often GTK draws labels anew. A test uses it to find needless work.
@EventLoop
package enum SnapshotCount {
    /// The number since `begin`.
    package private(set) nonisolated(unsafe) static var labels = 0
    private nonisolated(unsafe) static var original:
        (@convention(c) (UnsafeMutablePointer<GtkWidget>?, OpaquePointer?) -> Void)?

    /// Begins to count, by a function in front of that of the class of labels.
    package static func begin() {
        guard original == nil, let type = g_type_class_ref(gtk_label_get_type()) else { return }
        let widgetClass = type.assumingMemoryBound(to: GtkWidgetClass.self)
        original = widgetClass.pointee.snapshot
        widgetClass.pointee.snapshot = { widget, snapshot in
            SnapshotCount.labels += 1
            SnapshotCount.original?(widget, snapshot)
        }
    }
}
