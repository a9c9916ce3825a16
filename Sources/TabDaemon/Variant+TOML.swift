import DBusInterface
import TOMLKit

extension Variant {
    /// A value of the configuration as a plugin gets it: `b`, `x`, `d`, `s`, an array (`av` when its elements differ in
    /// type) or `a{sv}`; dates are texts. nil for a text that D-Bus can't carry, or more than 16 levels.
    init?(toml value: any TOMLValueConvertible, depth: Int = 0) {
        guard depth < 16 else { return nil }
        if let flag = value.bool {
            self = .bool(flag)
        } else if let number = value.int {
            self = .int64(Int64(number))
        } else if let number = value.double {
            self = .double(number)
        } else if let text = value.string {
            guard !text.utf8.contains(0) else { return nil }
            self = .string(text)
        } else if let array = value.array {
            let elements = array.compactMap { Variant(toml: $0, depth: depth + 1) }
            guard elements.count == array.count else { return nil }
            let signature = elements.first?.signature ?? "v"
            let isUniform = elements.allSatisfy { $0.signature == signature }
            self = isUniform ? .array(of: signature, elements) : .array(of: "v", elements.map { .variant($0) })
        } else if let table = value.table {
            var entries: [String: Variant] = [:]
            for key in table.keys {
                guard let value = table[key], let entry = Variant(toml: value, depth: depth + 1) else { return nil }
                entries[key] = entry
            }
            self = entries.variant
        } else if let moment = value.dateTime, moment.offset == nil {
            // TOMLKit writes a local one as if it were in UTC.
            self = .string("\(moment.date.debugDescription)T\(moment.time.debugDescription)")
        } else {
            self = .string(value.debugDescription)
        }
    }
}
