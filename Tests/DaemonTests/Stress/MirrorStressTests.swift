import Foundation
import TabMirror
import TestSupport

@testable import TabControl

/// A mirror that is updated by signals equals a new reply of Attach, and agrees with GetManagedObjects.
@EventLoop @Suite(.bus) struct MirrorStressTests {
    @Test(.whileThereIsTime, arguments: Stress.seeds(3, long: 100))
    func `stress: a mirror that follows the signals equals the tree`(seed: UInt64) async throws {
        try await DaemonProcess.start()
        let round = try await Round(seed)
        for batch in 0..<40 {
            try await round.act()
            let failures = try await round.compare()
            guard failures.isEmpty else {
                Issue.record("TABD_SEED=\(seed), batch \(batch): \(failures.prefix(5))\n\(round.history)")
                break
            }
        }
        // Otherwise nothing was tested, or only Attach itself.
        #expect(round.followed > 5 && round.changes > 0, "\(round.followed) batches, \(round.changes) changes")
    }

    /// Clients with random operations, and a client that follows one of the tab bar controllers.
    @EventLoop private final class Round {
        private let follower: BusClient
        private let clients: [BusClient]
        private var numbers: Numbers
        private var oracle: StressOracle
        private var tree: TabTree?
        private(set) var history: [String] = []
        /// The number of batches after which the signals alone were complete.
        private(set) var followed = 0
        private(set) var changes = 0
        /// The number of batches since the last one that changed the tree, and the number of changes by then.
        private var quiet = (batches: 0, changes: 0)

        init(_ seed: UInt64) async throws {
            numbers = Numbers(state: seed)
            follower = try BusClient()
            clients = [try BusClient(), try BusClient()]
            let first = try await clients[0].register()
            oracle = StressOracle(nextID: TabNames.number(of: first) ?? 0)
            _ = oracle.perform(.register, by: clients[0].connection.uniqueName)
        }

        func act() async throws {
            history = []
            for _ in 0..<6 {
                let client = clients[.random(in: 0..<clients.count, using: &numbers)]
                let operation = StressOperation.random(in: oracle.model, &numbers)
                _ = oracle.perform(operation, by: client.connection.uniqueName)
                history.append("\(operation): \(await client.perform(operation))")
            }
            try await follower.barrier()
        }

        /// The differences of the tree from a new reply.
        func compare() async throws -> [String] {
            quiet = changes > quiet.changes ? (0, changes) : (quiet.batches + 1, changes)
            // The operations may concern only other trees.
            if tree?.isDestroyed != false || quiet.batches > 5 {
                tree = try await newTree()
                quiet.batches = 0
            }
            guard var tree else { return [] }
            for signal in follower.signals {
                changes += tree.receive(signal.member, of: signal.interface, from: signal.path, signal.arguments).count
            }
            follower.clearSignals()
            defer { self.tree = tree }
            guard !tree.isDestroyed else { return [] }
            var strays = tree.isIncomplete ? [] : try await differences(from: tree)
            let (objects, views, before) = try await attach(to: tree.controller)
            // Changes by timers meanwhile were announced as well.
            if !before.isEmpty { strays = [] }
            for signal in before {
                changes += tree.receive(signal.member, of: signal.interface, from: signal.path, signal.arguments).count
            }
            guard !tree.isDestroyed else { return [] }
            let isComplete = !tree.isIncomplete
            let news = tree.replaceAll(objects, views)
            if isComplete { followed += 1 }
            var failures = isComplete ? news.map { "not announced: \($0)" } : []
            if tree.objects != objects { failures.append("the objects are \(objects), known as \(tree.objects)") }
            for (path, view) in views where tree.views[path]?.snapshot != view {
                failures.append("the view of \(path) is \(view), known as \(String(describing: tree.views[path]))")
            }
            let late = try await differences(from: tree)
            return failures + strays + (follower.signals.isEmpty ? late : [])
        }

        /// The differences of the tree from GetManagedObjects, for the controller and everything in it or presented
        /// over it.
        private func differences(from tree: TabTree) async throws -> [String] {
            let all = try await follower.objectManager(TabNames.root).getManagedObjects()
            var members: Set<ObjectPath> = [tree.controller]
            var isGrowing = true
            while isGrowing {
                let more = all.filter { path, interfaces in
                    let values = interfaces[ViewControllerInterface.name] ?? [:]
                    return !members.contains(path)
                        && [ViewControllerInterface.parent, ViewControllerInterface.presentingViewController].contains {
                            values[$0.name]?.get(as: ObjectPath.self).map(members.contains) == true
                        }
                }
                members.formUnion(more.keys)
                isGrowing = !more.isEmpty
            }
            members.formUnion(all.keys.filter { bar in members.contains { bar.text == $0.text + "/tab_bar" } })
            let missing = members.filter { tree.objects[$0] != all[$0] }
            let surplus = tree.objects.keys.filter { !members.contains($0) }
            return missing.map { path in
                "\(path) is \(all[path] ?? [:]), known as \(String(describing: tree.objects[path]))"
            } + surplus.map { "\($0) is not of the tree, which knows it" }
        }

        private func newTree() async throws -> TabTree? {
            let model = oracle.model
            let roots = model.nodes.allIDs.filter { model.nodes.kind(of: $0) == .tabBarController }
            guard let root = roots.randomElement(using: &numbers) else { return nil }
            var tree = TabTree(of: root.path)
            let (objects, views, _) = try await attach(to: root.path)
            _ = tree.replaceAll(objects, views)
            return tree
        }

        /// Attaches as a read-only client, as other clients decide what is shown.
        ///
        /// - Returns: The tree, and the signals before the reply. The signals after it are still to be read.
        private func attach(
            to root: ObjectPath
        ) async throws -> (objects: BusClient.Objects, views: [ObjectPath: ViewSnapshot], before: [ReceivedSignal]) {
            typealias Reply = (BusClient.Objects, [ObjectPath: ViewSnapshot])
            let (reply, before) = await withCheckedContinuation(isolation: EventLoop.shared) {
                (waiting: CheckedContinuation<(Result<Reply, DBusError>, [ReceivedSignal]), Never>) in
                follower.connection.call(
                    WindowInterface.attach, at: root, on: TabNames.busName,
                    ["Visible": .bool(false)], timeout: TestTimeout.call
                ) { [follower] result in
                    let before = follower.signals
                    follower.clearSignals()
                    waiting.resume(returning: (result, before))
                }
            }
            let (objects, views) = try reply.get()
            return (objects, views, before)
        }
    }
}
