import DBusInterface
import PluginHosting
import TabInterface
import TabModel

/// Making and destroying controllers.
extension Daemon {
    /// Notes what a controller that the model has just made is, and announces it.
    ///
    /// - Parameters:
    ///   - identifier: An identifier that no controller has, which was checked before the controller was made.
    ///   - title: A checked title, which the announcement already includes; `""` leaves the title unchanged.
    func adopt(_ id: ViewControllerID, _ record: ControllerRecord, as identifier: String = "", title: String = "") {
        records[id] = record
        try? hierarchy.setRestorationIdentifier(identifier, of: id)
        if !title.isEmpty { try? hierarchy.setTitle(title, of: id) }
        deliverEvents()
    }

    func destroy(_ id: ViewControllerID) throws(DBusError) {
        try perform { try $0.destroy(id) }
    }

    // MARK: Identity

    /// Fails when an identifier is another object's; `""` is nobody's.
    func checkIdentifier(_ identifier: String, for id: ViewControllerID? = nil) throws(DBusError) {
        _ = try TextRules.text(identifier, named: "RestorationIdentifier")
        guard let other = hierarchy.controller(identifiedBy: identifier), other != id else { return }
        throw .invalidArgument("RestorationIdentifier '\(identifier.prefix(200))' is that of \(other.path)")
    }

    /// The restored controller of an identifier that nobody has claimed since the daemon started; nil when the
    /// identifier is nobody's.
    ///
    /// - Parameter maker: The plugin that asks for an instance of its own: it also gets what a former life of its process
    ///   had made.
    /// - Throws: `InvalidArgument` when it is claimed, or one of another class.
    func claim(
        _ identifier: String, ofType type: String, by maker: String? = nil
    ) throws(DBusError) -> ViewControllerID? {
        _ = try TextRules.text(identifier, named: "RestorationIdentifier")
        guard let id = hierarchy.controller(identifiedBy: identifier), let record = records[id] else { return nil }
        guard record.isUnclaimed || !record.isListed && record.pluginID == maker && record.owner?.failure != nil else {
            throw .invalidArgument("RestorationIdentifier '\(identifier.prefix(200))' is that of \(id.path)")
        }
        guard record.type == type else {
            throw .invalidArgument(
                "RestorationIdentifier '\(identifier.prefix(200))' is that of \(id.path), which is of type "
                    + "'\(record.type)', not '\(type.prefix(200))'")
        }
        record.isUnclaimed = false
        return id
    }

    func identify(_ id: ViewControllerID, as identifier: String) throws(DBusError) {
        try checkIdentifier(identifier, for: id)
        try perform { try $0.setRestorationIdentifier(identifier, of: id) }
    }
}
