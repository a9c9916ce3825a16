import CDBus
import DBusInterface

@testable import DBusConnection

extension FuzzTarget {
    /// A D-Bus message: if libdbus accepts it, it can be read, and is unchanged after writing and reading.
    static let messages = FuzzTarget(name: "messages", maximumLength: 4096) { bytes in
        guard let message = Self.message(bytes) else { return }
        defer { dbus_message_unref(message) }
        let reader = MessageReader()
        reader.begin(message)
        var values: [Variant] = []
        do throws(DBusError) {
            while !reader.isAtEnd { values.append(try Variant.content(from: reader)) }
        } catch {
            let signature = String(cString: dbus_message_get_signature(message))
            let isDescriptor = error.message.hasPrefix("a file descriptor (h)")
            return try Finding.expect(isDescriptor, "'\(signature)' can't be read: \(error.message)")
        }
        try Self.checkReadingTwice(message, values)
        try Self.checkBudget(message)
        try Self.checkWriting(values)
    }

    /// Parses a message; nil if libdbus rejects it.
    static func message(_ bytes: [UInt8]) -> OpaquePointer? {
        var failure = CDBusError()
        dbus_error_init(&failure)
        defer { dbus_error_free(&failure) }
        return bytes.withUnsafeBytes { bytes in
            dbus_message_demarshal(
                bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count), &failure)
        }
    }

    private static func checkReadingTwice(_ message: OpaquePointer, _ values: [Variant]) throws {
        let reader = MessageReader()
        reader.begin(message)
        for value in values {
            try Finding.expect(!reader.isAtEnd, "there is less when it is read again")
            try Finding.expect(
                try reader.nextSignature == value.signature, "another signature than '\(value.signature)' was told")
            let again = try Variant.content(from: reader)
            try Finding.expect(value.isSame(as: again), "\(value) was \(again)")
        }
        try Finding.expect(try reader.isAtEnd && reader.nextSignature.isEmpty, "there is more when it is read again")
    }

    /// A small message cannot expand to large values: beyond the budget it is rejected.
    private static func checkBudget(_ message: OpaquePointer) throws {
        let reader = MessageReader()
        reader.begin(message, budget: 1000)
        var bytes = 0
        do throws(DBusError) {
            while !reader.isAtEnd { bytes += try Variant.content(from: reader).size }
        } catch {
            try Finding.expect(!error.message.isEmpty, "\(error.name) without a message")
        }
        try Finding.expect(bytes <= 1000, "\(bytes) bytes were read of at most 1000")
    }

    private static func checkWriting(_ values: [Variant]) throws {
        guard let copy = dbus_message_new(DBUS_MESSAGE_TYPE_METHOD_RETURN) else { return }
        defer { dbus_message_unref(copy) }
        dbus_message_set_reply_serial(copy, 1)
        dbus_message_set_serial(copy, 1)
        try MessageWriter().fill(copy) { (writer) throws(DBusError) in
            for value in values { try value.writeContent(to: writer) }
        }
        var text: UnsafeMutablePointer<CChar>?
        var length: Int32 = 0
        guard dbus_message_marshal(copy, &text, &length) != 0, let text else { return }
        defer { dbus_free(text) }
        let bytes = [UInt8](UnsafeRawBufferPointer(start: text, count: Int(length)))
        guard let message = Self.message(bytes) else { throw Finding("what was written is no message") }
        defer { dbus_message_unref(message) }
        try checkReadingTwice(message, values)
    }
}
