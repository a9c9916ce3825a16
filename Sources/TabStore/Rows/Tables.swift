/// The tables and their migrations.
enum Schema {
    /// The table of applied migrations, named by the first versions of the program.
    static let migrationTable = "grdb_migrations"

    /// The application id in the file's header, the letters `tabd`.
    static let applicationID = 0x7461_6264

    static let tables = ["view_controller", "restorable_state", "counter", "loading", "restoring", "image"]

    /// The migrations in order. A released migration must never change.
    static let migrations = [
        (name: "1 numbers", sql: "CREATE TABLE counter (name TEXT PRIMARY KEY NOT NULL, next INTEGER NOT NULL)"),
        (name: "2 loading", sql: "CREATE TABLE loading (plugin TEXT PRIMARY KEY NOT NULL, attempts INTEGER NOT NULL)"),
        (
            name: "3 restoration",
            sql: """
            PRAGMA application_id = \(applicationID);
            CREATE TABLE view_controller (
                number INTEGER PRIMARY KEY,
                type TEXT NOT NULL,
                restoration_identifier TEXT NOT NULL,
                -- Numbers with a space between.
                view_controllers TEXT NOT NULL,
                selected_view_controller INTEGER NOT NULL,
                arguments BLOB NOT NULL,
                properties BLOB NOT NULL,
                destroyed INTEGER NOT NULL
            );
            CREATE TABLE restorable_state (
                number INTEGER PRIMARY KEY,
                type TEXT NOT NULL,
                content BLOB NOT NULL
            );
            CREATE TABLE restoring (
                number INTEGER PRIMARY KEY
            );
            """
        ),
        (
            name: "4 images",
            sql: """
            -- Without an index on the names: there are few images, and the daemon checks the names itself.
            CREATE TABLE image (
                number INTEGER PRIMARY KEY,
                name TEXT NOT NULL,
                data BLOB NOT NULL
            );
            """
        ),
    ]
}

/// The rows of the tables.
extension Database {
    func write(_ changes: StoreChanges) throws {
        for number in changes.removed { try remove(number) }
        for (_, controller) in changes.controllers.sorted(by: { $0.key < $1.key }) { try write(controller) }
        for (number, state) in changes.states { try write(state, of: number) }
        if let next = changes.nextNumber { try write(nextNumber: next) }
        for (name, data) in changes.images { try write(data, ofImageNamed: name) }
    }

    private func write(_ data: [UInt8]?, ofImageNamed name: String) throws {
        try run("DELETE FROM image WHERE name = ?", .text(name))
        if let data { try run("INSERT INTO image (name, data) VALUES (?, ?)", .text(name), .blob(data)) }
    }

    private func write(_ controller: StoredController) throws {
        try run(
            "INSERT OR REPLACE INTO view_controller VALUES (?, ?, ?, ?, ?, ?, ?, ?)", .number(controller.number),
            .text(controller.type), .text(controller.restorationIdentifier),
            .text(controller.viewControllers.map(String.init).joined(separator: " ")),
            .number(controller.selectedViewController), .blob(controller.arguments), .blob(controller.properties),
            .number(controller.destroyed))
    }

    private func write(_ state: StoredState?, of number: UInt64) throws {
        guard let state else { return try run("DELETE FROM restorable_state WHERE number = ?", .number(number)) }
        try run(
            "INSERT OR REPLACE INTO restorable_state VALUES (?, ?, ?)", .number(number), .text(state.type),
            .blob(state.content))
    }

    private func remove(_ number: UInt64) throws {
        for table in ["view_controller", "restorable_state", "restoring"] {
            try run("DELETE FROM \(table) WHERE number = ?", .number(number))
        }
        try end(loading: String(number))
    }

    private func write(nextNumber: UInt64) throws {
        try run(
            """
            INSERT INTO counter (name, next) VALUES ('view_controller', ?)
            ON CONFLICT (name) DO UPDATE SET next = max(next, excluded.next)
            """, .number(nextNumber))
    }

