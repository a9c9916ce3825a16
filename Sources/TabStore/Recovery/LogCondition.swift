/// Whether the files of a store have every commit that a reply has confirmed, as found before SQLite opens them.
///
/// SQLite itself can't tell: it takes a log that ends early for a log that was never longer. But its index of the log,
/// which it maps into memory, survives the death of the process. The header of the index contains the number of frames
/// of the log, and how many of them are in the database. So a commit needs no further record.
enum LogCondition: Equatable {
    /// The log has every commit that is not in the database.
    case complete
    /// The log is missing or damaged, for this reason, but the database has all of its commits.
    case unneeded(String)
    /// Commits are lost, for this reason.
    ///
    /// - isUsable: Whether the log's commits before the loss belong to the database.
    case incomplete(String, isUsable: Bool)
    /// Nothing tells whether the log is complete, for this reason.
    case unknown(String)

    /// Examines the log of a database.
    ///
    /// - Parameter wasKilled: Whether the last process was killed, so there must be a log and its index.
    /// - Throws: if the log can't be read.
    init(of database: String, wasKilled: Bool) throws(StoreError) {
        let log = try LogFile(database + "-wal")
        if let index = LogIndex(database + "-shm"), index.frames == 0 || log.salts == nil || log.salts == index.salts {
            self.init(log, index)
        } else {
            self.init(log, wasKilled: wasKilled)
        }
    }

    private init(_ log: LogFile, _ index: LogIndex) {
        guard log.frames < index.frames || log.isDamaged && index.frames == 0 else {
            self = .complete
            return
        }
        if index.isInDatabase {
            self = .unneeded(log.reason)
        } else {
            // If the database has later pages than the log, the log would revert some of them.
            self = .incomplete(log.reason, isUsable: log.frames > 0 && log.frames >= index.framesInDatabase)
        }
    }

    /// Judges a log without an index, or with the index of another log.
    private init(_ log: LogFile, wasKilled: Bool) {
        switch log.state {
        case .missing: self = wasKilled ? .incomplete(log.reason, isUsable: false) : .complete
        case .damaged: self = .incomplete(log.reason, isUsable: false)
        case .empty, .readable:
            self = wasKilled ? .unknown("its index is missing or damaged, so its end can't be checked") : .complete
        }
    }

    /// Whether SQLite may read the log.
    var usesLog: Bool {
        switch self {
        case .complete, .unknown, .incomplete(_, isUsable: true): true
        case .unneeded, .incomplete: false
        }
    }

    var isIncomplete: Bool { if case .incomplete = self { true } else { false } }
}

/// The readable part of a write-ahead log.
///
/// See https://www.sqlite.org/fileformat2.html#the_write_ahead_log.
struct LogFile {
    enum State { case missing, empty, damaged, readable }

    let state: State
    /// The number of frames up to the last commit before the first damage. SQLite ignores the rest.
    private(set) var frames = 0
    /// The numbers that identify the log; nil without a valid header.
    private(set) var salts: [UInt8]?

    /// The number of frames that one read returns.
    private static let framesAtOnce = 64

    /// Reads the log at a path.
    ///
    /// - Throws: if it can't be read.
    init(_ path: String) throws(StoreError) {
        guard let head = try FileReader.head(of: path, count: LogHeader.size) else {
            state = .missing
            return
        }
        guard !head.isEmpty, LogHeader.isSound(head) else {
            state = head.isEmpty ? .empty : .damaged
            return
        }
        state = .readable
        salts = Array(head[16..<24])
        var checksum = LogChecksum(isBigEndian: head[3] & 1 == 1)
        checksum.add(head[..<24])
        var count = 0
        FileReader.readChunks(of: path, from: LogHeader.size, size: LogHeader.frameSize * Self.framesAtOnce) { chunk in
            var start = chunk.startIndex
            while start + LogHeader.frameSize <= chunk.endIndex {
                let frame = chunk[start..<start + LogHeader.frameSize]
                guard isValid(frame, &checksum) else { return false }
                count += 1
                // The size of the database after a commit; 0 within a transaction.
                if LogHeader.word(in: frame, at: 4) != 0 { frames = count }
                start += LogHeader.frameSize
            }
            return true
        }
    }

    private func isValid(_ frame: ArraySlice<UInt8>, _ checksum: inout LogChecksum) -> Bool {
        let start = frame.startIndex
        guard frame[start + 8..<start + 16].elementsEqual(salts ?? []) else { return false }
        checksum.add(frame[start..<start + 8])
        checksum.add(frame[(start + LogHeader.frameHeaderSize)...])
        return checksum.first == LogHeader.word(in: frame, at: 16)
            && checksum.second == LogHeader.word(in: frame, at: 20)
    }

    var isDamaged: Bool { state == .damaged }

    /// What is wrong with an incomplete log, as a part of a message.
    var reason: String {
        switch state {
        case .missing: "is missing, and the last process was killed"
        case .empty: "was emptied after the last process was killed"
        case .damaged: "has no valid header"
        case .readable: "ends early or is damaged"
        }
    }
}

/// The header of SQLite's index of the log.
///
/// See https://www.sqlite.org/walformat.html#the_wal_index_file_format. Its numbers have the byte order of the machine.
struct LogIndex {
    /// The number of frames of the log.
    let frames: Int
    /// The number of frames that are in the database.
    let framesInDatabase: Int
    /// Whether the database has all frames. Three numbers agree then, so one wrong bit does not pretend it.
    let isInDatabase: Bool
    /// The numbers that identify the log.
    let salts: [UInt8]

    private static let size = 136
    private static let headerSize = 48

    /// Reads the index at a path; nil if it is missing or damaged.
    init?(_ path: String) {
        guard let bytes = (try? FileReader.head(of: path, count: Self.size)) ?? nil, bytes.count == Self.size else {
            return nil
        }
        func word(_ offset: Int) -> UInt32 {
            bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
        }
        // There are two copies, so that one damaged copy is enough.
        let copies = [0, Self.headerSize].filter { start in
            var checksum = LogChecksum(isBigEndian: UInt32(1).bigEndian == 1)
            checksum.add(bytes[start..<start + 40])
            return word(start) == 3_007_000 && bytes[start + 12] == 1 && checksum.first == word(start + 40)
                && checksum.second == word(start + 44)
        }
        guard let start = copies.first else { return nil }
        frames = Int(word(start + 16))
        framesInDatabase = Int(word(96))
        isInDatabase = framesInDatabase == frames && Int(word(128)) == frames
        salts = Array(bytes[start + 32..<start + 40])
    }
}
