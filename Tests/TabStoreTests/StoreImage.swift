/// The files of a store, as bytes.
struct StoreImage {
    /// One of the files.
    enum Part: String, CaseIterable {
        case file
        /// The write-ahead log.
        case log
        /// SQLite's index of the log, which a process that was killed leaves behind.
        case index
    }

    var file: [UInt8]
    var log: [UInt8] = []
    var index: [UInt8] = []

    subscript(part: Part) -> [UInt8] {
        get {
            switch part {
            case .file: file
            case .log: log
            case .index: index
            }
        }
        set {
            switch part {
            case .file: file = newValue
            case .log: log = newValue
            case .index: index = newValue
            }
        }
    }
}
