import Foundation
import TestSupport

/// The visible effects of a fault, from before it until the recovery.
extension IsolatedStage {
    /// The tabs as a front end sees them, without the parts that show a fault or that a flood changes.
    struct Picture: Equatable {
        var objects: BusClient.Objects
        /// The views without their revisions.
        var views: [ObjectPath: [ViewEntry]]
    }

    func picture() async throws(DBusError) -> Picture {
        var (objects, snapshots) = try await client.attach(to: tabs)
        for path in objects.keys {
            for name in ["State", "FailureReason"] { objects[path]?[ViewControllerInterface.name]?[name] = nil }
            objects[path]?[TabBarItemInterface.name]?["BadgeValue"] = nil
        }
        var views = snapshots.mapValues(\.views)
        views[controller] = try await client.getView(of: controller).views
        for path in views.keys {
            views[path] = views[path]?.filter { $0.properties["Identifier"] != .string("Output") }
        }
        return Picture(objects: objects, views: views)
    }

    /// Runs a command that makes the plugin process fail, and checks the visible effects until the process is back.
    ///
    /// - Parameters:
    ///   - reason: Texts, one of which the reason must contain.
    ///   - reader: A client that reads meanwhile.
    ///   - cause: Makes the plugin process fail in another way, and returns the outcome of that call.
    func survive(
        _ command: String, reasons: [String], _ reader: SteadyReader,
        _ cause: (@EventLoop () async throws -> String)? = nil
    ) async throws {
        let comment = Comment(rawValue: command)
        let (host, neighbourHost) = (try await host(), try await neighbourHost())
        #expect(host.isAlive && host.parent == daemon.processID, comment)
        let (before, restarts) = (try await picture(), try await get(PluginInterface.restarts))
        let count = Int(try await text("Count")) ?? 0
        let answers = reader.answers
        let isLater = ["soon", "thread", "allocate", "flood-timer"].contains { command.hasPrefix($0) }
        client.clearSignals()
        let outcome: String
        if let cause {
            outcome = try await cause()
        } else {
            outcome = await complaint { try await run(command) }
        }
        try await waitForState("restarting", of: plugin)
        try await waitForState("restarting", of: controller)
        if reasons.contains("heartbeat") { #expect(reader.answers > answers, comment) }
        #expect(try await picture() == before, comment)
        try await run("count", of: neighbour)
        // All changes are announced at once.
        let received = failure(of: plugin)
        let reason: String = received["Reason"]?.get() ?? ""
        #expect(reasons.contains { reason.contains($0) }, "\(command): \(reason)")
        #expect(failure(of: controller)["FailureReason"] == .string(reason), comment)
        #expect(received["ProcessId"] == .uint32(0), comment)
        if cause == nil, outcome != "none" || !isLater {
            #expect(outcome.hasPrefix("PluginFailed: ") && outcome.contains(reason), "\(command): \(outcome)")
        }
        try await waitForRecovery()
        #expect(announcedStates(of: plugin) == ["restarting", "running"], comment)
        // A plugin that was slowed down first is unresponsive.
        #expect(announcedStates(of: controller).suffix(2) == ["restarting", "ready"], comment)
        let successor = try await self.host()
        #expect(successor != host && successor.isAlive && successor.parent == daemon.processID, comment)
        #expect(try await get(PluginInterface.restarts) == restarts + 1, comment)
        try await EventLoop.until("the end of \(command)") { host.isGone }
        // The state is restored, and the plugin works on.
        #expect(try await text("Count") == "\(count)", comment)
        #expect(try await client.viewController(controller).failureReason == "", comment)
        try await run("count")
        #expect(try await text("Count") == "\(count + 1)", comment)
        try await expectQuiet(neighbourHost, comment)
        #expect(reader.failures == [], comment)
    }

    /// The properties that were announced together with the state `restarting`.
    private func failure(of path: ObjectPath) -> [String: Variant] {
        client.signals.first { $0.path == path && $0.changes["State"] == .string("restarting") }?.changes ?? [:]
    }

    /// Expects no signal of the other plugin since the last `clearSignals`, except the change of its count.
    func expectQuiet(_ host: ProcessEntry, _ comment: Comment) async throws {
        #expect(try await neighbourHost() == host && host.isAlive, comment)
        let others = [neighbour, tabs, BusClient.bar(of: tabs), TabNames.plugin(Self.neighbourID)]
        let received = client.signals.filter { others.contains($0.path) }
        #expect(received.allSatisfy { $0.path == neighbour && $0.member == "ViewChanged" }, comment)
    }
}

/// The traces of plugin processes, which must not remain.
extension IsolatedStage {
    /// The folder of the daemon's private socket.
    var privateFolder: String { bus.directory + "/tabd" }

    /// The names of the files in it.
    var sockets: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: privateFolder)) ?? []).sorted()
    }

    /// Leaves a socket there, as a killed daemon with that process ID does.
    func leaveSocket(for process: pid_t) throws {
        close(try #require(openUnixSocket("\(privateFolder)/hosts-\(process)", bind)))
    }

    /// Waits for the end of processes that have lost their daemon.
    func waitUntilGone(_ processes: [ProcessEntry]) async throws {
        // The process that reaps an orphan may do so late.
        try await EventLoop.until("the end of \(processes)") { !processes.contains(where: \.isAlive) }
    }
}
