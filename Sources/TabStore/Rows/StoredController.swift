/// What brings one view controller back after the daemon's end.
package struct StoredController: Hashable, Sendable {
    /// No daemon ever comes to the end of these: a number beyond is damage, and none of a later one.
    package static let numbers: ClosedRange<UInt64> = 1...UInt64(1) << 52

    package var number: UInt64
    /// Its class.
    package var type: String
    /// Empty: it comes back in its default configuration, or not at all.
    package var restorationIdentifier: String
    /// The tabs or the navigation stack, in order.
    package var viewControllers: [UInt64]
    /// 0: none.
    package var selectedViewController: UInt64
    /// What it was made with, in the caller's encoding.
    package var arguments: [UInt8]
    /// Everything else, in the caller's encoding.
    package var properties: [UInt8]
    /// Its place in the order in which controllers were destroyed, for Reopen; 0: it is alive.
    package var destroyed: UInt64

    package init(
        number: UInt64, type: String, restorationIdentifier: String = "", viewControllers: [UInt64] = [],
        selectedViewController: UInt64 = 0, arguments: [UInt8] = [], properties: [UInt8] = [], destroyed: UInt64 = 0
    ) {
        self.number = number
        self.type = type
        self.restorationIdentifier = restorationIdentifier
        self.viewControllers = viewControllers
        self.selectedViewController = selectedViewController
        self.arguments = arguments
        self.properties = properties
        self.destroyed = destroyed
    }
}

/// A row of the table, checked: whatever bits of it are flipped, it is a controller or none.
extension StoredController {
    /// What `init(row:)` wants, in its order.
    static let columns = """
        number, type, restoration_identifier, view_controllers, selected_view_controller, arguments, properties,
        destroyed
        """

    /// nil for a row of which anything is damaged.
    init?(row: Statement) {
        var damaged: [String] = []
        self.init(row: row, damaged: &damaged)
        if !damaged.isEmpty { return nil }
    }

    /// What is left of a row: a damaged column costs only itself. nil for a row of another table.
    ///
    /// - Parameter damaged: Takes the names of those columns.
    init?(row: Statement, damaged: inout [String]) {
        guard let number = row.integer(0).flatMap(Self.number), !(3...7).allSatisfy(row.isNull) else { return nil }
        func check<Value>(_ value: Value?, _ name: String, else remains: @autoclosure () -> Value) -> Value {
            if let value { return value }
            damaged.append(name)
            return remains()
        }
        let numbers = row.text(3).flatMap { Self.numbers(in: $0) }
        let selected = row.number(4).flatMap { $0 == 0 || Self.numbers.contains($0) ? $0 : nil }
        let destroyed = row.number(7).flatMap { $0 <= Self.numbers.upperBound ? $0 : nil }
        self.init(
            number: number, type: check(row.text(1), "type", else: row.repairedText(1) ?? ""),
            // Without one its tabs would go with it (I-6).
            restorationIdentifier: check(
                row.text(2), "restoration identifier", else: row.repairedText(2) ?? "view-controller-\(number)"),
            viewControllers: check(numbers, "view controllers", else: Self.anyNumbers(in: row.repairedText(3))),
            selectedViewController: check(selected, "selected view controller", else: 0),
            arguments: check(row.blob(5), "arguments", else: []),
            properties: check(row.blob(6), "properties", else: []),
            destroyed: check(
                destroyed, "order of destruction", else: row.number(7) == nil ? 0 : Self.numbers.upperBound))
    }

    /// nil for a number that no view controller has.
    static func number(_ number: Int64) -> UInt64? {
        UInt64(exactly: number).flatMap { numbers.contains($0) ? $0 : nil }
    }

    /// nil for a text that is not a list of numbers.
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

/// A view controller's own state; apart from the controller, for it may be big and is wanted later.
package struct StoredState: Hashable, Sendable {
    /// The class that encoded it, the only one that decodes it (R8).
    package var type: String
    /// In the caller's encoding.
    package var content: [UInt8]

    package init(type: String, content: [UInt8]) {
        self.type = type
        self.content = content
    }
}

/// A row of the table, checked.
extension StoredState {
    /// What `init(row:)` wants, in its order.
    static let columns = "number, type, content"

    init?(row: Statement) {
        guard let type = row.text(1), let content = row.blob(2) else { return nil }
        self.init(type: type, content: content)
    }
}
