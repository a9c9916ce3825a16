internal import Foundation
internal import GRDB

/// Writes what has changed, and reads what is there.
extension Database {
    func write(_ changes: StoreChanges) throws {
        for number in changes.removed { try remove(number) }
        for controller in changes.controllers { try write(controller) }
        for (number, state) in changes.states { try write(state, of: number) }
        if let next = changes.nextNumber { try write(nextNumber: next) }
    }

    private func write(_ controller: StoredController) throws {
        let statement = try cachedStatement(
            sql: "INSERT OR REPLACE INTO view_controller VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
        try statement.execute(arguments: [
            Int64(clamping: controller.number), controller.type, controller.restorationIdentifier,
            controller.viewControllers.map(String.init).joined(separator: " "),
            Int64(clamping: controller.selectedViewController), Data(controller.arguments),
            Data(controller.properties), Int64(clamping: controller.destroyed),
        ])
    }

    private func write(_ state: StoredState?, of number: UInt64) throws {
        guard let state else {
            let statement = try cachedStatement(sql: "DELETE FROM restorable_state WHERE number = ?")
            return try statement.execute(arguments: [Int64(clamping: number)])
        }
        let statement = try cachedStatement(sql: "INSERT OR REPLACE INTO restorable_state VALUES (?, ?, ?)")
        try statement.execute(arguments: [Int64(clamping: number), state.type, Data(state.content)])
    }

    private func remove(_ number: UInt64) throws {
        for table in ["view_controller", "restorable_state", "restoring"] {
            let statement = try cachedStatement(sql: "DELETE FROM \(table) WHERE number = ?")
            try statement.execute(arguments: [Int64(clamping: number)])
        }
        try end(loading: String(number))
    }

    private func write(nextNumber: UInt64) throws {
        let statement = try cachedStatement(
            sql: """
                INSERT INTO counter (name, next) VALUES ('view_controller', ?)
                ON CONFLICT (name) DO UPDATE SET next = max(next, excluded.next)
                """)
        try statement.execute(arguments: [Int64(clamping: nextNumber)])
    }

    func readNextNumber() throws -> UInt64 {
        // There is one row. When its name, or all of it, is damaged, no number may be used again all the same.
        let last = Int64(StoredController.numbers.upperBound)
        let noted = try Int64.fetchOne(
            self, sql: "SELECT max(next) FROM counter WHERE typeof(next) = 'integer' AND next BETWEEN 1 AND \(last)")
        let used = try Int64.fetchOne(
            self, sql: "SELECT max(number) FROM view_controller WHERE number BETWEEN 1 AND \(last)")
        return UInt64(max(1, noted ?? 1, (used ?? 0) + 1))
    }

    func readState(of number: UInt64) throws -> StoredState? {
        let statement = try cachedStatement(sql: "SELECT \(StoredState.columns) FROM restorable_state WHERE number = ?")
        return try Row.fetchOne(statement, arguments: [Int64(clamping: number)]).flatMap(StoredState.init(row:))
    }

    /// - Throws: for a row that no turn can have written.
    func readControllers() throws -> [StoredController] {
        let rows = try Row.fetchCursor(
            self, sql: "SELECT \(StoredController.columns) FROM view_controller ORDER BY number")
        var controllers: [StoredController] = []
        while let row = try rows.next() {
            guard let controller = StoredController(row: row) else {
                throw StoreError("the state can't be read: a view controller makes no sense", isDamage: true)
            }
            controllers.append(controller)
        }
        return controllers
    }

    /// - Throws: for a row that no turn can have written.
    func checkRows() throws {
        _ = try readControllers()
        let rows = try Row.fetchCursor(self, sql: "SELECT \(StoredState.columns), number FROM restorable_state")
        while let row = try rows.next() {
            guard StoredState(row: row) != nil, StoredController.number(row[3]) != nil else {
                throw StoreError("the state can't be read: a restorable state makes no sense", isDamage: true)
            }
        }
        let last = Int64(StoredController.numbers.upperBound)
        let damaged = try Int64.fetchOne(
            self,
            sql: "SELECT count(*) FROM counter WHERE typeof(next) <> 'integer' OR next NOT BETWEEN 1 AND \(last + 1)")
        guard damaged == 0 else {
            throw StoreError("the state can't be read: its counter makes no sense", isDamage: true)
        }
    }

    /// The numbers of everything that can be removed.
    func readNumbers() throws -> Set<UInt64> {
        let numbers = try Int64.fetchAll(
            self, sql: "SELECT number FROM view_controller UNION SELECT number FROM restorable_state")
        return Set(numbers.compactMap { UInt64(exactly: $0) })
    }
}
