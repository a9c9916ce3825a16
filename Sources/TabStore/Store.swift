internal import Foundation
internal import GRDB

/// The state on disk: one SQLite file (WAL) in the state directory. The only type that talks to the database.
///
/// A commit survives the death of the process at any moment. Nothing here waits for the disk.
package final class Store {
    private let database: DatabaseQueue

    /// Opens, or makes, `tabd.sqlite` in a directory that only the user may enter.
    package init(directory: String) throws(StoreError) {
        do {
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            var configuration = Configuration()
            configuration.prepareDatabase { database in
                try database.execute(sql: "PRAGMA journal_mode = WAL")
                try database.execute(sql: "PRAGMA synchronous = NORMAL")
                try database.execute(sql: "PRAGMA cache_size = -256")
            }
            database = try DatabaseQueue(path: directory + "/tabd.sqlite", configuration: configuration)
            try Self.migrator.migrate(database)
        } catch {
            throw StoreError("the state in \(directory) can't be opened: \(error)")
        }
    }

    private static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 numbers") { database in
            try database.create(table: "counter") { table in
                table.primaryKey("name", .text)
                table.column("next", .integer).notNull()
            }
        }
        return migrator
    }

    /// The first number that no view controller ever had.
    package func nextNumber() throws(StoreError) -> UInt64 {
        do {
            let next = try database.read { database in
                try Int64.fetchOne(database, sql: "SELECT next FROM counter WHERE name = 'view_controller'")
            }
            return UInt64(max(1, next ?? 1))
        } catch {
            throw StoreError("the state can't be read: \(error)")
        }
    }

    /// Gives back the numbers from `next` on of those that were noted up to `reserved`, unless somebody else has noted
    /// more meanwhile.
    package func giveBack(_ reserved: UInt64, from next: UInt64) throws(StoreError) {
        do {
            try database.write { database in
                try database.execute(
                    sql: "UPDATE counter SET next = ? WHERE name = 'view_controller' AND next = ?",
                    arguments: [Int64(clamping: next), Int64(clamping: reserved)])
            }
        } catch {
            throw StoreError("the state can't be written: \(error)")
        }
    }

    /// Notes that numbers below `next` may be in use; it never goes back, whoever else writes.
    package func setNextNumber(_ next: UInt64) throws(StoreError) {
        do {
            try database.write { database in
                try database.execute(
                    sql: """
                        INSERT INTO counter (name, next) VALUES ('view_controller', ?)
                        ON CONFLICT (name) DO UPDATE SET next = max(next, excluded.next)
                        """,
                    arguments: [Int64(clamping: next)])
            }
        } catch {
            throw StoreError("the state can't be written: \(error)")
        }
    }
}
