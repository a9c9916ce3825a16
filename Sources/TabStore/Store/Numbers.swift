/// The numbers of view controllers, which are never used twice. A number is reserved before it is used.
extension Store {
    /// Reserves all numbers below `end`, so that no later process uses them.
    ///
    /// - Returns: Whether a file has the reservation. On a full disk the marker has it until the database can.
    package func reserveNumbers(below end: UInt64) -> Bool {
        commit(StoreChanges(nextNumber: end))
        if unsaved.changes.nextNumber == nil { return true }
        // The files of another process or of a newer version stay unchanged, and unread files may have any numbers.
        guard unsaved.numbers.areKnown, access.canWriteMarker else { return false }
        return files.writeMarker(max(end, files.markedNumber), isOpening: isOpen ? false : nil)
    }

    /// Releases the unused numbers from `next` to `reserved`.
    package func releaseNumbers(upTo reserved: UInt64, from next: UInt64) {
        // Written first: a higher number in the marker than in the database means that changes are lost.
        if isOpen { files.writeMarker(next) }
        record { try $0.releaseNumbers(upTo: reserved, from: next) }
    }
}
