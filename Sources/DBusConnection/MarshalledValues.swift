internal import CDBus
package import DBusInterface

/// `a{sv}` as bytes that can be kept: in D-Bus' own format, as the body of a message that is never sent.
package enum MarshalledValues {
    private static let signature = "a{sv}"

    /// - Throws: `LimitsExceeded`, `NoMemory`, or `InvalidArgs` for what D-Bus can't carry.
    package static func bytes(of values: [String: Variant]) throws(DBusError) -> [UInt8] {
        guard !values.isEmpty else { return [] }
        let message = MarshalledMessage()
        try message.beginReturn(signature: signature)
        try values.write(to: message)
        // What can't be read again must not be written.
        dbus_message_unref(try message.finish())
        return [UInt8](message.bytes())
    }

    /// What `bytes(of:)` was given; nil for bytes that are nothing of that kind, as of a damaged file.
    package static func values(in bytes: [UInt8]) -> [String: Variant]? {
        guard !bytes.isEmpty else { return [:] }
        guard bytes.count <= Int32.max else { return nil }
        guard let message = bytes.withUnsafeBytes({ try? MarshalledMessage.message(in: $0) }) else { return nil }
        defer { dbus_message_unref(message) }
        guard dbus_message_has_signature(message, signature) != 0 else { return nil }
        let reader = MessageReader()
        reader.begin(message, budget: 256 << 20)
        return try? [String: Variant].read(from: reader)
    }
}
