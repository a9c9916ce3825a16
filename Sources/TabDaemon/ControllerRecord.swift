import DBusConnection
import DBusInterface
import PluginHosting
import TabInterface
import TabModel

/// What the daemon knows of one view controller beside the model: what it is, who fills it, and its views.
@EventLoop
final class ControllerRecord {
    enum State: String { case ready, unresponsive, failed, restarting, quarantined }

    let type: String
    /// `/` when no plugin offers it.
    let plugin: ObjectPath
    /// What the plugin's class was made with.
    let arguments: [String: Variant]
    /// Whether the manifest lists its class. Only its plugin can make one that is not listed.
    var isListed = true
    var restorationIdentifier = ""
    /// nil for containers, and when nobody is there.
    var owner: (any ContentOwner)?
    var views = ViewTree()
    var state = State.ready
    var failureReason = ""
    /// The unique name with whose life this ends (`DestroyWithCaller`), or nil.
    var diesWith: String?
    /// The well-known name of the client that owns a remote controller, when it gave one, and the object there.
    var remoteBusName: String?
    var remotePath = ObjectPath.none
    /// Whether the owner has been told that it is appearing, and not yet that it has disappeared.
    var isInWindow = false
    /// What the owner was told last of its view's geometry.
    var laidOut: (bounds: DBusRect, insets: DBusInsets)?
    /// What the owner was told last of its window.
    var traits = Traits()
    var isUpdatingContent = false

    var preferredFocusedView: UInt32 = 0

    init(type: String, plugin: ObjectPath = .none, arguments: [String: Variant] = [:]) {
        self.type = type
        self.plugin = plugin
        self.arguments = arguments
    }

    /// The same controller at the beginning of another life: without owner, views and front ends.
    func reborn() -> ControllerRecord {
        let record = ControllerRecord(type: type, plugin: plugin, arguments: arguments)
        record.restorationIdentifier = restorationIdentifier
        record.diesWith = diesWith
        record.remoteBusName = remoteBusName
        record.remotePath = remotePath
        return record
    }
}
