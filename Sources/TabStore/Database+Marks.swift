internal import GRDB

/// What the process is doing that could be its end.
extension Database {
    func readInterrupted() throws -> [UInt64] {
        try Int64.fetchAll(self, sql: "SELECT number FROM restoring ORDER BY number")
            .compactMap(StoredController.number)
    }

    func mark(_ number: UInt64) throws {
        let statement = try cachedStatement(sql: "INSERT OR IGNORE INTO restoring VALUES (?)")
        try statement.execute(arguments: [Int64(clamping: number)])
    }

    func unmark(_ number: UInt64) throws {
        let statement = try cachedStatement(sql: "DELETE FROM restoring WHERE number = ?")
        try statement.execute(arguments: [Int64(clamping: number)])
    }

    /// How often the process died while it loaded a plugin.
    func readLoading() throws -> [String: UInt64] {
        let rows = try Row.fetchAll(self, sql: "SELECT CAST(plugin AS BLOB), attempts FROM loading")
        let attempts = rows.compactMap { row in row.text(0).flatMap { plugin in row.number(1).map { (plugin, $0) } } }
        return Dictionary(attempts) { first, _ in first }
    }

    func begin(loading plugin: String, attempts: UInt64 = 1) throws {
        let statement = try cachedStatement(
            sql: """
                INSERT INTO loading (plugin, attempts) VALUES (?, ?)
                ON CONFLICT (plugin) DO UPDATE SET attempts = attempts + excluded.attempts
                """)
        try statement.execute(arguments: [plugin, Int64(clamping: attempts)])
    }

    func write(_ remains: Remains) throws {
        try write(remains.changes)
        for number in remains.restoring { try mark(number) }
        for (plugin, attempts) in remains.loading { try begin(loading: plugin, attempts: attempts) }
    }

    func giveBack(_ reserved: UInt64, from next: UInt64) throws {
        try execute(
            sql: "UPDATE counter SET next = ? WHERE name = 'view_controller' AND next = ?",
            arguments: [Int64(clamping: next), Int64(clamping: reserved)])
    }

    func end(loading plugin: String) throws {
        let statement = try cachedStatement(sql: "DELETE FROM loading WHERE plugin = ?")
        try statement.execute(arguments: [plugin])
    }
}
