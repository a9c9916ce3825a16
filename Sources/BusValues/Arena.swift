package import CTabPlugin

/// Owns the memory of texts and values during one call through the C interface.
package final class Arena {
    private var allocations: [UnsafeMutableRawPointer] = []

    package init() {}

    deinit { for allocation in allocations { allocation.deallocate() } }

    package func string(_ text: String) -> tab_string {
        var text = text
        return text.withUTF8 { bytes in
            let copy = list(bytes)
            return tab_string(
                utf8: copy.map { UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self) }, length: bytes.count)
        }
    }

    /// A copy of the elements, which must be plain C data; nil when there are none.
    package func list<Element>(_ elements: some Collection<Element>) -> UnsafePointer<Element>? {
        guard !elements.isEmpty else { return nil }
        let copy = UnsafeMutableBufferPointer<Element>.allocate(capacity: elements.count)
        _ = copy.initialize(from: elements)
        guard let start = copy.baseAddress else { return nil }
        allocations.append(UnsafeMutableRawPointer(start))
        return UnsafePointer(start)
    }

    /// Runs a call through the C interface. The contents of the arena live until the call returns.
    package static func use<Result>(_ body: (Arena) -> Result) -> Result {
        let arena = Arena()
        return withExtendedLifetime(arena) { body(arena) }
    }

    package func pointer(to value: Value) -> UnsafePointer<tab_value>? { list([self.value(value)]) }

    package func value(_ value: Value) -> tab_value {
        switch value {
        case .byte(let value): tab_value(type: TAB_TYPE_BYTE, content: .init(byte: value))
        case .bool(let value): tab_value(type: TAB_TYPE_BOOLEAN, content: .init(boolean: value))
        case .int16(let value): tab_value(type: TAB_TYPE_INT16, content: .init(int16: value))
        case .uint16(let value): tab_value(type: TAB_TYPE_UINT16, content: .init(uint16: value))
        case .int32(let value): tab_value(type: TAB_TYPE_INT32, content: .init(int32: value))
        case .uint32(let value): tab_value(type: TAB_TYPE_UINT32, content: .init(uint32: value))
        case .int64(let value): tab_value(type: TAB_TYPE_INT64, content: .init(int64: value))
        case .uint64(let value): tab_value(type: TAB_TYPE_UINT64, content: .init(uint64: value))
        case .double(let value): tab_value(type: TAB_TYPE_DOUBLE, content: .init(number: value))
        case .string(let text): tab_value(type: TAB_TYPE_STRING, content: .init(string: string(text)))
        case .objectPath(let text): tab_value(type: TAB_TYPE_OBJECT_PATH, content: .init(string: string(text)))
        case .signature(let text): tab_value(type: TAB_TYPE_SIGNATURE, content: .init(string: string(text)))
        case .variant(let inner):
            tab_value(type: TAB_TYPE_VARIANT, content: .init(variant: pointer(to: inner)))
        case .structure(let fields):
            tab_value(
                type: TAB_TYPE_STRUCTURE,
                content: .init(structure: tab_structure(fields: list(fields.map(self.value)), count: fields.count)))
        case .bytes(let bytes):
            tab_value(type: TAB_TYPE_BYTES, content: .init(bytes: tab_bytes(bytes: list(bytes), count: bytes.count)))
        case .array(let element, let elements):
            tab_value(
                type: TAB_TYPE_ARRAY,
                content: .init(
                    array: tab_array(
                        element_signature: string(element), elements: list(elements.map(self.value)),
                        count: elements.count)))
        case .dictionary(let key, let value, let entries):
            tab_value(
                type: TAB_TYPE_DICTIONARY,
                content: .init(
                    dictionary: tab_dictionary(
                        key_signature: string(key), value_signature: string(value),
                        entries: list(entries.map { tab_entry(key: self.value($0), value: self.value($1)) }),
                        count: entries.count)))
        }
    }
}
