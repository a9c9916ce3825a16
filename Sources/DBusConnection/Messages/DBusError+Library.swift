internal import CDBus
internal import DBusInterface

extension DBusError {
    /// Calls a function of libdbus that reports its error and returns nil when it fails.
    static func reported<Result>(_ body: (inout CDBusError) -> Result?) throws(DBusError) -> Result {
        var failure = CDBusError()
        dbus_error_init(&failure)
        guard let result = body(&failure) else { throw DBusError(taking: &failure) }
        return result
    }

    /// Takes ownership of an error of libdbus.
    init(taking failure: inout CDBusError) {
        let name = failure.name.map { String(cString: $0) } ?? "org.freedesktop.DBus.Error.Failed"
        let message = failure.message.map { String(cString: $0) } ?? "no reason was given"
        dbus_error_free(&failure)
        self.init(name: name, message: message)
    }
}
