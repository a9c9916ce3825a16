internal import DBusInterface

/// What a user acts on.
enum Target: Hashable, Sendable {
    /// An item of the bar by its position.
    case tab(Int)
    /// The way back in a navigation controller.
    case back(ObjectPath)
    case barButton(ObjectPath, UInt32)
    case toolbarItem(ObjectPath, UInt32)
    /// Edit, or Done, of a list of More.
    case edit(ObjectPath)
    /// A view of a view controller.
    case view(ObjectPath, UInt32)
    /// A row of a table.
    case row(ObjectPath, UInt32, Int)
    case segment(ObjectPath, UInt32, Int)
    /// An item of a bar in a view.
    case item(ObjectPath, UInt32, Int)
    /// A list of More, as a whole.
    case moreList(ObjectPath)
    case moreRow(ObjectPath, Int)
    /// A tab while the bar is customized.
    case customized(ObjectPath)
    /// Starting again who owns a failed view controller.
    case respawn(ObjectPath)

    /// What has the focus of the keyboard when a part of it is meant.
    var focused: Target {
        switch self {
        case .row(let path, let view, _), .segment(let path, let view, _), .item(let path, let view, _):
            .view(path, view)
        case .moreRow(let list, _): .moreList(list)
        default: self
        }
    }
}
