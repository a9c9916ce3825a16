import Foundation
import TestSupport

@testable import TabStore

/// For any damage to the files, the daemon starts, reports the damage, serves the undamaged state, and saves.
///
/// `TABD_STRESS=1` damages 4000 stores, and `TABD_SEED` chooses the first damage.
@Suite(.bus) struct MutatedStartTests {
    @Test(arguments: 0..<4)
    func `stress: a daemon starts on any damaged store with all readable state`(part: UInt64) async throws {
        let seeds = Stress.seeds(80, long: 4000)
        let faults = try await Self.run(seeds.filter { $0 % 4 == part })
        for fault in faults { Issue.record("\(fault)") }
    }

    @EventLoop private static func run(_ seeds: [UInt64]) async throws -> [String] {
        let sample = try await DaemonSample()
        let images = [sample.closed, sample.killed]
        let faults = Failures()
        let client = try BusClient()
        var done = 0
        for seed in seeds where !Stress.isOver {
            done += 1
            var numbers = Numbers(state: seed)
            var image = images[Int(seed % 2)]
            let mutation = Mutation(of: &image, &numbers)
            let readable = try ReadableRows(image, like: sample.rows, sample.states)
            let round = Round(
                sample: sample, image: image, what: "TABD_SEED=\(seed): \(mutation.description.prefix(300))",
                controllers: readable.controllers, states: readable.states,
                isLogUnknown: mutation.touched[.log] != nil && mutation.touched[.index] != nil, faults: faults)
            try await round.run(client)
        }
        Stress.report("damaged stores", done, of: seeds.count)
        return faults.texts
    }

    /// One damaged store.
    @EventLoop private struct Round {
        let sample: DaemonSample
        let image: StoreImage
        let what: String
        /// The rows that SQLite can read.
        let controllers: Set<UInt64>
        let states: Set<UInt64>
        /// Whether the log is damaged, and its index can't tell that it was longer.
        let isLogUnknown: Bool
        let faults: Failures

        func run(_ client: BusClient) async throws {
            let directory = try StateDirectory(image)
            let log = directory.parent + "/log"
            let daemon = try await DaemonProcess.start(
                environment: ["XDG_STATE_HOME": directory.parent], log: log)
            let state = try await client.manager.storeState
            let reason = try await client.manager.storeReason
            expect(state == "saved", "it is \(state): \(reason)")
            let logged = try String(contentsOfFile: log, encoding: .utf8)
            let objects = try await client.objectManager(TabNames.root).getManagedObjects()
            for number in controllers.sorted() {
                guard let expected = sample.controllers[number] else { continue }
                let found = objects[TabNames.viewController(number)]?[ViewControllerInterface.name]
                // The row is readable, but a damaged row has the same number.
                guard found != nil || !logged.contains("view controller \(number) is skipped") else { continue }
                expect(
                    found?["Title"] == .string(expected.title),
                    "\(number) \(expected.title) is now \(String(describing: found?["Title"]))")
                expect(
                    found?["RestorationIdentifier"] == .string(expected.identifier)
                        || logged.contains("view controller \(number) has the restoration identifier"),
                    "\(expected.title) has another identifier: \(logged)")
            }
            try check(directory, reason, logged, Set(objects.keys))
            let late = try await client.manager.createTabBarController(["RestorationIdentifier": .string("late")])
            expect(objects[late] == nil, "\(late) was given twice")
            // A crash: everything that the reply has confirmed must be saved.
            await daemon.kill()
            checkNext(directory, late, logged)
        }

        /// Checks that files were moved aside unchanged, and that this and every loss is reported.
        private func check(
            _ directory: StateDirectory, _ reason: String, _ log: String, _ found: Set<ObjectPath>
        ) throws {
            let broken = directory.file + ".broken-1"
            if FileManager.default.fileExists(atPath: broken) || FileManager.default.fileExists(atPath: broken + "-wal")
            {
                if !FileManager.default.fileExists(atPath: broken) {
                    expect(try StateDirectory.read(broken + "-wal") == image.log, "changed: \(log)")
                } else if reason.contains("the unchanged state was copied to \(broken)") {
                    let before = try StateDirectory(image)
                    // The daemon may have repaired the header of the log, without which SQLite finds no tables.
                    let rows = withExtendedLifetime(before) { try? StateDirectory.rows($0.file) }
                    expect(rows == nil || (try? StateDirectory.rows(broken)) == rows, "the copy has other rows: \(log)")
                } else if !image.file.isEmpty, image.log.isEmpty || !reason.contains("can't be opened") {
                    // SQLite moves the log into a file that it can't open.
                    expect(try StateDirectory.read(broken) == image.file, "changed: \(log)")
                }
                expect(reason.contains(broken), "\(broken) is not reported: '\(reason)'")
                expect(log.contains(broken), "\(broken) is not in the log: '\(log)'")
            } else {
                expect(
                    reason.isEmpty || reason.contains("left out") || reason.contains("skipped")
                        || reason.contains("write-ahead log "),
                    "nothing was set aside, but: \(reason)")
                let isWhole = sample.controllers.keys.allSatisfy { found.contains(TabNames.viewController($0)) }
                expect(
                    isWhole || !reason.isEmpty || isLogUnknown,
                    "something is lost, and nobody says so")
            }
        }

        /// Checks the store after the daemon's end.
        private func checkNext(_ directory: StateDirectory, _ late: ObjectPath, _ log: String) {
            let store = Store(directory: directory.path)
            defer { store.close() }
            let contents = store.load()
            expect(store.condition == .saved && contents.notices.isEmpty, "left broken: \(contents.notices)")
            let rows = Dictionary(contents.controllers.map { ($0.number, $0) }) { first, _ in first }
            expect(
                TabNames.number(of: late).map { rows[$0]?.restorationIdentifier } == "late",
                "a confirmed change is lost")
            for number in controllers { expect(rows[number] != nil, "the row \(number) is lost") }
            for number in states where isIdentified(number, in: rows) {
                expect(store.state(of: number) == sample.states[number], "the state of \(number) is lost: \(log)")
            }
        }

        /// Whether a controller and all its containers still have restoration identifiers: if the damage has emptied one, the
        /// controllers below it start without a state (`I-6`).
        private func isIdentified(_ number: UInt64, in rows: [UInt64: StoredController]) -> Bool {
            guard let row = rows[number], !row.restorationIdentifier.isEmpty else { return false }
            return sample.rows.filter { $0.viewControllers.contains(number) }
                .allSatisfy { isIdentified($0.number, in: rows) }
        }

        private func expect(_ condition: @autoclosure () throws -> Bool, _ text: @autoclosure () -> String) {
            let isTrue = (try? condition()) ?? false
            faults.expect(isTrue, "\(what): \(text())")
        }
    }
}
