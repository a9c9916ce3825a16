import DBusInterface

extension Variant {
    /// The longest string inside and what all of it takes, in bytes.
    var extent: (longestText: Int, content: Int) {
        let valueBytes = 32
        func sum(_ values: some Sequence<Variant>) -> (longestText: Int, content: Int) {
            values.reduce((0, valueBytes)) { sum, value in
                let extent = value.extent
                return (Swift.max(sum.0, extent.longestText), sum.1 + extent.content)
            }
        }
        switch self {
        case .string(let text): return (text.utf8.count, valueBytes + text.utf8.count)
        case .bytes(let bytes): return (0, valueBytes + bytes.count)
        case .array(_, let values), .structure(let values): return sum(values)
        case .variant(let value): return value.extent
        case .dictionary(_, _, let entries): return sum(entries.flatMap { [$0.key, $0.value] })
        default: return (0, valueBytes)
        }
    }
}
