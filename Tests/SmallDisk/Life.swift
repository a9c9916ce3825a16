import Foundation
import Glibc
import TabStore

/// The work of one process with the store. It prints each failure.
struct Life {
    enum Role: String {
        /// Creates the store with a long log, and is killed.
        case prepare
        /// Starts on the full disk, makes a change, and is killed.
        case full
        /// Starts on the full disk, makes changes before and after there is space, and is killed.
        case room
        /// Starts with space, and closes the store.
        case check
    }

    let directory: String
    var stateDirectory: String { directory + "/tabd" }
    /// Exists if the change on the full disk was saved.
    private var savedMarker: String { directory + "/saved" }

    init(_ directory: String) { self.directory = directory }

    private static let rows = (1...UInt64(90)).map { number in
        StoredController(
            number: number, type: "sample.Class", restorationIdentifier: "controller \(number)",
            properties: [UInt8](repeating: UInt8(number), count: 500))
    }
    private static let state = StoredState(type: "sample.Class", content: [UInt8](repeating: 7, count: 6000))

    private static func new(_ number: UInt64) -> StoredController {
        StoredController(number: number, type: "sample.New", restorationIdentifier: "new \(number)")
    }

    private static func hasState(_ number: UInt64) -> Bool { number > 90 || number.isMultiple(of: 3) }

    func run(_ role: Role) throws {
        switch role {
        case .prepare: prepare()
        case .full:
            let store = open([])
            commit([91], store)
            check(store, [91])
            if store.condition == .saved { close(creat(savedMarker, 0o600)) }
            die(store)
        case .room:
            let store = open(access(savedMarker, F_OK) == 0 ? [91] : [])
            commit([91, 92], store)
            Filler(directory).remove()
            store.retry()
            commit([93], store)
            if case .unsaved(let reason) = store.condition { print("unsaved although there is space: \(reason)") }
            check(store, [91, 92, 93])
            die(store)
        case .check:
            let store = open([91, 92, 93])
            if case .unsaved(let reason) = store.condition { print("unsaved: \(reason)") }
            store.close()
        }
    }

    private func prepare() {
        let store = Store(directory: stateDirectory, durability: .power)
        // Waits for the checkpoint of the start. No other one is due, so all commits are only in the log.
        waitForDisk(store)
        for first in stride(from: 0, to: Self.rows.count, by: 3) {
            let rows = Array(Self.rows[first..<first + 3])
            store.commit(
                StoreChanges(controllers: rows, states: [rows[2].number: Self.state], nextNumber: rows[2].number + 1))
        }
        die(store)
    }

    private func open(_ more: [UInt64]) -> Store {
        let store = Store(directory: stateDirectory, durability: .power)
        check(store, more)
        // Waits until a checkpoint without space has failed.
        waitForDisk(store)
        return store
    }

    private func commit(_ numbers: [UInt64], _ store: Store) {
        for number in numbers {
            store.commit(
                StoreChanges(
                    controllers: [Self.new(number)], states: [number: Self.state], nextNumber: number + 1))
        }
    }

    private func waitForDisk(_ store: Store) {
        let isDone = DispatchSemaphore(value: 0)
        store.whenCommitted { isDone.signal() }
        isDone.wait()
    }

    /// Ends the process before the store is closed.
    private func die(_ store: Store) {
        fflush(nil)
        kill(getpid(), SIGKILL)
        withExtendedLifetime(store) {}
    }

    /// Checks that the store is complete and its files are in place.
    private func check(_ store: Store, _ more: [UInt64]) {
        let contents = store.load()
        // Every other start lacks the index of the log.
        for notice in store.notices where !notice.contains("its index is missing") { print("notice: \(notice)") }
        let expected = Self.rows + more.map(Self.new)
        let missing = Set(expected).subtracting(contents.controllers).map(\.number).sorted()
        if !missing.isEmpty { print("missing: \(missing)") }
        let extra = Set(contents.controllers).subtracting(expected).map(\.number).sorted()
        if !extra.isEmpty { print("too many: \(extra)") }
        let states = expected.map(\.number).filter { Self.hasState($0) && store.state(of: $0) != Self.state }
        if !states.isEmpty { print("without state: \(states)") }
        if contents.nextNumber <= expected.count { print("the next number is \(contents.nextNumber)") }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: stateDirectory)) ?? []
        for name in names where name.contains("broken") || name.hasSuffix(".new") { print("unexpected file \(name)") }
        guard case .unsaved(let reason) = store.condition, !reason.hasSuffix(": the disk is full") else { return }
        print("reason: \(reason)")
    }
}
