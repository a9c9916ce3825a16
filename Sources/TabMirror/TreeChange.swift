package import DBusInterface

/// One thing that became different in a `TabTree`.
package enum TreeChange: Hashable, Sendable {
    /// `old` is nil for a property that was not known.
    case property(ObjectPath, String, String, old: Variant?, new: Variant)
    /// An object came into the tree, be it new or not.
    case joined(ObjectPath)
    /// An object is in the tree no more, with what it was last; it may live on elsewhere.
    case left(ObjectPath, TabTree.Properties)
    /// An object has an interface no more.
    case lost(ObjectPath, String)
    case view(ObjectPath, ViewMirror.Edit)
    /// A user's tap on the item of this view controller was refused.
    case refused(ObjectPath)
    /// The controller that is followed.
    case destroyed
}
