import DBusConnection
import DBusInterface
import EventLoop
import Foundation
import TestSupport
import Testing

@testable import PluginHosting

/// The restorable states that a plugin in the daemon itself has told when they are needed.
@Suite(.serialized) struct InProcessStateTests {
    init() { TestLoop.start() }

    /// A plugin whose code is opened in this process, and what was told of its states.
    @EventLoop
    private final class Stage {
        let directory = FileManager.default.temporaryDirectory.path + "/tabd-test-\(UUID().uuidString.prefix(8))"
        private(set) var plugin: LoadedPlugin?
        /// The texts that are kept; an empty one for none.
        private(set) var told: [String] = []
        private var onTold: (@EventLoop () -> Void)?

        init(_ id: String) throws {
            try CPlugin.build(id, in: directory)
            var wasEntered = false
            let plugin = try LoadedPlugin.load(
                CheckedFolder.openLibrary(at: "\(directory)/\(id)/lib\(id).so"), id: id, dataDirectory: nil,
                services: nil,
                wasEntered: &wasEntered)
            self.plugin = plugin
            plugin.states.report = { [unowned self] _, state in
                told.append(state?["Kept"]?.get() ?? "")
                onTold?()
            }
        }

        isolated deinit { try? FileManager.default.removeItem(atPath: directory) }

        func make(_ className: String, _ arguments: [String: Variant] = [:]) throws -> InProcessOwner {
            let plugin = try #require(plugin)
            return try InProcessOwner(
                plugin, className: className, controller: 7, arguments: arguments, isRestoring: false)
        }

        /// Waits until a state is told.
        func hear() async throws {
            let _: Bool = try await EventLoop.waiting(for: "a state") { give in
                if told.isEmpty { onTold = { give(true) } } else { give(true) }
            }
        }
    }

    @EventLoop private func run(_ experiment: String, _ owner: InProcessOwner) {
        owner.action("editingDidEnd", view: 2, value: .string(experiment)) { #expect($0 == nil) }
    }

    @Test @EventLoop func `a state is told before an action is answered, when it is another one`() throws {
        let stage = try Stage("hosted")
        let owner = try stage.make("Main")
        var toldAtReply: [String] = []
        owner.action("editingDidEnd", view: 2, value: .string("first")) { _ in toldAtReply = stage.told }
        #expect(toldAtReply == ["first"])
        run("first", owner)
        #expect(stage.told == ["first"])
        run("second", owner)
        run("", owner)
        #expect(stage.told == ["first", "second", ""])
        owner.destroy()
    }

    @Test @EventLoop func `a state that changes without an action is told soon`() async throws {
        let stage = try Stage("hosted")
        let fifo = try Fifo(in: stage.directory)
        let owner = try stage.make("Main", ["Pipe": .string(fifo.path)])
        fifo.write("k")
        try await stage.hear()
        #expect(stage.told == ["!"])
        owner.destroy()
    }

    @Test @EventLoop func `a state that was restored is not told again`() throws {
        let stage = try Stage("hosted")
        let owner = try stage.make("Main")
        owner.decodeRestorableState(["Kept": .string("restored")])
        run("restored", owner)
        #expect(stage.told.isEmpty)
        run("another", owner)
        #expect(stage.told == ["another"])
        owner.destroy()
    }
}
