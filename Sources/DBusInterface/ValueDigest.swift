/// Computes a digest of the values that are written to it, so that changes are found without keeping the values.
///
/// Two values have the same digest with a probability of 1 in 2^64. A random seed keeps other processes from finding
/// such a pair.
package final class ValueDigest: DBusWriter {
    private static let secrets: (UInt64, UInt64) = (.random(in: 1 ... .max), .random(in: 1 ... .max))

    private let secrets = ValueDigest.secrets
    package private(set) var result: UInt64 = 0

    package init() {}

    /// Starts a new digest.
    package func begin() { result = 0 }

    private func mix(_ value: UInt64) {
        let (high, low) = (result ^ secrets.0).multipliedFullWidth(by: value ^ secrets.1)
        result = high ^ low
    }

    private func mix(_ bytes: UnsafeRawBufferPointer) {
        var rest = bytes
        while rest.count >= 8 {
            mix(rest.loadUnaligned(as: UInt64.self))
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(8))
        }
        var last: UInt64 = 0
        for byte in rest { last = last << 8 | UInt64(byte) }
        mix(last)
        mix(UInt64(bytes.count))
    }

    private func mix(_ text: String) {
        var text = text
        text.withUTF8 { mix(UnsafeRawBufferPointer($0)) }
    }

    /// Positive and negative zero have the same digest.
    package func write(_ bits: UInt64, as type: FixedType) throws(DBusError) {
        if case .double = type, bits == (-0.0).bits { mix(0) } else { mix(bits) }
    }
    package func write(_ value: String) throws(DBusError) { mix(value) }
    package func write(_ value: ObjectPath) throws(DBusError) { mix(value.text) }
    package func write(_ value: Signature) throws(DBusError) { mix(value.text) }
    package func write(_ bytes: [UInt8]) throws(DBusError) { bytes.withUnsafeBytes { mix($0) } }
    package func write(_ descriptor: FileDescriptor) throws(DBusError) {
        mix(UInt64(bitPattern: Int64(descriptor.number)))
    }

    package func open(_ container: DBusContainer) throws(DBusError) {
        switch container {
        case .array: mix(1)
        case .structure: mix(2)
        case .dictionaryEntry: mix(3)
        case .variant(let signature): mix(signature)
        }
    }

    package func close() throws(DBusError) { mix(4) }
}
