import TestSupport
import Testing

@testable import TabStore

/// Whatever happens to the bytes, the store opens, and has all that could be read.
@Suite struct MutationTests {
    @Test func `a damaged store of a process that was closed or killed has every row that SQLite could give`() throws {
        let stores = [try Sample.closed(), try Sample.killed()].map { StoreImage(file: $0.file, log: $0.log) }
        for seed in Stress.seeds(200, long: 20_000) {
            var numbers = Numbers(state: seed)
            var image = stores[Int(seed % 2)]
            let mutation = Mutation(of: &image, &numbers)
            try check(image.file, image.log, "seed \(seed): \(mutation)")
        }
    }

    private func check(_ file: [UInt8], _ log: [UInt8], _ what: String) throws {
        let readable = try Self.readable(file, log)
        let directory = try StateDirectory(file: file, log: log)
        let store = Store(directory: directory.path)
        let contents = store.load()
        #expect(store.condition == .saved, "\(what)")
        let found = Set(contents.controllers)
        // When a flipped bit makes two rows have one number, either may be the one that is found.
        let numbers = Set(found.map(\.number))
        let lost = readable.controllers.subtracting(found).map(\.number)
        #expect(lost.count <= 1 && numbers.isSuperset(of: lost), "\(what): \(lost)")
        for (number, state) in readable.states { #expect(store.state(of: number) == state, "\(what): state \(number)") }
        let highest = contents.controllers.map(\.number).max() ?? 0
        #expect(contents.nextNumber > highest, "\(what)")
        // What was set aside is what was there.
        if try directory.names.contains("tabd.sqlite.broken-1") {
            #expect(try StateDirectory.read(directory.file + ".broken-1") == file, "\(what)")
            #expect(contents.notices.count == 1, "\(what)")
        }
        let late = StoredController(number: contents.nextNumber, type: "sample.Late")
        store.commit(StoreChanges(controllers: [late], nextNumber: late.number + 1))
        store.close(within: Int(Patience.wait))
        let again = Store(directory: directory.path)
        let next = again.load()
        #expect(again.condition == .saved, "\(what)")
        #expect(next.notices.isEmpty, "\(what)")
        #expect(next.controllers == contents.controllers + [late], "\(what)")
    }

    /// The rows, as they were, that SQLite gives one by one.
    private static func readable(
        _ file: [UInt8], _ log: [UInt8]
    ) throws -> (controllers: Set<StoredController>, states: [UInt64: StoredState]) {
        let copy = try StateDirectory(file: file, log: log)
        guard let database = try? Database(copy.file) else { return ([], [:]) }
        var controllers: Set<StoredController> = []
        var states: [UInt64: StoredState] = [:]
        for controller in Sample.controllers {
            let sql = "SELECT \(StoredController.columns) FROM view_controller WHERE number = ?"
            let rows = try? database.rows(sql, .number(controller.number), transform: StoredController.init(row:))
            if rows?.first == controller { controllers.insert(controller) }
        }
        for (number, state) in Sample.states where (try? database.readState(of: number)) == state {
            states[number] = state
        }
        return (controllers, states)
    }
}
