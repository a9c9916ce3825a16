import DBusInterface

/// Why a layout could not be made.
struct LayoutFailure: Error {
    /// What could not be made; nil when it was something else.
    let entry: LayoutEntry?
    let error: DBusError

    /// As the bus tells it.
    var described: DBusError {
        guard let entry else { return error }
        return DBusError(
            name: error.name, message: "line \(entry.line): '\(entry.identifier)' can't be made: \(error.message)")
    }
}
