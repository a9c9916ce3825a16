internal import CSQLite
internal import GRDB

extension Database {
    /// Sets whether the last connection to a database moves the log into it, and removes the log, when it closes.
    ///
    /// SQLite does so by default, also for a store that could not be opened, and without waiting for the disk.
    func checkpointsOnClose(_ isOn: Bool) throws {
        guard set_checkpoint_on_close(sqliteConnection, isOn ? 1 : 0) == SQLITE_OK else {
            throw DatabaseError(resultCode: .SQLITE_ERROR)
        }
    }
}
