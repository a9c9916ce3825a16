import Synchronization
import TestSupport

/// A store of fifty controllers, some with states of several pages.
enum Sample {
    static let controllers: [StoredController] = (1...UInt64(50)).map { number in
        var numbers = Numbers(state: number)
        func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in .random(in: 0...255, using: &numbers) } }
        return StoredController(
            number: number, type: "sample.Class\(number % 5)", restorationIdentifier: "controller \(number) ☕",
            viewControllers: number.isMultiple(of: 5) ? [number - 1, number - 2] : [],
            selectedViewController: number.isMultiple(of: 5) ? number - 1 : 0, arguments: bytes(10),
            properties: bytes(100 + Int(number)), destroyed: number.isMultiple(of: 17) ? number : 0)
    }

    static let states: [UInt64: StoredState] = Dictionary(
        uniqueKeysWithValues: stride(from: 1, to: 50, by: 3).map { number in
            let content = [UInt8](repeating: UInt8(number), count: number % 2 == 0 ? 9000 : 300)
            return (UInt64(number), StoredState(type: "sample.Class", content: content))
        })

    static let nextNumber: UInt64 = 100

    /// The files of a closed store.
    static func closed() throws -> (file: [UInt8], log: [UInt8]) {
        let directory = try StateDirectory()
        directory.save(StoreChanges(controllers: controllers, states: states.mapValues { $0 }, nextNumber: nextNumber))
        return (try StateDirectory.read(directory.file), [])
    }

    /// The files of a killed process: half of the rows are in the log, in separate turns.
    static func killed() throws -> (file: [UInt8], log: [UInt8]) {
        let directory = try StateDirectory()
        let half = states.filter { $0.key <= 25 }
        directory.save(StoreChanges(controllers: Array(controllers.prefix(25)), states: half.mapValues { $0 }))
        let store = Store(directory: directory.path, durability: .power)
        defer { store.close() }
        store.waitForCheckpoint()
        store.commit(StoreChanges(nextNumber: nextNumber))
        for controller in controllers.dropFirst(25) {
            let state = states[controller.number].map { [controller.number: Optional($0)] } ?? [:]
            store.commit(StoreChanges(controllers: [controller], states: state))
        }
        return (try StateDirectory.read(directory.file), try StateDirectory.read(directory.log))
    }

    /// Returns the numbers of sample controllers that a store has lost or changed.
    static func missing(in contents: StoreContents) -> Set<UInt64> {
        let found = Set(contents.controllers)
        return Set(controllers.filter { !found.contains($0) }.map(\.number))
    }
}

/// The conditions that a store has reported.
final class Conditions: Sendable {
    private let reported = Mutex<[StoreCondition]>([])

    init(of store: Store) {
        store.onConditionChange = { [unowned self] condition in reported.withLock { $0.append(condition) } }
    }

    var all: [StoreCondition] { reported.withLock { $0 } }
}
