import DBusConnection
import DBusInterface
import TabModel

/// On what a plan is carried out: the daemon, or a copy of its model to see whether it can be.
@EventLoop
protocol LayoutStage {
    var model: Hierarchy { get }
    /// Makes a view or a tab bar controller, without what is in it.
    mutating func make(_ entry: LayoutEntry) throws(DBusError) -> ViewControllerID
    mutating func makeNavigationController(root: ViewControllerID) throws(DBusError) -> ViewControllerID
    /// Takes back what was made a moment ago.
    mutating func drop(_ id: ViewControllerID)
    mutating func destroy(_ id: ViewControllerID) throws(DBusError)
    mutating func change(_ command: (inout Hierarchy) throws -> Void) throws(DBusError)
    mutating func resize(_ id: ViewControllerID, to size: Size) throws(DBusError)
}
