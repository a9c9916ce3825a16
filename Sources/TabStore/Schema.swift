/// The tables, and how an older store gets them.
enum Schema {
    /// Has the names of the migrations, as the first versions of the program called it.
    static let migrationTable = "grdb_migrations"

    /// Says in the header of the file whose it is: `tabd`.
    static let applicationID = 0x7461_6264

    static let tables = ["view_controller", "restorable_state", "counter", "loading", "restoring"]

    /// What a migration says is never changed again.
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
    ]
}
