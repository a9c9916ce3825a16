package import DBusInterface

/// One change of a `TabTree`.
package enum TreeChange: Hashable, Sendable {
    /// `old` is nil for a property that was not known before.
    case property(ObjectPath, String, String, old: Variant?, new: Variant)
    /// An object has joined the tree. It may be older than that.
    case joined(ObjectPath)
    /// An object has left the tree, with its last properties. It may still exist.
    case left(ObjectPath, TabTree.Properties)
    /// An object has lost an interface.
    case lost(ObjectPath, String)
    case view(ObjectPath, ViewMirror.Edit)
    /// A tap on the item of this view controller was refused.
    case refused(ObjectPath)
    /// The owner of a view controller announced a text with a priority.
    case announced(ObjectPath, text: String, priority: String)
    /// The owner of a view controller wants a row of a table to be visible.
    case rowScrolled(ObjectPath, view: UInt32, row: UInt32, position: String)
    /// The observed controller was destroyed.
    case destroyed
}
