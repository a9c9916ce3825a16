internal import GRDB

/// The tables, and how an older store gets them. What a migration says is never changed again.
enum Schema {
    /// How every SQLite file begins.
    static let magic = "SQLite format 3\0"

    /// Says in the header of the file whose it is: `tabd`.
    static let applicationID = 0x7461_6264

    static let tables = ["view_controller", "restorable_state", "counter", "loading", "restoring"]

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 numbers") { database in
            try database.create(table: "counter") { table in
                table.primaryKey("name", .text)
                table.column("next", .integer).notNull()
            }
        }
        migrator.registerMigration("2 loading") { database in
            try database.create(table: "loading") { table in
                table.primaryKey("plugin", .text)
                table.column("attempts", .integer).notNull()
            }
        }
        migrator.registerMigration("3 restoration") { database in
            try database.execute(
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
                    """)
        }
        return migrator
    }
}