    /// The offset of the generation in the file. It is the number that SQLite keeps there for programs.
    static let generationOffset = 60

    /// Reads the number of backups that were made of this state.
    func readGeneration() throws -> UInt32 { UInt32(clamping: try integer("PRAGMA user_version") ?? 0) }

    func write(generation: UInt32) throws { try execute("PRAGMA user_version = \(Int32(clamping: generation))") }

    func readNextNumber() throws -> UInt64 {
        // The table has one row. Even if the row or its name is damaged, no number may be reused.
        let last = StoredController.numbers.upperBound
        let noted = try integer(
            "SELECT max(next) FROM counter WHERE typeof(next) = 'integer' AND next BETWEEN 1 AND ?", .number(last))
        let used = try integer(
            "SELECT max(number) FROM view_controller WHERE number BETWEEN 1 AND ?", .number(last))
        return UInt64(max(1, noted ?? 1, (used ?? 0) + 1))
    }

    func readState(of number: UInt64) throws -> StoredState? {
        let states = try rows(
            "SELECT \(StoredState.columns) FROM restorable_state WHERE number = ?", .number(number),
            transform: StoredState.init(row:))
        return states.first ?? nil
    }

    /// Reads all view controllers, ordered by number.
    ///
    /// - Throws: for a row that the daemon can't have written.
    func readControllers() throws -> [StoredController] {
        try rows("SELECT \(StoredController.columns) FROM view_controller ORDER BY number") { row in
            guard let controller = StoredController(row: row) else {
                throw StoreError(
                    "the state can't be read: the table view_controller has an invalid row", isDamage: true)
            }
            return controller
        }
    }

    /// Reads the numbers of all view controllers and states.
    func readNumbers() throws -> Set<UInt64> {
        let sql = "SELECT number FROM view_controller UNION SELECT number FROM restorable_state"
        return Set(try rows(sql) { $0.number(0) }.compactMap(\.self))
    }

    func releaseNumbers(upTo reserved: UInt64, from next: UInt64) throws {
        try run(
            "UPDATE counter SET next = ? WHERE name = 'view_controller' AND next = ?", .number(next), .number(reserved))
    }

    /// Reads all images, except for damaged rows.
    func readImages() throws -> [String: [UInt8]] {
        let images = try rows("SELECT name, data FROM image") { row in
            row.text(0).flatMap { name in row.blob(1).map { (name, $0) } }
        }
        return Dictionary(images.compactMap(\.self)) { first, _ in first }
    }

    // MARK: Crash markers

    func readInterrupted() throws -> [UInt64] {
        try rows("SELECT number FROM restoring ORDER BY number") { $0.integer(0).flatMap(StoredController.number) }
            .compactMap(\.self)
    }

    func markInterrupted(_ number: UInt64) throws {
        try run("INSERT OR IGNORE INTO restoring VALUES (?)", .number(number))
    }

    func clearInterrupted(_ number: UInt64) throws {
        try run("DELETE FROM restoring WHERE number = ?", .number(number))
    }

    /// Reads the number of times that the process died while loading each plugin.
    func readLoading() throws -> [String: UInt64] {
        let attempts = try rows("SELECT plugin, attempts FROM loading") { row in
            row.text(0).flatMap { plugin in row.number(1).map { (plugin, $0) } }
        }
        return Dictionary(attempts.compactMap(\.self)) { first, _ in first }
    }

    func begin(loading plugin: String, attempts: UInt64 = 1) throws {
        try run(
            """
            INSERT INTO loading (plugin, attempts) VALUES (?, ?)
            ON CONFLICT (plugin) DO UPDATE SET attempts = attempts + excluded.attempts
            """, .text(plugin), .number(attempts))
    }

    func end(loading plugin: String) throws { try run("DELETE FROM loading WHERE plugin = ?", .text(plugin)) }
}
