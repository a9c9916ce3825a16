import DBusConnection
import DBusInterface
import Foundation
import TabInterface
import TabModel
import TestSupport
import Testing

/// Several clients do anything at all; the model says what should come of it.
///
/// `TABD_STRESS=1` makes many more rounds, and `TABD_SEED` chooses the first.
@Suite(.serialized) struct BusStressTests {
    private static let isLong = ProcessInfo.processInfo.environment["TABD_STRESS"] == "1"

    private static var firstSeed: UInt64 {
        let chosen = ProcessInfo.processInfo.environment["TABD_SEED"].flatMap(UInt64.init)
        return chosen ?? (isLong ? .random(in: 1...1_000_000_000) : 1)
    }

    @Test func `stress: the daemon is what the model is, and what its signals told`() async throws {
        let seed = Self.firstSeed
        let rounds: UInt64 = Self.isLong ? 400 : 2
        print("stress: seed \(seed), \(rounds) rounds")
        var operations = 0
        for round in seed..<seed + rounds {
            let fault = try await Self.run(try PrivateBus(), round, &operations)
            guard fault == nil else {
                Issue.record("TABD_SEED=\(round): \(fault ?? "")")
                print("stress: seed \(seed), \(operations) operations, failed with seed \(round)")
                return
            }
        }
        print("stress: seed \(seed), \(operations) operations, ok")
    }

    /// One round on a bus of its own; returns what went wrong.
    @EventLoop private static func run(
        _ bus: PrivateBus, _ seed: UInt64, _ operations: inout Int
    ) async throws -> String? {
        let round = try await StressRound(bus, seed)
        for batch in 0..<20 {
            if let fault = try await round.batch() {
                return "batch \(batch): \(fault)\n\(round.history.joined(separator: "\n"))"
            }
        }
        operations += round.count
        return await round.daemon.stop() == 0 ? nil : "tabd did not stop in order"
    }
}

/// A daemon, some clients that come and go, and one that listens.
@EventLoop
private final class StressRound {
    let daemon: DaemonProcess
    private let bus: PrivateBus
    private let observer: BusClient
    private var clients: [BusClient] = []
    private var numbers: Numbers
    private var oracle: StressOracle
    private var mirror: ObjectMirror
    private(set) var count = 0
    /// What was done since the last comparison that went well.
    private(set) var history: [String] = []

    init(_ bus: PrivateBus, _ seed: UInt64) async throws {
        self.bus = bus
        daemon = try await DaemonProcess.start(on: bus)
        observer = try BusClient(on: bus)
        try await observer.subscribe()
        mirror = ObjectMirror(try await observer.managedObjects())
        numbers = Numbers(state: seed)
        // The first number that the daemon gives tells those that follow.
        let first = try await observer.register()
        oracle = StressOracle(nextID: TabNames.number(of: first) ?? 0)
        _ = oracle.perform(.register, by: observer.connection.uniqueName)
        for _ in 0..<3 { clients.append(try BusClient(on: bus)) }
    }

    /// Some clients do something, one after the other but without waiting in between; then all is compared.
    func batch() async throws -> String? {
        history = []
        for _ in 0..<4 {
            let client = Int.random(in: 0..<clients.count, using: &numbers)
            if Int.random(in: 0..<12, using: &numbers) == 0 {
                try await replace(client)
            } else if let fault = await act(clients[client], Int.random(in: 1...6, using: &numbers)) {
                return fault
            }
        }
        try await observer.barrier()
        mirror.apply(observer.signals)
        observer.forgetSignals()
        let objects = try await observer.managedObjects()
        let differences = oracle.differences(from: objects) + mirror.differences(from: objects)
        return differences.isEmpty ? nil : differences.prefix(20).joined(separator: "\n")
    }

    private func act(_ client: BusClient, _ operations: Int) async -> String? {
        let name = client.connection.uniqueName
        var replies: [(StressOperation, expected: String, Task<String, Never>)] = []
        for _ in 0..<operations {
            let operation = StressOperation.random(in: oracle.model, &numbers)
            let expected = oracle.perform(operation, by: name)
            history.append("\(name) \(operation): \(expected)")
            replies.append((operation, expected, Task.immediate { @EventLoop in await client.perform(operation) }))
        }
        count += operations
        for (operation, expected, reply) in replies {
            let found = await reply.value
            // Attach is answered at the turn's end, when the root may be gone already.
            if case .attach(let root, _, _) = operation, found == "UnknownObject", !oracle.model.contains(root) {
                continue
            }
            guard found == expected else { return "\(operation) gave \(found), expected \(expected)" }
        }
        return nil
    }

    /// A client dies, and another one comes.
    private func replace(_ index: Int) async throws {
        let name = clients[index].connection.uniqueName
        clients[index].connection.close()
        clients[index] = try BusClient(on: bus)
        try await observer.left(name)
        oracle.leave(name)
        history.append("\(name) leaves")
    }
}
