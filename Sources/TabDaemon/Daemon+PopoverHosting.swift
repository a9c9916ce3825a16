import DBusInterface
import PluginHosting

/// What plugins ask of the daemon about popovers.
extension Daemon {
    func present(
        _ presented: UInt64, from controller: UInt64, animated: Bool, popover: [String: Variant]
    ) throws(DBusError) {
        guard popover.isEmpty else { throw .notSupported("popovers are not there yet") }
        try present(presented, from: controller, animated: animated)
    }

    func setPopoverProperty(_ name: String, to value: Variant, of controller: UInt64) throws(DBusError) {
        throw .notSupported("popovers are not there yet")
    }

    func popoverProperty(_ name: String, of controller: UInt64) throws(DBusError) -> Variant {
        throw .notSupported("popovers are not there yet")
    }

    func setPopoverDelegate(_ delegate: UInt64, of controller: UInt64) throws(DBusError) {
        throw .notSupported("popovers are not there yet")
    }
}
