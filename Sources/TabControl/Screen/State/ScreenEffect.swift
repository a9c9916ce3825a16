internal import DBusInterface

/// An effect that the state requests. The state itself does not access the bus or the terminal.
enum ScreenEffect: Hashable, Sendable {
    case tap(Int)
    /// A tap on a point of the window, in points.
    case tapAt(x: Double, y: Double)
    case close(ObjectPath)
    case hide(ObjectPath)
    case resetHiddenTabs
    /// A move of a tab to an index among all tabs.
    case reorder(ObjectPath, Int)
    case back(ObjectPath)
    case barButton(ObjectPath, UInt32)
    case tapRow(Int, ObjectPath)
    case beginEditing(ObjectPath)
    case endEditing(ObjectPath)
    case move(ObjectPath, slot: Int, ObjectPath)
    case send(ObjectPath, UInt32, String, Variant)
    /// A value of a stream, which replaces a previous value that was not sent yet.
    case update(ObjectPath, UInt32, String, Variant)
    case press(String)
    /// The user dismisses the topmost presentation.
    case escape(ObjectPath)
    case respawn(ObjectPath)
    case redraw
    case suspend
    case leave
}
