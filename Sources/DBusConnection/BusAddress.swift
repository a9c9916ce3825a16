/// Where the session bus is.
package enum BusAddress {
    /// `$DBUS_SESSION_BUS_ADDRESS`, else the socket in `$XDG_RUNTIME_DIR`; nil when neither is set.
    package static func session(in environment: (String) -> String?) -> String? {
        if let address = environment("DBUS_SESSION_BUS_ADDRESS"), !address.isEmpty { return address }
        guard let directory = environment("XDG_RUNTIME_DIR"), !directory.isEmpty else { return nil }
        return "unix:path=" + escape(directory) + "/bus"
    }

    /// The escaping of values in addresses, as the D-Bus specification has it.
    private static func escape(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "/"),
                UInt8(ascii: "."), UInt8(ascii: "\\"), UInt8(ascii: "*"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
        }
        return result
    }
}
