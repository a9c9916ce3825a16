@testable import TabStore

/// The files of a store, as bytes.
struct StoreImage {
    /// One of the files.
    enum Part: String, CaseIterable {
        case file
        /// The write-ahead log.
        case log
        /// SQLite's index of the log, which a killed process leaves behind.
        case index

        fileprivate var content: WritableKeyPath<StoreImage, [UInt8]> {
            switch self {
            case .file: \.file
            case .log: \.log
            case .index: \.index
            }
        }
    }

    var file: [UInt8]
    var log: [UInt8] = []
    var index: [UInt8] = []

    subscript(part: Part) -> [UInt8] {
        get { self[keyPath: part.content] }
        set { self[keyPath: part.content] = newValue }
    }
}

/// The numbers of the rows that SQLite can read unchanged.
struct ReadableRows {
    private(set) var controllers: Set<UInt64> = []
    private(set) var states: Set<UInt64> = []

    init(_ image: StoreImage, like controllers: [StoredController], _ states: [UInt64: StoredState]) throws {
        let copy = try StateDirectory(image)
        guard let database = try? Database(copy.file) else { return }
        for controller in controllers {
            let sql = "SELECT \(StoredController.columns) FROM view_controller WHERE number = ?"
            let rows = try? database.rows(sql, .number(controller.number), transform: StoredController.init(row:))
            if rows?.first == controller { self.controllers.insert(controller.number) }
        }
        for (number, state) in states where (try? database.readState(of: number)) == state {
            self.states.insert(number)
        }
    }
}
