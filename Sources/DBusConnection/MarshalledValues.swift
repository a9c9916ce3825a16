internal import CDBus
package import DBusInterface

/// `a{sv}` as bytes that can be kept: in D-Bus' own format, as the body of a message that is never sent.
package enum MarshalledValues {
    /// How often it is tried when there is no memory for it.
    private static let attempts = 4

    /// - Throws: `LimitsExceeded`, `NoMemory`, or `InvalidArgs` for what D-Bus can't carry.
    package static func bytes(of values: [String: Variant]) throws(DBusError) -> [UInt8] {
        guard !values.isEmpty else { return [] }
        for _ in 1..<attempts {
            do throws(DBusError) {
                return try bytesAtOnce(of: values)
            } catch {
                guard error.isNoMemory else { throw error }
            }
        }
        return try bytesAtOnce(of: values)
    }

    private static func bytesAtOnce(of values: [String: Variant]) throws(DBusError) -> [UInt8] {
        guard let message = dbus_message_new(DBUS_MESSAGE_TYPE_METHOD_RETURN) else { throw Self.noMemory }
        defer { dbus_message_unref(message) }
        // What can't be read again must not be written.
        guard dbus_message_set_reply_serial(message, 1) != 0 else { throw Self.noMemory }
        dbus_message_set_serial(message, 1)
        try MessageWriter().fill(message) { (writer) throws(DBusError) in try values.write(to: writer) }
        var text: UnsafeMutablePointer<CChar>?
        var length: Int32 = 0
        guard dbus_message_marshal(message, &text, &length) != 0, let text else { throw Self.noMemory }
        defer { dbus_free(text) }
        return [UInt8](UnsafeRawBufferPointer(start: text, count: Int(length)))
    }

    /// What `bytes(of:)` was given; nil for bytes that are nothing of that kind, as of a damaged file.
    package static func values(in bytes: [UInt8]) -> [String: Variant]? {
        guard !bytes.isEmpty else { return [:] }
        guard bytes.count <= Int32.max else { return nil }
        guard let message = message(in: bytes) else { return nil }
        defer { dbus_message_unref(message) }
        guard dbus_message_has_signature(message, "a{sv}") != 0 else { return nil }
        let reader = MessageReader()
        reader.begin(message, budget: 256 << 20)
        return try? [String: Variant].read(from: reader)
    }

    private static func message(in bytes: [UInt8]) -> OpaquePointer? {
        for _ in 0..<attempts {
            var failure = CDBusError()
            dbus_error_init(&failure)
            let message = bytes.withUnsafeBytes { bytes in
                dbus_message_demarshal(
                    bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count), &failure)
            }
            if let message { return message }
            guard DBusError(taking: &failure).isNoMemory else { return nil }
        }
        return nil
    }

    private static let noMemory = DBusError.noMemory("not enough memory to keep values")
}
