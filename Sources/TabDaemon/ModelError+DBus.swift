import DBusInterface
import TabInterface
import TabModel

/// What of the model crosses the bus: the one table of its errors.
extension DBusError {
    init(_ error: ModelError) {
        switch error {
        case .invalidArgument(let message): self = .invalidArgument(message)
        case .outOfRange(let message): self = .outOfRange(message)
        case .internalInconsistency(let message): self = .internalInconsistency(message)
        case .hierarchyInconsistency(let message): self = .hierarchyInconsistency(message)
        case .notSupported(let message): self = .notSupported(message)
        case .missingAnchor(let message): self = .missingAnchor(message)
        case .unknownObject(let id): self = .unknownObject("there is no object at \(id.path)")
        }
    }
}

/// Runs code of the model. Its errors are thrown as they cross the bus.
func translatingErrors<Result>(_ body: () throws -> Result) throws(DBusError) -> Result {
    do {
        return try body()
    } catch let error as ModelError {
        throw DBusError(error)
    } catch {
        throw error as? DBusError ?? .failed("\(error)")
    }
}
