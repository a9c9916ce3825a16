import DBusConnection
import DBusInterface
import TabInterface
import TestSupport
import Testing

/// A front end that applies every `ViewChanged` knows what GetView would tell.
@Suite(.serialized) struct ViewReplayTests {
    @Test(arguments: Stress.seeds(3, long: 60))
    func `stress: the changes of random edits add up to the view`(seed: UInt64) async throws {
        try await Self.edit(try PrivateBus(), Numbers(state: seed))
    }

    @EventLoop private static func edit(_ bus: PrivateBus, _ numbers: Numbers) async throws {
        let stage = try await ViewStage(bus, shown: false)
        var numbers = numbers
        var mirror = ViewMirror()
        var lastID: UInt32 = 1
        var done = 0
        try await stage.show()
        for batch in 0..<12 {
            for _ in 0..<20 {
                let edit = RandomEdit(&numbers, lastID: &lastID)
                // Nobody waits, so that several of them fall into one turn.
                stage.owner.beginUpdateView(of: stage.controller, edit.changed, removing: edit.removed) {
                    if case .success = $0 { done += 1 }
                }
            }
            if batch % 3 == 1 {
                let size = DBusSize(
                    width: .random(in: 100...900, using: &numbers), height: .random(in: 100...900, using: &numbers))
                try await stage.watcher.setWindow(WindowInterface.size, of: stage.tabs, to: size)
            }
            try await stage.owner.barrier()
            let changes = try await stage.changes()
            stage.watcher.forgetSignals()
            try mirror.apply(changes, of: stage.controller)
            let told = try await stage.view()
            #expect(mirror.snapshot == told, "batch \(batch)")
        }
        // Else nothing was tested: about one edit in five names a view that is gone.
        #expect(done > 80, "only \(done) edits succeeded")
        #expect(await stage.daemon.stop() == 0)
    }
}

/// One update, which may well be refused.
private struct RandomEdit {
    var changed: [ViewEntry] = []
    var removed: [UInt32] = []

    init(_ numbers: inout Numbers, lastID: inout UInt32) {
        let old = 1...max(1, lastID)
        switch Int.random(in: 0..<10, using: &numbers) {
        case 0..<4:
            for _ in 0...Int.random(in: 0..<3, using: &numbers) {
                lastID += 1
                let parent = Bool.random(using: &numbers) ? 1 : UInt32.random(in: old, using: &numbers)
                changed.append(Self.view(lastID, in: parent, &numbers))
            }
        case 4..<9:
            // Replaced, and moved at times.
            let id = UInt32.random(in: old, using: &numbers)
            changed = [Self.view(id, in: id == 1 ? 0 : UInt32.random(in: old, using: &numbers), &numbers)]
        default:
            removed = [UInt32.random(in: old, using: &numbers)]
        }
    }

    private static func view(_ id: UInt32, in parent: UInt32, _ numbers: inout Numbers) -> ViewEntry {
        func part() -> Double { .random(in: 0...300, using: &numbers) }
        return .view(
            id, in: parent, at: DBusRect(part(), part(), part(), part()),
            mask: Bool.random(using: &numbers) ? 0 : .random(in: 0..<64, using: &numbers),
            with: Bool.random(using: &numbers) ? [:] : ["Tooltip": .string("\(numbers.next() % 8)")])
    }
}
