import Foundation
import TestSupport

@testable import TabStore

/// For any damage to any of the files: if a view controller is missing after the restart, the notices say so. And no
/// number is used again.
///
/// Each seed kills a store at another moment and damages one to three of its files. `TABD_SEED` repeats one, and
/// `TABD_STRESS=1` runs more.
@Suite struct LossReportTests {
    private static let names = [
        "tabd.sqlite", "tabd.sqlite", "tabd.sqlite-wal", "tabd.sqlite-wal", "tabd.sqlite-wal", "tabd.sqlite-shm",
        "tabd.open", "tabd.lock", "tabd.sqlite.backup-1", "tabd.sqlite.backup-2",
    ]

    /// The files of a killed process, and what it had confirmed.
    private struct Killed {
        let directory: StateDirectory
        let confirmed: Set<UInt64>
        /// The numbers that were destroyed after a backup had them.
        let destroyed: Set<UInt64>
        /// All numbers below this one may have been given.
        let end: UInt64
    }

    @Test func `whatever is damaged, a lost view controller is reported and no number is used again`() async throws {
        let moments = try await [0, 1, 2, 3].asyncMap { try await Self.kill(at: $0) }
        for seed in Stress.rounds(160, long: 20_000) {
            var numbers = Numbers(state: seed)
            guard let killed = moments.randomElement(using: &numbers) else { continue }
            try check(killed, seed, &numbers)
        }
    }

    /// Runs a store and copies its files at one of four moments: with everything in the log, at rest after a backup, with
    /// changes after the backup, and after a stop.
    private static func kill(at moment: Int) async throws -> Killed {
        var schedule = BackupSchedule()
        (schedule.rest, schedule.interval) = (moment == 0 ? .seconds(600) : .milliseconds(1), .zero)
        let directory = try StateDirectory()
        let store = Store(directory: directory.path, durability: .power, backups: schedule)
        _ = store.load()
        store.waitForCheckpoint()
        _ = store.reserveNumbers(below: 150)
        for controller in Sample.controllers.prefix(40) { store.commit(StoreChanges(controllers: [controller])) }
        var confirmed = Set(1...UInt64(40))
        var destroyed: Set<UInt64> = []
        if moment > 0 {
            let deadline = TestTimeout.deadline
            let backup = directory.file + ".backup-1"
            func rows() -> Int? { try? StoreInspection(backup).database?.readControllers().count }
            while try !StateDirectory.read(directory.log).isEmpty || rows() != 40, ContinuousClock.now < deadline {
                store.maintain()
                try await Task.sleep(for: .milliseconds(5))
            }
        }
        if moment > 1 {
            store.commit(StoreChanges(removed: [7, 8]))
            (destroyed, confirmed) = ([7, 8], confirmed.subtracting([7, 8]))
            for controller in Sample.controllers.suffix(10) { store.commit(StoreChanges(controllers: [controller])) }
            confirmed.formUnion(41...50)
        }
        let copy = try StateDirectory()
        if moment == 3 { store.close(within: Int(TestTimeout.milliseconds)) }
        try FileManager.default.copyItem(atPath: directory.path, toPath: copy.path)
        return Killed(directory: copy, confirmed: confirmed, destroyed: destroyed, end: 150)
    }

    private func check(_ killed: Killed, _ seed: UInt64, _ numbers: inout Numbers) throws {
        let directory = try StateDirectory()
        try FileManager.default.copyItem(atPath: killed.directory.path, toPath: directory.path)
        var damage: [String] = []
        var damaged: Set<String> = []
        for _ in 0..<([1, 1, 2, 3].randomElement(using: &numbers) ?? 1) {
            let name = Self.names.randomElement(using: &numbers) ?? ""
            guard FileManager.default.fileExists(atPath: directory.path + "/" + name) else { continue }
            damage.append("\(name) \(try Self.damage(directory.path + "/" + name, &numbers))")
            damaged.insert(name)
        }
        let what = "seed \(seed): \(damage.joined(separator: ", "))"
        let isSound = Self.isSound(directory)
        let (store, contents) = directory.open()
        defer { store.close(within: Int(TestTimeout.milliseconds)) }
        #expect(store.condition == .saved, "\(what)")
        let missing = killed.confirmed.subtracting(contents.controllers.map(\.number))
        // SQLite does not notice some wrong bits in rows, and without all three nothing shows that a log existed.
        let isUnnoticeable =
            isSound && damaged.contains("tabd.sqlite")
            || damaged.isSuperset(of: ["tabd.sqlite-wal", "tabd.sqlite-shm", "tabd.open"])
        #expect(missing.isEmpty || !contents.notices.isEmpty || isUnnoticeable, "\(what): \(missing.sorted()) is lost")
        // Without damage to the database and the log, nothing is lost and nothing comes back.
        if damaged.isDisjoint(with: ["tabd.sqlite", "tabd.sqlite-wal"]) {
            #expect(missing.isEmpty, "\(what): \(missing.sorted()) is lost")
            let back = killed.destroyed.intersection(contents.controllers.map(\.number))
            #expect(back.isEmpty, "\(what): \(back.sorted()) came back")
        }
        // A wrong number in the marker needs another damage to matter.
        if damaged.count < 2 || !damaged.contains("tabd.open") {
            #expect(contents.nextNumber >= killed.end, "\(what): \(contents.nextNumber)")
        }
    }

    /// Whether SQLite finds no damage in the database with its log.
    private static func isSound(_ directory: StateDirectory) -> Bool {
        (try? StoreInspection(directory.file))?.condition == .sound
    }

    /// Damages a file; returns how.
    private static func damage(_ path: String, _ numbers: inout Numbers) throws -> String {
        var bytes = try StateDirectory.read(path)
        let kind = Int.random(in: 0..<5, using: &numbers)
        if kind == 0 || bytes.isEmpty {
            try FileManager.default.removeItem(atPath: path)
            return "removed"
        }
        switch kind {
        case 1:
            bytes = []
        case 2:
            bytes.removeLast(.random(in: 1...bytes.count, using: &numbers))
        case 3:
            for _ in 0..<Int.random(in: 1...3, using: &numbers) {
                bytes[.random(in: 0..<bytes.count, using: &numbers)] ^=
                    UInt8(1) << Int.random(in: 0..<8, using: &numbers)
            }
        default:
            let start = Int.random(in: 0..<bytes.count, using: &numbers)
            let end = min(bytes.count, start + .random(in: 1...8192, using: &numbers))
            bytes.replaceSubrange(start..<end, with: repeatElement(0, count: end - start))
        }
        try StateDirectory.write(bytes, to: path)
        return ["", "emptied", "cut to \(bytes.count) bytes", "flipped", "zeroed in part"][kind]
    }
}

extension Sequence {
    fileprivate func asyncMap<Value>(_ transform: (Element) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await transform(element)) }
        return values
    }
}
