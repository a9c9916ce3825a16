/// Rows that were read without SQLite.
extension StoredController {
    /// nil for a row of another table, or none.
    init?(number: Int64, record: Record) {
        guard record.count >= 8, record.isNull(0), let type = record.text(1), let identifier = record.text(2),
            let list = record.text(3), let selected = record.number(4), let arguments = record.blob(5),
            let properties = record.blob(6), let destroyed = record.number(7)
        else { return nil }
        self.init(
            number: number, type: type, identifier: identifier, list: list, selected: selected, arguments: arguments,
            properties: properties, destroyed: destroyed)
    }

    /// Checks what only can be wrong in a damaged store.
    init?(
        number: Int64, type: String, identifier: String, list: String, selected: UInt64, arguments: [UInt8],
        properties: [UInt8], destroyed: UInt64
    ) {
        let numbers = list.split(separator: " ", omittingEmptySubsequences: false).map { UInt64($0) }
        let viewControllers = list.isEmpty ? [] : numbers.compactMap(\.self)
        guard number > 0, list.isEmpty || viewControllers.count == numbers.count else { return nil }
        self.init(
            number: UInt64(number), type: type, restorationIdentifier: identifier, viewControllers: viewControllers,
            selectedViewController: selected, arguments: arguments, properties: properties, destroyed: destroyed)
    }
}
