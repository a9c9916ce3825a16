package import DBusInterface

/// Objects in pieces, for trees that are too large for one reply.
extension ObjectTree {
    /// Announces all changes, as before every read. The objects of a piece are then those that have been announced, and the
    /// signals after it keep them correct.
    package func prepareRead() {
        delegate?.willRead(ObjectManagerInterface.name, at: managerPath)
        announceChanges()
        delegate?.willReplyToRead()
    }

    /// Writes objects until the piece is full, as the entries of an `a{oa{sa{sv}}}`.
    ///
    /// - Parameters:
    ///   - paths: The objects in order. Those that don't exist are skipped.
    ///   - count: The maximum number of objects.
    ///   - size: The number of bytes after which no further object is written.
    /// - Returns: The path of the last object of a full piece; nil if nothing is left.
    package func writePiece(
        of paths: some Sequence<ObjectPath>, count: Int, size: Int, to writer: any DBusWriter
    ) throws(DBusError) -> ObjectPath? {
        let start = Self.size(of: writer)
        var written = 0
        var last: ObjectPath?
        for path in paths {
            guard let node = nodes[path.text] else { continue }
            if let last, written >= count || Self.size(of: writer) - start >= size { return last }
            try writer.open(.dictionaryEntry)
            try writer.write(path)
            try write(node.interfaces, to: writer)
            try writer.close()
            written += 1
            last = path
        }
        return nil
    }

    private static func size(of writer: any DBusWriter) -> Int { (writer as? any LongMessageWriter)?.size ?? 0 }
}
