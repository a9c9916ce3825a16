internal import DBusInterface

/// What the screen wants done; its state knows no bus and no terminal.
enum ScreenEffect: Hashable, Sendable {
    case tap(Int)
    /// A touch of the window, in points: what is there, over it or around it decides.
    case touch(x: Double, y: Double)
    case back(ObjectPath)
    case barButton(ObjectPath, UInt32)
    case tapRow(Int, ObjectPath)
    case beginEditing(ObjectPath)
    case endEditing(ObjectPath)
    case move(ObjectPath, slot: Int, ObjectPath)
    case send(ObjectPath, UInt32, String, Variant)
    /// A value that follows others: one that was not sent yet is not wanted any more.
    case update(ObjectPath, UInt32, String, Variant)
    case press(String)
    /// A user dismisses what is on top.
    case escape(ObjectPath)
    case respawn(ObjectPath)
    case redraw
    case suspend
    case leave
}
