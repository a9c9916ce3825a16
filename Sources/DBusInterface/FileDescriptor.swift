internal import Glibc

/// A file descriptor in a message (type `h`). It is closed with this object. Arguments and results of methods can be
/// descriptors, but no variant can contain one.
package final class FileDescriptor: DBusType {
    /// The number in this process.
    package let number: Int32

    /// Takes ownership of an open descriptor.
    package init(owning number: Int32) { self.number = number }

    deinit { close(number) }

    package static var signature: String { "h" }

    package static func read(from reader: some DBusReader) throws(DBusError) -> FileDescriptor {
        try reader.readDescriptor()
    }

    package func write(to writer: some DBusWriter) throws(DBusError) { try writer.write(self) }

    package init?(variant: Variant) { nil }

    /// The number, for messages to people.
    package var variant: Variant { .int32(number) }
}
