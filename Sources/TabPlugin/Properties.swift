/// Collects the properties of a view that differ from their defaults.
struct Properties {
    private(set) var values: [(String, Value)] = []

    mutating func add(_ name: String, _ text: String, default standard: String = "") {
        if text != standard { values.append((name, .string(text))) }
    }

    mutating func add(_ name: String, _ flag: Bool, default standard: Bool) {
        if flag != standard { values.append((name, .bool(flag))) }
    }

    mutating func add(_ name: String, _ value: Value, unless isDefault: Bool) {
        if !isDefault { values.append((name, value)) }
    }
}
