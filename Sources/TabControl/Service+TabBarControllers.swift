internal import DBusInterface
internal import TabInterface
internal import TabMirror

/// Errors of calls that only tab bar controllers answer.
extension Service {
    /// Translates the error of a call to a tab bar controller.
    ///
    /// - Parameter outOfRange: Returns the message for a position that does not exist: that of the daemon counts from 0.
    func explain(
        _ error: DBusError, ofTabBarController controller: ObjectPath,
        outOfRange: (ManagedObjects) -> String? = { _ in nil }
    ) async throws(DBusError) -> ControlError {
        let told = ControlError(error)
        let isOtherObject = error.name == DBusError.unknownInterface("").name
        guard isOtherObject || error.tabError == .outOfRange else { return told }
        let tree = try await managedObjects()
        let message = isOtherObject ? TreeText.notTabBarController(controller, in: tree) : outOfRange(tree)
        return told.saying(message ?? told.message)
    }
}

extension TreeText {
    /// `7 Stopwatch is not a tab bar controller; it belongs to 3 Clocks`
    static func notTabBarController(_ path: ObjectPath, in tree: ManagedObjects) -> String {
        let tabs = tree.viewController(path).tabBarController ?? .none
        return "\(name(path, in: tree)) is not a tab bar controller"
            + (tabs.isNone ? "" : "; it belongs to \(name(tabs, in: tree))")
    }
}
