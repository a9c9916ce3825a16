/// Rows that were read without SQLite.
extension StoredController {
    /// At least; no other table has so many.
    static let columnCount = 8

    /// nil for a row of another table, or none, and for one of which anything is damaged.
    init?(number: Int64, record: Record) {
        guard record.count >= Self.columnCount, record.isNull(0), let type = record.text(1),
            let identifier = record.text(2),
            let list = record.text(3), let selected = record.number(4), let arguments = record.blob(5),
            let properties = record.blob(6), let destroyed = record.number(7)
        else { return nil }
        self.init(
            number: number, type: type, identifier: identifier, list: list, selected: selected, arguments: arguments,
            properties: properties, destroyed: destroyed)
    }

    /// nil for one that no view controller has.
    static func number(_ number: Int64) -> UInt64? {
        UInt64(exactly: number).flatMap { numbers.contains($0) ? $0 : nil }
    }

    /// What is left of a row of the table: a damaged column costs only itself.
    ///
    /// - Parameter damaged: Takes the names of those columns.
    init?(number: Int64, remainsOf record: Record, damaged: inout [String]) {
        guard let number = Self.number(number) else { return nil }
        func check<Value>(_ value: Value?, _ name: String, else remains: @autoclosure () -> Value) -> Value {
            if let value { return value }
            damaged.append(name)
            return remains()
        }
        let numbers = record.text(3).flatMap { Self.numbers(in: $0) }
        let selected = record.number(4).flatMap { $0 == 0 || Self.numbers.contains($0) ? $0 : nil }
        let destroyed = record.number(7).flatMap { $0 <= Self.numbers.upperBound ? $0 : nil }
        self.init(
            number: number, type: check(record.text(1), "type", else: record.repairedText(1) ?? ""),
            // Without one its tabs would go with it (I-6).
            restorationIdentifier: check(
                record.text(2), "restoration identifier",
                else: record.repairedText(2) ?? "view-controller-\(number)"),
            viewControllers: check(numbers, "view controllers", else: Self.anyNumbers(in: record.repairedText(3))),
            selectedViewController: check(selected, "selected view controller", else: 0),
            arguments: check(record.blob(5), "arguments", else: []),
            properties: check(record.blob(6), "properties", else: []),
            destroyed: check(
                destroyed, "order of destruction", else: record.number(7) == nil ? 0 : Self.numbers.upperBound))
    }

    /// Checks what only can be wrong in a damaged store.
    init?(
        number: Int64, type: String, identifier: String, list: String, selected: UInt64, arguments: [UInt8],
        properties: [UInt8], destroyed: UInt64
    ) {
        guard let number = Self.number(number), let viewControllers = Self.numbers(in: list),
            selected == 0 || Self.numbers.contains(selected), destroyed <= Self.numbers.upperBound
        else { return nil }
        self.init(
            number: number, type: type, restorationIdentifier: identifier, viewControllers: viewControllers,
            selectedViewController: selected, arguments: arguments, properties: properties, destroyed: destroyed)
    }

    /// nil for a text that is no list of numbers.
    private static func numbers(in list: String) -> [UInt64]? {
        guard !list.isEmpty else { return [] }
        let numbers = list.split(separator: " ", omittingEmptySubsequences: false).map { UInt64($0) }
        let whole = numbers.compactMap(\.self)
        return whole.count == numbers.count && whole.allSatisfy(Self.numbers.contains) ? whole : nil
    }

    private static func anyNumbers(in text: String?) -> [UInt64] {
        (text ?? "").split(separator: " ").compactMap { UInt64($0) }.filter(Self.numbers.contains)
    }
}
