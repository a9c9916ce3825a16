/// The archived form of a view controller.
package struct StoredController: Hashable, Sendable {
    /// The valid numbers. No daemon ever uses them up, so a higher number is damage.
    package static let numbers: ClosedRange<UInt64> = 1...UInt64(1) << 52

    package var number: UInt64
    /// The class.
    package var type: String
    /// The identifier. Without one (empty), the view controller is restored in its default configuration, or not at all.
    package var restorationIdentifier: String
    /// The tabs or the navigation stack, in order.
    package var viewControllers: [UInt64]
    /// The number of the selected tab; 0 for none.
    package var selectedViewController: UInt64
    /// The arguments at creation, encoded by the daemon.
    package var arguments: [UInt8]
    /// All other properties, encoded by the daemon.
    package var properties: [UInt8]
    /// The position in the order of destruction, for Reopen; 0 for a live view controller.
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

/// Reading of rows. A row with any flipped bits still yields a valid view controller or nil.
extension StoredController {
    /// The columns that `init(row:)` reads, in order.
    static let columns = """
        number, type, restoration_identifier, view_controllers, selected_view_controller, arguments, properties,
        destroyed
        """

    /// Reads a row; nil if any column is damaged.
    init?(row: Statement) {
        var damaged: [String] = []
        self.init(row: row, damaged: &damaged)
        if !damaged.isEmpty { return nil }
    }

    /// Reads a row, with default values for damaged columns; nil for a row of another table.
    ///
    /// - Parameter damaged: Receives the names of the damaged columns.
    init?(row: Statement, damaged: inout [String]) {
        guard let number = row.integer(0).flatMap(Self.number), !(3...7).allSatisfy(row.isNull) else { return nil }
        func check<Value>(_ value: Value?, _ name: String, else fallback: @autoclosure () -> Value) -> Value {
            if let value { return value }
            damaged.append(name)
            return fallback()
        }
        let numbers = row.text(3).flatMap { Self.numbers(in: $0) }
        let selected = row.number(4).flatMap { $0 == 0 || Self.numbers.contains($0) ? $0 : nil }
        let destroyed = row.number(7).flatMap { $0 <= Self.numbers.upperBound ? $0 : nil }
        self.init(
            number: number, type: check(row.text(1), "type", else: row.repairedText(1) ?? ""),
            // Without an identifier, its tabs would be lost with it (I-6).
            restorationIdentifier: check(
                row.text(2), "restoration identifier", else: row.repairedText(2) ?? "view-controller-\(number)"),
            viewControllers: check(numbers, "view controllers", else: Self.anyNumbers(in: row.repairedText(3))),
            selectedViewController: check(selected, "selected view controller", else: 0),
            arguments: check(row.blob(5), "arguments", else: []),
            properties: check(row.blob(6), "properties", else: []),
            destroyed: check(
                destroyed, "order of destruction", else: row.number(7) == nil ? 0 : Self.numbers.upperBound))
    }

    /// Returns a valid number; nil for any other.
    static func number(_ number: Int64) -> UInt64? {
        UInt64(exactly: number).flatMap { numbers.contains($0) ? $0 : nil }
    }

    /// Parses a list of numbers; nil if any element is invalid.
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

/// The restorable state of a view controller. It is stored separately, as it may be large and is read later.
package struct StoredState: Hashable, Sendable {
    /// The class that encoded the state. Only the same class decodes it (R8).
    package var type: String
    /// The state, encoded by the daemon.
    package var content: [UInt8]

    package init(type: String, content: [UInt8]) {
        self.type = type
        self.content = content
    }
}

/// Reading of rows.
extension StoredState {
    /// The columns that `init(row:)` reads, in order.
    static let columns = "number, type, content"

    init?(row: Statement) {
        guard let type = row.text(1), let content = row.blob(2) else { return nil }
        self.init(type: type, content: content)
    }
}
