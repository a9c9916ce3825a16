import DBusInterface
import TabInterface
import TabModel

/// Making and destroying controllers.
extension Daemon {
    /// Notes what a controller that the model has just made is, and announces it.
    func adopt(_ id: ViewControllerID, _ record: ControllerRecord) {
        records[id] = record
        deliverEvents()
    }

    func destroy(_ id: ViewControllerID) throws(DBusError) {
        try perform { (hierarchy) throws(ModelError) in try hierarchy.destroy(id) }
    }

    /// Fails when an identifier is another object's; `""` is nobody's.
    func checkIdentifier(_ identifier: String, for id: ViewControllerID? = nil) throws(DBusError) {
        guard !identifier.isEmpty else { return }
        _ = try TextRules.text(identifier, named: "RestorationIdentifier")
        guard let (other, _) = records.first(where: { $0.value.restorationIdentifier == identifier && $0.key != id })
        else { return }
        throw .invalidArgument("RestorationIdentifier '\(identifier.prefix(200))' is that of \(other.path)")
    }
}
