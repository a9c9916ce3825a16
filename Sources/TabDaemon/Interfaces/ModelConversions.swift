import DBusInterface
import TabInterface
import TabModel

/// The table of model errors and their bus errors.
extension DBusError {
    init(_ error: ModelError) {
        switch error {
        case .invalidArgument(let message): self = .invalidArgument(message)
        case .outOfRange(let message): self = .outOfRange(message)
        case .internalInconsistency(let message): self = .internalInconsistency(message)
        case .hierarchyInconsistency(let message): self = .hierarchyInconsistency(message)
        case .notSupported(let message): self = .notSupported(message)
        case .limitsExceeded(let message): self = .limitsExceeded(message)
        case .missingAnchor(let message): self = .missingAnchor(message)
        case .unknownObject(let id): self = .unknownObject("no object at \(id.path)")
        }
    }
}

/// Runs code of the model and converts its errors to bus errors.
func translatingErrors<Result>(_ body: () throws -> Result) throws(DBusError) -> Result {
    do {
        return try body()
    } catch let error as ModelError {
        throw DBusError(error)
    } catch {
        throw error as? DBusError ?? .failed("\(error)")
    }
}

extension DBusRect {
    init(_ rect: Rect) { self.init(x: rect.x, y: rect.y, width: rect.width, height: rect.height) }
    var rect: Rect { Rect(x: x, y: y, width: width, height: height) }
    var size: Size { Size(width: width, height: height) }
}

extension DBusSize {
    init(_ size: Size) { self.init(width: size.width, height: size.height) }
    var size: Size { Size(width: width, height: height) }
}

extension DBusInsets {
    init(_ insets: Insets) {
        self.init(top: insets.top, left: insets.left, bottom: insets.bottom, right: insets.right)
    }
}
