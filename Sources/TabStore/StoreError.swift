internal import CSQLite

/// Why state could not be read or written, as a sentence for people.
package struct StoreError: Error, CustomStringConvertible, Sendable {
    package let description: String
    /// It is the content that is wrong, not the place.
    let isDamage: Bool

    init(_ description: String, isDamage: Bool = false) {
        self.description = description
        self.isDamage = isDamage
    }

    /// - Parameters:
    ///   - what: what could not be done, such as "the state can't be written".
    ///   - path: the database's.
    init(_ what: String, _ error: any Error, at path: String) {
        guard let error = error as? SQLiteError else {
            self = error as? StoreError ?? StoreError("\(what): \(error)")
            return
        }
        let isFull = StoreFiles.isDiskFull(at: path)
        let reason =
            switch error.primaryCode {
            case SQLITE_FULL: "the disk is full"
            // Without room for the index of the log SQLite has an I/O error, or can't open a file.
            case SQLITE_IOERR where isFull, SQLITE_CANTOPEN where isFull: "the disk is full"
            case SQLITE_READONLY, SQLITE_PERM: "it may not be written"
            default: error.message
            }
        // What is wrong with the place may be different the next time; everything else lies in the file.
        let ofThePlace = [
            SQLITE_BUSY, SQLITE_CANTOPEN, SQLITE_FULL, SQLITE_INTERRUPT, SQLITE_IOERR, SQLITE_LOCKED, SQLITE_NOLFS,
            SQLITE_NOMEM, SQLITE_PERM, SQLITE_PROTOCOL, SQLITE_READONLY,
        ]
        self.init("\(what): \(reason)", isDamage: !ofThePlace.contains(error.primaryCode))
    }
}
