internal import CDBus

/// Where the session bus is.
package enum BusAddress {
    /// `$DBUS_SESSION_BUS_ADDRESS`, else the socket in `$XDG_RUNTIME_DIR`; nil when neither is set.
    package static func session(in environment: (String) -> String?) -> String? {
        if let address = environment("DBUS_SESSION_BUS_ADDRESS"), !address.isEmpty { return address }
        guard let directory = environment("XDG_RUNTIME_DIR"), !directory.isEmpty else { return nil }
        guard let path = dbus_address_escape_value(directory) else { return nil }
        defer { dbus_free(path) }
        return "unix:path=\(String(cString: path))/bus"
    }
}
