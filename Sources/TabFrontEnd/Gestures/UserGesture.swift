package import DBusInterface

/// A gesture of a front end's user, which `GestureSender` turns into a call to the daemon.
package enum UserGesture: Hashable, Sendable {
    /// A tap on an item of a tab bar, by its position.
    ///
    /// - Parameter bar: nil for the bar of the front end's controller.
    case tap(Int, of: ObjectPath? = nil)
    /// A tap on a point of the window, in points.
    case tapAt(x: Double, y: Double)
    case close(ObjectPath)
    case hide(ObjectPath)
    case resetHiddenTabs
    /// A move of a tab to an index among all tabs.
    case reorder(ObjectPath, Int)
    /// A tap on the back button of a navigation controller.
    case back(ObjectPath)
    /// A tap on a bar button item of a view controller.
    case barButton(ObjectPath, UInt32)
    /// A tap on a row of a More list.
    case tapRow(Int, ObjectPath)
    case beginEditing(ObjectPath)
    case endEditing(ObjectPath)
    /// A move of a tab to a slot, while a More list is edited.
    case move(ObjectPath, slot: Int, ObjectPath)
    /// An action of a view, with its value.
    case send(ObjectPath, UInt32, String, Variant)
    /// A value of a stream, which replaces a previous value that was not sent yet.
    case update(ObjectPath, UInt32, String, Variant)
    case press(RemoteKey)
    /// The user dismisses a presentation; an alert by its cancel action.
    case escape(ObjectPath)
    /// The owner of a view controller starts again.
    case respawn(ObjectPath)
    /// The failures of a plugin in quarantine are forgotten.
    case resetPlugin(ObjectPath)
}

/// A key that moves the daemon's focus: a button of a remote control, or Tab and Shift-Tab.
package enum RemoteKey: String, Hashable, Sendable, CaseIterable {
    case up, down, left, right, select, menu, next, previous
}

/// How a gesture ended.
package enum GestureOutcome: Hashable, Sendable {
    case done
    /// The delegate, or the owner of the tabs, did not allow it.
    case refused(UserGesture)
    /// Nothing is at the point of a tap.
    case missed
    /// The front end is attached read-only, so nothing was sent.
    case readOnly
    case failed(DBusError)
    /// The connection to another machine is lost, with the message about it.
    case lost(String)
}
