package import CTabPlugin

extension UnsafeBufferPointer {
    /// A list of the C interface; nil when the pointer is null although the count is not 0.
    package init?(list start: UnsafePointer<Element>?, count: Int) {
        // A size_t in the upper half of its range is negative here.
        guard count == 0 || start != nil && count > 0 else { return nil }
        self.init(start: start, count: count)
    }
}

extension String {
    /// Copies a text of the C interface; nil when it isn't UTF-8 or contains a NUL, which D-Bus can't carry.
    package init?(_ text: tab_string) {
        guard let bytes = UnsafeBufferPointer(list: text.utf8, count: text.length) else { return nil }
        guard !bytes.contains(0), let text = String(validating: UnsafeRawBufferPointer(bytes), as: UTF8.self) else {
            return nil
        }
        self = text
    }
}

extension Value {
    /// Copies a value of the C interface; nil when it is malformed or nested more than 32 deep.
    package init?(_ value: tab_value, depth: Int = 0) {
        guard depth < 32, let value = Value.read(value, depth: depth + 1) else { return nil }
        self = value
    }

    package init?(_ pointer: UnsafePointer<tab_value>?) {
        guard let pointer else { return nil }
        self.init(pointer.pointee)
    }

    private static func read(_ value: tab_value, depth: Int) -> Value? {
        let content = value.content
        switch value.type {
        case TAB_TYPE_BYTE: return .byte(content.byte)
        case TAB_TYPE_BOOLEAN: return .bool(content.boolean)
        case TAB_TYPE_INT16: return .int16(content.int16)
        case TAB_TYPE_UINT16: return .uint16(content.uint16)
        case TAB_TYPE_INT32: return .int32(content.int32)
        case TAB_TYPE_UINT32: return .uint32(content.uint32)
        case TAB_TYPE_INT64: return .int64(content.int64)
        case TAB_TYPE_UINT64: return .uint64(content.uint64)
        case TAB_TYPE_DOUBLE: return .double(content.number)
        case TAB_TYPE_STRING: return String(content.string).map(Value.string)
        case TAB_TYPE_OBJECT_PATH:
            return String(content.string).flatMap { ObjectPath($0).isValid ? .objectPath($0) : nil }
        case TAB_TYPE_SIGNATURE:
            return String(content.string).flatMap { Signature($0).isValid ? .signature($0) : nil }
        case TAB_TYPE_BYTES:
            return UnsafeBufferPointer(list: content.bytes.bytes, count: content.bytes.count).map { .bytes(Array($0)) }
        case TAB_TYPE_VARIANT:
            guard let inner = content.variant else { return nil }
            return Value(inner.pointee, depth: depth).map { .variant($0) }
        case TAB_TYPE_STRUCTURE:
            // D-Bus has no empty structures.
            guard content.structure.count != 0 else { return nil }
            return list(content.structure.fields, content.structure.count, depth: depth).map(Value.structure)
        case TAB_TYPE_ARRAY:
            guard let signature = String(content.array.element_signature), Signature(signature).isSingle,
                let elements = list(content.array.elements, content.array.count, depth: depth)
            else { return nil }
            // A message can't carry an element of another type either.
            guard elements.allSatisfy({ $0.notation == signature }) else { return nil }
            guard signature == "y" else { return .array(of: signature, elements) }
            return .bytes(elements.compactMap { if case .byte(let byte) = $0 { byte } else { nil } })
        case TAB_TYPE_DICTIONARY: return dictionary(content.dictionary, depth: depth)
        default: return nil
        }
    }

    private static func list(_ start: UnsafePointer<tab_value>?, _ count: Int, depth: Int) -> [Value]? {
        guard let source = UnsafeBufferPointer(list: start, count: count) else { return nil }
        let values = source.compactMap { Value($0, depth: depth) }
        return values.count == count ? values : nil
    }

    private static func dictionary(_ content: tab_dictionary, depth: Int) -> Value? {
        guard let keySignature = String(content.key_signature), let valueSignature = String(content.value_signature),
            let list = UnsafeBufferPointer(list: content.entries, count: content.count)
        else { return nil }
        guard Signature("a{\(keySignature)\(valueSignature)}").isSingle else { return nil }
        var entries: [Value: Value] = [:]
        for entry in list {
            guard let key = Value(entry.key, depth: depth), let value = Value(entry.value, depth: depth) else {
                return nil
            }
            guard key.notation == keySignature, value.notation == valueSignature else { return nil }
            entries[key] = value
        }
        return .dictionary(key: keySignature, value: valueSignature, entries)
    }
}
