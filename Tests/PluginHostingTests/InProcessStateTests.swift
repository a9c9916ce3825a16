import Foundation
import TestSupport

@testable import PluginHosting

/// The restorable states that an in-process plugin reports in advance.
@EventLoop @Suite(.serialized) struct InProcessStateTests {
    /// A plugin that is loaded into this process, and its reported states.
    @EventLoop
    private final class Stage {
        let folder: TemporaryFolder
        private(set) var plugin: LoadedPlugin?
        /// The reported texts; an empty one for none.
        private(set) var reported: [String] = []
        private var onReport: (@EventLoop () -> Void)?

        init(_ id: String) throws {
            folder = try TemporaryFolder()
            try CPlugin.build(id, in: folder.path)
            var wasEntered = false
            let plugin = try LoadedPlugin.load(
                CheckedFolder.openLibrary(at: "\(folder.path)/\(id)/lib\(id).so"), id: id, dataDirectory: nil,
                contract: nil, wasEntered: &wasEntered)
            self.plugin = plugin
            plugin.states.report = { [unowned self] _, state in
                reported.append(state?["Kept"]?.get() ?? "")
                onReport?()
            }
        }

        func make(_ className: String, _ arguments: [String: Variant] = [:]) throws -> InProcessOwner {
            let plugin = try #require(plugin)
            return try InProcessOwner(
                plugin, className: className, controller: 7, arguments: arguments, isRestoring: false)
        }

        /// Waits until a state is reported.
        func waitForReport() async throws {
            let _: Bool = try await EventLoop.waiting(for: "a state") { give in
                if reported.isEmpty { onReport = { give(true) } } else { give(true) }
            }
        }
    }

    private let stage: Stage

    init() throws { stage = try Stage("hosted") }

    private func run(_ experiment: String, _ owner: InProcessOwner) {
        owner.action("editingDidEnd", view: 2, value: .string(experiment)) { #expect($0 == nil) }
    }

    @Test func `a changed state is reported before the reply to an action`() throws {
        let owner = try stage.make("Main")
        var reportedAtReply: [String] = []
        owner.action("editingDidEnd", view: 2, value: .string("first")) { _ in reportedAtReply = stage.reported }
        #expect(reportedAtReply == ["first"])
        run("first", owner)
        #expect(stage.reported == ["first"])
        run("second", owner)
        run("", owner)
        #expect(stage.reported == ["first", "second", ""])
        owner.destroy()
    }

    @Test func `a state that changes without an action is reported soon`() async throws {
        let fifo = try Fifo(in: stage.folder.path)
        let owner = try stage.make("Main", ["Pipe": .string(fifo.path)])
        fifo.write("k")
        try await stage.waitForReport()
        #expect(stage.reported == ["!"])
        owner.destroy()
    }

    @Test func `a restored state is not reported again`() throws {
        let owner = try stage.make("Main")
        owner.decodeRestorableState(["Kept": .string("restored")])
        run("restored", owner)
        #expect(stage.reported.isEmpty)
        run("another", owner)
        #expect(stage.reported == ["another"])
        owner.destroy()
    }
}
