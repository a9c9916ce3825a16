@testable import TabStore

/// The numbers of the rows that SQLite reads one by one, and finds as they were.
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
